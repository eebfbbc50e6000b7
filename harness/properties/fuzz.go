package properties

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/spelling"
)

// DefaultRuns is on how many samples a property is checked in each dialect, where
// nothing else is asked; on fewer if one of its samples tells as much as many of
// another.
const DefaultRuns = 100

// Options say how to look for a ring that breaks a law.
type Options struct {
	// Seed decides all that is drawn.
	Seed int64
	// Runs takes the place of DefaultRuns; 0 leaves it.
	Runs int
	// Time goes on, with the seeds that follow, until so much time is over; 0
	// means one round, however long that takes.
	Time time.Duration
	// Properties and Dialects are the names of those to check; none means all.
	Properties, Dialects []string
	// Fresh is the same implementation in another process, for determinism; nil
	// asks the first a second time.
	Fresh harness.Implementation
	// Other is an implementation that must agree with the first: it is compared,
	// and no other law is checked.
	Other harness.Implementation
	// Readers checks the law on readers beside changes too, for rings of this
	// process that promise to bear that.
	Readers bool
	// Each is called with each result as soon as it is known.
	Each func(Result)

	lookup func(string) (goring.Dialect, bool) // goring's; tests put in others
}

// A Result is what checking one property in one dialect gave.
type Result struct {
	Property Property
	Dialect  string
	// Seed is that of the round.
	Seed int64
	// Samples is how many samples were judged.
	Samples int
	// NotApplicable says why the law could not be judged; empty if it was.
	NotApplicable string
	// Violation is nil if the law held.
	Violation *Violation
}

// Fuzz checks properties of an implementation. The results are sorted by dialect,
// those of later rounds behind; a property that was violated is not checked again.
// It fails with a [*harness.StartError], if ctx ends, or if a name in the options
// is unknown; it closes nothing.
func Fuzz(ctx context.Context, impl harness.Implementation, opts Options) ([]Result, error) {
	r, err := newRunner(ctx, impl, opts)
	if err != nil {
		return nil, err
	}
	var all []Result
	todo := r.tasks()
	for round := int64(0); len(todo) > 0 && (round == 0 || r.goesOn()); round++ {
		var again []task
		for _, t := range todo {
			if round > 0 && !r.goesOn() {
				break
			}
			result, err := r.run(ctx, t.property, t.dialect, opts.Seed+round)
			if err != nil {
				return all, err
			}
			all = append(all, result)
			if opts.Each != nil {
				opts.Each(result)
			}
			if result.Violation == nil && result.NotApplicable == "" {
				again = append(again, t)
			}
		}
		todo = again
	}
	return all, nil
}

// A task is one property to check in one dialect.
type task struct {
	property Property
	dialect  goring.Dialect
}

// tasks returns what is to be checked. A law that is not stated for a dialect is
// told of only where the property was asked for by name.
func (r *runner) tasks() (all []task) {
	for _, d := range r.dialects {
		stated := customs[d.Name]
		for _, p := range r.properties {
			if stated.states(p.Name) || len(r.opts.Properties) > 0 {
				all = append(all, task{p, d})
			}
		}
	}
	return all
}

// A runner runs properties against one implementation.
type runner struct {
	asker      asker
	opts       Options
	properties []Property
	dialects   []goring.Dialect
	deadline   time.Time // zero: none
}

func newRunner(ctx context.Context, impl harness.Implementation, opts Options) (*runner, error) {
	if opts.Runs == 0 {
		opts.Runs = DefaultRuns
	}
	if opts.lookup == nil {
		opts.lookup = goring.Lookup
	}
	r := &runner{opts: opts, asker: asker{impl: impl, fresh: impl}}
	if opts.Time > 0 {
		r.deadline = time.Now().Add(opts.Time)
	}
	var err error
	if r.asker.hello, err = impl.Hello(ctx); err != nil {
		return nil, &harness.StartError{Err: err}
	}
	if opts.Fresh != nil {
		r.asker.fresh = opts.Fresh
	}
	spoken := r.asker.hello.Dialects
	if opts.Other != nil {
		r.asker.other = opts.Other
		if r.asker.otherHello, err = opts.Other.Hello(ctx); err != nil {
			return nil, &harness.StartError{Err: err}
		}
		spoken = slices.DeleteFunc(slices.Clone(spoken), func(name string) bool {
			return !slices.Contains(r.asker.otherHello.Dialects, name)
		})
	}
	if r.properties, err = opts.properties(); err != nil {
		return nil, err
	}
	for _, name := range opts.Dialects {
		if !slices.Contains(spoken, name) {
			return nil, fmt.Errorf("dialect %q is not spoken here; %s", name, spelling.Hint(name, spoken, "spoken are"))
		}
	}
	for _, name := range spoken {
		d, known := opts.lookup(name)
		if known && (len(opts.Dialects) == 0 || slices.Contains(opts.Dialects, name)) {
			r.dialects = append(r.dialects, d)
		}
	}
	return r, nil
}

