package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"ringkit/harness"
)

// A Style says how text may look.
type Style struct {
	// Color tells whether to use a terminal's colours.
	Color bool
}

func (s Style) paint(code, text string) string {
	if !s.Color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s Style) bad(text string) string  { return s.paint("31;1", text) }
func (s Style) good(text string) string { return s.paint("32", text) }
func (s Style) head(text string) string { return s.paint("1", text) }

// Text writes the run for people.
func Text(w io.Writer, run Run, style Style) error {
	out := bufio.NewWriter(w)
	for _, i := range run.Implementations {
		writeProblems(out, run, i, style)
	}
	lines := run.lastLines()
	for n, line := range lines {
		switch {
		case n < len(lines)-1:
		case run.ExitCode() == ExitGood:
			line = style.good(line)
		default:
			line = style.bad(line)
		}
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}

// maxExplained is how many unexpected results of an implementation are explained
// in text: after so many, a reader wants to see which others there are.
const maxExplained = 20

// writeProblems writes what is unexpected of one implementation: first what
// explains it, then each case.
func writeProblems(out io.Writer, run Run, i Implementation, style Style) {
	whose := "" // left out where there is no other
	if len(run.Implementations) > 1 {
		whose = harness.Printable(i.Name) + "  "
	}
	for _, f := range i.findings() {
		fmt.Fprintf(out, "%s  %s%s\n", style.head("DIAGNOSIS"), whose, f.where())
		fmt.Fprintf(out, "       %s\n\n", indent(f.String()))
	}
	explained, others := pick(i.Results)
	for _, r := range explained {
		fmt.Fprintf(out, "%s  %s%s\n", style.badOutcome(r), whose, harness.Explain(r))
		fmt.Fprintf(out, "again  %s\n\n", Again(i, r.Case.ID))
	}
	for n, group := range others {
		if n == 0 {
			fmt.Fprintf(out, "The others; one of them alone runs with\n       %s\n", Again(i, "ID"))
		}
		if r := group[0]; len(group) > 1 {
			fmt.Fprintf(out, "%s  %s%d cases, %s to %s: %s\n", style.badOutcome(r), whose, len(group), r.Case.ID, group[len(group)-1].Case.ID, firstLine(harness.Printable(r.What)))
		} else {
			fmt.Fprintf(out, "%s  %s%s  %s\n", style.badOutcome(r), whose, r.Case.ID, harness.Summary(r))
		}
	}
	if len(others) > 0 {
		fmt.Fprintln(out)
	}
	if i.StartError != nil {
		fmt.Fprintf(out, "%s  %s\n       %s\nsee    %s\n\n", style.bad("NOT STARTED"), harness.Printable(i.Name),
			indent(i.StartError.Error()), doctor(i))
	}
}

// indent makes text safe to show, and moves all but its first line in.
func indent(text string) string {
	return strings.ReplaceAll(harness.Printable(text), "\n", "\n       ")
}

func (s Style) badOutcome(r harness.Result) string { return s.bad(strings.ToUpper(string(r.Outcome))) }

// pick returns the unexpected results that are explained one by one, and the
// others, those that have the same story together. The first stage comes first:
// what is wrong later may follow from it.
func pick(results []harness.Result) (explained []harness.Result, others [][]harness.Result) {
	var unexpected []harness.Result
	for _, r := range results {
		if r.Outcome.Unexpected() {
			unexpected = append(unexpected, r)
		}
	}
	slices.SortStableFunc(unexpected, func(a, b harness.Result) int { return cmp.Compare(rank(a.Stage), rank(b.Stage)) })
	for _, r := range unexpected {
		switch last := len(others) - 1; {
		case last >= 0 && wasNotAsked(r) && r.What == others[last][0].What:
			others[last] = append(others[last], r)
		case len(explained) < maxExplained && !wasNotAsked(r):
			explained = append(explained, r)
		default:
			others = append(others, []harness.Result{r})
		}
	}
	return explained, others
}

func rank(s harness.Stage) int {
	order := []harness.Stage{
		"", harness.StageHash, harness.StagePoints, harness.StageBoundary, harness.StagePlacement, harness.StageReplicas, harness.StageMembership, harness.StageError,
	}
	return slices.Index(order, s)
}

// wasNotAsked reports whether an implementation was given up before the case had
// its turn, so that there is nothing to say of the case.
func wasNotAsked(r harness.Result) bool {
	return r.Trouble != nil && r.Trouble.Request == ""
}
