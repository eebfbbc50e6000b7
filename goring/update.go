package goring

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxPoints is the most points that one ring can have.
const MaxPoints = 1 << 27

// ErrTooManyPoints: the ring would have more than MaxPoints points.
var ErrTooManyPoints = fmt.Errorf("a ring has at most %d points", MaxPoints)

// A placed point knows its node by the index of the member.
type placed struct {
	position Position
	owner    int32
}

func (p placed) compare(q placed) int {
	if c := p.position.Compare(q.position); c != 0 {
		return c
	}
	return cmp.Compare(p.owner, q.owner)
}

// A seat in the next snapshot's members is taken by the member that has index
// from in the last one, or by a node that comes, which has from −1.
type seat struct {
	Member
	from int
}

// update returns the snapshot that follows when the members named in leave go
// and then the nodes of join, none of which is a member by then, come. It sorts
// only the points that are new, and merges them with the old ones in one pass.
func (s *Snapshot) update(leave []string, join []Node) (*Snapshot, error) {
	seats := make([]seat, 0, len(s.members)+len(join))
	place, total := 0, len(s.positions)
	for i, m := range s.members {
		place = max(place, m.Place+1)
		if !slices.Contains(leave, m.Name) {
			seats = append(seats, seat{m, i})
		}
	}
	for i, node := range join {
		points, err := s.pointsOf(node)
		if err != nil {
			return nil, fmt.Errorf("node %q: %w", node.Name, err)
		}
		if total += points; total > MaxPoints {
			return nil, fmt.Errorf("node %q: %w", node.Name, ErrTooManyPoints)
		}
		seats = append(seats, seat{Member{node, place + i}, -1})
	}
	slices.SortStableFunc(seats, func(a, b seat) int { return s.dialect.Tie(a.Member, b.Member) })

	next := &Snapshot{dialect: s.dialect, vnodes: s.vnodes, members: make([]Member, len(seats))}
	moved := make([]int32, len(s.members)) // old index of a member → new index, or −1
	for i := range moved {
		moved[i] = -1
	}
	var fresh []placed
	for i, seat := range seats {
		next.members[i] = seat.Member
		if seat.from >= 0 {
			moved[seat.from] = int32(i)
		} else {
			fresh = s.place(fresh, seat.Node, int32(i))
		}
	}
	slices.SortFunc(fresh, placed.compare)
	next.merge(s, moved, fresh)
	return next, nil
}

// pointsOf returns how many points node gets.
func (s *Snapshot) pointsOf(node Node) (int, error) {
	switch {
	case node.Weight < 1:
		return 0, fmt.Errorf("weight %d: %w", node.Weight, ErrWeight)
	case s.vnodes == 0:
		return 0, nil
	case node.Weight > MaxPoints/s.vnodes:
		return 0, ErrTooManyPoints
	}
	return s.dialect.Points(s.vnodes, node), nil
}

// place appends the points of node, in the order of their labels.
func (s *Snapshot) place(points []placed, node Node, owner int32) []placed {
	if s.vnodes == 0 {
		return points
	}
	var label []byte
	for i := range s.dialect.Points(s.vnodes, node) {
		label = s.dialect.Label(label[:0], node.Name, i)
		points = append(points, placed{s.dialect.Hash(textOf(label)), owner})
	}
	return points
}

// merge fills s with the points of old, under their owners' new indices and
// without those of members that left, and the fresh ones. The members that stay
// keep their order among themselves, so both sequences are sorted.
func (s *Snapshot) merge(old *Snapshot, moved []int32, fresh []placed) {
	s.positions = make([]Position, 0, len(old.positions)+len(fresh))
	s.owners = make([]int32, 0, len(old.positions)+len(fresh))
	add := func(p placed) {
		s.positions = append(s.positions, p.position)
		s.owners = append(s.owners, p.owner)
	}
	for i, position := range old.positions {
		p := placed{position, moved[old.owners[i]]}
		if p.owner < 0 {
			continue
		}
		for len(fresh) > 0 && fresh[0].compare(p) < 0 {
			add(fresh[0])
			fresh = fresh[1:]
		}
		add(p)
	}
	for _, p := range fresh {
		add(p)
	}
}
