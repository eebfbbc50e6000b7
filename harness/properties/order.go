package properties

import (
	"context"
	"slices"
	"strings"

	"ringkit/harness"
	"ringkit/vectors"
)

// Comparing each list with its sorted one is enough: if every list gives the
// owners of the sorted one, any two lists of the same nodes give the same.
var order = Property{
	Name: "order", Rule: "list-order",
	Law:  "the order of the node list changes no owner",
	draw: func(d *drawing) Sample { return d.ring() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		if err := s.distinct(); err != nil {
			return err
		}
		if a.ordered(s.Nodes) {
			return errVoid
		}
		sorted := slices.SortedFunc(slices.Values(s.Nodes), func(x, y vectors.Node) int { return strings.Compare(x.Name, y.Name) })
		if slices.Equal(sorted, s.Nodes) {
			return nil
		}
		keys := a.untied(s.Keys, s.Nodes, s.VNodes)
		one, two := a.ring(s.Nodes, s.VNodes), a.ring(sorted, s.VNodes)
		first, second := one.owners(keys), two.owners(keys)
		answers, err := a.play(ctx, one, two)
		if err != nil {
			return err
		}
		listed, fromSorted, err := a.ownersTwice(keys, answers[0][first], s.Nodes, answers[1][second], sorted)
		if err != nil {
			return err
		}
		for i, key := range keys {
			if listed[i] != fromSorted[i] {
				return wrong(fromSorted[i], listed[i], "owner of %s; it is another where the nodes are listed sorted by name", harness.Quote(key))
			}
		}
		return nil
	},
}
