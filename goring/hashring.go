package goring

// The dialects of the npm package hashring 3.2.0 (index.js:
// HashRing.prototype.continuum, find). A node is host:port. The number of digests
// is worked out in float64, from left to right: with 7, 14, 28, 49, … servers of
// equal weight each has 39 of them, not 40.
var (
	// NPMHashring has the default options, with which the port is always part of
	// the label.
	NPMHashring = npmHashring("npm-hashring", labelWith('-'))

	// NPMHashringDefaultPort has the option 'default port' 11211: that port is
	// left out of the label.
	NPMHashringDefaultPort = npmHashring("npm-hashring-default-port", labelWithoutPort)
)

func npmHashring(name string, label func([]byte, string, int) []byte) Dialect {
	return Dialect{
		Name: name, Bits: 32, VNodes: 160,
		Hash: md5Word, Label: label, Place: md5Words, Labels: digestsInFloat64,
		Tie: ListedFirst, Members: serving,
	}
}

// digestsInFloat64 multiplies in this order, since each step is rounded.
func digestsInFloat64(vnodes int, node Node, all []Node) int {
	share := float64(node.Weight) / float64(totalWeight(all))
	return int(share * (float64(vnodes) / 4) * float64(len(all)))
}
