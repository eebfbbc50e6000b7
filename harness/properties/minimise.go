package properties

import (
	"cmp"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ringkit/goring"
	"ringkit/vectors"
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

// firstLabels puts the first label of a node in place of each key that is one of
// its labels.
func (s Sample) firstLabels(d goring.Dialect) Sample {
	next := s.clone()
	for i, key := range s.Keys {
		for _, name := range s.nodeNames() {
			if index, is := indexOfLabel(d, name, key); is {
				if _, err := strconv.Atoi(index); err == nil {
					next.Keys[i], _ = firstLabel(d, name)
				}
			}
		}
	}
	return next
}

// firstLabel returns the first label of a node, where the dialect has labels that
// end with the index.
func firstLabel(d goring.Dialect, name string) (label string, has bool) {
	if d.Label == nil || !strings.HasSuffix(string(d.Label(nil, "node", 7)), "7") {
		return "", false
	}
	return string(d.Label(nil, name, 0)), true
}

// indexOfLabel returns what follows in a key where it begins as all labels of a
// node do.
func indexOfLabel(d goring.Dialect, name, key string) (index string, is bool) {
	first, has := firstLabel(d, name)
	if !has {
		return "", false
	}
	return strings.CutPrefix(key, strings.TrimSuffix(first, "0"))
}

// simplerKeys puts the first label of a node in place of a key.
func simplerKeys(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		for i, key := range s.Keys {
			for _, name := range s.nodeNames() {
				first, has := firstLabel(d, name)
				if !has || !simpler(first, key) {
					continue
				}
				next := s.clone()
				if next.Keys[i] = first; !yield(next) {
					return
				}
			}
		}
	}
}

// simpler is the order in which texts become simpler. Every edit of a text goes
// down in it, so that the minimiser comes to an end.
func simpler(a, b string) bool {
	odd := func(text string) (n int) {
		for _, r := range text {
			if !plain(r) {
				n++
			}
		}
		return n
	}
	return cmp.Or(
		cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)),
		cmp.Compare(odd(a), odd(b)),
		strings.Compare(a, b),
	) < 0
}

// plain reports whether a character is a letter or digit of ASCII.
func plain(r rune) bool { return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' }

// nodeNames returns the names of all nodes, each once.
func (s Sample) nodeNames() []string {
	all := names(s.Nodes)
	for _, c := range s.Changes {
		all = append(all, c.Node.Name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func shorterTexts(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return edits(s, d, func(text string) iter.Seq[string] {
		return func(yield func(string) bool) {
			for rest := range cut([]rune(text)) {
				if !yield(string(rest)) {
					return
				}
			}
		}
	})
}

// plainerTexts puts an "a" in place of a character that is no letter or digit of
// ASCII: what is left of those matters.
func plainerTexts(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return edits(s, d, func(text string) iter.Seq[string] {
		return func(yield func(string) bool) {
			runes := []rune(text)
			for i, r := range runes {
				if plain(r) {
					continue
				}
				edited := slices.Clone(runes)
				if edited[i] = 'a'; !yield(string(edited)) {
					return
				}
			}
		}
	})
}

// edits changes one text of the sample: a key, or a node's name wherever it
// stands, with and without the keys that are its labels.
func edits(s Sample, d goring.Dialect, edit func(string) iter.Seq[string]) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		for _, name := range s.nodeNames() {
			for edited := range edit(name) {
				if !yield(s.renamed(name, edited, d, true)) || !yield(s.renamed(name, edited, d, false)) {
					return
				}
			}
		}
		for i, key := range s.Keys {
			for edited := range edit(key) {
				next := s.clone()
				if next.Keys[i] = edited; !yield(next) {
					return
				}
			}
		}
		for edited := range edit(s.Prefix) {
			next := s
			if next.Prefix = edited; edited != "" && !yield(next) {
				return
			}
		}
	}
}

// renamed gives a node another name, and keys that begin as its labels do another
// beginning.
func (s Sample) renamed(from, to string, d goring.Dialect, keys bool) Sample {
	next := s.clone()
	rename := func(n *vectors.Node) {
		if n.Name == from {
			n.Name = to
		}
	}
	for i := range next.Nodes {
		rename(&next.Nodes[i])
	}
	for i := range next.Changes {
		rename(&next.Changes[i].Node)
	}
	if !keys {
		return next
	}
	for i, key := range next.Keys {
		if index, is := indexOfLabel(d, from, key); is {
			first, _ := firstLabel(d, to)
			next.Keys[i] = strings.TrimSuffix(first, "0") + index
		}
	}
	return next
}
