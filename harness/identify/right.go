package identify

import (
	"slices"

	"ringkit/goring"
)

// right tries all dialects as they are, with the names of nodes varied.
func (s *search) right(varied []variation) {
	var bases []*Candidate
	for i := range varied {
		if slices.ContainsFunc(varied[:i], func(before variation) bool { return s.sameNames(&before, &varied[i]) }) {
			continue
		}
		for _, d := range s.dialects {
			for j := range orders {
				if j > 0 && !slices.Contains(ordered, d.Name) || !s.changes(&varied[i], &orders[j]) {
					continue
				}
				c := newCandidate(d, d.VNodes).varied(&varied[i], &orders[j])
				bases = append(bases, c)
				if s.weighted {
					bases = append(bases, c.unweighted())
				}
			}
		}
	}
	settings := make([][]int, len(bases))
	s.each(len(bases), func(i int) {
		settings[i] = s.bestSettings(bases[i])
		s.mu.Lock()
		defer s.mu.Unlock()
		if counted[bases[i].Dialect] { // the sweep has tried them
			s.tried += len(usualVNodes)
		}
	})
	var candidates []*Candidate
	for i, base := range bases {
		for _, v := range settings[i] {
			if base.Text != "" && v > mostSize && v != base.dialect.VNodes {
				continue // such large rings take long, and few are in use
			}
			c := *base
			c.VNodes, c.DefaultVNodes = v, v == c.dialect.VNodes
			candidates = append(candidates, &c)
		}
	}
	s.try(candidates)
}

// sameNames tells whether two variations make the same names of all nodes.
func (s *search) sameNames(v, w *variation) bool {
	return !slices.ContainsFunc(s.rings, func(ring seen) bool {
		return slices.ContainsFunc(ring.nodes, func(n goring.Node) bool { return v.text(n.Name) != w.text(n.Name) })
	})
}

// changes tells whether a variation and an order make another list of nodes than
// is given. What is as given always counts.
func (s *search) changes(v *variation, o *order) bool {
	if v.says == "" && o.says == "" {
		return true
	}
	c := Candidate{variation: v, order: o}
	asGiven := Candidate{variation: v, order: &orders[0]}
	if o.says == "" {
		asGiven.variation = &variations[0]
	}
	return slices.ContainsFunc(s.rings, func(ring seen) bool {
		list, _, ok := c.made(ring.nodes)
		before, _, _ := asGiven.made(ring.nodes)
		return ok && !slices.Equal(list, before)
	})
}
