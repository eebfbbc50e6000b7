package goring

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// A Snapshot is one state of a ring. It never changes, so any number of
// goroutines may use it.
type Snapshot struct {
	dialect Dialect
	vnodes  int
	members []Member // in the order of the dialect's tie rule
	labels  []int    // how many each member has

	// The points in ring order: ascending by position, then by owner. Since
	// owning is in tie order, the first point at a tied position is the one that
	// owns it.
	positions []Position
	owners    []int32  // index into owning
	owning    []Member // members, unless the dialect settles points otherwise
}

// A Point is a position and the node it belongs to.
type Point struct {
	Position Position
	Node     string
}

// Owner returns the node that key belongs to. On a ring without points it fails
// with ErrEmptyRing, or with ErrNoOwner where the dialect answers "none".
func (s *Snapshot) Owner(key string) (string, error) {
	if len(s.positions) == 0 {
		return "", s.dialect.Members.Empty
	}
	i := s.serving(key)
	if i < 0 {
		return "", ErrNoOwner
	}
	return s.Node(i), nil
}

// Owners returns the owner of each key, in the order of keys. It fails as
// [Snapshot.Owner] does, but never where no key is asked for.
func (s *Snapshot) Owners(keys []string) ([]string, error) {
	return s.AppendOwners(make([]string, 0, len(keys)), keys)
}

// AppendOwners appends the owner of each key to dst. On failure it returns dst
// as it was.
func (s *Snapshot) AppendOwners(dst, keys []string) ([]string, error) {
	if len(s.positions) == 0 && len(keys) > 0 {
		return dst, s.dialect.Members.Empty
	}
	appended := dst
	for _, key := range keys {
		i := s.serving(key)
		if i < 0 {
			return dst, ErrNoOwner
		}
		appended = append(appended, s.Node(i))
	}
	return appended, nil
}

// Replicas returns the first n distinct nodes met walking on from key: its
// owner first, and every node once if there are fewer than n. It fails with
// ErrCount if n is below 1, and on a ring without points with ErrEmptyRing; the
// answer there is an empty list where the dialect answers "none".
func (s *Snapshot) Replicas(key string, n int) ([]string, error) {
	return s.AppendReplicas(make([]string, 0, max(0, min(n, len(s.members)))), key, n)
}

// AppendReplicas appends to dst what [Snapshot.Replicas] returns. On failure it
// returns dst as it was.
func (s *Snapshot) AppendReplicas(dst []string, key string, n int) ([]string, error) {
	if n < 1 {
		return dst, ErrCount
	}
	if len(s.positions) == 0 {
		if s.dialect.Members.Empty == ErrNoOwner {
			return dst, nil
		}
		return dst, s.dialect.Members.Empty
	}
	i := s.serving(key)
	switch {
	case i < 0:
		return dst, nil
	case s.dialect.Walk != nil:
		return append(dst, s.dialect.Walk(s, i, n)...), nil
	}
	n = min(n, len(s.members))
	found := len(dst)
	for range s.positions {
		node := s.Node(i)
		if !slices.Contains(dst[found:], node) {
			if dst = append(dst, node); len(dst) == found+n {
				break
			}
		}
		if i++; i == len(s.positions) {
			i = 0
		}
	}
	return dst, nil
}

// Nodes returns the members: sorted by name where the dialect sorts them,
// otherwise in the order in which they were listed and added.
func (s *Snapshot) Nodes() []Node {
	members := slices.Clone(s.members)
	slices.SortFunc(members, func(a, b Member) int {
		if s.dialect.Members.Sorted {
			return strings.Compare(a.Name, b.Name)
		}
		return cmp.Compare(a.Place, b.Place)
	})
	nodes := make([]Node, len(members))
	for i, m := range members {
		nodes[i] = m.Node
	}
	return nodes
}

// Points returns all points in ring order, tied ones with the owner's first.
func (s *Snapshot) Points() []Point {
	points := make([]Point, len(s.positions))
	for i, p := range s.positions {
		points[i] = Point{p, s.Node(i)}
	}
	return points
}

// Len returns the number of points.
func (s *Snapshot) Len() int { return len(s.positions) }

// Position returns the position of the i-th point in ring order.
func (s *Snapshot) Position(i int) Position { return s.positions[i] }

// Node returns the name of the node that the i-th point in ring order belongs
// to.
func (s *Snapshot) Node(i int) string { return s.owning[s.owners[i]].Name }

// Search returns the index of the first point at or after h, or Len if there is
// none: it does not wrap. Boundary rules are made of it.
func (s *Snapshot) Search(h Position) int {
	return sort.Search(len(s.positions), func(i int) bool { return s.positions[i].Compare(h) >= 0 })
}

// serving returns the index of the point that serves key.
func (s *Snapshot) serving(key string) int {
	return s.dialect.Boundary(s, s.dialect.Hash(key))
}

// member returns the index of a member by name, or −1.
func (s *Snapshot) member(name string) int {
	return slices.IndexFunc(s.members, func(m Member) bool { return m.Name == name })
}
