package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"ringkit/harness/report"
	"ringkit/runners"
)

func doctorCommand() *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "doctor [flags] -- COMMAND [ARG...]",
		Short: "Walk through the protocol with an adapter, step by step",
		Long: `Walk through the protocol with an adapter, one step at a time. Each exchange is
shown, and the first breach of the protocol ends the walk, with advice.

It ends with 0 if all is well, 1 if something is wrong, and 3 if the adapter could
not be started or said no valid hello. An adapter that comes with the kit can be
named in place of a COMMAND.`,
		Example: "  ringkit doctor -- ./my-adapter --fast",
		RunE: func(cmd *cobra.Command, args []string) error {
			process, err := oneProcess(cmd.Context(), cmd, args, timeout)
			if err != nil {
				return err
			}
			defer process.Close()
			err = runners.Doctor(cmd.Context(), process, cmd.OutOrStdout())
			switch {
			case err == nil || cmd.Context().Err() != nil:
				return err
			case errors.Is(err, runners.ErrUnhealthy):
				return exitError{code: report.ExitUnexpected}
			}
			return exitError{code: report.ExitNotStarted}
		},
	}
	addTimeout(cmd, &timeout)
	return cmd
}
