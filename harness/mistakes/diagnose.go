package mistakes

import (
	"cmp"
	"slices"
	"sync"

	"ringkit/goring"
	"ringkit/harness"
)

// Diagnose names the mistakes that explain the failures among results: it is a
// [harness.Diagnoser].
//
// In each dialect that has failures, the cases are played again on rings that
// make one known mistake. One that fails a case which the implementation passed
// is out. If none that is left explains all failures, two mistakes of different
// stages are tried together, and then further ones as long as each explains more.
func Diagnose(hello harness.Hello, results []harness.Result) []harness.Diagnosis {
	dialects := goring.Dialects()
	of := make([][]harness.Diagnosis, len(dialects))
	var wait sync.WaitGroup
	for i, d := range dialects {
		if e := gather(d.Name, results); len(e.failed) > 0 {
			wait.Go(func() { of[i] = e.diagnose(hello) })
		}
	}
	wait.Wait()
	found := slices.Concat(of...)
	slices.SortStableFunc(found, func(a, b harness.Diagnosis) int {
		return cmp.Compare(b.Explains*a.Failures, a.Explains*b.Failures) // by share
	})
	return found
}

// A theory is mistakes that may have been made together, and how many failures
// they explain.
type theory struct {
	mistakes []Mistake
	explains int
}

// maxTogether is how many mistakes a theory holds at most: more would explain
// anything.
const maxTogether = 4

func (e *evidence) diagnose(hello harness.Hello) []harness.Diagnosis {
	candidates := In(e.dialect)
	best := e.exact(singles(candidates))
	if len(best) == 0 {
		best = e.exact(pairs(candidates))
	}
	if len(best) == 0 {
		best = e.grow(e.best(singles(candidates)), candidates)
	}
	if len(best) == 0 {
		return []harness.Diagnosis{{Dialect: e.dialect, Mistakes: []string{}, Failures: len(e.failed), Text: e.noneText()}}
	}
	return []harness.Diagnosis{e.report(hello, best)}
}

func singles(candidates []Mistake) []theory {
	var theories []theory
	for _, m := range candidates {
		theories = append(theories, theory{mistakes: []Mistake{m}})
	}
	return theories
}

// pairs returns all pairs of mistakes of different stages.
func pairs(candidates []Mistake) []theory {
	var theories []theory
	for i, a := range candidates {
		for _, b := range candidates[i+1:] {
			if a.Stage != b.Stage {
				theories = append(theories, theory{mistakes: []Mistake{a, b}})
			}
		}
	}
	return theories
}

// exact returns the theories that explain every failure and that no passed case
// contradicts. Nearly all theories are out after a case or two.
func (e *evidence) exact(theories []theory) []theory {
	var fit []theory
	for _, t := range theories {
		wrong := e.make(t.mistakes)
		given := func(o observation) bool { return o.givenBy(wrong) }
		if all(e.sample.failed, given) && !contradicts(wrong, e.sample.passed) &&
			all(e.failed, given) && !contradicts(wrong, e.passed) {
			t.explains = len(e.failed)
			fit = append(fit, t)
		}
	}
	return fit
}

func all(observations []observation, fits func(observation) bool) bool {
	return !slices.ContainsFunc(observations, func(o observation) bool { return !fits(o) })
}

// grow adds mistakes to theories as long as that explains more.
func (e *evidence) grow(best []theory, candidates []Mistake) []theory {
	for len(best) > 0 && best[0].explains < len(e.failed) && len(best[0].mistakes) < maxTogether {
		var grown []theory
		for _, m := range candidates {
			with := append(slices.Clone(best[0].mistakes), m)
			if slices.ContainsFunc(best[0].mistakes, func(made Mistake) bool { return made.Name == m.Name }) {
				continue
			}
			sortByStage(with)
			grown = append(grown, theory{mistakes: with})
		}
		better := e.best(grown)
		if len(better) == 0 || better[0].explains <= best[0].explains {
			break
		}
		best = better
	}
	return best
}

// sortByStage puts mistakes into the order of the catalogue.
func sortByStage(mistakes []Mistake) {
	place := func(m Mistake) int {
		return slices.IndexFunc(catalogue, func(c Mistake) bool { return c.Name == m.Name })
	}
	slices.SortFunc(mistakes, func(a, b Mistake) int { return cmp.Compare(place(a), place(b)) })
}

// best returns the theories that no passed case contradicts and that explain
// most failures, at least one.
func (e *evidence) best(theories []theory) []theory {
	type scored struct {
		theory
		wrong  harness.Local
		sample int
	}
	var left []scored
	for _, t := range theories {
		wrong := e.make(t.mistakes)
		if contradicts(wrong, e.sample.passed) {
			continue
		}
		if n := count(wrong, e.sample.failed); n > 0 {
			left = append(left, scored{t, wrong, n})
		}
	}
	slices.SortStableFunc(left, func(a, b scored) int { return cmp.Compare(b.sample, a.sample) })
	// One that does worse in the sample may still do better on the whole, but
	// not one that lags far behind.
	var best []theory
	most := 0
	for _, s := range left {
		if s.sample*2 < left[0].sample {
			break
		}
		if contradicts(s.wrong, e.passed) {
			continue
		}
		s.explains = count(s.wrong, e.failed)
		if s.explains > most {
			most, best = s.explains, nil
		}
		if s.explains == most {
			best = append(best, s.theory)
		}
	}
	return best
}

// make returns an implementation that makes these mistakes.
func (e *evidence) make(mistakes []Mistake) harness.Local {
	wrong, err := Make(e.dialect, mistakes...)
	if err != nil { // the dialect is one of the kit's
		panic(err)
	}
	return wrong
}
