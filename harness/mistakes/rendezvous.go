package mistakes

import (
	"math/bits"

	"ringkit/goring"
	"ringkit/harness"
)

// pymemcacheSteps is pymemcache's rendezvous hashing taken apart.
type pymemcacheSteps struct {
	units  func(text string) []uint32
	seed   uint32
	join   func(node, key string) string
	better func(score, best uint32, node, bestNode string) bool
}

func inPymemcache(change func(s *pymemcacheSteps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s := &pymemcacheSteps{
			units: func(text string) []uint32 {
				units := codePoints(text)
				for i := range units {
					units[i] &= 0xff
				}
				return units
			},
			join: func(node, key string) string { return node + "-" + key },
			better: func(score, best uint32, node, bestNode string) bool {
				return score > best || score == best && node > bestNode
			},
		}
		change(s)
		d.Hash = func(text string) goring.Position { return at32(s.hash(text)) }
		choosing(func(_ int, nodes []goring.Node) func(string) int {
			return func(key string) int {
				best, bestScore := -1, uint32(0)
				for i, node := range nodes {
					score := s.hash(s.join(node.Name, key))
					if best < 0 || s.better(score, bestScore, node.Name, nodes[best].Name) {
						best, bestScore = i, score
					}
				}
				return best
			}
		})(d)
	}
}

