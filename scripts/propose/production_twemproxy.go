package main

import (
	"slices"
	"strconv"

	"ringkit/goring"
)

func (s *sketcher) twemproxy() {
	s.serversOfRing()
	s.untagged()
	s.apart("sibling/digests-in-float64", "share", "with seven servers, doubles multiplied from left to right would give 39 digests a server",
		s.variant(func(d *goring.Dialect) { d.Labels = goring.NPMHashring.Labels }), 0, anys(s.nodes(7)), mixedKeys())
	s.unsignedBytes(func(d *goring.Dialect) { d.Hash = unsignedFNV })
	s.apart("sibling/libmemcached", "position", "libmemcached hashes keys with md5", goring.Libmemcached, 0, local, userKeys(100))
	s.add("tag/ignored", "hash-tag", "no hash_tag is set, so that these are four keys", s.broad(), owners("{a}1", "{a}2", "{a}", "a"))
}

func (s *sketcher) twemproxyMD5() {
	s.serversOfRing()
	s.untagged()
	t := knownTies["twemproxy-md5"][0]
	s.apart("sibling/libmemcached", "tie", "libmemcached gives a tie to the server listed first", goring.Libmemcached, 0, []any{t.a, t.b}, t.keys)
}

func (s *sketcher) twemproxyCRC16() {
	s.serversOfRing()
	s.untagged()
	s.apart("boundary/exact-hits", "boundary", "keys that lie exactly on points, found by trying", s.variant(func(d *goring.Dialect) { d.Boundary = goring.After }), 0, local, s.hits(6))
	s.apart("sibling/true-crc16", "position", "the register has 32 bits and is never cut to 16", s.variant(func(d *goring.Dialect) {
		uncut := s.d.Hash
		d.Hash = func(text string) goring.Position { return goring.Position{Lo: uncut(text).Lo & 0xffff} }
	}), 0, local, userKeys(100))
}

func (s *sketcher) twemproxyCRC32a() {
	s.serversOfRing()
	s.untagged()
}

func (s *sketcher) twemproxyHashTag() {
	s.serversOfRing()
	s.apart("sibling/no-tag", "hash-tag", "without the option these keys are hashed whole", goring.Twemproxy, 0, local, tagged)
	s.tags()
	s.add("tag/same-tag", "hash-tag", "keys with one tag are on one server, that of the tag", s.broad(), owners("{user:42}:a", "{user:42}:b", "x{user:42}", "user:42"))
}

// tags is about what of a key is hashed where it has braces.
func (s *sketcher) tags() {
	for i, key := range []string{"{user:42}:a", "x{a}{b}", "}x{a}", "{{a}}", "a{b", "{}x", "{}{y}", "}{x", "{a"} {
		s.add("tag/"+string(rune('a'+i)), "hash-tag", "the text between the first { and the first } after it, or the whole key", "", hash(key))
	}
}

// serversOfRing is about what twemproxy calls its servers, and which of two comes
// first.
func (s *sketcher) serversOfRing() {
	s.defaultPort()
	s.add("alias/labels", "node-text", "the labels are made of the alias", s.some("10.0.1.1:11211 alpha", "10.0.1.2:11212 beta", "10.0.1.3:11212"), points())
	s.add("alias/with-port", "node-text", "an alias is verbatim: :11211 in it stays", s.some("10.0.1.1:1 alpha:11211", "10.0.1.2:2 10.0.0.1:11211", "10.0.1.3:11212"), points())
	s.aliases()
	s.add("tie/aliases", "tie", "the order is that of the names, the shorter first; the rest of a server's text has no say",
		usual("host:20000 10.0.5.111:11212", "h:1 10.0.6.70:11212"), owners(knownTies[s.d.Name][0].keys...))
}

