package properties

import (
	"context"
	"slices"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// The list of all nodes decides: every shorter one must be the start of it, and
// so of the next longer one; and when a node leaves, they must be the start of
// what is left of it.
var replicas = Property{
	Name: "replicas", Rule: "replicas",
	Law:   "replicas are different nodes, the owner first; a longer list begins as the shorter one, and a node that leaves is passed",
	needs: []harness.RequestOp{harness.OpReplicas},
	draw: func(d *drawing) Sample {
		s := d.ringWith(Remove)
		s.Count = 1 + d.rng.Intn(len(s.Nodes)+2)
		return s
	},
	check: func(ctx context.Context, a *asker, s Sample) error {
		c, err := a.onlyChange(s, Remove)
		if err != nil {
			return err
		}
		left := apply(a.dialect.Members, s.Nodes, c)
		whole := a.ring(s.Nodes, s.VNodes)
		rest := whole
		if !a.offers(harness.OpRemove) {
			rest = a.ring(left, s.VNodes)
		}
		asked := whole.owners(s.Keys)
		all, some, after := make([]int, len(s.Keys)), make([]int, len(s.Keys)), make([]int, len(s.Keys))
		for i, key := range s.Keys {
			all[i], some[i] = whole.replicas(key, len(s.Nodes)+1), whole.replicas(key, s.Count)
		}
		if rest == whole {
			whole.change(c)
		}
		for i, key := range s.Keys {
			after[i] = rest.replicas(key, s.Count)
		}
		scripts := []*script{whole}
		if rest != whole {
			scripts = append(scripts, rest)
		}
		answers, err := a.play(ctx, scripts...)
		if err != nil {
			return err
		}
		owners, err := a.owners(answers[0][asked], s.Keys, s.Nodes)
		if err != nil {
			return err
		}
		restAnswers := answers[len(answers)-1]
		for i, key := range s.Keys {
			list, err := a.wholeList(key, owners[i], answers[0][all[i]], s.Nodes)
			if err != nil {
				return err
			}
			if err := a.startOf(list, s.Count, answers[0][some[i]], "%s of %s; wanted is the start of the whole list", harness.Counted(s.Count, "replica"), harness.Quote(key)); err != nil {
				return err
			}
			list = slices.DeleteFunc(list, func(name string) bool { return name == c.Node.Name })
			if err := a.startOf(list, s.Count, restAnswers[after[i]], "%s of %s after %s; wanted is the old list without it", harness.Counted(s.Count, "replica"), harness.Quote(key), c); err != nil {
				return err
			}
		}
		return nil
	},
}

// wholeList reads the answer where more replicas of a key were asked for than
// there are nodes.
func (a *asker) wholeList(key string, first owner, answer harness.Answer, nodes []vectors.Node) ([]string, error) {
	got := answer.Nodes
	what := "%s of %s on a ring of %s"
	args := []any{harness.Counted(len(nodes)+1, "replica"), harness.Quote(key), harness.Counted(len(nodes), "node")}
	sorted := slices.Sorted(slices.Values(got))
	switch {
	case answer.Error != "":
		return nil, wrong("nodes", "error "+answer.Error, what, args...)
	case len(slices.Compact(sorted)) < len(got):
		return nil, wrong("each node once", list(quoted(got)), what, args...)
	case len(got) != len(nodes):
		return nil, wrong("every node once", list(quoted(got)), what, args...)
	case first != owner{got[0], true}:
		return nil, wrong("the owner first, "+first.String(), list(quoted(got)), what, args...)
	}
	return slices.Clone(got), nil
}

// startOf judges a list of at most count replicas.
func (a *asker) startOf(whole []string, count int, answer harness.Answer, what string, args ...any) error {
	want := whole[:min(count, len(whole))]
	if len(whole) == 0 && a.dialect.Members.Empty != goring.ErrNoOwner {
		if code := harness.CodeOf(goring.ErrEmptyRing); answer.Error != code {
			return wrong("error "+code, showNodes(answer), what, args...)
		}
		return nil
	}
	if answer.Error != "" || !slices.Equal(want, answer.Nodes) {
		return wrong(list(quoted(want)), showNodes(answer), what, args...)
	}
	return nil
}

// showNodes shows an error, or nodes.
func showNodes(answer harness.Answer) string {
	if answer.Error != "" {
		return "error " + answer.Error
	}
	return list(quoted(answer.Nodes))
}