// hash is MurmurHash3_x86_32 of the units.
func (s *pymemcacheSteps) hash(text string) uint32 {
	scramble := func(k uint32) uint32 { return bits.RotateLeft32(k*0xcc9e2d51, 15) * 0x1b873593 }
	h, units := s.seed, s.units(text)
	var block uint32
	for i, unit := range units {
		block |= unit << (i % 4 * 8)
		if i%4 == 3 {
			h = bits.RotateLeft32(h^scramble(block), 13)*5 + 0xe6546b64
			block = 0
		}
	}
	h ^= scramble(block) ^ uint32(len(units))
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

// goRedisSteps is go-redis's rendezvous hashing taken apart.
type goRedisSteps struct {
	tag    func(key string) string
	hash   func(text string) uint64
	score  func(key, shard uint64) uint64
	better func(score, best uint64) bool
}

func inGoRedis(change func(s *goRedisSteps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s := &goRedisSteps{
			tag:    rightTag,
			hash:   func(text string) uint64 { return xxh64(text, 0) },
			score:  func(key, shard uint64) uint64 { return xorshiftMultiply(key ^ shard) },
			better: func(score, best uint64) bool { return score > best },
		}
		change(s)
		d.Hash = func(text string) goring.Position { return at64(s.hash(s.tag(text))) }
		choosing(func(_ int, nodes []goring.Node) func(string) int {
			return func(key string) int {
				h := s.hash(s.tag(key))
				best, bestScore := -1, uint64(0)
				for i, node := range nodes {
					score := s.score(h, s.hash(node.Name))
					if best < 0 || s.better(score, bestScore) {
						best, bestScore = i, score
					}
				}
				return best
			}
		})(d)
	}
}

func xorshiftMultiply(x uint64) uint64 {
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	return x * 2685821657736338717
}

func pymemcacheMistake(name string, stage harness.Stage, rule, says, cause, fix string, change func(s *pymemcacheSteps)) Mistake {
	return Mistake{
		Name: name, Stage: stage, Rule: rule, dialects: []string{"pymemcache"},
		Says: says, Cause: cause, Fix: fix, edit: inPymemcache(change),
	}
}

func goRedisMistake(name string, stage harness.Stage, rule, says, cause, fix string, change func(s *goRedisSteps)) Mistake {
	return Mistake{
		Name: name, Stage: stage, Rule: rule, dialects: []string{"go-redis"},
		Says: says, Cause: cause, Fix: fix, edit: inGoRedis(change),
	}
}

var rendezvousMistakes = []Mistake{
	pymemcacheMistake("murmur3-of-bytes", harness.StageHash, "hash-text",
		"your ring hashes the UTF-8 bytes of a text; pymemcache takes the low 8 bits of each code point",
		"any library of murmur3 takes bytes; pymemcache's own loops over a str",
		"hash the low 8 bits of each code point; the length is the number of code points",
		func(s *pymemcacheSteps) { s.units = utf8Bytes }),
	pymemcacheMistake("murmur3-of-utf16-units", harness.StageHash, "hash-text",
		"your ring takes the low 8 bits of each UTF-16 code unit; pymemcache takes code points",
		"charCodeAt in JavaScript, charAt in Java, string[i] in C#",
		"iterate code points; the length is their number",
		func(s *pymemcacheSteps) {
			s.units = func(text string) []uint32 {
				units := utf16Units(text)
				for i := range units {
					units[i] &= 0xff
				}
				return units
			}
		}),
	pymemcacheMistake("murmur3-units-not-cut", harness.StageHash, "hash-text",
		"your ring mixes in whole code points, which spill into those beside them; pymemcache takes the low 8 bits of each",
		"& 0xff was left out, which ASCII does not show",
		"keep the low 8 bits of each code point",
		func(s *pymemcacheSteps) { s.units = codePoints }),
	pymemcacheMistake("murmur3-32-seeded", harness.StageHash, "hash-text",
		"your ring has another seed than 0",
		"the seed of an example",
		"begin with seed 0",
		func(s *pymemcacheSteps) { s.seed = 0x9747b28c }),
	pymemcacheMistake("score-key-first", harness.StagePlacement, "placement",
		"your ring scores the key, a dash and the node; the node comes first",
		"the parts of the text are swapped",
		"hash the node, a dash and the key",
		func(s *pymemcacheSteps) { s.join = func(node, key string) string { return key + "-" + node } }),
	pymemcacheMistake("score-without-dash", harness.StagePlacement, "placement",
		"your ring puts nothing between node and key when it scores",
		"node + key",
		"hash the node, a dash and the key",
		func(s *pymemcacheSteps) { s.join = func(node, key string) string { return node + key } }),
	pymemcacheMistake("score-lowest-wins", harness.StagePlacement, "placement",
		"your ring gives a key to the node with the lowest score; the highest wins",
		"min for max, or < for >",
		"take the highest score",
		func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, _, _ string) bool { return score < best }
		}),
	pymemcacheMistake("score-signed", harness.StagePlacement, "placement",
		"your ring compares scores as signed numbers",
		"int in Java, C# and JavaScript's bit operations",
		"compare as unsigned",
		func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, _, _ string) bool { return int32(score) > int32(best) }
		}),
	pymemcacheMistake("score-tie-to-first", harness.StagePlacement, "tie",
		"of two nodes with one score, your ring takes the one that was listed first; pymemcache takes the name that sorts last",
		"> for the comparison of scores, and nothing where they are equal",
		"where scores are equal, take the larger name",
		func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, _, _ string) bool { return score > best }
		}),
	pymemcacheMistake("score-tie-to-smaller-name", harness.StagePlacement, "tie",
		"of two nodes with one score, your ring takes the name that sorts first; pymemcache takes the one that sorts last",
		"the comparison of names is the wrong way round",
		"where scores are equal, take the larger name",
		func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, node, bestNode string) bool {
				return score > best || score == best && node < bestNode
			}
		}),
	goRedisMistake("shard-not-mixed", harness.StagePlacement, "placement",
		"your ring scores the hash of the shard xor that of the key as it is; go-redis mixes it first",
		"the last steps are in a package of their own",
		"put x ^= x >> 12, x ^= x << 25, x ^= x >> 27 and the multiplication by 2685821657736338717 after the xor",
		func(s *goRedisSteps) { s.score = func(key, shard uint64) uint64 { return key ^ shard } }),
	goRedisMistake("shard-mix-not-multiplied", harness.StagePlacement, "placement",
		"your ring leaves out the multiplication at the end of the score",
		"xorshift for xorshift*",
		"multiply by 2685821657736338717",
		func(s *goRedisSteps) {
			s.score = func(key, shard uint64) uint64 {
				x := key ^ shard
				x ^= x >> 12
				x ^= x << 25
				return x ^ x>>27
			}
		}),
	goRedisMistake("shard-lowest-wins", harness.StagePlacement, "placement",
		"your ring gives a key to the shard with the lowest score; the highest wins",
		"min for max, or < for >",
		"take the highest score",
		func(s *goRedisSteps) { s.better = func(score, best uint64) bool { return score < best } }),
	goRedisMistake("shard-score-signed", harness.StagePlacement, "placement",
		"your ring compares scores as signed numbers",
		"long in Java and C#, int64 in Go",
		"compare as unsigned",
		func(s *goRedisSteps) { s.better = func(score, best uint64) bool { return int64(score) > int64(best) } }),
	goRedisMistake("shard-hashed-with-fnv", harness.StageHash, "hash-text",
		"your ring hashes keys and shards with FNV-1a; go-redis has XXH64",
		"hash/fnv is at hand in Go",
		"hash with XXH64, seed 0",
		func(s *goRedisSteps) { s.hash = fnv{start: fnv64Start, prime: fnv64Prime}.hash }),
}
