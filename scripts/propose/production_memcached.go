package main

import (
	"slices"
	"strconv"

	"ringkit/goring"
)

// defaultPort is about the port in a label, in dialects that leave out the
// default one.
func (s *sketcher) defaultPort() {
	s.add("port/default", "node-text", "the default port is left out of the label: these are the points of the host alone", s.some("10.0.1.1:11211", "10.0.1.2:11212"), points())
	s.add("port/other", "node-text", "another port is in the label", s.some("10.0.1.1:11212", "10.0.1.2:11212"), points())
	s.add("port/none", "node-text", "a host without a port", s.some("10.0.1.1", "10.0.1.2:11212"), points())
	s.add("port/longer", "node-text", "ports that only begin or end like the default", s.some("h:112110", "h:21121", "h:1121", "h:11211"), s.digest(), s.plain("counts: TBD"))
	s.add("port/host-name", "node-text", "host names: letters and case are as written", s.some("cache-a.example:11211", "Cache-B.example:11212", "localhost:11211"), s.digest(), s.plain("counts: TBD"))
}

// wholePort is about dialects that keep the port in the label whatever it is.
func (s *sketcher) wholePort() {
	s.add("port/kept", "node-text", "the default port is part of the label like any other", s.some("10.0.1.1:11211", "10.0.1.2:11212"), points())
	s.add("port/none", "node-text", "the same host without a port is another text and has other points", s.some("10.0.1.1", "10.0.1.2:11212"), points())
}

func (s *sketcher) libmemcached() {
	s.defaultPort()
	s.apart("sibling/ketama", "node-text", "the original ketama has the default port in its labels", goring.Ketama, 0, mixed, userKeys(500))
	s.apart("sibling/ketama-n25", "share", "with 25 servers the original ketama still has 40 digests a server", goring.Ketama, 0, anys(s.nodes(25)), userKeys(9000))
	s.apart("sibling/npm-hashring-n7", "share", "with seven servers the npm package hashring has 39 digests a server", goring.NPMHashring, 0, anys(s.nodes(7)), userKeys(9000))
	s.apart("sibling/twemproxy", "lookup", "twemproxy's default hash puts nearly every key elsewhere", goring.Twemproxy, 0, local, userKeys(100))
	s.apart("sibling/consistent", "label", "DISTRIBUTION_CONSISTENT with md5 is no ketama: one point a label", goring.LibmemcachedConsistentMD5, 160, local, userKeys(500))
	s.apart("sibling/uhashring-ketama", "boundary", "uhashring passes a point that a key lies on", goring.UHashringKetama, 0, local, s.localLabels())
}

// localLabels are keys that lie on points of the servers on ports 18301 to 18303.
func (s *sketcher) localLabels() []string {
	var keys []string
	for _, node := range local {
		for i := range 12 {
			keys = append(keys, string(goring.Ketama.Label(nil, node.(string), i)))
		}
	}
	return keys
}

func (s *sketcher) libmemcachedConsistent() {
	s.defaultPort()
	if s.set.essentials {
		s.apart("sibling/default-hash", "position", "the default hash puts most keys elsewhere", goring.LibmemcachedConsistent, 0, local, userKeys(100))
	} else {
		s.unsignedBytes(func(d *goring.Dialect) { d.Hash = unsignedOneAtATime })
		s.apart("sibling/md5", "position", "with md5 most keys are elsewhere", goring.LibmemcachedConsistentMD5, 0, local, userKeys(100))
	}
	s.apart("sibling/libmemcached", "label", "weighted ketama has four points a label", goring.Libmemcached, 100, local, userKeys(500))
}

// unsignedBytes adds keys that tell signed bytes from unsigned ones.
func (s *sketcher) unsignedBytes(change func(d *goring.Dialect)) {
	s.apart("sibling/unsigned-bytes", "hash-text", "bytes above 0x7f are negative numbers, as char is on x86", s.variant(change), 0, local,
		[]string{"\u00e9", "\u00ff\u00ff", "na\u00efve", "\u65e5\u672c\u8a9e", "\u00fcn\u00ef-0", "\u00fcn\u00ef-1", "\u00fcn\u00ef-2", "\u00fcn\u00ef-3", "\u00fcn\u00ef-4", "\u00fcn\u00ef-5", "\u043a\u043b\u044e\u0447:1", "\xff"})
}

