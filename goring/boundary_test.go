package goring_test

import (
	"strconv"
	"testing"

	"ringkit/goring"
)

// TestBoundaries asks for keys below, on, between and above points whose
// positions are the nodes' names: two nodes at 20 and two at 40. Of those who
// meet, the one listed first owns.
func TestBoundaries(t *testing.T) {
	t.Parallel()
	position := func(text string) goring.Position {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err)
		}
		return goring.Position{Lo: uint64(n)}
	}
	nodes := goring.Nodes("20", "10", "20.0", "40.0", "30", "40")
	keys := []string{"0", "10", "15", "20", "25", "30", "40", "45", "4294967295"}
	for _, test := range []struct {
		rule     string
		boundary func(*goring.Snapshot, goring.Position) int
		want     []string
	}{
		{"at or after", goring.AtOrAfter, []string{"10", "10", "20", "20", "30", "30", "40.0", "10", "10"}},
		{"after", goring.After, []string{"10", "20", "20", "30", "30", "40.0", "10", "10", "10"}},
		{"at or before", goring.AtOrBefore, []string{"40.0", "10", "10", "20", "20", "30", "40.0", "40.0", "40.0"}},
	} {
		d := goring.XMur3
		d.Hash, d.Tie, d.Boundary = position, goring.ListedFirst, test.boundary
		d.Label = func(dst []byte, node string, _ int) []byte { return append(dst, node...) }
		ring := mustNew(t, d, 1, nodes)
		for i, key := range keys {
			if got, err := ring.Owner(key); err != nil || got != test.want[i] {
				t.Errorf("%s %s: want %s, got %s, %v", test.rule, key, test.want[i], got, err)
			}
		}
	}
}
