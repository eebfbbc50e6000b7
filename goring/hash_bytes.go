package goring

// Hashes of a few lines that go through text byte by byte. Where C takes the
// bytes as char, which is signed on x86 and not on ARM, they are signed here:
// those from 0x80 on are negative numbers.

// oneAtATime is Bob Jenkins's one-at-a-time hash with signed bytes, as
// libmemcached has it.
func oneAtATime(text string) Position {
	var h uint32
	for i := range len(text) {
		h += uint32(int8(text[i]))
		h += h << 10
		h ^= h >> 6
	}
	h += h << 3
	h ^= h >> 11
	h += h << 15
	return Position{Lo: uint64(h)}
}

// fnv1a64In32 is what twemproxy calls fnv1a_64: FNV-1a in 32 bits, with the low
// halves of the 64-bit start value and prime, and signed bytes.
func fnv1a64In32(text string) Position {
	h := uint32(0x84222325)
	for i := range len(text) {
		h ^= uint32(int8(text[i]))
		h *= 0x1b3
	}
	return Position{Lo: uint64(h)}
}
