package mistakes

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf16"

	"ringkit/goring"
	"ringkit/harness"
)

type points = []goring.OwnedPoint

// byPosition compares points by position alone.
func byPosition(a, b goring.OwnedPoint) int { return a.Position.Compare(b.Position) }

// ascending is the right arrangement of points, written out.
func ascending(tie func(a, b goring.Member) int) func(points) points {
	return func(p points) points {
		return sortedBy(p, func(position goring.Position) goring.Position { return position }, goring.Position.Compare, tie)
	}
}

// sortedBy returns points sorted by a key of their positions and then by tie, those
// that are equal in both as they are. A key is made once for each point, and what is
// moved about is small: points are large, and some keys take long to make.
func sortedBy[K any](p points, key func(goring.Position) K, compare func(a, b K) int, tie func(a, b goring.Member) int) points {
	type keyed struct {
		key K
		at  int
	}
	order := make([]keyed, len(p))
	for i := range p {
		order[i] = keyed{key(p[i].Position), i}
	}
	slices.SortFunc(order, func(a, b keyed) int {
		if c := compare(a.key, b.key); c != 0 {
			return c
		}
		return cmp.Or(tie(p[a.at].Owner, p[b.at].Owner), cmp.Compare(a.at, b.at))
	})
	sorted := make(points, len(p))
	for i, k := range order {
		sorted[i] = p[k.at]
	}
	return sorted
}

// arranged makes another arrangement of the points an edit of the dialect.
func arranged(arrange func(d *goring.Dialect, p points) points) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		right := *d
		d.Arrange = func(p points) points { return arrange(&right, p) }
	}
}

// signed is the order of positions taken for signed numbers.
func signed(bits int) func(a, b goring.Position) int {
	return func(a, b goring.Position) int { return flipTop(a, bits).Compare(flipTop(b, bits)) }
}

var orderMistakes = []Mistake{
	{
		Name: "not-sorted", Stage: harness.StagePoints, Rule: "point-order", dialects: join(seeds, except(productionRings, variants...)),
		Says:  "your ring does not sort its points before it searches them",
		Cause: "points are appended node by node and the sort was forgotten",
		Fix:   "sort the points by position after every change",
		edit:  arranged(func(_ *goring.Dialect, p points) points { return p }),
	},
	{
		Name: "sorted-as-text", Stage: harness.StagePoints, Rule: "point-order", dialects: join(seeds, []string{"npm-hashring", "libmemcached", "ketama", "groupcache", "nginx"}),
		Says:  "your ring sorts its points as text, so that 1528284164 comes before 4",
		Cause: "sort() without a comparator in JavaScript; sort with strings in PHP; positions kept as decimal strings",
		Fix:   "sort as numbers: sort((a, b) => a - b) in JavaScript, SORT_NUMERIC in PHP",
		edit: arranged(func(d *goring.Dialect, p points) points {
			return sortedBy(p, goring.Position.String, strings.Compare, d.Tie)
		}),
	},
	{
		Name: "sorted-descending", Stage: harness.StagePoints, Rule: "point-order",
		Says:  "your ring sorts its points downwards and searches them as if they went up",
		Cause: "b - a in the comparator",
		Fix:   "sort ascending",
		edit: arranged(func(d *goring.Dialect, p points) points {
			p = ascending(d.Tie)(p)
			slices.Reverse(p)
			return p
		}),
	},
	{
		Name: "sorted-as-signed", Stage: harness.StagePoints, Rule: "point-order", dialects: join(seeds, []string{"libmemcached", "ketama", "twemproxy", "groupcache", "nginx", "haproxy"}, ringHashes),
		Says:  "your ring sorts its points as signed numbers and searches them as unsigned ones",
		Cause: "Arrays.sort on int or long in Java beside compareUnsigned; mixed types in C",
		Fix:   "compare as unsigned in both places",
		edit: arranged(func(d *goring.Dialect, p points) points {
			flipped := func(position goring.Position) goring.Position { return flipTop(position, d.Bits) }
			return sortedBy(p, flipped, goring.Position.Compare, d.Tie)
		}),
	},
	{
		Name: "added-points-at-end", Stage: harness.StageMembership, Rule: "add",
		Says:  "your ring appends the points of a node that joins and does not sort again",
		Cause: "sorting happens where the ring is made, and not in add",
		Fix:   "sort after each change, or insert in order",
		edit: func(d *goring.Dialect) {
			d.Members.Settle = func(before, right points, call goring.Call) points {
				if call.Remove || call.Member {
					return keep(before, func(p goring.OwnedPoint) bool { return len(ofNode(right, p.Owner.Name)) > 0 })
				}
				return slices.Concat(before, ofNode(right, call.Node.Name))
			}
		},
	},
}

