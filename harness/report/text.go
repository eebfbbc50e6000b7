package report

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
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
		writeProblems(out, i, style)
	}
	for _, i := range run.Implementations {
		writeLine(out, i, style)
	}
	totals, _ := run.totals()
	text := summary(totals)
	if run.ExitCode() == ExitGood {
		text = style.good(text)
	} else {
		text = style.bad(text)
	}
	if len(run.Implementations) > 1 {
		fmt.Fprintln(out, text)
	}
	return out.Flush()
}

// writeProblems writes what is unexpected of one implementation: first what
// explains it, then each case.
func writeProblems(out io.Writer, i Implementation, style Style) {
	for _, d := range i.Diagnoses {
		fmt.Fprintf(out, "%s  %s, %s\n", style.head("DIAGNOSIS"), i.Name, d.Dialect)
		fmt.Fprintf(out, "       %s\n\n", strings.ReplaceAll(d.Text, "\n", "\n       "))
	}
	shown := 0
	for _, r := range i.Results {
		if !r.Outcome.Unexpected() {
			continue
		}
		outcome := style.bad(strings.ToUpper(string(r.Outcome)))
		if shown++; shown > maxExplained {
			fmt.Fprintf(out, "%s  %s  %s\n", outcome, i.Name, r.Case.ID)
			continue
		}
		fmt.Fprintf(out, "%s  %s  %s\n", outcome, i.Name, harness.Explain(r))
		fmt.Fprintf(out, "again  %s\n\n", Again(i, r.Case.ID))
	}
	if shown > maxExplained {
		fmt.Fprintf(out, "Only the first %d are explained here; --report json explains them all, and this one of them:\n       %s\n\n", maxExplained, Again(i, "ID"))
	}
}

// maxExplained is how many unexpected results of an implementation are explained
// in text: after so many, a reader wants to see which others there are.
const maxExplained = 20

// writeLine writes one line that sums up an implementation.
func writeLine(out io.Writer, i Implementation, style Style) {
	switch {
	case i.NotRun != "":
		fmt.Fprintf(out, "%s: not run: %s\n", i.Name, i.NotRun)
	case i.StartError != nil:
		fmt.Fprintf(out, "%s: %s %v\n", i.Name, style.bad("not started:"), i.StartError)
	default:
		who := i.Hello.Name
		if i.Hello.Language != "" {
			who += ", " + i.Hello.Language
		}
		fmt.Fprintf(out, "%s (%s): %s\n", i.Name, who, summary(i.Totals()))
		if i.judged() == 0 {
			fmt.Fprintf(out, "%s: %s it speaks %s\n", i.Name, style.bad("no case was judged:"), strings.Join(i.Hello.Dialects, ", "))
		}
	}
}

// Again returns the command that runs one case of an implementation alone.
func Again(i Implementation, id string) string {
	words := []string{"ringkit", "check", "--run", id}
	for _, arg := range i.Args {
		words = append(words, shellQuote(arg))
	}
	return strings.Join(words, " ")
}

var safeWord = regexp.MustCompile(`^[A-Za-z0-9_./:=@%+,-]+$`)

func shellQuote(word string) string {
	if safeWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
