package goring

// production are the dialects of programs in production, in the order of
// spec/dialects.md.
var production = []Dialect{
	Libmemcached, LibmemcachedConsistent, LibmemcachedConsistentMD5, LibmemcachedModula,
	Ketama,
	Twemproxy, TwemproxyMD5, TwemproxyCRC16, TwemproxyCRC32a, TwemproxyHashTag, TwemproxyModulaCRC16,
	NPMHashring, NPMHashringDefaultPort, SpyMemcached, Dalli, UHashringKetama, UHashring,
	Groupcache, NGINX,
	HAProxy, HAProxySDBM, HAProxyCRC32,
	EnvoyRingHash, GRPCRingHash, EnvoyMaglev,
	RedisCluster, CassandraMurmur3,
	Pymemcache, GoRedis, Jump, Guava,
}

// serving is the membership policy of programs that refuse whatever cannot be
// served.
var serving = Membership{
	Empty: ErrEmptyRing, Replicas: ErrEmptyRing, Count: ErrCount, Weight: ErrWeight,
	VNodes: ErrVNodes, Existing: ErrDuplicateNode, Unknown: ErrUnknownNode,
}

// unweighted is serving where nodes have no weights.
var unweighted = func() Membership { m := serving; m.MaxWeight = 1; return m }()
