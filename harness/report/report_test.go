package report

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ringkit/harness"
	"ringkit/vectors"
)

// mixed is a run in which everything happens that can. The texts that come from
// adapters hold what spoils a format that does not watch out.
func mixed(t *testing.T) Run {
	t.Helper()
	const nasty = "<&]]>\x1b[31m::error::\r|`#` %25%0A \ufffe\nsecond line"
	trouble := func(o harness.Outcome) *harness.Trouble {
		return &harness.Trouble{Outcome: o, Request: `{"id":7,"op":"owners"}`, Got: nasty, Exit: "exit status 3", Stderr: []string{nasty, "boom"}}
	}
	known := &harness.KnownFailure{Cases: "xmur3/**", Reason: "not yet " + nasty, File: "known.yaml", Line: 3}
	results := []harness.Result{
		{Case: ownCase(t, "xmur3/seed/owners"), Outcome: harness.Pass},
		{Case: ownCase(t, "xmur3/wrap/k207"), Outcome: harness.Fail, Step: 1, Stage: harness.StageBoundary,
			Want: json.RawMessage(`"B"`), Got: json.RawMessage(`"C"`), What: "want owner \"B\", got \"C\" " + nasty},
		{Case: ownCase(t, "md5-32/seed/tie-pea-meht"), Outcome: harness.Unsupported, Step: -1},
		{Case: ownCase(t, "xmur3/hash/empty"), Outcome: harness.XFail, Step: 0, Stage: harness.StageHash, What: "want position 1, got 2", Known: known},
		{Case: ownCase(t, "xmur3/hash/cjk"), Outcome: harness.XPass, Step: -1, Known: known},
		{Case: ownCase(t, "md5-32/hash/empty"), Outcome: harness.Crash, Step: 0, What: "ended without a reply", Trouble: trouble(harness.Crash)},
		{Case: ownCase(t, "md5-32/hash/cjk"), Outcome: harness.Timeout, Step: 0, What: "no reply within 10s", Trouble: trouble(harness.Timeout)},
		{Case: ownCase(t, "md5-32/weight/zero"), Outcome: harness.Protocol, Step: -1, What: "no JSON object", Trouble: trouble(harness.Protocol)},
	}
	return Run{Implementations: []Implementation{
		{
			Name: "./my adapter --odd=" + nasty, Args: []string{"--", "./my adapter", "--odd=" + nasty}, Flags: []string{"--timeout", "1s"}, Named: true,
			Report: harness.Report{
				Hello:   harness.Hello{Name: "evil " + nasty, Language: "Rust", Dialects: []string{"xmur3", "md5-32"}},
				Results: results,
				Diagnoses: []harness.Diagnosis{{
					Dialect: "xmur3", Mistakes: []string{"no-wrap"}, Explains: 1, Failures: 2,
					Indistinguishable: [][]string{{"one", "two"}}, Text: "no-wrap: past the last point " + nasty,
				}},
			},
		},
		{Name: "go", Args: []string{"go"}, Named: true, Report: harness.Report{
			Hello: harness.Hello{Name: "ringkit go reference"}, Results: []harness.Result{{Case: ownCase(t, "xmur3/wrap/k207"), Outcome: harness.Pass}},
		}},
		{Name: "typescript", Args: []string{"typescript"}, NotRun: "node 18 or newer: not installed"},
		{Name: "./none", Args: []string{"--", "./none"}, Named: true, StartError: errors.New("no such file\n  stderr " + nasty)},
		{Name: "./mute", Args: []string{"--", "./mute"}, Named: true, Report: harness.Report{
			Hello:   harness.Hello{Name: "mute", Dialects: []string{"md5-128"}},
			Results: []harness.Result{{Case: ownCase(t, "xmur3/wrap/k207"), Outcome: harness.Unsupported, Step: -1}},
		}},
	}}
}

// allGood is a run without anything unexpected.
func allGood(t *testing.T) Run {
	t.Helper()
	return Run{Implementations: mixed(t).Implementations[1:2]}
}

// manyFailures is a run of one implementation with n wrong owners, and as many
// cases that were given up.
func manyFailures(t *testing.T, n int) Run {
	t.Helper()
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	i := Implementation{Name: "./a", Args: []string{"--", "./a"}, Named: true}
	for _, c := range cases[:n] {
		i.Results = append(i.Results, harness.Result{Case: c, Outcome: harness.Fail, Step: -1, What: "wrong"})
	}
	for _, c := range cases[n : 2*n] {
		i.Results = append(i.Results, harness.Result{
			Case: c, Outcome: harness.Timeout, Step: -1, What: "not played: given up", Trouble: &harness.Trouble{Outcome: harness.Timeout},
		})
	}
	return Run{Implementations: []Implementation{i}}
}

func ownCase(t *testing.T, id string) vectors.Case {
	t.Helper()
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	picked, err := harness.Selection{Run: []string{id}}.Select(cases)
	if err != nil {
		t.Fatal(err)
	}
	return picked[0]
}

// written returns the run in a format.
func written(t *testing.T, format string, run Run) string {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == format {
			var b strings.Builder
			if err := f.Write(&b, run, Style{}); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
	}
	t.Fatalf("there is no format %s", format)
	return ""
}

