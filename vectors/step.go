package vectors

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// The expectations that each operation can have, and what may stand in their
// place.
var expectations = map[Op]struct{ answers, refusals []string }{
	Hash:     {[]string{"want"}, []string{"error"}},
	Owner:    {[]string{"want"}, []string{"error"}},
	Owners:   {[]string{"want", "counts", "sha256", "as"}, []string{"error"}},
	Moved:    {[]string{"count", "joining", "leaving"}, nil},
	Replicas: {[]string{"want"}, []string{"error"}},
	Points:   {[]string{"want"}, []string{"error"}},
	Nodes:    {[]string{"want"}, []string{"error"}},
	Add:      {nil, []string{"error", "may"}},
	Remove:   {[]string{"removed"}, []string{"error", "may"}},
}

// step reads one step.
func (r *caseReader) step(n *yaml.Node) Step {
	s := Step{Line: n.Line}
	if !r.plainNode(n, "a step") {
		return s
	}
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if _, known := expectations[Op(n.Content[i].Value)]; known {
			s.Op = Op(n.Content[i].Value)
			break
		}
	}
	if s.Op == "" {
		r.errorAt(n.Line, "a step must be a mapping with one of hash, owner, owners, moved, replicas, points, nodes, add, remove")
		return s
	}
	expected := expectations[s.Op]
	keys := slices.Concat([]string{string(s.Op) + "!"}, expected.answers, expected.refusals)
	m, ok := r.mapping(n, "a step "+string(s.Op), keys...)
	if !ok {
		return s
	}
	s.Expect = r.refusal(m)
	r.subject(&s, m.get(string(s.Op)))
	if m.has("as") {
		r.remember(&s, m.get("as"))
	}
	r.expect(&s, m)
	return s
}

// subject reads what the step's operation is applied to.
func (r *caseReader) subject(s *Step, n *yaml.Node) {
	switch s.Op {
	case Hash:
		s.Key = r.text(n, "hash")
	case Owner:
		s.Keys = []string{r.text(n, "owner")}
	case Owners:
		s.Keys = r.keyList(n)
	case Moved:
		if m, ok := r.mapping(n, "moved", "from!", "to!"); ok {
			s.From, s.To = r.recall(m.get("from")), r.recall(m.get("to"))
			if s.From != "" && s.To != "" && !slices.Equal(r.kept[s.From], r.kept[s.To]) {
				r.errorAt(n.Line, "%s and %s are not answers for the same keys", s.From, s.To)
			}
		}
	case Replicas:
		if m, ok := r.mapping(n, "replicas", "key!", "count!"); ok {
			s.Key = r.text(m.get("key"), "replicas.key")
			s.Count = r.integer(m.get("count"), "replicas.count", -maxPoints, maxPoints)
		}
	case Points, Nodes:
		if word := r.word(n, string(s.Op)); word != "" && word != "all" {
			r.errorAt(n.Line, "%s can only be: all", s.Op)
		}
	case Add:
		s.Node = r.node(n, "add")
	case Remove:
		s.Node = Node{Name: r.text(n, "remove")}
	}
}

