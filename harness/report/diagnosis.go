package report

import (
	"fmt"
	"slices"
	"strings"

	"ringkit/harness"
)

// A finding is a diagnosis, which may hold for several dialects.
type finding struct {
	text     string
	dialects []string
	explains []string // of the dialects, how many failures; empty if it explains none
}

// findings returns what explains the failures of an implementation, each said
// once. Dialects in which all that fails is expected to are left out.
func (i Implementation) findings() []*finding {
	var found []*finding
	for _, d := range i.Diagnoses {
		unexpected := func(r harness.Result) bool { return r.Case.Dialect == d.Dialect && r.Outcome == harness.Fail }
		if !slices.ContainsFunc(i.Results, unexpected) {
			continue
		}
		if at := slices.IndexFunc(found, func(f *finding) bool { return f.text == d.Text }); at >= 0 {
			found[at].add(d)
		} else {
			found = append(found, newFinding(d))
		}
	}
	return found
}

func newFinding(d harness.Diagnosis) *finding {
	f := &finding{text: d.Text}
	f.add(d)
	return f
}

func (f *finding) add(d harness.Diagnosis) {
	f.dialects = append(f.dialects, d.Dialect)
	if d.Explains > 0 {
		f.explains = append(f.explains, fmt.Sprintf("%d of %d in %s", d.Explains, d.Failures, d.Dialect))
	}
}

// String tells the finding in several lines.
func (f finding) String() string {
	if len(f.explains) == 0 {
		return f.text
	}
	return f.text + "\nexplains failures: " + strings.Join(f.explains, ", ")
}

// where names the dialects that it is about.
func (f finding) where() string { return strings.Join(f.dialects, ", ") }
