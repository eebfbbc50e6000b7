package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/harness/report"
	"ringkit/runners"
	"ringkit/runners/starter"
)

// A fresh adapter can be built and run by the commands that `ringkit new` prints:
// it says hello, and no case is judged.
func TestNew(t *testing.T) {
	inCI := []string{"python", "typescript", "go"}
	for _, language := range starter.Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			var codes []int
			for _, command := range printedCommands(t, language) {
				program := command[slices.Index(command, "--")+1:] // all of it if there is no --
				if _, err := exec.LookPath(program[0]); err != nil && !(os.Getenv("CI") == "true" && slices.Contains(inCI, language)) {
					t.Skip(err)
				}
				if command[0] == "ringkit" {
					var stdout, stderr bytes.Buffer
					codes = append(codes, run(command[1:], &stdout, &stderr))
					t.Logf("%s\n%s%s", command, &stdout, &stderr)
					checkHello(t, program)
				} else if out, err := exec.CommandContext(t.Context(), program[0], program[1:]...).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", command, err, out)
				}
			}
			// The doctor misses the ring, and no case was judged.
			if want := []int{report.ExitUnexpected, report.ExitNothing}; !cmp.Equal(codes, want) {
				t.Errorf("want the exit codes %v, got %v", want, codes)
			}
		})
	}
}

// printedCommands returns what `ringkit new` says is to be run next.
func printedCommands(t *testing.T, language string) (commands [][]string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run([]string{"new", language, filepath.Join(t.TempDir(), "new")}, &stdout, &stderr); code != report.ExitGood {
		t.Fatalf("exit %d; stderr:\n%s", code, &stderr)
	}
	for line := range strings.Lines(stdout.String()) {
		if command, found := strings.CutPrefix(line, "  "); found {
			commands = append(commands, strings.Fields(command))
		}
	}
	return commands
}

func checkHello(t *testing.T, command []string) {
	t.Helper()
	p := &runners.Process{Command: command}
	defer p.Close()
	hello, err := p.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if hello.Name != "my ring" || !cmp.Equal(hello.Dialects, []string{starter.Dialect}) || len(hello.Ops) > 0 {
		t.Errorf(`want "my ring", which speaks %s and offers nothing, got %+v`, starter.Dialect, hello)
	}
}

func TestNewRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ring.py"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"cobol", dir}, "there are python, typescript, java, rust, c, go"},
		{[]string{"python", dir}, "ring.py is there already; nothing was written"},
		{[]string{"python", file}, file},
		{[]string{"python"}, "usage: ringkit new LANG DIR"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"new"}, test.args...), &stdout, &stderr); code != report.ExitNothing || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("new %s: want exit %d and %q, got exit %d and %s", test.args, report.ExitNothing, test.want, code, &stderr)
		}
	}
}
