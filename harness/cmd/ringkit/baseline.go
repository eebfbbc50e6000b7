package main

import (
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ringkit/harness"
	"ringkit/harness/report"
)

func baselineCommand() *cobra.Command {
	var cases caseFlags
	var timeout time.Duration
	var output string
	cmd := &cobra.Command{
		Use:   "baseline [flags] IMPLEMENTATION | -- COMMAND [ARG...]",
		Short: "Write the list of known failures of an implementation",
		Long: `Run the cases against an implementation and write those that fail, for
check --baseline: the IDs, or a folder's glob where every case in it fails. Say in
each reason why the failure is accepted; what is written there is what went wrong.`,
		Example: `  ringkit baseline --output known-failures.yaml -- ./my-adapter
  ringkit check --baseline known-failures.yaml -- ./my-adapter`,
		RunE: func(cmd *cobra.Command, args []string) error {
			all, selected, err := cases.load()
			if err != nil {
				return err
			}
			tested, err := subjects(cmd.Context(), cmd, args, timeout, nil)
			if err != nil {
				return err
			}
			defer closeAll(tested)
			if len(tested) != 1 {
				return errors.New("a baseline is of one implementation: name one, or a command behind --")
			}
			run, err := checkAll(cmd.Context(), tested, newProgress(cmd.ErrOrStderr()), harness.OnCases(selected))
			if err != nil {
				return err
			}
			if code := run.ExitCode(); code != report.ExitGood && code != report.ExitUnexpected {
				err := report.Text(cmd.ErrOrStderr(), run, styleFor(cmd.ErrOrStderr()))
				return exitError{code, err}
			}
			text := harness.BaselineOf(run.Implementations[0].Results, all).YAML()
			if output == "" {
				_, err = cmd.OutOrStdout().Write(text)
				return err
			}
			return os.WriteFile(output, text, 0o644)
		},
	}
	cases.add(cmd)
	cases.addGlobs(cmd)
	addTimeout(cmd, &timeout)
	cmd.Flags().StringVar(&output, "output", "", "write to `FILE` in place of standard output")
	return cmd
}
