package mistakes

import (
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

var placementMistakes = []Mistake{
	{
		Name: "last-node-left-out", Stage: harness.StagePoints, Rule: "vnodes", dialects: except(productionRings, "cassandra-murmur3"),
		Says:  "your ring places no points for the last node of the list",
		Cause: "i < nodes.length - 1, range(len(nodes) - 1)",
		Fix:   "place the points of every node",
		edit: aroundLabels(func(right labelCount, vnodes int, node goring.Node, all []goring.Node) int {
			if node.Name == all[len(all)-1].Name {
				return 0
			}
			return right(vnodes, node, all)
		}),
	},
	{
		Name: "last-node-left-out-of-placement", Stage: harness.StagePlacement, Rule: "placement", dialects: except(placements, jumps...),
		Says:  "your ring gives no keys to the last node of the list",
		Cause: "i < nodes.length - 1, range(len(nodes) - 1)",
		Fix:   "count every node",
		edit: func(d *goring.Dialect) {
			place := d.Placement
			d.Placement = func(vnodes int, nodes []goring.Node) (goring.Placement, error) {
				if _, err := place(vnodes, nodes); err != nil {
					return nil, err
				}
				if len(nodes) == 1 {
					return chooser(func(string) int { return -1 }), nil
				}
				return place(vnodes, nodes[:len(nodes)-1])
			}
		},
	},
	{
		Name: "placed-by-lower-cased-name", Stage: harness.StagePlacement, Rule: "verbatim", dialects: append([]string{"envoy-maglev"}, rendezvous...),
		Says:  "your ring turns the names of nodes into lower case before it hashes them",
		Cause: "host names do not tell capitals apart, and a URL or a config reader lowers them",
		Fix:   "hash names as they were given",
		edit:  withNames(strings.ToLower),
	},
	{
		Name: "placement-not-rebuilt", Stage: harness.StagePlacement, Rule: "add", dialects: placements,
		Says:  "your ring answers as it did before a node joined or left",
		Cause: "the table, the slots or the list of nodes are made once",
		Fix:   "make them anew after every change",
		edit: func(d *goring.Dialect) {
			place := d.Placement
			var first goring.Placement
			var then []goring.Node
			d.Placement = func(vnodes int, nodes []goring.Node) (goring.Placement, error) {
				if first == nil {
					made, err := place(vnodes, nodes)
					first, then = made, slices.Clone(nodes)
					return made, err
				}
				return chooser(func(key string) int {
					i := first.Owner(key)
					if i < 0 {
						return -1
					}
					return slices.IndexFunc(nodes, func(node goring.Node) bool { return node.Name == then[i].Name })
				}), nil
			}
		},
	},
	{
		Name: "placement-in-order-of-name", Stage: harness.StagePlacement, Rule: "list-order", dialects: jumps,
		Says:  "your ring sorts the nodes by name before it counts them; here bucket i is the i-th of the list",
		Cause: "a sorted map or set of nodes",
		Fix:   "leave the nodes in the order of the list",
		edit: aroundPlacement(func(nodes []goring.Node, right func(string) int, key string) int {
			i := right(key)
			if i < 0 {
				return -1
			}
			places := make([]int, len(nodes))
			for n := range places {
				places[n] = n
			}
			slices.SortStableFunc(places, func(a, b int) int {
				return goring.NameFirst(goring.Member{Node: nodes[a]}, goring.Member{Node: nodes[b]})
			})
			return places[i]
		}),
	},
}
