// Capture asks real programs for owners, by the drivers beside it, and compares
// with what the kit says.
//
//	scripts/capture/run            every program that is installed
//	scripts/capture/run NAME…      these, which must be
//
// It prints one line a program: of how many keys the owner agrees. It exits with
// 1 if any does not, and with 2 if nothing could be asked of a program that is
// named.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ringkit/harness"
	"ringkit/vectors"
)

// drivers is relative to the top of the project, where the command is run.
const drivers = "scripts/capture"

func main() {
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: %s/run [NAME…]\nprograms: %s\n", drivers, strings.Join(programs(drivers), " "))
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cases, err := harness.Cases()
	if err != nil {
		fmt.Fprintln(os.Stderr, "capture:", err)
		os.Exit(2)
	}
	os.Exit(run(ctx, drivers, flag.Args(), cases, os.Stdout, os.Stderr))
}

// run compares the programs of these names, or all that are installed, and
// returns the exit status.
func run(ctx context.Context, dir string, names []string, cases []vectors.Case, out, errs io.Writer) int {
	all, named := programs(dir), len(names) > 0
	if !named {
		names = all
	}
	worst := 0
	for _, name := range names {
		if !slices.Contains(all, name) {
			fmt.Fprintf(errs, "capture: there is no driver for %q; there are %s\n", name, strings.Join(all, ", "))
			worst = 2
			continue
		}
		t, err := compare(ctx, filepath.Join(dir, name, "driver"), cases)
		var missing *notInstalled
		switch {
		case errors.As(err, &missing):
			fmt.Fprintf(out, "%s: %s\n", name, strings.TrimPrefix(missing.said, name+": "))
			if named {
				worst = 2
			}
		case err != nil:
			fmt.Fprintf(errs, "capture: %s: %v\n", name, err)
			worst = max(worst, 1)
		default:
			t.write(out)
			switch {
			case t.asked == 0 && named:
				worst = 2
			case !t.agrees():
				worst = max(worst, 1)
			}
		}
		if ctx.Err() != nil {
			return max(worst, 1)
		}
	}
	return worst
}

// programs returns the names of the folders that hold a driver.
func programs(dir string) []string {
	found, _ := filepath.Glob(filepath.Join(dir, "*", "driver")) // the pattern is well-formed
	var names []string
	for _, path := range found {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			names = append(names, filepath.Base(filepath.Dir(path)))
		}
	}
	return names
}
