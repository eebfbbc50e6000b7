package goring

import (
	"cmp"
	"slices"
)

// What is here serves the dialects that arrange or settle their points in their
// own way. They are rebuilt as a whole with each change.

// unsorted returns all points in the order of the list of members and of their
// labels.
func (s *Snapshot) unsorted(labels []int) []OwnedPoint {
	listed := make([]int32, len(s.members))
	for i := range listed {
		listed[i] = int32(i)
	}
	slices.SortFunc(listed, func(a, b int32) int {
		return cmp.Compare(s.members[a].Place, s.members[b].Place)
	})
	var points []OwnedPoint
	var placed []placed
	for _, owner := range listed {
		placed = s.place(placed[:0], owner, labels[owner])
		for _, p := range placed {
			points = append(points, OwnedPoint{p.position, s.members[owner]})
		}
	}
	return points
}

// setPoints gives s these points, in this order. They may belong to nodes that
// are no members.
func (s *Snapshot) setPoints(points []OwnedPoint) {
	s.positions, s.owners, s.owning = nil, nil, nil
	index := map[Member]int32{}
	for _, p := range points {
		owner, known := index[p.Owner]
		if !known {
			owner = int32(len(s.owning))
			index[p.Owner] = owner
			s.owning = append(s.owning, p.Owner)
		}
		s.positions = append(s.positions, p.Position)
		s.owners = append(s.owners, owner)
	}
}

// ownedPoints returns the points in ring order.
func (s *Snapshot) ownedPoints() []OwnedPoint {
	points := make([]OwnedPoint, len(s.positions))
	for i, p := range s.positions {
		points[i] = OwnedPoint{p, s.owning[s.owners[i]]}
	}
	return points
}

// settled returns s with the points that the dialect's Settle makes of them
// after a call on the ring as it was before.
func (s *Snapshot) settled(before *Snapshot, call Call) *Snapshot {
	settle := s.dialect.Members.Settle
	if settle == nil {
		return s
	}
	next := *s
	next.setPoints(settle(before.ownedPoints(), s.ownedPoints(), call))
	return &next
}
