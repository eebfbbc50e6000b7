package goring

// The dialects of rendezvous hashing: each node has a score for each key, and the
// highest wins.
var (
	// Pymemcache is the HashClient of pymemcache 3.5.2
	// (pymemcache/client/rendezvous.py, murmur3.py). A node is any text, as its
	// server is written. Keys are text: those given as bytes, pymemcache hashes by
	// their repr, b'…'.
	Pymemcache = Dialect{
		Name: "pymemcache", Bits: 32, VNodes: 1,
		Hash: murmur3CodePoints, Tie: ListedFirst, Placement: newPymemcache, Members: unweighted,
	}

	// GoRedis is the Ring of go-redis v9.23 (ring.go, internal/hashtag, with
	// dgryski/go-rendezvous). A node is the name of a shard. Keys have tags as in
	// Redis Cluster.
	GoRedis = Dialect{
		Name: "go-redis", Bits: 64, VNodes: 1,
		Hash: xxh64OfTag, Tie: ListedFirst, Placement: newGoRedis, Members: unweighted,
	}
)

// A pymemcache scores the hash of the node's name, a dash and the key. Of equal
// scores that of the name which sorts last wins.
type pymemcache struct {
	nodes    []Node
	prefixes []murmur3x32 // of the name and the dash
}

func newPymemcache(_ int, nodes []Node) (Placement, error) {
	p := pymemcache{nodes, make([]murmur3x32, len(nodes))}
	for i, node := range nodes {
		p.prefixes[i] = murmur3x32{}.with(node.Name).with("-")
	}
	return p, nil
}

func (p pymemcache) Owner(key string) int {
	best, highest := 0, uint32(0)
	for i, prefix := range p.prefixes {
		score := prefix.with(key).finish()
		if score > highest || score == highest && p.nodes[i].Name > p.nodes[best].Name {
			best, highest = i, score
		}
	}
	return best
}

// A goRedis has the hashes of the nodes' names. A node scores its hash mixed with
// that of the key; of equal scores the first wins.
type goRedis []uint64

func newGoRedis(_ int, nodes []Node) (Placement, error) {
	names := make(goRedis, len(nodes))
	for i, node := range nodes {
		names[i] = xxh64Seeded(node.Name, 0)
	}
	return names, nil
}

func (names goRedis) Owner(key string) int {
	h := xxh64OfTag(key).Lo
	best, highest := 0, uint64(0)
	for i, name := range names {
		if score := xorshiftMult(h ^ name); score > highest {
			best, highest = i, score
		}
	}
	return best
}

func xxh64OfTag(key string) Position { return xxh64(hashTag(key)) }

// xorshiftMult is one step of the generator xorshift64*.
func xorshiftMult(x uint64) uint64 {
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	return x * 2685821657736338717
}