func unsignedOneAtATime(text string) goring.Position {
	var h uint32
	for _, c := range []byte(text) {
		h += uint32(c)
		h += h << 10
		h ^= h >> 6
	}
	h += h << 3
	h ^= h >> 11
	h += h << 15
	return goring.Position{Lo: uint64(h)}
}

func unsignedFNV(text string) goring.Position {
	h := uint32(0x84222325)
	for _, c := range []byte(text) {
		h = (h ^ uint32(c)) * 0x1b3
	}
	return goring.Position{Lo: uint64(h)}
}

func (s *sketcher) modula() {
	s.add("modula/order", "placement", "the remainder picks a server of the list as it is given", usual("c:1", "a:1", "b:1"), owners("k1", "k2", "k3", "k4", "k5", "k6"))
	s.add("modula/other-order", "placement", "another order, other owners", usual("a:1", "b:1", "c:1"), owners("k1", "k2", "k3", "k4", "k5", "k6"))
	s.add("modula/weights", "placement", "weights have no say", usual(weighing(mixed, 600, 3, 0)...), owners("k1", "k2", "k3", "k4", "k5", "k6"), s.digest())
	s.add("modula/no-weights", "placement", "the same without weights", usual(mixed...), owners("k1", "k2", "k3", "k4", "k5", "k6"), s.digest())
	s.add("modula/join", "placement", "with one server more most keys move", usual(s.names(1, 2, 3)...),
		s.keep("before"), addNode(s.node(4)), s.keep("after"), "moved: {from: before, to: after}, count: TBD")
	s.add("modula/hundred", "placement", "a hundred servers", usual(anys(s.nodes(100))...), s.digest())
	s.apart("sibling/consistent", "placement", "the consistent distribution has the same hash and other owners", goring.LibmemcachedConsistent, 0, local, userKeys(100))
}

func (s *sketcher) ketama() {
	s.wholePort()
	s.apart("sibling/libmemcached", "node-text", "libmemcached leaves out the default port", goring.Libmemcached, 0, mixed, userKeys(500))
	s.apart("sibling/libmemcached-n25", "share", "with 25 servers libmemcached has 39 digests a server", goring.Libmemcached, 0, anys(s.nodes(25)), userKeys(9000))
	s.apart("sibling/npm-hashring-n61", "share", "with 61 servers the npm package hashring has 40 digests a server", goring.NPMHashring, 0, anys(s.nodes(61)), userKeys(20000))
	s.apart("sibling/npm-hashring-n7", "share", "with seven servers the npm package hashring has 39", goring.NPMHashring, 0, anys(s.nodes(7)), userKeys(9000))
	s.apart("sibling/whole-key", "key-end", "a client that hashes what follows a NUL has other owners for these", goring.NPMHashring, 0, local,
		[]string{"a\x00", "a\x00b", "a\x00c", "user\x001", "user\x002", "\x00", "\x00x"})
	s.apart("sibling/uhashring-ketama", "boundary", "uhashring passes a point that a key lies on", goring.UHashringKetama, 0, local, s.localLabels())
	s.add("hash/nul", "key-end", "the hash of a NUL is that of the empty text", "", `hash: "\u0000", want: 3649838548`)
	s.add("hash/after-nul", "key-end", "what follows a NUL has no say", "", hash("a\x00b"), hash("a"))
}

