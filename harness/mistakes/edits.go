package mistakes

import "ringkit/goring"

// withNodes changes what the stages of a dialect are told of the nodes.
func withNodes(change func(node goring.Node) goring.Node) func(d *goring.Dialect) {
	changed := func(nodes []goring.Node) []goring.Node {
		out := make([]goring.Node, len(nodes))
		for i, node := range nodes {
			out[i] = change(node)
		}
		return out
	}
	return func(d *goring.Dialect) {
		if labels := d.Labels; labels != nil {
			d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int {
				return labels(vnodes, change(node), changed(all))
			}
		}
		if points := d.Points; points != nil {
			d.Points = func(dst []goring.Position, labels int, node goring.Node, all []goring.Node) []goring.Position {
				return points(dst, labels, change(node), changed(all))
			}
		}
		if placement := d.Placement; placement != nil {
			d.Placement = func(vnodes int, nodes []goring.Node) (goring.Placement, error) {
				return placement(vnodes, changed(nodes))
			}
		}
	}
}

// withNames changes the names by which nodes are placed, and not those by which
// they are called.
func withNames(change func(name string) string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		withNodes(func(node goring.Node) goring.Node {
			node.Name = change(node.Name)
			return node
		})(d)
		if label := d.Label; label != nil {
			d.Label = func(dst []byte, node string, index int) []byte { return label(dst, change(node), index) }
		}
	}
}

// withHash makes another hash an edit of the dialect: that of keys, and of labels
// where they have the same one.
func withHash(hash func(text string) goring.Position) func(d *goring.Dialect) {
	return func(d *goring.Dialect) { d.Hash = hash }
}

// withPosition changes the position that the hash gives to a text.
func withPosition(change func(p goring.Position) goring.Position) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		right := d.Hash
		d.Hash = func(text string) goring.Position { return change(right(text)) }
	}
}

// A labelCount is how many labels a node has among all.
type labelCount = func(vnodes int, node goring.Node, all []goring.Node) int

// withLabels makes another number of labels an edit of the dialect.
func withLabels(count labelCount) func(d *goring.Dialect) {
	return func(d *goring.Dialect) { d.Labels = count }
}

// aroundLabels changes what the right number of labels is.
func aroundLabels(change func(right labelCount, vnodes int, node goring.Node, all []goring.Node) int) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		right := d.Labels
		d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int { return change(right, vnodes, node, all) }
	}
}

// withCount changes how many labels a node has.
func withCount(count func(right int) int) func(d *goring.Dialect) {
	return aroundLabels(func(right labelCount, vnodes int, node goring.Node, all []goring.Node) int {
		return max(0, count(right(vnodes, node, all)))
	})
}

// vnodesOf returns where the ring's vnodes can be read once it has points; a
// dialect is told of them only when it counts labels.
func vnodesOf(d *goring.Dialect) *int {
	vnodes, right := new(int), d.Labels
	d.Labels = func(v int, node goring.Node, all []goring.Node) int {
		*vnodes = v
		return right(v, node, all)
	}
	return vnodes
}

// withPoints makes other points an edit of a dialect that makes them of no labels.
func withPoints(points func(node goring.Node, labels int, all []goring.Node) []goring.Position) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		d.Points = func(dst []goring.Position, labels int, node goring.Node, all []goring.Node) []goring.Position {
			return append(dst, points(node, labels, all)...)
		}
	}
}

// withPlaced changes the positions of each label's points.
func withPlaced(change func(placed []goring.Position) []goring.Position) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		right := d.Place
		d.Place = func(dst []goring.Position, label string) []goring.Position {
			return append(dst, change(right(nil, label))...)
		}
	}
}

// A chooser is a placement that is a function.
type chooser func(key string) int

func (c chooser) Owner(key string) int { return c(key) }

// choosing makes another placement an edit of the dialect.
func choosing(place func(vnodes int, nodes []goring.Node) func(key string) int) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		d.Placement = func(vnodes int, nodes []goring.Node) (goring.Placement, error) {
			return chooser(place(vnodes, nodes)), nil
		}
	}
}

// aroundPlacement changes what the right placement answers to a key.
func aroundPlacement(change func(nodes []goring.Node, right func(key string) int, key string) int) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		place := d.Placement
		d.Placement = func(vnodes int, nodes []goring.Node) (goring.Placement, error) {
			right, err := place(vnodes, nodes)
			if err != nil {
				return nil, err
			}
			return chooser(func(key string) int { return change(nodes, right.Owner, key) }), nil
		}
	}
}

// withKeys changes the keys that the placement of a dialect is told of.
func withKeys(change func(key string) string) func(d *goring.Dialect) {
	return aroundPlacement(func(_ []goring.Node, right func(string) int, key string) int { return right(change(key)) })
}
