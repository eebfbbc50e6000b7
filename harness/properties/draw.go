package properties

import (
	"fmt"
	"math/rand"
	"slices"

	"ringkit/goring"
	"ringkit/vectors"
)

// A drawing draws samples of one dialect. Random texts reach no corner of a ring,
// so most of what it draws is made to: keys are labels of the ring or lie past
// its last point, names collide or look alike.
type drawing struct {
	rng     *rand.Rand
	dialect goring.Dialect
	custom
	hits func() string // of the casting of the ring that was drawn last
}

func newDrawing(rng *rand.Rand, dialect goring.Dialect) *drawing {
	return &drawing{rng: rng, dialect: dialect, custom: customs[dialect.Name]}
}

const (
	mostNodes  = 12
	mostVNodes = 300
	mostWeight = 5
	mostKeys   = 6
	mostCrowd  = 5 // nodes, where the law is one of chance
	// These keep a sample from taking long: the points of a ring of several
	// nodes, and of one whose labels are asked for one by one.
	mostPoints = 100
	fewPoints  = 25
)

// chance is true once in n times.
func (d *drawing) chance(n int) bool { return d.rng.Intn(n) == 0 }

// between returns a number from least to most.
func (d *drawing) between(least, most int) int { return least + d.rng.Intn(most-least+1) }

func pick[T any](d *drawing, from []T) T { return from[d.rng.Intn(len(from))] }

// ring draws a ring and keys.
func (d *drawing) ring() Sample {
	s := d.bareRing()
	s.Keys = d.keys(s)
	return s
}

// smallRing draws a ring of few points, whose labels can be asked for one by one;
// or one node with more points than an index kept in one byte can count.
func (d *drawing) smallRing() Sample {
	if d.chance(12) {
		only := vectors.Node{Name: d.name(), Weight: 1}
		return Sample{Dialect: d.dialect.Name, Nodes: []vectors.Node{only}, VNodes: mostVNodes}
	}
	s := d.bareRing().thinned(fewPoints)
	s.VNodes = min(s.VNodes, fewPoints)
	return s
}

// ringWith draws a ring with one change of a kind, that changes it.
func (d *drawing) ringWith(kind Kind) Sample {
	s := d.bareRing()
	for len(s.Nodes) == 0 {
		s = d.bareRing()
	}
	i := d.rng.Intn(len(s.Nodes))
	if d.lastLeaves && kind == Remove {
		i = len(s.Nodes) - 1
	}
	switch c := (Change{kind, s.Nodes[i]}); kind {
	case Add:
		s.Nodes = slices.Delete(s.Nodes, i, i+1)
		s.Changes = []Change{c}
	case Remove:
		c.Node = vectors.Node{Name: c.Node.Name}
		s.Changes = []Change{c}
	case Raise:
		c.Node.Weight = d.between(2, mostWeight)
		s.Nodes[i].Weight = d.between(1, c.Node.Weight-1)
		s.Changes = []Change{c}
	}
	s.Keys = d.keys(s)
	return s
}

// story draws a ring and what happens to it: nodes come, go and come back, and
// changes are refused.
func (d *drawing) story() Sample {
	s, cast := d.beginning()
	state := members(s.Nodes)
	for range d.between(0, mostChanges) {
		c := d.change(state, cast)
		s.Changes = append(s.Changes, c)
		state = apply(d.dialect.Members, state, c)
	}
	s.Keys = d.keys(s)
	return s
}

// beginning draws a ring without keys, and the cast: the nodes that may come to
// it, or come back.
func (d *drawing) beginning() (s Sample, cast []vectors.Node) {
	s = d.bareRing()
	cast = slices.Clone(s.Nodes)
	switch {
	case d.cast != nil:
		cast = d.late(cast)
	case len(cast) < 2:
		cast = append(cast, vectors.Node{Name: "late-1", Weight: 1}, vectors.Node{Name: "late-2", Weight: 2})
	}
	s.Nodes = s.Nodes[:len(s.Nodes)-d.rng.Intn(len(s.Nodes)/2+1)]
	if len(s.Nodes) > 0 && d.dialect.Members.Twice == nil && d.chance(8) {
		again := vectors.Node{Name: pick(d, s.Nodes).Name, Weight: d.between(1, mostWeight)}
		if d.cast != nil {
			again.Weight = d.weight()
		}
		s.Nodes = slices.Insert(s.Nodes, d.rng.Intn(len(s.Nodes)+1), again)
	}
	return s, cast
}

// change draws a change to a ring with these members.
func (d *drawing) change(state, cast []vectors.Node) Change {
	away := slices.DeleteFunc(slices.Clone(cast), func(n vectors.Node) bool { return isMember(state, n.Name) })
	switch kind := d.rng.Intn(10); {
	case kind < 4 && len(away) > 0:
		return Change{Add, pick(d, away)}
	case kind < 7 && len(state) > 0:
		return Change{Remove, vectors.Node{Name: pick(d, state).Name}}
	case kind < 8 && len(state) > 0:
		return Change{Add, vectors.Node{Name: pick(d, state).Name, Weight: d.between(1, 2)}}
	case kind < 9 && len(away) > 0:
		return Change{Remove, vectors.Node{Name: pick(d, away).Name}}
	}
	refused := vectors.Node{Name: pick(d, cast).Name, Weight: -d.rng.Intn(2)}
	if limit := d.dialect.Members.MaxWeight; limit > 0 && d.chance(2) {
		refused.Weight = limit + 1
	}
	return Change{Add, refused}
}

