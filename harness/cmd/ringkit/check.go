package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringkit/harness"
	"ringkit/harness/mistakes"
	"ringkit/harness/report"
	"ringkit/harness/spelling"
	"ringkit/spec"
	"ringkit/vectors"
)

func checkCommand() *cobra.Command {
	var cases caseFlags
	var reports []string
	var timeout time.Duration
	var baseline, record string
	cmd := &cobra.Command{
		Use:   "check [flags] [IMPLEMENTATION...] [-- COMMAND [ARG...]]",
		Short: "Run the cases against implementations and report what is wrong",
		Long: `Run the cases against implementations and report what is wrong.

An IMPLEMENTATION is one that comes with the kit: ` + strings.Join(builtIn(), ", ") + `.
A COMMAND is an adapter of your own. With neither, those that come with the kit and
need not be compiled are run. What was compiled is kept in your cache folder.

The dialects:` + spelling.Lines(spec.Dialects()),
		Example: `  ringkit check
  ringkit check python
  ringkit check --dialect md5-32 -- ./my-adapter --fast
  ringkit check --run 'md5-32/tie/**' --report junit=report.xml -- ./my-adapter`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			outputs, err := parseReports(reports, runFormats())
			if err != nil {
				return err
			}
			all, selected, err := cases.load()
			if err != nil {
				return err
			}
			known, err := readBaseline(baseline, all)
			if err != nil {
				return err
			}
			recorder, err := newRecorder(record, cmd, args)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, recorder.close()) }()
			tested, err := subjects(cmd.Context(), cmd, args, timeout, recorder.record())
			if err != nil {
				return err
			}
			defer closeAll(tested)
			for i := range tested {
				tested[i].Flags = repeated(cmd, "vectors", "baseline", "timeout")
			}
			run, err := checkAll(cmd.Context(), tested, newProgress(cmd.ErrOrStderr()),
				harness.OnCases(selected), harness.WithDiagnosis(mistakes.Diagnose), harness.WithBaseline(known))
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
	addTimeout(cmd, &timeout)
	cmd.Flags().StringVar(&baseline, "baseline", "", "expect the failures that `FILE` lists, in every implementation")
	cmd.Flags().StringVar(&record, "record", "", "keep the exchange with the one implementation in `FILE`, for replay")
	cmd.Flags().StringArrayVar(&reports, "report", nil, "write a report: `FORMAT[=PATH]`, FORMAT one of "+strings.Join(formatNames(runFormats()), ", ")+" (repeatable)")
	return cmd
}

// readBaseline reads the file of known failures; an empty path is none.
func readBaseline(path string, cases []vectors.Case) (harness.Baseline, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return harness.ReadBaseline(path, text, cases)
}

// repeated returns those of the named flags that were given, to give them again.
func repeated(cmd *cobra.Command, names ...string) (args []string) {
	for _, name := range names {
		if flag := cmd.Flags().Lookup(name); flag.Changed {
			args = append(args, "--"+name, flag.Value.String())
		}
	}
	return args
}

// checkAll runs all implementations at the same time.
func checkAll(ctx context.Context, tested []subject, p *progress, opts ...harness.Option) (report.Run, error) {
	run := report.Run{Implementations: make([]report.Implementation, len(tested))}
	errs := make([]error, len(tested))
	var wait sync.WaitGroup
	for i, s := range tested {
		run.Implementations[i] = s.Implementation
		if s.impl == nil {
			continue
		}
		wait.Go(func() {
			result, err := harness.Check(ctx, s.impl, append(opts[:len(opts):len(opts)], harness.WithProgress(p.of(s.Name)))...)
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
