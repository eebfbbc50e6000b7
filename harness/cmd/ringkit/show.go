package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"

	"github.com/spf13/cobra"

	"ringkit/harness/spelling"
	"ringkit/spec"
	"ringkit/vectors"
)

func showCommand() *cobra.Command {
	var cases caseFlags
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show one case: its rule, why it is there, and its steps",
		Example: "  ringkit show xmur3/wrap/k207",
		Args:    takes(cobra.ExactArgs(1)),
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
			var known []string
			for _, c := range all {
				known = append(known, c.ID)
			}
			return fmt.Errorf("there is no case %q; %s", args[0],
				cmp.Or(spelling.Meant(args[0], known), "`ringkit list` shows all IDs"))
		},
	}
	cases.add(cmd)
	return cmd
}
