package identify

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"ringkit/goring"
)

// Identify finds the candidates that explain what was observed. progress, which
// may be nil, is called now and then with how many candidates of the present
// step have been tried. It fails with an [*UnreadableError], and if ctx ends.
func Identify(ctx context.Context, observed []Observed, progress func(done, total int)) (Answer, error) {
	s, err := newSearch(ctx, observed, progress)
	if err != nil {
		return Answer{}, err
	}
	s.run()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	return s.answer(), nil
}

// A search tries candidates, from the likely to the strange, until one explains
// what was observed.
type search struct {
	*evidence
	ctx      context.Context
	progress func(done, total int)
	weighted bool // weights were given
	dialects []goring.Dialect

	mu    sync.Mutex
	tried int
	kept  []*Candidate // those that explain more than chance
	near  *Candidate   // the best of the others
}

func newSearch(ctx context.Context, observed []Observed, progress func(done, total int)) (*search, error) {
	e, err := gather(observed)
	if err != nil {
		return nil, err
	}
	s := &search{evidence: e, ctx: ctx, progress: progress, dialects: goring.Dialects()}
	for _, o := range observed {
		s.weighted = s.weighted || slices.ContainsFunc(o.Nodes, func(n goring.Node) bool { return n.Weight != 1 })
	}
	return s, nil
}

func (s *search) run() {
	s.right(variations[:1])
	if s.spread() >= 1 {
		return // all keys have one owner, which most candidates explain in some way
	}
	if s.settled() {
		s.closeMistakes()
		return
	}
	s.right(variations[1:])
	if s.settled() {
		s.closeMistakes()
		return
	}
	if !slices.Contains(s.readings, learned) {
		s.relearn()
	}
	if best := s.best(); s.settled() || s.pairs < fewPairs || best != nil && best.Explains == s.pairs {
		return // there are more mistakes than so few pairs could rule out
	}
	s.closeMistakes()
	made := s.mistaken()
	s.try(made)
	twins := s.twins(made)
	for round := 1; round <= len(fewVNodes) && !s.settled(); round++ {
		var first, others []*Candidate
		for _, alike := range twins {
			again := s.recounted(alike, round)
			first, others = append(first, again[:min(1, len(again))]...), append(others, again[min(1, len(again)):]...)
		}
		s.try(first)
		if s.settled() {
			s.try(others)
		}
	}
}

// relearn tries all dialects as they are once more, with owners that may stand
// for other nodes than they seem to.
func (s *search) relearn() {
	as := s.readings
	if s.learn(); !slices.Equal(s.readings, as) {
		s.right(variations[:1])
	}
	if !s.settled() {
		s.readings = as
	}
}

// fewPairs is how many pairs it takes to tell one mistake from another.
const fewPairs = 20

// settled tells whether the best candidate explains nearly all, and not by luck.
func (s *search) settled() bool {
	best := s.best()
	return best != nil && s.explainsNearly(best) && s.luck(best) < unlikely
}

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

// right tries all dialects as they are, with the names of nodes varied.
func (s *search) right(varied []variation) {
	var bases []*Candidate
	for i := range varied {
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

// closeMistakes tries every known mistake with the settings of the candidates
// that come close, unless all is explained. That an unusual count of vnodes
// explains all is no reason to stop: a mistake in the labels looks much like it.
func (s *search) closeMistakes() {
	best := s.best()
	if best == nil || s.luck(best) >= unlikely || best.Explains == s.pairs && (best.DefaultVNodes || usual[best.VNodes]) {
		return
	}
	var close []*Candidate
	settings := map[string][]int{}
	for _, c := range s.kept {
		if c.mistake != nil || c.Explains*2 < best.Explains || len(settings[c.Dialect]) == closest {
			continue
		}
		settings[c.Dialect] = append(settings[c.Dialect], c.VNodes)
		close = append(close, c)
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
		if round < len(settings) && !s.many(c.dialect, settings[round]) {
			candidates = append(candidates, newCandidate(c.dialect, settings[round]).mistaken(c.mistake))
		}
	}
	return candidates
}

// many tells whether a ring has so many points that it takes too long to try it
// with every mistake.
func (s *search) many(d goring.Dialect, vnodes int) bool {
	const most = 6000
	return !isSize(d.Name) && slices.ContainsFunc(s.rings, func(ring seen) bool {
		return vnodes*newCandidate(d, vnodes).total(ring.nodes) > most
	})
}

// try scores candidates and keeps those that explain more than chance.
func (s *search) try(candidates []*Candidate) {
	s.each(len(candidates), func(i int) {
		c := candidates[i]
		sure, ok := s.score(c)
		if !ok {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.tried += len(s.readings)
		switch {
		case sure && (c.Explains == s.pairs || logTail(s.pairs, c.Explains, c.chance) < 2*unlikely):
			s.kept = append(s.kept, c)
		case s.near == nil || c.Explains > s.near.Explains,
			c.Explains == s.near.Explains && c.String() < s.near.String():
			s.near = c
		}
	})
}

// each calls f with all indices below n, on all processors.
func (s *search) each(n int, f func(i int)) {
	var wait sync.WaitGroup
	var mu sync.Mutex
	next := 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		if s.progress != nil && next < n {
			s.progress(next, n)
		}
		next++
		return next - 1
	}
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := take(); i < n && s.ctx.Err() == nil; i = take() {
				f(i)
			}
		})
	}
	wait.Wait()
}
