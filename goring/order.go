package goring

import (
	"cmp"
	"strings"
)

// NameFirst gives a tied position to the node whose name sorts first by code
// point. For UTF-8 that is the order of the bytes, which is Go's own.
func NameFirst(a, b Member) int {
	return strings.Compare(a.Name, b.Name)
}

// ListedFirst gives a tied position to the node that was listed first.
func ListedFirst(a, b Member) int {
	return cmp.Compare(a.Place, b.Place)
}

// AddedLast gives a tied position to the node that was added last.
func AddedLast(a, b Member) int {
	return cmp.Compare(b.Place, a.Place)
}

// AtOrAfter is the boundary rule "the first point at or after the key's
// position", wrapping past the last point to the first.
func AtOrAfter(s *Snapshot, h Position) int {
	// Two returns, since one would wait for the comparison: nearly always the
	// guess that nothing wraps is right.
	if i := s.Search(h); i < s.Len() {
		return i
	}
	return 0
}

// After is the boundary rule "the first point after the key's position": a key
// that lands exactly on a point belongs to the next position.
func After(s *Snapshot, h Position) int {
	return AtOrAfter(s, h.next())
}

// AtOrBefore is the boundary rule "the last point at or before the key's
// position": below the first position, the last one serves.
func AtOrBefore(s *Snapshot, h Position) int {
	i := s.Search(h)
	if i < s.Len() && s.Position(i) == h {
		return i
	}
	if i == 0 {
		i = s.Len()
	}
	// Of the points at one position, the first is the owner's.
	for i--; i > 0 && s.Position(i-1) == s.Position(i); i-- {
	}
	return i
}

// Nearest is the boundary rule "the point nearest to the key's position" on a
// circle of 32 bits: the first point at or after it, or the last one before
// that, whichever is less far; at equal distance the one before. So of several
// points at one position, the first serves the keys below, the last those above.
func Nearest(s *Snapshot, h Position) int {
	after := AtOrAfter(s, h)
	before := after - 1
	if after == 0 {
		before = s.Len() - 1
	}
	at := uint32(h.Lo)
	if at-uint32(s.Position(before).Lo) <= uint32(s.Position(after).Lo)-at {
		return before
	}
	return after
}
