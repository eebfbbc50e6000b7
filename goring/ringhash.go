package goring

import (
	"math"
	"slices"
	"strings"
)

// The ring hash of Envoy, and gRPC's after it. A node is the text that is hashed
// for a host, its address if nothing else is configured. vnodes is the minimum
// size of the ring, not a number of points per node: the lightest node gets a
// whole number of points, and all get in proportion as many as make up that size
// or more. Fractions are carried on from node to node, so that where they occur
// the order of the nodes counts.
//
// The recipe rounds the product of scale and weight before it adds it. C++ and Go
// may fuse the two on ARM, and may there give a point to another node.
var (
	// EnvoyRingHash is Envoy's load balancing policy ring_hash
	// (source/extensions/load_balancing_policies/ring_hash/ring_hash_lb.cc), with
	// its default maximum of 8388608 points. Hosts are in the order of the list.
	EnvoyRingHash = Dialect{
		Name: "envoy-ring-hash", Bits: 64, VNodes: 1024,
		Hash: xxh64, Label: labelWith('_'),
		Labels: func(vnodes int, node Node, all []Node) int {
			return labelsOfRingHash(vnodes, 8388608, node, all)
		},
		Tie: ListedFirst, Members: atMost(8388608),
	}

	// GRPCRingHash is grpc-go 1.85.0's balancer ring_hash
	// (balancer/ringhash/ring.go), with its default maximum of 4096 points. It
	// sorts the hosts by name.
	GRPCRingHash = Dialect{
		Name: "grpc-ring-hash", Bits: 64, VNodes: 1024,
		Hash: xxh64, Label: labelWith('_'),
		Labels: func(vnodes int, node Node, all []Node) int {
			return labelsOfRingHash(vnodes, 4096, node, sortedByName.of(all))
		},
		Tie: ListedFirst, Members: atMost(4096),
	}
)

// atMost is serving with an upper limit of vnodes: a minimum size above the
// maximum is refused.
func atMost(vnodes int) Membership {
	m := serving
	m.MaxVNodes = vnodes
	return m
}

// labelsOfRingHash goes through the nodes in their order until it comes to node.
func labelsOfRingHash(minimum, maximum int, node Node, ordered []Node) int {
	total, least := float64(totalWeight(ordered)), 1.0
	for _, other := range ordered {
		least = min(least, float64(other.Weight)/total)
	}
	scale := min(math.Ceil(least*float64(minimum))/least, float64(maximum))
	made, target := 0.0, 0.0
	for _, other := range ordered {
		target += float64(scale * (float64(other.Weight) / total))
		upTo := max(made, math.Ceil(target))
		if other.Name == node.Name {
			return int(upTo - made)
		}
		made = upTo
	}
	return 0
}

// sortedByName are nodes in the order of their names.
var sortedByName = remember(func(nodes []Node) []Node {
	return slices.SortedFunc(slices.Values(nodes), func(a, b Node) int { return strings.Compare(a.Name, b.Name) })
})