// keep returns the points that fit.
func keep(p points, fits func(goring.OwnedPoint) bool) points {
	var kept points
	for _, point := range p {
		if fits(point) {
			kept = append(kept, point)
		}
	}
	return kept
}

// ofNode returns the points of the node of that name.
func ofNode(p points, name string) points {
	return keep(p, func(point goring.OwnedPoint) bool { return point.Owner.Name == name })
}

// utf16Order compares texts as JavaScript's < and Java's compareTo do.
func utf16Order(a, b goring.Member) int {
	return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
}

// alphabetical compares as collations do: case counts only where nothing else
// differs, and small letters come first there.
func alphabetical(a, b goring.Member) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(b.Name, a.Name))
}

// withTie makes another tie rule an edit of the dialect.
func withTie(tie func(a, b goring.Member) int) func(d *goring.Dialect) {
	return func(d *goring.Dialect) { d.Tie = tie }
}

// onePointEach keeps one point at each position: the one that is given last, in
// the order in which a map is filled from the list.
func onePointEach(p points) points {
	last := map[goring.Position]goring.Member{}
	for _, point := range p {
		last[point.Position] = point.Owner
	}
	return keepFirst(ascending(goring.NameFirst)(keep(p, func(point goring.OwnedPoint) bool {
		return last[point.Position] == point.Owner
	})))
}

// keepFirst keeps the first of neighbours at the same position.
func keepFirst(p points) points {
	return slices.CompactFunc(p, func(a, b goring.OwnedPoint) bool { return a.Position == b.Position })
}

var byName = []string{"xmur3", "md5-32"}

