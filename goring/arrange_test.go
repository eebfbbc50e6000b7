package goring_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
)

// TestArrangeUnsorted has a dialect that leaves its points in the order in which
// they are made. Its search is that of any program: a binary search that does not
// know.
func TestArrangeUnsorted(t *testing.T) {
	t.Parallel()
	for _, d := range seeds {
		hash := d.Hash
		d.Arrange = func(points []goring.OwnedPoint) []goring.OwnedPoint { return points }
		ring := mustNew(t, d, 7, goring.Nodes("b", "a"))
		if err := ring.Add(goring.Node{Name: "c", Weight: 2}); err != nil {
			t.Fatal(err)
		}
		var want []goring.Point
		for _, node := range []goring.Node{{Name: "b", Weight: 1}, {Name: "a", Weight: 1}, {Name: "c", Weight: 2}} {
			for i := range 7 * node.Weight {
				want = append(want, goring.Point{Position: hash(string(d.Label(nil, node.Name, i))), Node: node.Name})
			}
		}
		if diff := cmp.Diff(want, ring.Points()); diff != "" {
			t.Errorf("%s: points (-want +got):\n%s", d.Name, diff)
		}
		s := ring.Snapshot()
		for _, key := range numbered("k%d", 100) {
			h := hash(key)
			i := sort.Search(len(want), func(i int) bool { return want[i].Position.Compare(h) >= 0 })
			if got := s.Search(h); got != i {
				t.Errorf("%s: Search(%v): want %d, got %d", d.Name, h, i, got)
			}
			if got, err := ring.Owner(key); err != nil || got != want[i%len(want)].Node {
				t.Errorf("%s: owner of %q: want %q, got %q, %v", d.Name, key, want[i%len(want)].Node, got, err)
			}
		}
	}
}

// TestArrangeSorted has a dialect that does itself what would be done anyhow.
func TestArrangeSorted(t *testing.T) {
	t.Parallel()
	for name, v := range variants(t) {
		d := v.dialect
		d.Arrange = func(points []goring.OwnedPoint) []goring.OwnedPoint {
			slices.SortStableFunc(points, func(a, b goring.OwnedPoint) int {
				if c := a.Position.Compare(b.Position); c != 0 {
					return c
				}
				return d.Tie(a.Owner, b.Owner)
			})
			return points
		}
		nodes := goring.Nodes("b", "a", "c")
		o, err := newOracle(v.rules, 5, nodes)
		if err != nil {
			t.Fatal(err)
		}
		ring := mustNew(t, d, 5, nodes)
		rng := rand.New(rand.NewPCG(7, 7))
		history := name
		for range 5 {
			compareAll(t, history, rng, ring, o)
			history += "\n" + changeBoth(t, history, rng, ring, o)
		}
	}
}

// TestSettle has a dialect that leaves the points of a node that goes, and loses
// points where it refuses to remove one. Additions set all right: what is right
// is worked out afresh each time, and calls that are refused settle too.
func TestSettle(t *testing.T) {
	t.Parallel()
	for _, d := range []goring.Dialect{goring.XMur3, goring.MD5x128} {
		var calls []goring.Call
		one := func(name string) goring.Node { return goring.Node{Name: name, Weight: 1} }
		d.Members.Settle = func(before, right []goring.OwnedPoint, call goring.Call) []goring.OwnedPoint {
			calls = append(calls, call)
			switch {
			case !call.Remove:
				return right
			case !call.Member:
				return before[:10]
			}
			return before
		}
		ring := mustNew(t, d, 20, goring.Nodes("a", "b", "c"))
		want := func(what string, names ...string) {
			t.Helper()
			if diff := cmp.Diff(mustNew(t, d, 20, goring.Nodes(names...)).Points(), ring.Points()); diff != "" {
				t.Errorf("%s, points after %s (-want +got):\n%s", d.Name, what, diff)
			}
		}
		want("making", "a", "b", "c")
		if _, err := ring.Remove("b"); err != nil {
			t.Fatal(err)
		}
		want("removing b, which keeps its points", "a", "b", "c")
		if got := ring.Nodes(); len(got) != 2 {
			t.Errorf("%s: want 2 nodes, got %v", d.Name, got)
		}
		if err := ring.Add(one("a")); !errors.Is(err, goring.ErrDuplicateNode) {
			t.Errorf("%s: want error %v, got %v", d.Name, goring.ErrDuplicateNode, err)
		}
		want("adding a again, which is refused and yet sets right", "a", "c")
		if err := ring.Update(goring.Nodes("d", "b"), []string{"a"}); err != nil {
			t.Fatal(err)
		}
		want("updating", "b", "c", "d")
		if _, err := ring.Remove("x"); !errors.Is(err, goring.ErrUnknownNode) {
			t.Errorf("%s: want error %v, got %v", d.Name, goring.ErrUnknownNode, err)
		}
		if got := len(ring.Points()); got != 10 {
			t.Errorf("%s: want 10 points after removing x, which is refused and loses the others, got %d", d.Name, got)
		}
		if err := ring.Add(one("e")); err != nil {
			t.Fatal(err)
		}
		want("adding e, which sets right", "b", "c", "d", "e")
		wantCalls := []goring.Call{
			{Node: one("b"), Remove: true, Member: true},
			{Node: one("a"), Member: true},
			{Node: one("a"), Remove: true, Member: true}, {Node: one("d")}, {Node: one("b")},
			{Node: goring.Node{Name: "x"}, Remove: true},
			{Node: one("e")},
		}
		if diff := cmp.Diff(wantCalls, calls); diff != "" {
			t.Errorf("%s: calls (-want +got):\n%s", d.Name, diff)
		}
	}
}

