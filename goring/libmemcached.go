package goring

// The dialects of libmemcached 1.1.4 (libmemcached/hosts.cc, hash.cc). A node is
// host:port, or a host alone, whose port is 11211; that port is not part of the
// label. Ties go to the server listed first.
var (
	// Libmemcached is its weighted ketama (MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED,
	// update_continuum in hosts.cc); PHP's OPT_LIBKETAMA_COMPATIBLE and pylibmc's
	// ketama_weighted are the same. Every step of the number of digests is
	// rounded to float32: with 25, 47, 50, 55, 61, … servers of equal weight each
	// has 39 of them, not 40. A server of weight 0 counts as one of weight 1.
	Libmemcached = Dialect{
		Name: "libmemcached", Bits: 32, VNodes: 160,
		Hash: md5Word, Label: labelWithoutPort, Place: md5Words, Labels: digestsInFloat32,
		Tie: ListedFirst, Members: libmemcachedServing,
	}

	// LibmemcachedConsistent is MEMCACHED_DISTRIBUTION_CONSISTENT, which
	// MEMCACHED_BEHAVIOR_KETAMA also sets, with the default hash; PHP's
	// DISTRIBUTION_CONSISTENT is the same. It is not ketama: a label makes one
	// point, by the hash that keys have too. There are no weights: one above 1
	// makes libmemcached place the points of its weighted ketama instead. The
	// hash, one-at-a-time, takes C's char, signed on x86.
	LibmemcachedConsistent = Dialect{
		Name: "libmemcached-consistent", Bits: 32, VNodes: 100,
		Hash: oneAtATime, Label: labelWithoutPort, Labels: labelsByWeight,
		Tie: ListedFirst, Members: unweighted,
	}

	// LibmemcachedConsistentMD5 is LibmemcachedConsistent with
	// MEMCACHED_HASH_MD5.
	LibmemcachedConsistentMD5 = Dialect{
		Name: "libmemcached-consistent-md5", Bits: 32, VNodes: 100,
		Hash: md5Word, Label: labelWithoutPort, Labels: labelsByWeight,
		Tie: ListedFirst, Members: unweighted,
	}
)

// libmemcachedServing takes weight 0.
var libmemcachedServing = func() Membership { m := serving; m.ZeroWeight = true; return m }()
