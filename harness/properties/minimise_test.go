package properties

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// find returns the violation of the law that a broken ring breaks.
func find(t *testing.T, law string, seed int64) *Violation {
	t.Helper()
	i := slices.IndexFunc(brokenRings, func(b brokenRing) bool { return b.law == law })
	return brokenRings[i].find(t, seed)
}

// find returns the violation of the law that the ring breaks.
func (b brokenRing) find(t *testing.T, seed int64) *Violation {
	t.Helper()
	results, err := Fuzz(t.Context(), b.impl, b.optionsFor(seed))
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Violation == nil {
		t.Fatalf("seed %d: want %s (%s) violated, got none", seed, b.law, b.how)
	}
	return results[0].Violation
}

func TestFoundCasesAreAsSmallAsProvenByHand(t *testing.T) {
	same := func(a, b Sample) bool { return cmp.Equal(a, b, cmpopts.EquateEmpty()) }
	none := func(name string) vectors.Node { return vectors.Node{Name: name} }
	one := func(name string) vectors.Node { return vectors.Node{Name: name, Weight: 1} }
	tests := []struct {
		law   string
		proof string
		small func(Sample) bool
	}{
		{
			law: "scan",
			proof: `> and >= differ only for a key exactly on a point, so there is one key, the label of a node; and
			        only if the next point is another node's, so there are two nodes, and one point each is enough.
			        Their names differ, so they have at least one character between them. The shortest label is the
			        first.`,
			small: func(s Sample) bool {
				if len(s.Nodes) != 2 || len(s.Keys) != 1 {
					return false
				}
				long := slices.MaxFunc(s.Nodes, func(a, b vectors.Node) int { return len(a.Name) - len(b.Name) }).Name
				want := Sample{Dialect: "xmur3", VNodes: 1, Nodes: []vectors.Node{one(""), one(long)}, Keys: s.Keys}
				mirrored := want.clone()
				slices.Reverse(mirrored.Nodes)
				return len([]rune(long)) == 1 && (same(want, s) || same(mirrored, s)) &&
					(s.Keys[0] == "#0" || s.Keys[0] == long+"#0")
			},
		},
		{
			law: "replicas",
			proof: `Points in place of nodes show only where two points of one node follow each other: one node with two
			        points, so vnodes or its weight is 2. Its list is asked for one key, of no characters. The law takes
			        a node away, the only one, and asks for at least one replica.`,
			small: func(s Sample) bool {
				want := Sample{Dialect: "md5-32", VNodes: 2, Nodes: []vectors.Node{one("")}, Changes: []Change{{Remove, none("")}}, Keys: []string{""}, Count: 1}
				heavy := want.clone()
				heavy.VNodes, heavy.Nodes[0].Weight = 1, 2
				return same(want, s) || same(heavy, s)
			},
		},
		{
			law: "history",
			proof: `Points are doubled by adding a member again: there is a member, of no characters, and that one change.
			        The points show it, so no key is needed, and one point is enough.`,
			small: func(s Sample) bool {
				return same(s, Sample{Dialect: "md5-128-after", VNodes: 1, Nodes: []vectors.Node{one("")}, Changes: []Change{{Add, one("")}}})
			},
		},
		{
			law:   "model",
			proof: `The answer to the removal of a stranger is wrong: that one change is needed, and no member.`,
			small: func(s Sample) bool {
				return same(s, Sample{Dialect: "md5-32", VNodes: 1, Changes: []Change{{Remove, none("")}}})
			},
		},
	}
	for _, test := range tests {
		t.Run(test.law, func(t *testing.T) {
			for _, seed := range seeds(3, 100) {
				if got := find(t, test.law, seed).Sample; !test.small(got) {
					t.Errorf("seed %d: got a sample that is not as small as it can be:\n%s\nproof: %s", seed, got, test.proof)
				}
			}
		})
	}
}

func TestNothingCanBeTakenAwayFromAFoundCase(t *testing.T) {
	for _, b := range brokenRings {
		if b.law == "readers" {
			continue // whether a reader meets a change is up to chance
		}
		t.Run(b.law, func(t *testing.T) {
			for _, seed := range seeds(2, 20) {
				b.nothingCanBeTakenAway(t, seed)
			}
		})
	}
}

