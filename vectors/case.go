package vectors

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"ringkit/spec"
)

// What keeps a typing error from asking for more than fits the memory.
const (
	maxPoints   = 1_000_000
	maxKeys     = 1_000_000
	maxKeyBytes = 64 << 20
	maxRing     = 1<<20 - 256 // a line of the protocol, without what stands before the nodes
	// manyVNodes is counted where a ring leaves out vnodes: no dialect but Envoy's
	// and gRPC's gives a node more points by default, and theirs are of the whole
	// ring or table.
	manyVNodes = 1000
)

var (
	idPattern      = regexp.MustCompile(`^[a-z0-9-]+(/[a-z0-9-]+)*$`)
	dialectPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

func (r *reader) readFile(file *File, root *yaml.Node) {
	m, ok := r.mapping(root, "a vector file", "dialect!", "bits!", "signed", "source!", "cases!")
	if !ok {
		return
	}
	file.Dialect = r.word(m.get("dialect"), "dialect")
	if file.Dialect != "" && !dialectPattern.MatchString(file.Dialect) {
		r.errorAt(m.get("dialect").Line, "the dialect %.60q must be made of a-z and 0-9, with - between them", file.Dialect)
	}
	file.Bits = r.integer(m.get("bits"), "bits", 1, 128)
	if !slices.Contains([]int{32, 64, 128}, file.Bits) {
		r.errorAt(m.get("bits").Line, "bits must be 32, 64 or 128")
		return
	}
	if m.has("signed") {
		if word, ok := r.scalar(m.get("signed"), "signed", "!!bool", "true"); ok && word != "true" {
			r.errorAt(m.get("signed").Line, "signed can only be: true")
		}
		file.Signed = true
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
			name := r.word(item, "source.by")
			if slices.Contains(s.By, name) {
				r.errorAt(item.Line, "source.by names %q twice", name)
			}
			s.By = append(s.By, name)
		}
	}
	if m.has("captured") {
		s.Captured = r.word(m.get("captured"), "source.captured")
	}
	if m.has("note") {
		s.Note = r.word(m.get("note"), "source.note")
	}
	if len(s.By) == 0 && !m.has("captured") {
		r.errorAt(n.Line, "source must say what computed the values: by or captured")
	}
	return s
}

// A caseReader reads one case, in which steps refer to what came before.
type caseReader struct {
	*reader
	bits   int
	signed bool
	kept   map[string][]string // the keys of each remembered answer
}

func (r *reader) readCase(n *yaml.Node, file *File) (Case, bool) {
	m, ok := r.mapping(n, "a case", "id!", "rule!", "why!", "captured", "ring", "steps")
	if !ok {
		return Case{}, false
	}
	id := r.word(m.get("id"), "id")
	if id != "" && !idPattern.MatchString(id) {
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
	if m.has("captured") {
		c.Captured = r.word(m.get("captured"), "captured")
	}
	if m.has("ring") {
		c.Ring = r.ring(m.get("ring"))
	}
	if m.has("steps") {
		steps, _ := r.list(m.get("steps"), "steps")
		cr := &caseReader{reader: r, bits: file.Bits, signed: file.Signed, kept: map[string][]string{}}
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
	if c.Ring == nil {
		switch {
		case m.has("ring"): // what is wrong with it is noted already
		case len(c.Steps) == 0:
			r.errorAt(m.line, "the case has neither a ring nor steps")
		case needsRing:
			r.errorAt(m.line, "the case has no ring, but a step that needs one")
		}
		return
	}
	line := m.get("ring").Line
	switch refused := c.Ring.Expect.Error != ""; {
	case refused && needsRing:
		r.errorAt(line, "the ring must be refused, so no step can need one")
	case !refused && !needsRing:
		r.errorAt(line, "no step needs the ring: leave it out, or say what error it must give")
	}
	members := slices.Clone(c.Ring.Nodes)
	for _, s := range c.Steps {
		if s.Op == Add {
			members = append(members, s.Node)
		}
	}
	size, points := 0, 0
	for _, n := range c.Ring.Nodes {
		size += 6*len(n.Name) + len(`{"name":"","weight":-1000000},`)
	}
	if size > maxRing {
		r.errorAt(line, "the list of nodes may not fit into one request of 1 MiB")
	}
	for _, n := range members {
		points += max(1, n.Weight)
	}
	if vnodes := c.Ring.VNodes; vnodes != nil {
		points *= max(1, *vnodes)
	} else {
		points *= manyVNodes
	}
	if points > maxPoints {
		r.errorAt(line, "the ring may have %d points; a vector's has at most %d", points, maxPoints)
	}
	noDigest := func(n Node) bool { return strings.Contains(n.Name, "\n") || !utf8.ValidString(n.Name) }
	if i := slices.IndexFunc(c.Steps, func(s Step) bool { return s.Expect.SHA256 != "" }); i >= 0 && slices.ContainsFunc(members, noDigest) {
		r.errorAt(c.Steps[i].Line, "sha256 needs nodes that are text without a newline")
	}
}

func (r *reader) ring(n *yaml.Node) *Ring {
	m, ok := r.mapping(n, "ring", "nodes!", "vnodes", "error", "may")
	if !ok {
		return nil
	}
	ring := &Ring{Nodes: []Node{}, Expect: r.refusal(m)}
	items, _ := r.list(m.get("nodes"), "nodes")
	for i, item := range items {
		ring.Nodes = append(ring.Nodes, r.node(item, fmt.Sprintf("nodes[%d]", i)))
	}
	if m.has("vnodes") {
		vnodes := r.integer(m.get("vnodes"), "vnodes", -maxPoints, maxPoints)
		ring.VNodes = &vnodes
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
		if word := r.word(m.get("may"), "may"); word != "" && word != "fail" {
			r.errorAt(m.get("may").Line, "may can only be: fail")
		}
		e.MayFail = true
	}
	if m.has("error") && m.has("may") {
		r.errorAt(m.line, "error and may exclude each other")
	}
	return e
}
