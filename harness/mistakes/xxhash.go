package mistakes

import (
	"encoding/binary"
	"math/bits"

	"ringkit/goring"
)

// xxh64 is XXH64 with any seed.
func xxh64(text string, seed uint64) uint64 {
	var p1, p2, p3, p4, p5 uint64 = 0x9e3779b185ebca87, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9, 0x85ebca77c2b2ae63, 0x27d4eb2f165667c5
	round := func(lane, word uint64) uint64 { return bits.RotateLeft64(lane+word*p2, 31) * p1 }
	rest, h := []byte(text), seed+p5
	if len(rest) >= 32 {
		lanes := [4]uint64{seed + p1 + p2, seed + p2, seed, seed - p1}
		for ; len(rest) >= 32; rest = rest[32:] {
			for i := range lanes {
				lanes[i] = round(lanes[i], binary.LittleEndian.Uint64(rest[8*i:]))
			}
		}
		h = bits.RotateLeft64(lanes[0], 1) + bits.RotateLeft64(lanes[1], 7) + bits.RotateLeft64(lanes[2], 12) + bits.RotateLeft64(lanes[3], 18)
		for _, lane := range lanes {
			h = (h^round(0, lane))*p1 + p4
		}
	}
	h += uint64(len(text))
	for ; len(rest) >= 8; rest = rest[8:] {
		h = bits.RotateLeft64(h^round(0, binary.LittleEndian.Uint64(rest)), 27)*p1 + p4
	}
	if len(rest) >= 4 {
		h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(rest))*p1, 23)*p2 + p3
		rest = rest[4:]
	}
	for _, b := range rest {
		h = bits.RotateLeft64(h^uint64(b)*p5, 11) * p1
	}
	h = (h ^ h>>33) * p2
	h = (h ^ h>>29) * p3
	return h ^ h>>32
}

// xxh32 is XXH32 with seed 0.
func xxh32(text string) uint32 {
	var p1, p2, p3, p4, p5 uint32 = 0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1
	rest, h := []byte(text), p5
	if len(rest) >= 16 {
		lanes := [4]uint32{p1 + p2, p2, 0, -p1}
		for ; len(rest) >= 16; rest = rest[16:] {
			for i := range lanes {
				lanes[i] = bits.RotateLeft32(lanes[i]+binary.LittleEndian.Uint32(rest[4*i:])*p2, 13) * p1
			}
		}
		h = bits.RotateLeft32(lanes[0], 1) + bits.RotateLeft32(lanes[1], 7) + bits.RotateLeft32(lanes[2], 12) + bits.RotateLeft32(lanes[3], 18)
	}
	h += uint32(len(text))
	for ; len(rest) >= 4; rest = rest[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(rest)*p3, 17) * p4
	}
	for _, b := range rest {
		h = bits.RotateLeft32(h+uint32(b)*p5, 11) * p1
	}
	h = (h ^ h>>15) * p2
	h = (h ^ h>>13) * p3
	return h ^ h>>16
}

// hash of a text with another seed than 0.
func xxh64Of1(text string) goring.Position { return at64(xxh64(text, 1)) }
