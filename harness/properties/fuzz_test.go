package properties

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/runners"
)

func TestOptionsThatNameNothing(t *testing.T) {
	tests := []struct {
		name string
		opts Options
		want string
	}{
		{"property", Options{Properties: []string{"joining"}}, "there is no property \"joining\" here; there are\n  join, leave, "},
		{"dialect", Options{Dialects: []string{"xmur4"}}, `dialect "xmur4" is not spoken here; did you mean xmur3?`},
		{"misspelt property", Options{Properties: []string{"ordr"}}, `there is no property "ordr" here; did you mean order?`},
		{"property of one", Options{Properties: []string{"join"}, Other: harness.Go()}, `there is no property "join" here; there are agree`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Fuzz(t.Context(), harness.Go(), test.opts)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("want error %q, got %v", test.want, err)
			}
		})
	}
}

func TestAnImplementationThatDoesNotStart(t *testing.T) {
	var start *harness.StartError
	if _, err := Fuzz(t.Context(), harness.Local{}, Options{}); !errors.As(err, &start) {
		t.Errorf("want a StartError, got %v", err)
	}
}

func TestTimeGoesOnWithTheNextSeeds(t *testing.T) {
	start := time.Now()
	results, err := Fuzz(t.Context(), harness.Go(), Options{
		Seed: 5, Runs: 1, Time: 100 * time.Millisecond, Properties: []string{"order"}, Dialects: []string{"xmur3"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if time.Since(start) < 100*time.Millisecond {
		t.Errorf("want 100 ms, got %v", time.Since(start))
	}
	for i, r := range results {
		if r.Seed != 5+int64(i) {
			t.Errorf("round %d: want seed %d, got %d", i, 5+i, r.Seed)
		}
	}
	if len(results) < 2 {
		t.Errorf("want several rounds, got %d", len(results))
	}
}

func TestAViolatedPropertyEndsTheRounds(t *testing.T) {
	after := edited(goring.XMur3, func(d *goring.Dialect) { d.Boundary = goring.After })
	results, err := Fuzz(t.Context(), after, Options{Seed: 1, Time: time.Hour, Properties: []string{"scan"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != 1 || results[0].Violation == nil {
		t.Errorf("want one result, a violation; got %v", results)
	}
}

func TestSeedOfTheEnvironment(t *testing.T) {
	t.Setenv(SeedVariable, "-42")
	if seed, err := testSeed(); seed != -42 || err != nil {
		t.Errorf("want seed -42, got %d, %v", seed, err)
	}
	t.Setenv(SeedVariable, "today")
	if _, err := testSeed(); err == nil || err.Error() != `RINGKIT_SEED is "today", which is no whole number` {
		t.Errorf("want an error that names the variable, got %v", err)
	}
}

// Python's own hash of text is another one in each process.
func TestAHashThatDiffersBetweenProcessesIsFound(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	dir, err := filepath.Abs("../../runners/python")
	if err != nil {
		t.Fatal(err)
	}
	program := `
import dataclasses, dialects, sys, adapter
dialects.DIALECTS["xmur3"] = dataclasses.replace(dialects.DIALECTS["xmur3"], hash=lambda text: hash(text) & 0xffffffff)
sys.exit(adapter.main())`
	start := func() *runners.Process {
		p := &runners.Process{Command: []string{python, "-B", "-c", program}, Dir: dir}
		t.Cleanup(func() { p.Close() })
		return p
	}
	p := start()
	opts := Options{Seed: 1, Dialects: []string{"xmur3"}, Properties: []string{"join", "scan", "determinism"}}
	for _, fresh := range []bool{false, true} {
		if fresh {
			opts.Fresh = start()
		}
		results, err := Fuzz(t.Context(), p, opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if want := fresh && r.Property.Name == "determinism"; want != (r.Violation != nil) {
				t.Errorf("%s with another process: %t: want violated: %t, got %v", r.Property.Name, fresh, want, r.Violation)
			}
		}
	}
}

// A lookup that waits for a change that waits for it is a violation too.
func TestReadersThatHangAreFound(t *testing.T) {
	hanging := wrapped(goring.XMur3, func(r ring) harness.Ring { return &hangingRing{ring: r} })
	hanging.Timeout = 50 * time.Millisecond
	results, err := Fuzz(t.Context(), hanging, Options{Seed: 1, Properties: []string{"readers"}})
	if err != nil {
		t.Fatal(err)
	}
	if v := results[0].Violation; v == nil || v.outcome() != harness.Timeout {
		t.Errorf("want a timeout, got %v", v)
	}
}

type hangingRing struct {
	ring
	lookups atomic.Int64
}

func (r *hangingRing) Owner(key string) (string, error) {
	if r.lookups.Add(1) > 10 {
		select {}
	}
	return r.ring.Owner(key)
}

// A panic of the ring is a violation like any other, and made small.
func TestACrashIsMinimised(t *testing.T) {
	crashing := edited(goring.XMur3, func(d *goring.Dialect) {
		right := d.Hash
		d.Hash = func(text string) goring.Position {
			if strings.Contains(text, "\x00") {
				panic("NUL")
			}
			return right(text)
		}
	})
	results, err := Fuzz(t.Context(), crashing, Options{Seed: 1, Properties: []string{"order"}})
	if err != nil {
		t.Fatal(err)
	}
	v := results[0].Violation
	if v == nil || v.outcome() != harness.Crash {
		t.Fatalf("want a crash, got %v", v)
	}
	if chars := len(strings.Join(append(names(v.Sample.Nodes), v.Sample.Keys...), "")); chars > 2 {
		t.Errorf("want NUL and at most what keeps two names in disorder, got\n%s", v.Sample)
	}
}
