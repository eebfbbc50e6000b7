package goring

import (
	"encoding/binary"
	"math/bits"
)

// The five primes of XXH64.
const (
	xxh64Prime1 = 0x9e3779b185ebca87
	xxh64Prime2 = 0xc2b2ae3d27d4eb4f
	xxh64Prime3 = 0x165667b19e3779f9
	xxh64Prime4 = 0x85ebca77c2b2ae63
	xxh64Prime5 = 0x27d4eb2f165667c5
)

// xxh64 is XXH64 with seed 0.
func xxh64(text string) Position { return Position{Lo: xxh64Seeded(text, 0)} }

// xxh64Seeded is XXH64 (xxHash, doc/xxhash_spec.md).
func xxh64Seeded(text string, seed uint64) uint64 {
	rest := bytesOf(text)
	h := seed + xxh64Prime5
	if len(rest) >= 32 {
		var one, two uint64 = xxh64Prime1, xxh64Prime2 // constants must not overflow
		lanes := [4]uint64{seed + one + two, seed + two, seed, seed - one}
		for ; len(rest) >= 32; rest = rest[32:] {
			for i := range lanes {
				lanes[i] = xxh64Round(lanes[i], binary.LittleEndian.Uint64(rest[8*i:]))
			}
		}
		h = bits.RotateLeft64(lanes[0], 1) + bits.RotateLeft64(lanes[1], 7) +
			bits.RotateLeft64(lanes[2], 12) + bits.RotateLeft64(lanes[3], 18)
		for _, lane := range lanes {
			h = (h^xxh64Round(0, lane))*xxh64Prime1 + xxh64Prime4
		}
	}
	h += uint64(len(text))
	for ; len(rest) >= 8; rest = rest[8:] {
		h ^= xxh64Round(0, binary.LittleEndian.Uint64(rest))
		h = bits.RotateLeft64(h, 27)*xxh64Prime1 + xxh64Prime4
	}
	if len(rest) >= 4 {
		h ^= uint64(binary.LittleEndian.Uint32(rest)) * xxh64Prime1
		h = bits.RotateLeft64(h, 23)*xxh64Prime2 + xxh64Prime3
		rest = rest[4:]
	}
	for _, b := range rest {
		h ^= uint64(b) * xxh64Prime5
		h = bits.RotateLeft64(h, 11) * xxh64Prime1
	}
	h = (h ^ h>>33) * xxh64Prime2
	h = (h ^ h>>29) * xxh64Prime3
	return h ^ h>>32
}

func xxh64Round(lane, word uint64) uint64 {
	return bits.RotateLeft64(lane+word*xxh64Prime2, 31) * xxh64Prime1
}
