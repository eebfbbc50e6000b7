package harness_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/harness"
	"ringkit/vectors"
)

// someCases are cases with these IDs, which is all that a baseline looks at.
func someCases(ids ...string) (cases []vectors.Case) {
	for _, id := range ids {
		cases = append(cases, vectors.Case{ID: id})
	}
	return cases
}

func TestReadBaseline(t *testing.T) {
	cases := someCases("a/b/one", "a/b/two", "a/c")
	for _, text := range []string{
		"- cases: a/b/**\n  reason: not yet\n- {cases: \"a/c\", reason: 'a # sign, and: more'}\n",
		"# a comment\n---\n- cases: a/b/*\n  reason: é\n",
		"[]",
	} {
		known, err := harness.ReadBaseline("known.yaml", []byte(text), cases)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if want := strings.Count(text, "reason"); len(known) != want {
			t.Errorf("%q: want %d entries, got %d", text, want, len(known))
		}
	}
	known, err := harness.ReadBaseline("known.yaml", []byte("\n- cases: a/c\n  reason: not yet\n"), cases)
	want := harness.Baseline{{Cases: "a/c", Reason: "not yet", File: "known.yaml", Line: 2}}
	if diff := cmp.Diff(want, known); diff != "" || err != nil {
		t.Errorf("(-want +got)\n%s%v", diff, err)
	}
}

func TestReadBaselineRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", `known.yaml:1: the file is empty: a baseline without known failures is []`},
		{"only a comment", "# none\n", `known.yaml:1: the file is empty`},
		{"null", "null\n", `known.yaml:1: a baseline must be a list`},
		{"a mapping", "cases: a/c\nreason: x\n", `known.yaml:1: a baseline must be a list`},
		{"texts", "- a/c\n", `known.yaml:1: a known failure must be {cases: GLOB, reason: TEXT}`},
		{"null in the list", "- null\n", `known.yaml:1: a known failure must be`},
		{"no reason", "- cases: a/c\n", `known.yaml:1: a known failure lacks "reason"`},
		{"no cases", "\n- reason: x\n", `known.yaml:2: a known failure lacks "cases"`},
		{"an empty reason", "- cases: a/c\n  reason: \" \"\n", `known.yaml:2: reason is empty`},
		{"a null reason", "- cases: a/c\n  reason:\n", `known.yaml:2: reason must be text: quote it`},
		{"a number for a reason", "- cases: a/c\n  reason: 12\n", `known.yaml:2: reason must be text: quote it`},
		{"no for a reason", "- cases: a/c\n  reason: true\n", `known.yaml:2: reason must be text: quote it`},
		{"a list of cases", "- cases: [a/c]\n  reason: x\n", `known.yaml:1: cases must be text: quote it`},
		{"an unknown key", "- cases: a/c\n  reason: x\n  until: never\n", `known.yaml:3: a known failure has no "until"; it has cases and reason`},
		{"a key twice", "- cases: a/c\n  reason: x\n  reason: y\n", `known.yaml:3: a known failure has "reason" twice`},
		{"cases twice", "- cases: a/c\n  reason: x\n- cases: a/c\n  reason: y\n", `known.yaml:3: "a/c" is listed in line 1 already`},
		{"an alias", "- cases: &x a/c\n  reason: *x\n", `known.yaml:1: cases has an anchor: a baseline has none`},
		{"a tag", "- cases: !!str a/c\n  reason: x\n", `known.yaml:1: cases has a tag: a baseline has none`},
		{"a second document", "- cases: a/c\n  reason: x\n---\n[]\n", `known.yaml:3: a second document: a baseline is one list`},
		{"no YAML", "- cases: \"a/c\n", `known.yaml:2: not YAML: `},
		{"a tab", "- cases: a/c\n\treason: x\n", `known.yaml:2: not YAML: `},
		{"a glob that matches nothing", "- cases: a/*\n  reason: x\n- cases: b/**\n  reason: x\n", `known.yaml:3: no case matches "b/**"`},
		{"no glob", "- cases: \"a/[\"\n  reason: x\n", `known.yaml:1: "a/[" is not a glob`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			known, err := harness.ReadBaseline("known.yaml", []byte(tt.text), someCases("a/b/one", "a/c"))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("want error %s..., got %v", tt.want, err)
			}
			var at *vectors.Error
			if known != nil || !errors.As(err, &at) {
				t.Errorf("want no baseline and a *vectors.Error, got %v and %T", known, err)
			}
		})
	}
}

