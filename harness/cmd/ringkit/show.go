package main

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"ringkit/spec"
	"ringkit/vectors"
)

func showCommand() *cobra.Command {
	var cases caseFlags
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show one case: its rule, why it is there, and its steps",
		Example: "  ringkit show xmur3/wrap/k207",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := cases.cases()
			if err != nil {
				return err
			}
			for _, c := range all {
				if c.ID != args[0] {
					continue
				}
				fsys, _ := cases.files()
				text, err := fs.ReadFile(fsys, path.Base(c.File))
				if err != nil {
					return err
				}
				rule, _ := spec.FindRule(c.Rule)
				fmt.Fprintf(cmd.OutOrStdout(), "%s  (%s:%d)\nrule   %s: %s\nwhy    %s\n\n%s",
					c.ID, c.File, c.Line, c.Rule, rule.Statement, c.Why, vectors.SourceOf(text, c))
				return nil
			}
			for _, c := range all {
				if strings.Contains(c.ID, args[0]) {
					return fmt.Errorf("there is no case %q; did you mean %s?", args[0], c.ID)
				}
			}
			return fmt.Errorf("there is no case %q; `ringkit list` shows all IDs", args[0])
		},
	}
	cases.add(cmd)
	return cmd
}
