package properties

import (
	"context"
	"fmt"
	"slices"

	"ringkit/harness"
)

var agreement = Property{
	Name: "agree", Rule: "lookup",
	Law: "two implementations of one dialect answer everything alike",
	draw: func(d *drawing) Sample {
		s := d.story()
		s.Count = 1 + d.rng.Intn(len(s.Nodes)+2)
		return s
	},
	check: func(ctx context.Context, a *asker, s Sample) error {
		if a.other == nil {
			return errNotOffered
		}
		other := a.otherHello
		ask, open := a.everything(s, other)
		var answers [2]harness.Transcript
		for i, impl := range []harness.Implementation{a.impl, a.other} {
			transcripts, err := a.exchange(ctx, impl, []*script{ask})
			if err != nil {
				return err
			}
			answers[i] = transcripts[0]
			if trouble := answers[i].Trouble; trouble != nil {
				return &Violation{What: fmt.Sprintf("%s: %s: %s", []string{a.hello.Name, other.Name}[i], trouble.Outcome, trouble.What), Trouble: trouble}
			}
			if len(answers[i].Answers) < len(ask.Requests) {
				return wrong(len(ask.Requests), len(answers[i].Answers), "there are fewer answers than requests")
			}
		}
		for i, request := range ask.Requests {
			one, two := answers[0].Answers[i], answers[1].Answers[i]
			if one.Error == harness.CodeUnsupported || two.Error == harness.CodeUnsupported {
				return errNotOffered
			}
			if open[i] && one.Error != harness.CodeInternal && two.Error != harness.CodeInternal {
				continue
			}
			if request.Op == harness.OpNodes && !a.dialect.Members.Sorted {
				one.Nodes, two.Nodes = slices.Sorted(slices.Values(one.Nodes)), slices.Sorted(slices.Values(two.Nodes))
			}
			if first, second := showAny(request, one), showAny(request, two); first != second {
				v := differ(request, one, two)
				v.What = fmt.Sprintf("%s; wanted is the answer of %s, got that of %s", v.What, a.hello.Name, other.Name)
				return v
			}
			if i == 0 && one.Error != "" {
				return nil // both refuse the ring
			}
		}
		return nil
	},
}

// everything asks all there is to ask about a sample of two implementations, as
// far as both offer it. open tells of each request whether the dialect leaves
// the answer open.
func (a *asker) everything(s Sample, other harness.Hello) (ask *script, open []bool) {
	offers := func(op harness.RequestOp) bool { return a.offers(op) && slices.Contains(other.Ops, string(op)) }
	ask = a.ring(s.Nodes, s.VNodes)
	look := func() {
		if offers(harness.OpNodes) {
			ask.nodes()
		}
		ask.owners(s.Keys)
		if offers(harness.OpPoints) {
			ask.points()
		}
	}
	if offers(harness.OpHash) {
		for _, key := range a.hashed(s.Keys) {
			ask.hash(a.dialect.Name, key)
		}
	}
	look()
	if offers(harness.OpReplicas) {
		for _, key := range s.Keys {
			ask.replicas(key, s.Count)
		}
	}
	open = make([]bool, len(ask.Requests))
	state := members(s.Nodes)
	for _, c := range s.Changes {
		if !offers(harness.RequestOp(c.Kind)) {
			continue
		}
		ask.change(c)
		open = append(open, a.open(effectOf(a.dialect.Members, state, c)))
		state = apply(a.dialect.Members, state, c)
	}
	if len(s.Changes) > 0 {
		look()
	}
	return ask, append(open, make([]bool, len(ask.Requests)-len(open))...)
}

// differ shows where two answers to one request differ.
func differ(r harness.Request, one, two harness.Answer) *Violation {
	if one.Error == "" && two.Error == "" {
		switch r.Op {
		case harness.OpOwners:
			for i, key := range r.Keys {
				if i >= len(one.Owners) || i >= len(two.Owners) {
					break
				}
				if x, y := newOwner(one.Owners[i]), newOwner(two.Owners[i]); x != y {
					return wrong(x, y, "owner of %s", harness.Quote(key))
				}
			}
		case harness.OpPoints:
			if v, ok := samePoints(one.Points, two.Points, "of the first").(*Violation); ok {
				return v
			}
		}
	}
	return wrong(showAny(r, one), showAny(r, two), "the answer to %s", describe(r))
}
