package goring

import (
	"math"
	"strconv"
	"strings"
)

// RedisCluster is how Redis Cluster finds the node of a key (Redis 7.0.15:
// src/cluster.c, keyHashSlot). A node is its address and then the slots it
// serves, as CLUSTER NODES writes them: "127.0.0.1:7000 0-5460 16383". The hash
// of a key is its slot. A slot that no node serves has no owner.
//
// Where no node has slots, they are given out as `redis-cli --cluster create`
// does to masters (src/redis-cli.c, clusterManagerCommandCreate).
var RedisCluster = Dialect{
	Name: "redis-cluster", Bits: 32, VNodes: 1,
	Hash: slotOf, Tie: ListedFirst, Placement: newSlots, Members: unweighted,
}

const slotCount = 16384

// slotOf is the slot of a key: CRC-16/XMODEM of its tag, or of all of it.
func slotOf(key string) Position {
	return Position{Lo: crc16In32(hashTag(key)).Lo % slotCount}
}

// slots has the node that serves each slot, or −1.
type slots [slotCount]int32

func (s *slots) Owner(key string) int { return int(s[slotOf(key).Lo]) }

func (s *slots) give(first, last, node int) {
	for slot := first; slot <= last && slot < slotCount; slot++ {
		if s[slot] < 0 { // of two nodes that claim a slot, the first keeps it
			s[slot] = int32(node)
		}
	}
}

func newSlots(_ int, nodes []Node) (Placement, error) {
	s := new(slots)
	for slot := range s {
		s[slot] = -1
	}
	given := false
	for i, node := range nodes {
		_, served, _ := strings.Cut(node.Name, " ")
		for _, word := range strings.Fields(served) {
			if first, last, ok := slotRange(word); ok {
				s.give(first, last, i)
				given = true
			}
		}
	}
	if !given {
		s.split(nodes)
	}
	return s, nil
}

// slotRange reads a slot, or two with a dash between. Other words of CLUSTER
// NODES are about slots that move, which are not served yet.
func slotRange(word string) (first, last int, ok bool) {
	from, to, dash := strings.Cut(word, "-")
	if !dash {
		to = from
	}
	a, errA := strconv.ParseUint(from, 10, 14)
	b, errB := strconv.ParseUint(to, 10, 14)
	return int(a), int(b), errA == nil && errB == nil && a <= b
}

// split gives each node its share. It counts in float32, and where the nodes
// have several hosts, it takes a node of each in turn.
func (s *slots) split(nodes []Node) {
	first, cursor := 0, float32(0)
	share := float32(slotCount) / float32(len(nodes))
	for turn, node := range byHostInTurn(nodes) {
		last := int(math.Round(float64(float32(float32(cursor+share) - 1))))
		if turn == len(nodes)-1 {
			last = slotCount - 1
		}
		last = max(first, last)
		s.give(first, last, node)
		first = last + 1
		cursor = float32(cursor + share)
	}
}

// byHostInTurn returns the indices of the nodes: the first node of each host, in
// the order in which hosts are first met, then the second of each, and so on.
func byHostInTurn(nodes []Node) []int {
	var hosts []string
	of := map[string][]int{}
	for i, node := range nodes {
		address, _, _ := strings.Cut(node.Name, " ")
		host := address[:max(0, strings.LastIndexByte(address, ':'))]
		if of[host] == nil {
			hosts = append(hosts, host)
		}
		of[host] = append(of[host], i)
	}
	order := make([]int, 0, len(nodes))
	for len(order) < len(nodes) {
		for _, host := range hosts {
			if left := of[host]; len(left) > 0 {
				order = append(order, left[0])
				of[host] = left[1:]
			}
		}
	}
	return order
}