func (b brokenRing) nothingCanBeTakenAway(t *testing.T, seed int64) {
	t.Helper()
	v := b.find(t, seed)
	r, err := newRunner(t.Context(), b.impl, b.optionsFor(seed))
	if err != nil {
		t.Fatal(err)
	}
	a := r.asker
	a.dialect, _ = goring.Lookup(v.Sample.Dialect)
	a.custom = customs[v.Sample.Dialect]
	for what, smaller := range takenAway(v.Sample, a.dialect) {
		if err, still := v.Property.judge(t.Context(), a, smaller).(*Violation); still {
			t.Errorf("seed %d: %s can be taken away:\n%s\nfrom\n%s", seed, what, err, v.Sample)
		}
	}
}

// takenAway returns the sample without each single thing, by what that is.
func takenAway(s Sample, d goring.Dialect) map[string]Sample {
	out := map[string]Sample{}
	take := func(what string, from func(*Sample)) {
		smaller := s.clone()
		from(&smaller)
		out[what] = smaller
	}
	for i, n := range s.Nodes {
		take("node "+n.Name, func(s *Sample) { s.Nodes = slices.Delete(s.Nodes, i, i+1) })
		if n.Weight > 1 {
			take("weight of node "+n.Name, func(s *Sample) { s.Nodes[i].Weight-- })
		}
	}
	for i, c := range s.Changes {
		take("change "+c.String(), func(s *Sample) { s.Changes = slices.Delete(s.Changes, i, i+1) })
		if c.Node.Weight > 1 {
			take("weight of change "+c.String(), func(s *Sample) { s.Changes[i].Node.Weight-- })
		}
	}
	for i, key := range s.Keys {
		take("key "+key, func(s *Sample) { s.Keys = slices.Delete(s.Keys, i, i+1) })
		for j := range []rune(key) {
			take("a character of key "+key, func(s *Sample) { s.Keys[i] = string(slices.Delete([]rune(key), j, j+1)) })
		}
	}
	if s.VNodes > 1 {
		take("a vnode", func(s *Sample) { s.VNodes-- })
	}
	if s.Count > 1 {
		take("one of the count", func(s *Sample) { s.Count-- })
	}
	for _, name := range s.nodeNames() {
		for i := range []rune(name) {
			shorter := string(slices.Delete([]rune(name), i, i+1))
			out["a character of node "+name] = s.renamed(name, shorter, d, false)
			out["a character of node and labels "+name] = s.renamed(name, shorter, d, true)
		}
	}
	if len(s.Prefix) > 1 {
		for i := range s.Prefix {
			take("a character of the prefix", func(s *Sample) { s.Prefix = s.Prefix[:i] + s.Prefix[i+1:] })
		}
	}
	return out
}

func TestSameSeedSameResult(t *testing.T) {
	for _, b := range brokenRings {
		if b.law == "readers" {
			continue // whether a reader meets a change is up to chance
		}
		t.Run(b.law, func(t *testing.T) {
			one, two := find(t, b.law, 7).Error(), find(t, b.law, 7).Error()
			if diff := cmp.Diff(one, two); diff != "" {
				t.Errorf("two runs with one seed (-first +second):\n%s", diff)
			}
		})
	}
}

func TestAPropertyDrawsTheSameAloneAndAmongAll(t *testing.T) {
	i := slices.IndexFunc(brokenRings, func(b brokenRing) bool { return b.law == "scan" })
	impl := brokenRings[i].impl
	all, err := Fuzz(context.Background(), impl, Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	alone := find(t, "scan", 3)
	j := slices.IndexFunc(all, func(r Result) bool { return r.Property.Name == "scan" })
	if diff := cmp.Diff(all[j].Violation.Error(), alone.Error()); diff != "" {
		t.Errorf("violation (-among all +alone):\n%s", diff)
	}
}

// A hang costs its timeout at every try, so it is reported as it was found.
func TestAHangIsNotMinimised(t *testing.T) {
	hanging := harness.Local{Name: "hanging", Dialects: []string{"xmur3"}, Timeout: 1, New: func(harness.Config) (harness.Ring, error) {
		select {}
	}}
	results, err := Fuzz(t.Context(), hanging, Options{Seed: 1, Properties: []string{"order"}})
	if err != nil {
		t.Fatal(err)
	}
	v := results[0].Violation
	if v == nil || v.outcome() != harness.Timeout {
		t.Fatalf("want a timeout, got %v", v)
	}
	if results[0].Samples != 1 {
		t.Errorf("want the first sample reported, got %d", results[0].Samples)
	}
}
