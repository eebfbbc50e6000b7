package report

import (
	"fmt"
	"strings"
	"testing"

	"ringkit/harness"
)

func TestText(t *testing.T) {
	text := written(t, "text", mixed(t))
	for _, want := range []string{
		"DIAGNOSIS  ./my adapter",
		"explains failures: 1 of 2 in xmur3\n",
		"FAIL  ./my adapter",
		"rule   wrap: ",
		"why    hash32(\"k207\") is above every point",
		"step   1, owner of \"k207\"\n",
		"stage  boundary\n",
		"CRASH  ./my adapter",
		"exit   exit status 3\n",
		"stderr boom\n",
		"XPASS  ./my adapter",
		"it passes, though known.yaml:3 lists it as failing: take it off the list\n",
		"NOT STARTED  ./none\n       no such file\n",
		"see    ringkit doctor -- ./none\n",
		"typescript: not run: node 18 or newer: not installed\n",
		"./mute (mute): no case was judged: it speaks md5-128, and answered unsupported to all 1\n",
		"go (ringkit go reference): 1 passed, 0 failed, 0 unsupported\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if want := "\n2 passed, 1 failed, 1 crashed, 1 timed out, 1 broke the protocol, 1 failed as expected, 1 passed though listed as failing, 2 unsupported\n"; !strings.HasSuffix(text, want) {
		t.Errorf("want the last line %q in\n%s", want, text)
	}
}

// One implementation needs neither its name before each failure nor two totals.
func TestTextOfOneImplementation(t *testing.T) {
	run := mixed(t)
	run.Implementations = run.Implementations[:1]
	run.Implementations[0].Name = "./a"
	text := written(t, "text", run)
	for _, want := range []string{"DIAGNOSIS  xmur3\n", "\nFAIL  xmur3/wrap/k207\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "1 passed, "); n != 1 {
		t.Errorf("want the totals once, got them %d times in\n%s", n, text)
	}
}

func TestTextExplainsTheFirst(t *testing.T) {
	const n = maxExplained + 5
	text := written(t, "text", manyFailures(t, n))
	if got := strings.Count(text, "\nagain  "); got != maxExplained {
		t.Errorf("want %d explained failures, got %d", maxExplained, got)
	}
	if got := strings.Count(text, "FAIL  "); got != n {
		t.Errorf("want %d failures, got %d", n, got)
	}
	if !strings.Contains(text, "\n       ringkit check --run ID -- ./a\n") {
		t.Errorf("no word of how to repeat the others in\n%s", text)
	}
	if want := fmt.Sprintf("TIMEOUT  %d cases, ", n); !strings.Contains(text, want) || strings.Count(text, "not played") != 1 {
		t.Errorf("want the cases that were given up in one line in\n%s", text)
	}
}

// What is wrong at an early stage comes first.
func TestTextBeginsWithTheFirstStage(t *testing.T) {
	run := manyFailures(t, 3)
	results := run.Implementations[0].Results[:3]
	for i, stage := range []harness.Stage{harness.StageMembership, harness.StageHash, harness.StagePoints} {
		results[i].Stage = stage
	}
	text := written(t, "text", run)
	hash, points, membership := strings.Index(text, "stage  hash"), strings.Index(text, "stage  points"), strings.Index(text, "stage  membership")
	if hash < 0 || hash > points || points > membership {
		t.Errorf("want hash, points, membership; they are at %d, %d, %d", hash, points, membership)
	}
}

func TestDiagnosesAreSaidOnce(t *testing.T) {
	run := mixed(t)
	i := &run.Implementations[0]
	diagnosis := harness.Diagnosis{Mistakes: []string{"no-wrap"}, Explains: 1, Failures: 1, Text: "no-wrap: so it is"}
	i.Diagnoses = nil
	for _, dialect := range []string{"xmur3", "md5-32", "md5-128"} {
		diagnosis.Dialect = dialect
		i.Diagnoses = append(i.Diagnoses, diagnosis)
	}
	// md5-32 has no wrong answer in this run, and md5-128 none that is unexpected.
	i.Results[5].Outcome = harness.Fail
	i.Results = append(i.Results, harness.Result{Case: ownCase(t, "md5-128/hash/empty"), Outcome: harness.XFail, Known: &harness.KnownFailure{}})
	text := written(t, "text", run)
	if n := strings.Count(text, "so it is"); n != 1 {
		t.Errorf("want the diagnosis once, got it %d times", n)
	}
	if want := "explains failures: 1 of 1 in xmur3, 1 of 1 in md5-32\n"; !strings.Contains(text, want) {
		t.Errorf("want %q in\n%s", want, text)
	}
}

func TestTextInColour(t *testing.T) {
	show := func(run Run) string {
		var b strings.Builder
		if err := Text(&b, run, Style{Color: true}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	bad, good := show(mixed(t)), show(allGood(t))
	for _, want := range []string{"\x1b[31;1mFAIL\x1b[0m  ", "\x1b[1mDIAGNOSIS\x1b[0m  ", "\x1b[31;1m2 passed, "} {
		if !strings.Contains(bad, want) {
			t.Errorf("want %q in %q", want, bad)
		}
	}
	if want := "\x1b[32mgo (ringkit go reference): 1 passed, 0 failed, 0 unsupported\x1b[0m\n"; good != want {
		t.Errorf("want %q, got %q", want, good)
	}
}
