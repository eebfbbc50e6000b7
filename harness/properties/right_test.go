package properties

import (
	"errors"
	"slices"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/runners"
)

func TestGoReference(t *testing.T) {
	Run(t, allRings(), Options{Readers: true, Dialects: seedDialects})
}

func TestReferences(t *testing.T) {
	for _, name := range runners.References() {
		t.Run(name, func(t *testing.T) {
			p, fresh := reference(t, name), reference(t, name)
			seed, configured := spoken(t, p, seedDialects), spoken(t, p, configured)
			t.Run("alone", func(t *testing.T) { Run(t, p, Options{Runs: 10, Fresh: fresh, Dialects: seed}) })
			t.Run("beside go", func(t *testing.T) { Run(t, allRings(), Options{Runs: 20, Other: p, Dialects: seed}) })
			if len(configured) > 0 {
				// Where it agrees, it keeps each law that goring keeps.
				t.Run("production beside go", func(t *testing.T) { Run(t, allRings(), Options{Runs: 5, Other: p, Dialects: configured}) })
			}
		})
	}
}

// spoken returns those of the dialects that an implementation speaks.
func spoken(t *testing.T, impl harness.Implementation, dialects []string) []string {
	t.Helper()
	hello, err := impl.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Clone(dialects), func(name string) bool { return !slices.Contains(hello.Dialects, name) })
}

// reference starts a reference implementation, or skips the test.
func reference(t *testing.T, name string) harness.Implementation {
	t.Helper()
	p, err := runners.Reference(t.Context(), name)
	if errors.Is(err, runners.ErrNotInstalled) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestTheRightRingRaisesNoAlarm(t *testing.T) {
	opts := Options{Readers: true, Dialects: seedDialects, Runs: 20} // TestGoReference goes through a whole run
	if full() {
		opts.Runs = DefaultRuns
	}
	for _, seed := range seeds(1, 1000) {
		opts.Seed = seed
		noAlarm(t, opts)
	}
}

// noAlarm fails the test unless goring keeps each law that is stated, on all
// samples.
func noAlarm(t *testing.T, opts Options) {
	t.Helper()
	results, err := Fuzz(t.Context(), allRings(), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		name := r.Dialect + "/" + r.Property.Name
		switch stated := customs[r.Dialect].states(r.Property.Name); {
		case r.Violation != nil:
			t.Errorf("seed %d: %s: %s", opts.Seed, name, r.Violation)
		case stated != (r.NotApplicable == ""):
			t.Errorf("seed %d: want %s judged: %t, got: %q", opts.Seed, name, stated, r.NotApplicable)
		case stated && r.Samples != max(1, opts.Runs/max(1, r.Property.rare)):
			t.Errorf("seed %d: %s: want all samples judged, got %d", opts.Seed, name, r.Samples)
		}
	}
}

// dense is a dialect on a circle of 61 positions, so that its rings are full of
// ties: at 128 bits no text gives one.
func dense(name string) (goring.Dialect, bool) {
	d, known := goring.Lookup(name)
	few := func(p goring.Position) goring.Position { return goring.Position{Lo: p.Lo % 61} }
	fewer := func(positions []goring.Position) []goring.Position {
		for i, p := range positions {
			positions[i] = few(p)
		}
		return positions
	}
	right := d
	d.Hash = func(text string) goring.Position { return few(right.Hash(text)) }
	if d.Place != nil {
		d.Place = func(dst []goring.Position, label string) []goring.Position {
			return append(dst, fewer(right.Place(nil, label))...)
		}
	}
	if d.Points != nil {
		d.Points = func(dst []goring.Position, labels int, node goring.Node, all []goring.Node) []goring.Position {
			return append(dst, fewer(right.Points(nil, labels, node, all))...)
		}
	}
	return d, known
}

func TestTheRightRingRaisesNoAlarmInTies(t *testing.T) {
	all := harness.Rings("dense", allRings().Dialects, dense)
	for _, seed := range seeds(1, 100) {
		for _, opts := range []Options{{Runs: 50, Dialects: seedDialects, Readers: true}, {Runs: 10, Dialects: configured}} {
			opts.Seed, opts.lookup = seed, dense
			results, err := Fuzz(t.Context(), all, opts)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				if r.Violation != nil {
					t.Errorf("seed %d: %s: %s", seed, r.Property.Name, r.Violation)
				}
				judged := customs[r.Dialect].states(r.Property.Name) && r.Property.rare != 20
				if judged != (r.NotApplicable == "") {
					t.Errorf("seed %d: %s in %s: want judged unless a law of chance or not stated, got %q", seed, r.Property.Name, r.Dialect, r.NotApplicable)
				}
			}
		}
	}
}

// The loser of a tie that is dropped is missed when the owner leaves.
func TestTiesThatAreDroppedAreFound(t *testing.T) {
	dropping := func(name string) (goring.Dialect, bool) {
		d, known := dense(name)
		d.Members.Settle = func(before, right []goring.OwnedPoint, c goring.Call) (points []goring.OwnedPoint) {
			if !c.Remove || !c.Member {
				return right
			}
			for _, p := range right {
				lost := false
				for i, q := range before {
					// the owner of a position is the first there
					lost = lost || q.Position == p.Position && q.Owner.Name == c.Node.Name && (i == 0 || before[i-1].Position != q.Position)
				}
				if !lost {
					points = append(points, p)
				}
			}
			return points
		}
		return d, known
	}
	for _, name := range []string{"md5-128", "md5-128-after"} {
		impl := harness.Rings("dropping", []string{name}, dropping)
		results, err := Fuzz(t.Context(), impl, Options{Seed: 1, Properties: []string{"history"}, lookup: dense})
		if err != nil {
			t.Fatal(err)
		}
		if results[0].Violation == nil {
			t.Errorf("%s: want history violated, got none", name)
		}
	}
}
