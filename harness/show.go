package harness

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringkit/vectors"
)

// maxShown is how many characters of a text a message shows.
const maxShown = 60

// Quote shows a key or node in a message: in double quotes, with everything
// outside printable ASCII escaped, and shortened if it is long.
func Quote(text string) string {
	if utf8.RuneCountInString(text) <= maxShown {
		return strconv.QuoteToASCII(text)
	}
	cut, n := len(text), 0
	for i := range text {
		if n++; n > maxShown {
			cut = i
			break
		}
	}
	return fmt.Sprintf("%s... (%d bytes)", strconv.QuoteToASCII(text[:cut]), len(text))
}

// Printable makes text that an implementation wrote safe to show: newlines, tabs
// and what can be seen stay, and everything else, which could move a terminal's
// cursor or hide what is there, is escaped.
func Printable(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r == '\n', r == '\t', unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// oneLine shows text in one line, shortened to so many characters.
func oneLine(text string, most int) string {
	text = strings.NewReplacer("\n", " ", "\t", " ").Replace(Printable(text))
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "..."
}

func showOwner(owner *string) string {
	if owner == nil {
		return "null"
	}
	return Quote(*owner)
}

// showOwners puts each key before its owner.
func showOwners(keys []string, owners []*string) []string {
	lines := make([]string, len(keys))
	for i, key := range keys {
		lines[i] = Quote(key) + " -> " + showOwner(owners[i])
	}
	return lines
}

// showNodes quotes the names that may look like others.
func showNodes(nodes []string) []string {
	shown := make([]string, len(nodes))
	for i, node := range nodes {
		if shown[i] = node; Quote(node) != `"`+node+`"` {
			shown[i] = Quote(node)
		}
	}
	return shown
}

// showCounts puts each node before its count.
func showCounts(counts map[string]int) []string {
	lines := []string{}
	for _, node := range slices.Sorted(maps.Keys(counts)) {
		lines = append(lines, fmt.Sprintf("%s %d", Quote(node), counts[node]))
	}
	return lines
}

// showPoints puts each position before its node.
func showPoints(points []vectors.Point) []string {
	lines := make([]string, len(points))
	for i, p := range points {
		lines[i] = p.Position + " " + Quote(p.Node)
	}
	return lines
}

// DescribeStep tells in a few words what a step asks.
func DescribeStep(s vectors.Step) string {
	switch s.Op {
	case vectors.Hash:
		return "hash of " + Quote(s.Key)
	case vectors.Owner:
		return "owner of " + Quote(s.Keys[0])
	case vectors.Owners:
		return "owners of " + Counted(len(s.Keys), "key")
	case vectors.Moved:
		return fmt.Sprintf("keys moved between %s and %s", s.From, s.To)
	case vectors.Replicas:
		return Counted(s.Count, "replica") + " of " + Quote(s.Key)
	case vectors.Add:
		return fmt.Sprintf("add %s with weight %d", Quote(s.Node.Name), s.Node.Weight)
	case vectors.Remove:
		return "remove " + Quote(s.Node.Name)
	}
	return "all " + string(s.Op)
}

// DescribeRing tells in a few words what ring a case makes.
func DescribeRing(r vectors.Ring) string {
	const most = 8
	var names []string
	for _, n := range r.Nodes {
		name := Quote(n.Name)
		if n.Weight != 1 {
			name += fmt.Sprintf(" (weight %d)", n.Weight)
		}
		names = append(names, name)
	}
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("and %d more", len(names)-most))
	}
	text := "nodes " + strings.Join(names, ", ")
	if len(names) == 0 {
		text = "no nodes"
	}
	if r.VNodes == nil {
		return text + "; the default vnodes"
	}
	return fmt.Sprintf("%s; vnodes %d", text, *r.VNodes)
}
