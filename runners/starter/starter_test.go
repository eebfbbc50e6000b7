package starter_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/harness"
	"ringkit/runners"
	"ringkit/runners/starter"
)

func write(t *testing.T, language, dir string) starter.Adapter {
	t.Helper()
	adapter, err := starter.Write(language, dir)
	if err != nil {
		t.Fatal(err)
	}
	return adapter
}

// check runs all cases with a command, and fails the test where a case had an
// unexpected outcome.
func check(t *testing.T, command []string) harness.Report {
	t.Helper()
	p := &runners.Process{Command: command}
	defer p.Close()
	report, err := harness.Check(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Results {
		if r.Outcome.Unexpected() {
			t.Errorf("%s\n%s", r.Outcome, harness.Explain(r))
		}
	}
	return report
}

// need skips the test where a program is not installed; in CI it must be.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

func TestFillInOwners(t *testing.T) {
	need(t, "python3")
	dir := t.TempDir()
	adapter := write(t, "python", dir)
	reference, err := runners.Sources.ReadFile("python/ring.py")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "my_ring.py"), reference, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`OPS: list[str] = []`, `OPS = ["ring", "owners"]`},
		{`NAME = `, "import my_ring\n\nNAME = "},
		{`        raise NotImplementedError("ring")`, `        try:
            self.ring = my_ring.Ring(my_ring.DIALECTS[dialect.name], nodes, vnodes)
        except my_ring.RingError as error:
            raise RingError(error.code, str(error)) from error`},
		{`        raise NotImplementedError("owners")`, `        return self.ring.owners(keys)`},
	} {
		change(t, adapter.FillIn, c[0], c[1])
	}
	totals := check(t, adapter.Run).Totals()
	if totals[harness.Pass] < 50 || totals[harness.Unsupported] < 500 {
		t.Errorf("want the owners of one dialect passed, and all else unsupported; got %v", totals)
	}
}

// The Go reference has no adapter, so the ring is put in by an overlay, and the
// adapter is built inside this module.
func TestFillInGo(t *testing.T) {
	need(t, "go")
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(here, "go", "adapter", "ring.go"): filepath.Join(here, "testdata", "ring.go"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		t.Fatal(err)
	}
	adapter := filepath.Join(t.TempDir(), "adapter.exe") // a name that Windows runs, too
	cmd := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", adapter, "./go/adapter")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	checkAll(t, []string{adapter}, 1000)
}

func TestNothingIsOverwritten(t *testing.T) {
	for _, language := range starter.Languages() {
		t.Run(language, func(t *testing.T) {
			dir := t.TempDir()
			written := write(t, language, filepath.Join(dir, "new", "folder"))
			for _, file := range written.Files {
				other := t.TempDir()
				name, err := filepath.Rel(filepath.Join(dir, "new", "folder"), file)
				if err != nil {
					t.Fatal(err)
				}
				mine := filepath.Join(other, name)
				if err := os.MkdirAll(filepath.Dir(mine), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
					t.Fatal(err)
				}
				_, err = starter.Write(language, other)
				if want := mine + " is there already; nothing was written"; err == nil || err.Error() != want {
					t.Errorf("want %s, got %v", want, err)
				}
				if left := filesIn(t, other); !cmp.Equal(left, map[string]string{name: "mine"}) {
					t.Errorf("want only %s, unchanged, got %v", name, left)
				}
			}
		})
	}
}

func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestUnknownLanguage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	want := `there is no adapter in "cobol" (spec/protocol.md says how to write one); there are python, typescript, java, rust, c, go`
	if _, err := starter.Write("cobol", dir); err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("%s was made", dir)
	}
}
