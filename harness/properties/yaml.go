package properties

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// yamlStep writes a request and the right answer to it; state is the members by
// then.
func yamlStep(d goring.Dialect, r harness.Request, right harness.Answer, state []vectors.Node) string {
	expect := func(step, want string) string {
		if right.Error != "" {
			return step + ", error: " + right.Error
		}
		return step + ", want: " + want
	}
	position := func(p string) string {
		if d.Bits > 53 {
			return strconv.Quote(p)
		}
		return p
	}
	switch r.Op {
	case harness.OpHash:
		return expect("hash: "+vectors.Literal(r.Key), position(right.Position))
	case harness.OpOwners:
		if step, many := yamlCrowd(r.Keys, right); many {
			return step
		}
		return expect("owners: "+vectors.LiteralList(r.Keys, vectors.Literal), vectors.LiteralList(right.Owners, vectors.LiteralOwner))
	case harness.OpReplicas:
		return expect(fmt.Sprintf("replicas: {key: %s, count: %d}", vectors.Literal(r.Key), r.Count), vectors.LiteralList(right.Nodes, vectors.Literal))
	case harness.OpPoints:
		return expect("points: all", vectors.LiteralList(right.Points, func(p vectors.Point) string {
			return "[" + position(p.Position) + ", " + vectors.Literal(p.Node) + "]"
		}))
	case harness.OpNodes:
		return expect("nodes: all", vectors.LiteralList(right.Nodes, vectors.Literal))
	}
	c, _ := changeOf(r)
	step := "add: " + yamlNode(r.Node)
	if c.Kind == Remove {
		step = "remove: " + vectors.Literal(r.Node.Name)
	}
	switch {
	case customs[d.Name].open(effectOf(d.Members, state, c)):
		return step + ", may: fail"
	case right.Error != "":
		return step + ", error: " + right.Error
	case right.NotRemoved:
		return step + ", removed: false"
	}
	return step
}

// yamlCrowd writes the many keys of a law of chance as a pattern, and their
// owners as counts and a digest.
func yamlCrowd(keys []string, right harness.Answer) (string, bool) {
	if len(keys) < manyKeys || right.Error != "" {
		return "", false
	}
	prefix := strings.TrimSuffix(keys[0], "0")
	for i, key := range keys {
		if key != fmt.Sprint(prefix, i) || strings.Contains(key, "%") {
			return "", false
		}
	}
	counts := map[string]int{}
	for _, o := range right.Owners {
		if o == nil || strings.Contains(*o, "\n") || !utf8.ValidString(*o) {
			return "", false
		}
		counts[*o]++
	}
	items := vectors.LiteralList(slices.Sorted(maps.Keys(counts)), func(name string) string {
		return fmt.Sprintf("%s: %d", vectors.Literal(name), counts[name])
	})
	return fmt.Sprintf("owners: {pattern: %s, from: 0, to: %d}, counts: {%s}, sha256: %q",
		vectors.Literal(prefix+"%d"), len(keys)-1, items[1:len(items)-1], harness.Digest(right.Owners)), true
}

func yamlNode(n vectors.Node) string {
	if n.Weight == 1 {
		return vectors.Literal(n.Name)
	}
	return fmt.Sprintf("{name: %s, weight: %d}", vectors.Literal(n.Name), n.Weight)
}
