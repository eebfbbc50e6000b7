package identify

import (
	"runtime"
	"sync"
)

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
		case sure && s.worthKeeping(c):
			s.kept = append(s.kept, c)
		case s.near == nil || c.Explains > s.near.Explains,
			c.Explains == s.near.Explains && c.String() < s.near.String():
			s.near = c
		}
	})
}

// worthKeeping tells whether a candidate explains more than chance would.
func (s *search) worthKeeping(c *Candidate) bool {
	return c.Explains == s.pairs || logTail(s.pairs, c.Explains, c.chance) < 2*unlikely
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
