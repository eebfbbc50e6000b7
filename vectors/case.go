package vectors

import (
	"fmt"
	"regexp"
	"slices"

	"gopkg.in/yaml.v3"

	"ringkit/spec"
)

const (
	// maxPoints keeps a typing error from asking for a ring that fills memory.
	maxPoints = 1_000_000
	maxKeys   = 1_000_000
)

var (
	idPattern   = regexp.MustCompile(`^[a-z0-9-]+(/[a-z0-9-]+)*$`)
	namePattern = regexp.MustCompile(`^[a-z0-9-]+$`)
)

func (r *reader) readFile(file *File, root *yaml.Node) {
	m, ok := r.mapping(root, "a vector file", "dialect!", "bits!", "source!", "cases!")
	if !ok {
		return
	}
	file.Dialect = r.word(m.get("dialect"), "dialect")
	if !namePattern.MatchString(file.Dialect) {
		r.errorAt(m.get("dialect").Line, "dialect must be made of a-z, 0-9 and -")
	}
	file.Bits = r.integer(m.get("bits"), "bits", 1, 128)
	if !slices.Contains([]int{32, 64, 128}, file.Bits) {
		r.errorAt(m.get("bits").Line, "bits must be 32, 64 or 128")
		return
	}
	file.Source = r.source(m.get("source"))
	cases, _ := r.list(m.get("cases"), "cases")
	if len(cases) == 0 {
		r.errorAt(m.get("cases").Line, "a vector file without cases proves nothing")
	}
	for _, n := range cases {
		if c, ok := r.readCase(n, file); ok {
			file.Cases = append(file.Cases, c)
		}
	}
}

func (r *reader) source(n *yaml.Node) (s Source) {
	m, ok := r.mapping(n, "source", "by", "captured", "note")
	if !ok {
		return s
	}
	if m.has("by") {
		items, _ := r.list(m.get("by"), "source.by")
		for _, item := range items {
			s.By = append(s.By, r.word(item, "source.by"))
		}
	}
	if m.has("captured") {
		s.Captured = r.word(m.get("captured"), "source.captured")
	}
	if m.has("note") {
		s.Note = r.word(m.get("note"), "source.note")
	}
	if len(s.By) == 0 && s.Captured == "" {
		r.errorAt(n.Line, "source must say what computed the values: by or captured")
	}
	return s
}

// A caseReader reads one case, in which steps refer to what came before.
type caseReader struct {
	*reader
	bits int
	kept map[string][]string // the keys of each remembered answer
}

func (r *reader) readCase(n *yaml.Node, file *File) (Case, bool) {
	m, ok := r.mapping(n, "a case", "id!", "rule!", "why!", "ring", "steps")
	if !ok {
		return Case{}, false
	}
	id := r.word(m.get("id"), "id")
	if !idPattern.MatchString(id) {
		r.errorAt(m.get("id").Line, "the ID %.60q must be made of a-z, 0-9, - and /", id)
	}
	c := Case{
		ID:      file.Dialect + "/" + id,
		Dialect: file.Dialect,
		Rule:    r.word(m.get("rule"), "rule"),
		Why:     r.word(m.get("why"), "why"),
		File:    r.file,
		Line:    n.Line,
	}
	if _, known := spec.FindRule(c.Rule); c.Rule != "" && !known {
		r.errorAt(m.get("rule").Line, "there is no rule %q in spec/ring.md", c.Rule)
	}
	if m.has("ring") {
		c.Ring = r.ring(m.get("ring"))
	}
	if m.has("steps") {
		steps, _ := r.list(m.get("steps"), "steps")
		cr := &caseReader{reader: r, bits: file.Bits, kept: map[string][]string{}}
		for _, step := range steps {
			if r.draft != nil {
				r.draft.at(len(file.Cases), len(c.Steps))
			}
			c.Steps = append(c.Steps, cr.step(step))
		}
	}
	r.checkCase(c, m)
	return c, true
}

// checkCase notes a case whose parts do not fit together.
func (r *reader) checkCase(c Case, m mapping) {
	needsRing := slices.ContainsFunc(c.Steps, func(s Step) bool { return s.Op != Hash })
	switch {
	case c.Ring == nil && len(c.Steps) == 0:
		r.errorAt(m.line, "the case has neither a ring nor steps")
	case c.Ring == nil && needsRing:
		r.errorAt(m.line, "the case has no ring, but a step that needs one")
	case c.Ring != nil && c.Ring.Expect.Error != "" && needsRing:
		r.errorAt(m.line, "the ring must be refused, so no step can need one")
	case c.Ring != nil && c.Ring.Expect.Error == "" && !needsRing:
		r.errorAt(m.line, "no step needs the ring: leave it out, or say what error it must give")
	}
}

func (r *reader) ring(n *yaml.Node) *Ring {
	m, ok := r.mapping(n, "ring", "nodes!", "vnodes", "error", "may")
	if !ok {
		return nil
	}
	ring := &Ring{Nodes: []Node{}, Expect: r.refusal(m)}
	points := 0
	items, _ := r.list(m.get("nodes"), "nodes")
	for i, item := range items {
		node := r.node(item, fmt.Sprintf("nodes[%d]", i))
		ring.Nodes = append(ring.Nodes, node)
		points += max(1, node.Weight)
	}
	if m.has("vnodes") {
		vnodes := r.integer(m.get("vnodes"), "vnodes", -maxPoints, maxPoints)
		ring.VNodes = &vnodes
		points *= max(1, vnodes)
	}
	if points > maxPoints {
		r.errorAt(n.Line, "the ring has %d points; a vector's has at most %d", points, maxPoints)
	}
	return ring
}

// node reads NODE or {name: NODE, weight: W}.
func (r *reader) node(n *yaml.Node, what string) Node {
	if n.Kind != yaml.MappingNode || len(n.Content) > 0 && n.Content[0].Value == "hex" {
		return Node{r.text(n, what), 1}
	}
	m, ok := r.mapping(n, what, "name!", "weight!")
	if !ok {
		return Node{}
	}
	return Node{r.text(m.get("name"), what), r.integer(m.get("weight"), what+".weight", -maxPoints, maxPoints)}
}

// refusal reads what may stand in the place of any expectation: an error code,
// or leave to fail.
func (r *reader) refusal(m mapping) (e Expect) {
	if m.has("error") {
		e.Error = r.word(m.get("error"), "error")
		if e.Error != "" && !slices.Contains(Codes(), e.Error) {
			r.errorAt(m.get("error").Line, "there is no error code %q; there are %v", e.Error, Codes())
		}
	}
	if m.has("may") {
		if word := r.word(m.get("may"), "may"); word != "fail" {
			r.errorAt(m.get("may").Line, "may can only be: fail")
		}
		e.MayFail = true
	}
	if m.has("error") && m.has("may") {
		r.errorAt(m.line, "error and may exclude each other")
	}
	return e
}
