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
