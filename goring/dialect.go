package goring

import (
	"slices"
	"strconv"
)

// A Dialect is a complete set of placement rules, one field a stage. It is a
// plain value: copy one and change a field to get another. The functions must
// answer the same for the same arguments, and may be called from many
// goroutines at once.
type Dialect struct {
	// Name is how vectors, adapters and messages call the dialect.
	Name string
	// Bits is the width of a position: 32, 64 or 128.
	Bits int
	// VNodes is how many points a node of weight 1 has where nothing else is
	// asked; 0 where the dialect has no default and the number is always given.
	// Dialects that have another number in its place say so.
	VNodes int

	// Hash gives the position of a text. It must not keep text, which may be a
	// label that is overwritten by the next.
	Hash func(text string) Position
	// Text writes a position, as hash and points answer it; nil writes it as an
	// unsigned decimal number. Dialects whose positions are signed numbers have
	// their Hash map them to unsigned ones in the same order, and Text map them
	// back.
	Text func(p Position) string
	// Label appends to dst the text that is hashed for a node's index-th label,
	// counting from 0, and returns the extended slice.
	Label func(dst []byte, node string, index int) []byte
	// Place appends to dst the positions of a label's points; nil makes one
	// point, at the label's Hash. It must not keep label.
	Place func(dst []Position, label string) []Position
	// Labels is how many labels a node has, given vnodes (at least 1) and all
	// nodes of the ring, itself included, in list order.
	Labels func(vnodes int, node Node, all []Node) int
	// Points appends to dst the positions of a node's points, in dialects that
	// do not make them of the texts of labels and so have no Label; labels is
	// what Labels returned, and all the nodes in list order. They are made anew
	// with each change.
	Points func(dst []Position, labels int, node Node, all []Node) []Position
	// Tie orders the nodes that meet at one position: negative if a comes before
	// b. The first of them owns the position.
	Tie func(a, b Member) int
	// Arrange puts all points of a ring, given in the order of the list of
	// members and of their labels, into ring order; nil sorts them by position
	// and then by Tie.
	Arrange func(points []OwnedPoint) []OwnedPoint
	// Boundary picks the point that serves position h: its index in s, which
	// has at least one point; or −1 if none does, and the key has no owner. Nil
	// is AtOrAfter, but quicker.
	Boundary func(s *Snapshot, h Position) int
	// Walk returns the nodes of at most n replicas, given the point that serves
	// the key; nil takes the first n distinct nodes.
	Walk func(s *Snapshot, serving, n int) []string

	// Placement makes what takes the place of points, in dialects that are no
	// ring: then the stages from Label to Walk are nil, and Tie is ListedFirst.
	// It is given vnodes (at least 1) and the nodes in list order, and fails with
	// an error of this package where it cannot be made of them.
	Placement func(vnodes int, nodes []Node) (Placement, error)

	// Members is what the dialect does when a ring is empty and when a change
	// cannot be made.
	Members Membership
}

// Dialects returns every dialect of this package, in the order of
// spec/dialects.md.
func Dialects() []Dialect { return slices.Concat(seeds, production) }

// Lookup returns the dialect of that name.
func Lookup(name string) (Dialect, bool) {
	d, known := byName[name]
	return d, known
}

var byName = func() map[string]Dialect {
	named := map[string]Dialect{}
	for _, d := range Dialects() {
		named[d.Name] = d
	}
	return named
}()

// TextOf writes a position as the dialect writes it.
func (d Dialect) TextOf(p Position) string {
	if d.Text != nil {
		return d.Text(p)
	}
	return p.String()
}

// Serving returns the index of the point that serves position h, as Boundary
// says.
func (d Dialect) Serving(s *Snapshot, h Position) int {
	if d.Boundary == nil {
		return AtOrAfter(s, h)
	}
	return d.Boundary(s, h)
}

// An OwnedPoint is a point and the member it belongs to.
type OwnedPoint struct {
	Position Position
	Owner    Member
}

// A Node is one node to put on a ring.
type Node struct {
	// Name is any text; the empty string is a name like any other.
	Name string
	// Weight is the node's share, at least 1 in most dialects: there a node of
	// weight w has w times the points of a node of weight 1.
	Weight int
}