// TestSettleStrangers leaves points of a node that is no member any more: it owns
// keys and is met by walks like any other.
func TestSettleStrangers(t *testing.T) {
	t.Parallel()
	d := goring.XMur3
	d.Members.Settle = func(before, right []goring.OwnedPoint, call goring.Call) []goring.OwnedPoint {
		return before
	}
	ring := mustNew(t, d, 20, goring.Nodes("a", "b", "c"))
	owners, err := ring.Owners(numbered("k%d", 50))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b", "a"} {
		if _, err := ring.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ring.Owners(numbered("k%d", 50))
	if diff := cmp.Diff(owners, got); err != nil || diff != "" {
		t.Errorf("owners after removals that leave all points: %v (-want +got):\n%s", err, diff)
	}
	if nodes := ring.Nodes(); len(nodes) != 1 || nodes[0].Name != "c" {
		t.Errorf("want the node c alone, got %v", nodes)
	}
}

// TestPlace has labels that make several points each.
func TestPlace(t *testing.T) {
	t.Parallel()
	single, several := goring.MD5x32, goring.MD5x32
	several.Place = func(dst []goring.Position, label string) []goring.Position {
		for _, suffix := range []string{"", "/1", "/2"} {
			dst = append(dst, single.Hash(label+suffix))
		}
		return dst
	}
	ring := mustNew(t, several, 30, goring.Nodes("a", "b"))
	if err := ring.Add(goring.Node{Name: "c", Weight: 2}); err != nil {
		t.Fatal(err)
	}
	var want []goring.Point
	for node, labels := range map[string]int{"a": 30, "b": 30, "c": 60} {
		for i := range labels {
			for _, suffix := range []string{"", "/1", "/2"} {
				want = append(want, goring.Point{Position: single.Hash(fmt.Sprint(node, "#", i, suffix)), Node: node})
			}
		}
	}
	slices.SortFunc(want, func(a, b goring.Point) int { return a.Position.Compare(b.Position) })
	if diff := cmp.Diff(want, ring.Points()); diff != "" {
		t.Errorf("points (-want +got):\n%s", diff)
	}
}

// TestBoundaryAndWalk replaces the two rules by which a key finds its nodes.
func TestBoundaryAndWalk(t *testing.T) {
	t.Parallel()
	d := goring.XMur3
	d.Boundary = func(s *goring.Snapshot, h goring.Position) int {
		if h == d.Hash("nowhere") {
			return -1
		}
		return s.Len() - 1
	}
	d.Walk = func(s *goring.Snapshot, serving, n int) []string {
		return []string{s.Node(serving), fmt.Sprint(n)}
	}
	ring := mustNew(t, d, 3, goring.Nodes("A", "B", "C"))
	if got, err := ring.Owner("k1"); err != nil || got != "B" {
		t.Errorf("owner: want the last point's, B, got %q, %v", got, err)
	}
	if got, err := ring.Owner("nowhere"); !errors.Is(err, goring.ErrNoOwner) {
		t.Errorf("owner of a key that no point serves: want error %v, got %q, %v", goring.ErrNoOwner, got, err)
	}
	given := []string{"given"}
	if got, err := ring.AppendOwners(given, []string{"k1", "nowhere"}); !errors.Is(err, goring.ErrNoOwner) || !slices.Equal(got, given) {
		t.Errorf("owners, one of them none: want %q and error %v, got %q, %v", given, goring.ErrNoOwner, got, err)
	}
	if got, err := ring.Replicas("nowhere", 2); err != nil || len(got) != 0 {
		t.Errorf("replicas of a key that no point serves: want none, got %q, %v", got, err)
	}
	if got, err := ring.AppendReplicas(given, "k1", 2); err != nil || !slices.Equal(got, []string{"given", "B", "2"}) {
		t.Errorf("replicas: want the answer of Walk, got %q, %v", got, err)
	}
}
