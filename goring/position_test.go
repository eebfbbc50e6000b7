package goring_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ringkit/goring"
)

func bigOf(p goring.Position) *big.Int {
	n := new(big.Int).SetUint64(p.Hi)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(p.Lo))
}

// somePositions are the edges of each width and some between them.
func somePositions() []goring.Position {
	rng := rand.New(rand.NewPCG(5, 5))
	var out []goring.Position
	edges := []uint64{0, 1, 9, 10, math.MaxUint32, math.MaxUint32 + 1, 1e19, math.MaxUint64 - 1, math.MaxUint64}
	for _, hi := range edges {
		for _, lo := range edges {
			out = append(out, goring.Position{Hi: hi, Lo: lo})
		}
		out = append(out, goring.Position{Hi: hi, Lo: rng.Uint64()}, goring.Position{Hi: rng.Uint64() >> rng.IntN(64), Lo: hi})
	}
	return out
}

func TestPositionIsANumber(t *testing.T) {
	t.Parallel()
	for _, p := range somePositions() {
		n := bigOf(p)
		if p.String() != n.String() {
			t.Errorf("String of {%d, %d}: want %v, got %v", p.Hi, p.Lo, n, p)
		}
		if p.Len() != n.BitLen() {
			t.Errorf("Len of %v: want %d, got %d", p, n.BitLen(), p.Len())
		}
		if got, err := goring.ParsePosition(n.String()); err != nil || got != p {
			t.Errorf("ParsePosition(%q): want %v, got %v, %v", n, p, got, err)
		}
		for _, q := range somePositions() {
			if want, got := n.Cmp(bigOf(q)), p.Compare(q); got != want {
				t.Errorf("%v compared with %v: want %d, got %d", p, q, want, got)
			}
		}
	}
}

func TestParsePositionRefuses(t *testing.T) {
	t.Parallel()
	tooGreat := new(big.Int).Lsh(big.NewInt(1), 128)
	for _, s := range []string{
		"", " 1", "1 ", "-1", "+1", "01", "00", "0x1", "1e3", "1.0", "1_000", "a", "١", "\x00", ":", "/",
		tooGreat.String(), strings.Repeat("9", 39), strings.Repeat("1", 40), "1" + strings.Repeat("0", 64),
	} {
		if p, err := goring.ParsePosition(s); err == nil {
			t.Errorf("ParsePosition(%q): want an error, got %v", s, p)
		}
	}
}
