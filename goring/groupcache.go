package goring

import "strconv"

// Groupcache is golang/groupcache's consistenthash (consistenthash.go: Add, Get)
// with its default hash and the 50 replicas of its HTTPPool. A node is any text;
// there are no weights. A label is the index and then the name, with nothing
// between, so that 1 and "1.2.3.4" meet 11 and ".2.3.4". Its points are the keys
// of a map, in which the last writer of a position stays.
var Groupcache = Dialect{
	Name: "groupcache", Bits: 32, VNodes: 50,
	Hash: crc32IEEE, Labels: labelsByWeight,
	Label: func(dst []byte, node string, index int) []byte {
		dst = strconv.AppendUint(dst, uint64(index), 10)
		return append(dst, node...)
	},
	Tie: AddedLast, Members: unweighted,
}
