package mistakes

import (
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// membershipMistakes are about a node that joins, and one that leaves.
var membershipMistakes = []Mistake{
	{
		Name: "add-not-placed", Stage: harness.StageMembership, Rule: "add", dialects: join(seeds, except(productionRings, variants...)),
		Says:  "your ring lists a node that was added, but places no points for it",
		Cause: "the points are made where the ring is made, and not in add",
		Fix:   "place the points of a node when it joins",
		edit: settling(func(before, right points, call goring.Call) points {
			if call.Remove {
				return withoutNode(before, call.Node.Name)
			}
			return before
		}),
	},
	{
		Name: "add-one-point", Stage: harness.StageMembership, Rule: "add",
		Says:  "your ring places one point only for a node that is added later",
		Cause: "add places the node, and the loop over vnodes is in the constructor",
		Fix:   "place the same points in add as at creation",
		edit: settling(func(before, right points, call goring.Call) points {
			if call.Remove {
				return right
			}
			kept := ofNode(right, call.Node.Name)
			return inOrder(withoutNode(right, call.Node.Name), kept[:min(1, len(kept))])
		}),
	},
	{
		Name: "add-without-weight", Stage: harness.StageMembership, Rule: "add",
		Says:  "your ring ignores the weight of a node that is added later",
		Cause: "add takes a name only, or does not pass the weight on",
		Fix:   "place w times vnodes points in add, as at creation",
		edit: func(d *goring.Dialect) {
			place := placerOf(d)
			settling(func(_, after points, call goring.Call) points {
				if call.Remove {
					return after
				}
				placed := place.withoutWeight(call.Node)
				return keep(after, func(p goring.OwnedPoint) bool {
					return p.Owner.Name != call.Node.Name || slices.Contains(placed, p.Position)
				})
			})(d)
		},
	},
	{
		Name: "remove-without-rebuild", Stage: harness.StageMembership, Rule: "remove", dialects: join(seeds, except(productionRings, variants...)),
		Says:  "your ring keeps the points of a removed node until the next node joins",
		Cause: "the points are made anew in add and not in remove",
		Fix:   "make them anew, or delete those of the node, in remove as well",
		edit: settling(func(before, right points, call goring.Call) points {
			if call.Remove {
				return before
			}
			return right
		}),
	},
	{
		Name: "remove-keeps-points", Stage: harness.StageMembership, Rule: "remove",
		Says:  "your ring no longer lists a node that was removed, but keeps its points for good",
		Cause: "the node is deleted from the list, and the points are not made anew",
		Fix:   "delete all points of the node",
		edit:  removing(func(before points, _ goring.Node) points { return before }),
	},
	{
		Name: "remove-leaves-last", Stage: harness.StageMembership, Rule: "remove",
		Says:  "your ring leaves one point of a removed node behind",
		Cause: "deleting from a list while walking over it, or i < vnodes - 1 in the loop that deletes",
		Fix:   "delete every point of the node",
		edit: removing(func(before points, node goring.Node) points {
			gone := ofNode(before, node.Name)
			return inOrder(withoutNode(before, node.Name), gone[max(0, len(gone)-1):])
		}),
	},
	{
		Name: "remove-takes-first-only", Stage: harness.StageMembership, Rule: "remove",
		Says:  "your ring deletes one point of a removed node and leaves the others",
		Cause: "find and delete in place of a loop; a break that ends it too early",
		Fix:   "delete every point of the node",
		edit: removing(func(before points, node goring.Node) points {
			gone := ofNode(before, node.Name)
			return inOrder(withoutNode(before, node.Name), gone[min(1, len(gone)):])
		}),
	},
	{
		Name: "remove-every-second", Stage: harness.StageMembership, Rule: "remove",
		Says:  "your ring passes over points when it deletes those of a removed node, so that some neighbours stay",
		Cause: "removing from the list that is being iterated: the next element moves into the place just left",
		Fix:   "filter into a new list, or walk backwards",
		edit: removing(func(before points, node goring.Node) points {
			var kept points
			skipped := false
			for _, p := range before {
				if p.Owner.Name == node.Name && !skipped {
					skipped = true
					continue
				}
				skipped = false
				kept = append(kept, p)
			}
			return kept
		}),
	},
	{
		Name: "remove-without-weight", Stage: harness.StageMembership, Rule: "remove",
		Says:  "your ring deletes vnodes points of a removed node, however heavy it was",
		Cause: "the weight is not kept, so the loop that deletes runs to vnodes",
		Fix:   "delete w times vnodes points, or all points of the node",
		edit: func(d *goring.Dialect) {
			place := placerOf(d)
			removing(func(before points, node goring.Node) points {
				gone := place.withoutWeight(node)
				return keep(before, func(p goring.OwnedPoint) bool {
					return p.Owner.Name != node.Name || !slices.Contains(gone, p.Position)
				})
			})(d)
		},
	},
	{
		Name: "remove-by-prefix", Stage: harness.StageMembership, Rule: "remove",
		Says:  "removing a node, your ring deletes the points of every node whose name begins with its name",
		Cause: "labels are compared with startsWith",
		Fix:   "compare whole names",
		edit: removing(func(before points, node goring.Node) points {
			return keep(before, func(p goring.OwnedPoint) bool { return !strings.HasPrefix(p.Owner.Name, node.Name) })
		}),
	},
}
