package report

import (
	"encoding/xml"
	"io"
	"regexp"
	"strings"

	"ringkit/harness"
)

// The elements and attributes are those that Jenkins and GitLab read, in the
// order that the strictest of their schemas asks for.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		SystemOut  *junitText      `xml:"system-out"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitText struct {
		Text string `xml:",cdata"`
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		ClassName string       `xml:"classname,attr"`
		Skipped   *junitReason `xml:"skipped"`
		Failure   *junitReason `xml:"failure"`
		Error     *junitReason `xml:"error"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

// JUnit writes the run as JUnit XML, one suite for each dialect of each
// implementation.
func JUnit(w io.Writer, run Run, _ Style) error {
	out := junitSuites{Name: "ringkit"}
	places := map[string]int{}
	for _, e := range run.entries() {
		suite := e.suite()
		at, there := places[suite]
		if !there {
			at = len(out.Suites)
			places[suite] = at
			out.Suites = append(out.Suites, newJUnitSuite(suite, e))
		}
		out.Suites[at].add(e)
	}
	for _, s := range out.Suites {
		out.Tests += s.Tests
		out.Failures += s.Failures
		out.Errors += s.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", " ")
	if err := encoder.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// suite names the implementation and the dialect.
func (e entry) suite() string {
	name := harness.Printable(e.Name)
	if e.dialect == "" {
		return name
	}
	return name + " " + e.dialect
}

func newJUnitSuite(name string, first entry) junitSuite {
	s := junitSuite{Name: name}
	for _, p := range []junitProperty{
		{"implementation", first.Name}, {"hello", first.Hello.Name}, {"language", first.Hello.Language}, {"dialect", first.dialect},
	} {
		if p.Value != "" {
			p.Value = harness.Printable(p.Value)
			s.Properties = append(s.Properties, p)
		}
	}
	var texts []string
	for _, d := range first.Diagnoses {
		if d.Dialect == first.dialect {
			s.Properties = append(s.Properties, junitProperty{"mistakes", strings.Join(d.Mistakes, " ")})
			texts = append(texts, "DIAGNOSIS\n"+harness.Printable(newFinding(d).String()))
		}
	}
	if len(texts) > 0 {
		s.SystemOut = &junitText{strings.Join(texts, "\n\n")}
	}
	return s
}

func (s *junitSuite) add(e entry) {
	c := junitCase{Name: e.name, ClassName: className(e)}
	reason := &junitReason{Message: e.short, Type: e.outcome, Text: e.long}
	s.Tests++
	switch e.verdict {
	case skipped, expected:
		s.Skipped++
		c.Skipped = reason
	case failed:
		s.Failures++
		c.Failure = reason
	case broken:
		s.Errors++
		c.Error = reason
	}
	s.Cases = append(s.Cases, c)
}

var notInClass = regexp.MustCompile(`[^\pL\pN_-]+`)

// className tells the cases of several implementations apart. A dot parts a
// package from a class, so there is one only before the dialect.
func className(e entry) string {
	name := strings.Trim(notInClass.ReplaceAllString(e.Name, "_"), "_")
	if e.dialect == "" {
		return name
	}
	return name + "." + e.dialect
}
