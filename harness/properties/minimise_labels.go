package properties

import (
	"iter"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/vectors"
)

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
