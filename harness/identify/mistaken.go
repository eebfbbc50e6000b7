package identify

import (
	"fmt"
	"slices"
)

// closeMistakes tries every known mistake with the settings of the candidates
// that come close, unless all is explained. That an unusual count of vnodes
// explains all, or another where there is no choice, is no reason to stop: a mistake
// in the labels looks much like it.
func (s *search) closeMistakes() {
	best := s.best()
	if best == nil || s.luck(best) >= unlikely || best.Explains == s.pairs && (best.DefaultVNodes || counted[best.Dialect] && usual[best.VNodes]) {
		return
	}
	var close []*Candidate
	settings := map[string][]int{}
	for _, c := range s.kept {
		if c.mistake != nil || c.Explains*2 < best.Explains || len(settings[c.Dialect]) == closest {
			continue
		}
		settings[c.Dialect] = append(settings[c.Dialect], c.VNodes)
		if c.Explains < s.pairs { // a mistake on top of what explains all would say no more
			close = append(close, c)
		}
	}
	// With a mistake, the default may look like another count.
	for _, d := range s.dialects {
		if near := settings[d.Name]; len(near) > 0 && !slices.Contains(near, settingsOf(d)[0]) {
			close = append(close, newCandidate(d, settingsOf(d)[0]))
		}
	}
	var candidates []*Candidate
	for _, c := range close {
		candidates = append(candidates, c.withMistakes()...)
	}
	s.try(candidates)
}

// closest is how many settings of one dialect are tried with mistakes.
const closest = 3

// anyMistakes tries every known mistake in every dialect: with the default, and
// then with the most usual vnodes until one explains the pairs.
func (s *search) anyMistakes() {
	made := s.mistaken()
	s.try(made)
	twins := s.twins(made)
	hopeful := make([][]bool, len(twins)) // by round
	s.each(len(twins), func(i int) { hopeful[i] = s.foresee(twins[i][0]) })
	for round := 1; round <= len(fewVNodes) && !s.settled(); round++ {
		var first, others []*Candidate
		for i, alike := range twins {
			again := s.recounted(alike, round)
			if len(again) == 0 {
				continue
			}
			if hopeful[i] == nil || hopeful[i][round] {
				first = append(first, again[0])
			} else {
				s.tried += len(s.readings)
			}
			others = append(others, again[1:]...)
		}
		s.try(first)
		if s.settled() {
			s.try(others)
		}
	}
}

// mistaken returns all dialects with every known mistake, and their defaults or
// the most usual vnodes.
func (s *search) mistaken() (candidates []*Candidate) {
	for _, d := range s.dialects {
		candidates = append(candidates, newCandidate(d, settingsOf(d)[0]).withMistakes()...)
	}
	return candidates
}

// twins parts the candidates, which have been scored, by what they answer: those
// that give the same owners to the sample do so with other vnodes, too, or nearly.
// It leaves out dialects without a choice of vnodes, and mistakes that do not show
// in the sample.
func (s *search) twins(candidates []*Candidate) (alike [][]*Candidate) {
	type answered struct {
		vnodes int
		owners string
	}
	keys, _ := s.sample(true)
	right := map[string][]int32{}
	at := map[answered]int{}
	for _, c := range candidates {
		if !counted[c.Dialect] || c.sampled == nil {
			continue
		}
		answers, asked := right[c.Dialect]
		if !asked {
			answers, _ = newCandidate(c.dialect, c.VNodes).ask(s.rings[0].nodes, keys)
			right[c.Dialect] = answers
		}
		if slices.Equal(c.sampled, answers) {
			continue
		}
		key := answered{c.VNodes, fmt.Sprint(c.sampled)}
		i, met := at[key]
		if !met {
			i = len(alike)
			at[key], alike = i, append(alike, nil)
		}
		alike[i] = append(alike[i], c)
	}
	return alike
}

// recounted returns the candidates with the usual count of vnodes of a round.
func (s *search) recounted(made []*Candidate, round int) (candidates []*Candidate) {
	for _, c := range made {
		settings := settingsOf(c.dialect)
		if round >= len(settings) {
			continue
		}
		if again := newCandidate(c.dialect, settings[round]).mistaken(c.mistake); !s.many(again) {
			candidates = append(candidates, again)
		}
	}
	return candidates
}

// many tells whether a ring has so many points that it takes too long to try it
// with every mistake.
func (s *search) many(c *Candidate) bool {
	const most = 6000
	return slices.ContainsFunc(s.rings, func(ring seen) bool {
		if !isSize(c.Dialect) {
			return c.VNodes*c.total(ring.nodes) > most
		}
		d, labels := c.spoken(), 0
		for _, node := range ring.nodes {
			labels += d.Labels(c.VNodes, node, ring.nodes)
		}
		return labels > mostPoints
	})
}
