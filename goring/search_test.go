package goring_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ringkit/goring"
)

// The points of an adversary lie where he wants: his dialect hashes the label of
// a point to the position he chose, and the key "@p" to position p. His nodes
// "0", "1" and "2" take turns.
func adversary(width int, positions []goring.Position) goring.Dialect {
	number := func(text string) int {
		i, err := strconv.Atoi(text)
		if err != nil {
			panic(err)
		}
		return i
	}
	d := goring.MD5x128
	d.Bits = width
	d.Labels = func(_ int, node goring.Node, all []goring.Node) int {
		return (len(positions) - number(node.Name) + len(all) - 1) / len(all)
	}
	d.Hash = func(text string) goring.Position {
		if p, chosen := chosenPosition(text); chosen {
			return p
		}
		node, index, _ := strings.Cut(text, "#")
		return positions[number(index)*len(adversaryNodes)+number(node)]
	}
	return d
}

// chosenPosition returns the position that a key of the form "@p" asks for.
func chosenPosition(key string) (p goring.Position, chosen bool) {
	digits, chosen := strings.CutPrefix(key, "@")
	if !chosen {
		return p, false
	}
	p, err := goring.ParsePosition(digits)
	if err != nil {
		panic(err)
	}
	return p, true
}

var adversaryNodes = goring.Nodes("0", "1", "2")

// The shapes that an adversary gives to the positions of a ring.
const (
	shapeEven      = iota // what a good hash does
	shapeOne              // all points equal
	shapeTwo              // two positions
	shapeEnds             // 0 and the maximum
	shapeOneBucket        // all in one bucket, and many with the same top bits
	shapeLow              // no position uses more than ten bits
	shapeClusters         // a few dense places
	shapes
)

func shaped(shape, width, n int, rng *rand.Rand) []goring.Position {
	draw := func() goring.Position { return narrow(goring.Position{Hi: rng.Uint64(), Lo: rng.Uint64()}, width) }
	centres := []goring.Position{draw(), draw(), draw()}
	near := func(p goring.Position, within uint64) goring.Position {
		return narrow(goring.Position{Hi: p.Hi ^ rng.Uint64N(2), Lo: p.Lo ^ rng.Uint64N(within)}, width)
	}
	positions := make([]goring.Position, n)
	for i := range positions {
		switch shape {
		case shapeEven:
			positions[i] = draw()
		case shapeOne:
			positions[i] = centres[0]
		case shapeTwo:
			positions[i] = centres[rng.IntN(2)]
		case shapeEnds:
			if rng.IntN(2) == 0 {
				positions[i] = narrow(goring.Position{Hi: math.MaxUint64, Lo: math.MaxUint64}, width)
			}
		case shapeOneBucket:
			positions[i] = near(centres[0], 16)
		case shapeLow:
			positions[i] = goring.Position{Lo: rng.Uint64N(1 << 10)}
		case shapeClusters:
			positions[i] = near(centres[rng.IntN(3)], 1<<12)
		}
	}
	return positions
}

// narrow cuts a position to a width.
func narrow(p goring.Position, width int) goring.Position {
	switch width {
	case 32:
		return goring.Position{Lo: p.Lo & math.MaxUint32}
	case 64:
		return goring.Position{Lo: p.Lo}
	}
	return p
}

var widths = []int{32, 64, 128}

