package harness

import (
	"fmt"
	"strings"

	"ringkit/spec"
)

// Explain tells in several lines, the last without a newline, what went wrong in
// a case; the first is its ID.
func Explain(r Result) string {
	var b strings.Builder
	rule, _ := spec.FindRule(r.Case.Rule)
	b.WriteString(r.Case.ID + "\n")
	fmt.Fprintf(&b, "rule   %s: %s\n", r.Case.Rule, rule.Statement)
	fmt.Fprintf(&b, "why    %s\n", r.Case.Why)
	if r.Outcome == XPass {
		fmt.Fprintf(&b, "known  %s: %s\n", r.Known.Cases, oneLine(r.Known.Reason, maxSummary))
		return b.String() + indent(passedThough(r))
	}
	if r.Step >= 0 {
		fmt.Fprintf(&b, "step   %d, ", r.Step)
	} else {
		b.WriteString("step   ")
	}
	b.WriteString(placeOf(r) + "\n")
	if r.Stage != "" {
		fmt.Fprintf(&b, "stage  %s\n", r.Stage)
	}
	b.WriteString(indent(Printable(r.What)))
	if t := r.Trouble; t != nil {
		for _, line := range []struct{ name, text string }{{"sent", t.Request}, {"got", t.Got}, {"exit", t.Exit}} {
			if line.text != "" {
				fmt.Fprintf(&b, "\n%-6s %s", line.name, Printable(line.text))
			}
		}
		for _, line := range t.Stderr {
			fmt.Fprintf(&b, "\nstderr %s", Printable(line))
		}
	}
	return b.String()
}

// maxSummary is how many characters a summary has at most, and maxValue how many
// of them go to each of two values that differ.
const (
	maxSummary = 300
	maxValue   = 80
)

// Summary tells in one line what went wrong in a case; it is empty if nothing
// did.
func Summary(r Result) string {
	if r.Outcome == XPass {
		return passedThough(r)
	}
	if r.What == "" {
		return ""
	}
	what, _, _ := strings.Cut(r.What, "\n")
	if what == diffHead {
		want, got := string(r.Want), string(r.Got)
		if from := differAt(want, got); from > maxValue/2 {
			want, got = "..."+want[from:], "..."+got[from:]
		}
		what = fmt.Sprintf("want %s, got %s", oneLine(want, maxValue), oneLine(got, maxValue))
	}
	if t := r.Trouble; t != nil && t.Exit != "" {
		what += " (" + t.Exit + ")"
	}
	return oneLine(placeOf(r)+": "+what, maxSummary)
}

// differAt returns where two lists in JSON begin to differ: the start of an
// element.
func differAt(a, b string) int {
	start := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == ',' {
			start = i + 1
		}
	}
	return start
}

// placeOf tells in a few words where a case went wrong.
func placeOf(r Result) string {
	if r.Step < 0 {
		return "making the ring"
	}
	return DescribeStep(r.Case.Steps[r.Step])
}

func passedThough(r Result) string {
	where := "the baseline"
	if r.Known.File != "" {
		where = fmt.Sprintf("%s:%d", r.Known.File, r.Known.Line)
	}
	return "it passes, though " + where + " lists it as failing: take it off the list"
}

func indent(text string) string {
	return "       " + strings.ReplaceAll(text, "\n", "\n       ")
}