func (s *sketcher) aliases() {
	s.add("alias/same-addresses", "node-text", "who is listed is told by the alias, not by the address", s.some("10.0.1.1:1 a", "10.0.1.1:1 b", "10.0.1.1:1"), s.digest(), s.plain("counts: TBD"))
	s.add("alias/twice", "twice-listed", "two servers with one alias are refused", refused("duplicate-node", s.some("10.0.1.1:1 a", "10.0.1.2:1 a")))
	s.add("alias/is-a-name", "twice-listed", "an alias that is the name of another server is refused", refused("duplicate-node", s.some("10.0.1.1:11211", "10.0.1.2:1 10.0.1.1")))
	s.add("alias/added", "failed-change", "a server with a name that is taken is not added", s.some("10.0.1.1:1 a", "10.0.1.2:1"), failing(addNode("10.0.1.3:1 a"), "duplicate-node"), s.digest(), s.list("10.0.1.1:1 a", "10.0.1.2:1"))
}

// untagged adds keys that tell the option hash_tag from none.
func (s *sketcher) untagged() {
	s.apart("sibling/hash-tag", "hash-tag", "without the option hash_tag a key is hashed whole", s.variant(func(d *goring.Dialect) {
		whole := s.d.Hash
		d.Hash = func(text string) goring.Position { return whole(tagOf(text)) }
	}), 0, local, tagged)
}

func unsignedFNV(text string) goring.Position {
	h := uint32(0x84222325)
	for _, c := range []byte(text) {
		h = (h ^ uint32(c)) * 0x1b3
	}
	return goring.Position{Lo: uint64(h)}
}

// hits returns keys that lie on points of the servers on ports 18301 to 18303.
func (s *sketcher) hits(n int) []string {
	at := map[goring.Position]bool{}
	for _, p := range s.build(s.d, 0, local).Points() {
		at[p.Position] = true
	}
	var keys []string
	for i := uint64(1); len(keys) < n; i++ {
		// Consecutive numbers have few different checksums.
		if key := strconv.FormatUint(i*0x9e3779b97f4a7c15, 36); at[s.d.Hash(key)] {
			keys = append(keys, key)
		}
	}
	return keys
}

var tagged = []string{"{tag}x", "user:{42}:a", "pre{a}{b}", "{a}1", "{a}2", "{b}1", "x{y}z", "{{a}}", "}{x}", "{}empty", "a{b", "{user1}.following", "{user1}.followers"}

func (s *sketcher) twemproxyModula() {
	s.aliases()
	list := []any{weighted{"10.0.1.30:2", 2}, weighted{"10.0.1.4:2", 1}, weighted{"10.0.1.5:11211", 3}}
	keys := []string{"k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "", "\u00e9"}
	s.add("modula/sorted", "placement", "the servers are sorted by the length of their names, then by bytes, whatever the list", usual(list...), owners(keys...), s.digest())
	slices.Reverse(list)
	s.add("modula/reversed", "placement", "the same list the other way round", usual(list...), owners(keys...), s.digest())
	s.add("modula/repeated", "placement", "a server of weight 3 takes three remainders in a row", usual(weighing(s.names(1, 2), 3, 1)...), owners(keys...), s.plain("counts: TBD"))
	s.add("modula/join", "placement", "with one server more most keys move", usual(s.names(1, 2, 3)...),
		s.keep("before"), addNode(s.node(4)), s.keep("after"), "moved: {from: before, to: after}, count: TBD")
	s.apart("sibling/true-crc16", "position", "the register has 32 bits: a true CRC-16 has other remainders", cutModula, 0, s.names(1, 2, 3), userKeys(100))
}

// cutModula is a modula of three servers that cuts the checksum to 16 bits.
var cutModula = func() goring.Dialect {
	d := goring.TwemproxyModulaCRC16
	d.Placement = func(_ int, nodes []goring.Node) (goring.Placement, error) { return cut(len(nodes)), nil }
	return d
}()

type cut int

func (n cut) Owner(key string) int {
	return int(goring.TwemproxyModulaCRC16.Hash(key).Lo & 0xffff % uint64(n))
}

func tagOf(key string) string {
	for i := range key {
		if key[i] != '{' {
			continue
		}
		for j := i + 1; j < len(key); j++ {
			if key[j] == '}' && j > i+1 {
				return key[i+1 : j]
			} else if key[j] == '}' {
				return key
			}
		}
		return key
	}
	return key
}
