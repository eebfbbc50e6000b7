package harness

import (
	"fmt"
	"strings"
	"testing"

	"ringkit/spec"
)

// Run runs the cases against impl, each as a subtest named by its ID. A failure
// tells the rule, why the case is there, what was wanted and what was answered.
// Cases that the implementation does not offer are skipped; if there are no
// others, or it does not say a valid hello, the test fails. Run closes impl.
func Run(t *testing.T, impl Implementation, opts ...Option) {
	t.Helper()
	defer impl.Close()
	report, err := Check(t.Context(), impl, opts...)
	if err != nil {
		t.Fatal(err)
	}
	if report.Totals()[Unsupported] == len(report.Results) {
		t.Errorf("no case was judged: %s speaks %v", report.Hello.Name, report.Hello.Dialects)
	}
	for _, d := range report.Diagnoses {
		t.Logf("%s: %s (explains %d of %d failures)", d.Dialect, d.Text, d.Explains, d.Failures)
	}
	for _, r := range report.Results {
		t.Run(r.Case.ID, func(t *testing.T) {
			switch {
			case r.Outcome == Unsupported:
				t.Skip("not offered")
			case r.Outcome.Unexpected():
				t.Error(Explain(r))
			}
		})
	}
}

// Explain tells in several lines, the last without a newline, what went wrong in
// a case; the first is its ID.
func Explain(r Result) string {
	var b strings.Builder
	rule, _ := spec.FindRule(r.Case.Rule)
	b.WriteString(r.Case.ID + "\n")
	fmt.Fprintf(&b, "rule   %s: %s\n", r.Case.Rule, rule.Statement)
	fmt.Fprintf(&b, "why    %s\n", r.Case.Why)
	if r.Step >= 0 {
		fmt.Fprintf(&b, "step   %d, %s\n", r.Step, DescribeStep(r.Case.Steps[r.Step]))
	} else {
		fmt.Fprintf(&b, "step   making the ring\n")
	}
	if r.Stage != "" {
		fmt.Fprintf(&b, "stage  %s\n", r.Stage)
	}
	b.WriteString(indent(r.What))
	if t := r.Trouble; t != nil {
		for _, line := range []struct{ name, text string }{{"sent", t.Request}, {"got", t.Got}, {"exit", t.Exit}} {
			if line.text != "" {
				fmt.Fprintf(&b, "\n%-6s %s", line.name, line.text)
			}
		}
		for _, line := range t.Stderr {
			fmt.Fprintf(&b, "\nstderr %s", line)
		}
	}
	return b.String()
}

func indent(text string) string {
	return "       " + strings.ReplaceAll(text, "\n", "\n       ")
}
