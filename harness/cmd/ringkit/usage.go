package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringkit/harness/spelling"
)

// takes is want, with the usage line in place of cobra's count of arguments.
func takes(want cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if want(cmd, args) != nil {
			return fmt.Errorf("usage: %s", cmd.UseLine())
		}
		return nil
	}
}

// onlyCommands takes no argument: the root has one only where no command has its
// name.
func onlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	return fmt.Errorf("unknown command %q; %s", args[0], spelling.Hint(args[0], known, "there are"))
}

// helpWithCommandsOnly refuses help about what is no command, where cobra helps with
// the root.
func helpWithCommandsOnly(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		return
	}
	help.Args = func(_ *cobra.Command, args []string) error {
		if about, rest, _ := root.Find(args); about == root {
			return onlyCommands(root, rest)
		}
		return nil
	}
}

// flagError adds to an error of the flags what may have been meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	return fmt.Errorf("%w; %s", err, spelling.Hint("--"+unknown.GetSpecifiedName(), known, "there are"))
}

// version is that of the module, with the commit if the toolchain recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}
