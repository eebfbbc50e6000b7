package properties

import (
	"context"

	"ringkit/harness"
	"ringkit/vectors"
)

var restore = Property{
	Name: "restore", Rule: "history",
	Law:   "a node that joins and leaves, or leaves and joins again, leaves every owner as it was",
	needs: []harness.RequestOp{harness.OpAdd, harness.OpRemove},
	draw: func(d *drawing) Sample {
		if d.chance(2) {
			return d.ringWith(Add)
		}
		return d.ringWith(Remove)
	},
	check: func(ctx context.Context, a *asker, s Sample) error {
		if len(s.Changes) != 1 {
			return errVoid
		}
		there, err := a.onlyChange(s, s.Changes[0].Kind)
		if err != nil {
			return err
		}
		keys, back := s.Keys, Change{Remove, vectors.Node{Name: there.Node.Name}}
		if there.Kind == Remove {
			if a.ordered(s.Nodes) && !s.isLast(there.Node) {
				return errVoid
			}
			back = Change{Add, s.Nodes[indexOf(s.Nodes, there.Node.Name)]}
			// The node comes back as the last of the list.
			keys = a.untied(keys, s.Nodes, s.VNodes)
		}
		ask := a.ring(s.Nodes, s.VNodes)
		first := ask.owners(keys)
		ask.change(there)
		ask.change(back)
		last := ask.owners(keys)
		answers, err := a.play(ctx, ask)
		if err != nil {
			return err
		}
		before, after, err := a.ownersTwice(keys, answers[0][first], s.Nodes, answers[0][last], s.Nodes)
		if err != nil {
			return err
		}
		for i, key := range keys {
			if before[i] != after[i] {
				return wrong(before[i], after[i], "owner of %s after %s and %s", harness.Quote(key), there, back)
			}
		}
		return nil
	},
}
