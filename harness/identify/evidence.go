package identify

import (
	"cmp"
	"slices"

	"ringkit/goring"
)

// evidence is what was observed, made ready to be compared.
type evidence struct {
	rings    []seen
	pairs    int // how many differ
	repeated int // how many were observed again
	// readings are those under which nearly all owners are nodes, and learned.
	readings []int
}

// seen is what was observed of one ring.
type seen struct {
	nodes []goring.Node
	pairs []Pair
	keys  []string
	// owners are the indices of the nodes that the pairs name, by reading.
	owners map[int][]int32
	// ids number the owners in the order in which they come, whatever they are.
	ids   []int32
	names []string // by ID
}

// mostStrangers is the share of pairs, one of so many, whose owner may be no
// node: one that has left, say.
const mostStrangers = 10

// gather makes observations ready. A pair that is repeated counts once: a key
// that is looked up often is no more evidence than one that is looked up once.
func gather(observed []Observed) (*evidence, error) {
	e := new(evidence)
	for _, o := range observed {
		s := seen{nodes: o.Nodes, owners: map[int][]int32{}}
		ids, known := map[string]int32{}, map[Pair]bool{}
		for _, pair := range o.Pairs {
			same := pair
			same.Line = 0
			if known[same] {
				e.repeated++
				continue
			}
			known[same] = true
			id, met := ids[pair.Owner]
			switch {
			case pair.None:
				id = none
			case !met:
				id = int32(len(ids))
				ids[pair.Owner] = id
				s.names = append(s.names, pair.Owner)
			}
			s.pairs, s.keys, s.ids = append(s.pairs, pair), append(s.keys, pair.Key), append(s.ids, id)
		}
		e.pairs += len(s.pairs)
		e.rings = append(e.rings, s)
	}
	return e, e.read()
}

// read finds the readings to try.
func (e *evidence) read() error {
	least, first := e.pairs+1, Pair{}
	for i, r := range readings {
		strangers, pair := e.readAs(i, r)
		if strangers < least {
			least, first = strangers, pair
		}
		if strangers*mostStrangers > e.pairs || slices.ContainsFunc(e.readings, func(j int) bool { return e.sameReading(i, j) }) {
			continue
		}
		e.readings = append(e.readings, i)
	}
	if len(e.readings) > 0 || e.learn() {
		return nil
	}
	owners, nodes := 0, 0
	for _, s := range e.rings {
		owners, nodes = max(owners, len(s.names)), max(nodes, len(s.nodes))
	}
	return &UnreadableError{first, owners, nodes}
}

// readAs reads all owners one way, and tells how many are no nodes and which is
// the first of them.
func (e *evidence) readAs(index int, r reading) (strangers int, first Pair) {
	for i := range e.rings {
		s := &e.rings[i]
		known := r.owned(s.nodes)
		owners := make([]int32, len(s.pairs))
		for j, pair := range s.pairs {
			node, ok := known[pair.Owner]
			switch {
			case pair.None:
				owners[j] = none
			case ok && node >= 0:
				owners[j] = node
			default:
				owners[j] = stranger
				if strangers++; strangers == 1 {
					first = pair
				}
			}
		}
		s.owners[index] = owners
	}
	return strangers, first
}

func (e *evidence) sameReading(a, b int) bool {
	return !slices.ContainsFunc(e.rings, func(s seen) bool { return !slices.Equal(s.owners[a], s.owners[b]) })
}

// learn makes the reading that is learned the only one, if each owner can be
// another node.
func (e *evidence) learn() bool {
	for _, s := range e.rings {
		if len(s.names) > len(s.nodes) {
			return false
		}
	}
	e.readings = []int{learned}
	return true
}

// score counts how many pairs a candidate explains, under the reading that suits
// it best. ok is false where it has no ring of these nodes, and sure is false
// where it was given up early and the number is a guess.
func (e *evidence) score(c *Candidate) (sure, ok bool) {
	rings := make([]askedRing, len(e.rings))
	for i, s := range e.rings {
		if rings[i], ok = c.ring(s.nodes); !ok {
			return false, false
		}
		if i == 0 && e.givenUp(c, rings[0]) {
			return false, true
		}
	}
	c.answers = make([][]int32, len(rings))
	for i, ask := range rings {
		keys := e.rings[i].keys
		answers := make([]int32, 0, len(keys))
		if i == 0 && c.mistake != nil { // the sample are the first keys
			answers = append(answers, c.sampled...)
		}
		c.answers[i] = ask(answers, keys[len(answers):])
	}
	e.weigh(c)
	return true, true
}

// weigh counts how many pairs the answers of a candidate explain.
func (e *evidence) weigh(c *Candidate) {
	c.Explains = -1
	for _, r := range e.readings {
		explains, mapping := e.agreement(c, r)
		if explains > c.Explains {
			c.Explains, c.reading, c.mapping = explains, r, mapping
		}
	}
	c.chance = e.chance(c)
}

// sampled is how many pairs of the first ring are looked at first, or some more.
const sampled = 96

// mostlyOne is the chance to agree from which on a mistake is not given up early.
const mostlyOne = 0.6

