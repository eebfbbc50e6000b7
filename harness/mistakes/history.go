package mistakes

import (
	"slices"

	"ringkit/goring"
	"ringkit/harness"
)

// historyMistakes are about members that were there before, are there already,
// never were, or are listed twice, and about what outlives a change.
var historyMistakes = []Mistake{
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
			place := placerOf(d)
			settlingAll(func(before, after points, call goring.Call) points {
				switch {
				case call.Remove && !call.Member:
					return before
				case call.Remove || !call.Member:
					return after
				}
				heavier := withoutNode(before, call.Node.Name)
				for _, position := range place.withWeight(call.Node) {
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
			place := placerOf(d)
			settlingAll(func(before, after points, call goring.Call) points {
				if !call.Remove || call.Member {
					return after
				}
				left := slices.Clone(before)
				for _, h := range place.withoutWeight(call.Node) {
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
