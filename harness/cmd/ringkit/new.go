package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringkit/harness/report"
	"ringkit/runners/starter"
)

func newCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "new LANG DIR",
		Short: "Write an adapter to fill in",
		Long: `Write an adapter into DIR that speaks the protocol and answers unsupported to
everything, until you fill in what your ring answers. Its comments say what, and
in which order. A file that is there already is never overwritten.

LANG is one of ` + strings.Join(starter.Languages(), ", ") + `.`,
		Example: "  ringkit new rust ring-adapter",
		Args:    takes(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			adapter, err := starter.Write(args[0], args[1])
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			for _, file := range adapter.Files {
				fmt.Fprintln(out, file)
			}
			fmt.Fprintf(out, "\nFill in %s, which says what and in which order. After each step:\n\n", adapter.FillIn)
			run := append([]string{"--"}, adapter.Run...)
			for _, command := range [][]string{
				adapter.Build,
				slices.Concat([]string{"ringkit", "doctor"}, run),
				slices.Concat([]string{"ringkit", "check", "--dialect", starter.Dialect}, run),
			} {
				if command != nil {
					fmt.Fprintln(out, "  "+report.CommandLine(command))
				}
			}
			return nil
		},
	}
}