var tieMistakes = []Mistake{
	{
		Name: "tie-to-first-listed", Stage: harness.StagePoints, Rule: "tie", dialects: join(byName, []string{"spymemcached", "uhashring-ketama", "dalli", "groupcache"}),
		Says:  "where points of two nodes coincide, your ring gives the position to the node that was listed first",
		Cause: "a stable sort by position alone",
		Fix:   "compare equal positions by name",
		edit:  withTie(goring.ListedFirst),
	},
	{
		Name: "tie-to-last-added", Stage: harness.StagePoints, Rule: "tie", dialects: join([]string{"xmur3", "xmur3-utf16", "md5-32"}, libmemcacheds, []string{"ketama"}, npmHashrings, []string{"nginx"}),
		Says:  "where points of two nodes coincide, your ring gives the position to the node that was added last",
		Cause: "a map from position to node, in which the last writer wins",
		Fix:   "keep all points, and put the node first that the tie rule names",
		edit:  withTie(goring.AddedLast),
	},
	{
		Name: "tie-to-larger-name", Stage: harness.StagePoints, Rule: "tie", dialects: byName,
		Says:  "where points of two nodes coincide, your ring gives the position to the name that sorts last",
		Cause: "the comparator of the tie is the wrong way round",
		Fix:   "put the name first that sorts first",
		edit:  withTie(func(a, b goring.Member) int { return goring.NameFirst(b, a) }),
	},
	{
		Name: "tie-to-smaller-name", Stage: harness.StagePoints, Rule: "tie", dialects: join([]string{"xmur3-utf16"}, libmemcacheds, []string{"ketama"}, npmHashrings, []string{"nginx", "spymemcached", "uhashring-ketama", "groupcache"}),
		Says:  "where points of two nodes coincide, your ring gives the position to the name that sorts first",
		Cause: "pairs of position and name are sorted as a whole",
		Fix:   "sort by position alone, with a stable sort",
		edit:  withTie(goring.NameFirst),
	},
	{
		Name: "tie-in-utf16-order", Stage: harness.StagePoints, Rule: "name-order", dialects: byName,
		Says:  "your ring compares names by UTF-16 code unit where points coincide; this dialect compares by code point",
		Cause: "< on strings in JavaScript, compareTo in Java, string.CompareOrdinal in C#",
		Fix:   "compare by code point, or the UTF-8 bytes",
		edit:  withTie(utf16Order),
	},
	{
		Name: "tie-in-alphabet-order", Stage: harness.StagePoints, Rule: "name-order", dialects: byName,
		Says:  "your ring compares names by the alphabet where points coincide, so that c comes before W; this dialect compares by code point",
		Cause: "localeCompare in JavaScript, a Collator in Java, strcoll in C, PHP's strcasecmp, a database's collation; the order may change with the machine's locale",
		Fix:   "compare by code point, or the UTF-8 bytes",
		edit:  withTie(alphabetical),
	},
	{
		Name: "tie-removes-both", Stage: harness.StagePoints, Rule: "tie", dialects: []string{"xmur3", "xmur3-utf16", "md5-32"},
		Says:  "where points of two nodes coincide, your ring drops both",
		Cause: "a collision is taken for an error and skipped",
		Fix:   "keep all points",
		edit: arranged(func(d *goring.Dialect, p points) points {
			count := map[goring.Position]int{}
			for _, point := range p {
				count[point.Position]++
			}
			return keep(ascending(d.Tie)(p), func(point goring.OwnedPoint) bool { return count[point.Position] == 1 })
		}),
	},
	{
		Name: "tie-loser-forgotten", Stage: harness.StagePoints, Rule: "tie-heir", dialects: []string{"xmur3", "xmur3-utf16", "md5-32"},
		Says:  "where points of two nodes coincide, your ring keeps only the owner's, so that the walk for replicas never meets the other there",
		Cause: "a map from position to node that is not overwritten",
		Fix:   "keep all points",
		edit:  arranged(func(d *goring.Dialect, p points) points { return keepFirst(ascending(d.Tie)(p)) }),
	},
	{
		Name: "tie-overwritten", Stage: harness.StagePoints, Rule: "tie-heir", dialects: []string{"xmur3", "xmur3-utf16", "md5-32"},
		Says:  "where points of two nodes coincide, the one that is written last replaces the other",
		Cause: "a map from position to node, rebuilt after each change",
		Fix:   "keep all points",
		edit:  arranged(func(_ *goring.Dialect, p points) points { return onePointEach(p) }),
	},
	{
		Name: "tie-deleted-with-other", Stage: harness.StagePoints, Rule: "tie-heir", dialects: []string{"xmur3", "xmur3-utf16", "md5-32"},
		Says:  "when a node leaves, your ring deletes its positions even where they belong to another node by then",
		Cause: "a map from position to node: the last writer wins, and a removal deletes by position",
		Fix:   "delete by position and node, and keep all points",
		Seen:  "stathat/consistent#13, ultrabug/uhashring#6",
		edit: func(d *goring.Dialect) {
			place := placerOf(d)
			d.Arrange = onePointEach
			d.Members.Settle = func(before, after points, call goring.Call) points {
				switch {
				case call.Member != call.Remove: // refused, or nothing to do
					return before
				case !call.Remove:
					return onePointEach(slices.Concat(before, ofNode(after, call.Node.Name)))
				}
				gone := place.withWeight(call.Node)
				return keep(before, func(p goring.OwnedPoint) bool { return !slices.Contains(gone, p.Position) })
			}
		},
	},
}
