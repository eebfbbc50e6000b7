package mistakes

import (
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
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
			vnodes := vnodesOf(d)
			right := *d
			settling(func(_, after points, call goring.Call) points {
				if call.Remove {
					return after
				}
				placed := positionsOf(right, call.Node.Name, *vnodes)
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
			vnodes := vnodesOf(d)
			right := *d
			removing(func(before points, node goring.Node) points {
				gone := positionsOf(right, node.Name, *vnodes)
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
	{
		Name: "first-change-only", Stage: harness.StageMembership, Rule: "history",
		Says:  "your ring follows the first change after a lookup and none after that",
		Cause: "a flag \"needs rebuild\" that is cleared too early, or a cache that is made once",
		Fix:   "rebuild after every change",
		edit: func(d *goring.Dialect) {
			changed := false
			settling(func(before, right points, _ goring.Call) points {
				if changed {
					return before
				}
				changed = true
				return right
			})(d)
		},
	},
	{
		Name: "returns-with-old-weight", Stage: harness.StageMembership, Rule: "history",
		Says:  "a node that leaves and comes back with another weight has its old weight in your ring",
		Cause: "weights are kept in a map from which a removal does not delete",
		Fix:   "forget a node's weight when it leaves",
		Seen:  "ultrabug/uhashring pull request 36",
		edit: func(d *goring.Dialect) {
			weights, right := map[string]int{}, d.Labels
			d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int {
				if old, known := weights[node.Name]; known {
					node.Weight = old
				} else {
					weights[node.Name] = node.Weight
				}
				return right(vnodes, node, all)
			}
		},
	},
	{
		Name: "returns-to-old-place", Stage: harness.StageMembership, Rule: "history", dialects: []string{"xmur3-utf16"},
		Says:  "a node that leaves and comes back takes its old place in the list; it must go last",
		Cause: "nodes are marked as gone, and not taken off the list",
		Fix:   "take the node off, and append it when it comes back",
		edit: func(d *goring.Dialect) {
			places, right := map[string]int{}, d.Tie
			d.Tie = func(a, b goring.Member) int {
				for _, m := range []*goring.Member{&a, &b} {
					if old, known := places[m.Name]; known {
						m.Place = old
					} else {
						places[m.Name] = m.Place
					}
				}
				return right(a, b)
			}
		},
	},
	{
		Name: "existing-added-twice", Stage: harness.StageMembership, Rule: "add-existing",
		Says:  "adding a node that is there gives it a second set of points, of which a removal takes only one",
		Cause: "add does not look whether the node is there, and removal deletes the first point it finds for each label",
		Fix:   "refuse, or change nothing, where the node is there",
		Seen:  "stathat/consistent#32",
		edit: func(d *goring.Dialect) {
			d.Members.Existing = nil
			settlingAll(func(before, right points, call goring.Call) points {
				switch {
				case !call.Remove:
					return inOrder(before, ofNode(right, call.Node.Name))
				case call.Member:
					return inOrder(withoutNode(before, call.Node.Name), secondSet(ofNode(before, call.Node.Name)))
				}
				return before
			})(d)
		},
	},
	{
		Name: "existing-takes-new-weight", Stage: harness.StageMembership, Rule: "failed-change",
		Says:  "adding a node that is there with more weight gives it more points in your ring",
		Cause: "add sets the weight and rebuilds, or overwrites the entry of a map",
		Fix:   "refuse, or change nothing, where the node is there",
		edit: func(d *goring.Dialect) {
			vnodes := vnodesOf(d)
			right := *d
			settlingAll(func(before, after points, call goring.Call) points {
				switch {
				case call.Remove && !call.Member:
					return before
				case call.Remove || !call.Member:
					return after
				}
				heavier := withoutNode(before, call.Node.Name)
				for _, position := range positionsOf(right, call.Node.Name, right.Labels(*vnodes, call.Node, []goring.Node{call.Node})) {
					heavier = append(heavier, goring.OwnedPoint{Position: position, Owner: goring.Member{Node: call.Node}})
				}
				return inOrder(heavier)
			})(d)
		},
	},
	{
		Name: "unknown-removal-hits-others", Stage: harness.StageMembership, Rule: "remove-unknown",
		Says:  "removing a node that is not there deletes points of others in your ring",
		Cause: "the place where its points would be is searched, and what is found there is deleted: bisect without a look at the node",
		Fix:   "look whether the node is a member before anything is deleted",
		edit: func(d *goring.Dialect) {
			vnodes := vnodesOf(d)
			right := *d
			settlingAll(func(before, after points, call goring.Call) points {
				if !call.Remove || call.Member {
					return after
				}
				left := slices.Clone(before)
				for _, h := range positionsOf(right, call.Node.Name, *vnodes) {
					if len(left) == 0 {
						break
					}
					at := slices.IndexFunc(left, func(p goring.OwnedPoint) bool { return p.Position.Compare(h) >= 0 })
					at = max(at, 0)
					left = slices.Delete(left, at, at+1)
				}
				return left
			})(d)
		},
	},
	{
		Name: "unknown-removal-takes-last", Stage: harness.StageMembership, Rule: "remove-unknown",
		Says:  "removing a node that is not there takes the last node off your ring",
		Cause: "splice(indexOf(name), 1) in JavaScript, where indexOf answers -1",
		Fix:   "look whether the node is a member before anything is deleted",
		edit: settlingAll(func(before, after points, call goring.Call) points {
			if !call.Remove || call.Member || len(before) == 0 {
				return after
			}
			last := slices.MaxFunc(before, func(a, b goring.OwnedPoint) int { return a.Owner.Place - b.Owner.Place })
			return withoutNode(before, last.Owner.Name)
		}),
	},
	{
		Name: "twice-listed-doubles", Stage: harness.StageMembership, Rule: "twice-listed", dialects: without("md5-32"),
		Says:  "a node that is listed twice is two members in your ring: it has two sets of points, and stays after one removal",
		Cause: "the list is not made distinct, and each mention places points",
		Fix:   "count a node once",
		wrap:  newDoublingRing,
	},
	{
		Name: "twice-listed-last-weight", Stage: harness.StagePoints, Rule: "twice-listed", dialects: without("md5-32"),
		Says:  "a node that is listed twice has its last weight in your ring; the first counts",
		Cause: "a map from name to weight that is filled in the order of the list",
		Fix:   "keep the first weight",
		config: func(c *harness.Config) {
			last := map[string]int{}
			for _, node := range c.Nodes {
				last[node.Name] = node.Weight
			}
			c.Nodes = slices.Clone(c.Nodes)
			for i := range c.Nodes {
				c.Nodes[i].Weight = last[c.Nodes[i].Name]
			}
		},
	},
	{
		Name: "answers-remembered", Stage: harness.StageBoundary, Rule: "add",
		Says:  "your ring answers a key that it was asked before as it did then, though nodes have come or gone",
		Cause: "a cache from key to owner that outlives a change",
		Fix:   "empty the cache with each change, or do without: a lookup is cheap",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return rememberingRing{r, map[string]string{}} },
	},
}

// secondSet returns one point of each two at the same position.
func secondSet(p points) points {
	var second points
	for i := 1; i < len(p); i++ {
		if p[i].Position == p[i-1].Position {
			second = append(second, p[i])
			i++
		}
	}
	return second
}
