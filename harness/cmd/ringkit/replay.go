package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ringkit/harness/report"
	"ringkit/runners"
)

func replayCommand() *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "replay [flags] FILE -- COMMAND [ARG...]",
		Short: "Send a recorded exchange again and show the first reply that differs",
		Long: `Send an exchange that check --record wrote again, and show the first reply that
differs. White space, the order of fields and the text of messages make no
difference.

It ends with 0 if all replies are the same, 1 if one differs, and 3 if the adapter
could not be started. An adapter that comes with the kit can be named in place of
a COMMAND.`,
		Example: "  ringkit replay exchange.txt -- ./my-adapter --fast",
		Args:    takes(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			recording, err := runners.ReadRecording(args[0], text)
			if err != nil {
				return err
			}
			process, err := oneProcess(cmd.Context(), cmd, args[1:], timeout)
			if err != nil {
				return err
			}
			defer process.Close()
			difference, err := recording.Replay(cmd.Context(), process)
			switch {
			case cmd.Context().Err() != nil:
				return err
			case err != nil:
				return exitError{report.ExitNotStarted, fmt.Errorf("not started: %w", err)}
			case difference != nil:
				fmt.Fprintf(cmd.OutOrStdout(), "%s:%d: the reply differs\n%s", args[0], difference.Line, difference)
				return exitError{code: report.ExitUnexpected}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "all %d replies are the same\n", recording.Replies())
			return nil
		},
	}
	addTimeout(cmd, &timeout)
	return cmd
}
