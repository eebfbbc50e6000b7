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

// A seat in the next snapshot's members is taken by the member that has index
// from in the last one, or by a node that comes, which has from −1.
type seat struct {
	Member
	from int
}

// update returns the snapshot that follows when the members named in leave go
// and then the nodes of join, none of which is a member by then, come.
//
// Where the points of those that stay are the same as before, which is so in
// every dialect whose Labels look at the node alone, only the new points are
// sorted, and merged with the old ones in one pass.
func (s *Snapshot) update(leave []string, join []Node) (*Snapshot, error) {
	seats, err := s.seats(leave, join)
	if err != nil {
		return nil, err
	}
	next := &Snapshot{dialect: s.dialect, vnodes: s.vnodes, members: make([]Member, len(seats))}
	for i, seat := range seats {
		next.members[i] = seat.Member
	}
	next.owning = next.members
	labels, err := next.countLabels()
	if err != nil {
		return nil, err
	}
	if s.dialect.Arrange != nil {
		next.setPoints(s.dialect.Arrange(next.unsorted(labels)))
		next.labels = labels
		return next, nil
	}
	stay := make([]int32, len(s.members)) // old index of a member → new index, or −1
	for i := range stay {
		stay[i] = -1
	}
	var fresh []placed
	for i, seat := range seats {
		if seat.from >= 0 && s.labels[seat.from] == labels[i] {
			stay[seat.from] = int32(i)
		} else {
			fresh = next.place(fresh, int32(i), labels[i])
		}
	}
	slices.SortFunc(fresh, placed.compare)
	next.labels = labels
	next.merge(s, stay, fresh)
	return next, nil
}

// seats returns the next members in the order of the tie rule.
func (s *Snapshot) seats(leave []string, join []Node) ([]seat, error) {
	seats := make([]seat, 0, len(s.members)+len(join))
	place := 0
	for i, m := range s.members {
		place = max(place, m.Place+1)
		if !slices.Contains(leave, m.Name) {
			seats = append(seats, seat{m, i})
		}
	}
	for i, node := range join {
		if node.Weight < 1 {
			return nil, fmt.Errorf("node %q has weight %d: %w", node.Name, node.Weight, ErrWeight)
		}
		if s.vnodes > 0 && node.Weight > MaxPoints/s.vnodes {
			return nil, fmt.Errorf("node %q: %w", node.Name, ErrTooManyPoints)
		}
		seats = append(seats, seat{Member{node, place + i}, -1})
	}
	slices.SortStableFunc(seats, func(a, b seat) int { return s.dialect.Tie(a.Member, b.Member) })
	return seats, nil
}

// countLabels returns how many labels each member has.
func (s *Snapshot) countLabels() ([]int, error) {
	labels := make([]int, len(s.members))
	if s.vnodes == 0 {
		return labels, nil
	}
	all, total := s.Nodes(), 0
	for i, m := range s.members {
		labels[i] = s.dialect.Labels(s.vnodes, m.Node, all)
		if total += labels[i]; total > MaxPoints {
			return nil, fmt.Errorf("node %q: %w", m.Name, ErrTooManyPoints)
		}
	}
	return labels, nil
}

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

// place appends the points of a member, in the order of its labels.
func (s *Snapshot) place(points []placed, owner int32, labels int) []placed {
	var label []byte
	var positions []Position
	for i := range labels {
		label = s.dialect.Label(label[:0], s.members[owner].Name, i)
		if s.dialect.Place == nil {
			points = append(points, placed{s.dialect.Hash(textOf(label)), owner})
			continue
		}
		positions = s.dialect.Place(positions[:0], textOf(label))
		for _, p := range positions {
			points = append(points, placed{p, owner})
		}
	}
	return points
}

// merge fills s with the points of old, under their owners' new indices and
// without those of members that do not stay, and the fresh ones. The members
// that stay keep their order among themselves, so both sequences are sorted.
func (s *Snapshot) merge(old *Snapshot, stay []int32, fresh []placed) {
	s.positions = make([]Position, 0, len(old.positions)+len(fresh))
	s.owners = make([]int32, 0, len(old.positions)+len(fresh))
	add := func(p placed) {
		s.positions = append(s.positions, p.position)
		s.owners = append(s.owners, p.owner)
	}
	for i, position := range old.positions {
		p := placed{position, stay[old.owners[i]]}
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
