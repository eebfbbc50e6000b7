package properties

import (
	"context"
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

var scan = Property{
	Name: "scan", Rule: "lookup",
	Law:   "a key belongs to the point that a linear scan of all points finds for its hash",
	needs: []harness.RequestOp{harness.OpPoints, harness.OpHash},
	draw:  func(d *drawing) Sample { return d.ring() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		if err := s.distinct(); err != nil {
			return err
		}
		ask := a.ring(s.Nodes, s.VNodes)
		all, asked := ask.points(), ask.owners(s.Keys)
		hashes := make([]int, len(s.Keys))
		for i, key := range s.Keys {
			hashes[i] = ask.hash(a.dialect.Name, key)
		}
		answers, err := a.play(ctx, ask)
		if err != nil {
			return err
		}
		got, err := a.owners(answers[0][asked], s.Keys, s.Nodes)
		if err != nil || len(s.Nodes) == 0 {
			return err
		}
		points, err := readPoints(answers[0][all].Points)
		if err != nil {
			return err
		}
		for i, key := range s.Keys {
			h, err := readPosition(answers[0][hashes[i]].Position)
			if err != nil {
				return err
			}
			found := serving(points, h, a.boundary)
			if len(found) == 0 {
				return wrong("points", "none", "a ring of %s", harness.Counted(len(s.Nodes), "node"))
			}
			if want := (owner{found[0].Owner.Name, true}); got[i] != want {
				return wrong(want, got[i], "owner of %s, whose hash is %s; the scan finds the point at %s", harness.Quote(key), h, found[0].Position)
			}
		}
		return nil
	},
}

var points = Property{
	Name: "points", Rule: "label", rare: 2,
	Law:   "the points are the hashes of the labels, in ring order",
	needs: []harness.RequestOp{harness.OpPoints, harness.OpHash},
	draw:  func(d *drawing) Sample { return d.smallRing() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		if err := s.distinct(); err != nil {
			return err
		}
		right := labels(a.dialect, s.Nodes, s.VNodes)
		ask := a.ring(s.Nodes, s.VNodes)
		all := ask.points()
		hashes := make([]int, len(right))
		for i, l := range right {
			hashes[i] = ask.hash(a.dialect.Name, l.text)
		}
		answers, err := a.play(ctx, ask)
		if err != nil {
			return err
		}
		sorted := make([]goring.OwnedPoint, len(right))
		for i, l := range right {
			position, err := readPosition(answers[0][hashes[i]].Position)
			if err != nil {
				return err
			}
			sorted[i] = goring.OwnedPoint{Position: position, Owner: l.of}
		}
		slices.SortFunc(sorted, func(p, q goring.OwnedPoint) int {
			if c := p.Position.Compare(q.Position); c != 0 {
				return c
			}
			return a.dialect.Tie(p.Owner, q.Owner)
		})
		want := make([]vectors.Point, len(sorted))
		for i, p := range sorted {
			want[i] = vectors.Point{Position: p.Position.String(), Node: p.Owner.Name}
		}
		return samePoints(want, answers[0][all].Points, "of the hashes of the labels, "+describeLabel(a.dialect))
	},
}

// describeLabel shows the dialect's labels by the first of a node.
func describeLabel(d goring.Dialect) string {
	return strings.Replace(string(d.Label(nil, "NODE", 0)), "0", "INDEX", 1)
}

func readPoints(points []vectors.Point) ([]goring.OwnedPoint, error) {
	out := make([]goring.OwnedPoint, len(points))
	for i, p := range points {
		position, err := readPosition(p.Position)
		if err != nil {
			return nil, err
		}
		out[i] = goring.OwnedPoint{Position: position, Owner: goring.Member{Node: goring.Node{Name: p.Node}}}
	}
	return out, nil
}

func readPosition(text string) (goring.Position, error) {
	p, err := goring.ParsePosition(text)
	if err != nil {
		return p, wrong("an unsigned integer", harness.Quote(text), "a position")
	}
	return p, nil
}
