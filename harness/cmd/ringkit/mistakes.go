package main

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ringkit/harness"
	"ringkit/harness/mistakes"
	"ringkit/harness/spelling"
	"ringkit/spec"
)

func mistakesCommand() *cobra.Command {
	var dialects []string
	cmd := &cobra.Command{
		Use:   "mistakes [NAME]",
		Short: "List the known mistakes, or explain one with its smallest example",
		Example: `  ringkit mistakes --dialect md5-32
  ringkit mistakes strictly-after`,
		Args: takes(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := bufio.NewWriter(cmd.OutOrStdout())
			defer out.Flush()
			if len(args) == 0 {
				for _, name := range dialects {
					if !slices.Contains(spec.Dialects(), name) {
						return fmt.Errorf("there is no dialect %q; %s", name, spelling.Hint(name, spec.Dialects(), "there are"))
					}
				}
				for _, m := range mistakes.Catalogue() {
					if len(dialects) == 0 || slices.ContainsFunc(dialects, m.AppliesTo) {
						fmt.Fprintf(out, "%-29s  %-10s  %-14s  %s\n", m.Name, m.Stage, m.Rule, m.Says)
					}
				}
				return nil
			}
			m, known := mistakes.Find(args[0])
			if !known {
				var known []string
				for _, m := range mistakes.Catalogue() {
					known = append(known, m.Name)
				}
				return fmt.Errorf("there is no mistake %q; %s", args[0],
					cmp.Or(spelling.Meant(args[0], known), "`ringkit mistakes` lists all"))
			}
			cases, err := harness.Cases()
			if err != nil {
				return err
			}
			fmt.Fprintln(out, mistakes.Explain(m, cases))
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&dialects, "dialect", nil, "list only what can go wrong in the dialect `NAME` (repeatable, or with commas)")
	return cmd
}
