package main

import "fmt"

// tied are nodes that share points: real names, found by search. At 128 bits
// there are none.
var tied = map[string][]struct {
	id, why     string
	first, then string // by name
	vnodes      int
	keys        []string
}{
	"xmur3": {
		{"ascii", "ipna and bgto share both their points", "bgto", "ipna", 2, []string{"bgto#0", "bgto#1", "ipna#0", "ipna#1", "k1", "k2", "k3"}},
		{"name-order", "these share two points; U+FF4E comes before U+1F7E2 by code point, and after it by UTF-16 unit", "\uff4e298967", "\U0001f7e293611", 3,
			[]string{"\uff4e298967#1", "\uff4e298967#2", "\U0001f7e293611#1", "\U0001f7e293611#2"}},
		{"capitals", "these share one point; W comes before c by code point, and after it by the alphabet", "Web-77514", "cache-222001", 2, []string{"Web-77514#0", "cache-222001#1"}},
	},
	"xmur3-utf16": {
		{"ascii", "ipna and bgto share both their points", "bgto", "ipna", 2, []string{"bgto#0", "bgto#1", "ipna#0", "ipna#1", "k1", "k2", "k3"}},
	},
	"md5-32": {
		{"ascii", "pea#0 and meht#0 are at the same position", "meht", "pea", 1, []string{"pea#0", "meht#0", "k1"}},
		{"longer-names", "redis-1508#1 and web-2548#0 are at the same position", "redis-1508", "web-2548", 2, []string{"redis-1508#1", "web-2548#0", "k7", "k8", "k16"}},
		{"name-order", "these share one point; U+FF4E comes before U+1F7E2 by code point, and after it by UTF-16 unit", "\uff4e361978", "\U0001f7e2888", 2,
			[]string{"\uff4e361978#1", "\U0001f7e2888#0"}},
		{"capitals", "these share one point; W comes before c by code point, and after it by the alphabet", "Web-64387", "cache-28314", 1, []string{"Web-64387#0", "cache-28314#0"}},
	},
}

// ties is about points at the same position.
func (s *sketcher) ties() {
	for _, t := range tied[s.d.Name] {
		rule := "tie"
		if t.id == "name-order" || t.id == "capitals" {
			rule = "name-order"
		}
		one, other := ring(t.vnodes, t.first, t.then), ring(t.vnodes, t.then, t.first)
		s.add("tie/"+t.id, rule, t.why, one, owners(t.keys...))
		s.add("tie/"+t.id+"-listed-otherwise", rule, t.why+"; the same nodes listed the other way round", other, owners(t.keys...))
		s.add("tie/"+t.id+"-points", rule, "both points are in the ring, the owner's first", one, points())
		s.add("tie/"+t.id+"-points-otherwise", rule, "the same nodes listed the other way round", other, points())
		s.add("tie/"+t.id+"-replicas", "tie-heir", "the walk meets the tied points in their order", one, replicasOf(t.keys[0], 2), replicasOf(t.keys[1], 2))
		s.add("tie/"+t.id+"-first-leaves", "tie-heir", "when the owner of a tied point leaves, the other inherits", one,
			remove(t.first), owners(t.keys...), points())
		s.add("tie/"+t.id+"-second-leaves", "tie-heir", "when the other leaves, the owner keeps its points", one,
			remove(t.then), owners(t.keys...), points())
		s.add("tie/"+t.id+"-added", "tie", "a tie with a node that came later", ring(t.vnodes, t.then),
			addNode(t.first), owners(t.keys...))
		s.add("tie/"+t.id+"-returns", "tie-heir", "the owner leaves and comes back; where the order of the list decides, it comes back last", one,
			remove(t.first), addNode(t.first), owners(t.keys...), points())
		s.add("tie/"+t.id+"-third-node", "tie", "a third node between them in the list changes nothing", ring(t.vnodes, t.first, "m", t.then), owners(t.keys...))
	}
}

// lookups is about owners, one and many.
func (s *sketcher) lookups() {
	s.add("lookup/one-node", "lookup", "the only node owns every key", ring(1, "A"), owners("k1", "k2", "k3", ""), users("counts: TBD"))
	s.add("lookup/one-point-each", "lookup", "with one point a node the shares are very uneven", ring(1, "A", "B", "C"), manyUsers(1999, "counts: TBD, sha256: TBD"))
	s.add("lookup/ten-nodes", "lookup", "ten nodes with 100 points each, 10000 keys",
		ring(100, "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"), manyUsers(9999, "counts: TBD, sha256: TBD"))
	s.add("lookup/addresses", "lookup", "names that are addresses", ring(40, "10.0.0.1:11211", "10.0.0.2:11211", "10.0.0.3:11211", "[::1]:11211"), digest())
	s.add("lookup/order-of-list", "list-order", "the nodes listed otherwise give the same owners", ring(100, "n3", "n9", "n0", "n7", "n1", "n5", "n2", "n8", "n6", "n4"), digest())
	s.add("batch/same-key-twice", "batch", "a key that is asked twice is answered twice", ring(3, "A", "B", "C"), owners("dup", "dup", "k1", "dup"))
	s.add("batch/order", "batch", "answers come in the order of the keys, not sorted", ring(3, "A", "B", "C"), owners("k3", "k1", "k2"), owners("k2", "k1", "k3"))
	s.add("batch/as-single", "batch", "a batch answers as single lookups do", ring(3, "A", "B", "C"),
		owner("k1"), owner("k2"), owner("k3"), owners("k1", "k2", "k3"))
	s.add("batch/no-keys", "batch", "no keys give no owners", ring(3, "A"), "owners: [], want: []")
	s.add("lookup/again", "lookup", "the same key has the same owner each time, whatever was asked in between", ring(3, "A", "B", "C"),
		owner("k1"), owner("k2"), owner("k1"), replicasOf("k2", 2), owner("k1"))
}

