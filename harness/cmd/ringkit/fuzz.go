package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ringkit/harness"
	"ringkit/harness/properties"
	"ringkit/harness/report"
	"ringkit/runners"
)

func fuzzCommand() *cobra.Command {
	f := fuzzFlags{opts: properties.Options{Readers: true}}
	cmd := &cobra.Command{
		Use:   "fuzz [flags] IMPLEMENTATION [IMPLEMENTATION] | -- COMMAND [ARG...]",
		Short: "Look for a ring that breaks a law, and make it as small as it goes",
		Long: `Check the laws of a ring on many drawn samples: that a node that joins only takes
keys for itself, that the order of the node list changes nothing, and so on. With
two implementations, check that they agree. A violation is made as small as it
goes, and shown with the command that repeats it.

The properties:
` + propertyList(),
		Example: `  ringkit fuzz -- ./my-adapter
  ringkit fuzz --seed 42 --property order --dialect xmur3 -- ./my-adapter
  ringkit fuzz --time 10m --save found -- ./my-adapter
  ringkit fuzz --dialect xmur3 go python`,
		RunE: f.run,
	}
	cmd.Flags().Int64Var(&f.opts.Seed, "seed", 0, "draw what this `NUMBER` decides (default: one of the clock, which is printed)")
	cmd.Flags().IntVar(&f.opts.Runs, "runs", properties.DefaultRuns, "check each property on `N` samples in each dialect, some on fewer")
	cmd.Flags().DurationVar(&f.opts.Time, "time", 0, "go on with the seeds that follow until so much time is over")
	cmd.Flags().StringArrayVar(&f.opts.Properties, "property", nil, "check only the property `NAME` (repeatable)")
	cmd.Flags().StringSliceVar(&f.opts.Dialects, "dialect", nil, "check only the dialect `NAME` (repeatable, or with commas)")
	cmd.Flags().StringVar(&f.save, "save", "", "write each violation into `DIR` as a vector file, for check --vectors DIR")
	addTimeout(cmd, &f.timeout)
	return cmd
}

type fuzzFlags struct {
	opts    properties.Options
	timeout time.Duration
	save    string
}

func (f *fuzzFlags) run(cmd *cobra.Command, args []string) error {
	if !cmd.Flags().Changed("seed") {
		f.opts.Seed = time.Now().UnixNano() % 1_000_000_000
	}
	if f.opts.Runs < 1 || f.opts.Time < 0 {
		return errors.New("--runs must be at least 1, and --time not negative")
	}
	names, command := splitArgs(cmd, args)
	if n := len(names) + min(1, len(command)); n < 1 || n > 2 {
		return errors.New("name one implementation, a built-in one or a command behind --; or two to compare them")
	}
	tested, err := startedSubjects(cmd, args, f.timeout)
	if err != nil {
		return err
	}
	defer closeAll(tested)
	if len(tested) == 2 {
		f.opts.Other = tested[1].impl
	} else if _, isProcess := tested[0].impl.(*runners.Process); isProcess {
		fresh, err := startedSubjects(cmd, args, f.timeout)
		if err != nil {
			return err
		}
		defer closeAll(fresh)
		f.opts.Fresh = fresh[0].impl
	}
	found := f.findings(cmd, tested)
	fmt.Fprintf(found.out, "seed %d\n", f.opts.Seed)
	f.opts.Each = found.add
	_, err = properties.Fuzz(cmd.Context(), tested[0].impl, f.opts)
	var start *harness.StartError
	switch {
	case errors.As(err, &start):
		return exitError{report.ExitNotStarted, err}
	case err != nil:
		return err
	}
	return found.end()
}

func (f *fuzzFlags) findings(cmd *cobra.Command, tested []subject) *findings {
	found := &findings{out: cmd.OutOrStdout(), save: f.save, seen: map[string]bool{}}
	for _, flag := range []string{"runs", "timeout"} {
		if cmd.Flags().Changed(flag) {
			found.again = append(found.again, "--"+flag, cmd.Flag(flag).Value.String())
		}
	}
	for _, s := range tested {
		found.again = append(found.again, s.Args...)
	}
	return found
}

// propertyList tells the law of each property, for the help.
func propertyList() string {
	var lines []string
	for _, p := range append(properties.All(), properties.Agreement()) {
		lines = append(lines, fmt.Sprintf("  %-12s %s", p.Name, p.Law))
	}
	return strings.Join(lines, "\n")
}

// startedSubjects returns the implementations that the arguments name. The caller
// closes them.
func startedSubjects(cmd *cobra.Command, args []string, timeout time.Duration) ([]subject, error) {
	tested, err := subjects(cmd.Context(), cmd, args, timeout, nil)
	if err != nil {
		return nil, err
	}
	for _, s := range tested {
		if s.StartError != nil {
			closeAll(tested)
			return nil, exitError{report.ExitNotStarted, s.StartError}
		}
	}
	return tested, nil
}

// findings writes what was found, as it comes.
type findings struct {
	out   io.Writer
	save  string   // where to keep violations; empty: nowhere
	again []string // the arguments that every repetition needs

	seen                                   map[string]bool // dialect/property
	held, violated, notApplicable, samples int
	err                                    error
}

// add writes one result.
func (f *findings) add(r properties.Result) {
	name := r.Dialect + "/" + r.Property.Name
	again := f.seen[name]
	f.seen[name] = true
	f.samples += r.Samples
	switch {
	case r.Violation != nil:
		f.violated++
		if again {
			f.held--
		}
		fmt.Fprintf(f.out, "FAIL  %-40s  sample %d\n%s\n", name, r.Samples, indentBy("      ", r.Violation.Error()))
		fmt.Fprintf(f.out, "      repeat   %s\n", f.repeat(r))
		f.keep(r.Violation)
	case again:
	case r.NotApplicable != "":
		f.notApplicable++
		fmt.Fprintf(f.out, "n/a   %-40s  %s\n", name, r.NotApplicable)
	default:
		f.held++
		fmt.Fprintf(f.out, "ok    %-40s  %s\n", name, harness.Counted(r.Samples, "sample"))
	}
}

func indentBy(indent, text string) string {
	return indent + strings.ReplaceAll(text, "\n", "\n"+indent)
}

// repeat returns the command that finds a violation again.
func (f *findings) repeat(r properties.Result) string {
	words := []string{"ringkit", "fuzz", "--seed", fmt.Sprint(r.Seed), "--property", r.Property.Name, "--dialect", r.Dialect}
	return report.CommandLine(append(words, f.again...))
}

// keep saves a violation where that is asked.
func (f *findings) keep(v *properties.Violation) {
	if f.save == "" {
		return
	}
	switch name, err := v.Save(f.save); {
	case errors.Is(err, properties.ErrNoVector):
		fmt.Fprintf(f.out, "      saved    nowhere: %v\n", err)
	case err != nil:
		f.err = errors.Join(f.err, err)
	default:
		fmt.Fprintf(f.out, "      saved    %s\n", name)
	}
}

// end writes the totals and returns what the exit code is to be.
func (f *findings) end() error {
	fmt.Fprintf(f.out, "%d held, %d violated, %d not applicable, %s\n", f.held, f.violated, f.notApplicable, harness.Counted(f.samples, "sample"))
	switch {
	case f.err != nil:
		return f.err
	case f.held+f.violated == 0:
		return exitError{report.ExitNothing, errors.New("no property was judged")}
	case f.violated > 0:
		return exitError{code: report.ExitUnexpected}
	}
	return nil
}