func TestReadBaselineTellsAllErrors(t *testing.T) {
	_, err := harness.ReadBaseline("known.yaml", []byte("- cases: b\n  reason: x\n- cases: a\n- reason: 1\n"), someCases("a"))
	want := "known.yaml:1: no case matches \"b\"\nknown.yaml:3: a known failure lacks \"reason\"\n" +
		"known.yaml:4: reason must be text: quote it\nknown.yaml:4: a known failure lacks \"cases\""
	if err == nil || err.Error() != want {
		t.Errorf("want\n%s\ngot\n%v", want, err)
	}
}

func FuzzReadBaseline(f *testing.F) {
	f.Add([]byte("- cases: a/c\n  reason: not yet\n"))
	f.Add([]byte("[{cases: \"a/**\", reason: &x \"\\u00e9\"}, *x]\n---\n"))
	cases := someCases("a/b/one", "a/c")
	f.Fuzz(func(t *testing.T, text []byte) {
		known, err := harness.ReadBaseline("known.yaml", text, cases)
		if err != nil {
			return
		}
		again, err := harness.ReadBaseline("known.yaml", known.YAML(), cases)
		if err != nil || len(again) != len(known) {
			t.Fatalf("%q became %q: %v", text, known.YAML(), err)
		}
		for i := range known {
			if again[i].Cases != known[i].Cases || again[i].Reason != known[i].Reason {
				t.Errorf("%q became %q", text, known.YAML())
			}
		}
	})
}

// A forgetful ring answers no owner rightly and everything else.
func forgetful() harness.Local {
	impl := harness.Go()
	right := impl.New
	impl.New = func(c harness.Config) (harness.Ring, error) {
		ring, err := right(c)
		return forgetfulRing{ring}, err
	}
	return impl
}

type forgetfulRing struct{ harness.Ring }

func (r forgetfulRing) Owner(key string) (string, error) {
	owner, err := r.Ring.Owner(key)
	return owner + "!", err
}

func ownCases(t *testing.T, globs ...string) []vectors.Case {
	t.Helper()
	all, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	picked, err := harness.Selection{Run: globs}.Select(all)
	if err != nil {
		t.Fatal(err)
	}
	return picked
}

func outcomes(results []harness.Result) map[string]harness.Outcome {
	out := map[string]harness.Outcome{}
	for _, r := range results {
		out[r.Case.ID] = r.Outcome
	}
	return out
}

func TestBaselineChangesOutcomes(t *testing.T) {
	cases := ownCases(t, "xmur3/wrap/k207", "xmur3/hash/empty", "xmur3/replicas/*", "xmur3/seed/owners", "md5-32/hash/empty")
	known := harness.Baseline{
		{Cases: "xmur3/{wrap,hash}/*", Reason: "not yet"},
		{Cases: "xmur3/replicas/4-of-5", Reason: "not offered by this ring, so never asked"},
	}
	impl := forgetful()
	impl.Dialects = []string{"xmur3"}
	report, err := harness.Check(context.Background(), impl, harness.OnCases(cases), harness.WithBaseline(known))
	if err != nil {
		t.Fatal(err)
	}
	got := outcomes(report.Results)
	for id, want := range map[string]harness.Outcome{
		"xmur3/wrap/k207":       harness.XFail,       // listed and failing
		"xmur3/hash/empty":      harness.XPass,       // listed and passing
		"xmur3/seed/owners":     harness.Fail,        // not listed
		"xmur3/replicas/4-of-5": harness.Unsupported, // listed and not offered
		"md5-32/hash/empty":     harness.Unsupported, // not listed and not offered
	} {
		if got[id] != want {
			t.Errorf("%s: want %s, got %s", id, want, got[id])
		}
	}
	for _, r := range report.Results {
		if listed := r.Outcome == harness.XFail || r.Outcome == harness.XPass; listed != (r.Known != nil) {
			t.Errorf("%s: outcome %s and known failure %v", r.Case.ID, r.Outcome, r.Known)
		}
		if r.Outcome == harness.XFail && (r.Want == nil || r.Got == nil || r.What == "") {
			t.Errorf("%s: what went wrong is gone", r.Case.ID)
		}
	}
}

