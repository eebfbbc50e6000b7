package harness_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"ringkit/harness"
	"ringkit/vectors"
)

func TestPrintable(t *testing.T) {
	tests := []struct{ text, want string }{
		{"plain text", "plain text"},
		{"two\nlines\tand a tab", "two\nlines\tand a tab"},
		{"é 漢字 🟢", "é 漢字 🟢"},
		{"\x1b[31mred\x07", `\x1b[31mred\a`},
		{"back\rto the start\x00", `back\rto the start\x00`},
		{"\u009b31m \u202e \u200d \u2028 \U000e0041", `\u009b31m \u202e \u200d \u2028 \U000e0041`},
		{"not UTF-8: \xff\xfe, a real \ufffd", `not UTF-8: \xff\xfe, a real ` + "\ufffd"},
	}
	for _, tt := range tests {
		got := harness.Printable(tt.text)
		if got != tt.want {
			t.Errorf("%q: want %q, got %q", tt.text, tt.want, got)
		}
		if again := harness.Printable(got); again != got {
			t.Errorf("%q: made printable twice, it becomes %q", got, again)
		}
	}
}

func TestSummary(t *testing.T) {
	c := ownCases(t, "xmur3/wrap/k207")[0] // a hash, then an owner
	long := `["` + strings.Repeat(`same","`, 50)
	tests := []struct {
		name string
		harness.Result
		want string
	}{
		{"pass", harness.Result{Outcome: harness.Pass}, ""},
		{"unsupported", harness.Result{Outcome: harness.Unsupported, Step: 1}, ""},
		{"fail", harness.Result{Outcome: harness.Fail, Step: 1, What: "want owner \"B\", got \"C\"\nand more"}, `owner of "k207": want owner "B", got "C"`},
		{"the ring", harness.Result{Outcome: harness.Fail, Step: -1, What: "want a ring"}, `making the ring: want a ring`},
		{"a difference", harness.Result{Outcome: harness.Fail, Step: 1, What: "(-want +got)\n...", Want: json.RawMessage(`["A"]`), Got: json.RawMessage(`[]`)},
			`owner of "k207": want ["A"], got []`},
		{"a difference far in", harness.Result{Outcome: harness.Fail, Step: 1, What: "(-want +got)\n...", Want: json.RawMessage(long + `B"]`), Got: json.RawMessage(long + `C"]`)},
			`owner of "k207": want ..."B"], got ..."C"]`},
		{"crash", harness.Result{Outcome: harness.Crash, Step: 1, What: "ended", Trouble: &harness.Trouble{Exit: "exit status 3"}}, `owner of "k207": ended (exit status 3)`},
		{"what an adapter said", harness.Result{Outcome: harness.Fail, Step: 1, What: "\x1b[2J\tgone"}, `owner of "k207": \x1b[2J gone`},
		{"long", harness.Result{Outcome: harness.Fail, Step: 1, What: strings.Repeat("é", 1000)}, `owner of "k207": ` + strings.Repeat("é", 283) + "..."},
		{"xfail", harness.Result{Outcome: harness.XFail, Step: 1, What: "bad", Known: &harness.KnownFailure{}}, `owner of "k207": bad`},
		{"xpass", harness.Result{Outcome: harness.XPass, Step: -1, Known: &harness.KnownFailure{File: "known.yaml", Line: 7}},
			"it passes, though known.yaml:7 lists it as failing: take it off the list"},
		{"xpass without a file", harness.Result{Outcome: harness.XPass, Step: -1, Known: &harness.KnownFailure{}},
			"it passes, though the baseline lists it as failing: take it off the list"},
	}
	for _, tt := range tests {
		tt.Case = c
		if got := harness.Summary(tt.Result); got != tt.want {
			t.Errorf("%s: want %q, got %q", tt.name, tt.want, got)
		}
	}
}

