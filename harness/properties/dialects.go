package properties

// A custom is what the laws have to know of a dialect beside its stages.
type custom struct {
	// after: a key goes to the first point after its position, not at it.
	after bool
	// byPlace: which node owns a tied point depends on the list order.
	byPlace bool
	// settled: what adding a member again and removing a stranger answer is
	// settled; elsewhere any refusal and silence are fine.
	settled bool
}

// open reports whether the dialect leaves open what a change with this effect
// answers.
func (c custom) open(e effect) bool {
	return e == both || (e == existing || e == unknown) && !c.settled
}

// customs are those of the dialects in which a node's points depend on that node
// alone, and keys go to the next point on the circle. The laws are stated for
// these. The table is that of spec/dialects.md.
var customs = map[string]custom{
	"xmur3":         {},
	"xmur3-utf16":   {byPlace: true},
	"md5-32":        {settled: true},
	"md5-128":       {},
	"md5-128-after": {byPlace: true, after: true},
	"md5-128-colon": {settled: true},
}
