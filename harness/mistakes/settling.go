package mistakes

import (
	"slices"

	"ringkit/goring"
)

// settling makes what a call leaves of the points an edit of the dialect. It is
// asked only where the call changes something; other calls leave the points as
// they are.
func settling(settle func(before, right points, call goring.Call) points) func(d *goring.Dialect) {
	return settlingAll(func(before, right points, call goring.Call) points {
		if call.Member != call.Remove {
			return before
		}
		return settle(before, right, call)
	})
}

// settlingAll is settling for every call.
func settlingAll(settle func(before, right points, call goring.Call) points) func(d *goring.Dialect) {
	return func(d *goring.Dialect) { d.Members.Settle = settle }
}

// removing is settling for removals; a node that joins gets its points.
func removing(leave func(before points, node goring.Node) points) func(d *goring.Dialect) {
	return settling(func(before, right points, call goring.Call) points {
		if call.Remove {
			return leave(before, call.Node)
		}
		return inOrder(withoutNode(before, call.Node.Name), ofNode(right, call.Node.Name))
	})
}

// A placer tells the right positions of a node's points, also of one that is no
// member, where labels have one point each.
type placer struct {
	right  goring.Dialect
	vnodes *int
}

func placerOf(d *goring.Dialect) placer {
	vnodes := vnodesOf(d)
	return placer{*d, vnodes}
}

// withWeight returns the positions of a node by its weight.
func (p placer) withWeight(node goring.Node) []goring.Position {
	return p.first(node.Name, p.right.Labels(*p.vnodes, node, []goring.Node{node}))
}

// withoutWeight returns those that it has with weight 1.
func (p placer) withoutWeight(node goring.Node) []goring.Position {
	return p.first(node.Name, *p.vnodes)
}

func (p placer) first(node string, labels int) []goring.Position {
	positions := make([]goring.Position, labels)
	for i := range positions {
		positions[i] = p.right.Hash(string(p.right.Label(nil, node, i)))
	}
	return positions
}

// inOrder sorts points that were put together of two lists.
func inOrder(lists ...points) points {
	all := slices.Concat(lists...)
	slices.SortStableFunc(all, byPosition)
	return all
}

// withoutNode returns the points of all other nodes.
func withoutNode(p points, name string) points {
	return keep(p, func(point goring.OwnedPoint) bool { return point.Owner.Name != name })
}
