package identify

import (
	"fmt"
	"slices"
)

// bestSettings returns the vnodes with which a dialect is worth trying: its
// default, and those that explain most. Unusual ones come only where luck is out
// of the question.
func (e *evidence) bestSettings(c *Candidate) []int {
	all := slices.DeleteFunc(settingsOf(c.dialect), func(v int) bool { return v != c.dialect.VNodes && e.tooMany(c, v) })
	if !counted[c.Dialect] {
		return all
	}
	var best []int
	swept := 0
	for _, r := range e.readings {
		if r == learned {
			return all
		}
		agree, pairs := e.sweep(c, r)
		if agree == nil {
			return all
		}
		swept = len(agree) - 1
		best = append(best, picked(agree, pairs, all, e.spread())...)
	}
	for _, v := range all {
		if v > swept || v == c.dialect.VNodes {
			best = append(best, v)
		}
	}
	slices.Sort(best)
	return slices.Compact(best)
}

// otherCounts tries the dialects whose programs leave no choice of vnodes with the
// vnodes that explain most: a port may have another number than the program.
func (s *search) otherCounts() {
	var bases []*Candidate
	for _, d := range s.dialects {
		if counted[d.Name] || d.Placement != nil || d.VNodes <= 1 {
			continue
		}
		bases = append(bases, newCandidate(d, d.VNodes))
		if s.weighted {
			bases = append(bases, newCandidate(d, d.VNodes).unweighted())
		}
	}
	found := make([][]*Candidate, len(bases))
	s.each(len(bases), func(i int) {
		base := bases[i]
		var best []int
		for _, r := range s.readings {
			if r != learned {
				agree, pairs := s.sweep(base, r)
				best = append(best, picked(agree, pairs, usualVNodes, s.spread())...)
			}
		}
		slices.Sort(best)
		for _, v := range slices.Compact(best) {
			c := *base
			c.VNodes, c.DefaultVNodes = v, false
			c.MistakeSays = fmt.Sprintf("your ring has %d points for a weight of 1; this dialect has always %d", v, base.VNodes)
			if v != base.VNodes {
				found[i] = append(found[i], &c)
			}
		}
	})
	s.tried += len(bases) * len(usualVNodes) // the sweeps have tried them
	s.try(slices.Concat(found...))
}

// tooMany tells whether a ring would have so many points that it is tried only
// where that is the default.
func (e *evidence) tooMany(c *Candidate, vnodes int) bool {
	return !isSize(c.Dialect) && c.dialect.Placement == nil &&
		slices.ContainsFunc(e.rings, func(s seen) bool { return vnodes > mostPoints/c.total(s.nodes) })
}

// picked returns the usual vnodes among those that agree most, and a few unusual
// ones.
func picked(agree []int, pairs int, usual []int, chance float64) (best []int) {
	if len(agree) < 2 {
		return nil
	}
	most := slices.Max(agree[1:])
	mostUsual := 0
	for _, v := range usual {
		if v < len(agree) {
			mostUsual = max(mostUsual, agree[v])
		}
	}
	for _, v := range usual {
		if v < len(agree) && agree[v] == mostUsual {
			best = append(best, v)
		}
	}
	if logTail(pairs, most, chance)+5 > -3 { // some 10^5 rings are looked at
		return best
	}
	// Those next to a usual one first.
	near := 0
	if mostUsual == most {
		near = best[0]
	}
	var unusual []int
	for v := 1; v < len(agree); v++ {
		if agree[v] == most {
			unusual = append(unusual, v)
		}
	}
	slices.SortStableFunc(unusual, func(a, b int) int { return abs(a-near) - abs(b-near) })
	return append(best, unusual[:min(len(unusual), 6)]...)
}

func abs(n int) int { return max(n, -n) }

// spread is the share of pairs that agree if owners are dealt out at random, as
// often as they were observed.
func (e *evidence) spread() float64 {
	sum := 0.0
	for _, s := range e.rings {
		sum += s.shareOf(s.ids, s.ids) * float64(len(s.ids))
	}
	return sum / float64(max(1, e.pairs))
}
