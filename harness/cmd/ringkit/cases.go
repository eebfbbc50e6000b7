package main

import (
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"ringkit/harness"
	"ringkit/vectors"
)

// A caseFlags is the flags that choose vector files and cases.
type caseFlags struct {
	dir       string
	selection harness.Selection
}

func (f *caseFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "vectors", "", "read the vector files of `DIR` in place of the built-in ones")
	cmd.Flags().StringArrayVar(&f.selection.Dialects, "dialect", nil, "take only cases of the dialect `NAME` (repeatable)")
}

func (f *caseFlags) addGlobs(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.selection.Run, "run", nil, "take only cases whose ID matches `GLOB`; ** crosses slashes (repeatable)")
	cmd.Flags().StringArrayVar(&f.selection.Skip, "skip", nil, "leave out cases whose ID matches `GLOB` (repeatable)")
}

// files returns where the vector files are, and what to call that.
func (f *caseFlags) files() (fs.FS, string) {
	if f.dir == "" {
		return vectors.Embedded, "vectors"
	}
	return os.DirFS(f.dir), f.dir
}

// cases returns the cases that the flags choose.
func (f *caseFlags) cases() ([]vectors.Case, error) {
	fsys, name := f.files()
	if f.dir != "" {
		if _, err := os.ReadDir(f.dir); err != nil {
			return nil, err
		}
	}
	cases, err := harness.LoadCases(fsys, name)
	if err != nil {
		return nil, err
	}
	return f.selection.Select(cases)
}

// args returns the flags that choose the vector files, to repeat them.
func (f *caseFlags) args() []string {
	if f.dir == "" {
		return nil
	}
	return []string{"--vectors", f.dir}
}
