package properties

import (
	"slices"

	"ringkit/vectors"
)

// A custom is what the laws have to know of a dialect beside its stages.
type custom struct {
	// laws are the names of the laws that are stated for it.
	laws []string
	// boundary is which point a key goes to.
	boundary boundary
	// byPlace: which node owns a tied point depends on the list order.
	byPlace bool
	// lax: what adding a member again and removing a stranger answer is open,
	// and any refusal and silence are fine; elsewhere it is settled.
	lax bool

	// alone tells of a node whether what it has depends on that node alone, as
	// long as that is so of all nodes of the ring; nil: always. Where it is not,
	// nodes that join and leave may move any key.
	alone func(vectors.Node) bool
	// numbered tells of a node that its place in the list says what it has; nil:
	// never. With such a node on the ring the list order counts.
	numbered func(vectors.Node) bool
	// lastLeaves: what a node has is by its place in the list and nothing else,
	// so that only the last can leave without moving the keys of others.
	lastLeaves bool
	// gaps: a key may have no owner on a ring that has nodes.
	gaps bool
	// isKey tells which texts are keys and so have a hash; nil: all.
	isKey func(string) bool
	// cast makes what draws the nodes of one ring as a configuration has them;
	// nil: names are any text, weights any numbers, and vnodes are drawn too.
	cast casting
}

// states reports whether a law is stated for the dialect.
func (c custom) states(law string) bool { return slices.Contains(c.laws, law) }

// open reports whether the dialect leaves open what a change with this effect
// answers.
func (c custom) open(e effect) bool {
	return e == both || (e == existing || e == unknown) && c.lax
}

// independent reports whether what each of the nodes has depends on that node
// alone.
func (c custom) independent(nodes []vectors.Node) bool {
	return c.alone == nil || !slices.ContainsFunc(nodes, func(n vectors.Node) bool { return !c.alone(n) })
}

// ordered reports whether the order of these nodes decides more than ties.
func (c custom) ordered(nodes []vectors.Node) bool {
	return !c.states(orderLaw) || c.numbered != nil && slices.ContainsFunc(nodes, c.numbered)
}

const orderLaw = "order"

// Each of these holds in fewer dialects than the one before it.
var (
	// always are the laws that need nothing of a dialect but that its ring is
	// what the list of its members gives.
	always = []string{"determinism", "agree", "readers", "nodes", "history", "restore", "model"}
	// unordered are those of dialects in which the list order decides at most
	// ties.
	unordered = append(slices.Clip(always), orderLaw)
	// independent are those of dialects in which, beside that, what a node has
	// depends on that node alone: points, scores, slots or tokens.
	independent = append(slices.Clip(unordered), "join", "leave")
	// labelled are those of dialects in which, beside that, each label makes the
	// one point that is its hash, a weight is so many times the labels, and keys
	// go to the next point.
	labelled = append(slices.Clip(independent), "scan", "points", "replicas", "weight", "shares", "movement", "balance")
	// inOrder are those of dialects in which what a node has depends on that
	// node alone, except that the order settles claims to the same.
	inOrder = append(slices.Clip(always), "join", "leave")
)

// customs are those of all dialects, in the order of spec/dialects.md. A weighted
// ketama gives a node points by its share of all weights, rounded, so that one
// that joins may take points from each other node; where a program has a rule of
// its own for equal weights, a ring of these is independent all the same. The
// rings of Envoy and gRPC, a maglev and a remainder are made of all nodes
// together.
var customs = map[string]custom{
	"xmur3":         {laws: labelled, lax: true},
	"xmur3-utf16":   {laws: labelled, lax: true, byPlace: true},
	"md5-32":        {laws: labelled},
	"md5-128":       {laws: labelled, lax: true},
	"md5-128-after": {laws: labelled, lax: true, byPlace: true, boundary: after},
	"md5-128-colon": {laws: labelled},

	"libmemcached":                {laws: unordered, byPlace: true, cast: memcachedServers},
	"libmemcached-consistent":     {laws: independent, byPlace: true, cast: memcachedServers},
	"libmemcached-consistent-md5": {laws: independent, byPlace: true, cast: memcachedServers},
	"libmemcached-modula":         {laws: always, cast: memcachedServers},
	"ketama":                      {laws: unordered, byPlace: true, cast: addresses},

	"twemproxy":              {laws: unordered, cast: twemproxyServers},
	"twemproxy-md5":          {laws: unordered, cast: twemproxyServers},
	"twemproxy-crc16":        {laws: unordered, cast: twemproxyServers},
	"twemproxy-crc32a":       {laws: unordered, cast: twemproxyServers},
	"twemproxy-hash-tag":     {laws: unordered, cast: twemproxyServers},
	"twemproxy-modula-crc16": {laws: unordered, cast: twemproxyServers}, // sorted by name

	"npm-hashring":              {laws: unordered, byPlace: true, cast: addresses},
	"npm-hashring-default-port": {laws: unordered, byPlace: true, cast: memcachedServers},
	"spymemcached":              {laws: independent, byPlace: true, alone: unweighted, cast: socketAddresses},
	"dalli":                     {laws: independent, byPlace: true, alone: unweighted, boundary: atOrBefore, cast: anyNames},
	"uhashring-ketama":          {laws: independent, byPlace: true, alone: unweighted, boundary: after, cast: anyNames},
	"uhashring":                 {laws: independent, byPlace: true, boundary: after, cast: anyNames},
	"groupcache":                {laws: independent, byPlace: true, cast: anyNames},
	"nginx":                     {laws: independent, byPlace: true, cast: nginxServers},

	"haproxy":       haproxy,
	"haproxy-sdbm":  haproxy,
	"haproxy-crc32": haproxy,

	"envoy-ring-hash": {laws: always, byPlace: true, cast: addresses}, // fractions of points are carried on in list order
	"grpc-ring-hash":  {laws: unordered, byPlace: true, cast: addresses},
	"envoy-maglev":    {laws: unordered, cast: addresses},

	"redis-cluster":     {laws: inOrder, alone: hasSlots, gaps: true, cast: redisMasters},
	"cassandra-murmur3": {laws: independent, byPlace: true, gaps: true, cast: cassandraNodes},

	"pymemcache": {laws: independent, cast: anyNames},
	"go-redis":   {laws: independent, cast: anyNames},
	"jump":       {laws: inOrder, lastLeaves: true, gaps: true, isKey: isUnsigned, cast: anyNames},
	"guava":      {laws: inOrder, lastLeaves: true, gaps: true, isKey: isSigned, cast: anyNames},
}

// A server without a number gets one by its place in the list; one of weight 0
// has no points.
var haproxy = custom{
	laws: independent, byPlace: true, boundary: nearest, gaps: true, cast: haproxyServers,
	alone: hasID, numbered: func(n vectors.Node) bool { return !hasID(n) },
}

func unweighted(n vectors.Node) bool { return n.Weight == 1 }
