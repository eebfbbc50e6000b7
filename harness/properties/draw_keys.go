package properties

import (
	"fmt"
	"slices"

	"ringkit/goring"
)

// keys draws different keys for the ring of a sample and the nodes that come to
// it.
func (d *drawing) keys(s Sample) []string {
	nodes := slices.Clone(s.Nodes)
	for _, c := range s.Changes {
		if c.Kind == Add && c.Node.Weight > 0 {
			nodes = append(nodes, c.Node)
		}
	}
	var all []goring.OwnedPoint // of s.Nodes, when it is needed
	var keys []string
	draw := func() string {
		if d.cast != nil {
			return d.configuredKey(s.VNodes, nodes)
		}
		key := d.word()
		switch kind := d.rng.Intn(10); {
		case kind < 4 && len(nodes) > 0:
			n := pick(d, nodes)
			key = string(d.dialect.Label(nil, n.Name, d.rng.Intn(n.Weight*s.VNodes)))
		case kind < 5 && len(nodes) > 0: // the label after the last
			n := pick(d, nodes)
			key = string(d.dialect.Label(nil, n.Name, n.Weight*s.VNodes))
		case kind < 6 && len(s.Nodes) > 0:
			if all == nil {
				all = circle(d.dialect, s.Nodes, s.VNodes)
			}
			key = d.outside(all, d.chance(2))
		case kind < 8:
			key = pick(d, oddTexts)
		}
		return key
	}
	for range d.between(1, mostKeys) {
		if key := draw(); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// outside looks for a key past the last point of a ring or below the first. Where
// it finds none soon, it returns any.
func (d *drawing) outside(points []goring.OwnedPoint, past bool) (key string) {
	byPosition := func(p, q goring.OwnedPoint) int { return p.Position.Compare(q.Position) }
	first, last := slices.MinFunc(points, byPosition).Position, slices.MaxFunc(points, byPosition).Position
	start := d.rng.Intn(1_000_000)
	for i := range min(1000, 4*len(points)+20) {
		key = fmt.Sprint("k", start+i)
		h := d.dialect.Hash(key)
		if past && h.Compare(last) > 0 || !past && h.Compare(first) < 0 {
			break
		}
	}
	return key
}
