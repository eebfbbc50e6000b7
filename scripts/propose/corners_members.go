package main

import (
	"fmt"
	"slices"
)

// members is about nodes that come and go.
func (s *sketcher) members() {
	s.add("add/takes-part", "add", "an added node takes part at once", ring(20, "A", "B"), digest(), addNode("C"), digest(), points())
	s.add("add/as-from-start", "history", "the ring with a node added is the ring that had it from the start", ring(20, "A", "B", "C"), digest(), points())
	s.add("add/first", "add", "the first node of a ring that had none", ring(3), addNode("A"), owners("k1", "k2"), points())
	s.add("add/several", "add", "nodes added one by one", ring(5, "A"), addNode("B"), owner("k1"), addNode("C"), owner("k1"), addNode("D"), owner("k1"), points())
	s.add("add/before-lookup", "add", "two nodes added without a lookup in between", ring(5, "A"), addNode("B"), addNode("C"), digest())
	s.add("remove/first", "remove", "all points of the node are gone, and no others", ring(5, "A", "B", "C"), remove("A"), points())
	s.add("remove/middle", "remove", "all points of the node are gone, and no others", ring(5, "A", "B", "C"), remove("B"), points(), digest())
	s.add("remove/last", "remove", "all points of the node are gone, and no others", ring(5, "A", "B", "C"), remove("C"), points())
	s.add("remove/looked-up", "remove", "lookups before a removal leave nothing behind", ring(20, "A", "B", "C"), digest(), remove("B"), digest())
	s.add("remove/only-one", "remove", "the last node leaves, and then another comes", ring(3, "A"), remove("A"), addNode("B"), owners("k1", "k2"), points())
	s.add("remove/two", "remove", "two nodes leave", ring(10, "A", "B", "C", "D"), remove("B"), remove("D"), digest(), points())
	s.add("remove/namesake", "remove", "s1 leaves; s11 and s10 stay", ring(12, "s1", "s11", "s10"), remove("s1"), s.list("s11", "s10"), points())
	s.add("remove/empty-name", "remove", "the node without a name leaves", ring(3, "", "a"), remove(""), points())
	s.add("return/same", "history", "a node leaves and comes back: the same owners as before", ring(20, "A", "B", "C"),
		keep("before"), remove("B"), addNode("B"), keep("after"), `moved: {from: before, to: after}, count: 0`, points())
	s.add("return/twice", "history", "it does so twice", ring(10, "A", "B"), remove("A"), addNode("A"), remove("A"), addNode("A"), digest(), points())
	s.add("return/removed-for-good", "history", "after coming back once, one removal takes all its points", ring(10, "A", "B"),
		remove("A"), addNode("A"), remove("A"), owners("k1", "k2", "k3"), s.list("B"), points())
	s.add("history/join-and-leave", "history", "a node joins and leaves: the ring is what it was", ring(20, "A", "B", "C"),
		digest(), addNode("D"), remove("D"), digest())
	s.add("history/other-way", "history", "other members in between, the same in the end", ring(10, "X", "Y"),
		addNode("C"), remove("X"), addNode("A"), remove("Y"), addNode("B"), digest(), points())
	s.add("history/from-start", "history", "the same members from the start", ring(10, "A", "B", "C"), digest(), points())
	s.add("list/permuted", "list-order", "the order of the list does not matter", ring(20, "C", "A", "B"), digest(), points())
	s.add("list/reversed", "list-order", "the order of the list does not matter", ring(20, "C", "B", "A"), digest(), points())
	s.nodeLists()
}

