// Package report writes what a run of the cases gave, for people and for
// programs. Unexpected results come first, totals last. spec/report.md describes
// the formats.
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
	// Args are the arguments of the command line that name it.
	Args []string
	// Flags are the flags of `ringkit check` that its cases depend on.
	Flags []string
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

// started reports whether it was started.
func (i Implementation) started() bool { return i.NotRun == "" && i.StartError == nil }

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
	code := ExitGood
	raise := func(to int) {
		rank := []int{ExitGood, ExitUnexpected, ExitNotStarted, ExitNothing}
		if slices.Index(rank, to) > slices.Index(rank, code) {
			code = to
		}
	}
	for _, i := range r.Implementations {
		switch {
		case i.StartError != nil:
			raise(ExitNotStarted)
		case r.nothingJudged(i):
			raise(ExitNothing)
		case slices.ContainsFunc(i.Results, func(r harness.Result) bool { return r.Outcome.Unexpected() }):
			raise(ExitUnexpected)
		}
	}
	if !slices.ContainsFunc(r.Implementations, func(i Implementation) bool { return i.NotRun == "" }) {
		raise(ExitNothing)
	}
	return code
}

// nothingJudged reports whether it is wrong that no case of the implementation
// was judged: one that was not named may have nothing to say, as long as another
// has.
func (r Run) nothingJudged(i Implementation) bool {
	return i.started() && i.judged() == 0 &&
		(i.Named || !slices.ContainsFunc(r.Implementations, func(i Implementation) bool { return i.judged() > 0 }))
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

// lastLines sums up each implementation in a line, and all in one more if there
// are several.
func (r Run) lastLines() []string {
	var lines []string
	for _, i := range r.Implementations {
		lines = append(lines, harness.Printable(r.lastLine(i)))
	}
	if totals, _ := r.totals(); len(r.Implementations) > 1 {
		lines = append(lines, summary(totals))
	}
	return lines
}

func (r Run) lastLine(i Implementation) string {
	switch {
	case i.NotRun != "":
		return fmt.Sprintf("%s: not run: %s", i.Name, i.NotRun)
	case i.StartError != nil:
		return i.Name + ": not started"
	case r.nothingJudged(i):
		return fmt.Sprintf("%s (%s): no case was judged: %s", i.Name, i.who(), i.whyNothing())
	}
	return fmt.Sprintf("%s (%s): %s", i.Name, i.who(), summary(i.Totals()))
}

// who says what the implementation calls itself.
func (i Implementation) who() string {
	who := i.Hello.Name
	if i.Hello.Language != "" {
		who += ", " + i.Hello.Language
	}
	return strings.ReplaceAll(who, "\n", " ")
}

// whyNothing says why no case of it was judged.
func (i Implementation) whyNothing() string {
	return fmt.Sprintf("it speaks %s, and answered unsupported to all %d", strings.Join(i.Hello.Dialects, ", "), len(i.Results))
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
		{"junit", JUnit},
		{"tap", TAP},
		{"github", GitHub},
	}
}
