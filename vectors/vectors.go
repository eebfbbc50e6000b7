// Package vectors holds the cases: YAML files, one a dialect, that pin hashes,
// owners and every other answer of a right ring. The format is spec/vectors.md;
// [Load] reads it strictly, since a vector that YAML quietly changed would prove
// nothing.
package vectors

import (
	"embed"
	"encoding/json"
)

// Embedded holds the kit's own vector files, and the lists of keys that they
// name.
//
//go:embed *.yaml keys
var Embedded embed.FS

// A File is one vector file: cases of one dialect.
type File struct {
	// Name is the file's name as it stands in messages.
	Name    string
	Dialect string
	// Bits is the width of the dialect's positions: 32, 64 or 128.
	Bits int
	// Signed tells that positions are signed numbers of that width.
	Signed bool
	Source Source
	Cases  []Case
}

// A Source tells what computed the expected values, independently of goring.
type Source struct {
	// By names the implementations that agree on them.
	By []string
	// Captured names the program and version whose answers they are.
	Captured string
	Note     string
}

// A Case is one named scenario with expected answers.
type Case struct {
	// ID is the full ID, beginning with the dialect: "xmur3/wrap/k207".
	ID      string
	Dialect string
	// Rule is the ID of the one rule that the case is about.
	Rule string
	// Why says in a sentence what the case shows.
	Why string
	// Captured names the program and version whose answers the expected owners
	// are; empty where the source of the file says it all.
	Captured string
	// Ring is the ring that the steps run against; nil where no step needs one.
	Ring  *Ring
	Steps []Step
	// File and Line are where the case stands.
	File string
	Line int
}

// A Ring says how to make a case's ring.
type Ring struct {
	Nodes []Node
	// VNodes is nil where the dialect's default is meant.
	VNodes *int
	// Expect holds an error code, or that making the ring may fail.
	Expect Expect
}

// A Node is a node of a case's ring.
type Node struct {
	Name   string
	Weight int
}

// An Op is what a step does.
type Op string

// The operations.
const (
	Hash     Op = "hash"     // Key
	Owner    Op = "owner"    // Keys, exactly one
	Owners   Op = "owners"   // Keys, As
	Moved    Op = "moved"    // From, To
	Replicas Op = "replicas" // Key, Count
	Points   Op = "points"
	Nodes    Op = "nodes"
	Add      Op = "add"    // Node
	Remove   Op = "remove" // Node.Name
)

// A Step is one operation and what is expected of it. Which fields an operation
// uses stands beside the constants. Texts may hold any bytes in dialects that
// hash bytes, and are valid UTF-8 elsewhere.
type Step struct {
	Op    Op
	Key   string
	Keys  []string
	Count int
	Node  Node
	// As is the name under which later steps know this answer.
	As string
	// From and To name two remembered answers for the same keys.
	From, To string

	Expect Expect
	Line   int
}

// An Expect is what an answer must be. Fields that are zero expect nothing.
type Expect struct {
	// Error is the code that must be answered.
	Error string
	// MayFail accepts silence, removed: false and any known code but internal.
	MayFail bool

	// Position is decimal.
	Position string
	// Owners has one element a key; nil stands for null, "no owner".
	Owners []*string
	// Counts says how many of the keys each node owns; nodes that own none are
	// left out.
	Counts map[string]int
	// SHA256 is the digest, in hex, of the owners, each followed by a newline.
	SHA256 string
	// Moved is how many keys changed their owner; nil expects nothing.
	Moved *int
	// Joining and Leaving are the nodes that every moved key moved onto or came
	// off; nil expects nothing.
	Joining, Leaving []string
	// Nodes is the answer to Replicas and Nodes; nil expects nothing.
	Nodes []string
	// Points is nil where nothing is expected.
	Points []Point
	// NotRemoved expects removed: false.
	NotRemoved bool
}

// A Point is a position, in decimal, and the node it belongs to.
type Point struct {
	Position string
	Node     string
}

// MarshalJSON writes the point as the protocol does: ["POSITION", "NODE"].
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]string{p.Position, p.Node})
}

// Codes returns the error codes that a vector may expect.
func Codes() []string {
	return []string{"empty-ring", "duplicate-node", "unknown-node", "bad-vnodes", "bad-weight", "bad-count"}
}
