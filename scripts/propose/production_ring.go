package main

import (
	"fmt"
	"slices"
	"strconv"

	"ringkit/goring"
	"ringkit/vectors"
)

// edges is about exact hits and the ends of the circle.
func (s *sketcher) edges() {
	numbers, keys := s.ringWithHits()
	nodes := s.names(numbers...)
	list := s.some(nodes...)
	r := s.build(s.d, s.set.vnodes, nodes)
	points := r.Points()
	s.add("boundary/points", "point-order", "the ring of the cases that follow: its first and last points belong to different nodes", list, "points: all, want: TBD")
	var hits []string
	for _, p := range points {
		if key, ok := keys[p.Position]; ok {
			hits = append(hits, key)
		}
	}
	if len(hits) > 0 {
		s.add("boundary/exact-hits", "boundary", "keys that lie exactly on points", list, owners(hits...))
	}
	first, last := points[0].Position, points[len(points)-1].Position
	if key, ok := keys[first]; ok {
		s.add("boundary/hit-first", "boundary", "a key exactly on the first point", list, "hash: "+vectors.Literal(key)+", want: "+s.at(first), owner(key))
	}
	if key, ok := keys[last]; ok {
		s.add("boundary/hit-last", "boundary", "a key exactly on the last point", list, "hash: "+vectors.Literal(key)+", want: "+s.at(last), owner(key))
	}
	if _, ok := backwards[s.d.Name]; ok {
		var below, above []string
		for _, p := range points {
			before, _ := s.keyAt(shifted(p.Position, -1), nil, 0)
			after, _ := s.keyAt(shifted(p.Position, 1), nil, 0)
			below, above = append(below, before), append(above, after)
		}
		s.add("boundary/one-below", "boundary", "keys one below each point", list, owners(below...))
		s.add("boundary/one-above", "boundary", "keys one above each point", list, owners(above...))
	}
	past := s.findKey(func(p goring.Position) bool { return p.Compare(last) > 0 })
	under := s.findKey(func(p goring.Position) bool { return p.Compare(first) < 0 })
	s.add("wrap/past-last", "wrap", "a key past the last point", list, hash(past), owner(past))
	s.add("wrap/below-first", "wrap", "a key below the first point", list, hash(under), owner(under))
}

func (s *sketcher) findKey(fits func(goring.Position) bool) string {
	for i := 0; ; i++ {
		if key := "k" + strconv.Itoa(i); fits(s.d.Hash(key)) {
			return key
		}
	}
}

// ringWithHits returns the numbers of three nodes whose first and last points
// belong to different nodes, as do the two before the last and after the first,
// and the keys that lie on points. If it can be, there is one at both ends.
func (s *sketcher) ringWithHits() (numbers []int, keys map[goring.Position]string) {
	for i := 0; ; i++ {
		numbers = []int{3*i + 1, 3*i + 2, 3*i + 3}
		nodes := s.names(numbers...)
		points := s.build(s.d, s.set.vnodes, nodes).Points()
		n := len(points)
		if points[0].Node == points[n-1].Node || points[n-2].Node == points[n-1].Node || points[0].Node == points[1].Node {
			continue
		}
		if s.d.Label == nil && backwards[s.d.Name].step == nil {
			return numbers, nil
		}
		keys = map[goring.Position]string{}
		ends := 0
		for i, p := range points {
			if key, ok := s.keyAt(p.Position, asNodes(nodes), s.set.vnodes); ok {
				keys[p.Position] = key
				if i == 0 || i == n-1 {
					ends++
				}
			}
		}
		if ends == 2 || s.set.noEnds {
			return numbers, keys
		}
	}
}

// A knownTie is two nodes that share a position, and keys that fall to it.
type knownTie struct {
	a, b string
	keys []string
}

