package properties

import (
	"context"
	"slices"

	"ringkit/harness"
	"ringkit/vectors"
)

var history = Property{
	Name: "history", Rule: "history", rare: 2,
	Law:   "however a ring came to its members, it is the ring that is made of them anew",
	needs: []harness.RequestOp{harness.OpAdd, harness.OpRemove},
	draw:  func(d *drawing) Sample { return d.story() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		t, err := a.tell(ctx, s, false, true)
		if err != nil {
			return err
		}
		return t.sameRing()
	},
}

var nodeList = Property{
	Name: "nodes", Rule: "node-list", rare: 2,
	Law:   "the node list is right when the ring is made and after every change",
	needs: []harness.RequestOp{harness.OpNodes},
	draw:  func(d *drawing) Sample { return d.story() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		t, err := a.tell(ctx, s, true, false)
		if err != nil {
			return err
		}
		return t.rightNodes()
	},
}

var model = Property{
	Name: "model", Rule: "failed-change",
	Law:   "a changing ring answers as a model of it does: every change, the node list after it, the owners in the end",
	needs: []harness.RequestOp{harness.OpAdd, harness.OpRemove, harness.OpNodes},
	check: func(ctx context.Context, a *asker, s Sample) error {
		t, err := a.tell(ctx, s, true, true)
		if err != nil {
			return err
		}
		for _, judge := range []func() error{t.rightChanges, t.rightNodes, t.sameRing} {
			if err := judge(); err != nil {
				return err
			}
		}
		return nil
	},
}

// A telling is what an implementation answered while its ring changed.
type telling struct {
	*asker
	sample Sample
	states [][]vectors.Node // the members: as made, then after each change

	changes []harness.Answer
	lists   []harness.Answer // one a state, if they were asked for

	// The owners and points in the end, and those of a ring made anew of the
	// last members; if they were asked for, and the points if they are offered.
	owners, anewOwners harness.Answer
	points, anewPoints harness.Answer
}

// tell makes a ring and the sample's changes and asks for the node list of every
// state, the ring in the end, or both. Where changes are not offered, the ring
// stays as it is made.
func (a *asker) tell(ctx context.Context, s Sample, lists, ring bool) (*telling, error) {
	if a.dialect.Members.Twice != nil && s.distinct() != nil {
		return nil, errVoid
	}
	if !a.offers(harness.OpAdd) || !a.offers(harness.OpRemove) {
		s.Changes = nil
	}
	t := &telling{asker: a, sample: s, states: [][]vectors.Node{members(s.Nodes)}}
	told := a.ring(s.Nodes, s.VNodes)
	var changed, listed []int
	list := func() {
		if lists {
			listed = append(listed, told.nodes())
		}
	}
	list()
	for _, c := range s.Changes {
		if c.Kind == Raise {
			return nil, errVoid
		}
		changed = append(changed, told.change(c))
		t.states = append(t.states, apply(a.dialect.Members, t.last(), c))
		list()
	}
	scripts := []*script{told}
	if ring {
		scripts = append(scripts, a.ring(t.last(), s.VNodes))
		for _, script := range scripts {
			script.owners(s.Keys)
			if a.offers(harness.OpPoints) {
				script.points()
			}
		}
	}
	answers, err := a.play(ctx, scripts...)
	if err != nil {
		return nil, err
	}
	for _, i := range changed {
		t.changes = append(t.changes, answers[0][i])
	}
	for _, i := range listed {
		t.lists = append(t.lists, answers[0][i])
	}
	if ring {
		t.owners, t.points = ownersAndPoints(answers[0][1+len(changed)+len(listed):])
		t.anewOwners, t.anewPoints = ownersAndPoints(answers[1][1:])
	}
	return t, nil
}

func ownersAndPoints(answers []harness.Answer) (owners, points harness.Answer) {
	if len(answers) > 1 {
		points = answers[1]
	}
	return answers[0], points
}

func (t *telling) last() []vectors.Node { return t.states[len(t.states)-1] }

// sameRing compares the ring with the one made anew.
func (t *telling) sameRing() error {
	told, anew, err := t.ownersTwice(t.sample.Keys, t.owners, t.last(), t.anewOwners, t.last())
	if err != nil {
		return err
	}
	for i, key := range t.sample.Keys {
		if told[i] != anew[i] {
			return wrong(anew[i], told[i], "owner of %s; wanted is that of a ring made of the same members", harness.Quote(key))
		}
	}
	return samePoints(t.anewPoints.Points, t.points.Points, "of a ring made of the same members")
}

// rightNodes judges every node list.
func (t *telling) rightNodes() error {
	for i, answer := range t.lists {
		want, got := names(t.states[i]), slices.Clone(answer.Nodes)
		slices.Sort(want)
		if !t.dialect.Members.Sorted {
			slices.Sort(got)
		}
		if answer.Error == "" && slices.Equal(want, got) {
			continue
		}
		when := "when the ring is made"
		if i > 0 {
			when = "after " + t.sample.Changes[i-1].String()
		}
		if answer.Error != "" {
			return wrong(list(quoted(want)), "error "+answer.Error, "nodes %s", when)
		}
		return wrong(list(quoted(want)), list(quoted(answer.Nodes)), "nodes %s", when)
	}
	return nil
}

// rightChanges judges the answer to every change.
func (t *telling) rightChanges() error {
	for i, answer := range t.changes {
		c := t.sample.Changes[i]
		if err := t.judgeChange(c, effectOf(t.dialect.Members, t.states[i], c), answer); err != nil {
			return err
		}
	}
	return nil
}

func quoted(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = harness.Quote(t)
	}
	return out
}

// samePoints compares two lists of points and shows the first difference.
func samePoints(want, got []vectors.Point, wantedIs string) error {
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			return wrong(showPoint(want, i), showPoint(got, i), "point %d in ring order; wanted is that %s", i, wantedIs)
		}
	}
	return nil
}

func showPoint(points []vectors.Point, i int) string {
	if i >= len(points) {
		return "no more points"
	}
	return points[i].Position + " of " + harness.Quote(points[i].Node)
}