func (s *sketcher) nodeLists() {
	s.add("nodes/at-start", "node-list", "the members, each once", ring(3, "cache-c", "cache-a", "cache-b"), s.list("cache-c", "cache-a", "cache-b"))
	s.add("nodes/after-changes", "node-list", "the members after each change", ring(3, "b", "a"),
		addNode("c"), s.list("b", "a", "c"), remove("a"), s.list("b", "c"), addNode("a"), s.list("b", "c", "a"))
	s.add("nodes/none", "node-list", "a ring that has no nodes", ring(3), "nodes: all, want: []")
	s.add("nodes/all-left", "node-list", "all nodes have left", ring(3, "A"), remove("A"), "nodes: all, want: []")
	s.add("nodes/odd-names", "node-list", "names of every kind; where they are sorted, then by code point", ring(2, "\U0001f7e2", "\uff4e", "b", "B", "a10", "a9", "", "\u00e9", "e\u0301"),
		s.list("\U0001f7e2", "\uff4e", "b", "B", "a10", "a9", "", "\u00e9", "e\u0301"))
	s.add("nodes/weights", "node-list", "a heavy node is listed once", ring(3, weighted{"A", 5}, "B"), s.list("A", "B"))
}

// refusals is about what cannot be done, and what is there afterwards.
func (s *sketcher) refusals() {
	empty := s.policy.empty
	lookups := func() []string {
		if empty == "" {
			return []string{`owners: ["k1", "k2", "k3", "k4", "k5"], want: [null, null, null, null, null]`, `owner: "k1", want: null`}
		}
		return []string{failing(owners("k1", "k2", "k3", "k4", "k5"), empty), failing(owner("k1"), empty)}
	}
	replicas := func(n int) string {
		if empty == "" {
			return fmt.Sprintf(`replicas: {key: "k1", count: %d}, want: []`, n)
		}
		return failing(replicasOf("k1", n), empty)
	}
	s.add("empty/never-had-nodes", "empty-ring", "a ring made without nodes", ring(3), lookups()...)
	s.add("empty/all-left", "empty-ring", "the last node has left", ring(3, "A"), slices.Concat([]string{owner("k1"), remove("A")}, lookups())...)
	s.add("empty/points-all-left", "remove", "no point is left behind", ring(3, "A"), remove("A"), "points: all, want: []")
	s.add("empty/replicas", "empty-replicas", "replicas on a ring without points (the kit's choice)", ring(3), replicas(1), replicas(3))
	s.add("empty/replicas-all-left", "empty-replicas", "the same once the last node has left (the kit's choice)", ring(3, "A"), remove("A"), replicas(2))
	if s.d.Bits == 32 && empty != "" {
		s.add("empty/no-keys", "batch", "no keys asked of an empty ring are no error", ring(3), "owners: [], want: []")
	}
	for _, v := range []int{0, -1} {
		id := map[int]string{0: "zero", -1: "negative"}[v]
		switch s.policy.vnodes {
		case noPoints:
			s.add("vnodes/"+id, "bad-vnodes", fmt.Sprintf("vnodes %d: a ring without points, if it is made at all", v), refused(mayFail, ring(v, "A", "B")), lookups()...)
		case mayFail:
			s.add("vnodes/"+id, "bad-vnodes", fmt.Sprintf("vnodes %d is left open: refused, or a ring without points", v), refused(mayFail, ring(v, "A", "B")), lookups()...)
		default:
			s.add("vnodes/"+id, "bad-vnodes", fmt.Sprintf("vnodes %d is refused", v), refused(s.policy.vnodes, ring(v, "A", "B")))
		}
	}
	same := []string{owners("k1", "k2", "k3", "k4", "k5"), digest(), points(), s.list("A", "B", "C")}
	s.add("add-existing/again", "add-existing", "a member is added again: the ring stays as it was", ring(20, "A", "B", "C"),
		slices.Concat([]string{failing(addNode("B"), s.policy.existing)}, same)...)
	s.add("add-existing/heavier", "failed-change", "a member is added again with another weight: the ring stays as it was", ring(20, "A", "B", "C"),
		slices.Concat([]string{failing(addNode(weighted{"B", 3}), s.policy.existing)}, same)...)
	s.add("add-existing/then-remove", "failed-change", "a member that was added again leaves at one removal", ring(20, "A", "B", "C"),
		failing(addNode("B"), s.policy.existing), remove("B"), digest(), s.list("A", "C"), points())
	s.add("add-existing/in-turn", "failed-change", "after an addition that changed nothing others go on", ring(5, "A", "B"),
		failing(addNode("A"), s.policy.existing), addNode("C"), points())
	s.add("remove-unknown/look-again", "remove-unknown", "a node that is not there is removed: the ring stays as it was", ring(20, "A", "B", "C"),
		slices.Concat([]string{failing(remove("X"), s.policy.unknown)}, same)...)
	s.add("remove-unknown/empty-name", "remove-unknown", "no node has the empty name here", ring(3, "A", "B"), failing(remove(""), s.policy.unknown), points())
	s.add("remove-unknown/prefix", "remove-unknown", "part of a name is not the name", ring(3, "A1", "A11"), failing(remove("A"), s.policy.unknown), points())
	s.add("remove-unknown/other-case", "remove-unknown", "another case is another name", ring(3, "A", "B"), failing(remove("a"), s.policy.unknown), points())
	s.add("remove-unknown/twice", "remove-unknown", "a node that has left is not there", ring(3, "A", "B"), remove("A"), failing(remove("A"), s.policy.unknown), points())
	s.add("remove-unknown/empty-ring", "remove-unknown", "nothing can be removed from a ring without nodes", ring(3), failing(remove("A"), s.policy.unknown), "nodes: all, want: []")
	if s.policy.twice == once {
		s.add("twice-listed/once", "twice-listed", "a node listed twice counts once", ring(3, "A", "B", "A"), points())
		s.add("twice-listed/nodes", "twice-listed", "a node listed twice is one member", ring(3, "A", "B", "A"), s.list("A", "B"))
		s.add("twice-listed/then-remove", "twice-listed", "a node listed twice leaves at one removal", ring(3, "A", "B", "A"), remove("A"), points(), digest())
		s.add("twice-listed/weight", "twice-listed", "the first weight counts", ring(3, weighted{"A", 2}, "B", weighted{"A", 5}), points())
	} else {
		s.add("twice-listed/refused", "twice-listed", "a node listed twice is refused", refused(s.policy.twice, ring(3, "A", "B", "A")))
		s.add("twice-listed/side-by-side", "twice-listed", "a node listed twice is refused", refused(s.policy.twice, ring(3, "A", "A")))
		s.add("twice-listed/another-weight", "twice-listed", "another weight makes no other node", refused(s.policy.twice, ring(3, "A", weighted{"A", 2})))
	}
}

