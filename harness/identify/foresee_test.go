package identify

import (
	"fmt"
	"slices"
	"testing"

	"ringkit/goring"
	"ringkit/harness/mistakes"
)

// TestForesee observes rings that make a mistake with a usual count of vnodes, which
// must be among those that are foreseen, for few pairs and for many.
func TestForesee(t *testing.T) {
	t.Parallel()
	nodes := goring.Nodes("a:1", "b:2", "c:3", "d:4")
	for _, test := range []struct {
		dialect goring.Dialect
		mistake string
	}{
		{goring.MD5x32, "index-from-1"}, {goring.MD5x32, "predecessor"}, {goring.NPMHashring, "separator-colon"},
		{goring.XMur3, "signed-shift"}, {goring.EnvoyRingHash, "minimum-size-a-host"}, {goring.NGINX, "one-point-more"},
	} {
		m, known := mistakes.Find(test.mistake)
		if !known || !m.AppliesTo(test.dialect.Name) {
			t.Fatalf("%s cannot make the mistake %s", test.dialect.Name, test.mistake)
		}
		base := newCandidate(test.dialect, settingsOf(test.dialect)[0]).mistaken(&m)
		for _, pairs := range []int{60, 250} {
			told := 0 // apart from another count
			for round := 1; round <= len(fewVNodes); round++ {
				made := newCandidate(test.dialect, settingsOf(test.dialect)[round]).mistaken(&m)
				o := Observed{Nodes: nodes}
				var keys []string
				for i := range pairs {
					keys = append(keys, fmt.Sprintf("key-%d", i*i))
				}
				owners, ok := made.ask(nodes, keys)
				if !ok || slices.Min(owners) < 0 {
					continue // fewer vnodes than make a point
				}
				for i, owner := range owners {
					o.Pairs = append(o.Pairs, Pair{Key: keys[i], Owner: nodes[owner].Name})
				}
				s, err := newSearch(t.Context(), []Observed{o}, nil)
				if err != nil {
					t.Fatal(err)
				}
				c := *base
				if _, ok := s.score(&c); !ok {
					t.Fatalf("%s makes no ring", &c)
				}
				hopeful := s.foresee(&c)
				if hopeful == nil || !hopeful[round] && len(s.recounted([]*Candidate{&c}, round)) > 0 {
					t.Errorf("%s, %d pairs: want round %d foreseen, got %v", made, pairs, round, hopeful)
				}
				if slices.Contains(hopeful[1:], false) {
					told++
				}
			}
			if told == 0 {
				t.Errorf("%s, %d pairs: want some count to be ruled out", base, pairs)
			}
		}
	}
}
