// Package report writes what a run of the cases gave, for people and for
// programs. Unexpected results come first, totals last.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ringkit/harness"
)

// A Run is what all implementations gave.
type Run struct {
	Implementations []Implementation
}

// An Implementation is one that was to be run.
type Implementation struct {
	// Name is what the user called it: the name of a built-in one, or a command.
	Name string
	// Args are the arguments of `ringkit check` that choose it.
	Args []string
	// Named tells whether the user named it, rather than left the choice to the
	// kit.
	Named bool
	// NotRun says why it was not run; empty if it was. Only one that was not
	// named can be left out.
	NotRun string
	// StartError says why it could not be started, or was no valid hello; nil if
	// it was started.
	StartError error

	harness.Report
}

// judged returns how many cases were judged.
func (i Implementation) judged() int {
	return len(i.Results) - i.Totals()[harness.Unsupported]
}

// Exit codes, in the order in which one outranks another.
const (
	ExitGood       = 0 // all as expected
	ExitUnexpected = 1 // an unexpected outcome in some case
	ExitNotStarted = 3 // an implementation could not be started, or said no valid hello
	ExitNothing    = 2 // nothing was judged; also for wrong usage and bad vectors
)

// ExitCode returns the exit code that the run calls for.
func (r Run) ExitCode() int {
	code, judged, started := ExitGood, 0, 0
	raise := func(to int) {
		rank := []int{ExitGood, ExitUnexpected, ExitNotStarted, ExitNothing}
		if slices.Index(rank, to) > slices.Index(rank, code) {
			code = to
		}
	}
	for _, i := range r.Implementations {
		switch {
		case i.NotRun != "":
			continue
		case i.StartError != nil:
			raise(ExitNotStarted)
			continue
		case i.Named && i.judged() == 0:
			raise(ExitNothing)
		case slices.ContainsFunc(i.Results, func(r harness.Result) bool { return r.Outcome.Unexpected() }):
			raise(ExitUnexpected)
		}
		started++
		judged += i.judged()
	}
	if judged == 0 && (started > 0 || code == ExitGood) {
		raise(ExitNothing)
	}
	return code
}

// totals adds up the outcomes of all implementations, and how many were not run.
func (r Run) totals() (totals map[harness.Outcome]int, notRun int) {
	totals = map[harness.Outcome]int{}
	for _, i := range r.Implementations {
		if i.NotRun != "" {
			notRun++
		}
		for outcome, n := range i.Totals() {
			totals[outcome] += n
		}
	}
	return totals, notRun
}

// summary writes totals in words: those that always count, and the
// others where there are any.
func summary(totals map[harness.Outcome]int) string {
	words := []struct {
		outcome harness.Outcome
		word    string
		always  bool
	}{
		{harness.Pass, "passed", true},
		{harness.Fail, "failed", true},
		{harness.Crash, "crashed", false},
		{harness.Timeout, "timed out", false},
		{harness.Protocol, "broke the protocol", false},
		{harness.XFail, "failed as expected", false},
		{harness.XPass, "passed though listed as failing", false},
		{harness.Unsupported, "unsupported", true},
	}
	var parts []string
	for _, w := range words {
		if n := totals[w.outcome]; n > 0 || w.always {
			parts = append(parts, fmt.Sprintf("%d %s", n, w.word))
		}
	}
	return strings.Join(parts, ", ")
}

// A Format is a way to write a run.
type Format struct {
	Name string
	// Write writes the run; style is of use to text only.
	Write func(w io.Writer, run Run, style Style) error
}

// Formats returns all formats, text first.
func Formats() []Format {
	return []Format{
		{"text", Text},
		{"json", JSON},
	}
}
