package mistakes

import (
	"crypto/md5"
	"encoding/binary"
	"math"
	"math/bits"

	"ringkit/goring"
	"ringkit/harness"
)

// murmur3Steps is MurmurHash3_x64_128 taken apart, as Cassandra has it.
type murmur3Steps struct {
	tail   func(b byte) uint64
	second bool // the second half of the hash is used
	// token is what is made of the hash.
	token func(text string, hash uint64) uint64
	seed  uint64
}

func inCassandra(change func(s *murmur3Steps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s := &murmur3Steps{tail: func(b byte) uint64 { return uint64(int8(b)) }, token: rightToken}
		change(s)
		d.Hash = func(text string) goring.Position { return at64(s.token(text, s.hash(text)) ^ 1<<63) }
	}
}

// minToken is the token that comes before all keys, and maxToken the highest.
const (
	minToken = 1 << 63
	maxToken = math.MaxInt64
)

func rightToken(text string, hash uint64) uint64 {
	switch {
	case text == "":
		return minToken
	case hash == minToken:
		return maxToken
	}
	return hash
}

func (s *murmur3Steps) hash(text string) uint64 {
	const mix1, mix2 = 0x87c37b91114253d5, 0x4cf5ad432745937f
	first := func(k uint64) uint64 { return bits.RotateLeft64(k*mix1, 31) * mix2 }
	second := func(k uint64) uint64 { return bits.RotateLeft64(k*mix2, 33) * mix1 }
	finish := func(h uint64) uint64 {
		h = (h ^ h>>33) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		return h ^ h>>33
	}
	h1, h2, rest := s.seed, s.seed, []byte(text)
	for ; len(rest) >= 16; rest = rest[16:] {
		h1 = (bits.RotateLeft64(h1^first(binary.LittleEndian.Uint64(rest)), 27)+h2)*5 + 0x52dce729
		h2 = (bits.RotateLeft64(h2^second(binary.LittleEndian.Uint64(rest[8:])), 31)+h1)*5 + 0x38495ab5
	}
	var k1, k2 uint64
	for i, b := range rest {
		if i < 8 {
			k1 ^= s.tail(b) << (8 * i)
		} else {
			k2 ^= s.tail(b) << (8 * (i - 8))
		}
	}
	h1 ^= first(k1) ^ uint64(len(text))
	h2 ^= second(k2) ^ uint64(len(text))
	h1 += h2
	h2 += h1
	h1, h2 = finish(h1), finish(h2)
	h1 += h2
	h2 += h1
	if s.second {
		return h2
	}
	return h1
}