// Nodes makes a list of nodes of weight 1.
func Nodes(names ...string) []Node {
	nodes := make([]Node, len(names))
	for i, name := range names {
		nodes[i] = Node{name, 1}
	}
	return nodes
}

// A Member is a node on a ring.
type Member struct {
	Node
	// Place orders the members as they were listed and added: the smallest came
	// first. A node that is added again after a removal comes last.
	Place int
}

// A Membership says how a dialect answers where there is nothing to answer
// with, and where a change cannot be made. Each error is one of this package's,
// or nil where the dialect goes on without one.
type Membership struct {
	// Empty is what a lookup answers on a ring without points: ErrEmptyRing, or
	// ErrNoOwner where the dialect answers "none".
	Empty error
	// Replicas is what asking for replicas answers on a ring without points; nil
	// answers none.
	Replicas error
	// Count is what asking for fewer than one replica answers; nil answers none.
	Count error
	// Weight is what a node with a weight below 1 answers, or above MaxWeight;
	// nil takes it, and a node without weight has no points.
	Weight error
	// MaxWeight is the highest weight of a node: 1 where nodes have none; 0 sets
	// no limit.
	MaxWeight int
	// ZeroWeight takes nodes of weight 0, for which Labels finds a number.
	ZeroWeight bool
	// VNodes is what making a ring with vnodes below 1 answers, or above
	// MaxVNodes; nil makes a ring that has members and, below 1, no points.
	VNodes error
	// MaxVNodes is the highest vnodes of a ring; 0 sets no limit.
	MaxVNodes int
	// Twice is what making a ring answers when its list names a node twice; nil
	// counts it once, in its first place and with its first weight.
	Twice error
	// Together is why nodes, given in list order, cannot be members together, if
	// they cannot; nil takes all that are taken one by one.
	Together func(nodes []Node) error
	// Existing is what adding a member again answers; nil changes nothing.
	Existing error
	// Unknown is what removing a node that is no member answers; nil reports
	// that nothing was removed.
	Unknown error
	// Sorted lists the members by name; otherwise they come in list order.
	Sorted bool
	// Settle returns the points that a ring has after a call of Add or Remove,
	// given those before it and those that are right after it, both in ring
	// order; nil takes the right ones. It is called after each call, those of an
	// Update included, even where the call was refused or changed nothing.
	Settle func(before, right []OwnedPoint, call Call) []OwnedPoint
}

// A Call is a call of Add or Remove, or one of those that an Update consists of.
type Call struct {
	// Node is what was to be added or removed.
	Node Node
	// Remove tells a removal from an addition.
	Remove bool
	// Member tells whether the node was a member before the call.
	Member bool
}

// refusesWeight tells whether a node of that weight is refused.
func (m Membership) refusesWeight(weight int) bool {
	least := 1
	if m.ZeroWeight {
		least = 0
	}
	return m.Weight != nil && (weight < least || m.MaxWeight > 0 && weight > m.MaxWeight)
}

// refusesVNodes tells whether a ring with that many vnodes is refused.
func (m Membership) refusesVNodes(vnodes int) bool {
	return m.VNodes != nil && (vnodes < 1 || m.MaxVNodes > 0 && vnodes > m.MaxVNodes)
}

// changes tells whether a call changes anything, if it is not refused.
func (c Call) changes() bool { return c.Remove == c.Member }

// labelWith makes labels of a node's name, a separator and the decimal index.
func labelWith(separator byte) func(dst []byte, node string, index int) []byte {
	return func(dst []byte, node string, index int) []byte {
		dst = append(dst, node...)
		dst = append(dst, separator)
		return strconv.AppendUint(dst, uint64(index), 10)
	}
}

// labelsByWeight gives a node of weight w exactly w·vnodes labels, so that no
// node's points depend on the other nodes.
func labelsByWeight(vnodes int, node Node, _ []Node) int {
	if node.Weight > MaxPoints/vnodes {
		return MaxPoints + 1 // too many; the product might overflow
	}
	return vnodes * node.Weight
}