// Found by search. The keys lie on the shared position or between it and the
// point before, where a key belongs to the point before it to the one after.
var (
	tiesOnPort11212 = []knownTie{
		{"10.0.5.111:11212", "10.0.6.70:11212", []string{"10.0.5.111:11212-30"}},
		{"10.0.0.94:11212", "10.0.2.162:11212", []string{"k67"}},
	}
	tiesWithoutPort = []knownTie{
		{"10.0.3.100:11211", "10.0.4.1:11211", []string{"k5988"}},
		{"10.0.4.192:11211", "10.0.5.108:11211", []string{"k1428"}},
	}
	tiesOnPort11211 = []knownTie{
		{"10.0.2.53:11211", "10.0.2.161:11211", []string{"k40"}},
		{"10.0.1.124:11211", "10.0.3.95:11211", []string{"k190"}},
	}
)

var knownTies = map[string][]knownTie{
	"libmemcached":              slices.Concat(tiesWithoutPort, tiesOnPort11212),
	"npm-hashring-default-port": slices.Concat(tiesWithoutPort, tiesOnPort11212),
	"ketama":                    slices.Concat(tiesOnPort11211, tiesOnPort11212),
	"npm-hashring":              slices.Concat(tiesOnPort11211, tiesOnPort11212),
	"spymemcached":              slices.Concat(tiesOnPort11211, tiesOnPort11212),
	"uhashring-ketama":          slices.Concat(tiesOnPort11211, []knownTie{{"10.0.5.111:11212", "10.0.6.70:11212", []string{"k5561"}}}, tiesOnPort11212[1:2]),
	"libmemcached-consistent": {
		{"069059b7:11212", "747d3443:11212", []string{"069059b7:11212-89"}},
		{"10.0.3.5:11211", "10.0.3.223:11211", []string{"k417", "k13", "k584", "k617"}},
	},
	"libmemcached-consistent-md5": {
		{"10.0.5.111:11212", "10.0.6.70:11212", []string{"10.0.5.111:11212-30"}},
		{"10.0.3.100:11211", "10.0.4.1:11211", []string{"k5988"}},
		{"10.0.7.63:11211", "10.0.9.28:11211", []string{"k3268"}},
		{"10.0.1.236:11211", "10.0.9.31:11211", []string{"k778"}},
	},
	"twemproxy":          {{"10.0.5.111:11212", "10.0.6.70:11212", []string{"k3840"}}},
	"twemproxy-hash-tag": {{"10.0.5.111:11212", "10.0.6.70:11212", []string{"k3840", "a{k3840}b"}}},
	"twemproxy-crc32a":   {{"10.0.5.111:11212", "10.0.6.70:11212", []string{"k3082"}}},
	"twemproxy-crc16":    {{"10.0.5.111:11212", "10.0.6.70:11212", []string{"k37471"}}},
	"twemproxy-md5": {
		{"10.0.5.111:11212", "10.0.6.70:11212", []string{"10.0.5.111:11212-30"}},
		{"127.0.0.229:18301", "127.0.2.50:18301", []string{"k7"}},
		{"127.0.1.23:18301", "127.0.3.98:18301", []string{"k146"}},
		{"127.0.3.36:18301", "127.0.3.139:18301", []string{"k306"}},
		{"h:1 10.0.5.111:11212", "host:20000 10.0.6.70:11212", []string{"10.0.5.111:11212-30"}},
	},
	"dalli": {
		{"10.0.0.30:11211", "10.0.3.38:11211", []string{"k1012"}},
		{"10.0.0.222:11211", "10.0.4.43:11211", []string{"k279"}},
		{"n374", "n1084", []string{"k1757"}},
		{"n650", "n1843", []string{"k137"}},
		{"n706", "n2938", []string{"k290"}},
	},
	"nginx": {
		{"127.0.0.26:19511", "127.0.0.166:19511", []string{"k950"}},
		{"10.0.0.8:8009", "10.0.3.9:8007", []string{"k\x03\x85\xc6\x1a"}},
		{"127.0.4.58:18301", "127.0.4.69:18301", []string{"k915"}},
		{"127.0.2.61:18301", "127.0.4.73:18301", []string{"k402"}},
		{"127.0.2.199:18301", "127.0.4.79:18301", []string{"k46"}},
	},
	"groupcache": {
		{"1.2.3.4", ".2.3.4", []string{"11.2.3.4", "21.2.3.4", "31.2.3.4", "41.2.3.4", "k32"}},
	},
}

