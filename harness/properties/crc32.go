package properties

import "hash/crc32"

// crc32 reports whether the dialect hashes keys by CRC-32.
func (d *drawing) crc32() bool {
	const text = "123456789"
	return d.dialect.Hash(text).Lo == uint64(crc32.ChecksumIEEE([]byte(text)))
}

// textOfCRC32 returns a text of eight printable characters that has a checksum.
// The checksums of texts of one length are an affine space: each bit of the text
// that is flipped changes the checksum in its own way, whatever the others are.
// Five bits of each character can be flipped, 40 in all, and 32 independent ones
// make any checksum.
func textOfCRC32(sum uint32) string {
	text := []byte("@@@@@@@@")
	flip := func(bits uint64) {
		for i := range text {
			text[i] ^= byte(bits >> (5 * i) & 31)
		}
	}
	// A step changes the checksum by sum when bits of the text are flipped.
	type step struct {
		sum  uint32
		bits uint64
	}
	var steps []step // each with a highest bit of sum that those before it lack
	reduced := func(s step) step {
		for _, t := range steps {
			if s.sum^t.sum < s.sum {
				s = step{s.sum ^ t.sum, s.bits ^ t.bits}
			}
		}
		return s
	}
	from := crc32.ChecksumIEEE(text)
	for bit := range 5 * len(text) {
		flip(1 << bit)
		s := reduced(step{crc32.ChecksumIEEE(text) ^ from, 1 << bit})
		flip(1 << bit)
		if s.sum != 0 {
			steps = append(steps, s)
		}
	}
	flip(reduced(step{sum: sum ^ from}).bits)
	return string(text)
}
