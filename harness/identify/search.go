package identify

import (
	"context"
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
	s.otherCounts()
	s.closeMistakes()
	if best := s.best(); best != nil && best.Explains == s.pairs && s.settled() {
		return
	}
	s.anyMistakes()
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