// tiesOfPrograms is about points at one position, in both orders of the list.
func (s *sketcher) tiesOfPrograms() {
	for i, t := range knownTies[s.d.Name] {
		id := fmt.Sprintf("tie/%d", i+1)
		why := "these two share a position"
		s.add(id+"-one-order", "tie", why, usual(t.a, t.b), owners(t.keys...))
		s.add(id+"-other-order", "tie", why+", listed the other way round", usual(t.b, t.a), owners(t.keys...))
		if i > 0 {
			continue
		}
		third := s.node(250)
		s.add(id+"-third-node", "tie", why+"; a third node stands between them in the list", usual(t.b, third, t.a), owners(t.keys...))
		s.add(id+"-added", "tie", "a node that is added ties with one that was there", usual(t.a), addNode(t.b), owners(t.keys...))
		s.add(id+"-one-leaves", "tie-heir", why+"; when one leaves, the other inherits, not the third", usual(t.a, third, t.b), remove(t.a), owners(t.keys...))
		s.add(id+"-other-leaves", "tie-heir", why+"; when the other leaves, the first keeps or inherits", usual(t.a, third, t.b), remove(t.b), owners(t.keys...))
		s.add(id+"-returns", "history", why+"; one leaves and comes back, last in the list", usual(t.a, third, t.b), remove(t.a), addNode(t.a), owners(t.keys...))
	}
}

// shares is about how many points a node has where that is a share of the total.
func (s *sketcher) shares() {
	if !s.set.share {
		return
	}
	if s.set.essentials {
		s.add("share/25-nodes", "share", "25 nodes of equal weight", usual(anys(s.nodes(25))...), s.digest())
		s.add("share/weights", "share", "all points of a ring with weights 6, 3 and 2", s.some(weighing(s.names(1, 2, 3), 6, 3, 2)...), points())
		return
	}
	for _, n := range []int{3, 4, 7, 14, 25, 47, 50, 61} {
		s.add(fmt.Sprintf("share/n%d", n), "share", fmt.Sprintf("%d nodes of equal weight", n), usual(anys(s.nodes(n))...), s.digest(), owners("k1", "k2", "k3", "k4", "k5", "k6"))
	}
	for _, w := range [][]int{{6, 3, 2}, {1, 2, 3, 7}, {1, 1, 5}, {5, 5, 5}, {1, 9}, {100, 1, 1}, {3, 3, 4}, {7, 11, 13, 17, 19}, {1, 2, 3, 7, 11, 1, 5}} {
		id := "share/weights"
		for _, one := range w {
			id += fmt.Sprintf("-%d", one)
		}
		s.add(id, "share", "weights as shares of the total, rounded as the program does", usual(weighing(anys(s.nodes(len(w))), w...)...), s.digest())
	}
	s.add("share/small-ring", "share", "all points of a ring with weights 6, 3 and 2", s.some(weighing(s.names(1, 2, 3), 6, 3, 2)...), points())
	s.add("share/without-points", "share", "a share that rounds down may leave a node without a point", s.some(weighing(s.names(1, 2, 3), 40, 1, 1)...), points())
	s.add("share/join", "share", "with one node more, the 25th, the shares of all may round otherwise", usual(anys(s.nodes(24))...), s.digest(), addNode(s.node(25)), s.digest())
	s.add("share/leave", "share", "and back, when the 25th leaves", usual(anys(s.nodes(25))...), s.digest(), remove(s.node(25)), s.digest())
	s.add("share/heavy-joins", "share", "a heavy node joins: the others have fewer points than before", s.some(s.names(1, 2)...), points(), addNode(weighted{s.node(3), 4}), points())
	s.add("share/heavy-leaves", "share", "a heavy node leaves: the others have more points than before", s.some(s.node(1), weighted{s.node(2), 5}, s.node(3)), points(), remove(s.node(2)), points())
	s.add("share/huge-weights", "share", "only the ratio of weights counts, not their size", ring(s.d.VNodes, weighing(s.names(1, 2, 3), 300, 150, 100)...), s.digest())
}
