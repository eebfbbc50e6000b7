package properties

import (
	"fmt"
	"strings"

	"ringkit/harness"
	"ringkit/spec"
)

// A Violation is a law that an implementation broke. It is an error, so that a
// check can answer with it.
type Violation struct {
	Property Property
	// Sample is what it was found on, made as small as it goes.
	Sample Sample
	// What says in words what is wrong; Want and Got are the answers, where
	// there are two to compare.
	What, Want, Got string
	// Trouble is there if the implementation crashed, hung or broke the
	// protocol.
	Trouble *harness.Trouble

	// scripts are what was asked, and transcripts what was answered.
	scripts     []harness.Script
	transcripts []harness.Transcript
}

// Error shows the violation over several lines, without a newline at the end.
func (v *Violation) Error() string {
	var b strings.Builder
	rule, _ := spec.FindRule(v.Property.Rule)
	fmt.Fprintf(&b, "law      %s\nrule     %s: %s\n%s\n", v.Property.Law, v.Property.Rule, rule.Statement, v.Sample)
	fmt.Fprintf(&b, "wrong    %s", harness.Printable(v.What))
	if v.Want != "" || v.Got != "" {
		fmt.Fprintf(&b, "\nwant     %s\ngot      %s", v.Want, v.Got)
	}
	if t := v.Trouble; t != nil {
		for _, line := range []struct{ name, text string }{{"sent", t.Request}, {"got", t.Got}, {"exit", t.Exit}} {
			if line.text != "" {
				fmt.Fprintf(&b, "\n%-8s %s", line.name, harness.Printable(line.text))
			}
		}
		for _, line := range t.Stderr {
			fmt.Fprintf(&b, "\nstderr   %s", harness.Printable(line))
		}
	}
	return b.String()
}

// outcome is how a case would end in which this happens.
func (v *Violation) outcome() harness.Outcome {
	if v.Trouble != nil {
		return v.Trouble.Outcome
	}
	return harness.Fail
}

// wrong makes a violation; the asker and the runner fill in the rest.
func wrong(want, got any, format string, args ...any) *Violation {
	return &Violation{What: fmt.Sprintf(format, args...), Want: fmt.Sprint(want), Got: fmt.Sprint(got)}
}
