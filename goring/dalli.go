package goring

// Dalli is the Ruby client Dalli 3.0.6 (lib/dalli/ring.rb: build_continuum,
// entry_count_for, server_for_hash_key). A node is the server's name verbatim,
// with the port. It is the one ring here on which a key belongs to the point
// before it, and on which labels and keys have different hashes.
//
// Dalli searches for the first point after the key and steps back, which of tied
// points finds the last: that of the server listed last, where Ruby's sort_by is
// stable, as it is with glibc up to 2.36.
var Dalli = Dialect{
	Name: "dalli", Bits: 32, VNodes: 160,
	Hash: crc32IEEE, Label: labelWith(':'), Place: sha1First32, Labels: pointsOfDalli,
	Tie: AddedLast, Boundary: AtOrBefore, Members: serving,
}

// pointsOfDalli divides once, in float64, and rounds down.
func pointsOfDalli(vnodes int, node Node, all []Node) int {
	return int(float64(len(all)*vnodes*node.Weight) / float64(totalWeight(all)))
}
