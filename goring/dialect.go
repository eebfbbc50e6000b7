package goring

import "strconv"

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
	VNodes int

	// Hash gives the position of a key. A label is hashed in the same way.
	Hash func(text string) Position
	// Label appends to dst the text that is hashed for a node's index-th point,
	// counting from 0, and returns the extended slice.
	Label func(dst []byte, node string, index int) []byte
	// Points is how many points a node has, given vnodes (at least 1).
	Points func(vnodes int, node Node) int
	// Tie orders the nodes that meet at one position: negative if a comes before
	// b. The first of them owns the position.
	Tie func(a, b Member) int
	// Boundary picks the point that serves position h: its index in s, which
	// has at least one point.
	Boundary func(s *Snapshot, h Position) int
	// Members is what the dialect does when a ring is empty and when a change
	// cannot be made.
	Members Membership
}

// A Node is one node to put on a ring.
type Node struct {
	// Name is any text; the empty string is a name like any other.
	Name string
	// Weight is the node's share, at least 1: a node of weight w has w times
	// the points of a node of weight 1.
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
	// ErrNoOwner where the dialect answers "none". With ErrNoOwner, asking for
	// replicas answers an empty list.
	Empty error
	// VNodes is what making a ring with vnodes below 1 answers; nil makes a
	// ring that has members and no points.
	VNodes error
	// Twice is what making a ring answers when its list names a node twice; nil
	// counts it once, in its first place and with its first weight.
	Twice error
	// Existing is what adding a member again answers; nil changes nothing.
	Existing error
	// Unknown is what removing a node that is no member answers; nil reports
	// that nothing was removed.
	Unknown error
	// Sorted lists the members by name; otherwise they come in list order.
	Sorted bool
}

// labelWith makes labels of a node's name, a separator and the decimal index.
func labelWith(separator string) func(dst []byte, node string, index int) []byte {
	return func(dst []byte, node string, index int) []byte {
		dst = append(dst, node...)
		dst = append(dst, separator...)
		return strconv.AppendInt(dst, int64(index), 10)
	}
}

// pointsByWeight gives a node of weight w exactly w·vnodes points, so that no
// node's points depend on the other nodes.
func pointsByWeight(vnodes int, node Node) int {
	return vnodes * node.Weight
}
