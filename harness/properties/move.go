package properties

import (
	"context"
	"slices"

	"ringkit/harness"
	"ringkit/vectors"
)

var join = Property{
	Name: "join", Rule: "movement",
	Law:  "when a node joins, every key that moves, moves onto it",
	draw: func(d *drawing) Sample { return d.ringWith(Add) },
	check: func(ctx context.Context, a *asker, s Sample) error {
		return checkMoves(ctx, a, s, Add, func(before, after owner, joining string) bool {
			return after == owner{joining, true}
		})
	},
}

var leave = Property{
	Name: "leave", Rule: "movement",
	Law:  "when a node leaves, only its own keys move",
	draw: func(d *drawing) Sample { return d.ringWith(Remove) },
	check: func(ctx context.Context, a *asker, s Sample) error {
		return checkMoves(ctx, a, s, Remove, func(before, after owner, leaving string) bool {
			return before == owner{leaving, true}
		})
	},
}

// checkMoves makes the sample's one change and asks of each key that moves
// whether it may.
func checkMoves(ctx context.Context, a *asker, s Sample, kind Kind, may func(before, after owner, node string) bool) error {
	c, err := a.onlyChange(s, kind)
	if err != nil {
		return err
	}
	if !a.independent(slices.Concat(s.Nodes, apply(a.dialect.Members, s.Nodes, c))) || kind == Remove && a.lastLeaves && !s.isLast(c.Node) {
		return errVoid
	}
	before, after, err := a.beforeAndAfter(ctx, s, c, s.Keys)
	if err != nil {
		return err
	}
	for i, key := range s.Keys {
		if before[i] != after[i] && !may(before[i], after[i], c.Node.Name) {
			want := before[i].String()
			if kind != Remove {
				want += " or " + harness.Quote(c.Node.Name)
			}
			return wrong(want, after[i], "owner of %s after %s; it was %s", harness.Quote(key), c, before[i])
		}
	}
	return nil
}

// onlyChange returns the one change of a sample whose nodes are different, or
// errVoid where it is not of that kind or changes nothing.
func (a *asker) onlyChange(s Sample, kind Kind) (Change, error) {
	if len(s.Changes) != 1 || s.Changes[0].Kind != kind || effectOf(a.dialect.Members, s.Nodes, s.Changes[0]) != changes {
		return Change{}, errVoid
	}
	return s.Changes[0], s.distinct()
}

// isLast reports whether a node is the last of the list.
func (s Sample) isLast(n vectors.Node) bool { return s.Nodes[len(s.Nodes)-1].Name == n.Name }

// distinct returns errVoid if a node is listed twice.
func (s Sample) distinct() error {
	if len(members(s.Nodes)) < len(s.Nodes) {
		return errVoid
	}
	return nil
}

// beforeAndAfter returns the owners of keys before and after a change, which is
// made to the ring where that is offered; elsewhere another ring is made.
func (a *asker) beforeAndAfter(ctx context.Context, s Sample, c Change, keys []string) (before, after []owner, err error) {
	changed := apply(a.dialect.Members, s.Nodes, c)
	if c.Kind != Raise && a.offers(harness.RequestOp(c.Kind)) {
		ask := a.ring(s.Nodes, s.VNodes)
		first := ask.owners(keys)
		ask.change(c)
		last := ask.owners(keys)
		// What a ring of this process offers shows only when it is asked.
		if answers, err := a.play(ctx, ask); err == nil {
			return a.ownersTwice(keys, answers[0][first], s.Nodes, answers[0][last], changed)
		} else if err != errNotOffered {
			return nil, nil, err
		}
		a.scripts, a.transcripts = nil, nil
	}
	one, two := a.ring(s.Nodes, s.VNodes), a.ring(changed, s.VNodes)
	first, last := one.owners(keys), two.owners(keys)
	answers, err := a.play(ctx, one, two)
	if err != nil {
		return nil, nil, err
	}
	return a.ownersTwice(keys, answers[0][first], s.Nodes, answers[1][last], changed)
}

// ownersTwice reads two answers to owners, each on a ring of its own nodes.
func (a *asker) ownersTwice(keys []string, first harness.Answer, firstNodes []vectors.Node, second harness.Answer, secondNodes []vectors.Node) (one, two []owner, err error) {
	if one, err = a.owners(first, keys, firstNodes); err != nil {
		return nil, nil, err
	}
	two, err = a.owners(second, keys, secondNodes)
	return one, two, err
}
