package main

import (
	"cmp"
	"fmt"
)

// A setting is what the sketch of a production dialect has to know beside its
// recipe.
type setting struct {
	// own writes the cases that only this dialect needs; alone tells that few of
	// the others' would fit, so that it writes them all.
	own   func(s *sketcher)
	alone bool
	// essentials are enough for a variant of another dialect.
	essentials bool
	// name is a node's text, with a place for a number.
	name string
	// vnodes makes rings that are small enough to list all their points; 0 for
	// dialects that are no ring. wide is for a ring of many nodes, where it
	// differs.
	vnodes, wide int
	// share tells that the number of points is a node's share of the total.
	share bool
	// weights tells that nodes have weights.
	weights bool
	// zero is what a weight of 0 does: "" where it is refused, and ignored where no
	// weight has a say. refuses tells that it is the program that refuses one below
	// 1, and not the kit alone.
	zero    string
	refuses bool
	// twice is what listing a node twice does, once or an error.
	twice string
	// anyName tells that all of a node's text is hashed, whatever it is.
	anyName bool
	// keys is the pattern of plain keys, where it is not user%d, and plain their
	// number, where it is not 200: FNV-1a in 32 bits leaves keys close together
	// that differ at the end.
	keys  string
	plain int
	// noEmptyKey, noBytes: the dialect does not say what becomes of them.
	noEmptyKey, noBytes bool
	// emptyAt0 tells that the empty key is not hashed: it is at 0.
	emptyAt0 bool
	// cStrings tells that a NUL ends a key.
	cStrings bool
	// noEnds tells that no label as a key lies on both ends of a small ring.
	noEnds bool
	// placed tells that the order of the list decides.
	placed bool
	// moves tells that a join or a leave may move the keys of others.
	moves bool
}

const (
	countsAsOne = "counts as 1"
	ownsNothing = "owns nothing"
	ignored     = "ignored"
)

const memcached = "10.1.0.%d:11212"

