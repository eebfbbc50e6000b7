package goring

import (
	"fmt"
	"slices"
	"strings"
)

// EnvoyMaglev is Envoy's load balancing policy maglev
// (source/extensions/load_balancing_policies/maglev/maglev_lb.cc,
// OriginalMaglevTable). A node is the text that is hashed for a host, its address
// if nothing else is configured. vnodes is the size of the table: a prime, at
// most 5000011. The order of the list has no say.
var EnvoyMaglev = Dialect{
	Name: "envoy-maglev", Bits: 64, VNodes: 65537,
	Hash: xxh64, Tie: ListedFirst, Placement: newMaglev, Members: atMost(5000011),
}

// A maglev is a table that has a node in each place; a key's hash modulo its size
// picks one.
type maglev []int32

func (m maglev) Owner(key string) int {
	return int(m[xxh64Seeded(key, 0)%uint64(len(m))])
}

// newMaglev fills the table. The nodes take turns by name, each taking the first
// free place of its own order of all places. In each round the heaviest take one,
// others only when as many rounds have passed as they are lighter.
func newMaglev(vnodes int, nodes []Node) (Placement, error) {
	if !isPrime(vnodes) {
		return nil, fmt.Errorf("table size %d is no prime: %w", vnodes, ErrVNodes)
	}
	type taker struct {
		node           int32
		at, step       int // its next place to try, and how far it is to the one after
		weight, target float64
	}
	takers := make([]taker, len(nodes))
	total, heaviest := float64(totalWeight(nodes)), 0.0
	for i, node := range nodes {
		takers[i] = taker{
			node:   int32(i),
			at:     int(xxh64Seeded(node.Name, 0) % uint64(vnodes)),
			step:   int(xxh64Seeded(node.Name, 1)%uint64(vnodes-1)) + 1,
			weight: float64(node.Weight) / total,
		}
		heaviest = max(heaviest, takers[i].weight)
	}
	slices.SortFunc(takers, func(a, b taker) int { return strings.Compare(nodes[a.node].Name, nodes[b.node].Name) })

	const free = -1
	table := slices.Repeat(maglev{free}, vnodes)
	for round, left := 1.0, vnodes; ; round++ {
		for i := range takers {
			t := &takers[i]
			if round*t.weight < t.target {
				continue
			}
			t.target += heaviest
			for table[t.at] != free {
				if t.at += t.step; t.at >= vnodes {
					t.at -= vnodes
				}
			}
			table[t.at] = t.node
			if left--; left == 0 {
				return table, nil
			}
		}
	}
}

func isPrime(n int) bool {
	for factor := 2; factor*factor <= n; factor++ {
		if n%factor == 0 {
			return false
		}
	}
	return n > 1
}
