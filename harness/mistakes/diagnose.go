package mistakes

import (
	"cmp"
	"slices"
	"sync"

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
	var dialects []string
	for i := range results {
		if name := results[i].Case.Dialect; !slices.Contains(dialects, name) {
			dialects = append(dialects, name)
		}
	}
	of := make([][]harness.Diagnosis, len(dialects))
	var wait sync.WaitGroup
	for i, name := range dialects {
		if e := gather(name, results); len(e.failed) > 0 {
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
	// A failure without a code may stand for anything: where most are such,
	// mistakes that are put together would explain them and mean nothing.
	if len(best) == 0 && !e.mostlyUncoded() {
		best = e.exact(pairs(candidates))
	}
	if len(best) == 0 {
		best = e.best(candidates)
	}
	best = e.atTheirStage(best)
	// What explains the smaller part of the failures is a weak case: it is told,
	// but not called the mistake.
	if len(best) == 0 || best[0].explains*2 < len(e.failed) {
		return []harness.Diagnosis{{Dialect: e.dialect, Mistakes: []string{}, Failures: len(e.failed), Text: e.noneText(best)}}
	}
	return []harness.Diagnosis{e.report(hello, best)}
}

// mostlyUncoded reports whether the implementation answered most of the failed
// cases with the error internal.
func (e *evidence) mostlyUncoded() bool {
	n := 0
	for _, o := range e.failed {
		if all(o.wrongAnswers(), func(i int) bool { return o.Transcript.Answers[i].Error == harness.CodeInternal }) {
			n++
		}
	}
	return n*2 > len(e.failed)
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

// atTheirStage keeps the theories whose stages are those at which the failures
// first differ. Where an implementation offers hash and points, that is known,
// and a wrong label, say, cannot explain an owner on a ring whose points are all
// right.
func (e *evidence) atTheirStage(theories []theory) []theory {
	fits := func(t theory) (n int) {
		for _, o := range e.failed {
			if o.Stage != "" && slices.ContainsFunc(t.mistakes, func(m Mistake) bool { return m.Stage == o.Stage }) {
				n++
			}
		}
		return n
	}
	most := 0
	for _, t := range theories {
		most = max(most, fits(t))
	}
	return slices.DeleteFunc(theories, func(t theory) bool { return fits(t) < most })
}

func all[T any](items []T, fits func(T) bool) bool {
	return !slices.ContainsFunc(items, func(item T) bool { return !fits(item) })
}

// best returns the theories that explain most failures, at least one, where none
// explains all. It begins with one mistake and adds others as long as each
// explains more; a first one that explains few is not worth that.
func (e *evidence) best(candidates []Mistake) []theory {
	best, most := e.leading(singles(candidates), 0)
	for most*4 >= len(e.sample.failed) && len(best[0].mistakes) < maxTogether && !e.mostlyUncoded() {
		var grown []theory
		for _, m := range candidates {
			if slices.ContainsFunc(best[0].mistakes, func(made Mistake) bool { return made.Name == m.Name }) {
				continue
			}
			with := append(slices.Clone(best[0].mistakes), m)
			sortByStage(with)
			grown = append(grown, theory{mistakes: with})
		}
		better, more := e.leading(grown, most)
		if len(better) == 0 {
			break
		}
		best, most = better, more
	}
	return e.onTheWhole(best)
}

// leading returns the theories that explain most failures of the sample, more
// than least, and how many that is. None is contradicted by the sample.
func (e *evidence) leading(theories []theory, least int) (lead []theory, most int) {
	most = least
	for _, t := range theories {
		wrong := e.make(t.mistakes)
		n := count(wrong, e.sample.failed)
		if n < most || n <= least || contradicts(wrong, e.sample.passed) {
			continue
		}
		if n > most {
			lead, most = nil, n
		}
		lead = append(lead, t)
	}
	return lead, most
}

// onTheWhole judges theories by all cases, and returns those that explain most
// failures and are not contradicted.
func (e *evidence) onTheWhole(theories []theory) (best []theory) {
	most := 1
	for _, t := range theories {
		wrong := e.make(t.mistakes)
		if t.explains = count(wrong, e.failed); t.explains < most || contradicts(wrong, e.passed) {
			continue
		}
		if t.explains > most {
			best, most = nil, t.explains
		}
		best = append(best, t)
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

// make returns an implementation that makes these mistakes.
func (e *evidence) make(mistakes []Mistake) harness.Local {
	wrong, err := Make(e.dialect, mistakes...)
	if err != nil { // the dialect is one of the kit's
		panic(err)
	}
	return wrong
}
