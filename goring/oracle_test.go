package goring_test

import (
	"crypto/md5"
	"encoding/hex"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"ringkit/goring"
)

// What a ring must answer, written from spec/ring.md without a thought for
// speed: points lie about in no order, and every question is one scan of them.

// An oracle is such a ring.
type oracle struct {
	rules
	vnodes int
	nodes  []oracleNode // as listed and added
	added  int          // how many there ever were
	all    []oraclePoint
}

type oracleNode struct {
	name   string
	weight int
	place  int
}

// rules are what a dialect decides.
type rules struct {
	hash      func(text string) *big.Int
	separator string
	// after: an exact hit belongs to the next position.
	after bool
	// owns tells whether a tied position is a's rather than b's.
	owns func(a, b oracleNode) bool
	// empty and noReplicas are what a ring without points answers.
	empty, noReplicas error
	// badVNodes, twice, existing and unknown are what is refused, and how.
	badVNodes, twice, existing, unknown error
	sorted                              bool
}

func byName(a, b oracleNode) bool    { return a.name < b.name }
func byPlace(a, b oracleNode) bool   { return a.place < b.place }
func lastAdded(a, b oracleNode) bool { return a.place > b.place }

// oracleRules are the rules by dialect, as spec/dialects.md has them.
var oracleRules = map[string]rules{
	"xmur3": {
		hash: oracleXMur3(func(text string) []uint32 { return units([]rune(text)) }), separator: "#", owns: byName,
		empty: goring.ErrEmptyRing, noReplicas: goring.ErrEmptyRing,
		existing: goring.ErrDuplicateNode, unknown: goring.ErrUnknownNode,
	},
	"xmur3-utf16": {
		hash: oracleXMur3(func(text string) []uint32 { return units(utf16.Encode([]rune(text))) }), separator: "#", owns: byPlace,
		empty: goring.ErrEmptyRing, noReplicas: goring.ErrEmptyRing,
		existing: goring.ErrDuplicateNode, unknown: goring.ErrUnknownNode,
	},
	"md5-32": {
		hash: oracleMD5(8), separator: "#", owns: byName,
		empty:     goring.ErrNoOwner,
		badVNodes: goring.ErrVNodes, twice: goring.ErrDuplicateNode, existing: goring.ErrDuplicateNode,
		sorted: true,
	},
	"md5-128": {
		hash: oracleMD5(32), separator: "#", owns: byName,
		empty: goring.ErrEmptyRing, noReplicas: goring.ErrEmptyRing,
		existing: goring.ErrDuplicateNode, unknown: goring.ErrUnknownNode,
	},
	"md5-128-after": {
		hash: oracleMD5(32), separator: "#", owns: lastAdded, after: true,
		empty: goring.ErrEmptyRing, noReplicas: goring.ErrEmptyRing,
		existing: goring.ErrDuplicateNode, unknown: goring.ErrUnknownNode,
	},
	"md5-128-colon": {
		hash: oracleMD5(32), separator: ":", owns: byName,
		empty: goring.ErrEmptyRing, noReplicas: goring.ErrEmptyRing,
		badVNodes: goring.ErrVNodes, unknown: goring.ErrUnknownNode,
	},
}

func units[T rune | uint16](text []T) []uint32 {
	out := make([]uint32, len(text))
	for i, unit := range text {
		out[i] = uint32(unit)
	}
	return out
}

// oracleXMur3 is xmur3 with every operation spelled out in integers of any size.
func oracleXMur3(unitsOf func(string) []uint32) func(string) *big.Int {
	two32 := new(big.Int).Lsh(big.NewInt(1), 32)
	times := func(h, by int64) int64 {
		product := new(big.Int).Mul(big.NewInt(h), big.NewInt(by))
		return product.Mod(product, two32).Int64()
	}
	return func(text string) *big.Int {
		all := unitsOf(text)
		h := int64(1779033703) ^ int64(len(all))
		for _, unit := range all {
			h = times(h^int64(unit), 3432918353)
			h = h<<13&0xffffffff | h>>19
		}
		h = times(h^h>>16, 2246822507)
		h = times(h^h>>13, 3266489909)
		return big.NewInt(h ^ h>>16)
	}
}

// oracleMD5 is the first hex digits of the digest.
func oracleMD5(digits int) func(string) *big.Int {
	return func(text string) *big.Int {
		sum := md5.Sum([]byte(text))
		n, ok := new(big.Int).SetString(hex.EncodeToString(sum[:])[:digits], 16)
		if !ok {
			panic("hex digits are no number")
		}
		return n
	}
}

