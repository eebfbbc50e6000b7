package harness

import (
	"strings"
	"testing"
)

// Run runs the cases against impl, each as a subtest named by its ID. A failure
// tells the rule, why the case is there, what was wanted and what was answered.
// Cases that the implementation does not offer are skipped, and so are known
// failures; if none was judged, or it does not say a valid hello, the test fails.
// Run closes impl.
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
		t.Logf("%s, %d of %d failures: %s", d.Dialect, d.Explains, d.Failures, d.Text)
	}
	for _, r := range report.Results {
		t.Run(r.Case.ID, func(t *testing.T) {
			switch {
			case r.Outcome == Unsupported:
				t.Skip("not offered")
			case r.Outcome == XFail:
				t.Skip("known failure: " + r.Known.Reason)
			case r.Outcome.Unexpected():
				t.Errorf("%s\nagain  go test -run '^%s$'", Explain(r), strings.ReplaceAll(t.Name(), "/", "$/^"))
			}
		})
	}
}
