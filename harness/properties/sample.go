package properties

import (
	"fmt"
	"slices"
	"strings"

	"ringkit/harness"
	"ringkit/vectors"
)

// A Sample is a ring, what happens to it, and what it is asked: plain data that a
// law is checked on. A law leaves out of account what it does not ask for.
type Sample struct {
	Dialect string
	// Nodes are the nodes of the ring as it is made, in list order, and VNodes
	// is the points of one of weight 1; 0 leaves that to the dialect.
	Nodes  []vectors.Node
	VNodes int
	// Changes are made to the ring, in order.
	Changes []Change
	// Keys are different from each other.
	Keys []string
	// Count is the most replicas that are asked for.
	Count int
	// Prefix is that of the many keys that a law of chance asks for: Prefix
	// followed by 0, 1, 2 and so on.
	Prefix string
}

// A Change is made to one node of a ring.
type Change struct {
	Kind Kind
	// Node is the node to add, or as it is after its weight was raised; of a
	// removal, the name.
	Node vectors.Node
}

// A Kind is the kind of a change.
type Kind string

// The changes. An implementation is not asked to raise a weight: another ring is
// made.
const (
	Add    Kind = "add"
	Remove Kind = "remove"
	Raise  Kind = "raise"
)

func (c Change) String() string {
	if c.Kind == Remove {
		return "remove " + harness.Quote(c.Node.Name)
	}
	return string(c.Kind) + " " + showNode(c.Node)
}

// String shows the sample over several lines, without a newline at the end.
func (s Sample) String() string {
	var nodes, keys []string
	for _, n := range s.Nodes {
		nodes = append(nodes, showNode(n))
	}
	vnodes := "default"
	if s.VNodes != 0 {
		vnodes = fmt.Sprint(s.VNodes)
	}
	lines := []string{fmt.Sprintf("ring     %s, vnodes %s, nodes %s", s.Dialect, vnodes, list(nodes))}
	for _, c := range s.Changes {
		lines = append(lines, "change   "+c.String())
	}
	for _, k := range s.Keys {
		keys = append(keys, harness.Quote(k))
	}
	switch {
	case s.Prefix != "":
		lines = append(lines, fmt.Sprintf("keys     %s followed by 0 to %d", harness.Quote(s.Prefix), manyKeys-1))
	case len(keys) > 0:
		lines = append(lines, "keys     "+list(keys))
	}
	if s.Count > 0 {
		lines = append(lines, fmt.Sprintf("count    %d", s.Count))
	}
	return strings.Join(lines, "\n")
}

func list(items []string) string {
	if len(items) == 0 {
		return "none"
	}
	return strings.Join(items, ", ")
}

func showNode(n vectors.Node) string {
	if n.Weight == 1 {
		return harness.Quote(n.Name)
	}
	return fmt.Sprintf("%s (weight %d)", harness.Quote(n.Name), n.Weight)
}

// vnodesAsked is how vnodes of a sample are asked for.
func vnodesAsked(vnodes int) *int {
	if vnodes == 0 {
		return nil
	}
	return &vnodes
}

// clone returns a copy that shares nothing with s.
func (s Sample) clone() Sample {
	s.Nodes, s.Changes, s.Keys = slices.Clone(s.Nodes), slices.Clone(s.Changes), slices.Clone(s.Keys)
	return s
}

func (s Sample) distinctKeys() bool {
	seen := map[string]bool{}
	for _, key := range s.Keys {
		seen[key] = true
	}
	return len(seen) == len(s.Keys)
}

// nodeNames returns the names of all nodes, each once.
func (s Sample) nodeNames() []string {
	all := names(s.Nodes)
	for _, c := range s.Changes {
		all = append(all, c.Node.Name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// manyKeys is how many keys a law of chance asks for.
const manyKeys = 2000

func (s Sample) crowdKeys() []string {
	keys := make([]string, manyKeys)
	for i := range keys {
		keys[i] = fmt.Sprint(s.Prefix, i)
	}
	return keys
}
