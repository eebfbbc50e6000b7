package main

// What main.go asks of your ring. Fill it in here, in this order:
//
//  1. hash: the position of a text; all else follows from it
//  2. ring and points: a new ring, and its points in ring order
//  3. owners: the owners of keys
//  4. replicas: the first distinct nodes from a key on
//  5. nodes, add, remove
//
// After each step add its name to ops, build, and run `ringkit doctor` and
// `ringkit check`. What is not in ops is answered `unsupported`, which is never a
// pass.
//
// Pass on what comes in and what comes out, as it is. Whatever is sorted, checked
// or filled in here is not tested in your ring.
//
// If your module can require ringkit's, you need no adapter: a test of yours runs
// the same cases, each as a subtest.
//
//	func TestRing(t *testing.T) {
//		harness.Run(t, harness.Local{
//			Name:     "my ring",
//			Dialects: []string{"md5-32"},
//			New: func(c harness.Config) (harness.Ring, error) {
//				return newRing(c.Nodes, c.VNodes) // a ring with a method Owner, and any others of harness.Ring
//			},
//		})
//	}

const name = "my ring"

// ops tells what is filled in, by the names of the list above: "hash", "ring",
// "points" ...
var ops = []string{}

// dialects are those that your ring speaks; `ringkit check --help` names all
// that there are.
var dialects = []string{"md5-32"}

// A refusal is what your ring refuses: return it in place of the ring's own error.
// It is one of empty-ring, duplicate-node, unknown-node, bad-vnodes, bad-weight,
// bad-count; or unsupported for what your ring does not have, such as weights. Any
// other error is answered `internal`, which is a failure.
type refusal string

func (r refusal) Error() string { return string(r) }

// 1. hash returns the position of a text, in decimal digits.
func hash(dialect, text string) (string, error) {
	panic("hash is not filled in")
}

// A node is a member to be.
type node struct {
	Name   string
	Weight int
}

// A point is a position, in decimal digits, and the node it belongs to.
type point struct{ position, node string }

// A ring is yours, behind the methods that main.go calls.
type ring struct{}

// 2. newRing creates your ring; its own default counts where vnodes is nil.
func newRing(dialect string, nodes []node, vnodes *int) (*ring, error) {
	panic("ring is not filled in")
}

// 2. points returns all points, in ring order.
func (r *ring) points() ([]point, error) {
	panic("points is not filled in")
}

// 3. owners returns the owner of each key; nil is the answer "none".
func (r *ring) owners(keys []string) ([]*string, error) {
	panic("owners is not filled in")
}

// 4. replicas returns the first count distinct nodes from the key on.
func (r *ring) replicas(key string, count int) ([]string, error) {
	panic("replicas is not filled in")
}

// 5. nodes returns the names of the members.
func (r *ring) nodes() ([]string, error) {
	panic("nodes is not filled in")
}

// 5. add adds a node.
func (r *ring) add(n node) error {
	panic("add is not filled in")
}

// 5. remove removes a node, and says whether it was there.
func (r *ring) remove(name string) (bool, error) {
	panic("remove is not filled in")
}
