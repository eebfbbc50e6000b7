package identify

import (
	"cmp"
	"math"
	"slices"

	"ringkit/goring"
)

// unlikely is the decimal logarithm of a chance that need not be reckoned with.
const unlikely = -3

// explainsNearly tells whether a candidate leaves at most a tenth of the pairs.
func (s *search) explainsNearly(c *Candidate) bool { return (s.pairs-c.Explains)*10 <= s.pairs }

// luck is the decimal logarithm of the chance that one of the candidates that
// were tried explains as many pairs by luck.
func (s *search) luck(c *Candidate) float64 {
	log := math.Log10(float64(max(1, s.tried))) + logTail(s.pairs, c.Explains, c.chance)
	if !c.DefaultVNodes && !usual[c.VNodes] {
		log += math.Log10(mostVNodes)
	}
	if c.reading == learned {
		for _, ring := range s.rings {
			log += logMappings(len(ring.nodes), len(ring.names))
		}
	}
	return min(0, log)
}

// cost ranks candidates: the least is the best.
func (s *search) cost(c *Candidate) int { return (s.pairs-c.Explains)*oddBits + c.strangeness() }

func (s *search) best() *Candidate {
	if len(s.kept) == 0 {
		return nil
	}
	s.rank(s.kept)
	return s.kept[0]
}

func (s *search) rank(candidates []*Candidate) {
	place := func(c *Candidate) int {
		return slices.IndexFunc(s.dialects, func(d goring.Dialect) bool { return d.Name == c.Dialect })
	}
	rarity := func(c *Candidate) int {
		if i := slices.Index(settingsOf(c.dialect), c.VNodes); i >= 0 {
			return i
		}
		return c.VNodes + mostVNodes
	}
	slices.SortFunc(candidates, func(a, b *Candidate) int {
		return cmp.Or(cmp.Compare(s.cost(a), s.cost(b)), cmp.Compare(place(a), place(b)),
			cmp.Compare(rarity(a), rarity(b)), cmp.Compare(a.String(), b.String()))
	})
}
