package main

import (
	"fmt"
	"slices"
)

// comings is about nodes that come and go.
func (s *sketcher) comings() {
	three := s.some(s.names(1, 2, 3)...)
	s.add("add/takes-part", "add", "an added node takes part at once", s.some(s.names(1, 2)...), s.digest(), addNode(s.node(3)), s.digest(), s.all())
	s.add("add/as-from-start", "history", "the ring that had the node from the start", three, s.digest(), s.all())
	s.add("add/first", "add", "the first node of a ring that had none", s.some(), addNode(s.node(1)), s.all())
	s.add("remove/first", "remove", "the first of the list leaves", three, remove(s.node(1)), s.all())
	s.add("remove/middle", "remove", "the one in the middle leaves, after lookups", three, s.digest(), remove(s.node(2)), s.digest(), s.all())
	s.add("remove/last", "remove", "the last of the list leaves", three, remove(s.node(3)), s.all())
	s.add("remove/namesake", "remove", "a node leaves whose name begins another's", s.some(s.names(1, 11, 10)...), remove(s.node(1)), s.list(s.node(11), s.node(10)), s.all())
	s.add("remove/only-one", "remove", "the last node leaves, and then another comes", s.some(s.names(1)...), remove(s.node(1)), addNode(s.node(2)), s.all())
	s.add("history/returns", "history", "a node leaves and comes back: it is last in the list now", three,
		s.keep("before"), remove(s.node(1)), addNode(s.node(1)), s.keep("after"), "moved: {from: before, to: after}, count: TBD", s.all())
	s.add("history/as-it-returned", "history", "the same list from the start", s.some(s.names(2, 3, 1)...), s.digest(), s.all())
	s.add("history/join-and-leave", "history", "a node joins and leaves: the ring is what it was", three, s.digest(), addNode(s.node(4)), remove(s.node(4)), s.digest())
	if s.set.placed {
		s.add("list/permuted", "placement", "the same nodes in another order are another assignment", s.some(s.names(3, 1, 2)...), s.digest())
	} else {
		s.add("list/permuted", "list-order", "the same nodes in another order", s.some(s.names(3, 1, 2)...), s.digest(), s.all())
		s.add("list/reversed", "list-order", "and the other way round", usual(s.names(3, 2, 1)...), s.digest())
		s.add("list/straight", "list-order", "as they are counted", usual(s.names(1, 2, 3)...), s.digest())
	}
	s.add("nodes/after-changes", "node-list", "the members after each change", s.some(s.names(2, 1)...),
		addNode(s.node(3)), s.list(s.node(2), s.node(1), s.node(3)), remove(s.node(1)), s.list(s.node(2), s.node(3)))
	if s.set.moves {
		return
	}
	s.add("movement/join", "movement", "keys that move, move onto the node that joined", usual(s.names(1, 2, 3)...),
		s.keep("before"), addNode(s.node(4)), s.keep("after"), moved("joining: "+yamlNodes(s.names(4))))
	if leaves := s.node(4); s.set.placed {
		s.add("movement/leave", "movement", "when the last leaves, only its keys move", usual(s.names(1, 2, 3, 4)...),
			s.keep("before"), remove(leaves), s.keep("after"), moved("leaving: "+yamlNodes([]any{leaves})))
	} else {
		s.add("movement/leave", "movement", "only the keys of the node that left move", usual(s.names(1, 2, 3, 4)...),
			s.keep("before"), remove(s.node(2)), s.keep("after"), moved("leaving: "+yamlNodes(s.names(2))))
	}
}

func (s *sketcher) keep(name string) string { return s.plain("as: " + name) }

// weightsOfPrograms is about weights that multiply the points.
func (s *sketcher) weightsOfPrograms() {
	s.add("weight/three", "weight", "weights 1, 2 and 3", s.some(weighing(s.names(1, 2, 3), 1, 2, 3)...), s.all(), s.digest())
	s.add("weight/equal", "weight", "equal weights of 3", s.some(weighing(s.names(1, 2, 3), 3, 3, 3)...), s.digest())
	s.add("weight/added", "weight", "a node is added with a weight", s.some(s.names(1, 2)...), addNode(weighted{s.node(3), 3}), s.all(), s.digest())
	s.add("weight/returns-lighter", "weight", "a node leaves and comes back with less weight", s.some(s.node(1), weighted{s.node(2), 5}), remove(s.node(2)), addNode(s.node(2)), s.all(), s.digest())
	s.add("weight/default-vnodes", "weight", "weights 6, 3 and 2", usual(weighing(s.names(1, 2, 3), 6, 3, 2)...), s.digest(), s.plain("counts: TBD"))
}