func TestBaselineOf(t *testing.T) {
	result := func(id string, o harness.Outcome) harness.Result {
		return harness.Result{Case: vectors.Case{ID: id}, Outcome: o, Step: -1, What: "bad " + id}
	}
	all := someCases(
		"d/all/one", "d/all/sub/two", "d/some/one", "d/some/two", "d/half/one", "d/half/two", "d/lone/one",
		"d/not-run/one", "d/not-run/two", "e/x/one", "e/y/two")
	results := []harness.Result{
		result("d/all/one", harness.Fail), result("d/all/sub/two", harness.Crash),
		result("d/some/one", harness.Fail), result("d/some/two", harness.Pass),
		result("d/half/one", harness.Protocol), result("d/half/two", harness.Unsupported),
		result("d/lone/one", harness.Timeout),
		result("d/not-run/one", harness.Fail),
		result("e/x/one", harness.Fail), result("e/y/two", harness.Fail),
	}
	want := harness.Baseline{
		{Cases: "d/all/**", Reason: "all 2 cases fail, the first with: making the ring: bad d/all/one"},
		{Cases: "d/some/one", Reason: "making the ring: bad d/some/one"},
		{Cases: "d/half/one", Reason: "making the ring: bad d/half/one"},
		{Cases: "d/lone/one", Reason: "making the ring: bad d/lone/one"},
		{Cases: "d/not-run/one", Reason: "making the ring: bad d/not-run/one"},
		{Cases: "e/**", Reason: "all 2 cases fail, the first with: making the ring: bad e/x/one"},
	}
	if diff := cmp.Diff(want, harness.BaselineOf(results, all)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// What BaselineOf writes makes the same failures expected, and no other case.
func TestBaselineFeedsBack(t *testing.T) {
	cases := ownCases(t, "xmur3/{wrap,replicas,hash,remove}/**")
	all, _ := harness.Cases()
	before, err := harness.Check(context.Background(), forgetful(), harness.OnCases(cases))
	if err != nil {
		t.Fatal(err)
	}
	text := harness.BaselineOf(before.Results, all).YAML()
	known, err := harness.ReadBaseline("known.yaml", text, all)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	after, err := harness.Check(context.Background(), forgetful(), harness.OnCases(cases), harness.WithBaseline(known))
	if err != nil {
		t.Fatal(err)
	}
	want := outcomes(before.Results)
	failures := 0
	for id, o := range want {
		if o == harness.Fail {
			failures++
			want[id] = harness.XFail
		}
	}
	if failures == 0 || failures == len(want) {
		t.Fatalf("%d of %d cases fail: the test needs some", failures, len(want))
	}
	if diff := cmp.Diff(want, outcomes(after.Results)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if slices.ContainsFunc(after.Results, func(r harness.Result) bool { return r.Outcome.Unexpected() }) {
		t.Error("something is unexpected")
	}
}

func TestBaselineYAMLKeepsAnyText(t *testing.T) {
	for _, reason := range []string{
		`want "B", got "C": # not a comment`, "two\nlines", "no", "12", "- x", "é\u2028\U0001f600", "\ttab ", `back\slash`, "'", strings.Repeat("long ", 100),
	} {
		text := harness.Baseline{{Cases: "a", Reason: reason}}.YAML()
		known, err := harness.ReadBaseline("known.yaml", text, someCases("a"))
		if err != nil || len(known) != 1 || known[0].Reason != reason {
			t.Errorf("%q became %q: %v", reason, text, err)
		}
	}
}
