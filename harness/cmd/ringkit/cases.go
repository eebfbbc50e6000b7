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
	cmd.Flags().StringSliceVar(&f.selection.Dialects, "dialect", nil, "take only cases of the dialect `NAME` (repeatable, or with commas)")
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

// load returns all cases, and those that the flags choose.
func (f *caseFlags) load() (all, selected []vectors.Case, err error) {
	fsys, name := f.files()
	if f.dir != "" {
		if _, err := os.ReadDir(f.dir); err != nil {
			return nil, nil, err
		}
	}
	if all, err = harness.LoadCases(fsys, name); err != nil {
		return nil, nil, err
	}
	selected, err = f.selection.Select(all)
	return all, selected, err
}

// cases returns the cases that the flags choose.
func (f *caseFlags) cases() ([]vectors.Case, error) {
	_, selected, err := f.load()
	return selected, err
}

// args returns the flags that choose the vector files, to repeat them.
func (f *caseFlags) args() []string {
	if f.dir == "" {
		return nil
	}
	return []string{"--vectors", f.dir}
}