// refusalsOfPrograms is about what cannot be done, and what is left then.
func (s *sketcher) refusalsOfPrograms() {
	three := s.some(s.names(1, 2, 3)...)
	key := "k1"
	if s.set.keys != "" {
		key = "1"
	}
	s.add("empty/lookup", "empty-ring", "no node can own a key (the kit's choice of the code)", s.some(), failing(owner(key), "empty-ring"))
	s.add("empty/all-left", "empty-ring", "the last node has left", s.some(s.names(1)...), owner(key), remove(s.node(1)), failing(owner(key), "empty-ring"))
	for _, v := range []int{0, -1} {
		id := map[int]string{0: "zero", -1: "negative"}[v]
		if s.d.VNodes > 1 && !s.set.essentials {
			s.add("vnodes/"+id, "bad-vnodes", fmt.Sprintf("vnodes %d is refused (the kit's choice)", v), refused("bad-vnodes", ring(v, s.names(1, 2)...)))
		}
		if v == 0 && s.set.zero != "" {
			continue
		}
		s.add("weight/"+id, "bad-weight", fmt.Sprintf("a weight of %d is refused", v)+s.choice(), refused("bad-weight", s.some(s.node(1), weighted{s.node(2), v})))
	}
	switch s.set.zero {
	case countsAsOne:
		s.add("weight/zero", "share", "a server of weight 0 counts as one of weight 1", usual(s.node(1), weighted{s.node(2), 0}, weighted{s.node(3), 2}), s.digest(), s.plain("counts: TBD"))
	case ownsNothing:
		s.add("weight/zero", "weight", "a server of weight 0 is a member without points", s.some(s.node(1), weighted{s.node(2), 0}, s.node(3)), s.list(s.node(1), s.node(2), s.node(3)), s.all())
		s.add("weight/all-zero", "empty-ring", "where all weights are 0 there are no points", s.some(weighted{s.node(1), 0}, weighted{s.node(2), 0}), failing(owner(key), "empty-ring"))
	}
	if !s.set.weights && s.set.zero != ignored {
		s.add("weight/two", "bad-weight", "there are no weights here, so that another than 1 is refused", refused("bad-weight", s.some(s.node(1), weighted{s.node(2), 2})))
		s.add("weight/two-added", "failed-change", "a node of weight 2 is refused, and the ring is what it was", three, failing(addNode(weighted{s.node(4), 2}), "bad-weight"), s.digest(), s.list(s.nodes(3)...))
	}
	switch {
	case s.set.twice == once:
		s.add("twice-listed/once", "twice-listed", "a node listed twice counts once", s.some(s.names(1, 2, 1)...), s.list(s.nodes(2)...), s.all())
		s.add("twice-listed/then-remove", "twice-listed", "and leaves at one removal", s.some(s.names(1, 2, 1)...), remove(s.node(1)), s.list(s.node(2)), s.all())
	case s.set.twice != "":
		s.add("twice-listed/refused", "twice-listed", "a node listed twice is refused", refused(s.set.twice, s.some(s.names(1, 2, 1)...)))
	}
	same := []string{s.digest(), s.list(s.nodes(3)...)}
	s.add("add-existing/again", "add-existing", "a member is added again and refused; the ring is what it was (the kit's choice)", three,
		slices.Concat([]string{failing(addNode(s.node(2)), "duplicate-node")}, same)...)
	s.add("remove-unknown/refused", "remove-unknown", "a node that is not there is removed and that refused (the kit's choice)", three,
		slices.Concat([]string{failing(remove(s.node(9)), "unknown-node")}, same)...)
	if s.set.essentials {
		return
	}
	s.add("add-existing/then-remove", "failed-change", "a member that was added again leaves at one removal", three,
		failing(addNode(s.node(2)), "duplicate-node"), remove(s.node(2)), s.list(s.node(1), s.node(3)), s.digest())
	s.add("remove-unknown/twice", "remove-unknown", "a node that has left is not there any more", three, remove(s.node(2)), failing(remove(s.node(2)), "unknown-node"), s.digest())
	if s.set.weights {
		s.add("weight/negative-added", "failed-change", "a node of weight -1 is refused, and the ring is what it was", three,
			slices.Concat([]string{failing(addNode(weighted{s.node(4), -1}), "bad-weight")}, same)...)
	}
}

// choice notes that a refusal of a weight below 1 is not the program's own.
func (s *sketcher) choice() string {
	if s.set.refuses {
		return ""
	}
	return " (the kit's choice)"
}
