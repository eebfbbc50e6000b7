package properties

import "context"

var weight = Property{
	Name: "weight", Rule: "weight",
	Law:  "when a node's weight is raised, every key that moves, moves onto it",
	draw: func(d *drawing) Sample { return d.ringWith(Raise) },
	check: func(ctx context.Context, a *asker, s Sample) error {
		return checkMoves(ctx, a, s, Raise, func(before, after owner, raised string) bool {
			return after == owner{raised, true}
		})
	},
}
