package properties

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ringkit/goring"
	"ringkit/vectors"
)

// A corner is where rings go wrong and random samples do not come.
type corner struct {
	name string
	in   func(d goring.Dialect, s Sample) bool
}

var corners = []corner{
	{"a ring without nodes", func(_ goring.Dialect, s Sample) bool { return len(s.Nodes) == 0 }},
	{"one node", func(_ goring.Dialect, s Sample) bool { return len(s.Nodes) == 1 }},
	{"12 nodes", func(_ goring.Dialect, s Sample) bool { return len(s.Nodes) == 12 }},
	{"1 vnode", func(_ goring.Dialect, s Sample) bool { return s.VNodes == 1 }},
	{"300 vnodes", func(_ goring.Dialect, s Sample) bool { return s.VNodes == 300 }},
	{"weight 5", anyNode(func(n vectors.Node) bool { return n.Weight == 5 })},
	{"weights that differ", func(_ goring.Dialect, s Sample) bool {
		return slices.ContainsFunc(s.Nodes, func(n vectors.Node) bool { return n.Weight != s.Nodes[0].Weight })
	}},
	{"a label after the 256th", func(_ goring.Dialect, s Sample) bool { return s.VNodes > 256 && len(s.Nodes) > 0 }},
	{"a node listed twice", func(_ goring.Dialect, s Sample) bool { return s.distinct() != nil }},
	{"nodes that share a point", func(d goring.Dialect, s Sample) bool { return sharesPoint(d, members(s.Nodes), s.VNodes) }},

	{"a key exactly on a point", onCircle(func(h goring.Position, points []goring.Position) bool {
		return slices.Contains(points, h)
	})},
	{"a key past the last point", onCircle(func(h goring.Position, points []goring.Position) bool {
		return h.Compare(points[len(points)-1]) > 0
	})},
	{"a key below the first point", onCircle(func(h goring.Position, points []goring.Position) bool {
		return h.Compare(points[0]) < 0
	})},
	{"the label after a node's last as a key", func(d goring.Dialect, s Sample) bool {
		return slices.ContainsFunc(s.Nodes, func(n vectors.Node) bool {
			return slices.Contains(s.Keys, string(d.Label(nil, n.Name, n.Weight*s.VNodes)))
		})
	}},

	{"an empty key", anyKey(func(k string) bool { return k == "" })},
	{"an empty name", anyName(func(n string) bool { return n == "" })},
	{"a key with NUL", anyKey(func(k string) bool { return strings.Contains(k, "\x00") })},
	{"a name with NUL", anyName(func(n string) bool { return strings.Contains(n, "\x00") })},
	{"an astral key", anyKey(astral)},
	{"an astral name", anyName(astral)},
	{"a key with a combining mark", anyKey(combining)},
	{"a name with a combining mark", anyName(combining)},
	{"a long key", anyKey(func(k string) bool { return utf8.RuneCountInString(k) > 255 })},
	{"a long name", anyName(func(n string) bool { return utf8.RuneCountInString(n) > 255 })},
	{"a key of digits", anyKey(digits)},
	{"a name of digits", anyName(digits)},
	{"a key that is a separator", anyKey(separator)},
	{"a name that is a separator", anyName(separator)},
	{"names that differ in case", anyTwo(func(a, b string) bool { return strings.EqualFold(a, b) })},
	{"names that differ in normal form", anyTwo(func(a, b string) bool { return a == "caf\u00e9" && b == "cafe\u0301" })},
	{"names that differ in a space", anyTwo(func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) })},
	{"a name that is another's label", func(d goring.Dialect, s Sample) bool {
		return anyTwo(func(a, b string) bool { return string(d.Label(nil, a, 0)) == b })(d, s)
	}},

	{"a node that comes", anyChange(changes, Add)},
	{"a node that goes", anyChange(changes, Remove)},
	{"a weight that is raised", anyChange(changes, Raise)},
	{"a member that is added again", anyChange(existing, Add)},
	{"a stranger that is removed", anyChange(unknown, Remove)},
	{"a weight that is refused", anyChange(badWeight, Add)},
	{"a node that comes back", func(d goring.Dialect, s Sample) bool {
		state, gone := members(s.Nodes), []string{}
		for _, c := range s.Changes {
			if effectOf(d.Members, state, c) == changes && c.Kind == Remove {
				gone = append(gone, c.Node.Name)
			}
			if effectOf(d.Members, state, c) == changes && c.Kind == Add && slices.Contains(gone, c.Node.Name) {
				return true
			}
			state = apply(d.Members, state, c)
		}
		return false
	}},
	{"the last node that goes", func(d goring.Dialect, s Sample) bool {
		state := members(s.Nodes)
		for _, c := range s.Changes {
			if state = apply(d.Members, state, c); c.Kind == Remove && len(state) == 0 {
				return true
			}
		}
		return false
	}},
	{"one replica", func(_ goring.Dialect, s Sample) bool { return s.Count == 1 }},
	{"more replicas than nodes", func(_ goring.Dialect, s Sample) bool { return s.Count > len(s.Nodes) }},
}