func newOracle(r rules, vnodes int, nodes []goring.Node) (*oracle, error) {
	if vnodes < 1 && r.badVNodes != nil {
		return nil, r.badVNodes
	}
	o := &oracle{rules: r, vnodes: vnodes}
	for _, node := range nodes {
		if o.find(node.Name) >= 0 {
			if r.twice != nil {
				return nil, r.twice
			}
			continue
		}
		if err := o.add(node); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func (o *oracle) find(name string) int {
	for i, node := range o.nodes {
		if node.name == name {
			return i
		}
	}
	return -1
}

func (o *oracle) add(node goring.Node) error {
	switch {
	case o.find(node.Name) >= 0:
		return o.existing
	case node.Weight < 1:
		return goring.ErrWeight
	}
	o.nodes = append(o.nodes, oracleNode{node.Name, node.Weight, o.added})
	o.added++
	o.place()
	return nil
}

func (o *oracle) remove(name string) (bool, error) {
	i := o.find(name)
	if i < 0 {
		return false, o.unknown
	}
	o.nodes = append(o.nodes[:i:i], o.nodes[i+1:]...)
	o.place()
	return true, nil
}

// An oraclePoint is a point; index tells those of one label text apart.
type oraclePoint struct {
	position *big.Int
	node     oracleNode
	index    int
}

// place makes all points anew.
func (o *oracle) place() {
	o.all = nil
	for _, node := range o.nodes {
		for i := 0; i < o.vnodes*node.weight; i++ {
			at := o.hash(node.name + o.separator + strconv.Itoa(i))
			o.all = append(o.all, oraclePoint{at, node, i})
		}
	}
}

// precedes tells whether p stands before q in the ring.
func (o *oracle) precedes(p, q oraclePoint) bool {
	if c := p.position.Cmp(q.position); c != 0 {
		return c < 0
	}
	if p.node.name != q.node.name {
		return o.owns(p.node, q.node)
	}
	return p.index < q.index
}

// first returns the first of the points that are eligible, and whether there is
// one.
func (o *oracle) first(eligible func(oraclePoint) bool) (best oraclePoint, found bool) {
	for _, p := range o.all {
		if eligible(p) && (!found || o.precedes(p, best)) {
			best, found = p, true
		}
	}
	return best, found
}

// next returns the first of the points that are eligible, or of all if none is.
func (o *oracle) next(eligible func(oraclePoint) bool) oraclePoint {
	p, found := o.first(eligible)
	if !found {
		p, _ = o.first(func(oraclePoint) bool { return true })
	}
	return p
}

// serving returns the point that serves a position.
func (o *oracle) serving(h *big.Int) oraclePoint {
	return o.next(func(p oraclePoint) bool {
		c := p.position.Cmp(h)
		return c > 0 || c == 0 && !o.after
	})
}

// walk goes over all points as they are met walking on from one.
func (o *oracle) walk(p oraclePoint) iter.Seq[oraclePoint] {
	return func(yield func(oraclePoint) bool) {
		for range o.all {
			if !yield(p) {
				return
			}
			last := p
			p = o.next(func(p oraclePoint) bool { return o.precedes(last, p) })
		}
	}
}

func (o *oracle) owner(key string) (string, error) {
	if len(o.all) == 0 {
		return "", o.empty
	}
	return o.serving(o.hash(key)).node.name, nil
}

func (o *oracle) owners(keys []string) ([]string, error) {
	out := []string{}
	for _, key := range keys {
		owner, err := o.owner(key)
		if err != nil {
			return nil, err
		}
		out = append(out, owner)
	}
	return out, nil
}

func (o *oracle) replicas(key string, n int) ([]string, error) {
	if n < 1 {
		return nil, goring.ErrCount
	}
	if len(o.all) == 0 {
		return nil, o.noReplicas
	}
	var out []string
	for p := range o.walk(o.serving(o.hash(key))) {
		if !slices.Contains(out, p.node.name) {
			out = append(out, p.node.name)
		}
		if len(out) == min(n, len(o.nodes)) {
			break
		}
	}
	return out, nil
}

// points returns all points in ring order.
func (o *oracle) points() []goring.Point {
	out := []goring.Point{}
	if len(o.all) > 0 {
		least, _ := o.first(func(oraclePoint) bool { return true })
		for p := range o.walk(least) {
			out = append(out, goring.Point{Position: positionOf(p.position), Node: p.node.name})
		}
	}
	return out
}

// members returns the nodes as the ring lists them.
func (o *oracle) members() []goring.Node {
	out := []goring.Node{}
	for _, node := range o.nodes {
		out = append(out, goring.Node{Name: node.name, Weight: node.weight})
	}
	if o.sorted {
		slices.SortFunc(out, func(a, b goring.Node) int { return strings.Compare(a.Name, b.Name) })
	}
	return out
}

func positionOf(n *big.Int) goring.Position {
	low := new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1))
	return goring.Position{Hi: new(big.Int).Rsh(n, 64).Uint64(), Lo: low.Uint64()}
}
