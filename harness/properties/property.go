package properties

import (
	"context"
	"slices"

	"ringkit/harness"
)

// A Property is one law of a ring, and how to look for a ring that breaks it.
type Property struct {
	// Name is how the command and the tests call it.
	Name string
	// Rule is the ID of the rule of spec/ring.md that it is about.
	Rule string
	// Law says it in a sentence.
	Law string

	// needs are the optional requests without which it cannot be checked.
	needs []harness.RequestOp
	// rare is how many runs there are for each sample, where one sample tells
	// as much as many of another law.
	rare int
	// draw makes a sample; nil where the stateful model makes it.
	draw func(*drawing) Sample
	// check returns nil if the law holds on the sample, a *Violation if not,
	// errVoid or errNotOffered if it cannot say, and the context's error.
	check func(context.Context, *asker, Sample) error
}

// All returns every property that an implementation can be checked on alone, in
// the order in which they are run.
func All() []Property {
	return []Property{
		join, leave, restore, history, order, scan, points, determinism, replicas,
		weight, shares, movement, balance, nodeList, model, readers,
	}
}

// Agreement is the property that two implementations answer everything alike.
func Agreement() Property { return agreement }

// Find returns the property of that name.
func Find(name string) (Property, bool) {
	all := append(All(), agreement)
	i := slices.IndexFunc(all, func(p Property) bool { return p.Name == name })
	if i < 0 {
		return Property{}, false
	}
	return all[i], true
}

// judge checks the law on one sample.
func (p Property) judge(ctx context.Context, a asker, s Sample) error {
	a.scripts, a.transcripts = nil, nil
	err := p.check(ctx, &a, s)
	if v, ok := err.(*Violation); ok {
		v.Property, v.Sample = p, s
		v.scripts, v.transcripts = a.scripts, a.transcripts
	}
	return err
}
