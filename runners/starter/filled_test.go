package starter_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ringkit/harness"
	"ringkit/runners"
)

const allOps = `"hash", "ring", "points", "owners", "replicas", "nodes", "add", "remove"`

// A filling is the reference's ring in the place of what is to be filled in.
type filling struct {
	needs   string
	files   []string    // of the reference
	changes [][3]string // file, old, new
}

var fillings = map[string]filling{
	"python": {"python3", []string{"ring.py"}, [][3]string{
		{"ring.py", "class RingError", "NAME = \"filled in\"\nOPS = [" + allOps + "]\n\n\nclass RingError"},
	}},
	"typescript": {"node", []string{"ring.js"}, [][3]string{
		{"ring.js", "export class RingError", "export const name = \"filled in\";\nexport const ops = [" + allOps + "];\nexport class RingError"},
	}},
	"java": {"javac", []string{"Ring.java", "Dialect.java", "Position.java"}, [][3]string{
		{"Ring.java", "final class Ring {", "final class Ring {\n    static final String NAME = \"filled in\";\n    static final List<String> OPS = List.of(" + allOps + ");"},
	}},
	"rust": {"cargo", []string{"src/ring.rs", "src/md5.rs"}, [][3]string{
		{"src/ring.rs", "use crate::md5::md5;", "#[path = \"md5.rs\"]\nmod md5;\nuse md5::md5;\npub const NAME: &str = \"filled in\";\npub const OPS: &[&str] = &[" + allOps + "];"},
	}},
	"c": {"cc", []string{"ring.c", "ring.h", "md5.c", "md5.h"}, [][3]string{
		{"Makefile", "ring.c", "ring.c md5.c"},
		{"ring.h", `#include "text.h"`, "#include \"text.h\"\nextern const char ring_name[];\nextern const char *const ring_ops[];"},
		{"ring.c", `#include "ring.h"`, "#include \"ring.h\"\nconst char ring_name[] = \"filled in\";\nconst char *const ring_ops[] = {" + allOps + ", NULL};"},
	}},
}

// What speaks the protocol speaks it still when all is filled in.
func TestFillInAll(t *testing.T) {
	for language, f := range fillings {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			need(t, f.needs)
			dir := t.TempDir()
			adapter := write(t, language, dir)
			for _, name := range f.files {
				text, err := runners.Sources.ReadFile(language + "/" + name)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range f.changes {
				change(t, filepath.Join(dir, c[0]), c[1], c[2])
			}
			if adapter.Build != nil {
				if out, err := exec.CommandContext(t.Context(), adapter.Build[0], adapter.Build[1:]...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			checkAll(t, adapter.Run, 400)
		})
	}
}

// change replaces the only place of old in a file.
func change(t *testing.T, file, old, by string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), old); n != 1 {
		t.Fatalf("%s: want this once, got it %d times: %s", file, n, old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, by, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// checkAll fails the test unless a command passes all cases that its hello
// offers, and at least so many.
func checkAll(t *testing.T, command []string, least int) {
	t.Helper()
	report := check(t, command)
	for _, r := range report.Results {
		if r.Outcome == harness.Unsupported && report.Hello.Offers(harness.ScriptOf(r.Case)) {
			t.Errorf("%s: want it passed, got unsupported", r.Case.ID)
		}
	}
	if passed := report.Totals()[harness.Pass]; passed < least {
		t.Errorf("want at least %d cases passed, got %d", least, passed)
	}
}
