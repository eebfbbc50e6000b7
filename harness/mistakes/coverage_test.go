package mistakes_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/harness"
	"ringkit/harness/mistakes"
	"ringkit/spec"
	"ringkit/vectors"
)

// coverage plays the whole catalogue once for all tests.
var coverage = sync.OnceValues(func() ([]mistakes.Catch, error) {
	cases, err := harness.Cases()
	return mistakes.Coverage(cases), err
})

func catches(t *testing.T) []mistakes.Catch {
	t.Helper()
	all, err := coverage()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// survivors returns the mistakes that none of the cases catches.
func survivors(catches []mistakes.Catch) []string {
	var names []string
	for _, c := range catches {
		if len(c.Failed) == 0 {
			names = append(names, c.Dialect+": "+c.Mistake.Name)
		}
	}
	return names
}

func TestEveryMistakeIsCaught(t *testing.T) {
	all := catches(t)
	for _, name := range survivors(all) {
		t.Errorf("no case catches %s", name)
	}
	t.Logf("%d mistakes, %d with the dialects that they can be made in: %d caught",
		len(mistakes.Catalogue()), len(all), len(all)-len(survivors(all)))
}

func TestEveryMistakeIsNamed(t *testing.T) {
	all := catches(t)
	named := 0
	for _, c := range all {
		if len(c.Failed) == 0 {
			continue // reported by TestEveryMistakeIsCaught
		}
		got := mistakes.Diagnose(everything, slices.Concat(c.Failed, c.Passed))
		if len(got) != 1 {
			t.Errorf("%s in %s: %d diagnoses", c.Mistake.Name, c.Dialect, len(got))
			continue
		}
		names := append([][]string{got[0].Mistakes}, got[0].Indistinguishable...)
		want := append([]string{c.Mistake.Name}, c.Mistake.Alike...)
		for _, name := range names {
			if len(name) != 1 || !slices.Contains(want, name[0]) {
				t.Errorf("%s in %s is taken for %v as well, and is not declared to be like it", c.Mistake.Name, c.Dialect, name)
			}
		}
		if !slices.ContainsFunc(names, func(n []string) bool { return slices.Equal(n, []string{c.Mistake.Name}) }) {
			t.Errorf("%s in %s is not named: %v", c.Mistake.Name, c.Dialect, names)
			continue
		}
		if got[0].Explains != len(c.Failed) || got[0].Failures != len(c.Failed) {
			t.Errorf("%s in %s: explains %d of %d, want all %d", c.Mistake.Name, c.Dialect, got[0].Explains, got[0].Failures, len(c.Failed))
		}
		if !slices.ContainsFunc(c.Failed, func(r harness.Result) bool { return r.Stage == c.Mistake.Stage }) {
			t.Errorf("%s in %s is said to differ first at the stage %s, but no failure does", c.Mistake.Name, c.Dialect, c.Mistake.Stage)
		}
		named++
	}
	t.Logf("%d of %d named", named, len(all))
}

// everything is the hello of an implementation that offers all there is.
var everything = harness.Hello{Name: "test", Ops: []string{"hash", "points", "replicas", "nodes", "add", "remove"}}

// untripped are the cases that no known mistake fails, and why they are there.
var untripped = map[string]string{}

func TestEveryCaseCatchesAMistake(t *testing.T) {
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	tripped := map[string]bool{}
	for _, c := range catches(t) {
		for _, r := range c.Failed {
			tripped[r.Case.ID] = true
		}
	}
	for _, c := range cases {
		switch _, listed := untripped[c.ID]; {
		case !tripped[c.ID] && !listed:
			t.Errorf("no mistake fails %s: %s", c.ID, c.Why)
		case tripped[c.ID] && listed:
			t.Errorf("%s is listed as failed by no mistake, but one fails it", c.ID)
		}
	}
}

// A suite that loses what catches a mistake must show which mistake that is.
func TestMissingVectorNamesTheSurvivor(t *testing.T) {
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	var lost mistakes.Catch
	for _, c := range catches(t) {
		if c.Mistake.Name == "tie-in-utf16-order" && c.Dialect == "md5-32" {
			lost = c
		}
	}
	if len(lost.Failed) == 0 {
		t.Fatal("nothing catches tie-in-utf16-order")
	}
	var without []vectors.Case
	for _, c := range cases {
		if c.Dialect == "md5-32" && !slices.ContainsFunc(lost.Failed, func(r harness.Result) bool { return r.Case.ID == c.ID }) {
			without = append(without, c)
		}
	}
	var got []string
	for _, c := range mistakes.Coverage(without) {
		if c.Dialect == "md5-32" && len(c.Failed) == 0 {
			got = append(got, c.Mistake.Name)
		}
	}
	if diff := cmp.Diff([]string{"tie-in-utf16-order"}, got); diff != "" {
		t.Errorf("survivors without %d cases (-want +got):\n%s", len(lost.Failed), diff)
	}
}

func TestEveryRuleCanBeBroken(t *testing.T) {
	for _, rule := range spec.Rules() {
		if !slices.ContainsFunc(mistakes.Catalogue(), func(m mistakes.Mistake) bool { return m.Rule == rule.ID }) {
			t.Errorf("no mistake breaks the rule %s", rule.ID)
		}
	}
	for _, m := range mistakes.Catalogue() {
		if _, known := spec.FindRule(m.Rule); !known {
			t.Errorf("%s breaks %q, which is no rule", m.Name, m.Rule)
		}
	}
}

func TestCatalogueIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range mistakes.Catalogue() {
		if seen[m.Name] {
			t.Errorf("%s is there twice", m.Name)
		}
		seen[m.Name] = true
		for what, text := range map[string]string{"Says": m.Says, "Cause": m.Cause, "Fix": m.Fix, "Rule": m.Rule, "Stage": string(m.Stage)} {
			if text == "" {
				t.Errorf("%s has no %s", m.Name, what)
			}
		}
	}
	for _, m := range mistakes.Catalogue() {
		for _, other := range m.Alike {
			o, known := mistakes.Find(other)
			if !known || !slices.Contains(o.Alike, m.Name) {
				t.Errorf("%s is declared to be like %s, but not the other way round", m.Name, other)
			}
		}
	}
	if got := len(mistakes.Catalogue()); got < 80 {
		t.Errorf("the catalogue holds %d mistakes only", got)
	}
}
