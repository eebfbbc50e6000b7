package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringkit/harness"
	"ringkit/harness/report"
	"ringkit/runners"
	"ringkit/vectors"
)

func checkCommand() *cobra.Command {
	var cases caseFlags
	var reports []string
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "check [flags] [IMPLEMENTATION...] [-- COMMAND ARG...]",
		Short: "Run the cases against implementations and report what is wrong",
		Long: `Run the cases against implementations and report what is wrong.

An IMPLEMENTATION is one that comes with the kit; a COMMAND is an adapter of your
own. With neither, all that come with the kit are run.`,
		Example: `  ringkit check
  ringkit check python
  ringkit check --dialect md5-32 -- ./my-adapter --fast
  ringkit check --run 'md5-32/tie/**' --report junit=report.xml -- ./my-adapter`,
		RunE: func(cmd *cobra.Command, args []string) error {
			outputs, err := parseReports(reports)
			if err != nil {
				return err
			}
			selected, err := cases.cases()
			if err != nil {
				return err
			}
			tested, err := subjects(cmd.Context(), cmd, args, timeout, nil)
			if err != nil {
				return err
			}
			defer closeAll(tested)
			for i := range tested {
				tested[i].Args = append(cases.args(), tested[i].Args...)
			}
			run, err := checkAll(cmd.Context(), tested, selected, newProgress(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			if err := outputs.write(cmd.OutOrStdout(), run); err != nil {
				return err
			}
			if code := run.ExitCode(); code != report.ExitGood {
				return exitError{code: code}
			}
			return nil
		},
	}
	cases.add(cmd)
	cases.addGlobs(cmd)
	cmd.Flags().StringArrayVar(&reports, "report", nil, "write a report: `FORMAT[=PATH]`, FORMAT one of "+formatNames()+" (repeatable)")
	cmd.Flags().DurationVar(&timeout, "timeout", runners.DefaultTimeout, "how long a process may take for one reply")
	return cmd
}

// checkAll runs all implementations at the same time.
func checkAll(ctx context.Context, tested []subject, cases []vectors.Case, p *progress) (report.Run, error) {
	run := report.Run{Implementations: make([]report.Implementation, len(tested))}
	errs := make([]error, len(tested))
	var wait sync.WaitGroup
	for i, s := range tested {
		run.Implementations[i] = s.Implementation
		if s.impl == nil {
			continue
		}
		wait.Go(func() {
			opts := []harness.Option{harness.OnCases(cases), harness.WithProgress(p.of(s.Name))}
			result, err := harness.Check(ctx, s.impl, opts...)
			var start *harness.StartError
			if errors.As(err, &start) {
				run.Implementations[i].StartError = err
			} else {
				errs[i] = err
			}
			run.Implementations[i].Report = result
		})
	}
	wait.Wait()
	p.clear()
	return run, errors.Join(errs...)
}
