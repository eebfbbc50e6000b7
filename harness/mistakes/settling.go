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

// positionsOf returns the positions of a node's first labels in a dialect.
func positionsOf(d goring.Dialect, node string, labels int) []goring.Position {
	positions := make([]goring.Position, labels)
	for i := range positions {
		positions[i] = d.Hash(string(d.Label(nil, node, i)))
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