var settings = map[string]setting{
	"libmemcached":                {own: (*sketcher).libmemcached, name: memcached, vnodes: 8, share: true, weights: true, zero: countsAsOne, twice: once},
	"libmemcached-consistent":     {own: (*sketcher).libmemcachedConsistent, name: memcached, vnodes: 4, twice: once},
	"libmemcached-consistent-md5": {own: (*sketcher).libmemcachedConsistent, essentials: true, name: memcached, vnodes: 4, twice: once},
	"libmemcached-modula":         {own: (*sketcher).modula, name: memcached, zero: ignored, placed: true, moves: true},
	"ketama":                      {own: (*sketcher).ketama, name: memcached, vnodes: 8, share: true, weights: true, twice: once, anyName: true, refuses: true, cStrings: true},
	"twemproxy":                   {own: (*sketcher).twemproxy, name: memcached, vnodes: 8, share: true, weights: true, twice: "duplicate-node", refuses: true, emptyAt0: true, plain: 500},
	"twemproxy-md5":               {own: (*sketcher).twemproxyMD5, essentials: true, name: memcached, vnodes: 8, share: true, weights: true, twice: "duplicate-node", refuses: true, emptyAt0: true},
	"twemproxy-crc16":             {own: (*sketcher).twemproxyCRC16, essentials: true, name: memcached, vnodes: 8, share: true, weights: true, twice: "duplicate-node", refuses: true, emptyAt0: true, noEnds: true},
	"twemproxy-crc32a":            {own: (*sketcher).twemproxyCRC32a, essentials: true, name: memcached, vnodes: 8, share: true, weights: true, twice: "duplicate-node", refuses: true, emptyAt0: true},
	"twemproxy-hash-tag":          {own: (*sketcher).twemproxyHashTag, essentials: true, name: memcached, vnodes: 8, share: true, weights: true, twice: "duplicate-node", refuses: true, emptyAt0: true},
	"twemproxy-modula-crc16":      {own: (*sketcher).twemproxyModula, name: memcached, weights: true, twice: "duplicate-node", moves: true, refuses: true, emptyAt0: true},
	"npm-hashring":                {own: (*sketcher).npmHashring, name: memcached, vnodes: 8, share: true, weights: true, twice: once, anyName: true},
	"npm-hashring-default-port":   {own: (*sketcher).npmHashringDefaultPort, essentials: true, name: memcached, vnodes: 8, share: true, weights: true, twice: once},
	"spymemcached":                {own: (*sketcher).spymemcached, name: memcached, vnodes: 8, share: true, weights: true, twice: once, anyName: true},
	"dalli":                       {own: (*sketcher).dalli, name: "cache-%d:11211", vnodes: 4, share: true, weights: true, twice: once, anyName: true},
	"uhashring-ketama":            {own: (*sketcher).uhashringKetama, name: "node-%d", vnodes: 8, share: true, weights: true, twice: once, anyName: true},
	"uhashring":                   {own: (*sketcher).uhashring, name: "node-%d", vnodes: 4, weights: true, twice: once, anyName: true},
	"groupcache":                  {own: (*sketcher).groupcache, name: "http://10.1.0.%d:8080", vnodes: 4, twice: once, anyName: true},
	"nginx":                       {own: (*sketcher).nginx, name: "10.1.0.%d:8080", vnodes: 4, weights: true, twice: once, noEmptyKey: true, refuses: true},
	"haproxy":                     {own: (*sketcher).haproxy, name: "10.1.0.%d:8080 id %[1]d", vnodes: 4, weights: true, zero: ownsNothing, refuses: true},
	"haproxy-sdbm":                {own: (*sketcher).haproxy, essentials: true, name: "10.1.0.%d:8080 id %[1]d", vnodes: 4, weights: true, zero: ownsNothing, refuses: true},
	"haproxy-crc32":               {own: (*sketcher).haproxy, essentials: true, name: "10.1.0.%d:8080 id %[1]d", vnodes: 4, weights: true, zero: ownsNothing, refuses: true},
	"envoy-ring-hash":             {own: (*sketcher).envoyRingHash, name: "10.1.0.%d:80", vnodes: 12, wide: 160, share: true, weights: true, twice: once, anyName: true, moves: true},
	"grpc-ring-hash":              {own: (*sketcher).grpcRingHash, name: "10.1.0.%d:80", vnodes: 12, wide: 160, share: true, weights: true, twice: once, anyName: true, moves: true},
	"envoy-maglev":                {own: (*sketcher).maglev, name: "10.1.0.%d:80", wide: 251, weights: true, twice: once, anyName: true, moves: true},
	"redis-cluster":               {own: (*sketcher).redis, name: "10.1.0.%d:7000", twice: once, placed: true, moves: true},
	"cassandra-murmur3":           {own: (*sketcher).cassandra, alone: true, name: "n%d -%[1]d000000000000000000 %[1]d", twice: once},
	"pymemcache":                  {own: (*sketcher).pymemcache, name: memcached, twice: once, anyName: true, noBytes: true},
	"go-redis":                    {own: (*sketcher).goRedis, name: "shard%d", twice: once, anyName: true},
	"jump":                        {own: (*sketcher).jump, name: "bucket-%d", keys: "%d", placed: true},
	"guava":                       {own: (*sketcher).guava, name: "bucket-%d", keys: "%d", placed: true},
}

// node returns the text of the i-th node, from 1 on.
func (s *sketcher) node(i int) string { return fmt.Sprintf(s.set.name, i) }

// nodes returns the texts of the first n nodes.
func (s *sketcher) nodes(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = s.node(i + 1)
	}
	return names
}

// some writes a ring of these nodes, small if the dialect has small ones.
func (s *sketcher) some(nodes ...any) string {
	if s.set.vnodes > 0 {
		return ring(s.set.vnodes, nodes...)
	}
	if s.set.wide > 0 {
		return ring(11, nodes...)
	}
	return usual(nodes...)
}

// broad writes a ring of many nodes, so that a text that is hashed in another
// way rarely comes to the same owner.
func (s *sketcher) broad() string {
	nodes := anys(s.nodes(40))
	if s.set.wide > 0 {
		return ring(s.set.wide, nodes...)
	}
	return s.some(nodes...)
}

// usual writes a ring that leaves vnodes to the dialect.
func usual(nodes ...any) string { return "{nodes: " + yamlNodes(nodes) + "}" }

// plain asks for the owners of as many keys as show what is wrong.
func (s *sketcher) plain(expect string) string {
	return fmt.Sprintf(`owners: {pattern: %q, from: 0, to: %d}, %s`,
		cmp.Or(s.set.keys, "user%d"), cmp.Or(s.set.plain, 200)-1, expect)
}

// all asks for all there is: the points, or where there are none, many owners.
func (s *sketcher) all() string {
	if s.set.vnodes > 0 {
		return points()
	}
	return s.digest()
}

func (s *sketcher) digest() string { return s.plain("sha256: TBD") }

// names returns those nodes as any, for ring.
func (s *sketcher) names(numbers ...int) []any {
	var names []any
	for _, i := range numbers {
		names = append(names, s.node(i))
	}
	return names
}
