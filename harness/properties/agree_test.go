package properties

import (
	"slices"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
)

// The two dialects hash text up to U+FFFF alike and differ in who owns a tie, so
// these are all the disagreements that there are; and there must be both.
func TestXMur3AndXMur3UTF16DisagreeOnAstralTextAndTies(t *testing.T) {
	utf16 := edited(goring.XMur3, func(d *goring.Dialect) {
		*d = goring.XMur3UTF16
		d.Name = goring.XMur3.Name
	})
	found := map[string]int{}
	for _, seed := range seeds(20, 200) {
		results, err := Fuzz(t.Context(), harness.Go(), Options{Seed: seed, Dialects: []string{"xmur3"}, Other: utf16})
		if err != nil {
			t.Fatal(err)
		}
		v := results[0].Violation
		if v == nil {
			t.Errorf("seed %d: want a disagreement, got none", seed)
			continue
		}
		nodes := members(v.Sample.Nodes)
		for _, c := range v.Sample.Changes {
			nodes = apply(goring.XMur3.Members, nodes, c)
		}
		switch {
		case slices.ContainsFunc(append(names(nodes), v.Sample.Keys...), astral):
			found["astral text"]++
		case sharesPoint(goring.XMur3, nodes, v.Sample.VNodes):
			found["tie"]++
		default:
			t.Errorf("seed %d: want only astral text and ties disagreed on, got\n%s", seed, v)
		}
	}
	t.Log(found)
	for _, reason := range []string{"astral text", "tie"} {
		if found[reason] == 0 {
			t.Errorf("want a disagreement by %s, got none: %v", reason, found)
		}
	}
}
