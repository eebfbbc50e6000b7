package identify

import (
	"cmp"
	"math"
	"slices"

	"ringkit/goring"
)

// A sweep scores a ring for every vnodes at once. A node's points with fewer
// vnodes are the first of those with more, so that on the ring with most of them
// each point has a vnodes from which on it is there. Walking on from a key, each
// point that is there earlier than all before it serves the key for the vnodes in
// between.

const (
	// mostVNodes is up to which vnodes a sweep goes, and mostSize for the ring
	// hashes, in which it is the size of the whole ring.
	mostVNodes, mostSize = 1024, 4096
	// sweptPoints bounds the ring of a sweep, and mostPoints any other that is
	// made with a count of vnodes that is not the default.
	sweptPoints, mostPoints = 100_000, 120_000
	// mostPairs is how many pairs of a ring a sweep looks at.
	mostPairs = 400
	// fewNodes is for how many nodes the labels of a ring hash are counted for
	// every size.
	fewNodes = 40
)

type sweptPoint struct {
	position goring.Position
	born     int32 // the place, from 1 on, of the first vnodes with which it is there
	node     int32
}

// sweep returns how many of the pairs that it looks at agree under a reading, by
// vnodes from 0 on, and how many it looks at; nil where that cannot be told.
func (e *evidence) sweep(c *Candidate, r int) (agree []int, pairs int) {
	if c.dialect.Placement != nil || c.dialect.Arrange != nil {
		return nil, 0
	}
	serves, known := boundaryOf(c.dialect)
	if !known {
		return nil, 0
	}
	limit := mostVNodes
	for _, s := range e.rings {
		limit = min(limit, e.sweepLimit(c, s))
	}
	if limit < 2 {
		return nil, 0
	}
	agree = make([]int, limit+2)
	counts := make([]int, limit)
	for i := range counts {
		counts[i] = i + 1
	}
	for _, s := range e.rings {
		points, ok := c.sweepPoints(s.nodes, counts)
		if !ok {
			return nil, 0
		}
		least := leastBorn(points)
		step := len(s.keys)/mostPairs + 1
		for i := 0; i < len(s.keys); i += step {
			pairs++
			for _, span := range serves(points, c.dialect.Hash(s.keys[i]), int32(limit), least) {
				if points[span.point].node == s.owners[r][i] {
					agree[span.from]++
					agree[span.to]--
				}
			}
		}
	}
	for v := 1; v < len(agree); v++ {
		agree[v] += agree[v-1]
	}
	return agree[:limit+1], pairs
}

// isSize tells that vnodes is the size of the whole ring.
func isSize(dialect string) bool { return dialect == "envoy-ring-hash" || dialect == "grpc-ring-hash" }

func (e *evidence) sweepLimit(c *Candidate, s seen) int {
	if isSize(c.Dialect) {
		if len(s.nodes) > fewNodes {
			return 0
		}
		return mostSize
	}
	return min(mostVNodes, sweptPoints/c.total(s.nodes))
}

// total is how many points there are for each vnodes.
func (c *Candidate) total(nodes []goring.Node) int {
	if c.WeightsIgnored || isSize(c.Dialect) {
		return len(nodes)
	}
	total := 0
	for _, node := range nodes {
		total += node.Weight
	}
	return max(1, total)
}

// sweepPoints returns all points of a ring with the last of some vnodes, which
// ascend, in ring order.
func (c *Candidate) sweepPoints(nodes []goring.Node, counts []int) (points []sweptPoint, ok bool) {
	least := *c
	least.VNodes = counts[0]
	if _, ok := least.ring(nodes); !ok {
		return nil, false
	}
	list, places, _ := c.made(nodes)
	var positions []goring.Position
	var label []byte
	d := c.dialect
	for _, node := range list {
		born := make([]int32, 0, len(counts))
		for i, v := range counts {
			for labels := d.Labels(v, node, list); len(born) < labels; {
				born = append(born, int32(i+1))
			}
		}
		positions = positions[:0]
		switch {
		case d.Points != nil:
			positions = d.Points(positions, len(born), node, list)
		default:
			for i := range born {
				label = d.Label(label[:0], node.Name, i)
				if d.Place != nil {
					positions = d.Place(positions, string(label))
				} else {
					positions = append(positions, d.Hash(string(label)))
				}
			}
		}
		if len(born) == 0 {
			continue
		}
		each := len(positions) / len(born)
		for i, p := range positions {
			points = append(points, sweptPoint{p, born[i/each], places[node.Name]})
		}
	}
	members := make([]goring.Member, len(nodes))
	for i, node := range list {
		members[places[node.Name]] = goring.Member{Node: node, Place: i}
	}
	points = sortedPoints(points, d.Bits, func(a, b sweptPoint) int {
		return cmp.Or(a.position.Compare(b.position), d.Tie(members[a.node], members[b.node]))
	})
	return points, len(points) > 0
}

// sortedPoints sorts by the top 32 bits of positions, and by all only the few that
// have these in common: numbers sort several times as quick as points.
func sortedPoints(points []sweptPoint, bits int, compare func(a, b sweptPoint) int) []sweptPoint {
	keys := make([]uint64, len(points)) // the top bits above the place in points
	for i, p := range points {
		switch bits {
		case 32:
			keys[i] = p.position.Lo<<32 | uint64(i)
		case 64:
			keys[i] = p.position.Lo>>32<<32 | uint64(i)
		default:
			keys[i] = p.position.Hi>>32<<32 | uint64(i)
		}
	}
	slices.Sort(keys)
	sorted := make([]sweptPoint, len(points))
	for i, key := range keys {
		sorted[i] = points[key&math.MaxUint32]
	}
	for i := 0; i < len(keys); {
		j := i + 1
		for j < len(keys) && keys[j]>>32 == keys[i]>>32 {
			j++
		}
		if j > i+1 {
			slices.SortFunc(sorted[i:j], compare)
		}
		i = j
	}
	return sorted
}

// leastBorn returns the place of the first vnodes with which there is a point.
func leastBorn(points []sweptPoint) int32 {
	return slices.MinFunc(points, func(a, b sweptPoint) int { return cmp.Compare(a.born, b.born) }).born
}