// replicas is about the walk.
func (s *sketcher) replicas() {
	abcde := []any{"A", "B", "C", "D", "E"}
	for n := 1; n <= 6; n++ {
		why, rule := fmt.Sprintf("the first %d distinct nodes from the key on", n), "replicas"
		if n > 5 {
			why, rule = "there are five nodes, so five are the answer", "replicas-limit"
		}
		s.add(fmt.Sprintf("replicas/%d-of-5", n), rule, why, ring(3, abcde...), replicasOf("k1", n), replicasOf("k2", n), replicasOf("k3", n))
	}
	s.add("replicas/owner-first", "replicas", "the owner is the first replica", ring(20, abcde...),
		owner("user7"), replicasOf("user7", 1), owner("user8"), replicasOf("user8", 2), owner("user9"), replicasOf("user9", 3))
	s.add("replicas/distinct", "replicas", "many points of few nodes: each node comes once", ring(100, "A", "B", "C"),
		replicasOf("k1", 3), replicasOf("k2", 3), replicasOf("k3", 3), replicasOf("k4", 3), replicasOf("k5", 3))
	s.add("replicas/one-node", "replicas-limit", "one node is all there is", ring(5, "A"), replicasOf("k1", 1), replicasOf("k1", 2), replicasOf("k1", 100))
	s.add("replicas/many-nodes", "replicas", "twenty of forty nodes", wide(), replicasOf("k1", 20), replicasOf("k2", 40))
	s.add("replicas/exact-hit", "replicas", "the walk from a key that lands on a point", ring(3, abcde...), replicasOf("A#0", 5), replicasOf("A:0", 5))
	s.add("replicas/after-remove", "replicas", "a node that left is no replica", ring(20, abcde...),
		replicasOf("k1", 5), remove("C"), replicasOf("k1", 5), replicasOf("k1", 3))
	s.add("replicas/weighted", "replicas", "weights do not make a node come twice", ring(4, weighted{"A", 5}, "B", weighted{"C", 2}),
		replicasOf("k1", 2), replicasOf("k1", 3), replicasOf("k2", 2))
	s.add("replicas/none", "bad-count", "no replicas are asked for (the kit's choice)", ring(3, "A", "B"), failing(replicasOf("k1", 0), "bad-count"))
	s.add("replicas/fewer-than-none", "bad-count", "a negative count (the kit's choice)", ring(3, "A", "B"), failing(replicasOf("k1", -1), "bad-count"))
}

// weights is about nodes of different weight.
func (s *sketcher) weights() {
	s.add("weight/points", "weight", "a node of weight w has w times as many points, with the indices going on", ring(2, weighted{"A", 1}, weighted{"B", 2}, weighted{"C", 5}), points())
	s.add("weight/shares", "weight", "weights 1, 2 and 5", ring(50, weighted{"A", 1}, weighted{"B", 2}, weighted{"C", 5}), users("counts: TBD, sha256: TBD"))
	s.add("weight/one-is-default", "weight", "a weight of 1 spelled out is none at all", ring(50, weighted{"A", 1}, weighted{"B", 1}, "C"), digest())
	s.add("weight/not-a-share", "weight", "equal weights of 3 give three times the points, not the same number", ring(2, weighted{"A", 3}, weighted{"B", 3}), points())
	s.add("weight/join-moves-onto", "weight", "a heavy node joins: the points of the others stay where they are", ring(50, weighted{"A", 2}, "B"),
		keep("before"), addNode(weighted{"C", 5}), keep("after"), moved(`joining: ["C"]`), digest())
	s.add("weight/added", "weight", "a node is added with a weight", ring(2, "A"), addNode(weighted{"B", 3}), points())
	s.add("weight/returns-heavier", "weight", "a node leaves and comes back with another weight", ring(2, "A", weighted{"B", 3}),
		remove("B"), addNode(weighted{"B", 5}), points())
	s.add("weight/returns-lighter", "weight", "a node leaves and comes back with less weight: none of its old points is left", ring(2, "A", weighted{"B", 5}),
		remove("B"), addNode("B"), points(), digest())
	s.add("weight/leaves", "weight", "all the points of a heavy node go", ring(3, "A", weighted{"B", 5}, "C"), remove("B"), points())
	s.add("weight/raised", "weight", "more weight moves keys only onto that node", ring(50, "A", "B", "C"),
		keep("before"), remove("B"), addNode(weighted{"B", 3}), keep("after"), moved(`joining: ["B"]`))
	for _, w := range []int{0, -1} {
		id := map[int]string{0: "zero", -1: "negative"}[w]
		s.add("weight/"+id, "bad-weight", fmt.Sprintf("a weight of %d is refused (the kit's choice)", w), refused("bad-weight", ring(3, "A", weighted{"B", w})))
		s.add("weight/"+id+"-added", "bad-weight", fmt.Sprintf("a node of weight %d is refused and the ring stays as it was (the kit's choice)", w), ring(3, "A", "C"),
			failing(addNode(weighted{"B", w}), "bad-weight"), s.list("A", "C"), points())
	}
}
