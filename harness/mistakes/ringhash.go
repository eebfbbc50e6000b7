package mistakes

import (
	"math"
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// ringHashSteps are the numbers of points of Envoy's and gRPC's ring hash taken
// apart.
type ringHashSteps struct {
	sorted  bool
	maximum float64
	// scale is how many points all nodes have, before the maximum; least is the
	// share of the lightest, and minimum the smallest size of a ring.
	scale func(least, minimum float64) float64
	// count is how many points a node has that goes from one place of the circle
	// to another; nil counts those before to that are not there yet.
	count func(from, to float64) int
}

func inRingHash(change func(s *ringHashSteps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s := &ringHashSteps{
			maximum: 8388608,
			scale:   func(least, minimum float64) float64 { return math.Ceil(least*minimum) / least },
		}
		if d.Name == "grpc-ring-hash" {
			s.sorted, s.maximum = true, 4096
		}
		change(s)
		d.Labels = s.labels
	}
}

func (s *ringHashSteps) labels(vnodes int, node goring.Node, all []goring.Node) int {
	if s.sorted {
		all = slices.SortedFunc(slices.Values(all), func(a, b goring.Node) int { return strings.Compare(a.Name, b.Name) })
	}
	total, least := float64(max(1, totalWeight(all))), 1.0
	for _, other := range all {
		least = min(least, float64(other.Weight)/total)
	}
	scale := min(s.scale(least, float64(vnodes)), s.maximum)
	made, target := 0.0, 0.0
	for _, other := range all {
		before := target
		target += float64(scale * (float64(other.Weight) / total))
		upTo := max(made, math.Ceil(target))
		if other.Name == node.Name {
			if s.count != nil {
				return s.count(before, target)
			}
			return int(upTo - made)
		}
		made = upTo
	}
	return 0
}

// otherXXH64 makes another hash that of all that uses XXH64 with seed 0.
func otherXXH64(hash func(text string) goring.Position) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		switch d.Name {
		case "envoy-maglev":
			inMaglev(func(s *maglevSteps) { s.key = hash })(d)
		case "go-redis":
			inGoRedis(func(s *goRedisSteps) { s.hash = func(text string) uint64 { return hash(text).Lo } })(d)
		default:
			d.Hash = hash
		}
	}
}

var ringHashMistakes = []Mistake{
	{
		Name: "xxh64-seed-1", Stage: harness.StageHash, Rule: "hash-text", dialects: append([]string{"envoy-maglev", "go-redis"}, ringHashes...),
		Says:  "your ring hashes with XXH64 and another seed than 0",
		Cause: "a hasher that draws a seed, or one that was made for another table; maglev has seed 1 for its steps",
		Fix:   "hash keys with seed 0",
		edit:  otherXXH64(xxh64Of1),
	},
	{
		Name: "xxh32", Stage: harness.StageHash, Rule: "hash-text", dialects: append([]string{"envoy-maglev", "go-redis"}, ringHashes...),
		Says:  "your ring hashes with XXH32; this dialect has XXH64",
		Cause: "xxHash without a width is the one of 32 bits in many packages",
		Fix:   "hash with XXH64, seed 0",
		edit:  otherXXH64(func(text string) goring.Position { return at32(xxh32(text)) }),
	},
	{
		Name: "xxh64-cut-to-32-bits", Stage: harness.StageHash, Rule: "position", dialects: append([]string{"envoy-maglev"}, ringHashes...),
		Says:  "your ring keeps the low 32 bits of the hash; this dialect keeps all 64",
		Cause: "int or uint32 for a hash, a number in JavaScript",
		Fix:   "use an unsigned type of 64 bits, or BigInt",
		edit:  otherXXH64(func(text string) goring.Position { return at32(uint32(xxh64(text, 0))) }),
	},
	{
		Name: "hosts-sorted", Stage: harness.StagePoints, Rule: "list-order", dialects: []string{"envoy-ring-hash"},
		Says:  "your ring sorts the hosts before it shares out the points; Envoy leaves them in the order of the list, which counts where shares are fractions",
		Cause: "gRPC sorts them, and a map does so in C++ and Java",
		Fix:   "go through the hosts in the order of the list",
		edit:  inRingHash(func(s *ringHashSteps) { s.sorted = true }),
	},
	{
		Name: "hosts-not-sorted", Stage: harness.StagePoints, Rule: "list-order", dialects: []string{"grpc-ring-hash"},
		Says:  "your ring shares out the points in the order of the list; gRPC sorts the hosts first, which counts where shares are fractions",
		Cause: "Envoy does not sort them",
		Fix:   "sort the hosts by name before the points are shared out",
		edit:  inRingHash(func(s *ringHashSteps) { s.sorted = false }),
	},
	{
		Name: "minimum-size-a-host", Stage: harness.StagePoints, Rule: "share", dialects: ringHashes,
		Says:  "your ring gives each unit of weight as many points as the whole ring should have",
		Cause: "the minimum size of the ring is taken for the number of points a host",
		Fix:   "share the points of the ring among the hosts by weight",
		edit:  withLabels(func(vnodes int, node goring.Node, _ []goring.Node) int { return vnodes * node.Weight }),
	},
	{
		Name: "minimum-size-exact", Stage: harness.StagePoints, Rule: "share", dialects: ringHashes,
		Says:  "your ring has exactly as many points as its minimum size says; here it has more, so that the lightest host has a whole number",
		Cause: "the scale is the minimum size itself",
		Fix:   "round the points of the lightest host up, and divide by its share",
		edit:  inRingHash(func(s *ringHashSteps) { s.scale = func(_, minimum float64) float64 { return minimum } }),
	},
	{
		Name: "fractions-rounded-up", Stage: harness.StagePoints, Rule: "share", dialects: ringHashes,
		Says:  "your ring rounds each host's share of the points up; here fractions are carried on to the next host",
		Cause: "ceil(scale * weight) for each host alone",
		Fix:   "keep a running sum, and place points until it is reached",
		edit: inRingHash(func(s *ringHashSteps) {
			s.count = func(from, to float64) int { return int(math.Ceil(to - from)) }
		}),
	},
	{
		Name: "fractions-rounded-down", Stage: harness.StagePoints, Rule: "share", dialects: ringHashes,
		Says:  "your ring rounds each host's share of the points down; here fractions are carried on to the next host",
		Cause: "(int) (scale * weight) for each host alone",
		Fix:   "keep a running sum, and place points until it is reached",
		edit: inRingHash(func(s *ringHashSteps) {
			s.count = func(from, to float64) int { return int(math.Floor(to - from)) }
		}),
	},
	{
		Name: "maximum-of-4096", Stage: harness.StagePoints, Rule: "share", dialects: []string{"envoy-ring-hash"},
		Says:  "your ring has 4096 points at most; Envoy's limit is 8388608",
		Cause: "that is gRPC's limit",
		Fix:   "use the limit of the dialect",
		edit:  inRingHash(func(s *ringHashSteps) { s.maximum = 4096 }),
	},
	{
		Name: "maximum-ignored", Stage: harness.StagePoints, Rule: "share", dialects: []string{"grpc-ring-hash"},
		Says:  "your ring may have more than 4096 points; gRPC's limit is 4096",
		Cause: "Envoy's limit, 8388608, is next to none",
		Fix:   "use the limit of the dialect",
		edit:  inRingHash(func(s *ringHashSteps) { s.maximum = 8388608 }),
	},
}
