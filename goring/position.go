package goring

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
)

// A Position is a place on the circle: an unsigned integer of up to 128 bits.
// Its value is Hi·2⁶⁴ + Lo; how many bits are in use is the dialect's Bits.
type Position struct {
	Hi, Lo uint64
}

// Compare returns −1, 0 or +1 as p lies before, at or after q.
func (p Position) Compare(q Position) int {
	if c := cmp.Compare(p.Hi, q.Hi); c != 0 {
		return c
	}
	return cmp.Compare(p.Lo, q.Lo)
}

// next returns the position after p. After the last of 128 bits comes 0, as on
// the circle.
func (p Position) next() Position {
	lo, carry := bits.Add64(p.Lo, 1, 0)
	return Position{p.Hi + carry, lo}
}

// Len returns how many bits p needs: 0 for position 0, at most 128.
func (p Position) Len() int {
	if p.Hi != 0 {
		return 64 + bits.Len64(p.Hi)
	}
	return bits.Len64(p.Lo)
}

// String returns p as decimal digits.
func (p Position) String() string {
	if p.Hi == 0 {
		return strconv.FormatUint(p.Lo, 10)
	}
	n := new(big.Int).SetUint64(p.Hi)
	n.Lsh(n, 64)
	return n.Or(n, new(big.Int).SetUint64(p.Lo)).String()
}

// ParsePosition reads the decimal digits that [Position.String] writes. It
// refuses a sign, leading zeros, anything else that is not a digit, and a value
// that needs more than 128 bits.
func ParsePosition(s string) (Position, error) {
	if s == "" || len(s) > 39 || len(s) > 1 && s[0] == '0' {
		return Position{}, fmt.Errorf("%.60q is not a position: want 1 to 39 decimal digits without leading zeros", s)
	}
	var p Position
	for i := range len(s) {
		digit := uint64(s[i] - '0')
		if digit > 9 {
			return Position{}, fmt.Errorf("%q is not a position: want decimal digits only", s)
		}
		over, lo := bits.Mul64(p.Lo, 10)
		overHi, hi := bits.Mul64(p.Hi, 10)
		lo, carry := bits.Add64(lo, digit, 0)
		hi, carry = bits.Add64(hi, over, carry)
		if overHi|carry != 0 {
			return Position{}, fmt.Errorf("%s is not a position: it needs more than 128 bits", s)
		}
		p = Position{hi, lo}
	}
	return p, nil
}
