package harness

import (
	"context"

	"ringkit/vectors"
)

// An Implementation is a ring under test, in this process or another one.
type Implementation interface {
	// Hello says what the implementation is and what it offers. It fails if the
	// implementation cannot be started or does not say so.
	Hello(ctx context.Context) (Hello, error)
	// Play plays each script from its beginning and calls done once for each, in
	// any order but never at the same time, with its index. A script in which
	// the implementation breaks is told in its transcript, and the others are
	// played all the same; Play itself fails only if ctx ends.
	Play(ctx context.Context, scripts []Script, done func(i int, t Transcript)) error
	// Close ends the implementation. Nothing is asked of it afterwards.
	Close() error
}

// A Hello is an implementation's introduction.
type Hello struct {
	// Name and Language are for people.
	Name, Language string
	// Dialects are the names of the dialects that it speaks.
	Dialects []string
	// Ops are the optional requests that it answers: "hash", "points",
	// "replicas", "add", "remove" and "nodes"; and "bytes" if keys and nodes may
	// be bytes that are not valid UTF-8.
	Ops []string
}

// UnknownDialect is what an implementation whose dialect is to be found out says
// in place of dialects.
const UnknownDialect = "unknown"

// A Script is a sequence of requests, played in order. Its ring, if it has one,
// is made by a request of its own, so that a script stands alone.
type Script struct {
	// ID is the case's; it stands in messages.
	ID       string
	Requests []Request
}

// A RequestOp is what a request asks for, as it is called in the protocol.
type RequestOp string

// The requests, with the fields of [Request] that each uses.
const (
	OpHash     RequestOp = "hash"     // Dialect, Key
	OpRing     RequestOp = "ring"     // Dialect, Nodes, VNodes
	OpOwners   RequestOp = "owners"   // Keys
	OpReplicas RequestOp = "replicas" // Key, Count
	OpPoints   RequestOp = "points"
	OpNodes    RequestOp = "nodes"
	OpAdd      RequestOp = "add"    // Node
	OpRemove   RequestOp = "remove" // Node.Name
)

// A Request is one question or order.
type Request struct {
	Op      RequestOp
	Dialect string
	Nodes   []vectors.Node
	VNodes  *int // nil: the dialect's default
	Key     string
	Keys    []string
	Count   int
	Node    vectors.Node
}

// An Answer is the answer to one request. Where Error is empty, the field that
// belongs to the request holds the answer; an order has none but NotRemoved.
type Answer struct {
	// Error is a code of the protocol.
	Error string
	// Message is what the implementation says of an error, for people.
	Message string

	Position   string    // OpHash: decimal
	Owners     []*string // OpOwners: nil stands for null, "no owner"
	Nodes      []string  // OpReplicas, OpNodes
	Points     []vectors.Point
	NotRemoved bool // OpRemove: the node was not there
}

// The error codes that an answer can have beside those of the vectors.
const (
	// CodeUnsupported: the implementation does not offer what was asked.
	CodeUnsupported = "unsupported"
	// CodeInternal: the implementation failed in a way that has no code.
	CodeInternal = "internal"
)

// A Transcript is what an implementation answered to a script.
type Transcript struct {
	// Answers are the answers, in the order of the requests. There are fewer of
	// them than requests only if there was Trouble.
	Answers []Answer
	// Trouble tells why there are no more answers; nil if there are all.
	Trouble *Trouble
}

// A Trouble is what happened in place of an answer.
type Trouble struct {
	// Outcome is Crash, Timeout or Protocol.
	Outcome Outcome
	// What says in words what happened and, where that is known, what to do.
	What string
	// Request is the request that was not answered, and Got what came in place
	// of an answer, as they were written; empty if there is nothing to show.
	Request, Got string
	// Exit tells how the process ended; empty if it did not, or was killed by
	// the kit.
	Exit string
	// Stderr holds the last lines that it wrote on standard error.
	Stderr []string
}
