package goring

import (
	"fmt"
	"slices"
)

// MaxPoints is the most points that one ring can have, counting one for each
// label.
const MaxPoints = 1 << 27

// ErrTooManyPoints: the ring would have more than MaxPoints points.
var ErrTooManyPoints = fmt.Errorf("a ring has at most %d points", MaxPoints)

// change returns the snapshot that follows when the nodes of remove go and then
// those of add come, and the calls of which that consists. Where it fails, the
// snapshot is s, but for what the dialect makes of its points.
func (s *Snapshot) change(add []Node, remove []string) (*Snapshot, []Call, error) {
	calls, err := s.plan(add, remove, s.dialect.Members.Existing)
	if err != nil {
		return s.refused(calls[0]), nil, err
	}
	next := s
	switch {
	case s.dialect.Members.Settle != nil:
		next, err = s.settled(calls)
	case slices.ContainsFunc(calls, Call.changes):
		next, err = s.update(calls)
	}
	if err != nil {
		return s.refused(calls[len(calls)-1]), nil, err
	}
	return next, calls, nil
}

// plan returns the calls of which a change consists, removals first. If one of
// them is refused, it returns that one alone and the reason. twice is the reason
// for which adding a member is refused; nil if it is not.
func (s *Snapshot) plan(add []Node, remove []string, twice error) ([]Call, error) {
	// Of the nodes that are asked for, those that are members by then.
	members := make(map[string]*Node, len(add)+len(remove))
	for _, node := range add {
		members[node.Name] = nil
	}
	for _, name := range remove {
		members[name] = nil
	}
	for i := range s.members {
		node := &s.members[i].Node
		if _, asked := members[node.Name]; asked {
			members[node.Name] = node
		}
	}

	calls := make([]Call, 0, len(add)+len(remove))
	for _, name := range remove {
		call := Call{Node: Node{Name: name}, Remove: true}
		if node := members[name]; node != nil {
			call.Node, call.Member = *node, true
			members[name] = nil
		} else if err := s.dialect.Members.Unknown; err != nil {
			return []Call{call}, fmt.Errorf("remove %q: %w", name, err)
		}
		calls = append(calls, call)
	}
	for i, node := range add {
		call := Call{Node: node, Member: members[node.Name] != nil}
		var err error
		switch {
		case call.Member:
			err = twice
		case s.dialect.Members.refusesWeight(node.Weight):
			err = fmt.Errorf("weight %d: %w", node.Weight, s.dialect.Members.Weight)
		default:
			members[node.Name] = &add[i]
		}
		if err != nil {
			return []Call{call}, fmt.Errorf("add %q: %w", node.Name, err)
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// update returns the snapshot that follows from calls, before the dialect
// settles its points.
//
// Where the points of those that stay are the same as before, which is so in
// every dialect whose Labels look at the node alone, only the new points are
// sorted, and merged with the old ones in one pass.
func (s *Snapshot) update(calls []Call) (*Snapshot, error) {
	seats := s.seats(calls)
	next := &Snapshot{dialect: s.dialect, vnodes: s.vnodes, members: make([]Member, len(seats))}
	for i, seat := range seats {
		next.members[i] = seat.Member
	}
	next.owning = next.members
	if together := s.dialect.Members.Together; together != nil {
		if err := together(next.listed()); err != nil {
			return nil, err
		}
	}
	if s.dialect.Placement != nil {
		return next, next.makePlacement()
	}
	if err := next.countLabels(); err != nil {
		return nil, err
	}
	if s.dialect.Arrange != nil {
		next.setPoints(s.dialect.Arrange(next.unsorted()))
		return next, nil
	}
	stay := make([]int32, len(s.owning)) // old index of an owner → new index, or −1
	for i := range stay {
		stay[i] = -1
	}
	byLabels := s.dialect.Points == nil && s.dialect.Members.Settle == nil
	var come []int32 // the members whose points are new
	room := 0
	for i, seat := range seats {
		if seat.from >= 0 && s.labels[seat.from] == next.labels[i] && byLabels {
			stay[seat.from] = int32(i)
		} else {
			come = append(come, int32(i))
			room += next.labels[i]
		}
	}
	fresh := newPoints(s.dialect.Bits, room)
	next.place(&fresh, come)
	next.points = merge(s.points, fresh.sorted(), stay)
	next.seal(true)
	return next, nil
}

// A seat in the next snapshot's members is taken by the member that has index
// from in the last one, or by a node that comes, which has from −1.
type seat struct {
	Member
	from int
}

// seats returns the next members in the order of the tie rule. The last ones
// have it already.
func (s *Snapshot) seats(calls []Call) []seat {
	place := 0
	for _, m := range s.members {
		place = max(place, m.Place+1)
	}
	leave := map[string]bool{}
	var join []Member
	for _, call := range calls {
		switch {
		case call.Remove && call.Member:
			leave[call.Node.Name] = true
		case !call.Remove && !call.Member:
			join = append(join, Member{call.Node, place + len(join)})
		}
	}
	slices.SortStableFunc(join, s.dialect.Tie)
	seats := make([]seat, 0, len(s.members)-len(leave)+len(join))
	for i, m := range s.members {
		if leave[m.Name] {
			continue
		}
		for len(join) > 0 && s.dialect.Tie(join[0], m) < 0 {
			seats = append(seats, seat{join[0], -1})
			join = join[1:]
		}
		seats = append(seats, seat{m, i})
	}
	for _, m := range join {
		seats = append(seats, seat{m, -1})
	}
	return seats
}

// countLabels sets how many labels each member has.
func (s *Snapshot) countLabels() error {
	s.labels = make([]int, len(s.members))
	if s.vnodes == 0 {
		return nil
	}
	all, room := s.listed(), MaxPoints
	for i, m := range s.members {
		s.labels[i] = max(0, s.dialect.Labels(s.vnodes, m.Node, all))
		if s.labels[i] > room {
			return fmt.Errorf("node %q: %w", m.Name, ErrTooManyPoints)
		}
		room -= s.labels[i]
	}
	return nil
}

// place appends the points of some members, each in the order of its labels.
func (s *Snapshot) place(to *points, owners []int32) {
	var label []byte
	var positions []Position
	var listed []Node
	if s.dialect.Points != nil {
		listed = s.listed()
	}
	for _, owner := range owners {
		node, labels := s.members[owner].Node, s.labels[owner]
		if s.dialect.Points != nil {
			positions = s.dialect.Points(positions[:0], labels, node, listed)
			to.appendAll(positions, owner)
			continue
		}
		for i := range labels {
			label = s.dialect.Label(label[:0], node.Name, i)
			if s.dialect.Place == nil {
				to.append(s.dialect.Hash(textOf(label)), owner)
				continue
			}
			positions = s.dialect.Place(positions[:0], textOf(label))
			to.appendAll(positions, owner)
		}
	}
}
