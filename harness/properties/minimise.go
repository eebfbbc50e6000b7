package properties

import (
	"iter"
	"reflect"
	"slices"

	"ringkit/goring"
)

// mostTries bounds how often the minimiser checks a sample. It is far beyond what
// a sample of the generators needs.
const mostTries = 20_000

// minimise makes a sample smaller as long as it still fails: greedily, and until
// no single node, change, key, vnode, step of weight or count, or character can
// be taken away. Beside taking away it tries to say the same more simply: a key
// that is a label may become the first label of a node, a character an "a".
func minimise(s Sample, d goring.Dialect, fails func(Sample) bool) Sample {
	tries := 0
	for smaller := true; smaller; {
		smaller = false
		for _, cuts := range []func(Sample, goring.Dialect) iter.Seq[Sample]{fewerNodes, fewerChanges, fewerKeys, lowerNumbers, simplerKeys, shorterTexts, plainerTexts} {
			for next, found := s, true; found; {
				found = false
				for next = range cuts(s, d) {
					if tries++; tries > mostTries {
						return s
					}
					if next.distinctKeys() && fails(next) {
						s, smaller, found = next, true, true
						break
					}
				}
			}
		}
	}
	return s
}

// cut yields the list without each half, quarter and so on down to each single
// item.
func cut[T any](items []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for size := len(items); size > 0; size /= 2 {
			for at := 0; at < len(items); at += size {
				rest := slices.Concat(items[:at], items[min(at+size, len(items)):])
				if !yield(rest) {
					return
				}
			}
		}
	}
}

// fewerNodes also puts another node in the place of one that goes, wherever else
// that stands.
func fewerNodes(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		for rest := range cut(s.Nodes) {
			next := s
			if next.Nodes = rest; !yield(next) {
				return
			}
		}
		for _, from := range s.Nodes {
			for _, to := range s.Nodes {
				next := s
				next.Nodes = without(s.Nodes, from.Name)
				if from.Name != to.Name && !yield(next.renamed(from.Name, to.Name, d, true)) {
					return
				}
			}
		}
	}
}

// fewerChanges also begins with a node that came first.
func fewerChanges(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		if len(s.Changes) > 0 && s.Changes[0].Kind == Add && effectOf(d.Members, s.Nodes, s.Changes[0]) == changes {
			next := s
			next.Nodes, next.Changes = apply(d.Members, s.Nodes, s.Changes[0]), s.Changes[1:]
			if !yield(next) {
				return
			}
		}
		for rest := range cut(s.Changes) {
			next := s
			if next.Changes = rest; !yield(next) {
				return
			}
		}
	}
}

func fewerKeys(s Sample, _ goring.Dialect) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		for rest := range cut(s.Keys) {
			next := s
			if next.Keys = rest; !yield(next) {
				return
			}
		}
	}
}

// lower yields what to put in place of a number that may not fall below 1.
func lower(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, m := range []int{1, n / 2, n - 1} {
			if m >= 1 && m < n && !yield(m) {
				return
			}
		}
	}
}

// lowerNumbers lowers vnodes, the count and weights, first all at once; a weight
// that is refused may do as well with 1. Since a key that is a label keeps them
// high, and they keep it, it lowers them also together with such keys.
func lowerNumbers(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		numbers := []func(*Sample) *int{
			func(s *Sample) *int { return &s.VNodes },
			func(s *Sample) *int { return &s.Count },
		}
		for i := range s.Nodes {
			numbers = append(numbers, func(s *Sample) *int { return &s.Nodes[i].Weight })
		}
		for i, c := range s.Changes {
			if c.Kind != Remove {
				numbers = append(numbers, func(s *Sample) *int { return &s.Changes[i].Node.Weight })
			}
		}
		lowest := s.clone()
		for _, number := range numbers {
			*number(&lowest) = min(1, *number(&s))
		}
		if !reflect.DeepEqual(lowest, s) {
			if !yield(lowest) || !yield(lowest.firstLabels(d)) {
				return
			}
			for i := range s.Keys {
				for _, name := range s.nodeNames() {
					next := lowest.clone()
					if first, has := firstLabel(d, name); has {
						if next.Keys[i] = first; !yield(next) {
							return
						}
					}
				}
			}
		}
		for _, number := range numbers {
			for n := range lower(*number(&s)) {
				next := s.clone()
				*number(&next) = n
				if !yield(next) || !yield(next.firstLabels(d)) {
					return
				}
			}
		}
		for i, c := range s.Changes {
			if c.Kind == Add && c.Node.Weight < 1 {
				next := s.clone()
				if next.Changes[i].Node.Weight = 1; !yield(next) {
					return
				}
			}
		}
	}
}
