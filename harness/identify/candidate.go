package identify

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/mistakes"
)

// A Candidate is one way in which the client may place its keys.
type Candidate struct {
	// Dialect is the name of the dialect, and VNodes the setting; DefaultVNodes
	// tells that it is the dialect's own.
	Dialect       string
	VNodes        int
	DefaultVNodes bool
	// Text tells what the client makes of the names of nodes, and Order of their
	// order; both are empty where it takes them as they are given.
	Text, Order string
	// WeightsIgnored tells that the nodes' weights have no say.
	WeightsIgnored bool
	// Mistake is the name of the known mistake that is made, MistakeSays what it
	// does; both are empty where the dialect is spoken right. A count of vnodes
	// where the dialect leaves no choice is a mistake without a name.
	Mistake, MistakeSays string

	// Explains is how many pairs have the owner that the candidate gives.
	Explains int
	// Differs is the share of keys, of some thousand plain ones, that have other
	// owners than the best candidate gives them.
	Differs float64
	// Group is the same number for candidates that no key tells apart of those
	// that the kit tries; 0 is the best candidate's.
	Group int

	dialect   goring.Dialect
	variation *variation
	order     *order
	mistake   *mistakes.Mistake

	reading int
	mapping [][]int32 // of each ring: owner ID → node, where reading is learned
	chance  float64   // that it explains a pair by luck
	sampled []int32   // the node of each key of the sample
	answers [][]int32 // of each ring: the node of each key
}

// String tells of the candidate in one line.
func (c *Candidate) String() string {
	if c.DefaultVNodes || c.VNodes == 0 {
		return c.named("")
	}
	return c.named(strconv.Itoa(c.VNodes))
}

// named is String with other words for the count of vnodes; "" leaves it out.
func (c *Candidate) named(vnodes string) string {
	name := c.Dialect
	if vnodes != "" {
		name += " with " + vnodes + " vnodes"
		if vnodes == "1" {
			name = strings.TrimSuffix(name, "s")
		}
		if c.dialect.VNodes > 0 {
			name += fmt.Sprintf(" in place of %d", c.dialect.VNodes)
		}
	}
	if c.Mistake != "" {
		name += " with the mistake " + c.Mistake
	}
	if c.Text != "" {
		name += ", names " + c.Text
	}
	if c.Order != "" {
		name += ", the list " + c.Order
	}
	if c.WeightsIgnored {
		name += ", weights ignored"
	}
	return name
}

// A Family is candidates that differ in nothing but vnodes.
type Family []*Candidate

// Families puts candidates that differ in nothing but vnodes together, in the
// order in which they come. That with the default is a family of its own.
func Families(candidates []*Candidate) (families []Family) {
	at := map[string]int{}
	for _, c := range candidates {
		name := c.named("some")
		if c.DefaultVNodes {
			name = c.String()
		}
		i, known := at[name]
		if !known {
			i = len(families)
			at[name] = i
			families = append(families, nil)
		}
		families[i] = append(families[i], c)
	}
	return families
}

// String tells of all candidates of the family in one line.
func (f Family) String() string {
	if len(f) == 1 {
		return f[0].String()
	}
	var counts []string
	for _, c := range f {
		counts = append(counts, strconv.Itoa(c.VNodes))
	}
	return f[0].named(strings.Join(counts, ", "))
}

// newCandidate returns a candidate that takes all as it is given.
func newCandidate(d goring.Dialect, vnodes int) *Candidate {
	return &Candidate{
		Dialect: d.Name, VNodes: vnodes, DefaultVNodes: vnodes == d.VNodes,
		dialect: d, variation: &variations[0], order: &orders[0],
	}
}

func (c Candidate) varied(v *variation, o *order) *Candidate {
	c.variation, c.Text, c.order, c.Order = v, v.says, o, o.says
	return &c
}

func (c Candidate) unweighted() *Candidate {
	c.WeightsIgnored = true
	return &c
}

func (c Candidate) mistaken(m *mistakes.Mistake) *Candidate {
	c.mistake, c.Mistake, c.MistakeSays = m, m.Name, m.Says
	return &c
}

// withMistakes returns the candidate with each known mistake that can give a key
// another owner on a ring as it was made: not one that needs a change, a refusal
// or replicas to show.
func (c *Candidate) withMistakes() (candidates []*Candidate) {
	for _, m := range mistakes.In(c.Dialect) {
		switch m.Stage {
		case harness.StageError, harness.StageMembership, harness.StageReplicas:
			continue
		}
		if m.Rule == "default-vnodes" && !c.fixedDefault() {
			continue // it shows where vnodes is left out
		}
		if !m.Harmless {
			candidates = append(candidates, c.mistaken(&m))
		}
	}
	return candidates
}

