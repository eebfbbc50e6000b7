package goring

// The dialects of the Python package uhashring 2.1. A node is any text. Its
// points are the keys of a dict, in which the last writer of a position stays,
// and bisect sends a key that lands on a point to the next position.
var (
	// UHashringKetama has hash_fn='ketama' (ring_ketama.py). Its weights are
	// divided in integers, so that equal ones always give 40 digests.
	UHashringKetama = Dialect{
		Name: "uhashring-ketama", Bits: 32, VNodes: 160,
		Hash: md5Word, Label: labelWith('-'), Place: md5Words, Labels: digestsInIntegers,
		Tie: AddedLast, Boundary: After, Members: serving,
	}

	// UHashring has the default mode (ring_meta.py): the whole MD5 digest is the
	// position.
	UHashring = Dialect{
		Name: "uhashring", Bits: 128, VNodes: 160,
		Hash: md5All128, Label: labelWith('-'), Labels: labelsByWeight,
		Tie: AddedLast, Boundary: After, Members: serving,
	}
)

func digestsInIntegers(vnodes int, node Node, all []Node) int {
	return vnodes * len(all) * node.Weight / (4 * totalWeight(all))
}
