package goring

import (
	"encoding/binary"
	"math/bits"
)

// A murmur3x32 is MurmurHash3_x86_32 with seed 0 under way, in the manner of
// pymemcache (pymemcache/client/murmur3.py): its units are the code points of
// text, of each the low 8 bits, and its length is the number of code points. The
// zero value has hashed nothing yet.
type murmur3x32 struct {
	sum   uint32
	block uint32 // the units since the last whole block, the first one lowest
	units uint32
}

// with returns m after text. A byte that is not part of valid UTF-8 counts as
// U+FFFD.
func (m murmur3x32) with(text string) murmur3x32 {
	for _, r := range text {
		m.block |= uint32(byte(r)) << (m.units % 4 * 8)
		m.units++
		if m.units%4 == 0 {
			m.sum = bits.RotateLeft32(m.sum^murmur3Scramble(m.block), 13)*5 + 0xe6546b64
			m.block = 0
		}
	}
	return m
}

// finish returns the hash of what was hashed so far.
func (m murmur3x32) finish() uint32 {
	// A block of no units scrambles to 0 and changes nothing.
	h := m.sum ^ murmur3Scramble(m.block) ^ m.units
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

func murmur3Scramble(block uint32) uint32 {
	return bits.RotateLeft32(block*0xcc9e2d51, 15) * 0x1b873593
}

// murmur3CodePoints is the whole of text as murmur3x32 hashes it.
func murmur3CodePoints(text string) Position {
	return Position{Lo: uint64(murmur3x32{}.with(text).finish())}
}

// The multipliers of MurmurHash3_x64_128.
const (
	murmur3Mix1 = 0x87c37b91114253d5
	murmur3Mix2 = 0x4cf5ad432745937f
)

// murmur3Signed is the first half of MurmurHash3_x64_128 with seed 0, as
// Cassandra has it (utils/MurmurHash.java, hash3_x64_128): it takes the bytes
// after the last whole block of 16 as signed, so that each one from 0x80 on also
// flips all the bits above it. The true hash differs for such tails alone.
func murmur3Signed(text string) uint64 {
	var h1, h2 uint64
	rest := bytesOf(text)
	for ; len(rest) >= 16; rest = rest[16:] {
		h1 ^= murmur3First(binary.LittleEndian.Uint64(rest))
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= murmur3Second(binary.LittleEndian.Uint64(rest[8:]))
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	var k1, k2 uint64
	for i, b := range rest {
		if i < 8 {
			k1 ^= uint64(int8(b)) << (8 * i)
		} else {
			k2 ^= uint64(int8(b)) << (8 * (i - 8))
		}
	}
	h1 ^= murmur3First(k1) ^ uint64(len(text))
	h2 ^= murmur3Second(k2) ^ uint64(len(text))
	h1 += h2
	h2 += h1
	return murmur3Finish64(h1) + murmur3Finish64(h2)
}

func murmur3First(k uint64) uint64 { return bits.RotateLeft64(k*murmur3Mix1, 31) * murmur3Mix2 }

func murmur3Second(k uint64) uint64 { return bits.RotateLeft64(k*murmur3Mix2, 33) * murmur3Mix1 }

func murmur3Finish64(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
