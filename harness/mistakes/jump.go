package mistakes

import (
	"ringkit/goring"
	"ringkit/harness"
)

// jumpSteps is jump hashing taken apart.
type jumpSteps struct {
	hash    func(hash uint64) uint64 // what is made of the key's hash first
	step    func(hash uint64) uint64
	bits    func(hash uint64) uint64
	buckets func(n int) int
}

func lcg(hash uint64) uint64 { return hash*2862933555777941757 + 1 }

func inJump(change func(s *jumpSteps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s := &jumpSteps{
			hash: func(hash uint64) uint64 { return hash }, step: lcg,
			bits:    func(hash uint64) uint64 { return hash >> 33 },
			buckets: func(n int) int { return n },
		}
		change(s)
		guava := d.Name == "guava"
		bucketed(d, func(hash uint64, n int) int {
			hash, n = s.hash(hash), s.buckets(n)
			if n == 0 {
				return -1
			}
			bucket := 0
			for {
				hash = s.step(hash)
				next := int(float64(bucket+1) * (float64(1<<31) / float64(s.bits(hash)+1)))
				if guava {
					next = int(float64(bucket+1) / (float64(int32(s.bits(hash))+1) / float64(1<<31)))
				}
				if next < 0 || next >= n {
					return bucket
				}
				bucket = next
			}
		})
	}
}

// bucketed makes another bucket of a hash an edit of the dialect. What is no key
// has no owner.
func bucketed(d *goring.Dialect, bucket func(hash uint64, n int) int) {
	hash := d.Hash
	aroundPlacement(func(nodes []goring.Node, right func(string) int, key string) int {
		if right(key) < 0 {
			return -1
		}
		return min(bucket(hash(key).Lo, len(nodes)), len(nodes)-1)
	})(d)
}

// asOther answers as another dialect of the two does.
func asOther(other goring.Dialect) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		bucketed(d, func(h uint64, n int) int {
			made, err := other.Placement(1, make([]goring.Node, n))
			if err != nil {
				return -1
			}
			return made.Owner(at64(h).String())
		})
	}
}

var jumpMistakes = []Mistake{
	{
		Name: "guava-for-jump", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"jump"},
		Says:  "your ring answers as Guava's consistentHash does, which differs from jump for rare keys",
		Cause: "the two are said to be the same; Guava steps in 32 bits and divides where jump multiplies",
		Fix:   "take the 31 high bits and 1 in a type that holds 2^31, and multiply by 2^31 divided by them",
		edit:  asOther(goring.Guava),
	},
	{
		Name: "jump-for-guava", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"guava"},
		Says:  "your ring answers as jump does; Guava's consistentHash differs from it for rare keys",
		Cause: "the two are said to be the same; Guava steps in 32 bits and divides where jump multiplies",
		Fix:   "take the 31 high bits and 1 as an int, which may overflow, and divide by it",
		edit:  asOther(goring.Jump),
	},
	{
		Name: "jump-of-32-bits", Stage: harness.StagePlacement, Rule: "placement", dialects: jumps,
		Says:  "your ring cuts the key's hash to 32 bits",
		Cause: "int or uint32 for the hash, a number in JavaScript",
		Fix:   "use an unsigned type of 64 bits, or BigInt",
		edit:  inJump(func(s *jumpSteps) { s.hash = func(hash uint64) uint64 { return hash & 0xffffffff } }),
	},
	{
		Name: "jump-step-without-1", Stage: harness.StagePlacement, Rule: "placement", dialects: jumps,
		Says:  "your ring leaves out the 1 that each step adds",
		Cause: "the multiplier of the generator is taken for all of it",
		Fix:   "multiply by 2862933555777941757 and add 1",
		edit:  inJump(func(s *jumpSteps) { s.step = func(hash uint64) uint64 { return hash * 2862933555777941757 } }),
	},
	{
		Name: "jump-shift-by-32", Stage: harness.StagePlacement, Rule: "placement", dialects: jumps,
		Says:  "your ring takes the 32 high bits of each step; here it is 31",
		Cause: "the high half of a 64-bit number",
		Fix:   "shift to the right by 33",
		edit:  inJump(func(s *jumpSteps) { s.bits = func(hash uint64) uint64 { return hash >> 32 } }),
	},
	{
		Name: "jump-one-bucket-fewer", Stage: harness.StagePlacement, Rule: "placement", dialects: jumps,
		Says:  "your ring never uses the last node",
		Cause: "the index of the last bucket is given for the number of buckets",
		Fix:   "give the number of nodes",
		edit:  inJump(func(s *jumpSteps) { s.buckets = func(n int) int { return n - 1 } }),
	},
	{
		Name: "jump-one-bucket-more", Stage: harness.StagePlacement, Rule: "placement", dialects: jumps,
		Says:  "your ring counts one bucket too many, and gives its keys to the last node",
		Cause: "next <= n in the loop",
		Fix:   "step while the next bucket is less than the number of nodes",
		edit:  inJump(func(s *jumpSteps) { s.buckets = func(n int) int { return n + 1 } }),
	},
	{
		Name: "jump-modulo", Stage: harness.StagePlacement, Rule: "placement", dialects: jumps,
		Says:  "your ring takes the hash modulo the number of nodes: nearly every key moves when a node joins",
		Cause: "hash % nodes.length",
		Fix:   "step with the generator of jump hashing",
		edit:  func(d *goring.Dialect) { bucketed(d, func(hash uint64, n int) int { return int(hash % uint64(n)) }) },
	},
	{
		Name: "jump-key-hashed", Stage: harness.StageHash, Rule: "hash-text", dialects: jumps,
		Says:  "your ring hashes the text of the key; here the key is the hash already, written as a number",
		Cause: "the API of most rings takes a key as text, and hashes it",
		Fix:   "read the key as a decimal number of 64 bits",
		edit: func(d *goring.Dialect) {
			d.Hash = func(text string) goring.Position { return at64(xxh64(text, 0)) }
			withKeys(func(key string) string { return at64(xxh64(key, 0)).String() })(d)
		},
	},
	{
		Name: "jump-text-for-0", Stage: harness.StageError, Rule: "placement", dialects: jumps,
		Says:  "a key that is no number has an owner in your ring, that of 0; here it has none",
		Cause: "atoi, intval, Number or strtoull without a look at the end",
		Fix:   "answer that there is none",
		edit: aroundPlacement(func(_ []goring.Node, right func(string) int, key string) int {
			if owner := right(key); owner >= 0 {
				return owner
			}
			return right("0")
		}),
	},
	{
		Name: "jump-signed-key-accepted", Stage: harness.StageError, Rule: "placement", dialects: []string{"jump"},
		Says:  "a key with a minus sign has an owner in your ring; here keys are unsigned",
		Cause: "parseLong or atoll, which Guava's keys need",
		Fix:   "answer that there is none",
		edit: aroundPlacement(func(_ []goring.Node, right func(string) int, key string) int {
			if owner := right(key); owner >= 0 || len(key) < 2 || key[0] != '-' {
				return owner
			}
			return right(goring.Guava.Hash(key).String())
		}),
	},
}
