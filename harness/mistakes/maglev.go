package mistakes

import (
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// maglevSteps are Envoy's maglev taken apart.
type maglevSteps struct {
	key    func(text string) goring.Position
	sorted bool
	// offset and skip are where a node begins in a table of that size, and how far
	// it steps.
	offset, skip func(name string, size uint64) uint64
	first        uint64 // the first multiple of skip that a node tries
	weight       func(node goring.Node) float64
	// turns is how many places a node takes in each round; nil goes by targets.
	turns func(node goring.Node) int
}

func rightMaglev() *maglevSteps {
	return &maglevSteps{
		key:    goring.EnvoyMaglev.Hash,
		sorted: true,
		offset: func(name string, size uint64) uint64 { return xxh64(name, 0) % size },
		skip:   func(name string, size uint64) uint64 { return xxh64(name, 1)%max(1, size-1) + 1 },
		weight: func(node goring.Node) float64 { return float64(node.Weight) },
	}
}

func inMaglev(change func(s *maglevSteps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s, place := rightMaglev(), d.Placement
		change(s)
		d.Hash = s.key
		d.Placement = func(vnodes int, nodes []goring.Node) (goring.Placement, error) {
			if !isPrime(vnodes) {
				return place(vnodes, nodes) // which refuses it
			}
			return chooser(s.place(vnodes, nodes)), nil
		}
	}
}

func (s *maglevSteps) place(vnodes int, nodes []goring.Node) func(key string) int {
	type taker struct {
		node                int
		offset, skip, tried uint64
		weight, target      float64
	}
	size := uint64(vnodes)
	takers := make([]taker, len(nodes))
	total, heaviest := 0.0, 0.0
	for _, node := range nodes {
		total += s.weight(node)
	}
	for i, node := range nodes {
		takers[i] = taker{
			node: i, offset: s.offset(node.Name, size), skip: s.skip(node.Name, size), tried: s.first,
			weight: s.weight(node) / total,
		}
		heaviest = max(heaviest, takers[i].weight)
	}
	if s.sorted {
		slices.SortStableFunc(takers, func(a, b taker) int { return strings.Compare(nodes[a.node].Name, nodes[b.node].Name) })
	}
	table := slices.Repeat([]int{-1}, vnodes)
	left := vnodes
	take := func(t *taker) {
		// A wrong step may meet full places alone: then nothing is taken.
		for t.tried < size+s.first {
			at := (t.offset + t.skip*t.tried) % size
			t.tried++
			if table[at] < 0 {
				table[at] = t.node
				left--
				return
			}
		}
		left--
	}
	for round := 1.0; left > 0; round++ {
		for i := range takers {
			t := &takers[i]
			turns := 1
			if s.turns != nil {
				turns = s.turns(nodes[t.node])
			} else if round*t.weight < t.target {
				continue
			}
			t.target += heaviest
			for ; turns > 0 && left > 0; turns-- {
				take(t)
			}
			if left <= 0 {
				break
			}
		}
	}
	return func(key string) int { return table[s.key(key).Lo%size] }
}

func isPrime(n int) bool {
	for factor := 2; factor*factor <= n; factor++ {
		if n%factor == 0 {
			return false
		}
	}
	return n > 1
}

var maglevMistakes = []Mistake{
	{
		Name: "maglev-not-sorted", Stage: harness.StagePlacement, Rule: "list-order", dialects: []string{"envoy-maglev"},
		Says:  "your ring lets the hosts take turns in the order of the list; Envoy sorts them first",
		Cause: "the paper takes the order as given",
		Fix:   "sort the hosts by name before the table is filled",
		edit:  inMaglev(func(s *maglevSteps) { s.sorted = false }),
	},
	{
		Name: "maglev-skip-from-0", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"envoy-maglev"},
		Says:  "your ring does not add 1 to a host's step",
		Cause: "hash % (size - 1) without the 1, which allows a step of 0",
		Fix:   "step by hash mod (size - 1), and 1",
		edit: inMaglev(func(s *maglevSteps) {
			s.skip = func(name string, size uint64) uint64 { return xxh64(name, 1) % (size - 1) }
		}),
	},
	{
		Name: "maglev-skip-modulo-size", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"envoy-maglev"},
		Says:  "your ring takes a host's step modulo the size of the table; it is modulo one less",
		Cause: "hash % size + 1, as for the offset",
		Fix:   "step by hash mod (size - 1), and 1",
		edit: inMaglev(func(s *maglevSteps) {
			s.skip = func(name string, size uint64) uint64 { return xxh64(name, 1)%size + 1 }
		}),
	},
	{
		Name: "maglev-one-seed", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"envoy-maglev"},
		Says:  "your ring makes a host's step of the hash that its offset is made of",
		Cause: "one hash for both, where the paper has two",
		Fix:   "hash with seed 0 for the offset, and with seed 1 for the step",
		edit: inMaglev(func(s *maglevSteps) {
			s.skip = func(name string, size uint64) uint64 { return xxh64(name, 0)%(size-1) + 1 }
		}),
	},
	{
		Name: "maglev-seeds-swapped", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"envoy-maglev"},
		Says:  "your ring makes a host's offset with seed 1 and its step with seed 0",
		Cause: "the two hashes are swapped",
		Fix:   "hash with seed 0 for the offset, and with seed 1 for the step",
		edit: inMaglev(func(s *maglevSteps) {
			s.offset = func(name string, size uint64) uint64 { return xxh64(name, 1) % size }
			s.skip = func(name string, size uint64) uint64 { return xxh64(name, 0)%(size-1) + 1 }
		}),
	},
	{
		Name: "maglev-offset-skipped", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"envoy-maglev"},
		Says:  "your ring takes one step before a host's first place; the offset itself is the first",
		Cause: "the counter of steps begins with 1",
		Fix:   "try the offset, then the offset and one step, and so on",
		edit:  inMaglev(func(s *maglevSteps) { s.first = 1 }),
	},
	{
		Name: "maglev-weight-ignored", Stage: harness.StagePlacement, Rule: "weight", dialects: []string{"envoy-maglev"},
		Says:  "your ring gives all hosts as many places, whatever their weights",
		Cause: "the paper has no weights",
		Fix:   "let a host take a place when as many rounds have passed as it is lighter than the heaviest",
		edit:  inMaglev(func(s *maglevSteps) { s.weight = func(goring.Node) float64 { return 1 } }),
	},
	{
		Name: "maglev-turns-by-weight", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"envoy-maglev"},
		Says:  "your ring lets a host of weight w take w places one after the other in each round",
		Cause: "a loop over the weight inside the round",
		Fix:   "let a host take one place, when as many rounds have passed as it is lighter than the heaviest",
		edit:  inMaglev(func(s *maglevSteps) { s.turns = func(node goring.Node) int { return node.Weight } }),
	},
	{
		Name: "maglev-other-size", Stage: harness.StagePlacement, Rule: "default-vnodes", dialects: []string{"envoy-maglev"},
		Says:  "your ring has a table of 65521 places where nothing is said; Envoy's has 65537",
		Cause: "the prime below 65536 for the one above it",
		Fix:   "use 65537",
		edit:  func(d *goring.Dialect) { d.VNodes = 65521 },
	},
	{
		Name: "maglev-size-not-prime-accepted", Stage: harness.StageError, Rule: "bad-vnodes", dialects: []string{"envoy-maglev"},
		Says:  "your ring takes a size that is no prime; Envoy refuses it",
		Cause: "the check was left out; a step may then never meet a free place",
		Fix:   "fail with bad-vnodes",
		edit: func(d *goring.Dialect) {
			place := d.Placement
			d.Placement = func(vnodes int, nodes []goring.Node) (goring.Placement, error) {
				made, err := place(vnodes, nodes)
				if err != nil && vnodes > 0 {
					return chooser(rightMaglev().place(vnodes, nodes)), nil
				}
				return made, err
			}
		},
	},
	{
		Name: "vnodes-above-maximum-accepted", Stage: harness.StageError, Rule: "bad-vnodes", dialects: []string{"grpc-ring-hash"},
		Says:  "your ring takes a size above the largest; here that is the error bad-vnodes",
		Cause: "the limit is not looked at",
		Fix:   "fail with bad-vnodes",
		edit:  withPolicy(func(m *goring.Membership) { m.MaxVNodes = 0 }),
	},
}
