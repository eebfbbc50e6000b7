package properties

import (
	"context"
	"fmt"

	"ringkit/harness"
	"ringkit/vectors"
)

// leastVNodes is how many points a node has at least where a law of chance is
// checked: with fewer, chance allows almost anything.
const leastVNodes = 100

var shares = Property{
	Name: "shares", Rule: "weight", rare: 20,
	Law: "each node gets a share of the keys that fits its weight, as far as chance allows",
	draw: func(d *drawing) Sample {
		s := d.crowd()
		s.Nodes[0].Weight = mostWeight
		for i := range s.Nodes[1:] {
			if d.chance(4) {
				s.Nodes[1+i].Weight = d.between(2, mostWeight)
			}
		}
		return s
	},
	check: func(ctx context.Context, a *asker, s Sample) error {
		return checkShares(ctx, a, s)
	},
}

var balance = Property{
	Name: "balance", Rule: "lookup", rare: 20,
	Law:  "nodes of the same weight get equal shares of the keys, as far as chance allows",
	draw: func(d *drawing) Sample { return d.crowd() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		for _, n := range s.Nodes {
			if n.Weight != 1 {
				return errVoid
			}
		}
		return checkShares(ctx, a, s)
	},
}

var movement = Property{
	Name: "movement", Rule: "movement", rare: 20,
	Law: "when the last of N nodes of one weight joins, 1 of N keys moves, as far as chance allows",
	draw: func(d *drawing) Sample {
		s := d.crowd()
		last := len(s.Nodes) - 1
		s.Changes = []Change{{Add, s.Nodes[last]}}
		s.Nodes = s.Nodes[:last]
		return s
	},
	check: func(ctx context.Context, a *asker, s Sample) error {
		c, err := a.onlyChange(s, Add)
		if err != nil {
			return err
		}
		all := apply(a.dialect.Members, s.Nodes, c)
		if err := a.crowded(s, all); err != nil {
			return err
		}
		keys := s.crowdKeys()
		before, after, err := a.beforeAndAfter(ctx, s, c, keys)
		if err != nil {
			return err
		}
		moved := 0
		for i := range keys {
			if before[i] != after[i] {
				moved++
			}
		}
		return judgeShare(moved, c.Node, all, s.VNodes, "keys that moved after "+c.String())
	},
}

// crowded returns errVoid where chance has no say: with too few points, with one
// node only, and where nodes share points.
func (a *asker) crowded(s Sample, nodes []vectors.Node) error {
	if s.VNodes < leastVNodes || len(nodes) < 2 || sharesPoint(a.dialect, nodes, s.VNodes) {
		return errVoid
	}
	return nil
}

// checkShares judges the share of every node.
func checkShares(ctx context.Context, a *asker, s Sample) error {
	if len(s.Changes) > 0 || s.distinct() != nil {
		return errVoid
	}
	if err := a.crowded(s, s.Nodes); err != nil {
		return err
	}
	keys := s.crowdKeys()
	ask := a.ring(s.Nodes, s.VNodes)
	asked := ask.owners(keys)
	answers, err := a.play(ctx, ask)
	if err != nil {
		return err
	}
	owners, err := a.owners(answers[0][asked], keys, s.Nodes)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, o := range owners {
		counts[o.node]++
	}
	for _, n := range s.Nodes {
		if err := judgeShare(counts[n.Name], n, s.Nodes, s.VNodes, "keys of "+harness.Quote(n.Name)); err != nil {
			return err
		}
	}
	return nil
}

// judgeShare judges how many of the keys a node has, or got.
func judgeShare(count int, n vectors.Node, all []vectors.Node, vnodes int, what string) error {
	weights := 0
	for _, m := range all {
		weights += m.Weight
	}
	least, most := shareBounds(n.Weight*vnodes, weights*vnodes, manyKeys, delta)
	if got := float64(count) / manyKeys; got < least || got > most {
		want := fmt.Sprintf("between %.0f and %.0f, about %d", least*manyKeys, most*manyKeys, manyKeys*n.Weight/weights)
		return wrong(want, count, "%s, of %d", what, manyKeys)
	}
	return nil
}
