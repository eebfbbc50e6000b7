package properties

import (
	"encoding/hex"
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
		return expect("hash: "+yamlText(r.Key), position(right.Position))
	case harness.OpOwners:
		if step, many := yamlCrowd(r.Keys, right); many {
			return step
		}
		return expect("owners: "+yamlList(r.Keys, yamlText), yamlList(right.Owners, yamlOwner))
	case harness.OpReplicas:
		return expect(fmt.Sprintf("replicas: {key: %s, count: %d}", yamlText(r.Key), r.Count), yamlList(right.Nodes, yamlText))
	case harness.OpPoints:
		return expect("points: all", yamlList(right.Points, func(p vectors.Point) string {
			return "[" + position(p.Position) + ", " + yamlText(p.Node) + "]"
		}))
	case harness.OpNodes:
		return expect("nodes: all", yamlList(right.Nodes, yamlText))
	}
	c, _ := changeOf(r)
	step := "add: " + yamlNode(r.Node)
	if c.Kind == Remove {
		step = "remove: " + yamlText(r.Node.Name)
	}
	switch {
	case customs[d.Name].open(effectOf(state, c)):
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
	items := yamlList(slices.Sorted(maps.Keys(counts)), func(name string) string {
		return fmt.Sprintf("%s: %d", yamlText(name), counts[name])
	})
	return fmt.Sprintf("owners: {pattern: %s, from: 0, to: %d}, counts: {%s}, sha256: %q",
		yamlText(prefix+"%d"), len(keys)-1, items[1:len(items)-1], harness.Digest(right.Owners)), true
}

func yamlList[T any](items []T, write func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = write(item)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func yamlNode(n vectors.Node) string {
	if n.Weight == 1 {
		return yamlText(n.Name)
	}
	return fmt.Sprintf("{name: %s, weight: %d}", yamlText(n.Name), n.Weight)
}

func yamlOwner(o *string) string {
	if o == nil {
		return "null"
	}
	return yamlText(*o)
}

// yamlText writes a KEY or NODE as spec/vectors.md has it.
func yamlText(s string) string {
	if !utf8.ValidString(s) {
		return fmt.Sprintf("{hex: %q}", hex.EncodeToString([]byte(s)))
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
