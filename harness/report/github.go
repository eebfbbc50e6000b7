package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ringkit/harness"
)

// GitHub writes what is unexpected as workflow commands, of which GitHub makes
// annotations, and appends a summary in Markdown to the file that
// GITHUB_STEP_SUMMARY names, if it names one.
func GitHub(w io.Writer, run Run, _ Style) error {
	out := bufio.NewWriter(w)
	for _, i := range run.Implementations {
		for _, f := range i.findings() {
			annotate(out, fmt.Sprintf("%s: diagnosis of %s", i.Name, f.where()), f.String())
		}
	}
	for n, e := range run.entries() {
		if !e.verdict.unexpected() {
			break // they come first
		}
		message := e.long
		if n >= maxExplained {
			message = e.short
		}
		annotate(out, fmt.Sprintf("%s: %s: %s", e.Name, e.outcome, e.name), message)
	}
	for _, line := range run.lastLines() {
		fmt.Fprintln(out, line)
	}
	return errors.Join(out.Flush(), appendSummary(os.Getenv("GITHUB_STEP_SUMMARY"), run))
}

// Of the characters that GitHub has to see escaped, a colon and a comma only end
// a property (actions/toolkit, packages/core/src/command.ts).
var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func annotate(out io.Writer, title, message string) {
	title, message = harness.Printable(title), harness.Printable(message)
	fmt.Fprintf(out, "::error title=%s::%s\n", escapeProperty.Replace(title), escapeData.Replace(message))
}

// appendSummary appends the job summary to the file; an empty path is none.
func appendSummary(path string, run Run) error {
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(markdown(file, run), file.Close())
}
