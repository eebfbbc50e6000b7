package identify_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ringkit/harness/identify"
)

// A capture is an excerpt of what a real program answered: every n-th line,
// from the first on. Redis and Cassandra answered slots and tokens, of which the
// owners were made by the ranges in the nodes' text. Jump's and Guava's lines are
// those of many buckets whose answer is the same for as few as are listed.
type capture struct {
	program, want string
	observed      identify.Observed
}

func captures(t testing.TB) map[string]capture {
	t.Helper()
	files, err := filepath.Glob("testdata/captured/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	found := map[string]capture{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, rest, ok := strings.Cut(string(text), "-- nodes --\n")
		nodes, owners, okOwners := strings.Cut(rest, "-- owners --\n")
		lines := strings.Split(head, "\n")
		if !ok || !okOwners || len(lines) < 2 {
			t.Fatalf("%s: want program, candidate, nodes and owners", file)
		}
		c := capture{program: lines[0], want: lines[1]}
		if c.observed.Nodes, err = identify.ReadNodes(file, []byte(nodes)); err != nil {
			t.Fatal(err)
		}
		if c.observed.Pairs, err = identify.ReadPairs(file, []byte(owners)); err != nil {
			t.Fatal(err)
		}
		found[strings.TrimSuffix(filepath.Base(file), ".txtar")] = c
	}
	return found
}

func TestCaptured(t *testing.T) {
	t.Parallel()
	for name, c := range captures(t) {
		a := identified(t, c.observed)
		if !fits(a, c.want) {
			t.Errorf("%s, captured from %s: want %s, got %s", name, c.program, c.want, shown(a))
		}
	}
}

func identified(t testing.TB, observed identify.Observed) identify.Answer {
	t.Helper()
	a, err := identify.Identify(t.Context(), []identify.Observed{observed}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// fits tells whether a candidate explains as much as the best one, and differs
// from it in rare keys at most.
func fits(a identify.Answer, want string) bool {
	return slices.ContainsFunc(a.Fits, func(c *identify.Candidate) bool {
		return c.String() == want && c.Explains == a.Fits[0].Explains && c.Differs == 0
	})
}

func shown(a identify.Answer) string {
	if len(a.Fits) == 0 {
		return "nothing; nearest " + a.Nearest.String()
	}
	var names []string
	for _, c := range a.Fits {
		names = append(names, c.String())
	}
	return strings.Join(names, "; ")
}