// properties returns the properties that the options choose.
func (o Options) properties() ([]Property, error) {
	all := All()
	if o.Other != nil {
		all = []Property{agreement}
	}
	if len(o.Properties) == 0 {
		if !o.Readers {
			all = slices.DeleteFunc(all, func(p Property) bool { return p.Name == readers.Name })
		}
		return all, nil
	}
	var chosen []Property
	for _, name := range o.Properties {
		i := slices.IndexFunc(all, func(p Property) bool { return p.Name == name })
		if i < 0 {
			var known []string
			for _, p := range all {
				known = append(known, p.Name)
			}
			return nil, fmt.Errorf("there is no property %q here; %s", name, spelling.Hint(name, known, "there are"))
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// goesOn reports whether there is time for another round.
func (r *runner) goesOn() bool { return time.Now().Before(r.deadline) }

// run checks one property in one dialect.
func (r *runner) run(ctx context.Context, p Property, d goring.Dialect, seed int64) (Result, error) {
	result := Result{Property: p, Dialect: d.Name, Seed: seed}
	a := r.asker
	a.dialect = d
	if a.custom = customs[d.Name]; !a.states(p.Name) {
		result.NotApplicable = "the law is not stated for this dialect"
		return result, nil
	}
	for _, op := range p.needs {
		if !a.offers(op) {
			result.NotApplicable = fmt.Sprintf("the implementation does not offer %s", op)
			return result, nil
		}
	}
	var failed, void error
	try := func(s Sample) *gopter.PropResult {
		if !r.deadline.IsZero() && !r.goesOn() && result.Samples > 0 {
			return &gopter.PropResult{Status: gopter.PropProof} // ends the run without a word
		}
		switch err := p.judge(ctx, a, s).(type) {
		case nil:
			result.Samples++
			return &gopter.PropResult{Status: gopter.PropTrue}
		case notApplicable:
			void = err
			return &gopter.PropResult{Status: gopter.PropUndecided}
		case *Violation:
			result.Samples++
			result.Violation = err
		default:
			failed = err
		}
		return &gopter.PropResult{Status: gopter.PropFalse}
	}
	params := gopter.DefaultTestParametersWithSeed(seedFor(seed, d.Name, p.Name))
	params.MinSuccessfulTests = max(1, r.opts.Runs/max(1, p.rare))
	params.MinSize, params.MaxSize = 1, mostChanges+2
	params.MaxShrinkCount = 0 // the minimiser does that
	outcome := p.prop(d, try).Check(params)
	switch {
	case failed != nil:
		return result, failed
	case outcome.Status == gopter.TestError:
		return result, fmt.Errorf("property %s: %w\n%s", p.Name, outcome.Error, outcome.ErrorStack)
	case result.Violation != nil:
		result.Violation = minimal(ctx, a, result.Violation)
	case result.Samples == 0 && void != nil:
		result.NotApplicable = void.Error()
	}
	return result, ctx.Err()
}

// prop is the property as gopter runs it.
func (p Property) prop(d goring.Dialect, try func(Sample) *gopter.PropResult) gopter.Prop {
	if p.draw == nil {
		return modelProp(d, try)
	}
	return prop.ForAllNoShrink(try, gopter.Gen(func(params *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(p.draw(newDrawing(params.Rng, d)), gopter.NoShrinker)
	}))
}

// minimal returns the violation of the smallest sample that can be found. One
// that hangs stays as it is: every try would take as long as the timeout.
func minimal(ctx context.Context, a asker, v *Violation) *Violation {
	outcome := v.outcome()
	if outcome == harness.Timeout {
		return v
	}
	minimise(v.Sample, a.dialect, func(s Sample) bool {
		smaller, fails := v.Property.judge(ctx, a, s).(*Violation)
		if fails = fails && smaller.outcome() == outcome; fails {
			v = smaller
		}
		return fails
	})
	return v
}

// seedFor gives each property and dialect a seed of its own, so that one of them
// run alone draws what it draws among all.
func seedFor(seed int64, dialect, property string) int64 {
	h := fnv.New64a()
	binary.Write(h, binary.LittleEndian, seed)
	fmt.Fprintf(h, "%s/%s", dialect, property)
	return int64(h.Sum64())
}
