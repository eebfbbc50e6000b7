package mistakes

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// A Catch tells which cases a mistake fails in one dialect.
type Catch struct {
	Dialect string
	Mistake Mistake
	// Failed are the results of the cases that it fails; if there are none, the
	// mistake survives.
	Failed []harness.Result
	// Passed are the results of all other cases of the dialect, without their
	// transcripts.
	Passed []harness.Result
}

// Coverage plays every mistake that can be made in a dialect against the cases of
// that dialect.
func Coverage(dialect string, cases []vectors.Case) []Catch {
	var own []vectors.Case
	for _, c := range cases {
		if c.Dialect == dialect {
			own = append(own, c)
		}
	}
	var catches []Catch
	for _, m := range In(dialect) {
		catches = append(catches, Catch{Dialect: dialect, Mistake: m})
	}
	next := make(chan *Catch)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for c := range next {
				c.play(own)
			}
		})
	}
	for i := range catches {
		next <- &catches[i]
	}
	close(next)
	wait.Wait()
	return catches
}

// play plays the mistake against the cases of its dialect.
func (c *Catch) play(own []vectors.Case) {
	wrong, err := Make(c.Dialect, c.Mistake)
	if err != nil { // the dialect is one of the kit's
		panic(err)
	}
	// A ring of this process starts, and its context does not end.
	report, err := harness.Check(context.Background(), wrong, harness.OnCases(own))
	if err != nil {
		panic(err)
	}
	for _, r := range report.Results {
		if r.Outcome == harness.Pass {
			r.Transcript = harness.Transcript{} // nobody asks for it, and it is large
			c.Passed = append(c.Passed, r)
		} else {
			c.Failed = append(c.Failed, r)
		}
	}
}

// Example returns the smallest of the cases that the mistake fails, if possible
// one about the rule that it breaks; and false if it fails none.
func (m Mistake) Example(cases []vectors.Case) (harness.Result, bool) {
	besides := func(c vectors.Case) int {
		if c.Rule == m.Rule {
			return 0
		}
		return 1
	}
	sorted := slices.SortedStableFunc(slices.Values(cases), func(a, b vectors.Case) int {
		return cmp.Or(cmp.Compare(besides(a), besides(b)), cmp.Compare(costOf(a), costOf(b)))
	})
	for _, d := range goring.Dialects() {
		if !m.AppliesTo(d.Name) {
			continue
		}
		wrong, err := Make(d.Name, m)
		if err != nil { // the dialect is one of the kit's
			panic(err)
		}
		for _, c := range sorted {
			if c.Dialect != d.Name {
				continue
			}
			if r := harness.Judge(c, wrong.PlayOne(harness.ScriptOf(c))); r.Outcome == harness.Fail {
				return r, true
			}
		}
	}
	return harness.Result{}, false
}
