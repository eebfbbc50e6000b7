package goring

import "math/bits"

// The dialects of jump hashing. The buckets are the nodes in list order, whatever
// their names, so that only the last can leave without moving other keys. A key
// is the decimal text of a 64-bit hash, which programs make of their keys by a
// hash of their own choice; any other text has no owner.
var (
	// Jump is dgryski/go-jump, as in Lamping and Veach, A Fast, Minimal Memory,
	// Consistent Hash Algorithm, 2014. Keys are unsigned.
	Jump = Dialect{
		Name: "jump", Bits: 64, VNodes: 1,
		Hash: positionOf(unsigned64), Tie: ListedFirst, Placement: newJumping(unsigned64, jump), Members: unweighted,
	}

	// Guava is Hashing.consistentHash of Guava 31.1. Keys are unsigned, or signed
	// as Java writes a long; its hash is unsigned either way. It is jump with
	// steps of 32 bits and another rounding, and so differs for rare keys.
	Guava = Dialect{
		Name: "guava", Bits: 64, VNodes: 1,
		Hash: positionOf(signed64), Tie: ListedFirst, Placement: newJumping(signed64, guava), Members: unweighted,
	}
)

// A jumping finds the bucket of a key among so many.
type jumping struct {
	parse   func(text string) (hash uint64, ok bool)
	bucket  func(hash uint64, buckets int64) int64
	buckets int64
}

func newJumping(parse func(string) (uint64, bool), bucket func(uint64, int64) int64) func(int, []Node) (Placement, error) {
	return func(_ int, nodes []Node) (Placement, error) {
		return jumping{parse, bucket, int64(len(nodes))}, nil
	}
}

func (j jumping) Owner(key string) int {
	hash, ok := j.parse(key)
	if !ok {
		return -1
	}
	return int(j.bucket(hash, j.buckets))
}

// jumpStep is the linear congruential generator of both.
func jumpStep(hash uint64) uint64 { return hash*2862933555777941757 + 1 }

func jump(hash uint64, buckets int64) int64 {
	var bucket, next int64
	for next < buckets {
		bucket = next
		hash = jumpStep(hash)
		next = int64(float64(bucket+1) * (float64(1<<31) / float64(hash>>33+1)))
	}
	return bucket
}

// guava divides where jump multiplies. Its 31 random bits and 1 are an int: where
// they are 2³¹, that is the most negative number, and ends the search.
func guava(hash uint64, buckets int64) int64 {
	var bucket int64
	for {
		hash = jumpStep(hash)
		random := int32(hash>>33) + 1
		next := int64(float64(bucket+1) / (float64(random) / float64(1<<31)))
		if next < 0 || next >= buckets {
			return bucket
		}
		bucket = next
	}
}

// positionOf makes a dialect's Hash of what reads its keys. Text that is no key
// has position 0.
func positionOf(parse func(string) (uint64, bool)) func(string) Position {
	return func(text string) Position {
		hash, _ := parse(text)
		return Position{Lo: hash}
	}
}

// unsigned64 reads decimal digits without leading zeros.
func unsigned64(text string) (n uint64, ok bool) {
	if text == "" || text[0] == '0' && text != "0" {
		return 0, false
	}
	for i := range len(text) {
		digit := uint64(text[i] - '0')
		over, product := bits.Mul64(n, 10)
		sum, carry := bits.Add64(product, digit, 0)
		if digit > 9 || over|carry != 0 {
			return 0, false
		}
		n = sum
	}
	return n, true
}

// signed64 also reads what has a minus sign, and returns it modulo 2⁶⁴.
func signed64(text string) (n uint64, ok bool) {
	if text == "" || text[0] != '-' {
		return unsigned64(text)
	}
	n, ok = unsigned64(text[1:])
	if !ok || n == 0 || n > 1<<63 {
		return 0, false
	}
	return -n, true
}
