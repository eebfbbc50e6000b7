package harness

import (
	"fmt"
	"strconv"
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

// DescribeStep tells in a few words what a step asks.
func DescribeStep(s vectors.Step) string {
	switch s.Op {
	case vectors.Hash:
		return "hash of " + Quote(s.Key)
	case vectors.Owner:
		return "owner of " + Quote(s.Keys[0])
	case vectors.Owners:
		return fmt.Sprintf("owners of %d keys", len(s.Keys))
	case vectors.Moved:
		return fmt.Sprintf("keys moved between %s and %s", s.From, s.To)
	case vectors.Replicas:
		return fmt.Sprintf("%d replicas of %s", s.Count, Quote(s.Key))
	case vectors.Add:
		return fmt.Sprintf("add %s with weight %d", Quote(s.Node.Name), s.Node.Weight)
	case vectors.Remove:
		return "remove " + Quote(s.Node.Name)
	}
	return "all " + string(s.Op)
}
