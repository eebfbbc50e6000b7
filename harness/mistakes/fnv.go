package mistakes

import "ringkit/goring"

// fnv is FNV in 64 bits. The low 32 bits of what it gives are what FNV gives in 32
// bits with the low halves of start and prime.
type fnv struct {
	start, prime  uint64
	multiplyFirst bool
	signedBytes   bool
}

func (f fnv) hash(text string) uint64 {
	h := f.start
	for i := range len(text) {
		unit := uint64(text[i])
		if f.signedBytes {
			unit = uint64(int8(text[i]))
		}
		if f.multiplyFirst {
			h = h*f.prime ^ unit
		} else {
			h = (h ^ unit) * f.prime
		}
	}
	return h
}

const (
	fnv64Start = 0xcbf29ce484222325
	fnv64Prime = 0x100000001b3
	fnv32Start = 0x811c9dc5
	fnv32Prime = 0x1000193
)

// in32 cuts what FNV gives to 32 bits.
func (f fnv) in32(text string) goring.Position { return at32(uint32(f.hash(text))) }