// FuzzSearch compares the search, and what the boundary rules make of it, with a
// scan over all points.
func FuzzSearch(f *testing.F) {
	const million = math.MaxUint8
	for shape := range uint8(shapes) {
		for width := range uint8(len(widths)) {
			for _, size := range []uint8{0, 1, 2, 9, 12} {
				f.Add(shape, width, size, uint64(size), uint64(shape)<<60, uint64(math.MaxUint64))
			}
		}
	}
	f.Add(uint8(shapeEven), uint8(0), uint8(million), uint64(1), uint64(1), uint64(1))
	f.Add(uint8(shapeOneBucket), uint8(2), uint8(million), uint64(3), uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, shape, width, size uint8, seed, hi, lo uint64) {
		w := widths[int(width)%len(widths)]
		rng := rand.New(rand.NewPCG(seed, 2))
		n := 1 + rng.IntN(1<<(size%13))
		if size == million {
			n = 1 << 20
		}
		s := adversarialRing(t, int(shape%shapes), w, n, rng)
		h := goring.Position{Hi: hi, Lo: lo}
		for _, h := range []goring.Position{
			h, narrow(h, w), {}, {Lo: 1}, {Lo: math.MaxUint32}, {Lo: math.MaxUint64},
			{Hi: math.MaxUint64, Lo: math.MaxUint64},
		} {
			compareSearch(t, s, h)
		}
		for range 4 {
			p := s.Position(rng.IntN(n))
			for _, h := range []goring.Position{p, beside(p, 1), beside(p, -1)} {
				compareSearch(t, s, h)
			}
		}
	})
}

func adversarialRing(t *testing.T, shape, width, n int, rng *rand.Rand) *goring.Snapshot {
	t.Helper()
	positions := shaped(shape, width, n, rng)
	ring, err := goring.New(adversary(width, positions), 1, adversaryNodes)
	if err != nil {
		t.Fatal(err)
	}
	s := ring.Snapshot()
	if s.Len() != n {
		t.Fatalf("want %d points, got %d", n, s.Len())
	}
	for i := 1; i < n; i++ {
		if s.Position(i-1).Compare(s.Position(i)) > 0 {
			t.Fatalf("points %d and %d do not ascend: %v, %v", i-1, i, s.Position(i-1), s.Position(i))
		}
	}
	return s
}

// beside returns the position one further on or back, around the circle of 128
// bits.
func beside(p goring.Position, step int64) goring.Position {
	lo := p.Lo + uint64(step)
	switch {
	case step > 0 && lo == 0:
		p.Hi++
	case step < 0 && lo == math.MaxUint64:
		p.Hi--
	}
	return goring.Position{Hi: p.Hi, Lo: lo}
}

func compareSearch(t *testing.T, s *goring.Snapshot, h goring.Position) {
	t.Helper()
	at, after := 0, 0
	for i := range s.Len() {
		switch s.Position(i).Compare(h) {
		case -1:
			at, after = i+1, i+1
		case 0:
			after = i + 1
		}
	}
	if got := s.Search(h); got != at {
		t.Errorf("%d points, Search(%v): want %d, got %d", s.Len(), h, at, got)
	}
	if want, got := at%s.Len(), goring.AtOrAfter(s, h); got != want {
		t.Errorf("%d points, AtOrAfter(%v): want %d, got %d", s.Len(), h, want, got)
	}
	owner, err := s.Owner("@" + h.String())
	if want := s.Node(at % s.Len()); err != nil || owner != want {
		t.Errorf("%d points, Owner at %v: want %s, got %s, %v", s.Len(), h, want, owner, err)
	}
	if want, got := after%s.Len(), goring.After(s, h); got != want {
		t.Errorf("%d points, After(%v): want %d, got %d", s.Len(), h, want, got)
	}
}

// TestSearchEverywhere asks rings of few positions for every position there is.
func TestSearchEverywhere(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := rng.IntN(20) + 1
		positions := make([]goring.Position, n)
		for i := range positions {
			positions[i] = goring.Position{Lo: rng.Uint64N(24)}
		}
		for _, width := range widths {
			// The same at the lower end of the circle, across the place where the
			// top 32 bits change, and at the upper end.
			for _, base := range []goring.Position{
				{}, {Lo: 1<<31 - 12}, {Lo: 1<<32 - 24},
				{Lo: 1<<33 - 12}, {Lo: math.MaxUint64 - 23},
				{Hi: 1<<32 - 1, Lo: math.MaxUint64 - 11}, {Hi: math.MaxUint64, Lo: math.MaxUint64 - 23},
			} {
				if base.Len() > width {
					continue
				}
				moved := make([]goring.Position, n)
				for i, p := range positions {
					moved[i] = offset(base, p.Lo)
				}
				ring, err := goring.New(adversary(width, moved), 1, adversaryNodes)
				if err != nil {
					t.Fatal(err)
				}
				for h := range uint64(24) {
					compareSearch(t, ring.Snapshot(), offset(base, h))
				}
			}
		}
	}
}

