package mistakes

import (
	"ringkit/goring"
	"ringkit/harness"
)

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

var goRedisMistakes = []Mistake{
	{
		Name: "shard-not-mixed", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"go-redis"},
		Says:  "your ring scores the hash of the shard xor that of the key as it is; go-redis mixes it first",
		Cause: "the last steps are in a package of their own",
		Fix:   "put x ^= x >> 12, x ^= x << 25, x ^= x >> 27 and the multiplication by 2685821657736338717 after the xor",
		edit:  inGoRedis(func(s *goRedisSteps) { s.score = func(key, shard uint64) uint64 { return key ^ shard } }),
	},
	{
		Name: "shard-mix-not-multiplied", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"go-redis"},
		Says:  "your ring leaves out the multiplication at the end of the score",
		Cause: "xorshift for xorshift*",
		Fix:   "multiply by 2685821657736338717",
		edit: inGoRedis(func(s *goRedisSteps) {
			s.score = func(key, shard uint64) uint64 {
				x := key ^ shard
				x ^= x >> 12
				x ^= x << 25
				return x ^ x>>27
			}
		}),
	},
	{
		Name: "shard-lowest-wins", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"go-redis"},
		Says:  "your ring gives a key to the shard with the lowest score; the highest wins",
		Cause: "min for max, or < for >",
		Fix:   "take the highest score",
		edit:  inGoRedis(func(s *goRedisSteps) { s.better = func(score, best uint64) bool { return score < best } }),
	},
	{
		Name: "shard-score-signed", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"go-redis"},
		Says:  "your ring compares scores as signed numbers",
		Cause: "long in Java and C#, int64 in Go",
		Fix:   "compare as unsigned",
		edit:  inGoRedis(func(s *goRedisSteps) { s.better = func(score, best uint64) bool { return int64(score) > int64(best) } }),
	},
	{
		Name: "shard-hashed-with-fnv", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"go-redis"},
		Says:  "your ring hashes keys and shards with FNV-1a; go-redis has XXH64",
		Cause: "hash/fnv is at hand in Go",
		Fix:   "hash with XXH64, seed 0",
		edit:  inGoRedis(func(s *goRedisSteps) { s.hash = fnv{start: fnv64Start, prime: fnv64Prime}.hash }),
	},
}