// keyList reads [KEY…], {list: NAME} or {pattern: "user%d", from: 0, to: 9999}.
// It returns nil where it noted that there is no such list.
func (r *caseReader) keyList(n *yaml.Node) []string {
	if n.Kind != yaml.MappingNode {
		if _, ok := r.list(n, "owners"); !ok {
			return nil
		}
		return r.texts(n, "owners")
	}
	if len(n.Content) > 0 && n.Content[0].Value == "list" {
		m, ok := r.mapping(n, "owners", "list!")
		if !ok {
			return nil
		}
		return r.namedKeys(m.get("list"))
	}
	m, ok := r.mapping(n, "owners", "pattern!", "from!", "to!")
	if !ok {
		return nil
	}
	pattern := r.quoted(m.get("pattern"), "owners.pattern")
	from := r.integer(m.get("from"), "owners.from", 0, math.MaxInt32)
	to := r.integer(m.get("to"), "owners.to", 0, math.MaxInt32)
	before, after, found := strings.Cut(pattern, "%d")
	switch {
	case !found || strings.Contains(before+after, "%"):
		r.errorAt(m.get("pattern").Line, "owners.pattern must hold %%d once and no other %%")
		return nil
	case to < from:
		r.errorAt(m.get("to").Line, "owners.to is below owners.from")
		return nil
	case to-from >= maxKeys || (to-from+1)*len(pattern) > maxKeyBytes:
		r.errorAt(n.Line, "these are more than %d keys or %d MiB of keys", maxKeys, maxKeyBytes>>20)
		return nil
	}
	made := keyRange{pattern, from, to}
	if keys, known := r.ranges[made]; known {
		return keys
	}
	keys := make([]string, 0, to-from+1)
	for i := from; i <= to; i++ {
		keys = append(keys, before+strconv.Itoa(i)+after)
	}
	if r.ranges == nil {
		r.ranges = map[keyRange][]string{}
	}
	r.ranges[made] = keys
	return keys
}

// A keyRange is what many cases of a file make the same keys from.
type keyRange struct {
	pattern  string
	from, to int
}

func (r *caseReader) remember(s *Step, n *yaml.Node) {
	s.As = r.word(n, "as")
	if s.As != "" && !namePattern.MatchString(s.As) {
		r.errorAt(n.Line, "the name %.60q must be made of a-z, 0-9 and -", s.As)
	}
	if _, taken := r.kept[s.As]; taken {
		r.errorAt(n.Line, "there is an answer %s already", s.As)
	}
	r.kept[s.As] = s.Keys
}

var namePattern = regexp.MustCompile(`^[a-z0-9-]+$`)

// recall reads the name of an answer that was remembered. It returns "" where it
// noted an error.
func (r *caseReader) recall(n *yaml.Node) string {
	name := r.word(n, "moved")
	if _, known := r.kept[name]; name != "" && !known {
		r.errorAt(n.Line, "no step before this one has as: %s", name)
		return ""
	}
	return name
}

// expect reads what is expected of the step's answer.
func (r *caseReader) expect(s *Step, m mapping) {
	e := &s.Expect
	answers := expectations[s.Op].answers
	found := slices.DeleteFunc(slices.Clone(answers), func(key string) bool { return !m.has(key) })
	refused := m.has("error") || m.has("may")
	switch {
	case refused && len(found) > 0:
		r.errorAt(m.line, "a step that expects error or may expects nothing else, so no %s", found[0])
		return
	case refused:
		return
	case len(found) == 0 && s.Op != Add && s.Op != Remove:
		r.errorAt(m.line, "the step expects nothing: give it %s", strings.Join(slices.Concat(answers, expectations[s.Op].refusals), " or "))
		return
	case m.has("want") && (m.has("counts") || m.has("sha256")):
		r.errorAt(m.line, "want says all: leave out counts and sha256 beside it")
	}
	for _, key := range found {
		if r.draft.blank(key, m.get(key)) {
			delete(m.values, key)
		}
	}
	if n := m.get("want"); n != nil {
		r.want(s, n)
	}
	if n := m.get("counts"); n != nil {
		r.counts(s, n)
	}
	if n := m.get("sha256"); n != nil {
		e.SHA256 = r.word(n, "sha256")
		if e.SHA256 != "" && !sha256Pattern.MatchString(e.SHA256) {
			r.errorAt(n.Line, "sha256 wants 64 of the digits 0-9a-f")
		}
	}
	if n := m.get("count"); n != nil {
		moved := r.integer(n, "count", 0, maxKeys)
		e.Moved = &moved
	}
	if n := m.get("joining"); n != nil {
		e.Joining = r.texts(n, "joining")
	}
	if n := m.get("leaving"); n != nil {
		e.Leaving = r.texts(n, "leaving")
	}
	if n := m.get("removed"); n != nil {
		if word, ok := r.scalar(n, "removed", "!!bool", "false"); ok && word != "false" {
			r.errorAt(n.Line, "removed can only be: false")
		}
		e.NotRemoved = true
	}
}

