package goring

import (
	"slices"
	"sync/atomic"
)

// A remembered keeps what was last made of a list of nodes. Where the points of
// a node depend on all nodes, those of a ring ask in turn for the same list, and
// to make it anew for each would take time by the square of their number.
type remembered[T any] struct {
	make func(nodes []Node) T
	last atomic.Pointer[made[T]]
}

type made[T any] struct {
	of   []Node
	made T
}

func remember[T any](make func(nodes []Node) T) *remembered[T] {
	return &remembered[T]{make: make}
}

// of returns what is made of nodes. It must not be changed.
func (r *remembered[T]) of(nodes []Node) T {
	last := r.last.Load()
	if last == nil || !slices.Equal(last.of, nodes) {
		last = &made[T]{slices.Clone(nodes), r.make(nodes)}
		r.last.Store(last)
	}
	return last.made
}