// What an implementation says stands in the words on a failure, in one line and
// harmless.
func TestMessageOfAnErrorIsShownSafely(t *testing.T) {
	c := ownCases(t, "xmur3/wrap/k207")[0]
	r := harness.Judge(c, harness.Transcript{Answers: []harness.Answer{
		{}, {Position: "4285853574"}, {Error: harness.CodeInternal, Message: "\x1b[2Jboom\nin line 2"},
	}})
	if want := `want an owner, got error internal (\x1b[2Jboom in line 2)`; r.What != want {
		t.Errorf("want %q, got %q", want, r.What)
	}
	if text := harness.Explain(r); strings.Contains(text, "\x1b") {
		t.Errorf("an escape sequence is left in %q", text)
	}
}

// Names that look alike are told apart in the differences.
func TestDifferencesTellNamesApart(t *testing.T) {
	nodes := []string{"caf\u00e9", "cafe\u0301"}
	counts := vectors.Expect{Counts: map[string]int{nodes[0]: 1, nodes[1]: 2}}
	steps := []vectors.Step{
		{Op: vectors.Nodes, Expect: vectors.Expect{Nodes: nodes}},
		{Op: vectors.Owners, Keys: []string{"a", "b", "c"}, Expect: counts},
		{Op: vectors.Points, Expect: vectors.Expect{Points: []vectors.Point{{Position: "1", Node: nodes[0]}}}},
	}
	answers := []harness.Answer{
		{Nodes: nodes[:1]},
		{Owners: []*string{&nodes[0], &nodes[0], &nodes[1]}},
		{Points: []vectors.Point{{Position: "1", Node: nodes[1]}}},
	}
	for i, step := range steps {
		c := vectors.Case{ID: "md5-128/x", Dialect: "md5-128", Ring: &vectors.Ring{}, Steps: []vectors.Step{step}}
		r := harness.Judge(c, harness.Transcript{Answers: []harness.Answer{{}, answers[i]}})
		if r.Outcome != harness.Fail || !strings.Contains(r.What, `caf\u00e9`) && !strings.Contains(r.What, `cafe\u0301`) {
			t.Errorf("%s: the names are not told apart in %s", step.Op, r.What)
		}
	}
}

func TestExplainTellsWhatToDoAboutXPass(t *testing.T) {
	cases := ownCases(t, "xmur3/wrap/k207")
	known := harness.Baseline{{Cases: "xmur3/**", Reason: "not yet", File: "known.yaml", Line: 3}}
	report, err := harness.Check(context.Background(), harness.Go(), harness.OnCases(cases), harness.WithBaseline(known))
	if err != nil {
		t.Fatal(err)
	}
	text := harness.Explain(report.Results[0])
	for _, want := range []string{"xmur3/wrap/k207\n", "known  xmur3/**: not yet\n", "it passes, though known.yaml:3 lists it"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
}

func TestDifferencesAreShownLineByLine(t *testing.T) {
	c := vectors.Case{ID: "md5-128/x", Dialect: "md5-128", Ring: &vectors.Ring{}, Steps: []vectors.Step{
		{Op: vectors.Replicas, Expect: vectors.Expect{Nodes: []string{"a", "b", "c", "`d`", "e", "f", "g", "h", "i", "j"}}},
	}}
	for _, tt := range []struct {
		got  []string
		want string
	}{
		{[]string{"a", "x", "c", "`d`", "e", "f", "g", "h", "i", "j", "\x1b"},
			"(-want +got)\n  a\n- b\n+ x\n  c\n  `d`\n  ... // 4 identical elements\n  i\n  j\n+ \"\\x1b\""},
		{nil, "(-want +got)\n- a\n- b\n- c\n- `d`\n- e\n- f\n- g\n- h\n- i\n- j"},
	} {
		r := harness.Judge(c, harness.Transcript{Answers: []harness.Answer{{}, {Nodes: tt.got}}})
		if r.What != tt.want {
			t.Errorf("want\n%s\ngot\n%s", tt.want, r.What)
		}
	}
}
