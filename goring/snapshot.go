package goring

import (
	"slices"
	"strings"
)

// A Snapshot is one state of a ring. It never changes, so any number of
// goroutines may use it.
type Snapshot struct {
	dialect Dialect
	vnodes  int
	members []Member // in the order of the dialect's tie rule
	labels  []int    // how many each member has

	// The points in ring order: ascending by position, then by owner. Since the
	// members are in tie order, the first point at a tied position is the one
	// that owns it.
	points
	// owning is what the owners of points are indices of: the members, and after
	// them nodes that are none, where the dialect leaves such points.
	owning []Member
	// direct tells that Owner may use first: there is a start table, and the
	// boundary rule is the usual one.
	direct bool

	// placement takes the place of the points where the dialect is no ring.
	placement Placement
}

// A Point is a position and the node it belongs to.
type Point struct {
	Position Position
	Node     string
}

// Owner returns the node that key belongs to. On a ring without points it fails
// with ErrEmptyRing, or with ErrNoOwner where the dialect answers "none".
func (s *Snapshot) Owner(key string) (string, error) {
	if s.direct {
		_, at := s.points.first(s.dialect.Hash(key))
		return s.owning[at.owner()].Name, nil
	}
	if s.Len() == 0 {
		return s.placed(key)
	}
	i := s.dialect.Serving(s, s.dialect.Hash(key))
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
// as it was. It allocates only where dst has no room.
func (s *Snapshot) AppendOwners(dst, keys []string) ([]string, error) {
	appended := dst
	for _, key := range keys {
		owner, err := s.Owner(key)
		if err != nil {
			return dst, err
		}
		appended = append(appended, owner)
	}
	return appended, nil
}

// Nodes returns the members: sorted by name where the dialect sorts them,
// otherwise in the order in which they were listed and added.
func (s *Snapshot) Nodes() []Node {
	nodes := s.listed()
	if s.dialect.Members.Sorted {
		slices.SortFunc(nodes, func(a, b Node) int { return strings.Compare(a.Name, b.Name) })
	}
	return nodes
}

// listed returns the members in list order.
func (s *Snapshot) listed() []Node {
	members := slices.Clone(s.members)
	slices.SortFunc(members, ListedFirst)
	nodes := make([]Node, len(members))
	for i, m := range members {
		nodes[i] = m.Node
	}
	return nodes
}

// Points returns all points in ring order, tied ones with the owner's first.
func (s *Snapshot) Points() []Point {
	points := make([]Point, s.Len())
	for i := range points {
		points[i] = Point{s.Position(i), s.Node(i)}
	}
	return points
}

// Len returns the number of points.
func (s *Snapshot) Len() int { return s.n }

// Position returns the position of the i-th point in ring order.
func (s *Snapshot) Position(i int) Position { return s.points.position(i) }

// Node returns the name of the node that the i-th point in ring order belongs
// to.
func (s *Snapshot) Node(i int) string { return s.owning[s.cells[i].owner()].Name }
