package mistakes

import "slices"

// The dialects by what they have in common: those of the seed family first.
var (
	xmur3Dialects = []string{"xmur3", "xmur3-utf16"}
	md5Dialects   = []string{"md5-32", "md5-128", "md5-128-after", "md5-128-colon"}
	wideDialects  = []string{"md5-128", "md5-128-after", "md5-128-colon"}
	md5x32        = []string{"md5-32"}
	seeds         = slices.Concat(xmur3Dialects, md5Dialects)
)

// The dialects of production by what they have in common.
var (
	libmemcacheds = []string{"libmemcached", "libmemcached-consistent", "libmemcached-consistent-md5"}
	// consistents make one point a label, by the hash of keys.
	consistents = libmemcacheds[1:]
	// twemproxies differ in the hash of keys alone.
	twemproxies  = []string{"twemproxy", "twemproxy-md5", "twemproxy-crc16", "twemproxy-crc32a", "twemproxy-hash-tag"}
	npmHashrings = []string{"npm-hashring", "npm-hashring-default-port"}
	haproxies    = []string{"haproxy", "haproxy-sdbm", "haproxy-crc32"}
	ringHashes   = []string{"envoy-ring-hash", "grpc-ring-hash"}
	rendezvous   = []string{"pymemcache", "go-redis"}
	jumps        = []string{"jump", "guava"}
	modulas      = []string{"libmemcached-modula", "twemproxy-modula-crc16"}

	// fourWords make four points of a digest, as ketama does.
	fourWords = join([]string{"libmemcached", "ketama"}, twemproxies, npmHashrings, []string{"spymemcached", "uhashring-ketama"})
	// md5Keys hash keys as ketama does.
	md5Keys = join([]string{"libmemcached", "libmemcached-consistent-md5", "ketama", "twemproxy-md5"}, npmHashrings, []string{"spymemcached", "uhashring-ketama"})
	// dashed make labels of a name, - and the index.
	dashed = join(fourWords, consistents, []string{"uhashring"})
	// successors give a key to the first point from it on.
	successors = join(libmemcacheds, []string{"ketama"}, twemproxies, npmHashrings,
		[]string{"spymemcached", "groupcache", "nginx"}, ringHashes, []string{"cassandra-murmur3"})
	// afters give it to the first point behind it.
	afters = []string{"md5-128-after", "uhashring-ketama", "uhashring"}
	// productionRings have points, and placements have none.
	productionRings = join(successors, []string{"uhashring-ketama", "uhashring", "dalli"}, haproxies)
	placements      = join(modulas, []string{"envoy-maglev", "redis-cluster"}, rendezvous, jumps)
	production      = join(productionRings, placements)
	// variants differ from another dialect of production in one thing, mostly the
	// hash of keys; what a porter does wrong beside it is told by the other.
	variants = []string{
		"libmemcached-consistent-md5", "twemproxy-md5", "twemproxy-crc16", "twemproxy-crc32a", "twemproxy-hash-tag",
		"npm-hashring-default-port", "haproxy-sdbm", "haproxy-crc32",
	}
	// weighted are the rings of production in which weights count.
	weighted = join(fourWords, []string{"uhashring", "dalli", "nginx"}, haproxies, ringHashes)
)

// join joins groups of dialects.
func join(groups ...[]string) []string { return slices.Concat(groups...) }

// except returns the names of a group but for some.
func except(group []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(group), func(name string) bool { return slices.Contains(names, name) })
}

// without returns the names of all seed dialects but these.
func without(names ...string) []string { return except(seeds, names...) }

// Seeds returns the names of the seed dialects.
func Seeds() []string { return slices.Clone(seeds) }
