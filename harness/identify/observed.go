package identify

import (
	"fmt"

	"ringkit/goring"
	"ringkit/harness"
)

// A Pair is one observation: a key, and the owner that the client gave it.
type Pair struct {
	Key string
	// Owner is the owner in the client's words, which need not be the name of a
	// node.
	Owner string
	// None tells that the client answered that the key has no owner.
	None bool
	// Line is where the pair stands in its file, counted from 1; 0 if it comes
	// from no file.
	Line int
}

// Observed is what was seen of one ring.
type Observed struct {
	// Nodes are the members in list order.
	Nodes []goring.Node
	Pairs []Pair
}

// An UnreadableError tells that owners cannot be those of the nodes, whatever is
// made of them.
type UnreadableError struct {
	// Pair is the first that cannot be read.
	Pair Pair
	// Owners is how many different owners there are, Nodes how many nodes.
	Owners, Nodes int
}

func (e *UnreadableError) Error() string {
	return fmt.Sprintf("owner %q is no node, under any reading; and the %s cannot stand for the %s one by one",
		e.Pair.Owner, harness.Counted(e.Owners, "owner"), harness.Counted(e.Nodes, "node"))
}
