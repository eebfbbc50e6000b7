package report

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What an element may hold, from the schema by which Jenkins checks its input
// (junit-10.xsd of its xunit plugin); GitLab reads a part of it. The order of the
// children is that of the older and stricter schema of Ant's JUnit task.
var junitRules = map[string]struct {
	required, optional []string // attributes
	children           []string // in order
}{
	"testsuites": {optional: []string{"name", "time", "tests", "failures", "errors"}, children: []string{"testsuite"}},
	"testsuite": {
		required: []string{"name", "tests", "failures", "errors"},
		optional: []string{"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"},
		children: []string{"properties", "testcase", "system-out", "system-err"},
	},
	"properties": {children: []string{"property"}},
	"property":   {required: []string{"name", "value"}},
	"testcase": {
		required: []string{"name"}, optional: []string{"classname", "group", "time"},
		children: []string{"skipped", "error", "failure", "system-out", "system-err"},
	},
	"skipped":    {optional: []string{"message", "type"}},
	"error":      {optional: []string{"message", "type"}},
	"failure":    {optional: []string{"message", "type"}},
	"system-out": {},
	"system-err": {},
}

// An element is one of XML, read without knowing what is to come.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e element) count(t *testing.T, name string) int {
	n, err := strconv.Atoi(e.attr(name))
	if err != nil {
		t.Errorf("%s %s: %s is no number: %v", e.XMLName.Local, e.attr("name"), name, err)
	}
	return n
}

func (e element) named(name string) (found []element) {
	for _, c := range e.Children {
		if c.XMLName.Local == name {
			found = append(found, c)
		}
	}
	return found
}

// readJUnit reads a report and holds it against the rules.
func readJUnit(t *testing.T, text string) element {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text)) // is strict about characters
	var root element
	if err := decoder.Decode(&root); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if token, err := decoder.Token(); !errors.Is(err, io.EOF) {
		if space, ok := token.(xml.CharData); !ok || strings.TrimSpace(string(space)) != "" {
			t.Errorf("after the root there is %v", token)
		}
	}
	if root.XMLName.Local != "testsuites" {
		t.Fatalf("the root is %s", root.XMLName.Local)
	}
	holdAgainstRules(t, root)
	return root
}

func holdAgainstRules(t *testing.T, e element) {
	t.Helper()
	name := e.XMLName.Local
	rules, known := junitRules[name]
	if !known || e.XMLName.Space != "" {
		t.Errorf("there is no element %v", e.XMLName)
	}
	var attrs []string
	for _, a := range e.Attrs {
		attrs = append(attrs, a.Name.Local)
		if !slices.Contains(rules.required, a.Name.Local) && !slices.Contains(rules.optional, a.Name.Local) {
			t.Errorf("%s has no attribute %s", name, a.Name.Local)
		}
	}
	for _, must := range rules.required {
		if !slices.Contains(attrs, must) {
			t.Errorf("%s %s lacks the attribute %s", name, e.attr("name"), must)
		}
	}
	last := 0
	for _, c := range e.Children {
		at := slices.Index(rules.children, c.XMLName.Local)
		if at < last {
			t.Errorf("%s in %s is not allowed, or not here", c.XMLName.Local, name)
		}
		last = at
		holdAgainstRules(t, c)
	}
}

// holdCounts adds up what stands in the suites.
func holdCounts(t *testing.T, root element) {
	t.Helper()
	sum := map[string]int{}
	for _, suite := range root.named("testsuite") {
		counts := map[string]int{}
		for _, c := range suite.named("testcase") {
			counts["tests"]++
			kinds := 0
			for kind, attr := range map[string]string{"failure": "failures", "error": "errors", "skipped": "skipped"} {
				n := len(c.named(kind))
				kinds += n
				counts[attr] += n
			}
			if kinds > 1 {
				t.Errorf("%s has %d verdicts", c.attr("name"), kinds)
			}
		}
		for _, attr := range []string{"tests", "failures", "errors", "skipped"} {
			if got := suite.count(t, attr); got != counts[attr] {
				t.Errorf("suite %s: %s is %d, and there are %d", suite.attr("name"), attr, got, counts[attr])
			}
			sum[attr] += counts[attr]
		}
	}
	for _, attr := range []string{"tests", "failures", "errors"} {
		if got := root.count(t, attr); got != sum[attr] {
			t.Errorf("%s is %d, and the suites have %d", attr, got, sum[attr])
		}
	}
}

