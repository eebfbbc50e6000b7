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
			units: lowBytes(codePoints),
			join:  func(node, key string) string { return node + "-" + key },
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

var pymemcacheMistakes = []Mistake{
	{
		Name: "murmur3-of-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"pymemcache"},
		Says:  "your ring hashes the UTF-8 bytes of a text; pymemcache takes the low 8 bits of each code point",
		Cause: "any library of murmur3 takes bytes; pymemcache's own loops over a str",
		Fix:   "hash the low 8 bits of each code point; the length is the number of code points",
		edit:  inPymemcache(func(s *pymemcacheSteps) { s.units = utf8Bytes }),
	},
	{
		Name: "murmur3-of-utf16-units", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"pymemcache"},
		Says:  "your ring takes the low 8 bits of each UTF-16 code unit; pymemcache takes code points",
		Cause: "charCodeAt in JavaScript, charAt in Java, string[i] in C#",
		Fix:   "iterate code points; the length is their number",
		edit:  inPymemcache(func(s *pymemcacheSteps) { s.units = lowBytes(utf16Units) }),
	},
	{
		Name: "murmur3-units-not-cut", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"pymemcache"},
		Says:  "your ring mixes in whole code points, which spill into those beside them; pymemcache takes the low 8 bits of each",
		Cause: "& 0xff was left out, which ASCII does not show",
		Fix:   "keep the low 8 bits of each code point",
		edit:  inPymemcache(func(s *pymemcacheSteps) { s.units = codePoints }),
	},
	{
		Name: "murmur3-32-seeded", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"pymemcache"},
		Says:  "your ring has another seed than 0",
		Cause: "the seed of an example",
		Fix:   "begin with seed 0",
		edit:  inPymemcache(func(s *pymemcacheSteps) { s.seed = 0x9747b28c }),
	},
	{
		Name: "score-key-first", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"pymemcache"},
		Says:  "your ring scores the key, a dash and the node; the node comes first",
		Cause: "the parts of the text are swapped",
		Fix:   "hash the node, a dash and the key",
		edit:  inPymemcache(func(s *pymemcacheSteps) { s.join = func(node, key string) string { return key + "-" + node } }),
	},
	{
		Name: "score-without-dash", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"pymemcache"},
		Says:  "your ring puts nothing between node and key when it scores",
		Cause: "node + key",
		Fix:   "hash the node, a dash and the key",
		edit:  inPymemcache(func(s *pymemcacheSteps) { s.join = func(node, key string) string { return node + key } }),
	},
	{
		Name: "score-lowest-wins", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"pymemcache"},
		Says:  "your ring gives a key to the node with the lowest score; the highest wins",
		Cause: "min for max, or < for >",
		Fix:   "take the highest score",
		edit: inPymemcache(func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, _, _ string) bool { return score < best }
		}),
	},
	{
		Name: "score-signed", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"pymemcache"},
		Says:  "your ring compares scores as signed numbers",
		Cause: "int in Java, C# and JavaScript's bit operations",
		Fix:   "compare as unsigned",
		edit: inPymemcache(func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, _, _ string) bool { return int32(score) > int32(best) }
		}),
	},
	{
		Name: "score-tie-to-first", Stage: harness.StagePlacement, Rule: "tie", dialects: []string{"pymemcache"},
		Says:  "of two nodes with one score, your ring takes the one that was listed first; pymemcache takes the name that sorts last",
		Cause: "> for the comparison of scores, and nothing where they are equal",
		Fix:   "where scores are equal, take the larger name",
		edit: inPymemcache(func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, _, _ string) bool { return score > best }
		}),
	},
	{
		Name: "score-tie-to-smaller-name", Stage: harness.StagePlacement, Rule: "tie", dialects: []string{"pymemcache"},
		Says:  "of two nodes with one score, your ring takes the name that sorts first; pymemcache takes the one that sorts last",
		Cause: "the comparison of names is the wrong way round",
		Fix:   "where scores are equal, take the larger name",
		edit: inPymemcache(func(s *pymemcacheSteps) {
			s.better = func(score, best uint32, node, bestNode string) bool {
				return score > best || score == best && node < bestNode
			}
		}),
	},
}
