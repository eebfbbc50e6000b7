package runners

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ringkit/harness"
)

// compilers are what brings the references that need a build.
var compilers = map[string]string{"java": "javac", "rust": "cargo", "c": "cc"}

func TestReferences(t *testing.T) {
	for _, name := range References() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := Reference(t.Context(), name)
			if errors.Is(err, ErrNotInstalled) && mayLack(name) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := p.Close(); err != nil {
					t.Error(err)
				}
				if _, err := os.Stat(p.Dir); !NeedsBuild(name) && !errors.Is(err, os.ErrNotExist) {
					t.Errorf("the folder %s is still there: %v", p.Dir, err)
				}
			})
			report, err := harness.Check(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			passed := map[string]int{}
			for _, r := range report.Results {
				switch {
				case r.Outcome == harness.Pass:
					passed[r.Case.Dialect]++
				case r.Outcome != harness.Unsupported || report.Hello.Offers(harness.ScriptOf(r.Case)):
					t.Errorf("want all passed that it offers, got %s\n%s", r.Outcome, harness.Explain(r))
				}
			}
			for _, dialect := range report.Hello.Dialects {
				if passed[dialect] < 50 {
					t.Errorf("%s: want at least 50 cases passed, got %d", dialect, passed[dialect])
				}
			}
		})
	}
}

// mayLack reports whether a test may go without a reference: in CI only if its
// compiler is no part of the machine.
func mayLack(name string) bool {
	if os.Getenv("CI") != "true" {
		return true
	}
	_, err := exec.LookPath(compilers[name])
	return err != nil && NeedsBuild(name)
}

func TestNeedsBuild(t *testing.T) {
	for _, name := range append(References(), "cobol") {
		if _, want := compilers[name]; NeedsBuild(name) != want {
			t.Errorf("%s: want %v, got %v", name, want, !want)
		}
	}
}

func TestReferenceThatIsNotInstalled(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for name, needs := range map[string]string{"python": "python3 3.9", "typescript": "node 18", "java": "a JDK, 17", "rust": "cargo", "c": "a C compiler"} {
		_, err := Reference(t.Context(), name)
		if !errors.Is(err, ErrNotInstalled) || !strings.HasPrefix(err.Error(), name+": "+needs) {
			t.Errorf("want %s: %s ... not installed, got %v", name, needs, err)
		}
	}
}

func TestUnknownReference(t *testing.T) {
	want := `there is no reference implementation "cobol"`
	if _, err := Reference(t.Context(), "cobol"); err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
}
