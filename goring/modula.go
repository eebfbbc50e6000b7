package goring

import (
	"fmt"
	"slices"
)

// The dialects that are not consistent: the key's hash modulo the number of
// nodes. A change of the members moves most keys.
var (
	// LibmemcachedModula is libmemcached 1.1.4 as it is without settings:
	// MEMCACHED_DISTRIBUTION_MODULA and the default hash. Weights have no say.
	// The hash, one-at-a-time, takes C's char, signed on x86.
	LibmemcachedModula = Dialect{
		Name: "libmemcached-modula", Bits: 32, VNodes: 1,
		Hash: oneAtATime, Tie: ListedFirst, Members: libmemcachedServing,
		Placement: func(_ int, nodes []Node) (Placement, error) {
			m := modula{oneAtATime, make([]int32, len(nodes))}
			for i := range m.nodes {
				m.nodes[i] = int32(i)
			}
			return m, nil
		},
	}

	// TwemproxyModulaCRC16 is twemproxy 0.5.0 with `distribution: modula` and
	// `hash: crc16` (src/hashkit/nc_modula.c). Each server counts as often as it
	// weighs. The servers are sorted first, as for its ketama.
	TwemproxyModulaCRC16 = Dialect{
		Name: "twemproxy-modula-crc16", Bits: 32, VNodes: 1,
		Hash: crc16In32, Tie: ListedFirst, Members: Twemproxy.Members,
		Placement: newTwemproxyModula,
	}
)

// A modula has the nodes among which the remainder of a key's hash picks one.
type modula struct {
	hash  func(text string) Position
	nodes []int32
}

func (m modula) Owner(key string) int {
	return int(m.nodes[m.hash(key).Lo%uint64(len(m.nodes))])
}

func newTwemproxyModula(_ int, nodes []Node) (Placement, error) {
	servers, room := make([]Member, len(nodes)), MaxPoints
	for i, node := range nodes {
		if node.Weight > room {
			return nil, fmt.Errorf("node %q: %w", node.Name, ErrTooManyPoints)
		}
		servers[i] = Member{node, i}
		room -= node.Weight
	}
	slices.SortFunc(servers, shortestNameFirst)
	m := modula{crc16In32, make([]int32, 0, MaxPoints-room)}
	for _, server := range servers {
		for range server.Weight {
			m.nodes = append(m.nodes, int32(server.Place))
		}
	}
	return m, nil
}
