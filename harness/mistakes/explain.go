package mistakes

import (
	"fmt"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/spec"
	"ringkit/vectors"
)

// Explain tells all about a mistake in several lines, the last without a
// newline, with the smallest example among the cases.
func Explain(m Mistake, cases []vectors.Case) string {
	var b strings.Builder
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-8s %s\n", name, text)
		}
	}
	rule, _ := spec.FindRule(m.Rule)
	fmt.Fprintf(&b, "%s\n", m.Name)
	line("says", m.Says)
	line("rule", m.Rule+": "+rule.Statement)
	line("stage", string(m.Stage))
	line("in", strings.Join(dialectsOf(m), ", "))
	line("cause", m.Cause)
	line("fix", m.Fix)
	line("seen", m.Seen)
	line("alike", strings.Join(m.Alike, ", "))
	if m.Harmless {
		line("note", "it moves no key, or hardly any: only hash and points show it")
	}
	if r, found := m.Example(cases); found {
		b.WriteString("\n" + example(r) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func dialectsOf(m Mistake) []string {
	var names []string
	for _, d := range goring.Dialects() {
		if m.AppliesTo(d.Name) {
			names = append(names, d.Name)
		}
	}
	return names
}

// example tells what a right ring and a mistaken one answer in a case.
func example(r harness.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "example  %s\n", r.Case.ID)
	if r.Case.Ring != nil {
		fmt.Fprintf(&b, "ring     %s\n", harness.DescribeRing(*r.Case.Ring))
	}
	for i, s := range r.Case.Steps[:r.Step+1] {
		name := "then"
		if i == r.Step {
			name = "asked"
		}
		fmt.Fprintf(&b, "%-8s %s\n", name, harness.DescribeStep(s))
	}
	if r.Want != nil && r.Got != nil {
		fmt.Fprintf(&b, "right    %s\nmistaken %s", shorten(r.Want), shorten(r.Got))
	} else {
		b.WriteString("mistaken " + r.What)
	}
	return b.String()
}

// shorten keeps an answer to a line.
func shorten(answer []byte) string {
	const most = 300
	if len(answer) <= most {
		return string(answer)
	}
	return string(answer[:most]) + "..."
}