var cassandraMistakes = []Mistake{
	{
		Name: "murmur3-tail-unsigned", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"cassandra-murmur3"},
		Says:  "your ring has the plain murmur3; Cassandra's takes the last bytes of a key as signed",
		Cause: "any library of murmur3: the difference shows only where a byte from 0x80 on is among the last, after whole blocks of 16",
		Fix:   "extend the sign of each byte of the tail before it is shifted",
		Seen:  "gocql/gocql#1033",
		edit:  inCassandra(func(s *murmur3Steps) { s.tail = func(b byte) uint64 { return uint64(b) } }),
	},
	{
		Name: "murmur3-second-half", Stage: harness.StageHash, Rule: "position", dialects: []string{"cassandra-murmur3"},
		Says:  "your ring uses the second half of the hash; Cassandra uses the first",
		Cause: "the 128 bits as one big-endian number, cut to the low 64",
		Fix:   "use the first half",
		edit:  inCassandra(func(s *murmur3Steps) { s.second = true }),
	},
	{
		Name: "murmur3-seeded", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"cassandra-murmur3"},
		Says:  "your ring has another seed than 0",
		Cause: "the seed of an example, or of another table",
		Fix:   "begin with seed 0",
		edit:  inCassandra(func(s *murmur3Steps) { s.seed = 0x9747b28c }),
	},
	{
		Name: "minimum-token-not-moved", Stage: harness.StageHash, Rule: "position", dialects: []string{"cassandra-murmur3"},
		Says:  "a key whose hash is the lowest number has that token in your ring; Cassandra gives it the highest",
		Cause: "the rule is in the partitioner, not in the hash, and one key in 2^64 shows it",
		Fix:   "replace -9223372036854775808 by 9223372036854775807, but for the empty key",
		edit: inCassandra(func(s *murmur3Steps) {
			s.token = func(text string, hash uint64) uint64 {
				if text == "" {
					return minToken
				}
				return hash
			}
		}),
	},
	{
		Name: "empty-key-hashed-to-0", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"cassandra-murmur3"},
		Says:  "your ring hashes the empty key, which gives 0; in Cassandra it has the lowest token",
		Cause: "the rule is in the partitioner, not in the hash; drivers leave it out",
		Fix:   "give the empty key the token -9223372036854775808",
		edit: inCassandra(func(s *murmur3Steps) {
			s.token = func(text string, hash uint64) uint64 {
				if text == "" {
					return 0
				}
				return rightToken(text, hash)
			}
		}),
	},
	{
		Name: "random-partitioner", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"cassandra-murmur3"},
		Says:  "your ring has the tokens of Cassandra's RandomPartitioner, which are made with MD5; here it is Murmur3Partitioner",
		Cause: "the partitioner that was the default before Cassandra 1.2",
		Fix:   "hash with Cassandra's murmur3",
		edit: func(d *goring.Dialect) {
			right := d.Text
			d.Hash = func(text string) goring.Position {
				digest := md5.Sum([]byte(text))
				p := bigEndian(digest[:])
				if p.Hi>>63 == 1 { // the absolute value of a signed number
					return negated(p)
				}
				return p
			}
			d.Text = func(p goring.Position) string {
				if p.Hi != 0 {
					return p.String()
				}
				return right(p)
			}
		},
	},
	{
		Name: "tokens-unsigned", Stage: harness.StagePoints, Rule: "point-order", dialects: []string{"cassandra-murmur3"}, Harmless: true,
		Says:  "your ring orders tokens as unsigned numbers; they are signed, and the negative ones come first. That changes no owner: only the order of points differs",
		Cause: "uint64 for int64, or BigInt.asUintN",
		Fix:   "compare tokens as signed numbers. That turns the circle by half and changes no owner; but who sorts with one and searches with the other sends keys astray",
		edit: func(d *goring.Dialect) {
			points, text := d.Points, d.Text
			withPosition(func(p goring.Position) goring.Position { return flipTop(p, 64) })(d)
			d.Text = func(p goring.Position) string { return text(flipTop(p, 64)) }
			withPoints(func(node goring.Node, labels int, all []goring.Node) []goring.Position {
				placed := points(nil, labels, node, all)
				for i := range placed {
					placed[i] = flipTop(placed[i], 64)
				}
				return placed
			})(d)
		},
	},
	{
		Name: "tokens-searched-as-unsigned", Stage: harness.StageBoundary, Rule: "boundary", dialects: []string{"cassandra-murmur3"},
		Says:  "your ring sorts tokens as signed numbers and searches them as unsigned ones",
		Cause: "uint64 for the hash beside int64 for the tokens",
		Fix:   "compare as signed in both places",
		edit:  searchedAsSigned,
	},
	{
		Name: "first-token-only", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"cassandra-murmur3"},
		Says:  "your ring takes the first token of each node and no other",
		Cause: "one token a node, as Cassandra had before virtual nodes",
		Fix:   "place a point for each token",
		edit: func(d *goring.Dialect) {
			withCount(func(right int) int { return min(1, right) })(d)
			points := d.Points
			withPoints(func(node goring.Node, n int, all []goring.Node) []goring.Position {
				placed := points(nil, n, node, all)
				return placed[:min(1, len(placed))]
			})(d)
		},
	},
}
