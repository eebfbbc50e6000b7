package properties

import (
	"errors"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/runners"
)

func TestGoReference(t *testing.T) {
	Run(t, harness.Go(), Options{Readers: true})
}

func TestReferences(t *testing.T) {
	for _, name := range runners.References() {
		t.Run(name, func(t *testing.T) {
			p, fresh := reference(t, name), reference(t, name)
			t.Run("alone", func(t *testing.T) { Run(t, p, Options{Runs: 10, Fresh: fresh}) })
			t.Run("beside go", func(t *testing.T) { Run(t, harness.Go(), Options{Runs: 20, Other: p}) })
		})
	}
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
	for _, seed := range seeds(1, 1000) {
		opts := Options{Seed: seed, Readers: true, Runs: DefaultRuns}
		if !full() {
			opts.Runs = 20 // TestGoReference goes through a whole run
		}
		results, err := Fuzz(t.Context(), harness.Go(), opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			switch {
			case r.Violation != nil:
				t.Errorf("seed %d: %s: %s", seed, r.Property.Name, r.Violation)
			case r.NotApplicable != "":
				t.Errorf("seed %d: want %s judged in %s, got: %s", seed, r.Property.Name, r.Dialect, r.NotApplicable)
			case r.Samples != max(1, opts.Runs/max(1, r.Property.rare)):
				t.Errorf("seed %d: %s: want all samples judged, got %d", seed, r.Property.Name, r.Samples)
			}
		}
	}
}

// dense is a dialect on a circle of 61 positions, so that its rings are full of
// ties: at 128 bits no text gives one.
func dense(name string) (goring.Dialect, bool) {
	d, known := goring.Lookup(name)
	right := d.Hash
	d.Hash = func(text string) goring.Position { return goring.Position{Lo: right(text).Lo % 61} }
	return d, known
}

func TestTheRightRingRaisesNoAlarmInTies(t *testing.T) {
	var names []string
	for _, d := range goring.Dialects() {
		names = append(names, d.Name)
	}
	for _, seed := range seeds(1, 100) {
		results, err := Fuzz(t.Context(), harness.Rings("dense", names, dense), Options{Seed: seed, Readers: true, Runs: 50, lookup: dense})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if r.Violation != nil {
				t.Errorf("seed %d: %s: %s", seed, r.Property.Name, r.Violation)
			}
			if chance := r.Property.rare == 20; chance != (r.NotApplicable != "") {
				t.Errorf("seed %d: %s in %s: want only laws of chance not applicable, got %q", seed, r.Property.Name, r.Dialect, r.NotApplicable)
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