func anyNode(is func(vectors.Node) bool) func(goring.Dialect, Sample) bool {
	return func(_ goring.Dialect, s Sample) bool { return slices.ContainsFunc(s.Nodes, is) }
}

func anyName(is func(string) bool) func(goring.Dialect, Sample) bool {
	return anyNode(func(n vectors.Node) bool { return is(n.Name) })
}

func anyKey(is func(string) bool) func(goring.Dialect, Sample) bool {
	return func(_ goring.Dialect, s Sample) bool { return slices.ContainsFunc(s.Keys, is) }
}

func anyTwo(are func(a, b string) bool) func(goring.Dialect, Sample) bool {
	return func(_ goring.Dialect, s Sample) bool {
		for _, a := range s.Nodes {
			for _, b := range s.Nodes {
				if a.Name != b.Name && are(a.Name, b.Name) {
					return true
				}
			}
		}
		return false
	}
}

func anyChange(e effect, kind Kind) func(goring.Dialect, Sample) bool {
	return func(d goring.Dialect, s Sample) bool {
		state := members(s.Nodes)
		for _, c := range s.Changes {
			if c.Kind == kind && effectOf(d.Members, state, c) == e {
				return true
			}
			state = apply(d.Members, state, c)
		}
		return false
	}
}

func onCircle(is func(h goring.Position, points []goring.Position) bool) func(goring.Dialect, Sample) bool {
	return func(d goring.Dialect, s Sample) bool {
		var points []goring.Position
		for _, p := range circle(d, members(s.Nodes), s.VNodes) {
			points = append(points, p.Position)
		}
		slices.SortFunc(points, goring.Position.Compare)
		return len(points) > 0 && slices.ContainsFunc(s.Keys, func(k string) bool { return is(d.Hash(k), points) })
	}
}

func astral(s string) bool    { return strings.ContainsFunc(s, func(r rune) bool { return r > 0xffff }) }
func combining(s string) bool { return strings.ContainsFunc(s, unicode.IsMark) }
func digits(s string) bool    { return s != "" && strings.Trim(s, "0123456789") == "" }
func separator(s string) bool { return s == "#" || s == ":" }

// impossible are the corners that a dialect does not have.
func impossible(d goring.Dialect, corner string) bool {
	return corner == "nodes that share a point" && collisions[d.Name] == nil ||
		corner == "a node listed twice" && d.Members.Twice != nil
}

func TestDefaultRunDrawsEveryCorner(t *testing.T) {
	for _, name := range seedDialects {
		d, _ := goring.Lookup(name)
		t.Run(name, func(t *testing.T) {
			for _, seed := range seeds(1, 50) {
				drawn := map[string]int{}
				for _, s := range defaultRun(t, d, seed) {
					for _, c := range corners {
						if c.in(d, s) {
							drawn[c.name]++
						}
					}
				}
				for _, c := range corners {
					if drawn[c.name] == 0 && !impossible(d, c.name) {
						t.Errorf("seed %d: want %s drawn, got none", seed, c.name)
					}
				}
				if seed == 1 {
					for _, c := range corners {
						t.Logf("%5d  %s", drawn[c.name], c.name)
					}
				}
			}
		})
	}
}

// defaultRun returns the samples that a default run draws in one dialect.
func defaultRun(t *testing.T, d goring.Dialect, seed int64) (drawn []Sample) {
	t.Helper()
	r, err := newRunner(t.Context(), allRings(), Options{Readers: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.properties {
		p.check = func(_ context.Context, _ *asker, s Sample) error {
			drawn = append(drawn, s.clone())
			return nil
		}
		if _, err := r.run(t.Context(), p, d, seed); err != nil {
			t.Fatal(err)
		}
	}
	return drawn
}
