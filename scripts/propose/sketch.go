package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/vectors"
)

// sketch prints the standard corner cases of a dialect, with blanks; for a
// production dialect, its whole vector file.
func sketch(out io.Writer, dialect string) error {
	d, known := goring.Lookup(dialect)
	if !known {
		return fmt.Errorf("there is no dialect %q", dialect)
	}
	s := &sketcher{d: d, policy: policies[dialect]}
	if set, ok := settings[dialect]; ok {
		s.set = set
		s.production()
		_, err := io.WriteString(out, s.String())
		return err
	}
	for _, group := range []func(){s.text, s.labels, s.circle, s.ties, s.lookups, s.replicas, s.weights, s.members, s.refusals, s.movement} {
		group()
	}
	_, err := io.WriteString(out, s.String())
	return err
}

// A sketcher writes cases of one dialect.
type sketcher struct {
	strings.Builder
	d      goring.Dialect
	policy policy

	set     setting // of production dialects
	program string  // that the next case was captured from, if it was
}

// A policy says what a dialect does where spec/dialects.md lets dialects differ
// and the sketch has to know: an error code, mayFail where it is left open, or
// one of the words beside the fields.
type policy struct {
	empty    string // a lookup on an empty ring; "" answers null
	vnodes   string // below 1; or noPoints
	existing string // adding a node that is there; or unchanged
	unknown  string // removing a node that is not there; or notRemoved
	twice    string // listing a node twice; or once
	list     bool   // the order of the list decides ties
}

const (
	mayFail    = "may fail"
	noPoints   = "no points"
	unchanged  = "unchanged"
	notRemoved = "not removed"
	once       = "once"
)

var policies = map[string]policy{
	"xmur3":         {"empty-ring", noPoints, mayFail, mayFail, once, false},
	"xmur3-utf16":   {"empty-ring", noPoints, mayFail, mayFail, once, true},
	"md5-32":        {"", "bad-vnodes", "duplicate-node", notRemoved, "duplicate-node", false},
	"md5-128":       {"empty-ring", noPoints, mayFail, mayFail, once, false},
	"md5-128-after": {"empty-ring", noPoints, mayFail, mayFail, once, true},
	"md5-128-colon": {"empty-ring", mayFail, unchanged, "unknown-node", once, false},
}

// add writes one case.
func (s *sketcher) add(id, rule, why, ring string, steps ...string) {
	fmt.Fprintf(s, "\n  - id: %s\n    rule: %s\n    why: %s\n", id, rule, yamlWords(why))
	if s.program != "" {
		fmt.Fprintf(s, "    captured: %s\n", yamlWords(s.program))
		s.program = ""
	}
	if ring != "" {
		fmt.Fprintf(s, "    ring: %s\n", ring)
	}
	if len(steps) > 0 {
		s.WriteString("    steps:\n")
	}
	for _, step := range steps {
		fmt.Fprintf(s, "      - {%s}\n", step)
	}
}

// ring writes a ring; a node is a name, or what weighted returns.
func ring(vnodes int, nodes ...any) string {
	return fmt.Sprintf("{nodes: %s, vnodes: %d}", yamlNodes(nodes), vnodes)
}

// refused writes a ring that must or may be refused.
func refused(how, ring string) string {
	if how == mayFail {
		return strings.TrimSuffix(ring, "}") + ", may: fail}"
	}
	return strings.TrimSuffix(ring, "}") + ", error: " + how + "}"
}

// list writes a step that expects these members, in the order in which they came.
func (s *sketcher) list(names ...string) string {
	if s.d.Members.Sorted {
		slices.Sort(names)
	}
	return "nodes: all, want: " + vectors.LiteralList(names, vectors.Literal)
}

type weighted struct {
	name   string
	weight int
}

func yamlNode(node any) string {
	if w, ok := node.(weighted); ok {
		return fmt.Sprintf("{name: %s, weight: %d}", vectors.Literal(w.name), w.weight)
	}
	return vectors.Literal(node.(string))
}

func yamlNodes(nodes []any) string { return vectors.LiteralList(nodes, yamlNode) }

// Each of these writes a step. Where it takes no expectation, that is blank.

func hash(key string) string  { return "hash: " + vectors.Literal(key) + ", want: " + vectors.Blank }
func owner(key string) string { return "owner: " + vectors.Literal(key) + ", want: " + vectors.Blank }
func owners(keys ...string) string {
	return "owners: " + vectors.LiteralList(keys, vectors.Literal) + ", want: " + vectors.Blank
}
func users(expect string) string {
	return `owners: {pattern: "user%d", from: 0, to: 499}, ` + expect
}

// manyUsers is for the few cases that need many keys; those are what a run costs.
func manyUsers(last int, expect string) string {
	return fmt.Sprintf(`owners: {pattern: "user%%d", from: 0, to: %d}, %s`, last, expect)
}
func digest() string              { return users("sha256: " + vectors.Blank) }
func keep(name string) string     { return users("as: " + name) }
func keepMany(name string) string { return manyUsers(1999, "as: "+name) }
func replicasOf(key string, n int) string {
	return fmt.Sprintf("replicas: {key: %s, count: %d}, want: %s", vectors.Literal(key), n, vectors.Blank)
}
func points() string            { return "points: all, want: " + vectors.Blank }
func addNode(node any) string   { return "add: " + yamlNode(node) }
func remove(node string) string { return "remove: " + vectors.Literal(node) }
func failing(step, how string) string {
	switch how {
	case mayFail:
		return step + ", may: fail"
	case unchanged:
		return step
	case notRemoved:
		return step + ", removed: false"
	}
	if head, blank := strings.CutSuffix(step, ", want: "+vectors.Blank); blank {
		step = head
	}
	return step + ", error: " + how
}
func moved(expect string) string {
	return "moved: {from: before, to: after}, count: " + vectors.Blank + ", " + expect
}