// crowd draws a ring for the laws of chance: random names, and few nodes of many
// points each, since what chance allows is the less, the more points a node has.
func (d *drawing) crowd() Sample {
	s := Sample{Dialect: d.dialect.Name, VNodes: d.between(150, 200), Prefix: d.word() + ":"}
	for range d.between(3, mostCrowd) {
		if name := d.word(); !isMember(s.Nodes, name) {
			s.Nodes = append(s.Nodes, vectors.Node{Name: name, Weight: 1})
		}
	}
	return s
}

// bareRing draws a ring.
func (d *drawing) bareRing() Sample {
	if d.cast != nil {
		return d.configured()
	}
	s := Sample{Dialect: d.dialect.Name, VNodes: d.vnodes()}
	count := d.nodeCount()
	add := func(names ...string) {
		for _, name := range names {
			for isMember(s.Nodes, name) {
				name += fmt.Sprint(d.rng.Intn(10))
			}
			s.Nodes = append(s.Nodes, vectors.Node{Name: name, Weight: 1})
		}
	}
	if pairs := collisions[d.dialect.Name]; count >= 2 && len(pairs) > 0 && d.chance(3) {
		pair := pick(d, pairs)
		add(pair.one, pair.other)
		s.VNodes = max(s.VNodes, pair.vnodes)
	}
	if len(s.Nodes)+2 <= count && d.chance(4) {
		pair := pick(d, lookAlikes)
		add(pair[0], pair[1])
	}
	for len(s.Nodes) < count {
		add(d.name())
	}
	d.rng.Shuffle(len(s.Nodes), func(i, j int) { s.Nodes[i], s.Nodes[j] = s.Nodes[j], s.Nodes[i] })
	if d.chance(3) {
		for i := range s.Nodes {
			s.Nodes[i].Weight = d.between(1, mostWeight)
		}
	}
	return s.thinned(mostPoints)
}

// thinned gives a ring of several nodes fewer vnodes if it has more than so many
// points.
func (s Sample) thinned(most int) Sample {
	if count := s.pointCount(); count > most && len(s.Nodes) > 1 {
		// Three is what the names that collide need.
		s.VNodes = max(3, most*s.VNodes/count)
	}
	return s
}

func (s Sample) pointCount() int {
	weights := 0
	for _, n := range s.Nodes {
		weights += n.Weight
	}
	return weights * s.VNodes
}

func (d *drawing) nodeCount() int {
	switch kind := d.rng.Intn(20); {
	case kind == 0:
		return 0
	case kind == 1:
		return mostNodes
	case kind < 4:
		return 1
	case kind < 9:
		return 2
	case kind < 17:
		return d.between(3, 5)
	}
	return d.between(6, mostNodes)
}

func (d *drawing) vnodes() int {
	switch kind := d.rng.Intn(30); {
	case kind == 0:
		return mostVNodes
	case kind < 6:
		return 1
	case kind < 24:
		return d.between(2, 9)
	case kind < 29:
		return d.between(10, 40)
	}
	return d.between(41, mostVNodes)
}

func (d *drawing) name() string {
	switch d.rng.Intn(4) {
	case 0:
		return pick(d, oddTexts)
	case 1:
		return d.word()
	}
	return pick(d, plainNames)
}

const wordLetters = "abcdefghijklmnopqrstuvwxyz0123456789-"

func (d *drawing) word() string {
	word := make([]byte, d.between(3, 10))
	for i := range word {
		word[i] = wordLetters[d.rng.Intn(len(wordLetters))]
	}
	return string(word)
}

// keys draws different keys for the ring of a sample and the nodes that come to
// it.
func (d *drawing) keys(s Sample) []string {
	nodes := slices.Clone(s.Nodes)
	for _, c := range s.Changes {
		if c.Kind == Add && c.Node.Weight > 0 {
			nodes = append(nodes, c.Node)
		}
	}
	var all []goring.OwnedPoint // of s.Nodes, when it is needed
	var keys []string
	draw := func() string {
		if d.cast != nil {
			return d.configuredKey(s.VNodes, nodes)
		}
		key := d.word()
		switch kind := d.rng.Intn(10); {
		case kind < 4 && len(nodes) > 0:
			n := pick(d, nodes)
			key = string(d.dialect.Label(nil, n.Name, d.rng.Intn(n.Weight*s.VNodes)))
		case kind < 5 && len(nodes) > 0: // the label after the last
			n := pick(d, nodes)
			key = string(d.dialect.Label(nil, n.Name, n.Weight*s.VNodes))
		case kind < 6 && len(s.Nodes) > 0:
			if all == nil {
				all = circle(d.dialect, s.Nodes, s.VNodes)
			}
			key = d.outside(all, d.chance(2))
		case kind < 8:
			key = pick(d, oddTexts)
		}
		return key
	}
	for range d.between(1, mostKeys) {
		if key := draw(); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// outside looks for a key past the last point of a ring or below the first. Where
// it finds none soon, it returns any.
func (d *drawing) outside(points []goring.OwnedPoint, past bool) (key string) {
	byPosition := func(p, q goring.OwnedPoint) int { return p.Position.Compare(q.Position) }
	first, last := slices.MinFunc(points, byPosition).Position, slices.MaxFunc(points, byPosition).Position
	start := d.rng.Intn(1_000_000)
	for i := range min(1000, 4*len(points)+20) {
		key = fmt.Sprint("k", start+i)
		h := d.dialect.Hash(key)
		if past && h.Compare(last) > 0 || !past && h.Compare(first) < 0 {
			break
		}
	}
	return key
}
