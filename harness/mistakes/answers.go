package mistakes

import (
	"slices"

	"ringkit/goring"
	"ringkit/harness"
)

// withPolicy makes another membership policy an edit of the dialect.
func withPolicy(change func(m *goring.Membership)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) { change(&d.Members) }
}

// refusingTwice are the dialects of production that refuse a list which names a
// node twice.
var refusingTwice = join(twemproxies, modulas[1:], haproxies)

// sized are the dialects of production to which vnodes means something.
var sized = append([]string{"envoy-maglev"}, except(productionRings, append([]string{"cassandra-murmur3"}, variants...)...)...)

var answerMistakes = []Mistake{
	{
		Name: "owner-by-first-word", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"twemproxy", "haproxy", "cassandra-murmur3"},
		Says:  "your ring answers the address or name that a node's text begins with; an owner is the whole text, as the node was given",
		Cause: "the text is taken apart where the ring is made, and not kept",
		Fix:   "keep the whole text of a node, and answer that",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return firstWordRing{r} },
	},
	{
		Name: "batch-sorted", Stage: harness.StageBoundary, Rule: "batch",
		Says:  "your ring answers a batch in the order of the sorted keys",
		Cause: "the keys go through a sorted map or are sorted for locality",
		Fix:   "answer in the order in which the keys were given",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return sortingRing{r} },
	},
	{
		Name: "no-keys-as-empty-key", Stage: harness.StageError, Rule: "batch",
		Says:  "asked for the owners of no keys, your ring answers as if it were asked for the key \"\"",
		Cause: "\"\".split(\",\") is a list of one empty text in JavaScript, Python and Java",
		Fix:   "answer no owners to no keys",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return emptyKeyRing{r} },
	},
	{
		Name: "empty-name-as-none", Stage: harness.StageBoundary, Rule: "node-name",
		Says:  "where the owner is the node whose name is the empty text, your ring answers that there is none",
		Cause: "if (!owner) or if not owner: the empty text counts as false in JavaScript, Python, PHP and Perl",
		Fix:   "compare with null, None or undefined",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return falsyNameRing{r} },
	},
	{
		Name: "empty-name-dropped", Stage: harness.StagePoints, Rule: "node-name",
		Says:  "your ring leaves out the node whose name is the empty text",
		Cause: "filter(Boolean), [n for n in nodes if n], or a check that a name is not empty",
		Fix:   "take every text for a name",
		config: func(c *harness.Config) {
			c.Nodes = slices.DeleteFunc(slices.Clone(c.Nodes), func(n goring.Node) bool { return n.Name == "" })
		},
	},
	{
		Name: "null-for-empty-ring", Stage: harness.StageError, Rule: "empty-ring", dialects: join(without("md5-32"), production),
		Says:  "on an empty ring your ring answers null; in this dialect a lookup there is the error empty-ring",
		Cause: "None, undefined or nil is returned where nothing is found",
		Fix:   "fail with empty-ring",
		edit:  withPolicy(func(m *goring.Membership) { m.Empty = goring.ErrNoOwner }),
	},
	{
		Name: "error-for-null", Stage: harness.StageError, Rule: "empty-ring", dialects: md5x32,
		Says:  "on an empty ring your ring fails with empty-ring; in this dialect a lookup there answers null",
		Cause: "an exception is thrown where nothing is found",
		Fix:   "answer null",
		edit:  withPolicy(func(m *goring.Membership) { m.Empty = goring.ErrEmptyRing }),
	},
	{
		Name: "empty-text-for-none", Stage: harness.StageError, Rule: "empty-ring",
		Says:  "on an empty ring your ring answers the empty text, which is the name of a node like any other",
		Cause: "the zero value of a string stands for \"none\", as in Go, C# and C++",
		Fix:   "answer what the dialect says: the error empty-ring, or null in md5-32",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return emptyTextRing{r} },
	},
	{
		Name: "no-replicas-for-error", Stage: harness.StageError, Rule: "empty-replicas", dialects: without("md5-32"),
		Says:  "asked for replicas on an empty ring, your ring answers none; the kit's choice is the error empty-ring",
		Cause: "the loop over points ends at once",
		Fix:   "fail with empty-ring. The dialect as it was first written leaves this open, so a port that lacks only this routes every key rightly",
		edit:  withPolicy(func(m *goring.Membership) { m.Replicas = nil }),
	},
	{
		Name: "error-for-no-replicas", Stage: harness.StageError, Rule: "empty-replicas", dialects: md5x32,
		Says:  "asked for replicas on an empty ring, your ring fails with empty-ring; the kit's choice is an empty list",
		Cause: "an exception is thrown where nothing is found",
		Fix:   "answer an empty list. The dialect as it was first written leaves this open, so a port that lacks only this routes every key rightly",
		edit:  withPolicy(func(m *goring.Membership) { m.Replicas = goring.ErrEmptyRing }),
	},
	{
		Name: "existing-accepted", Stage: harness.StageError, Rule: "add-existing", dialects: join(md5x32, production),
		Says:  "your ring adds a node that is there already without a word; in this dialect that is the error duplicate-node",
		Cause: "a set or a map takes it silently",
		Fix:   "fail with duplicate-node",
		edit:  withPolicy(func(m *goring.Membership) { m.Existing = nil }),
	},
	{
		Name: "existing-refused", Stage: harness.StageError, Rule: "add-existing", dialects: []string{"md5-128-colon"},
		Says:  "your ring refuses to add a node that is there already; in this dialect nothing happens then",
		Cause: "a check was added that the first implementation does not make",
		Fix:   "change nothing, and do not fail",
		edit:  withPolicy(func(m *goring.Membership) { m.Existing = goring.ErrDuplicateNode }),
	},
	{
		Name: "unknown-removal-accepted", Stage: harness.StageError, Rule: "remove-unknown", dialects: join([]string{"md5-128-colon"}, production),
		Says:  "your ring removes a node that is not there without a word; in this dialect that is the error unknown-node",
		Cause: "a map deletes what is not there silently",
		Fix:   "fail with unknown-node",
		edit:  withPolicy(func(m *goring.Membership) { m.Unknown = nil }),
	},
	{
		Name: "unknown-removal-refused", Stage: harness.StageError, Rule: "remove-unknown", dialects: md5x32,
		Says:  "your ring fails when a node that is not there is removed; in this dialect the answer is removed: false",
		Cause: "an exception where a boolean is due",
		Fix:   "answer that nothing was removed",
		edit:  withPolicy(func(m *goring.Membership) { m.Unknown = goring.ErrUnknownNode }),
	},
	{
		Name: "unknown-removal-confirmed", Stage: harness.StageMembership, Rule: "remove-unknown", dialects: md5x32,
		Says:  "your ring says that it removed a node that was not there; in this dialect the answer is removed: false",
		Cause: "true is returned whatever the map deleted",
		Fix:   "answer that nothing was removed",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return confirmingRing{r} },
	},
	{
		Name: "twice-listed-accepted", Stage: harness.StageError, Rule: "twice-listed", dialects: join(md5x32, refusingTwice),
		Says:  "your ring takes a list that names a node twice; in this dialect that is the error duplicate-node",
		Cause: "a set or a map takes it silently",
		Fix:   "fail with duplicate-node",
		edit:  withPolicy(func(m *goring.Membership) { m.Twice = nil }),
	},
	{
		Name: "twice-listed-refused", Stage: harness.StageError, Rule: "twice-listed", dialects: join(without("md5-32"), except(production, join(refusingTwice, jumps, modulas)...)),
		Says:  "your ring refuses a list that names a node twice; in this dialect the node counts once",
		Cause: "the check of add is made for the list as well",
		Fix:   "count the node once, in its first place and with its first weight",
		edit:  withPolicy(func(m *goring.Membership) { m.Twice = goring.ErrDuplicateNode }),
	},
	{
		Name: "vnodes-below-1-accepted", Stage: harness.StageError, Rule: "bad-vnodes", dialects: join(md5x32, sized),
		Alike: []string{"vnodes-at-least-1", "vnodes-below-1-is-default"}, // a ring that must be refused is asked nothing more
		Says:  "your ring takes vnodes below 1 and has no points then; in this dialect that is the error bad-vnodes",
		Cause: "the loop over vnodes simply does not run",
		Fix:   "fail with bad-vnodes",
		edit:  withPolicy(func(m *goring.Membership) { m.VNodes = nil }),
	},
	{
		Name: "vnodes-at-least-1", Stage: harness.StageError, Rule: "bad-vnodes",
		Alike: []string{"vnodes-below-1-accepted", "vnodes-below-1-is-default"}, // a ring that must be refused is asked nothing more
		Says:  "your ring makes 1 of vnodes below 1",
		Cause: "max(1, vnodes)",
		Fix:   "do what the dialect says: refuse, or make a ring without points",
		config: func(c *harness.Config) {
			if c.VNodes != nil && *c.VNodes < 1 {
				one := 1
				c.VNodes = &one
			}
		},
	},
	{
		Name: "vnodes-below-1-is-default", Stage: harness.StageError, Rule: "bad-vnodes", dialects: md5Dialects,
		Alike: []string{"vnodes-below-1-accepted", "vnodes-at-least-1"}, // a ring that must be refused is asked nothing more
		Says:  "your ring takes the default for vnodes below 1",
		Cause: "vnodes || 100 in JavaScript, vnodes or 100 in Python: 0 counts as not given",
		Fix:   "take the default only where vnodes is not given",
		config: func(c *harness.Config) {
			if c.VNodes != nil && *c.VNodes < 1 {
				c.VNodes = nil
			}
		},
	},
	{
		Name: "bad-weight-accepted", Stage: harness.StageError, Rule: "bad-weight", dialects: join(seeds, production),
		Alike: []string{"bad-weight-is-1"}, // a ring that must be refused is asked nothing more
		Says:  "your ring takes a node with a weight below 1, which has no points then; the kit's choice is the error bad-weight",
		Cause: "the loop over w times vnodes simply does not run",
		Fix:   "fail with bad-weight. The dialect as it was first written leaves this open, so a port that lacks only this routes every key rightly",
		edit: func(d *goring.Dialect) {
			d.Members.Weight = nil
			if d.Labels == nil {
				return
			}
			aroundLabels(func(right labelCount, vnodes int, node goring.Node, all []goring.Node) int {
				if totalWeight(all) <= 0 {
					return 0 // of nothing there are no shares
				}
				return right(vnodes, node, all)
			})(d)
		},
	},
	{
		Name: "bad-weight-is-1", Stage: harness.StageError, Rule: "bad-weight",
		Alike: []string{"bad-weight-accepted"}, // a ring that must be refused is asked nothing more
		Says:  "your ring makes 1 of a weight below 1; the kit's choice is the error bad-weight",
		Cause: "max(1, weight), or weight || 1",
		Fix:   "fail with bad-weight. The dialect as it was first written leaves this open, so a port that lacks only this routes every key rightly",
		config: func(c *harness.Config) {
			nodes := make([]goring.Node, len(c.Nodes))
			for i, node := range c.Nodes {
				nodes[i] = goring.Node{Name: node.Name, Weight: max(1, node.Weight)}
			}
			c.Nodes = nodes
		},
		wrap: func(r fullRing, _ harness.Config) fullRing { return liftingRing{r} },
	},
	{
		Name: "bad-count-accepted", Stage: harness.StageError, Rule: "bad-count",
		Says:  "asked for fewer than one replica, your ring answers none; the kit's choice is the error bad-count",
		Cause: "the loop simply does not run",
		Fix:   "fail with bad-count. The dialect as it was first written leaves this open, so a port that lacks only this routes every key rightly",
		edit:  withPolicy(func(m *goring.Membership) { m.Count = nil }),
	},
	{
		Name: "bad-count-is-1", Stage: harness.StageError, Rule: "bad-count",
		Says:  "asked for fewer than one replica, your ring answers the owner; the kit's choice is the error bad-count",
		Cause: "the owner is put into the list before the count is looked at",
		Fix:   "fail with bad-count. The dialect as it was first written leaves this open, so a port that lacks only this routes every key rightly",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return atLeastOwnerRing{r} },
	},
	{
		Name: "nodes-repeated", Stage: harness.StageMembership, Rule: "node-list",
		Says:  "your ring lists a node once for each of its points",
		Cause: "the list is made of the points",
		Fix:   "list each member once",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return repeatingRing{r} },
	},
	{
		Name: "nodes-as-at-start", Stage: harness.StageMembership, Rule: "node-list", dialects: join(seeds, except(production, variants...)),
		Says:  "your ring goes on listing the nodes that it was made with",
		Cause: "the list that was passed in is kept, and changes go into a copy",
		Fix:   "list the members of now",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return listedOnceRing{r, r.Nodes()} },
	},
	{
		Name: "nodes-never-none", Stage: harness.StageMembership, Rule: "node-list",
		Says:  "your ring lists one node without a name where it has no members",
		Cause: "\"\".split(\",\") is a list of one empty text in JavaScript, Python and Java",
		Fix:   "list no nodes where there are none",
		wrap:  func(r fullRing, _ harness.Config) fullRing { return neverNoneRing{r} },
	},
	{
		Name: "nodes-not-sorted", Stage: harness.StageMembership, Rule: "node-list", dialects: md5x32,
		Says:  "your ring lists nodes in the order in which they came; this dialect sorts them by name",
		Cause: "the list is given out as it is",
		Fix:   "sort by name, by code point",
		edit:  withPolicy(func(m *goring.Membership) { m.Sorted = false }),
	},
	{
		Name: "nodes-in-utf16-order", Stage: harness.StageMembership, Rule: "node-list", dialects: md5x32,
		Says:  "your ring sorts the list of nodes by UTF-16 code unit; this dialect sorts by code point",
		Cause: "sort() in JavaScript, Collections.sort in Java",
		Fix:   "compare by code point, or the UTF-8 bytes",
		wrap: func(r fullRing, _ harness.Config) fullRing {
			return relistingRing{r, func(a, b string) int { return utf16Order(named(a), named(b)) }}
		},
	},
	{
		Name: "nodes-ignoring-case", Stage: harness.StageMembership, Rule: "node-list", dialects: md5x32,
		Says:  "your ring sorts the list of nodes without regard to case; this dialect sorts by code point",
		Cause: "localeCompare, a collation of a database, or String.CASE_INSENSITIVE_ORDER",
		Fix:   "compare by code point, or the UTF-8 bytes",
		wrap: func(r fullRing, _ harness.Config) fullRing {
			return relistingRing{r, compareFolded}
		},
	},
}
