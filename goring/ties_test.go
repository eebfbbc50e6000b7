package goring_test

import (
	"math/bits"
	"testing"

	"ringkit/goring"
)

// TestTies has every dialect decide ties, at 128 bits too, where no two texts
// meet: the hash is the position modulo 10, so that nodes with 10 points and
// more share most positions. Who owns a shared one is worked out by hand.
func TestTies(t *testing.T) {
	t.Parallel()
	type step struct {
		change func(*goring.Ring) error
		owner  string // of every tied position
	}
	add := func(name string) func(*goring.Ring) error {
		return func(r *goring.Ring) error { return r.Add(goring.Node{Name: name, Weight: 1}) }
	}
	remove := func(name string) func(*goring.Ring) error {
		return func(r *goring.Ring) error { _, err := r.Remove(name); return err }
	}
	none := func(*goring.Ring) error { return nil }
	byName := []step{
		{none, "a"}, {add("0"), "0"}, {remove("0"), "a"}, {remove("a"), "b"}, {add("a"), "a"}, {remove("b"), "a"},
	}
	for _, test := range []struct {
		dialect goring.Dialect
		steps   []step // from the ring of b, a, c
	}{
		{goring.XMur3, byName},
		{goring.MD5x32, byName},
		{goring.MD5x128, byName},
		{goring.MD5x128Colon, byName},
		// The one listed first owns; the one that comes again is the last.
		{goring.XMur3UTF16, []step{
			{none, "b"}, {add("0"), "b"}, {remove("b"), "a"}, {add("b"), "a"}, {remove("a"), "c"}, {remove("c"), "0"},
			{remove("0"), "b"},
		}},
		// The one added last owns, and so does the one that comes again.
		{goring.MD5x128After, []step{
			{none, "c"}, {add("0"), "0"}, {remove("c"), "0"}, {add("c"), "c"}, {remove("c"), "0"}, {remove("0"), "a"},
			{add("b2"), "b2"},
		}},
	} {
		t.Run(test.dialect.Name, func(t *testing.T) {
			t.Parallel()
			d := test.dialect
			d.Hash = func(text string) goring.Position {
				p := test.dialect.Hash(text)
				return goring.Position{Lo: bits.Rem64(p.Hi, p.Lo, 10)}
			}
			const vnodes = 200 // every node has every position
			ring, err := goring.New(d, vnodes, goring.Nodes("b", "a", "c"))
			if err != nil {
				t.Fatal(err)
			}
			for i, step := range test.steps {
				if err := step.change(ring); err != nil {
					t.Fatalf("step %d: %v", i, err)
				}
				points := ring.Points()
				positions := 0
				for j, p := range points {
					if j > 0 && points[j-1].Position == p.Position {
						continue
					}
					positions++
					if p.Node != step.owner {
						t.Errorf("step %d: first at %v: want %q, got %q", i, p.Position, step.owner, p.Node)
					}
				}
				if want := vnodes * len(ring.Nodes()); positions != 10 || len(points) != want {
					t.Fatalf("step %d: want 10 positions and %d points, got %d and %d", i, want, positions, len(points))
				}
				for _, key := range numbered("k%d", 30) {
					if got, err := ring.Owner(key); err != nil || got != step.owner {
						t.Errorf("step %d: owner of %q: want %q, got %q, %v", i, key, step.owner, got, err)
					}
				}
			}
		})
	}
}
