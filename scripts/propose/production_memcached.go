package main

import (
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