var sha256Pattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (r *caseReader) want(s *Step, n *yaml.Node) {
	e := &s.Expect
	switch s.Op {
	case Hash:
		e.Position = r.position(n, "want")
	case Owner:
		e.Owners = []*string{r.owner(n, "want")}
	case Owners:
		e.Owners = []*string{}
		items, _ := r.list(n, "want")
		for i, item := range items {
			e.Owners = append(e.Owners, r.owner(item, fmt.Sprintf("want[%d]", i)))
		}
		if s.Keys != nil && len(e.Owners) != len(s.Keys) {
			r.errorAt(n.Line, "want has %d owners for %d keys", len(e.Owners), len(s.Keys))
		}
	case Replicas:
		e.Nodes = r.texts(n, "want")
		if len(e.Nodes) > max(0, s.Count) {
			r.errorAt(n.Line, "want has %d nodes where %d are asked for", len(e.Nodes), s.Count)
		}
	case Nodes:
		e.Nodes = r.texts(n, "want")
	case Points:
		e.Points = []Point{}
		items, _ := r.list(n, "want")
		for i, item := range items {
			e.Points = append(e.Points, r.point(item, fmt.Sprintf("want[%d]", i)))
		}
	}
}

// owner reads NODE or null.
func (r *caseReader) owner(n *yaml.Node, what string) *string {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" && n.Value == "null" {
		r.plainNode(n, what)
		return nil
	}
	name := r.text(n, what)
	return &name
}

// counts reads {"NODE": N}, the keys of which are NODEs.
func (r *caseReader) counts(s *Step, n *yaml.Node) {
	if n.Kind != yaml.MappingNode || !r.plainNode(n, "counts") {
		r.errorAt(n.Line, "counts must be a mapping of nodes to numbers")
		return
	}
	s.Expect.Counts = map[string]int{}
	sum := 0
	for i := 0; i < len(n.Content); i += 2 {
		name := r.quoted(n.Content[i], "a node of counts")
		if _, twice := s.Expect.Counts[name]; twice {
			r.errorAt(n.Content[i].Line, "counts has %q twice", name)
		}
		count := r.integer(n.Content[i+1], fmt.Sprintf("counts[%.60q]", name), 1, maxKeys)
		s.Expect.Counts[name] = count
		sum += count
	}
	if s.Keys != nil && sum != len(s.Keys) {
		r.errorAt(n.Line, "counts add up to %d for %d keys", sum, len(s.Keys))
	}
}

// point reads [POSITION, NODE].
func (r *caseReader) point(n *yaml.Node, what string) Point {
	items, ok := r.list(n, what)
	if !ok {
		return Point{}
	}
	if len(items) != 2 {
		r.errorAt(n.Line, "%s must be [POSITION, NODE]", what)
		return Point{}
	}
	return Point{r.position(items[0], what), r.text(items[1], what)}
}

var digits = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,38})$`)

// position reads a position of the dialect's width. A parser that reads numbers
// as doubles keeps only 53 bits, so wider positions are text.
func (r *caseReader) position(n *yaml.Node, what string) string {
	tag, want := "!!int", "a plain number"
	if r.bits > 53 {
		tag, want = "!!str", fmt.Sprintf("decimal digits in double quotes: %d bits do not fit a number of every parser", r.bits)
	}
	s, ok := r.scalar(n, what, tag, want)
	if !ok {
		return ""
	}
	v, ok := new(big.Int).SetString(s, 10)
	if !ok || !digits.MatchString(s) || v.Sign() < 0 && !r.signed {
		r.errorAt(n.Line, "%s must be plain decimal digits, not %.60q", what, s)
		return ""
	}
	if r.signed { // the same as for unsigned ones, moved up by half the circle
		v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(r.bits-1)))
	}
	if v.Sign() < 0 || v.BitLen() > r.bits {
		r.errorAt(n.Line, "%s is %s, which needs more than %d bits", what, s, r.bits)
		return ""
	}
	return s
}
