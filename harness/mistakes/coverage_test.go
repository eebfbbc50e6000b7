package mistakes_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/mistakes"
	"ringkit/spec"
	"ringkit/vectors"
)

// A caught is what is left of a catch: the cases that a mistake fails, and what is
// wrong with the diagnosis of its failures. All catches at once would take
// gigabytes.
type caught struct {
	dialect  string
	mistake  mistakes.Mistake
	failed   []string
	problems []string
}

// coverage plays the whole catalogue once for all tests.
var coverage = sync.OnceValues(func() ([]caught, error) {
	cases, err := harness.Cases()
	var all []caught
	for _, d := range goring.Dialects() {
		catches := mistakes.Coverage(d.Name, cases)
		of := slices.Repeat([]caught{{}}, len(catches)) // make is taken here
		var next atomic.Int32
		var wait sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			wait.Go(func() {
				for i := next.Add(1) - 1; int(i) < len(catches); i = next.Add(1) - 1 {
					of[i] = newCaught(catches[i])
				}
			})
		}
		wait.Wait()
		all = append(all, of...)
	}
	return all, err
})

func newCaught(c mistakes.Catch) caught {
	short := caught{dialect: c.Dialect, mistake: c.Mistake, problems: misnamed(c)}
	for _, r := range c.Failed {
		short.failed = append(short.failed, r.Case.ID)
	}
	return short
}

func catches(t *testing.T) []caught {
	t.Helper()
	all, err := coverage()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryMistakeIsCaught(t *testing.T) {
	all := catches(t)
	missed := 0
	for _, c := range all {
		if len(c.failed) == 0 {
			missed++
			t.Errorf("no case catches %s: %s", c.dialect, c.mistake.Name)
		}
	}
	t.Logf("%d mistakes, %d with the dialects that they can be made in: %d caught",
		len(mistakes.Catalogue()), len(all), len(all)-missed)
}

func TestEveryMistakeIsNamed(t *testing.T) {
	all := catches(t)
	named := 0
	for _, c := range all {
		for _, problem := range c.problems {
			t.Errorf("%s in %s %s", c.mistake.Name, c.dialect, problem)
		}
		if len(c.failed) > 0 && len(c.problems) == 0 {
			named++
		}
	}
	t.Logf("%d of %d named", named, len(all))
}

// misnamed returns what is wrong with the diagnosis of a mistake's failures.
func misnamed(c mistakes.Catch) (problems []string) {
	if len(c.Failed) == 0 {
		return nil // reported by TestEveryMistakeIsCaught
	}
	problem := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	got := mistakes.Diagnose(everything, slices.Concat(c.Failed, c.Passed))
	if len(got) != 1 {
		return []string{fmt.Sprintf("has %d diagnoses", len(got))}
	}
	names := append([][]string{got[0].Mistakes}, got[0].Indistinguishable...)
	want := append([]string{c.Mistake.Name}, c.Mistake.Alike...)
	for _, name := range names {
		if len(name) != 1 || !slices.Contains(want, name[0]) {
			problem("is taken for %v as well, and is not declared to be like it", name)
		}
	}
	if !slices.ContainsFunc(names, func(n []string) bool { return slices.Equal(n, []string{c.Mistake.Name}) }) {
		problem("is not named: %v", names)
	}
	if got[0].Explains != len(c.Failed) || got[0].Failures != len(c.Failed) {
		problem("explains %d of %d, want all %d", got[0].Explains, got[0].Failures, len(c.Failed))
	}
	if !slices.ContainsFunc(c.Failed, func(r harness.Result) bool { return r.Stage == c.Mistake.Stage }) {
		problem("is said to differ first at the stage %s, but no failure does", c.Mistake.Stage)
	}
	return problems
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
		for _, id := range c.failed {
			tripped[id] = true
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
	lost := catches(t)[slices.IndexFunc(catches(t), func(c caught) bool {
		return c.mistake.Name == "tie-in-utf16-order" && c.dialect == "md5-32"
	})]
	if len(lost.failed) == 0 {
		t.Fatal("nothing catches tie-in-utf16-order")
	}
	without := slices.DeleteFunc(slices.Clone(cases), func(c vectors.Case) bool { return slices.Contains(lost.failed, c.ID) })
	var got []string
	for _, c := range mistakes.Coverage("md5-32", without) {
		if len(c.Failed) == 0 {
			got = append(got, c.Mistake.Name)
		}
	}
	if diff := cmp.Diff([]string{"tie-in-utf16-order"}, got); diff != "" {
		t.Errorf("survivors without %d cases (-want +got):\n%s", len(lost.failed), diff)
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
	if got := len(mistakes.Catalogue()); got < 250 {
		t.Errorf("the catalogue holds %d mistakes only", got)
	}
}
