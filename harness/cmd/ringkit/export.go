package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringkit/spec"
	"ringkit/vectors"
)

func exportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "export DIR",
		Short: "Write the cases into DIR, as YAML and as plain JSON",
		Long: `Write the cases into DIR, as YAML and as plain JSON with the same content, for
teams that run them with a program of their own. spec/vectors.md describes both.`,
		Args: takes(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := exportFiles()
			if err != nil {
				return err
			}
			for _, f := range files {
				name := filepath.Join(args[0], filepath.FromSlash(f.name))
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					return err
				}
				if err := os.WriteFile(name, f.text, 0o644); err != nil {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout(), name)
			}
			return nil
		},
	}
}

type exportFile struct {
	name string
	text []byte
}

// exportFiles returns every vector file in both languages, the lists of keys
// that they name, and what describes them.
func exportFiles() (out []exportFile, err error) {
	names, err := fs.Glob(vectors.Embedded, "*.yaml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := vectors.Embedded.ReadFile(name)
		if err != nil {
			return nil, err
		}
		plain, err := vectors.JSON(name, text)
		if err != nil {
			return nil, err
		}
		out = append(out, exportFile{name, text}, exportFile{strings.TrimSuffix(name, ".yaml") + ".json", plain})
	}
	lists, err := fs.Glob(vectors.Embedded, "keys/*")
	if err != nil {
		return nil, err
	}
	for _, name := range lists {
		text, err := vectors.Embedded.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, exportFile{name, text})
	}
	for _, name := range []string{"vectors.md", "vector.schema.json"} {
		text, err := spec.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, exportFile{name, text})
	}
	return out, nil
}