func TestJUnit(t *testing.T) {
	for name, run := range map[string]Run{"mixed": mixed(t), "good": allGood(t), "many": manyFailures(t, 30), "none": {}} {
		t.Run(name, func(t *testing.T) {
			holdCounts(t, readJUnit(t, written(t, "junit", run)))
		})
	}
	root := readJUnit(t, written(t, "junit", mixed(t)))
	got := map[string]string{} // name and class of a case → its verdict and type
	for _, suite := range root.named("testsuite") {
		for _, c := range suite.named("testcase") {
			key := c.attr("name") + " of " + c.attr("classname")
			if _, twice := got[key]; twice {
				t.Errorf("%s is there twice", key)
			}
			got[key] = ""
			for _, verdict := range c.Children {
				got[key] = verdict.XMLName.Local + " " + verdict.attr("type")
				if verdict.attr("message") == "" {
					t.Errorf("%s has no message", key)
				}
			}
		}
	}
	const class = "my_adapter_--odd_31m_error_25_0A_second_line."
	want := map[string]string{
		"xmur3/seed/owners of " + class + "xmur3":         "",
		"xmur3/wrap/k207 of " + class + "xmur3":           "failure fail",
		"xmur3/hash/empty of " + class + "xmur3":          "skipped xfail",
		"xmur3/hash/cjk of " + class + "xmur3":            "failure xpass",
		"md5-32/seed/tie-pea-meht of " + class + "md5-32": "skipped unsupported",
		"md5-32/hash/empty of " + class + "md5-32":        "error crash",
		"md5-32/hash/cjk of " + class + "md5-32":          "error timeout",
		"md5-32/weight/zero of " + class + "md5-32":       "error protocol",
		"xmur3/wrap/k207 of go.xmur3":                     "",
		"hello of typescript":                             "skipped not run",
		"hello of none":                                   "error not started",
		"judged of mute":                                  "failure nothing judged",
		"xmur3/wrap/k207 of mute.xmur3":                   "skipped unsupported",
	}
	for key, verdict := range want {
		if g, there := got[key]; !there || g != verdict {
			t.Errorf("%s: want %q, got %q, %t", key, verdict, g, there)
		}
	}
	if len(got) != len(want) {
		t.Errorf("want %d cases, got %d: %v", len(want), len(got), got)
	}
}

func TestJUnitHoldsTheDiagnosis(t *testing.T) {
	root := readJUnit(t, written(t, "junit", mixed(t)))
	for _, suite := range root.named("testsuite") {
		out := suite.named("system-out")
		if about := strings.HasSuffix(suite.attr("name"), " xmur3") && strings.HasPrefix(suite.attr("name"), "./my"); !about {
			if len(out) > 0 {
				t.Errorf("suite %s has a diagnosis that is of another", suite.attr("name"))
			}
			continue
		}
		if len(out) != 1 || !strings.HasPrefix(out[0].Text, "DIAGNOSIS\nno-wrap: past the last point <&]]>") || !strings.HasSuffix(out[0].Text, "1 of 2 in xmur3") {
			t.Errorf("want the diagnosis, got %+v", out)
		}
		properties := map[string]string{}
		for _, p := range suite.named("properties")[0].Children {
			properties[p.attr("name")] = p.attr("value")
		}
		if properties["mistakes"] != "no-wrap" || properties["dialect"] != "xmur3" || properties["language"] != "Rust" {
			t.Errorf("the properties are %v", properties)
		}
	}
}
