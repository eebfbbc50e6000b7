package properties

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringkit/harness"
)

// SeedVariable is the environment variable from which [Run] takes the seed.
const SeedVariable = "RINGKIT_SEED"

// Run checks properties of impl, each as a subtest named by dialect and property.
// If opts has no seed it is taken from the environment variable RINGKIT_SEED, or
// else from the clock; it is logged with the command that repeats the test.
// Properties that are not applicable are skipped; if there are no others, the test
// fails. Run goes one round, whatever opts.Time is, and closes nothing.
func Run(t *testing.T, impl harness.Implementation, opts Options) {
	t.Helper()
	opts.Time = 0
	if opts.Seed == 0 {
		seed, err := testSeed()
		if err != nil {
			t.Fatal(err)
		}
		opts.Seed = seed
	}
	again := func(name string) string {
		pattern := "^" + strings.ReplaceAll(name, "/", "$/^") + "$"
		return fmt.Sprintf("%s=%d go test -count=1 -run '%s' .", SeedVariable, opts.Seed, pattern)
	}
	t.Logf("seed %d; to repeat: %s", opts.Seed, again(t.Name()))
	r, err := newRunner(t.Context(), impl, opts)
	if err != nil {
		t.Fatal(err)
	}
	judged, asked := 0, 0
	for _, task := range r.tasks() {
		t.Run(task.dialect.Name+"/"+task.property.Name, func(t *testing.T) {
			asked++
			result, err := r.run(t.Context(), task.property, task.dialect, opts.Seed)
			switch {
			case err != nil:
				t.Fatal(err)
			case result.NotApplicable != "":
				t.Skip(result.NotApplicable)
			case result.Violation != nil:
				t.Errorf("sample %d\n%s\nrepeat   %s", result.Samples, result.Violation, again(t.Name()))
			}
			judged++
		})
	}
	if asked > 0 && judged == 0 {
		t.Error("no property was judged")
	}
}

// testSeed returns the seed of the environment, or one of the clock.
func testSeed() (int64, error) {
	text := os.Getenv(SeedVariable)
	if text == "" {
		return time.Now().UnixNano(), nil
	}
	seed, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is %q, which is no whole number", SeedVariable, text)
	}
	return seed, nil
}