// movement is about how few keys move.
func (s *sketcher) movement() {
	s.add("movement/join", "movement", "keys that move, move onto the node that joined", ring(100, "A", "B", "C"),
		keepMany("before"), addNode("D"), keepMany("after"), moved(`joining: ["D"]`))
	s.add("movement/leave", "movement", "only the keys of the node that left move", ring(100, "A", "B", "C", "D"),
		keepMany("before"), remove("B"), keepMany("after"), moved(`leaving: ["B"]`))
	s.add("movement/swap", "movement", "one node leaves and another joins", ring(100, "A", "B", "C", "D"),
		keep("before"), remove("B"), keep("between"), addNode("E"), keep("after"),
		`moved: {from: before, to: between}, count: TBD, leaving: ["B"]`, `moved: {from: between, to: after}, count: TBD, joining: ["E"]`)
	s.add("movement/two-join", "movement", "two nodes join", ring(100, "A", "B", "C"),
		keep("before"), addNode("D"), addNode("E"), keep("after"), moved(`joining: ["D", "E"]`))
	s.add("movement/one-point", "movement", "the same with one point a node", ring(1, "A", "B", "C", "D", "E", "F", "G", "H"),
		keep("before"), remove("D"), keep("after"), moved(`leaving: ["D"]`), digest())
}
