package properties

import (
	"errors"
	"os"
	"testing"

	"ringkit/harness"
)

func TestASavedViolationIsACaseThatTheRingFails(t *testing.T) {
	for _, b := range brokenRings {
		if b.law == "readers" {
			continue
		}
		t.Run(b.law, func(t *testing.T) {
			for _, seed := range seeds(2, 20) {
				b.savedCaseFails(t, seed)
			}
		})
	}
}

func (b brokenRing) savedCaseFails(t *testing.T, seed int64) {
	t.Helper()
	dir := t.TempDir()
	name, err := b.find(t, seed).Save(dir)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := harness.LoadCases(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	right, err := harness.Check(t.Context(), allRings(), harness.OnCases(cases))
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := harness.Check(t.Context(), b.impl, harness.OnCases(cases))
	if err != nil {
		t.Fatal(err)
	}
	if got := right.Totals(); got[harness.Pass] != len(cases) {
		t.Errorf("seed %d: want goring to pass all of %s, got %v", seed, name, got)
	}
	if got := wrong.Totals(); got[harness.Fail] == 0 {
		t.Errorf("seed %d: want the broken ring to fail %s, got %v", seed, name, got)
	}
}

func TestTheSameViolationIsSavedOnce(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		if _, err := find(t, "scan", 1).Save(dir); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 {
		t.Errorf("want one file, got %v", files)
	}
}

func TestReadersCannotBeSaved(t *testing.T) {
	if _, err := find(t, "readers", 1).Save(t.TempDir()); !errors.Is(err, ErrNoVector) {
		t.Errorf("want ErrNoVector, got %v", err)
	}
}
