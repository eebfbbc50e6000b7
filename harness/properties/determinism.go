package properties

import (
	"context"
	"fmt"
	"slices"

	"ringkit/harness"
)

var determinism = Property{
	Name: "determinism", Rule: "lookup", rare: 4,
	Law:  "a key has one owner, whether asked alone or in a batch, again, or of another process",
	draw: func(d *drawing) Sample { return d.ring() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		if len(s.Keys) == 0 || s.distinct() != nil {
			return errVoid
		}
		// The first key twice, since a batch may not answer a repeated key once.
		batch := append(slices.Clip(s.Keys), s.Keys[0])
		ask := a.ring(s.Nodes, s.VNodes)
		ask.owners(batch)
		for _, key := range batch {
			ask.owners([]string{key})
		}
		ask.owners(batch)
		if a.offers(harness.OpHash) {
			for _, key := range a.hashed(s.Keys) {
				ask.hash(a.dialect.Name, key)
			}
		}
		answers, err := a.play(ctx, ask)
		if err != nil {
			return err
		}
		owners, err := a.owners(answers[0][1], batch, s.Nodes)
		if err != nil {
			return err
		}
		again := 2 + len(batch)
		for i, key := range batch {
			alone, err := a.owners(answers[0][2+i], batch[i:i+1], s.Nodes)
			if err != nil {
				return err
			}
			if owners[i] != alone[0] {
				return wrong(alone[0], owners[i], "owner of %s, key %d of %d in a batch; wanted is its owner when asked alone", harness.Quote(key), i+1, len(batch))
			}
		}
		repeated, err := a.owners(answers[0][again], batch, s.Nodes)
		if err != nil {
			return err
		}
		for i, key := range batch {
			if owners[i] != repeated[i] {
				return wrong(owners[i], repeated[i], "owner of %s when asked again", harness.Quote(key))
			}
		}
		elsewhere, err := a.playOn(ctx, a.fresh, ask)
		if err != nil {
			return err
		}
		for i, request := range ask.Requests {
			if want, got := showAny(request, answers[0][i]), showAny(request, elsewhere[0][i]); want != got {
				return wrong(want, got, "the answer to %s in another process", describe(request))
			}
		}
		return nil
	},
}

// describe tells in a few words what a request asks.
func describe(r harness.Request) string {
	switch r.Op {
	case harness.OpHash:
		return "hash of " + harness.Quote(r.Key)
	case harness.OpReplicas:
		return harness.Counted(r.Count, "replica") + " of " + harness.Quote(r.Key)
	case harness.OpOwners:
		return "owners of " + list(quoted(r.Keys))
	case harness.OpAdd:
		return Change{Add, r.Node}.String()
	case harness.OpRemove:
		return Change{Remove, r.Node}.String()
	case harness.OpRing:
		return "making the ring"
	}
	return string(r.Op)
}

// showAny shows the answer to any request; different answers look different.
func showAny(r harness.Request, answer harness.Answer) string {
	switch {
	case answer.Error != "":
		return "error " + answer.Error
	case r.Op == harness.OpOwners:
		return showOwners(answer)
	case r.Op == harness.OpHash:
		return answer.Position
	case r.Op == harness.OpPoints:
		return fmt.Sprint(len(answer.Points), " points: ", answer.Points)
	case r.Op == harness.OpRemove && answer.NotRemoved:
		return "removed: false"
	case r.Op == harness.OpNodes, r.Op == harness.OpReplicas:
		return showNodes(answer)
	}
	return "success"
}