func TestExitCode(t *testing.T) {
	report := func(outcomes ...harness.Outcome) harness.Report {
		r := harness.Report{}
		for _, o := range outcomes {
			r.Results = append(r.Results, harness.Result{Outcome: o})
		}
		return r
	}
	named := func(outcomes ...harness.Outcome) Implementation {
		return Implementation{Named: true, Report: report(outcomes...)}
	}
	unnamed := func(outcomes ...harness.Outcome) Implementation { return Implementation{Report: report(outcomes...)} }
	broken := Implementation{Named: true, StartError: errors.New("no such file")}
	notRun := Implementation{NotRun: "not installed"}
	const (
		pass, fail, unsupported = harness.Pass, harness.Fail, harness.Unsupported
		xfail, xpass            = harness.XFail, harness.XPass
		crash, timeout, proto   = harness.Crash, harness.Timeout, harness.Protocol
	)
	tests := []struct {
		name string
		run  []Implementation
		want int
	}{
		{"all pass", []Implementation{named(pass, pass)}, ExitGood},
		{"pass and unsupported", []Implementation{named(pass, unsupported)}, ExitGood},
		{"expected failure", []Implementation{named(xfail)}, ExitGood},
		{"fail", []Implementation{named(pass, fail)}, ExitUnexpected},
		{"xpass", []Implementation{named(pass, xpass)}, ExitUnexpected},
		{"crash", []Implementation{named(crash, pass)}, ExitUnexpected},
		{"timeout", []Implementation{named(timeout, pass)}, ExitUnexpected},
		{"protocol", []Implementation{named(proto, pass)}, ExitUnexpected},
		{"one of two fails", []Implementation{named(pass), named(fail)}, ExitUnexpected},
		{"only unsupported", []Implementation{named(unsupported)}, ExitNothing},
		{"one of two only unsupported", []Implementation{named(pass), named(unsupported)}, ExitNothing},
		{"no case", []Implementation{named()}, ExitNothing},
		{"not named, one only unsupported", []Implementation{unnamed(pass), unnamed(unsupported)}, ExitGood},
		{"not named, all only unsupported", []Implementation{unnamed(unsupported), unnamed(unsupported)}, ExitNothing},
		{"not started", []Implementation{broken}, ExitNotStarted},
		{"not started outranks fail", []Implementation{named(fail), broken}, ExitNotStarted},
		{"nothing judged outranks not started", []Implementation{broken, named(unsupported)}, ExitNothing},
		{"nothing judged outranks fail", []Implementation{named(unsupported), named(fail)}, ExitNothing},
		{"not run", []Implementation{unnamed(pass), notRun}, ExitGood},
		{"not run and fail", []Implementation{notRun, unnamed(fail)}, ExitUnexpected},
		{"nothing run", []Implementation{notRun, notRun}, ExitNothing},
		{"nothing at all", nil, ExitNothing},
	}
	for _, tt := range tests {
		if got := (Run{tt.run}).ExitCode(); got != tt.want {
			t.Errorf("%s: want exit code %d, got %d", tt.name, tt.want, got)
		}
	}
}

// No format lets through what an adapter wrote to move a cursor or to forge a
// report, and all tell what is unexpected before what is not.
func TestFormatsKeepTheirForm(t *testing.T) {
	t.Setenv("GITHUB_STEP_SUMMARY", "")
	for _, f := range Formats() {
		text := written(t, f.Name, mixed(t))
		if strings.ContainsAny(text, "\x1b\r") {
			t.Errorf("%s: a control character is left", f.Name)
		}
		if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s: want one newline at the end, got %q", f.Name, text[max(0, len(text)-20):])
		}
		last := -1
		for _, id := range []string{"xmur3/wrap/k207", "xmur3/hash/cjk", "md5-32/hash/empty", "md5-32/hash/cjk", "md5-32/weight/zero"} {
			if at := strings.Index(text, id); at < 0 {
				t.Errorf("%s: no word of %s", f.Name, id)
			} else {
				last = max(last, at)
			}
		}
		if f.Name == "junit" {
			continue // its suites part the dialects
		}
		for _, id := range []string{"xmur3/seed/owners", "xmur3/hash/empty", "md5-32/seed/tie-pea-meht"} {
			if at := strings.Index(text, id); at >= 0 && at < last {
				t.Errorf("%s: %s, which is expected, stands before what is not", f.Name, id)
			}
		}
	}
}

// Each unexpected result ends with the command that repeats it alone.
func TestFormatsTellHowToRepeat(t *testing.T) {
	t.Setenv("GITHUB_STEP_SUMMARY", "")
	run := mixed(t)
	run.Implementations[0].Args = []string{"--", "./my adapter", "it's"}
	for _, f := range Formats() {
		text := written(t, f.Name, run)
		for _, want := range []string{
			`ringkit check --run xmur3/wrap/k207 --timeout 1s -- './my adapter' 'it'\''s'`,
			`ringkit check --run xmur3/hash/cjk --timeout 1s -- './my adapter' 'it'\''s'`,
		} {
			if f.Name == "json" {
				want = strings.ReplaceAll(want, `\`, `\\`)
			}
			if !strings.Contains(text, want) {
				t.Errorf("%s: want %s in\n%s", f.Name, want, text)
			}
		}
	}
}
