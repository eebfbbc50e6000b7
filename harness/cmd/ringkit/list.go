package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"
)

func listCommand() *cobra.Command {
	var cases caseFlags
	cmd := &cobra.Command{
		Use:     "list [GLOB]",
		Short:   "List the cases: ID, rule and what each shows",
		Example: "  ringkit list 'md5-32/tie/**'",
		Args:    takes(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			cases.selection.Run = args
			selected, err := cases.cases()
			if err != nil {
				return err
			}
			width := 0
			for _, c := range selected {
				width = max(width, len(c.ID))
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			for _, c := range selected {
				fmt.Fprintf(out, "%-*s  %-16s  %s\n", width, c.ID, c.Rule, c.Why)
			}
			return out.Flush()
		},
	}
	cases.add(cmd)
	return cmd
}