// strangeness is how unlikely a candidate is before anything was observed, in
// bits or so. A pair that it does not explain counts oddBits.
func (c *Candidate) strangeness() int {
	bits := 0
	switch {
	case c.DefaultVNodes:
	case usual[c.VNodes]:
		bits += 2
	default:
		bits += 6
	}
	if !c.DefaultVNodes && !counted[c.Dialect] {
		bits += 7 // a mistake, too
	}
	for _, strange := range []struct {
		is   bool
		bits int
	}{{c.Text != "", 3}, {c.Order != "", 3}, {c.WeightsIgnored, 2}, {c.Mistake != "", 7}, {c.reading == learned, 3}} {
		if strange.is {
			bits += strange.bits
		}
	}
	return bits
}

const oddBits = 8

// fixedDefault tells that the program leaves no choice of vnodes, and that the
// candidate has its number.
func (c *Candidate) fixedDefault() bool { return c.DefaultVNodes && !counted[c.Dialect] }

var usual = func() map[int]bool {
	set := map[int]bool{}
	for _, list := range [][]int{usualVNodes, usualSizes, primes} {
		for _, n := range list {
			set[n] = true
		}
	}
	return set
}()

// made returns the nodes as the client takes them, with the place of each in the
// list that is given. ok is false where two names become one.
func (c *Candidate) made(nodes []goring.Node) (list []goring.Node, places map[string]int32, ok bool) {
	list = make([]goring.Node, len(nodes))
	places = make(map[string]int32, len(nodes))
	for i, node := range nodes {
		name := c.variation.text(node.Name)
		if _, taken := places[name]; taken {
			return nil, nil, false
		}
		places[name] = int32(i)
		list[i] = goring.Node{Name: name, Weight: node.Weight}
		if c.WeightsIgnored {
			list[i].Weight = 1
		}
	}
	c.order.arrange(list)
	return list, places, true
}

// The indices that are none of a node.
const (
	none     = -1 // the key has no owner
	stranger = -2 // the owner is no node
	failed   = -3 // there is no answer
)

// An asked ring appends to dst the index of the owner of each key.
type askedRing func(dst []int32, keys []string) []int32

// ring makes the candidate's ring of the nodes; ok is false where it cannot be
// made of them.
func (c *Candidate) ring(nodes []goring.Node) (ask askedRing, ok bool) {
	list, places, ok := c.made(nodes)
	if !ok || c.tooLarge(list) {
		return nil, false
	}
	var owners func(keys []string) ([]string, error)
	var owner func(key string) (string, error)
	if c.mistake == nil {
		ring, err := goring.New(c.dialect, c.VNodes, list)
		if err != nil {
			return nil, false
		}
		s := ring.Snapshot()
		owners, owner = s.Owners, s.Owner
	} else {
		ring, ok := c.mistakenRing(list)
		if !ok {
			return nil, false
		}
		owner = ring.Owner
		if batch, ok := ring.(interface {
			Owners(keys []string) ([]string, error)
		}); ok {
			owners = batch.Owners
		}
	}
	place := func(name string, err error) int32 {
		i, known := places[name]
		switch {
		case errors.Is(err, goring.ErrNoOwner):
			return none
		case err != nil:
			return failed
		case !known:
			return stranger
		}
		return i
	}
	return func(dst []int32, keys []string) (filled []int32) {
		defer func() {
			if recover() != nil { // some mistakes end in a panic
				for filled = dst; len(filled) < cap(dst); {
					filled = append(filled, failed)
				}
			}
		}()
		if owners != nil {
			if names, err := owners(keys); err == nil && len(names) == len(keys) {
				for _, name := range names {
					dst = append(dst, place(name, nil))
				}
				return dst
			}
		}
		for _, key := range keys {
			dst = append(dst, place(owner(key)))
		}
		return dst
	}, true
}

// mostLabels is how many labels a ring may have, so that high weights do not make it
// take minutes; the largest in use have some hundred thousand.
const mostLabels = 1_000_000

func (c *Candidate) tooLarge(list []goring.Node) (large bool) {
	defer func() {
		if recover() != nil { // some mistakes end in a panic
			large = true
		}
	}()
	d := c.spoken()
	weighted := func(node goring.Node) bool { return node.Weight > 0 }
	if d.Labels == nil || !slices.ContainsFunc(list, weighted) { // shares of no weight are undefined
		return false
	}
	labels := 0
	for _, node := range list {
		if labels += d.Labels(c.VNodes, node, list); labels > mostLabels {
			return true
		}
	}
	return false
}

func (c *Candidate) mistakenRing(list []goring.Node) (ring harness.Ring, ok bool) {
	defer func() { ok = recover() == nil && ok }()
	wrong, err := mistakes.Make(c.Dialect, *c.mistake)
	if err != nil {
		return nil, false
	}
	config := harness.Config{Dialect: c.Dialect, Nodes: list}
	if !c.fixedDefault() {
		config.VNodes = &c.VNodes
	}
	ring, err = wrong.New(config)
	return ring, err == nil
}

// ask returns the index of the owner of each key; ok is false where there is no
// ring.
func (c *Candidate) ask(nodes []goring.Node, keys []string) (owners []int32, ok bool) {
	ring, ok := c.ring(nodes)
	if !ok {
		return nil, false
	}
	return ring(make([]int32, 0, len(keys)), keys), true
}
