package properties

import (
	"fmt"
	"math/rand"

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
