package mistakes

import (
	"cmp"
	"slices"
	"sync"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// Evidence is what an implementation answered in one dialect.
type evidence struct {
	dialect string
	// failed and passed are the cases that were judged, cheapest first.
	failed, passed []observation
	// sample holds the cheapest few of each rule: what is wrong is judged by
	// them first, and by all cases only if they do not rule it out.
	sample struct{ failed, passed []observation }
	// notAsked are the cases that the implementation does not offer.
	notAsked []observation
}

// An observation is a case that was answered.
type observation struct {
	harness.Result
	script harness.Script
	cost   int
}

// perRule is how many cases of each rule are in the sample.
const perRule = 1

func gather(dialect string, results []harness.Result) *evidence {
	e := &evidence{dialect: dialect}
	for _, r := range results {
		if r.Case.Dialect != dialect {
			continue
		}
		o := observation{r, harness.ScriptOf(r.Case), costOf(r.Case)}
		switch r.Outcome {
		case harness.Fail, harness.XFail:
			e.failed = append(e.failed, o)
		case harness.Pass, harness.XPass:
			e.passed = append(e.passed, o)
		case harness.Unsupported:
			e.notAsked = append(e.notAsked, o)
		}
	}
	for _, list := range [][]observation{e.failed, e.passed, e.notAsked} {
		slices.SortStableFunc(list, func(a, b observation) int { return cmp.Compare(a.cost, b.cost) })
	}
	e.sample.failed, e.sample.passed = sampleOf(e.failed), sampleOf(e.passed)
	return e
}

// defaults are the default vnodes by dialect; 0 where there is none.
var defaults = sync.OnceValue(func() map[string]int {
	vnodes := map[string]int{}
	for _, d := range goring.Dialects() {
		vnodes[d.Name] = d.VNodes
	}
	return vnodes
})

// costOf estimates what it costs to play a case: the points to make, and the
// keys to look up.
func costOf(c vectors.Case) int {
	cost := 0
	if c.Ring != nil {
		vnodes := defaults()[c.Dialect]
		if c.Ring.VNodes != nil {
			vnodes = max(1, *c.Ring.VNodes)
		}
		for _, n := range c.Ring.Nodes {
			cost += vnodes * max(1, n.Weight)
		}
	}
	for _, s := range c.Steps {
		cost += 1 + len(s.Keys)
	}
	return cost
}

func sampleOf(sorted []observation) []observation {
	var sample []observation
	taken := map[string]int{}
	for _, o := range sorted {
		if taken[o.Case.Rule] < perRule {
			taken[o.Case.Rule]++
			sample = append(sample, o)
		}
	}
	return sample
}

// contradicts reports whether the mistaken ring fails a case that the
// implementation passed.
func contradicts(wrong harness.Local, passed []observation) bool {
	return slices.ContainsFunc(passed, func(o observation) bool {
		return harness.Judge(o.Case, wrong.PlayOne(o.script)).Outcome != harness.Pass
	})
}

// count counts the failures in which the mistaken ring gives the very answer
// that the implementation gave.
func count(wrong harness.Local, failed []observation) int {
	n := 0
	for _, o := range failed {
		if o.givenBy(wrong) {
			n++
		}
	}
	return n
}

// givenBy reports whether the mistaken ring gives the answer that failed.
func (o observation) givenBy(wrong harness.Local) bool {
	t := wrong.PlayOne(o.script)
	for _, i := range o.wrongAnswers() {
		if i >= len(t.Answers) || i >= len(o.Transcript.Answers) || !sameAnswer(o.Transcript.Answers[i], t.Answers[i]) {
			return false
		}
	}
	return true
}

// wrongAnswers returns the indices of the answers that the failure is about:
// that of the step that failed, or those that a step moved compares.
func (o observation) wrongAnswers() []int {
	if o.Step < 0 {
		return []int{0}
	}
	failing := o.Case.Steps[o.Step]
	var indices []int
	index := 0
	if o.Case.Ring != nil {
		index = 1
	}
	for i, s := range o.Case.Steps[:o.Step+1] {
		if s.Op == vectors.Moved {
			continue
		}
		compared := failing.Op == vectors.Moved && s.As != "" && (s.As == failing.From || s.As == failing.To)
		if i == o.Step || compared {
			indices = append(indices, index)
		}
		index++
	}
	return indices
}

// sameAnswer reports whether two answers are the same. Where a mistaken ring has
// nothing to answer with, a ring in another language may fail in a way that has
// no code.
func sameAnswer(got, wrong harness.Answer) bool {
	if got.Error == harness.CodeInternal {
		return wrong.Error != "" || slices.Contains(wrong.Owners, nil)
	}
	return got.Error == wrong.Error && got.Position == wrong.Position && got.NotRemoved == wrong.NotRemoved &&
		slices.Equal(got.Points, wrong.Points) && slices.EqualFunc(got.Owners, wrong.Owners, sameOwner) &&
		slices.Equal(got.Nodes, wrong.Nodes)
}

func sameOwner(a, b *string) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}
