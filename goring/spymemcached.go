package goring

import "slices"

// SpyMemcached is the Java client spymemcached 2.12.3 (KetamaNodeLocator:
// setKetamaNodes, KetamaNodeKeyFormatter.Format.SPYMEMCACHED). A node is the text
// of its socket address without a leading slash: 127.0.0.1:18301 for an address
// literal, localhost/127.0.0.1:18301 for a name that was resolved, so that the
// same server has other points when it is named otherwise.
//
// Its points are in a sorted map, in which the last writer of a position stays.
// Without weights every server has 40 digests; where it is given weights, it
// rounds as libmemcached does. Weights that are all 1 are no weights here.
var SpyMemcached = Dialect{
	Name: "spymemcached", Bits: 32, VNodes: 160,
	Hash: md5Word, Label: labelWith('-'), Place: md5Words, Labels: digestsOfSpyMemcached,
	Tie: AddedLast, Members: serving,
}

func digestsOfSpyMemcached(vnodes int, node Node, all []Node) int {
	if slices.ContainsFunc(all, func(n Node) bool { return n.Weight != 1 }) {
		return digestsInFloat32(vnodes, node, all)
	}
	return vnodes / 4
}
