package mistakes_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/mistakes"
	"ringkit/vectors"
)

// diagnose checks an implementation of one dialect.
func diagnose(t *testing.T, impl harness.Local, dialect string, picked harness.Selection) []harness.Diagnosis {
	t.Helper()
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	picked.Dialects = []string{dialect}
	if cases, err = picked.Select(cases); err != nil {
		t.Fatal(err)
	}
	report, err := harness.Check(context.Background(), impl, harness.OnCases(cases), harness.WithDiagnosis(mistakes.Diagnose))
	if err != nil {
		t.Fatal(err)
	}
	return report.Diagnoses
}

func make(t *testing.T, dialect string, names ...string) harness.Local {
	t.Helper()
	var made []mistakes.Mistake
	for _, name := range names {
		m, known := mistakes.Find(name)
		if !known {
			t.Fatalf("there is no mistake %s", name)
		}
		made = append(made, m)
	}
	wrong, err := mistakes.Make(dialect, made...)
	if err != nil {
		t.Fatal(err)
	}
	return wrong
}

func TestMistakesTogetherAreNamed(t *testing.T) {
	for _, names := range [][]string{
		{"little-endian", "separator-dash"},
		{"index-from-1", "strictly-after"},
		{"weight-ignored", "no-wrap"},
		{"hex-not-padded", "remove-without-rebuild"},
		{"text-trimmed", "tie-to-last-added"},
		{"predecessor", "replicas-one-short", "bad-count-accepted"},
	} {
		t.Run(strings.Join(names, " with "), func(t *testing.T) {
			t.Parallel()
			got := diagnose(t, make(t, "md5-32", names...), "md5-32", harness.Selection{})
			if len(got) != 1 || !slices.Equal(got[0].Mistakes, names) || got[0].Explains != got[0].Failures {
				t.Errorf("got %+v, want %v", got, names)
			}
		})
	}
}

// An implementation that offers owners alone shows less; what it could offer to
// show more is said.
func TestDiagnosisAsksForMore(t *testing.T) {
	wrong := make(t, "md5-32", "separator-dash")
	right := wrong.New
	wrong.Hash = nil
	wrong.New = func(c harness.Config) (harness.Ring, error) {
		ring, err := right(c)
		if err != nil {
			return nil, err
		}
		return ownerOnly{ring}, nil
	}
	got := diagnose(t, wrong, "md5-32", harness.Selection{Run: []string{"md5-32/seed/owners"}})
	if len(got) != 1 || len(got[0].Indistinguishable) == 0 {
		t.Fatalf("got %+v, want several that explain one case", got)
	}
	if !slices.ContainsFunc(append(got[0].Indistinguishable, got[0].Mistakes), func(names []string) bool {
		return slices.Equal(names, []string{"separator-dash"})
	}) {
		t.Errorf("separator-dash is not among %+v", got[0])
	}
}

type ownerOnly struct{ ring harness.Ring }

func (r ownerOnly) Owner(key string) (string, error) { return r.ring.Owner(key) }

// Where points show that the ring is right, a wrong label cannot explain an
// owner.
func TestStageNarrowsTheSearch(t *testing.T) {
	got := diagnose(t, make(t, "md5-32", "strictly-after"), "md5-32", harness.Selection{Run: []string{"md5-32/boundary/hit-0"}})
	if len(got) != 1 {
		t.Fatalf("got %+v", got)
	}
	for _, names := range append(got[0].Indistinguishable, got[0].Mistakes) {
		for _, name := range names {
			if m, _ := mistakes.Find(name); m.Stage != harness.StageBoundary {
				t.Errorf("%s of the stage %s is said to explain a failure at the boundary", name, m.Stage)
			}
		}
	}
}

// What nobody ever did by mistake is not called a mistake.
func TestNothingIsNamedWhereNothingFits(t *testing.T) {
	for name, owner := range map[string]func(key string) (string, error){
		"constant": func(string) (string, error) { return "cache-a", nil },
		"error":    func(string) (string, error) { return "", errors.New("no") },
		"echo":     func(key string) (string, error) { return key, nil },
	} {
		t.Run(name, func(t *testing.T) {
			impl := harness.Local{
				Name: name, Dialects: []string{"md5-32"},
				New: func(harness.Config) (harness.Ring, error) { return ownerFunc(owner), nil },
			}
			got := diagnose(t, impl, "md5-32", harness.Selection{})
			if len(got) != 1 || len(got[0].Mistakes) != 0 || !strings.Contains(got[0].Text, "no known mistake") {
				t.Errorf("got %+v, want no mistake", got)
			}
		})
	}
}

type ownerFunc func(key string) (string, error)

func (f ownerFunc) Owner(key string) (string, error) { return f(key) }

// A rotation of the circle moves no key, and must not be called a routing
// failure.
func TestSignedPositionsAreNoRoutingFailure(t *testing.T) {
	signed, _ := mistakes.Find("signed-positions")
	for _, d := range goring.Dialects() {
		if !signed.AppliesTo(d.Name) {
			continue
		}
		got := diagnose(t, make(t, d.Name, "signed-positions"), d.Name, harness.Selection{})
		if len(got) != 1 || !slices.Equal(got[0].Mistakes, []string{"signed-positions"}) || !strings.Contains(got[0].Text, "no routing failure") {
			t.Errorf("%s: got %+v", d.Name, got)
		}
	}
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range onlyOwners(cases) {
		if !signed.AppliesTo(c.Dialect) {
			continue
		}
		r := harness.Judge(c, make(t, c.Dialect, "signed-positions").PlayOne(harness.ScriptOf(c)))
		if r.Outcome != harness.Pass {
			t.Errorf("signed-positions moves the key of %s", c.ID)
		}
	}
}

// onlyOwners returns the cases that ask neither for hashes nor for points, a few
// of each dialect.
func onlyOwners(cases []vectors.Case) []vectors.Case {
	var picked []vectors.Case
	for _, c := range cases {
		asks := slices.ContainsFunc(c.Steps, func(s vectors.Step) bool { return s.Op == vectors.Hash || s.Op == vectors.Points })
		if !asks && strings.Contains(c.ID, "/key/") {
			picked = append(picked, c)
		}
	}
	return picked
}

// The worst that a diagnosis can meet is six dialects in which nothing explains
// anything.
func BenchmarkWorstDiagnosis(b *testing.B) {
	impl := harness.Go()
	impl.New = func(harness.Config) (harness.Ring, error) {
		return ownerFunc(func(key string) (string, error) { return key, nil }), nil
	}
	report, err := harness.Check(context.Background(), impl)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		mistakes.Diagnose(report.Hello, report.Results)
	}
}
