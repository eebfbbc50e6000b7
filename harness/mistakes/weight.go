package mistakes

import (
	"ringkit/goring"
	"ringkit/harness"
)

func totalWeight(nodes []goring.Node) (total int) {
	for _, node := range nodes {
		total += node.Weight
	}
	return total
}

// byShare gives a node its share of as many points as the nodes have together
// without weights, rounded by round.
func byShare(round func(share float64) int) func(d *goring.Dialect) {
	return withLabels(func(vnodes int, node goring.Node, all []goring.Node) int {
		return round(float64(node.Weight) / float64(totalWeight(all)) * float64(vnodes*len(all)))
	})
}

var weightMistakes = []Mistake{
	{
		Name: "weight-ignored", Stage: harness.StagePoints, Rule: "weight", dialects: join(seeds, except(weighted, twemproxies[1:]...)),
		Says:  "your ring gives every node the same number of points, whatever its weight",
		Cause: "the weight is read and not used",
		Fix:   "count points by weight, as the dialect says",
		edit: withNodes(func(node goring.Node) goring.Node {
			node.Weight = 1
			return node
		}),
	},
	{
		Name: "weight-as-share", Stage: harness.StagePoints, Rule: "weight", dialects: join(seeds, []string{"uhashring", "nginx", "haproxy"}),
		Says:  "your ring divides a fixed number of points among the nodes by weight, so that the points of others change when one joins",
		Cause: "that is what ketama does",
		Fix:   "give a node of weight w w times vnodes points, whatever the others have",
		Seen:  "RJ/ketama#13; serialx/hashring pull request 19, where light nodes got no points at all",
		edit:  byShare(func(share float64) int { return int(share) }),
	},
	{
		Name: "weight-as-share-at-least-1", Stage: harness.StagePoints, Rule: "weight",
		Says:  "your ring divides a fixed number of points among the nodes by weight, rounds, and gives each at least one",
		Cause: "ketama's share, mended so that light nodes do not vanish",
		Fix:   "give a node of weight w w times vnodes points, whatever the others have",
		edit:  byShare(func(share float64) int { return max(1, int(share+0.5)) }),
	},
	{
		Name: "weight-repeats-labels", Stage: harness.StagePoints, Rule: "weight",
		Says:  "your ring adds a node of weight w w times with the same labels, so that its points coincide and it owns no more than with weight 1",
		Cause: "for each unit of weight the node is added again, with the index from 0",
		Fix:   "let the index go on from 0 to w times vnodes - 1",
		edit: func(d *goring.Dialect) {
			vnodes, label := vnodesOf(d), d.Label
			d.Label = func(dst []byte, node string, index int) []byte { return label(dst, node, index%*vnodes) }
		},
	},
	{
		Name: "weight-adds", Stage: harness.StagePoints, Rule: "weight",
		Says:  "your ring gives a node of weight w w - 1 points more than vnodes, not w times vnodes",
		Cause: "+ for *",
		Fix:   "give a node of weight w w times vnodes points",
		edit:  withLabels(func(vnodes int, node goring.Node, _ []goring.Node) int { return vnodes + node.Weight - 1 }),
	},
}
