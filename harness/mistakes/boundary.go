package mistakes

import (
	"slices"
	"sort"

	"ringkit/goring"
	"ringkit/harness"
)

// withBoundary makes another boundary rule an edit of the dialect.
func withBoundary(rule func(s *goring.Snapshot, h goring.Position) int) func(d *goring.Dialect) {
	return func(d *goring.Dialect) { d.Boundary = rule }
}

// aroundBoundary changes what the right rule answers; edge is the index that
// the search gives before it wraps.
func aroundBoundary(change func(s *goring.Snapshot, edge, right int) int) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		right, after := d.Serving, slices.Contains(afters, d.Name)
		d.Boundary = func(s *goring.Snapshot, h goring.Position) int {
			edge := s.Search(h)
			for after && edge < s.Len() && s.Position(edge) == h {
				edge++
			}
			return change(s, edge, right(s, h))
		}
	}
}

// noneAtEnd finds no point past the last one.
func noneAtEnd(s *goring.Snapshot, edge, right int) int {
	if edge == s.Len() {
		return -1
	}
	return right
}

// before is the index one back on the circle.
func before(s *goring.Snapshot, i int) int { return (i + s.Len() - 1) % s.Len() }

// onward are the dialects in which the points from the key on are searched.
var onward = join(seeds, successors, afters[1:])

// nearestBy is HAProxy's rule, but that back decides between the point before a key
// and the one after it.
func nearestBy(back func(before, h, after uint32) bool) func(d *goring.Dialect) {
	return withBoundary(func(s *goring.Snapshot, h goring.Position) int {
		next := goring.AtOrAfter(s, h)
		last := before(s, next)
		if back(uint32(s.Position(last).Lo), uint32(h.Lo), uint32(s.Position(next).Lo)) {
			return last
		}
		return next
	})
}

