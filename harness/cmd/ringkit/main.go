// Ringkit proves that a consistent-hash ring, written in any language, sends
// every key to the node it should, and names the mistake where it does not.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"ringkit/harness/report"
)

func main() {
	// The kit runs for seconds and holds little: to collect garbage less often
	// takes some more megabytes, and saves a fifth of its time.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs one command and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	// An interrupt ends the implementations before it ends the kit.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var exit exitError
	switch {
	case err == nil:
		return report.ExitGood
	case errors.As(err, &exit):
		if exit.err != nil {
			fmt.Fprintln(stderr, "ringkit:", exit.err)
		}
		return exit.code
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "ringkit: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "ringkit:", err)
	return report.ExitNothing
}

// exitInterrupted is what shells report of a program that an interrupt ended.
const exitInterrupted = 130

// An exitError ends the program with a code. Any other error is one of usage or
// of a file that cannot be read, and ends it with report.ExitNothing.
type exitError struct {
	code int
	err  error // may be nil where all has been said
}

func (e exitError) Error() string { return fmt.Sprint(e.err) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "ringkit",
		Short: "Prove that a consistent-hash ring sends every key to the right node",
		Long: `ringkit proves that a consistent-hash ring, written in any language, sends every
key to the node it should, and names the mistake where it does not.

Exit codes: 0 all as expected; 1 an unexpected result; 2 wrong usage, bad
vectors, or nothing judged; 3 an implementation could not be started.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          onlyCommands,
		Version:       version(),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("ringkit {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(checkCommand(), listCommand(), showCommand(), exportCommand(), mistakesCommand(), newCommand(),
		baselineCommand(), replayCommand(), doctorCommand(), fuzzCommand(), identifyCommand())
	helpWithCommandsOnly(root)
	return root
}
