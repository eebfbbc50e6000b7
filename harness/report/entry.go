package report

import (
	"fmt"
	"slices"
	"strings"

	"ringkit/harness"
)

// An entry is what programs count as one test: a case of an implementation, or
// one of the two things without which cases prove nothing: that it started, and
// that something was judged.
type entry struct {
	Implementation
	name    string // a case's ID, or "hello" or "judged"
	dialect string // empty where there is no case
	verdict verdict
	outcome string // in a word: that of the case, or what else went wrong
	short   string // what went wrong or why it was skipped, in one line
	long    string // all about it, and how to repeat it
}

// A verdict is what programs know of a test.
type verdict int

const (
	passed   verdict = iota
	skipped          // was not run
	expected         // failed, as was known
	failed           // gave a wrong answer
	broken           // gave no answer
)

func (v verdict) unexpected() bool { return v >= failed }

// entries lists all that was run, what is unexpected first.
func (r Run) entries() []entry {
	var all []entry
	for _, i := range r.Implementations {
		switch {
		case i.NotRun != "":
			all = append(all, entry{Implementation: i, name: "hello", verdict: skipped, outcome: "not run", short: firstLine(i.NotRun)})
		case i.StartError != nil:
			text := harness.Printable(i.StartError.Error())
			all = append(all, entry{
				Implementation: i, name: "hello", verdict: broken, outcome: "not started",
				short: firstLine(text), long: text + "\nsee    " + doctor(i),
			})
		case r.nothingJudged(i):
			text := "no case was judged: " + i.whyNothing()
			all = append(all, entry{Implementation: i, name: "judged", verdict: failed, outcome: "nothing judged", short: text, long: text})
		}
		for _, result := range i.Results {
			all = append(all, newEntry(i, result))
		}
	}
	return unexpectedFirst(all, func(e entry) bool { return e.verdict.unexpected() })
}

func newEntry(i Implementation, r harness.Result) entry {
	e := entry{Implementation: i, name: r.Case.ID, dialect: r.Case.Dialect, outcome: string(r.Outcome), short: harness.Summary(r)}
	switch r.Outcome {
	case harness.Pass:
		return e
	case harness.Unsupported:
		e.verdict, e.short = skipped, "not offered"
		return e
	case harness.XFail:
		e.verdict, e.short = expected, firstLine(harness.Printable(r.Known.Reason))
	case harness.Fail, harness.XPass:
		e.verdict = failed
	default:
		e.verdict = broken
	}
	e.long = fmt.Sprintf("%s\nagain  %s", harness.Explain(r), Again(i, r.Case.ID))
	return e
}

// unexpectedFirst moves what is unexpected to the front and leaves the order as
// it is otherwise.
func unexpectedFirst[T any](list []T, unexpected func(T) bool) []T {
	rank := func(t T) int {
		if unexpected(t) {
			return 0
		}
		return 1
	}
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b T) int { return rank(a) - rank(b) })
	return sorted
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