// offset returns base + by.
func offset(base goring.Position, by uint64) goring.Position {
	lo := base.Lo + by
	if lo < by {
		base.Hi++
	}
	return goring.Position{Hi: base.Hi, Lo: lo}
}

// TestSearchWithoutPoints searches where there is nothing to find, at either end
// of the circle.
func TestSearchWithoutPoints(t *testing.T) {
	for _, d := range goring.Dialects() {
		for _, nodes := range [][]goring.Node{nil, goring.Nodes("node")} {
			if nodes != nil && d.Placement == nil {
				continue
			}
			ring := mustNew(t, d, max(d.VNodes, 1), nodes)
			for _, h := range []goring.Position{{}, {Lo: math.MaxUint32}, {Lo: math.MaxUint64}, {Hi: math.MaxUint64, Lo: math.MaxUint64}} {
				if got := ring.Snapshot().Search(h); got != 0 {
					t.Errorf("%s, Search(%v): want 0, got %d", d.Name, h, got)
				}
			}
		}
	}
}

// TestPositionsWiderThanBits has positions that do not fit what the dialect says,
// as in a copy of a dialect with another Hash, and as they come and go.
func TestPositionsWiderThanBits(t *testing.T) {
	t.Parallel()
	d := goring.XMur3
	wide := map[string]goring.Position{
		"narrow#0": {Lo: 7}, "narrow#1": {Lo: math.MaxUint32},
		"wider#0": {Lo: 1 << 40}, "wider#1": {Lo: 9},
		"widest#0": {Hi: 3, Lo: 1}, "widest#1": {Hi: 1 << 60},
	}
	d.Hash = func(text string) goring.Position {
		if p, chosen := chosenPosition(text); chosen {
			return p
		}
		return wide[text]
	}
	order := []string{"narrow#0", "wider#1", "narrow#1", "wider#0", "widest#0", "widest#1"}

	for _, names := range [][]string{
		{"narrow", "wider", "widest"}, {"widest", "wider", "narrow"}, {"wider", "narrow", "widest"},
	} {
		ring, err := goring.New(d, 2, goring.Nodes(names[0]))
		if err != nil {
			t.Fatal(err)
		}
		on := map[string]bool{names[0]: true}
		check := func() {
			t.Helper()
			var want []goring.Point
			for _, label := range order {
				if node, _, _ := strings.Cut(label, "#"); on[node] {
					want = append(want, goring.Point{Position: wide[label], Node: node})
				}
			}
			if got := ring.Points(); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%v: want points %v, got %v", names, want, got)
			}
			for _, p := range want {
				for step := int64(-1); step <= 1; step++ {
					compareSearch(t, ring.Snapshot(), beside(p.Position, step))
				}
			}
		}
		check()
		for _, name := range names[1:] {
			if err := ring.Add(goring.Node{Name: name, Weight: 1}); err != nil {
				t.Fatal(err)
			}
			on[name] = true
			check()
		}
		for _, name := range names[:2] {
			if _, err := ring.Remove(name); err != nil {
				t.Fatal(err)
			}
			on[name] = false
			check()
		}
	}
}

// TestOtherWidths has dialects whose Bits are none of 32, 64 and 128. They have
// no say in who owns a key.
func TestOtherWidths(t *testing.T) {
	nodes := goring.Nodes("A", "B", "C")
	right := mustNew(t, goring.XMur3, 5, nodes)
	for _, bits := range []int{0, 16, 33, 48, 63, 96, 160} {
		d := goring.XMur3
		d.Bits = bits
		ring := mustNew(t, d, 5, nodes)
		for _, key := range numbered("k%d", 100) {
			want, _ := right.Owner(key)
			if got, err := ring.Owner(key); got != want || err != nil {
				t.Errorf("%d bits, key %s: want %s, got %s, %v", bits, key, want, got, err)
				break
			}
		}
	}
}