// sample returns keys of the first ring, each step-th of them. With a mistake
// they are the first ones, since some mistakes make a ring whose answers depend
// on what it was asked before.
func (e *evidence) sample(mistaken bool) (keys []string, step int) {
	all := e.rings[0].keys
	if mistaken {
		return all[:min(sampled, len(all))], 1
	}
	step = max(1, len(all)/sampled)
	for i := 0; i < len(all); i += step {
		keys = append(keys, all[i])
	}
	return keys, step
}

// givenUp looks at the sample and tells whether the candidate explains no more
// of it than chance would. What is learned shows only in all pairs, and nothing
// shows in first keys that have hardly more than one owner.
func (e *evidence) givenUp(c *Candidate, ask askedRing) bool {
	keys, _ := e.sample(c.mistake != nil)
	c.sampled = ask(make([]int32, 0, len(keys)), keys)
	return e.hopeless(c)
}

// hopeless is givenUp for a candidate that was asked for the sample.
func (e *evidence) hopeless(c *Candidate) bool {
	s := e.rings[0]
	if len(s.keys) < 2*sampled || slices.Contains(e.readings, learned) {
		return false
	}
	keys, step := e.sample(c.mistake != nil)
	got := c.sampled
	c.Explains = 0
	agreeing := 0
	for _, r := range e.readings {
		agree := 0
		for i, node := range got {
			if node == s.owners[r][i*step] {
				agree++
			}
		}
		if agree > agreeing {
			agreeing, c.Explains, c.reading = agree, agree*e.pairs/len(keys), r
		}
	}
	chance := s.shareOf(got, s.owners[c.reading])
	return (c.mistake == nil || chance < mostlyOne) && !beyondChance(len(keys), agreeing, chance)
}

// beyondChance tells whether k of n is four standard deviations above what
// chance p would give, or so.
func beyondChance(n, k int, p float64) bool {
	mean := float64(n) * p
	above := float64(k) - mean
	return above > 0 && above*above > 16*mean*(1-p)
}

// shareOf returns the share of pairs that agree if the same owners come to the
// same keys in any other order.
func (s seen) shareOf(a, b []int32) float64 {
	countsA, countsB := map[int32]int{}, map[int32]int{}
	for _, node := range a {
		countsA[node]++
	}
	for _, node := range b {
		countsB[node]++
	}
	sum := 0.0
	for node, n := range countsA {
		sum += float64(n) * float64(countsB[node])
	}
	return sum / float64(max(1, len(a))) / float64(max(1, len(b)))
}

// chance is the share of pairs that a candidate would explain by luck.
func (e *evidence) chance(c *Candidate) float64 {
	sum := 0.0
	for i, s := range e.rings {
		got := c.answers[i]
		want := e.wanted(c, i)
		sum += s.shareOf(got, want) * float64(len(got))
	}
	return sum / float64(max(1, e.pairs))
}

// wanted returns the nodes that the owners of a ring stand for.
func (e *evidence) wanted(c *Candidate, ring int) []int32 {
	s := e.rings[ring]
	if c.reading != learned {
		return s.owners[c.reading]
	}
	want := make([]int32, len(s.ids))
	for i, id := range s.ids {
		want[i] = none
		if id >= 0 {
			want[i] = c.mapping[ring][id]
		}
	}
	return want
}

// explained tells whether the candidate gives the owner of a pair.
func (e *evidence) explained(c *Candidate, ring, pair int) bool {
	return c.answers[ring][pair] == e.wanted(c, ring)[pair]
}

// agreement counts the pairs that have the owners of the answers.
func (e *evidence) agreement(c *Candidate, r int) (explains int, mapping [][]int32) {
	for i, s := range e.rings {
		var agree int
		if r == learned {
			var m []int32
			agree, m = s.learnFrom(c.answers[i])
			mapping = append(mapping, m)
		} else {
			for j, node := range c.answers[i] {
				if node == s.owners[r][j] {
					agree++
				}
			}
		}
		explains += agree
	}
	return explains, mapping
}

// learnFrom finds which node each owner stands for, if these are the nodes of
// the keys: the most frequent pairs of owner and node come first, and no owner
// or node has two.
func (s seen) learnFrom(nodes []int32) (agree int, mapping []int32) {
	type couple struct{ id, node int32 }
	counts := map[couple]int{}
	for i, id := range s.ids {
		if id == none && nodes[i] == none {
			agree++
		} else if id >= 0 && nodes[i] >= 0 {
			counts[couple{id, nodes[i]}]++
		}
	}
	couples := make([]couple, 0, len(counts))
	for c := range counts {
		couples = append(couples, c)
	}
	slices.SortFunc(couples, func(a, b couple) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.id, b.id), cmp.Compare(a.node, b.node))
	})
	mapping = slices.Repeat([]int32{stranger}, len(s.names))
	taken := map[int32]bool{}
	for _, c := range couples {
		if mapping[c.id] == stranger && !taken[c.node] {
			mapping[c.id], taken[c.node] = c.node, true
			agree += counts[c]
		}
	}
	return agree, mapping
}
