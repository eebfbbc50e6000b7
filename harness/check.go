package harness

import (
	"context"
	"fmt"

	"ringkit/vectors"
)

// An Option changes how cases are run.
type Option func(*options)

type options struct {
	cases    []vectors.Case
	diagnose Diagnoser
	progress func(done, total int)
	baseline Baseline
}

// OnCases runs these cases in place of the kit's own.
func OnCases(cases []vectors.Case) Option {
	return func(o *options) { o.cases = cases }
}

// WithDiagnosis explains failures by d.
func WithDiagnosis(d Diagnoser) Option {
	return func(o *options) { o.diagnose = d }
}

// WithProgress calls f after each case that was played.
func WithProgress(f func(done, total int)) Option {
	return func(o *options) { o.progress = f }
}

func newOptions(opts []Option) (o options, err error) {
	for _, opt := range opts {
		opt(&o)
	}
	if o.cases == nil {
		o.cases, err = Cases()
	}
	return o, err
}

// A StartError tells that an implementation could not be started, or did not
// say a valid hello.
type StartError struct{ Err error }

func (e *StartError) Error() string { return e.Err.Error() }
func (e *StartError) Unwrap() error { return e.Err }

// Check runs the cases against impl. A case that the implementation does not
// offer is not played, and counts as unsupported. Check fails with a
// [*StartError], if ctx ends, or if the kit's own cases cannot be read; it does
// not close impl.
func Check(ctx context.Context, impl Implementation, opts ...Option) (Report, error) {
	o, err := newOptions(opts)
	if err != nil {
		return Report{}, err
	}
	hello, err := impl.Hello(ctx)
	if err != nil {
		return Report{}, &StartError{err}
	}
	report := Report{Hello: hello, Results: make([]Result, len(o.cases))}
	var scripts []Script
	var played []int // script → index of its case
	for i, c := range o.cases {
		script := ScriptOf(c)
		if !hello.Offers(script) {
			report.Results[i] = Result{Case: c, Outcome: Unsupported, Step: -1}
			continue
		}
		scripts, played = append(scripts, script), append(played, i)
	}
	done := 0
	err = impl.Play(ctx, scripts, func(i int, t Transcript) {
		report.Results[played[i]] = Judge(o.cases[played[i]], t)
		if done++; o.progress != nil {
			o.progress(done, len(scripts))
		}
	})
	if err != nil {
		return report, fmt.Errorf("%s: %w", hello.Name, err)
	}
	if err := locate(ctx, impl, hello, report.Results); err != nil {
		return report, fmt.Errorf("%s: %w", hello.Name, err)
	}
	if o.diagnose != nil {
		report.Diagnoses = o.diagnose(hello, report.Results)
	}
	o.baseline.apply(report.Results)
	return report, nil
}
