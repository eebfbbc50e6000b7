package identify

import (
	"slices"

	"ringkit/goring"
)

// A sweep scores a ring for every vnodes at once. A node's points with fewer
// vnodes are the first of those with more, so that on the ring with most of them
// each point has a vnodes from which on it is there. Walking on from a key, each
// point that is there earlier than all before it owns the key for the vnodes in
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
	born     int32 // the least vnodes with which it is there
	node     int32
}

// sweep returns how many of the pairs that it looks at agree under a reading, by
// vnodes from 0 on, and how many it looks at; nil where that cannot be told.
func (e *evidence) sweep(c *Candidate, r int) (agree []int, pairs int) {
	if c.dialect.Placement != nil || c.dialect.Arrange != nil {
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
	for _, s := range e.rings {
		points, ok := c.sweepPoints(s.nodes, limit)
		if !ok {
			return nil, 0
		}
		step := len(s.keys)/mostPairs + 1
		for i := 0; i < len(s.keys); i += step {
			pairs++
			sweepKey(points, c.dialect.Hash(s.keys[i]), s.owners[r][i], agree)
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

// sweepPoints returns all points of a ring with so many vnodes, in ring order.
func (c *Candidate) sweepPoints(nodes []goring.Node, limit int) (points []sweptPoint, ok bool) {
	least := *c
	least.VNodes = 1
	if _, ok := least.ring(nodes); !ok {
		return nil, false
	}
	list, places, _ := c.made(nodes)
	var positions []goring.Position
	var label []byte
	d := c.dialect
	for _, node := range list {
		born := make([]int32, 0, limit)
		for v := 1; v <= limit; v++ {
			for labels := d.Labels(v, node, list); len(born) < labels; {
				born = append(born, int32(v))
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
	slices.SortFunc(points, func(a, b sweptPoint) int { return a.position.Compare(b.position) })
	return points, len(points) > 0
}

// sweepKey adds to agree, as differences, the vnodes with which owner owns the
// position.
func sweepKey(points []sweptPoint, at goring.Position, owner int32, agree []int) {
	i, _ := slices.BinarySearchFunc(points, at, func(p sweptPoint, at goring.Position) int { return p.position.Compare(at) })
	open := int32(len(agree) - 1) // the vnodes below have no owner yet
	for range points {
		if i == len(points) {
			i = 0
		}
		if p := points[i]; p.born < open {
			if p.node == owner {
				agree[p.born]++
				agree[open]--
			}
			if open = p.born; open == 1 {
				return
			}
		}
		i++
	}
}

// bestSettings returns the vnodes with which a dialect is worth trying: its
// default, and those that explain most. Unusual ones come only where luck is out
// of the question.
func (e *evidence) bestSettings(c *Candidate) []int {
	all := slices.DeleteFunc(settingsOf(c.dialect), func(v int) bool { return v != c.dialect.VNodes && e.tooMany(c, v) })
	if !counted[c.Dialect] {
		return all
	}
	var best []int
	swept := 0
	for _, r := range e.readings {
		if r == learned {
			return all
		}
		agree, pairs := e.sweep(c, r)
		if agree == nil {
			return all
		}
		swept = len(agree) - 1
		best = append(best, picked(agree, pairs, all, e.spread())...)
	}
	for _, v := range all {
		if v > swept || v == c.dialect.VNodes {
			best = append(best, v)
		}
	}
	slices.Sort(best)
	return slices.Compact(best)
}

// tooMany tells whether a ring would have so many points that it is tried only
// where that is the default.
func (e *evidence) tooMany(c *Candidate, vnodes int) bool {
	return !isSize(c.Dialect) && c.dialect.Placement == nil &&
		slices.ContainsFunc(e.rings, func(s seen) bool { return vnodes > mostPoints/c.total(s.nodes) })
}

// picked returns the usual vnodes among those that agree most, and a few unusual
// ones.
func picked(agree []int, pairs int, usual []int, chance float64) (best []int) {
	most := slices.Max(agree[1:])
	mostUsual := 0
	for _, v := range usual {
		if v < len(agree) {
			mostUsual = max(mostUsual, agree[v])
		}
	}
	for _, v := range usual {
		if v < len(agree) && agree[v] == mostUsual {
			best = append(best, v)
		}
	}
	if logTail(pairs, most, chance)+5 > -3 { // some 10^5 rings are looked at
		return best
	}
	// Those next to a usual one first.
	near := 0
	if mostUsual == most {
		near = best[0]
	}
	var unusual []int
	for v := 1; v < len(agree); v++ {
		if agree[v] == most {
			unusual = append(unusual, v)
		}
	}
	slices.SortStableFunc(unusual, func(a, b int) int { return abs(a-near) - abs(b-near) })
	return append(best, unusual[:min(len(unusual), 6)]...)
}

func abs(n int) int { return max(n, -n) }

// spread is the share of pairs that agree if owners are dealt out at random, as
// often as they were observed.
func (e *evidence) spread() float64 {
	sum := 0.0
	for _, s := range e.rings {
		sum += s.shareOf(s.ids, s.ids) * float64(len(s.ids))
	}
	return sum / float64(max(1, e.pairs))
}
