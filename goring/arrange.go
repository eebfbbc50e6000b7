package goring

import (
	"cmp"
	"slices"
)

// What is here serves the dialects that arrange or settle their points in their
// own way. Their points are made anew with each change.

// unsorted returns all points in the order of the list of members and of their
// labels.
func (s *Snapshot) unsorted() []OwnedPoint {
	listed := make([]int32, len(s.members))
	for i := range listed {
		listed[i] = int32(i)
	}
	slices.SortFunc(listed, func(a, b int32) int {
		return cmp.Compare(s.members[a].Place, s.members[b].Place)
	})
	all := newPoints(s.dialect.Bits, 0)
	s.place(&all, listed)
	return all.owned(s.members)
}

// owned returns the points with their owners in full.
func (p *points) owned(owning []Member) []OwnedPoint {
	owned := make([]OwnedPoint, p.n)
	for i := range owned {
		owned[i] = OwnedPoint{p.position(i), owning[p.cells[i].owner()]}
	}
	return owned
}

// setPoints gives s these points, in this order. They may belong to nodes that
// are no members, and need not ascend.
func (s *Snapshot) setPoints(owned []OwnedPoint) {
	s.owning = slices.Clone(s.members)
	index := make(map[string]int32, len(s.owning))
	for i, m := range s.owning {
		index[m.Name] = int32(i)
	}
	s.points = newPoints(s.dialect.Bits, len(owned))
	for _, point := range owned {
		owner, known := index[point.Owner.Name]
		if !known {
			owner = int32(len(s.owning))
			index[point.Owner.Name] = owner
			s.owning = append(s.owning, point.Owner)
		}
		s.points.append(point.Position, owner)
	}
	s.seal(slices.IsSortedFunc(owned, func(a, b OwnedPoint) int { return a.Position.Compare(b.Position) }))
}

// settled returns the snapshot that follows from calls, one after the other, in
// a dialect that settles points.
func (s *Snapshot) settled(calls []Call) (*Snapshot, error) {
	last := s
	for _, call := range calls {
		next, err := last.update([]Call{call})
		if err != nil {
			return nil, err
		}
		next.settle(last, call)
		last = next
	}
	return last, nil
}

// refused returns s after a call that could not be made: as it was, but for what
// the dialect makes of its points.
func (s *Snapshot) refused(call Call) *Snapshot {
	if s.dialect.Members.Settle == nil {
		return s
	}
	next, err := s.update(nil)
	if err != nil {
		return s
	}
	next.settle(s, call)
	return next
}

func (s *Snapshot) settle(before *Snapshot, call Call) {
	s.setPoints(s.dialect.Members.Settle(before.owned(before.owning), s.owned(s.owning), call))
}