var boundaryMistakes = []Mistake{
	{
		Name: "successor-for-predecessor", Stage: harness.StageBoundary, Rule: "boundary", dialects: []string{"dalli"},
		Says:  "your ring gives a key to the first point from it on; here the last point up to it owns it",
		Cause: "every other ring looks forward; Dalli's binary search gives the point before",
		Fix:   "take the last point at or before the key's position",
		edit:  withBoundary(goring.AtOrAfter),
	},
	{
		Name: "strictly-before", Stage: harness.StageBoundary, Rule: "boundary", dialects: []string{"dalli"},
		Says:  "a key that lands exactly on a point goes to the point before in your ring; here that point owns it",
		Cause: "< for <=, lowerEntry for floorEntry",
		Fix:   "take the last point at or before the key's position",
		edit: withBoundary(func(s *goring.Snapshot, h goring.Position) int {
			return before(s, s.Search(h))
		}),
	},
	{
		Name: "below-first-is-first", Stage: harness.StageBoundary, Rule: "wrap", dialects: []string{"dalli"},
		Says:  "a key below the first point belongs to the first point in your ring; it must go round to the last",
		Cause: "the index is limited to the first one: max(i, 0)",
		Fix:   "if no point is at or before the key, take the last",
		edit: func(d *goring.Dialect) {
			right := d.Serving
			d.Boundary = func(s *goring.Snapshot, h goring.Position) int {
				if h.Compare(s.Position(0)) < 0 {
					return 0
				}
				return right(s, h)
			}
		},
	},
	{
		Name: "successor-for-nearest", Stage: harness.StageBoundary, Rule: "boundary", dialects: haproxies,
		Says:  "your ring gives a key to the first point from it on; here the nearest point on either side owns it",
		Cause: "that is the rule of nearly every other ring",
		Fix:   "compare the distances to the point before and to the point after",
		edit:  withBoundary(goring.AtOrAfter),
	},
	{
		Name: "predecessor-for-nearest", Stage: harness.StageBoundary, Rule: "boundary", dialects: []string{"haproxy"},
		Says:  "your ring gives a key to the last point up to it; here the nearest point on either side owns it",
		Cause: "the comparison of the distances is left out",
		Fix:   "compare the distances to the point before and to the point after",
		edit:  withBoundary(goring.AtOrBefore),
	},
	{
		Name: "nearest-tie-to-next", Stage: harness.StageBoundary, Rule: "boundary", dialects: haproxies,
		Says:  "a key in the middle between two points goes to the one after it in your ring; here it goes to the one before",
		Cause: "< for <= where distances are compared",
		Fix:   "take the point before where the distances are equal",
		edit:  nearestBy(func(before, h, after uint32) bool { return h-before < after-h }),
	},
	{
		Name: "nearest-without-wrap", Stage: harness.StageBoundary, Rule: "wrap", dialects: haproxies,
		Says:  "your ring takes the difference of two positions for the distance, even where the way goes past the end of the circle",
		Cause: "abs(a - b) in a type that is wider than 32 bits",
		Fix:   "take differences modulo 2^32",
		edit: nearestBy(func(before, h, after uint32) bool {
			distance := func(a, b uint32) int64 { return max(int64(a)-int64(b), int64(b)-int64(a)) }
			return distance(h, before) <= distance(after, h)
		}),
	},
	{
		Name: "strictly-after", Stage: harness.StageBoundary, Rule: "boundary", dialects: join(without("md5-128-after"), successors),
		Says:  "a key that lands exactly on a point goes to the next point in your ring; here that point owns it",
		Cause: "> for >=, upper_bound for lower_bound, bisect_right (or bisect) for bisect_left, higherEntry for ceilingEntry",
		Fix:   "take the first point at or after the key's position",
		edit:  withBoundary(goring.After),
	},
	{
		Name: "at-or-after", Stage: harness.StageBoundary, Rule: "boundary", dialects: afters,
		Says:  "a key that lands exactly on a point belongs to that point in your ring; here it goes to the next",
		Cause: ">= for >, lower_bound for upper_bound, bisect_left for bisect, ceilingEntry for higherEntry",
		Fix:   "take the first point after the key's position",
		edit:  withBoundary(goring.AtOrAfter),
	},
	{
		Name: "no-wrap", Stage: harness.StageBoundary, Rule: "wrap", dialects: onward,
		Says:  "a key past the last point belongs to the last point in your ring; it must go round to the first",
		Cause: "the index is limited to the last one: min(i, n - 1)",
		Fix:   "if the search finds no point, take the first",
		edit: aroundBoundary(func(s *goring.Snapshot, edge, right int) int {
			if edge == s.Len() {
				return s.Len() - 1
			}
			return right
		}),
	},
	{
		Name: "no-wrap-none", Stage: harness.StageBoundary, Rule: "wrap", dialects: except(onward, variants...),
		Says:  "a key past the last point has no owner in your ring, or an error; it must go round to the first point",
		Cause: "the search finds nothing, and nobody takes the first point then: undefined, null, or an index out of range",
		Fix:   "if the search finds no point, take the first",
		Seen:  "grpc/grpc-java pull request 13054",
		edit:  aroundBoundary(noneAtEnd),
	},
	{
		Name: "no-wrap-in-lookup", Stage: harness.StageBoundary, Rule: "wrap",
		Says:  "a key past the last point has no owner in your ring, or an error, though the walk for its replicas goes round to the first point",
		Cause: "the walk counts modulo the number of points, and the lookup takes the index that the search found as it is",
		Fix:   "if the search finds no point, take the first",
		edit:  aroundBoundary(noneAtEnd),
		wrap:  func(r fullRing, _ harness.Config) fullRing { return roundWalkRing{r} },
	},
	{
		Name: "below-first-is-last", Stage: harness.StageBoundary, Rule: "wrap", dialects: except(onward, variants...),
		Says:  "a key below the first point belongs to the last point in your ring; the first point is the one that follows it",
		Cause: "an insertion point of 0 is taken for \"not found\", or the wrap is made at the wrong end",
		Fix:   "wrap past the last point only",
		Seen:  "enyim/EnyimMemcached#100",
		edit: aroundBoundary(func(s *goring.Snapshot, edge, right int) int {
			if edge == 0 {
				return s.Len() - 1
			}
			return right
		}),
	},
	{
		Name: "predecessor", Stage: harness.StageBoundary, Rule: "boundary", dialects: except(onward, variants...),
		Says:  "your ring gives a key to the last point at or before it; here the first point that follows owns it",
		Cause: "floorEntry for ceilingEntry, bisect_right - 1; Ruby's dalli does so",
		Fix:   "take the first point from the key on",
		edit: withBoundary(func(s *goring.Snapshot, h goring.Position) int {
			edge := s.Search(h)
			for edge < s.Len() && s.Position(edge) == h {
				edge++
			}
			return before(s, edge)
		}),
	},
	{
		Name: "point-before", Stage: harness.StageBoundary, Rule: "boundary", dialects: join(without("md5-128-after"), except(successors, variants...)),
		Says:  "your ring gives a key to the point before the one that should own it",
		Cause: "an index that is one too small after the search: lo - 1, or the insertion point -(i) - 2 of Java's binarySearch",
		Fix:   "check the search with a key on a point, below the first and past the last",
		edit:  aroundBoundary(func(s *goring.Snapshot, _, right int) int { return before(s, right) }),
	},
	{
		Name: "point-behind", Stage: harness.StageBoundary, Rule: "boundary",
		Says:  "your ring gives a key to the point behind the one that should own it",
		Cause: "an index that is one too large after the search",
		Fix:   "check the search with a key on a point, below the first and past the last",
		edit:  aroundBoundary(func(s *goring.Snapshot, _, right int) int { return (right + 1) % s.Len() }),
	},
	{
		Name: "nearest", Stage: harness.StageBoundary, Rule: "boundary", dialects: except(onward, variants...),
		Says:  "your ring gives a key to the nearest point on either side; here the first point that follows owns it",
		Cause: "HAProxy's rule was taken for the usual one",
		Fix:   "look in one direction only",
		edit: func(d *goring.Dialect) {
			bits, right := d.Bits, d.Serving
			d.Boundary = func(s *goring.Snapshot, h goring.Position) int {
				next := right(s, h)
				last := before(s, next)
				back := onCircle(distance(s.Position(last), h), bits)
				if back.Compare(onCircle(distance(h, s.Position(next)), bits)) < 0 {
					return last
				}
				return next
			}
		},
	},
	{
		Name: "signed-search", Stage: harness.StageBoundary, Rule: "boundary", dialects: join(seeds, []string{"libmemcached", "ketama", "spymemcached", "groupcache", "nginx"}, ringHashes),
		Says:  "your ring sorts its points as unsigned numbers and searches them as signed ones",
		Cause: "Arrays.binarySearch on int or long in Java; < on int beside unsigned points",
		Fix:   "compare as unsigned in both places: Integer.compareUnsigned, or a wider type",
		edit:  searchedAsSigned,
	},
	{
		Name: "modulo", Stage: harness.StageBoundary, Rule: "movement", dialects: join(except(onward, variants...), []string{"dalli", "haproxy"}),
		Says:  "your ring takes the hash modulo the number of nodes: that is no ring, and nearly every key moves when a node joins",
		Cause: "hash(key) % nodes.length",
		Fix:   "search the points",
		edit: withBoundary(func(s *goring.Snapshot, h goring.Position) int {
			nodes := s.Nodes()
			name := nodes[remainder(h, uint64(len(nodes)))].Name
			for i := range s.Len() {
				if s.Node(i) == name {
					return i
				}
			}
			return -1
		}),
	},
	{
		Name: "modulo-points", Stage: harness.StageBoundary, Rule: "lookup",
		Says:  "your ring takes the hash modulo the number of points",
		Cause: "points[hash % points.length]",
		Fix:   "search the points for the first one from the key on",
		edit: withBoundary(func(s *goring.Snapshot, h goring.Position) int {
			return int(remainder(h, uint64(s.Len())))
		}),
	},
}

// searchedAsSigned searches points as if positions were signed.
func searchedAsSigned(d *goring.Dialect) {
	compare := signed(d.Bits)
	d.Boundary = func(s *goring.Snapshot, h goring.Position) int {
		return sort.Search(s.Len(), func(i int) bool { return compare(s.Position(i), h) >= 0 }) % s.Len()
	}
}
