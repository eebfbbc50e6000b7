package identify

import (
	"slices"

	"ringkit/harness/mistakes"
)

// foresee tells with which of the usual counts of vnodes, by round, a candidate with
// a mistake may explain more than chance; nil where that cannot be told. It makes one
// ring in place of one for each count: that is most of what a search takes which finds
// nothing.
//
// A mistake may do what a sweep does not know of. So what is foreseen must be what
// the candidate's own rings answer with the default, for which they were asked, and
// with the least count.
func (s *search) foresee(c *Candidate) (hopeful []bool) {
	d, ok := mistakes.Edited(c.Dialect, *c.mistake)
	if !ok || d.Placement != nil || d.Arrange != nil || len(s.rings) > 1 {
		return nil
	}
	serves, known := boundaryOf(d)
	keys := s.rings[0].keys
	if len(keys) >= 2*sampled {
		if slices.Contains(s.readings, learned) {
			return nil
		}
		keys, _ = s.sample(true)
	}
	counts := []int{c.VNodes}
	for round := 1; round <= len(fewVNodes); round++ {
		for _, again := range s.recounted([]*Candidate{c}, round) {
			counts = append(counts, again.VNodes)
		}
	}
	slices.Sort(counts)
	swept := *c
	swept.dialect, swept.mistake = d, nil
	points, ok := swept.sweepPoints(s.rings[0].nodes, counts)
	if !known || !ok {
		return nil
	}
	owners := make([][]int32, len(counts))
	for i := range owners {
		owners[i] = slices.Repeat([]int32{none}, len(keys))
	}
	born := leastBorn(points)
	for k, key := range keys {
		for _, span := range serves(points, d.Hash(key), int32(len(counts)), born) {
			for i := span.from; i < span.to; i++ {
				owners[i-1][k] = points[span.point].node
			}
		}
	}
	least := int(born) - 1 // with fewer vnodes there are no points, and they are soon tried
	of := func(vnodes int) []int32 { return owners[slices.Index(counts, vnodes)] }
	answers, ok := newCandidate(c.dialect, counts[least]).mistaken(c.mistake).ask(s.rings[0].nodes, keys)
	if !ok || !slices.Equal(answers, owners[least]) || !slices.Equal(c.sampled, of(c.VNodes)[:len(c.sampled)]) {
		return nil
	}
	hopeful = make([]bool, len(fewVNodes)+1)
	for round := range hopeful {
		for _, again := range s.recounted([]*Candidate{c}, round) {
			switch {
			case slices.Index(counts, again.VNodes) < least:
				hopeful[round] = true
			case len(keys) < len(s.rings[0].keys):
				again.sampled = of(again.VNodes)
				hopeful[round] = !s.hopeless(again)
			default:
				again.answers = [][]int32{of(again.VNodes)}
				s.weigh(again)
				hopeful[round] = s.worthKeeping(again)
			}
		}
	}
	return hopeful
}
