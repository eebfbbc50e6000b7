package identify

import (
	"slices"
	"strconv"

	"ringkit/goring"
)

// A span is the vnodes with which a point serves a key: by their places, those from
// from up to, but not including, to.
type span struct {
	from, to int32
	point    int
}

// A boundary finds the points that serve a position with any of limit vnodes, of
// which least are the first with a point, given the points with the most, in ring
// order. Which of several points at one
// position serves is left open, and so is an exact hit.
type boundary func(points []sweptPoint, at goring.Position, limit, least int32) []span

// boundaries are those that a sweep knows, by the nodes that own the positions
// 50, 130, 170 and 250 if a stands at 100 and b at 200.
var boundaries = map[string]boundary{
	"abba": func(points []sweptPoint, at goring.Position, limit, least int32) []span {
		return spans(points, firstFrom(points, at), 1, limit, least)
	},
	"baab": func(points []sweptPoint, at goring.Position, limit, least int32) []span {
		return spans(points, firstFrom(points, at)-1, -1, limit, least)
	},
	"aabb": func(points []sweptPoint, at goring.Position, limit, least int32) []span {
		i := firstFrom(points, at)
		return nearer(points, at, spans(points, i-1, -1, limit, least), spans(points, i, 1, limit, least))
	},
}

// boundaryOf returns the boundary of a dialect, which it tells by trying: nothing
// else tells one function from another.
func boundaryOf(d goring.Dialect) (b boundary, known bool) {
	ring, err := goring.New(goring.Dialect{
		Bits: d.Bits, Boundary: d.Boundary, Tie: goring.ListedFirst,
		Hash: func(text string) goring.Position {
			n, _ := strconv.ParseUint(text, 10, 64)
			return goring.Position{Lo: n}
		},
		Label: func(dst []byte, node string, _ int) []byte {
			if node == "a" {
				return append(dst, "100"...)
			}
			return append(dst, "200"...)
		},
		Labels: func(int, goring.Node, []goring.Node) int { return 1 },
	}, 1, goring.Nodes("a", "b"))
	if err != nil {
		return nil, false
	}
	owners := ""
	for _, key := range []string{"50", "130", "170", "250"} {
		owner, err := ring.Owner(key)
		if err != nil {
			return nil, false
		}
		owners += owner
	}
	b, known = boundaries[owners]
	return b, known
}

// firstFrom returns the index of the first point at or after a position.
func firstFrom(points []sweptPoint, at goring.Position) int {
	i, _ := slices.BinarySearchFunc(points, at, func(p sweptPoint, at goring.Position) int { return p.position.Compare(at) })
	return i
}

// spans walks from a point, step by step, and returns those that are there earlier
// than all before them.
func spans(points []sweptPoint, i, step int, limit, least int32) (out []span) {
	out = make([]span, 0, 12) // mostly enough
	for open := limit + 1; open > least; i += step {
		switch i { // it goes round
		case -1:
			i = len(points) - 1
		case len(points):
			i = 0
		}
		if born := points[i].born; born < open {
			out = append(out, span{born, open, i})
			open = born
		}
	}
	return out
}

// nearer merges the points before and after a position: the nearer serves, and of
// two equally near the one before.
func nearer(points []sweptPoint, at goring.Position, before, after []span) (out []span) {
	for i, j := 0, 0; i < len(before) && j < len(after); {
		b, a := before[i], after[j]
		s := span{max(b.from, a.from), min(b.to, a.to), b.point}
		// Positions wrap at 2³², as in the only dialect that has this rule.
		h := uint32(at.Lo)
		if h-uint32(points[b.point].position.Lo) > uint32(points[a.point].position.Lo)-h {
			s.point = a.point
		}
		out = append(out, s)
		if b.from == s.from {
			i++
		}
		if a.from == s.from {
			j++
		}
	}
	return out
}
