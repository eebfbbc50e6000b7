package main

import (
	"fmt"
	"strings"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/identify"
	"ringkit/harness/report"
	"ringkit/spec/schema"
)

// newIdentifySchema returns a function that validates a report of identify.
func newIdentifySchema(t *testing.T) (validate func(text []byte) error) {
	t.Helper()
	validate, err := schema.Validator("identify.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return validate
}

// identifyReports are what identify reports of a few observations, by what is special
// about them. The nodes are those of dalli, whose owners were renamed.
func identifyReports(t *testing.T) map[string]string {
	t.Helper()
	nodes := goring.Nodes("10.0.1.1:11211", "10.0.1.2:11211", "10.0.1.3:11212")
	ring, err := goring.New(goring.Dalli, goring.Dalli.VNodes, nodes)
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]string{}
	for name, test := range map[string]struct {
		pairs int
		owner func(i int, owner string) string
		asked *identify.Conversation
	}{
		"good":    {60, func(_ int, owner string) string { return owner }, nil},
		"few":     {8, func(_ int, owner string) string { return owner }, nil},
		"learned": {60, func(_ int, owner string) string { return "server " + owner[7:8] }, nil},
		"noisy": {60, func(i int, owner string) string {
			if i == 7 {
				return nodes[0].Name + "\xff"
			}
			return owner
		}, nil},
		"nothing": {40, func(int, string) string { return nodes[0].Name }, nil},
		"asked": {60, func(_ int, owner string) string { return owner },
			&identify.Conversation{Hello: harness.Hello{Name: "acme"}, Observed: []identify.Observed{{Pairs: make([]identify.Pair, 60)}}}},
	} {
		o := identify.Observed{Nodes: nodes}
		for i := range test.pairs {
			key := fmt.Sprintf("user:%d\xff", i)
			owner, err := ring.Owner(key)
			if err != nil {
				t.Fatal(err)
			}
			o.Pairs = append(o.Pairs, identify.Pair{Key: key, Owner: test.owner(i, owner), Line: i + 1})
		}
		answer, err := identify.Identify(t.Context(), []identify.Observed{o}, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var text strings.Builder
		if err := writeFindingJSON(&text, finding{Answer: answer, asked: test.asked}, report.Style{}); err != nil {
			t.Fatal(err)
		}
		written[name] = text.String()
	}
	return written
}

func TestIdentifyJSONFollowsItsSchema(t *testing.T) {
	t.Parallel()
	validate := newIdentifySchema(t)
	written := identifyReports(t)
	for name, text := range written {
		if err := validate([]byte(text)); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	// Each of these parts must stand in the report that it is there for.
	for name, part := range map[string]string{
		"good": `"runner_up"`, "few": `"says": [`, "learned": `"learned"`, "noisy": `"hex": "31302e302e312e313a3131323131ff"`,
		"nothing": `"nearest"`, "asked": `"asked"`,
	} {
		if !strings.Contains(written[name], part) {
			t.Errorf("%s: want %s in it, got\n%s", name, part, written[name])
		}
	}
	for _, change := range []struct{ report, name, old, new string }{
		{"good", "an unknown field", `"pairs"`, `"color": "red", "pairs"`},
		{"good", "an unknown field of a candidate", `"dialect"`, `"color": "red", "dialect"`},
		{"good", "no tries", `"tried"`, `"trials"`},
		{"good", "a fit without a number", `"group": 0,`, ``},
		{"good", "fits although nothing is identified", `"identified": true`, `"identified": false`},
		{"nothing", "no fits although something is identified", `"identified": false`, `"identified": true`},
		{"noisy", "a line before the first", `"line": 8`, `"line": 0`},
		{"noisy", "half a byte", `3131ff"`, `3131f"`},
	} {
		text := strings.Replace(written[change.report], change.old, change.new, 1)
		if text == written[change.report] {
			t.Errorf("%s: %s is not in the report", change.name, change.old)
		} else if validate([]byte(text)) == nil {
			t.Errorf("%s is not refused", change.name)
		}
	}
}
