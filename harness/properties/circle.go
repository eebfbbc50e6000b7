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
	all := make([]goring.Node, len(nodes))
	for i, n := range nodes {
		all[i] = goring.Node(n)
	}
	var out []label
	for place, n := range all {
		for i := range d.Labels(vnodes, n, all) {
			out = append(out, label{string(d.Label(nil, n.Name, i)), goring.Member{Node: n, Place: place}})
		}
	}
	return out
}

// circle returns the points that the nodes have in a dialect, in the order of
// their labels: the stages without any ring.
func circle(d goring.Dialect, nodes []vectors.Node, vnodes int) []goring.OwnedPoint {
	all := labels(d, nodes, vnodes)
	points := make([]goring.OwnedPoint, len(all))
	for i, l := range all {
		points[i] = goring.OwnedPoint{Position: d.Hash(l.text), Owner: l.of}
	}
	return points
}

// serving scans all points for those that serve position h: the first at h or
// after it, or else the first of all. There are several only in a tie.
func serving(points []goring.OwnedPoint, h goring.Position, after bool) (found []goring.OwnedPoint) {
	nearer := func(p, q goring.Position) int {
		beyond := func(p goring.Position) bool { return p.Compare(h) > 0 || !after && p == h }
		if b := beyond(p); b != beyond(q) {
			if b {
				return -1
			}
			return 1
		}
		return p.Compare(q)
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
		found := serving(points, a.dialect.Hash(key), a.after)
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