func (s *sketcher) twemproxy() {
	ring := s.set.vnodes > 0
	if ring {
		s.defaultPort()
		s.add("alias/labels", "node-text", "the labels are made of the alias", s.some("10.0.1.1:11211 alpha", "10.0.1.2:11212 beta", "10.0.1.3:11212"), points())
		s.add("alias/with-port", "node-text", "an alias is verbatim: :11211 in it stays", s.some("10.0.1.1:1 alpha:11211", "10.0.1.2:2 10.0.0.1:11211", "10.0.1.3:11212"), points())
	}
	s.add("alias/same-addresses", "node-text", "who is listed is told by the alias, not by the address", s.some("10.0.1.1:1 a", "10.0.1.1:1 b", "10.0.1.1:1"), s.digest(), s.plain("counts: TBD"))
	s.add("alias/twice", "twice-listed", "two servers with one alias are refused", refused("duplicate-node", s.some("10.0.1.1:1 a", "10.0.1.2:1 a")))
	s.add("alias/is-a-name", "twice-listed", "an alias that is the name of another server is refused", refused("duplicate-node", s.some("10.0.1.1:11211", "10.0.1.2:1 10.0.1.1")))
	s.add("alias/added", "failed-change", "a server with a name that is taken is not added", s.some("10.0.1.1:1 a", "10.0.1.2:1"), failing(addNode("10.0.1.3:1 a"), "duplicate-node"), s.digest(), s.list("10.0.1.1:1 a", "10.0.1.2:1"))
	if !ring {
		s.sortedModula()
		return
	}
	if _, ok := knownTies[s.d.Name]; ok {
		s.add("tie/aliases", "tie", "the order is that of the names, the shorter first; the rest of a server's text has no say",
			usual("host:20000 10.0.5.111:11212", "h:1 10.0.6.70:11212"), owners(knownTies[s.d.Name][0].keys...))
	}
	if s.d.Name != "twemproxy-hash-tag" {
		s.apart("sibling/hash-tag", "hash-tag", "without the option hash_tag a key is hashed whole", s.variant(func(d *goring.Dialect) {
			whole := s.d.Hash
			d.Hash = func(text string) goring.Position { return whole(tagOf(text)) }
		}), 0, local, tagged)
	}
	if s.d.Name == "twemproxy" {
		s.apart("sibling/digests-in-float64", "share", "with seven servers, doubles multiplied from left to right would give 39 digests a server",
			s.variant(func(d *goring.Dialect) { d.Labels = goring.NPMHashring.Labels }), 0, anys(s.nodes(7)), mixedKeys())
	}
	switch s.d.Name {
	case "twemproxy":
		s.unsignedBytes(func(d *goring.Dialect) { d.Hash = unsignedFNV })
		s.apart("sibling/libmemcached", "position", "libmemcached hashes keys with md5", goring.Libmemcached, 0, local, userKeys(100))
		s.add("tag/ignored", "hash-tag", "no hash_tag is set, so that these are four keys", s.broad(), owners("{a}1", "{a}2", "{a}", "a"))
	case "twemproxy-md5":
		t := knownTies["twemproxy-md5"][0]
		s.apart("sibling/libmemcached", "tie", "libmemcached gives a tie to the server listed first", goring.Libmemcached, 0, []any{t.a, t.b}, t.keys)
	case "twemproxy-crc16":
		s.apart("boundary/exact-hits", "boundary", "keys that lie exactly on points, found by trying", s.variant(func(d *goring.Dialect) { d.Boundary = goring.After }), 0, local, s.hits(6))
		s.apart("sibling/true-crc16", "position", "the register has 32 bits and is never cut to 16", s.variant(func(d *goring.Dialect) {
			uncut := s.d.Hash
			d.Hash = func(text string) goring.Position { return goring.Position{Lo: uncut(text).Lo & 0xffff} }
		}), 0, local, userKeys(100))
	case "twemproxy-hash-tag":
		s.apart("sibling/no-tag", "hash-tag", "without the option these keys are hashed whole", goring.Twemproxy, 0, local, tagged)
		for i, key := range []string{"{user:42}:a", "x{a}{b}", "}x{a}", "{{a}}", "a{b", "{}x", "{}{y}", "}{x", "{a"} {
			s.add("tag/"+string(rune('a'+i)), "hash-tag", "the text between the first { and the first } after it, or the whole key", "", hash(key))
		}
		s.add("tag/same-tag", "hash-tag", "keys with one tag are on one server, that of the tag", s.broad(), owners("{user:42}:a", "{user:42}:b", "x{user:42}", "user:42"))
	}
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

func (s *sketcher) sortedModula() {
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
