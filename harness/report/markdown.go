package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ringkit/harness"
)

// maxListed is how many unexpected results a summary lists: GitHub takes up to
// 1 MiB, and nobody reads so much.
const maxListed = 50

// markdown writes a summary of the run: what explains the failures, the first
// unexpected results, and a table of the totals.
func markdown(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "## ringkit\n\n")
	for _, i := range run.Implementations {
		for _, f := range i.findings() {
			fmt.Fprintf(out, "**%s**, %s\n\n%s\n\n", inline(i.Name), f.where(), codeBlock(f.String()))
		}
	}
	var unexpected []entry
	for _, e := range run.entries() {
		if e.verdict.unexpected() {
			unexpected = append(unexpected, e)
		}
	}
	if len(unexpected) > 0 {
		fmt.Fprint(out, "| implementation | case | outcome | what |\n|---|---|---|---|\n")
		for _, e := range unexpected[:min(maxListed, len(unexpected))] {
			fmt.Fprintf(out, "| %s | %s | %s | %s |\n", inline(e.Name), e.name, e.outcome, inline(e.short))
		}
		if more := len(unexpected) - maxListed; more > 0 {
			fmt.Fprintf(out, "\nand %d more\n", more)
		}
		fmt.Fprintln(out)
	}
	writeTotalsTable(out, run)
	return out.Flush()
}

// writeTotalsTable writes a row for each implementation. An outcome that none
// has gets no column, except those that always count.
func writeTotalsTable(out io.Writer, run Run) {
	totals, _ := run.totals()
	head, line := "| implementation |", "|---|"
	var columns []harness.Outcome
	for _, o := range harness.Outcomes() {
		if totals[o] > 0 || o == harness.Pass || o == harness.Fail || o == harness.Unsupported {
			columns = append(columns, o)
			head += " " + string(o) + " |"
			line += "---:|"
		}
	}
	fmt.Fprintln(out, head)
	fmt.Fprintln(out, line)
	for _, i := range run.Implementations {
		fmt.Fprintf(out, "| %s |", inline(i.Name))
		switch {
		case i.NotRun != "":
			fmt.Fprint(out, " not run |")
		case i.StartError != nil:
			fmt.Fprint(out, " **not started** |")
		default:
			for _, o := range columns {
				fmt.Fprintf(out, " %d |", i.Totals()[o])
			}
		}
		fmt.Fprintln(out)
	}
}

// inline makes text safe within a line of Markdown.
func inline(text string) string {
	var b strings.Builder
	for _, r := range oneLine(harness.Printable(text)) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_{}[]()#+!|>~@", r):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// codeBlock shows text as it is.
func codeBlock(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + harness.Printable(text) + "\n" + fence
}
