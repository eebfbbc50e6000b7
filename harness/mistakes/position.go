package mistakes

import (
	"math"
	"math/bits"
	"strconv"

	"ringkit/goring"
)

// at32 is a position of 32 bits.
func at32(n uint32) goring.Position { return goring.Position{Lo: uint64(n)} }

// at64 is a position of 64 bits.
func at64(n uint64) goring.Position { return goring.Position{Lo: n} }

// bigEndian reads up to 16 bytes.
func bigEndian(digest []byte) (p goring.Position) {
	for _, b := range digest {
		p = goring.Position{Hi: p.Hi<<8 | p.Lo>>56, Lo: p.Lo<<8 | uint64(b)}
	}
	return p
}

// reversedBytes turns the four bytes of a position round.
func reversedBytes(p goring.Position) goring.Position { return at32(bits.ReverseBytes32(uint32(p.Lo))) }

// flipTop flips the highest bit of a position.
func flipTop(p goring.Position, width int) goring.Position {
	if width > 64 {
		p.Hi ^= 1 << (width - 65)
	} else {
		p.Lo ^= 1 << (width - 1)
	}
	return p
}

// negated is p with the other sign, in two's complement of 128 bits.
func negated(p goring.Position) goring.Position {
	p.Hi, p.Lo = ^p.Hi, ^p.Lo+1
	if p.Lo == 0 {
		p.Hi++
	}
	return p
}

// signedText writes a position as two's complement of that width.
func signedText(p goring.Position, width int) string {
	if p.Len() < width {
		return p.String()
	}
	negative := negated(p)
	switch {
	case width <= 64:
		negative.Hi = 0
		negative.Lo &= 1<<width - 1
	case width < 128:
		negative.Hi &= 1<<(width-64) - 1
	}
	return "-" + negative.String()
}

// throughDouble rounds a position to the 53 bits of a double.
func throughDouble(p goring.Position) goring.Position {
	f := float64(p.Hi)*(1<<64) + float64(p.Lo)
	if f >= 1<<64*(1<<64) {
		return goring.Position{Hi: math.MaxUint64, Lo: math.MaxUint64}
	}
	hi := math.Floor(f / (1 << 64))
	return goring.Position{Hi: uint64(hi), Lo: uint64(f - hi*(1<<64))}
}

// fromHex reads the first digits of a hex text.
func fromHex(hex string, digits int) (p goring.Position) {
	for _, c := range hex[:min(digits, len(hex))] {
		v, _ := strconv.ParseUint(string(c), 16, 4) // hex holds only digits
		p = goring.Position{Hi: p.Hi<<4 | p.Lo>>60, Lo: p.Lo<<4 | v}
	}
	return p
}

// distance is how far it is from p on to q.
func distance(p, q goring.Position) goring.Position {
	d := goring.Position{Hi: q.Hi - p.Hi, Lo: q.Lo - p.Lo}
	if q.Lo < p.Lo {
		d.Hi--
	}
	return d
}

// onCircle cuts a distance to the width of the circle.
func onCircle(p goring.Position, bits int) goring.Position {
	if bits <= 64 {
		return goring.Position{Lo: p.Lo << (64 - bits) >> (64 - bits)}
	}
	return p
}

// remainder returns p modulo n.
func remainder(p goring.Position, n uint64) uint64 {
	rest := uint64(0)
	for shift := 0; shift < 128; shift += 32 {
		part := p.Hi
		if shift >= 64 {
			part = p.Lo
		}
		part = part << (shift % 64) >> 32
		rest = (rest<<32 | part) % n
	}
	return rest
}
