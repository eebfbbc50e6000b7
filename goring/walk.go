package goring

import (
	"slices"
	"sync"
)

// Replicas returns the first n distinct nodes met walking on from key: its
// owner first, and every node once if there are fewer than n. It fails with
// ErrCount if n is below 1, and on a ring without points with ErrEmptyRing; in
// some dialects the answer there is an empty list.
func (s *Snapshot) Replicas(key string, n int) ([]string, error) {
	return s.AppendReplicas(make([]string, 0, max(0, min(n, len(s.members)))), key, n)
}

// AppendReplicas appends to dst what [Snapshot.Replicas] returns. On failure it
// returns dst as it was. It allocates only where dst has no room, or in the
// dialect's Walk.
func (s *Snapshot) AppendReplicas(dst []string, key string, n int) ([]string, error) {
	if s.placement != nil {
		return dst, ErrNoReplicas
	}
	if n < 1 {
		return dst, s.dialect.Members.Count
	}
	if s.Len() == 0 {
		return dst, s.dialect.Members.Replicas
	}
	i := s.dialect.Serving(s, s.dialect.Hash(key))
	switch {
	case i < 0:
		return dst, nil
	case s.dialect.Walk != nil:
		return append(dst, s.dialect.Walk(s, i, n)...), nil
	}
	return s.appendWalk(dst, i, min(n, len(s.members))), nil
}

// appendWalk appends the first n distinct nodes met walking on from point i.
func (s *Snapshot) appendWalk(dst []string, i, n int) []string {
	// What a few nodes are compared with fits on the stack. With many that
	// would be slow, and they are marked in a set that is used again.
	var few [16]int32
	met := few[:0]
	var marks *[]uint64
	if n > len(few) {
		marks = takeMarks(len(s.owning))
		defer marksPool.Put(marks)
	}
	for range s.Len() {
		owner := s.cells[i].owner()
		known := false
		if marks == nil {
			if known = slices.Contains(met, owner); !known {
				met = append(met, owner)
			}
		} else {
			word, bit := &(*marks)[owner/64], uint64(1)<<(owner%64)
			known = *word&bit != 0
			*word |= bit
		}
		if !known {
			dst = append(dst, s.owning[owner].Name)
			if n--; n == 0 {
				break
			}
		}
		if i++; i == s.Len() {
			i = 0
		}
	}
	return dst
}

var marksPool = sync.Pool{New: func() any { return new([]uint64) }}

// takeMarks takes from the pool a set of owners without a member: one bit for
// each of n.
func takeMarks(n int) *[]uint64 {
	marks := marksPool.Get().(*[]uint64)
	words := (n + 63) / 64
	*marks = slices.Grow((*marks)[:0], words)[:words]
	clear(*marks)
	return marks
}
