package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"ringkit/harness"
)

// TAP writes the run in version 14 of the Test Anything Protocol
// (https://testanything.org/tap-version-14-specification.html).
func TAP(w io.Writer, run Run, _ Style) error {
	out := bufio.NewWriter(w)
	entries := run.entries()
	fmt.Fprintf(out, "TAP version 14\n1..%d\n", len(entries))
	for _, i := range run.Implementations {
		for _, f := range i.findings() {
			text := fmt.Sprintf("DIAGNOSIS  %s  %s\n%s", i.Name, f.where(), f)
			comment(out, text)
		}
	}
	for n, e := range entries {
		if err := writePoint(out, n+1, e); err != nil {
			return err
		}
	}
	for _, line := range run.lastLines() {
		comment(out, line)
	}
	return out.Flush()
}

func comment(out io.Writer, text string) {
	fmt.Fprintf(out, "# %s\n", strings.ReplaceAll(harness.Printable(text), "\n", "\n# "))
}

// writePoint writes one test point. One that passed though it is listed as
// failing is "not ok": "ok" with a TODO, which TAP has for it, counts as success
// everywhere.
func writePoint(out io.Writer, n int, e entry) error {
	ok, directive := "ok", ""
	switch e.verdict {
	case skipped:
		directive = " # SKIP " + oneLine(e.short)
	case expected:
		ok, directive = "not ok", " # TODO "+oneLine(e.short)
	case failed, broken:
		ok = "not ok"
	}
	name := strings.NewReplacer(`\`, `\\`, `#`, `\#`).Replace(oneLine(harness.Printable(e.Name)) + " " + e.name)
	fmt.Fprintf(out, "%s %d - %s%s\n", ok, n, name, directive)
	if e.long == "" {
		return nil
	}
	text, err := yaml.Marshal(struct {
		Outcome string `yaml:"outcome"`
		Message string `yaml:"message"`
		Details string `yaml:"details"`
	}{e.outcome, e.short, e.long})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "  ---\n  %s\n  ...\n", strings.ReplaceAll(strings.TrimRight(string(text), "\n"), "\n", "\n  "))
	return nil
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }
