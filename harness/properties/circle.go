package properties

import (
	"slices"

	"ringkit/goring"
	"ringkit/vectors"
)

// A label is the text of one point and the node it belongs to.
type label struct {
	text string
	of   goring.Member
}

// labels returns the labels of all nodes.
func labels(d goring.Dialect, nodes []vectors.Node, vnodes int) []label {
	all := ringNodes(nodes)
	var out []label
	for place, n := range all {
		for i := range d.Labels(vnodes, n, all) {
			out = append(out, label{string(d.Label(nil, n.Name, i)), goring.Member{Node: n, Place: place}})
		}
	}
	return out
}

// circle returns the points that the nodes have in a dialect, in list order and
// the order of their labels: the stages without any ring. There are none where
// the dialect is no ring.
func circle(d goring.Dialect, nodes []vectors.Node, vnodes int) (points []goring.OwnedPoint) {
	if vnodes == 0 {
		vnodes = d.VNodes
	}
	add := func(of goring.Member, positions ...goring.Position) {
		for _, p := range positions {
			points = append(points, goring.OwnedPoint{Position: p, Owner: of})
		}
	}
	switch {
	case d.Points != nil:
		all := ringNodes(nodes)
		for place, n := range all {
			add(goring.Member{Node: n, Place: place}, d.Points(nil, d.Labels(vnodes, n, all), n, all)...)
		}
	case d.Label != nil:
		for _, l := range labels(d, nodes, vnodes) {
			if d.Place != nil {
				add(l.of, d.Place(nil, l.text)...)
			} else {
				add(l.of, d.Hash(l.text))
			}
		}
	}
	return points
}

// A boundary is which point serves a position.
type boundary int

const (
	atOrAfter  boundary = iota // the first point at the position or after it
	after                      // the first point after it
	atOrBefore                 // the last point at it or before it
	nearest                    // of the points at or after it and before it, the less far; 32 bits
)

// serving scans all points for those that serve position h; where there is none
// on its side of the circle, the scan goes on from the other end. There are
// several only in a tie.
func serving(points []goring.OwnedPoint, h goring.Position, b boundary) (found []goring.OwnedPoint) {
	if b == nearest && len(points) > 0 {
		above, below := serving(points, h, atOrAfter), serving(points, h, atOrBefore)
		if uint32(h.Lo)-uint32(below[0].Position.Lo) <= uint32(above[0].Position.Lo)-uint32(h.Lo) {
			return below
		}
		return above
	}
	direction := 1
	if b == atOrBefore {
		direction = -1
	}
	nearer := func(p, q goring.Position) int {
		beyond := func(p goring.Position) bool { return direction*p.Compare(h) > 0 || b != after && p == h }
		if b := beyond(p); b != beyond(q) {
			if b {
				return -1
			}
			return 1
		}
		return direction * p.Compare(q)
	}
	for _, p := range points {
		switch {
		case len(found) == 0, nearer(p.Position, found[0].Position) < 0:
			found = append(found[:0:0], p)
		case p.Position == found[0].Position:
			found = append(found, p)
		}
	}
	return found
}

// untied returns the keys that have the same owner whatever the list order, where
// that decides ties; all of them elsewhere.
func (a *asker) untied(keys []string, nodes []vectors.Node, vnodes int) []string {
	if !a.byPlace {
		return keys
	}
	points := circle(a.dialect, nodes, vnodes)
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		found := serving(points, a.dialect.Hash(key), a.boundary)
		return slices.ContainsFunc(found, func(p goring.OwnedPoint) bool { return p.Owner != found[0].Owner })
	})
}

// sharesPoint reports whether two of the nodes have a point at one position.
func sharesPoint(d goring.Dialect, nodes []vectors.Node, vnodes int) bool {
	first := map[goring.Position]string{}
	for _, p := range circle(d, nodes, vnodes) {
		if name, taken := first[p.Position]; taken && name != p.Owner.Name {
			return true
		}
		first[p.Position] = p.Owner.Name
	}
	return false
}
