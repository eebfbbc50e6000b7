package harness

import (
	"slices"
	"unicode/utf8"

	"ringkit/vectors"
)

// requestOf says which request answers a step; a step that is not listed needs
// none.
var requestOf = map[vectors.Op]RequestOp{
	vectors.Hash:     OpHash,
	vectors.Owner:    OpOwners,
	vectors.Owners:   OpOwners,
	vectors.Replicas: OpReplicas,
	vectors.Points:   OpPoints,
	vectors.Nodes:    OpNodes,
	vectors.Add:      OpAdd,
	vectors.Remove:   OpRemove,
}

// ScriptOf returns what is asked in a case.
func ScriptOf(c vectors.Case) Script {
	s := Script{ID: c.ID}
	if c.Ring != nil {
		s.Requests = append(s.Requests, ringRequest(c))
	}
	for _, step := range c.Steps {
		if op, asks := requestOf[step.Op]; asks {
			s.Requests = append(s.Requests, stepRequest(op, c.Dialect, step))
		}
	}
	return s
}

func ringRequest(c vectors.Case) Request {
	return Request{Op: OpRing, Dialect: c.Dialect, Nodes: c.Ring.Nodes, VNodes: c.Ring.VNodes}
}

func stepRequest(op RequestOp, dialect string, step vectors.Step) Request {
	r := Request{Op: op, Key: step.Key, Keys: step.Keys, Count: step.Count, Node: step.Node}
	if op == OpHash {
		r.Dialect = dialect
	}
	return r
}

// Offers reports whether an implementation that says hello offers all that a
// script asks.
func (h Hello) Offers(s Script) bool {
	for _, r := range s.Requests {
		if r.Dialect != "" && !slices.Contains(h.Dialects, r.Dialect) {
			return false
		}
		if r.Op != OpRing && r.Op != OpOwners && !slices.Contains(h.Ops, string(r.Op)) {
			return false
		}
		if r.isBytes() && !slices.Contains(h.Ops, "bytes") {
			return false
		}
	}
	return true
}

// isBytes reports whether the request holds a key or a node that is not text.
func (r Request) isBytes() bool {
	notText := func(s string) bool { return !utf8.ValidString(s) }
	return notText(r.Key) || notText(r.Node.Name) || slices.ContainsFunc(r.Keys, notText) ||
		slices.ContainsFunc(r.Nodes, func(n vectors.Node) bool { return notText(n.Name) })
}
