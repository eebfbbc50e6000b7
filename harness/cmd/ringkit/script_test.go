package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is also the command, and the adapters that it is tested with.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ringkit": main,
		"adapter": adapterMain,
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			// With the race detector, each process would sleep a second in the end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":       exits,
			"interrupted": interrupted,
			"path":        setPath,
		},
	})
}

// exits CODE COMMAND ARG... runs a command that must end with that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	if got := exitCode(ts, err); strconv.Itoa(got) != args[0] {
		ts.Fatalf("want exit code %s, got %d", args[0], got)
	}
}

func exitCode(ts *testscript.TestScript, err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	ts.Fatalf("%v", err)
	return -1
}

// interrupted CODE FILE COMMAND ARG... interrupts a command as soon as the file
// holds the process ID of an adapter. Both must end, the command with that code.
func interrupted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupted CODE FILE COMMAND [ARG...]")
	}
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	ts.Check(cmd.Start())
	pid := 0
	until(ts, "the adapter hangs", func() bool {
		text, err := os.ReadFile(ts.MkAbs(args[1]))
		if err != nil {
			return false
		}
		pid, err = strconv.Atoi(string(text))
		return err == nil
	})
	ts.Check(cmd.Process.Signal(os.Interrupt))
	if got := exitCode(ts, cmd.Wait()); strconv.Itoa(got) != args[0] {
		ts.Fatalf("want exit code %s, got %d", args[0], got)
	}
	until(ts, "the adapter has ended", func() bool {
		adapter, err := os.FindProcess(pid)
		return err != nil || adapter.Signal(syscall.Signal(0)) != nil
	})
}

// until waits for what is sure to come.
func until(ts *testscript.TestScript, what string, has func() bool) {
	for end := time.Now().Add(time.Minute); !has(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("a minute has passed before %s", what)
		}
	}
}

// path COMMAND... makes these the only commands that can be found.
func setPath(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: path [COMMAND...]")
	}
	dir := ts.MkAbs("only")
	ts.Check(os.MkdirAll(dir, 0o755))
	for _, name := range args {
		path, err := exec.LookPath(name)
		ts.Check(err)
		ts.Check(os.Symlink(path, dir+"/"+name))
	}
	ts.Setenv("PATH", dir)
}
