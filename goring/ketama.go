package goring

import "strings"

// Ketama is the original libketama (ketama.c: ketama_create_continuum,
// ketama_hashi, ketama_get_server). A node is host:port as its server file has
// it; the port is always part of the label.
//
// The share of a server's weight is a float32, but it is multiplied in double
// and only the product is rounded to float32, so that other numbers of servers
// than libmemcached's have fewer points than VNodes (61, 122, 237, …). Keys are
// C strings: they end at the first NUL.
var Ketama = Dialect{
	Name: "ketama", Bits: 32, VNodes: 160,
	Hash:  func(text string) Position { text, _, _ = strings.Cut(text, "\x00"); return md5Word(text) },
	Label: labelWith('-'), Place: md5Words, Labels: digestsOfKetama,
	Tie: ListedFirst, Members: serving,
}

// The dialects of ketama's family make four points of each digest, so vnodes/4
// stands where the programs have 40. How many digests a node has is its share of
// the weight times that times the number of nodes, rounded down at the end and,
// differently in each program, on the way. Equal weights can give one digest
// less than vnodes/4.

// digestsOfKetama rounds the share to float32, and the product of doubles.
func digestsOfKetama(vnodes int, node Node, all []Node) int {
	share := float32(float32(node.Weight) / float32(totalWeight(all)))
	product := float64(float64(share) * (float64(vnodes) / 4))
	return int(float32(product * float64(len(all))))
}

// digestsInFloat32 rounds each step to float32. Libmemcached, twemproxy and
// spymemcached do so. They add 1e-10 at the end, which changes nothing: a
// float32 that is below a whole number is below it by more. A weight of 0, which
// only libmemcached takes, counts as 1.
func digestsInFloat32(vnodes int, node Node, all []Node) int {
	total := 0
	for _, other := range all {
		total += max(1, other.Weight)
	}
	share := float32(float32(max(1, node.Weight)) / float32(total))
	digests := float32(float32(share*float32(vnodes)) / 4)
	return int(float32(digests * float32(len(all))))
}

func totalWeight(nodes []Node) int {
	total := 0
	for _, node := range nodes {
		total += node.Weight
	}
	return total
}

// memcachedPort is what programs leave out of a label where it is the default.
const memcachedPort = ":11211"

// labelWithoutPort makes labels of a server's name, - and the index; the name is
// the host alone where the port is memcached's.
func labelWithoutPort(dst []byte, node string, index int) []byte {
	return labelWith('-')(dst, strings.TrimSuffix(node, memcachedPort), index)
}
