package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringkit/harness"
	"ringkit/harness/report"
	"ringkit/harness/spelling"
	"ringkit/runners"
)

// A subject is an implementation to run, and how it is reported.
type subject struct {
	report.Implementation
	impl harness.Implementation // nil if it is not run or could not be made
}

// builtIn returns the names of the implementations that come with the kit.
func builtIn() []string { return append([]string{"go"}, runners.References()...) }

// subjects returns the implementations that the arguments name, before a "--",
// and the command behind it; the built-in ones that need no build if there is
// neither. The caller closes them.
func subjects(ctx context.Context, cmd *cobra.Command, args []string, timeout time.Duration, record func(bool, []byte)) ([]subject, error) {
	names, command := splitArgs(cmd, args)
	if cmd.ArgsLenAtDash() >= 0 && len(command) == 0 {
		return nil, errNoCommand
	}
	named := len(names)+len(command) > 0
	if !named {
		names = slices.DeleteFunc(builtIn(), runners.NeedsBuild)
	}
	out := make([]subject, len(names))
	errs := make([]error, len(names))
	var wait sync.WaitGroup // each waits for a probe of its language, or a build
	for i, name := range names {
		wait.Go(func() { out[i], errs[i] = builtInSubject(ctx, name, timeout, record) })
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil && !named && errors.Is(err, runners.ErrNotInstalled) {
			out[i].NotRun = err.Error()
		} else if errors.Is(err, errUnknownName) {
			closeAll(out)
			return nil, err
		} else if err != nil {
			out[i].StartError = err
		}
		out[i].Named = named
	}
	if len(command) > 0 {
		out = append(out, subject{
			report.Implementation{Name: strings.Join(command, " "), Args: append([]string{"--"}, command...), Named: true},
			&runners.Process{Command: command, Timeout: timeout, Record: record},
		})
	}
	return out, nil
}

// oneProcess returns the one implementation in another process that the
// arguments name. The caller closes it.
func oneProcess(ctx context.Context, cmd *cobra.Command, args []string, timeout time.Duration) (*runners.Process, error) {
	names, command := splitArgs(cmd, args)
	if len(names)+min(1, len(command)) != 1 {
		return nil, fmt.Errorf("name one program, behind --: %s", cmd.UseLine())
	}
	tested, err := subjects(ctx, cmd, args, timeout, nil)
	if err != nil {
		return nil, err
	}
	process, ok := tested[0].impl.(*runners.Process)
	switch {
	case tested[0].StartError != nil:
		return nil, exitError{report.ExitNotStarted, tested[0].StartError}
	case !ok:
		return nil, fmt.Errorf("%s: %w", tested[0].Name, errInside)
	}
	return process, nil
}

var errInside = errors.New("it runs inside the kit, so there is no exchange")

// addTimeout adds the flag that bounds the wait for a reply.
func addTimeout(cmd *cobra.Command, timeout *time.Duration) {
	cmd.Flags().DurationVar(timeout, "timeout", runners.DefaultTimeout, "how long a process may take for one reply")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if *timeout <= 0 {
			return errors.New("--timeout must be more than 0")
		}
		return nil
	}
}

// splitArgs parts the names from the command behind "--".
func splitArgs(cmd *cobra.Command, args []string) (names, command []string) {
	dash := cmd.ArgsLenAtDash()
	if dash < 0 {
		return args, nil
	}
	dash -= cmd.Flags().NArg() - len(args) // a command may have taken some before
	return args[:dash], args[dash:]
}

// errNoCommand keeps a script whose variable is empty, as in `-- $ADAPTER`, from
// testing the kit's own implementations in place of its adapter.
var errNoCommand = errors.New("no command stands behind --; a variable there may be empty")

var errUnknownName = errors.New("no such implementation")

func builtInSubject(ctx context.Context, name string, timeout time.Duration, record func(bool, []byte)) (subject, error) {
	s := subject{Implementation: report.Implementation{Name: name, Args: []string{name}}}
	if name == "go" {
		s.impl = harness.Go()
		return s, nil
	}
	for _, known := range runners.References() {
		if name != known {
			continue
		}
		p, err := runners.Reference(ctx, name)
		if err != nil {
			return s, err
		}
		p.Timeout, p.Record = timeout, record
		s.impl = p
		return s, nil
	}
	return s, fmt.Errorf("%w: %q (a program of your own stands behind --, as in `ringkit check -- ./adapter`); %s",
		errUnknownName, name, spelling.Hint(name, builtIn(), "built in are"))
}

func closeAll(subjects []subject) {
	for _, s := range subjects {
		if s.impl != nil {
			s.impl.Close()
		}
	}
}
