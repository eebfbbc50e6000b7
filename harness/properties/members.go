package properties

import (
	"slices"

	"ringkit/goring"
	"ringkit/vectors"
)

// What follows keeps book of the members of a ring: the model that a changing
// ring is compared with. The lists are never written to, so that earlier states
// stay as they were.

// members returns the members of a ring that is made of nodes: one that is
// listed twice counts once, in its first place and with its first weight.
func members(nodes []vectors.Node) []vectors.Node {
	var out []vectors.Node
	for _, n := range nodes {
		if !isMember(out, n.Name) {
			out = append(out, n)
		}
	}
	return out
}

func isMember(nodes []vectors.Node, name string) bool { return indexOf(nodes, name) >= 0 }

func indexOf(nodes []vectors.Node, name string) int {
	return slices.IndexFunc(nodes, func(n vectors.Node) bool { return n.Name == name })
}

func without(nodes []vectors.Node, name string) []vectors.Node {
	return slices.DeleteFunc(slices.Clone(nodes), func(n vectors.Node) bool { return n.Name == name })
}

func with(nodes []vectors.Node, n vectors.Node) []vectors.Node {
	return append(slices.Clip(nodes), n)
}

func names(nodes []vectors.Node) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = n.Name
	}
	return out
}

// An effect is what a change does to a ring.
type effect int

const (
	changes   effect = iota // the ring is another one afterwards
	existing                // the node to add is a member, or passes for one
	unknown                 // the node to remove is no member
	badWeight               // a weight that the dialect does not take
	both                    // such a weight, of a member: either may be said
	nothing                 // the weight to raise is none of a member that is lighter
)

// effectOf returns what a change does to a ring with these members.
func effectOf(m goring.Membership, nodes []vectors.Node, c Change) effect {
	member := isMember(nodes, c.Node.Name)
	refused := c.Kind == Add && !takes(m, c.Node.Weight)
	switch {
	case c.Kind == Remove && !member:
		return unknown
	case refused && member:
		return both
	case c.Kind == Add && member:
		return existing
	case refused:
		return badWeight
	case c.Kind == Add && m.Together != nil && m.Together(ringNodes(with(nodes, c.Node))) != nil:
		return existing
	case c.Kind == Raise && (!member || nodes[indexOf(nodes, c.Node.Name)].Weight >= c.Node.Weight):
		return nothing
	}
	return changes
}

// takes reports whether a dialect takes nodes of a weight.
func takes(m goring.Membership, weight int) bool {
	least := 1
	if m.ZeroWeight {
		least = 0
	}
	return weight >= least && (m.MaxWeight == 0 || weight <= m.MaxWeight)
}

// apply returns the members after a change. A node that is added goes last.
func apply(m goring.Membership, nodes []vectors.Node, c Change) []vectors.Node {
	switch {
	case effectOf(m, nodes, c) != changes:
		return nodes
	case c.Kind == Remove:
		return without(nodes, c.Node.Name)
	case c.Kind == Add:
		return with(nodes, c.Node)
	}
	raised := slices.Clone(nodes)
	raised[indexOf(nodes, c.Node.Name)] = c.Node
	return raised
}
