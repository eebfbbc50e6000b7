package identify

import (
	"fmt"
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
