package main

import (
	"fmt"
	"strings"

	"ringkit/goring"
	"ringkit/vectors"
)

// cassandra writes the cases of a dialect whose points are in the names of its
// nodes, so that few of the others' would fit.
func (s *sketcher) cassandra() {
	captures := []struct {
		id     string
		nodes  []any
		sha256 string
	}{
		{"signed", []any{"10.0.0.1 -9223372036854775808 0", "10.0.0.2 -4611686018427387904", "10.0.0.3 4611686018427387904"}, "843214017bea63ebd6358c46517f621d9d8a681b30d85324c5a1efec82b348ea"},
		{"thirds", []any{"10.0.0.1 -6148914691236517206", "10.0.0.2 0", "10.0.0.3 6148914691236517205"}, "3de970a26d7f7d013b00f29e1c7f41c91208f780e55d571ee83e24b9316e2158"},
	}
	for _, c := range captures {
		s.program = cassandraToken
		s.add("captured/"+c.id, "lookup", "2957 keys of any bytes, as the driver places them",
			usual(c.nodes...), fmt.Sprintf("owners: {list: bytes}, counts: %s, sha256: %q", vectors.Blank, c.sha256))
	}
	keys, err := vectors.Keys("bytes")
	if err != nil {
		panic(err)
	}
	for tail := range 16 {
		var high, low string
		for _, key := range keys {
			end := key[len(key)-len(key)%16:]
			switch signed := strings.ContainsFunc(end, func(r rune) bool { return r > 0x7f }); {
			case len(key) == 0 || len(key)%16 != tail:
			case signed && (high == "" || len(key) > 16 && len(high) < 16):
				high = key
			case !signed && low == "":
				low = key
			}
		}
		for _, key := range []string{high, low} {
			if key == "" {
				continue
			}
			id, why := "plain", "a tail of %d bytes below 0x80"
			if key == high {
				id, why = "signed", "a tail of %d bytes, some of them above 0x7f and so negative"
			}
			s.program = cassandraToken
			s.add(fmt.Sprintf("token/tail-%d-%s", tail, id), "hash-text", fmt.Sprintf(why, tail), "", hash(key))
		}
	}
	for _, t := range []struct{ id, why, key string }{
		{"text", "text is its UTF-8 bytes", "caf\u00e9"}, {"combining", "another normal form is another key", "cafe\u0301"}, {"cjk", "three bytes a character", "\u6f22\u5b57\u304b\u306a"},
		{"upper", "case matters", "Key-A"}, {"lower", "case matters", "key-a"}, {"nul", "a NUL counts", "a\x00"}, {"one-letter", "one byte", "a"}, {"spaces", "blanks count", " a "},
		{"block", "16 bytes, one block", longText(16)}, {"200-bytes", "many blocks and a tail", longText(200)},
	} {
		s.add("token/"+t.id, "verbatim", t.why, "", hash(t.key))
	}
	s.add("token/empty", "position", "the empty key has the least token, which no other key has", "", `hash: "", want: "-9223372036854775808"`)
	s.program = cassandraToken
	s.add("token/least", "position", "a key whose hash is the least token has the greatest instead", "", `hash: {hex: "653cbefb85ec3111b4e38fa9bc7cbcae"}, want: "9223372036854775807"`)

	at := func(key string) string { return s.d.TextOf(s.d.Hash(key)) }
	near := func(key string, by uint64) string {
		p := s.d.Hash(key)
		return s.d.TextOf(goring.Position{Lo: p.Lo + by})
	}
	s.add("points/three-nodes", "point-order", "tokens ascend as signed numbers, the negative first", usual("a -1 5", "b -9223372036854775808 9223372036854775807", "c 0"), points())
	s.add("points/order-of-numbers", "point-order", "not as text", usual("a 9 10 -9 -10", "b 100 -100"), points())
	s.add("points/none", "node-text", "a node without tokens is a member without points", usual("a", "b 7"), points(), s.list("a", "b 7"), owners("k1", "k2"))
	s.add("points/nobody", "empty-ring", "no node has tokens", usual("a", "b"), "points: all, want: []", failing(owner("k1"), "empty-ring"))
	s.add("points/names", "node-text", "the name itself has no say, only the tokens", usual("caf\u00e9 5", "\u6f22 6", "x:7000 7"), points())
	s.add("boundary/exact-hit", "boundary", "a key whose token is a node's belongs to that node", usual("a "+at("k1"), "b "+near("k1", 1), "c "+near("k1", 1<<62)), hash("k1"), owner("k1"))
	s.add("boundary/one-below", "boundary", "a token one below the key's is passed", usual("a "+near("k1", ^uint64(0)), "b "+near("k1", 1<<62), "c "+near("k1", 1<<63)), owner("k1"))
	s.add("boundary/one-above", "boundary", "a token one above the key's serves it", usual("a "+near("k1", ^uint64(0)), "b "+near("k1", 1), "c "+near("k1", 1<<62)), owner("k1"))
	ends := usual("a -9223372036854775808", "b 0", "c 9223372036854775807")
	s.add("boundary/least", "boundary", "the empty key has the least token and belongs to the node that has it", ends, owner(""))
	s.add("boundary/greatest", "boundary", "the key with the greatest token belongs to the node that has that", ends, `owner: {hex: "653cbefb85ec3111b4e38fa9bc7cbcae"}, want: "c 9223372036854775807"`)
	past, under := s.findKey(func(p goring.Position) bool { return p.Lo > 1<<63+1<<62 }), s.findKey(func(p goring.Position) bool { return p.Lo < 1<<62 })
	wrap := usual("a -4611686018427387904", "b 0", "c 4611686018427387904")
	s.add("wrap/past-last", "wrap", "past the greatest token the least serves", wrap, hash(past), owner(past))
	s.add("wrap/below-first", "wrap", "below the least token that serves", wrap, hash(under), owner(under))
	s.add("wrap/not-unsigned", "wrap", "a negative token is before 0, not after all others", usual("a -1", "b 4611686018427387904"), owners(past, under, ""))
	s.add("lookup/one-token", "lookup", "the only token owns every key", usual("a 0"), owners("k1", "k2", ""), s.plain("counts: TBD"))
	s.add("lookup/many-tokens", "lookup", "nodes with several tokens each", usual(anys(tokens(6, 8))...), s.digest(), s.plain("counts: TBD"))
	s.add("add/joins", "add", "a node with tokens of its own joins", usual("a -4611686018427387904", "b 4611686018427387904"), s.digest(), addNode("c 0 1"), s.digest(), points())
	s.add("remove/leaves", "remove", "all the tokens of a node go", usual("a -4611686018427387904 0", "b 4611686018427387904"), remove("a -4611686018427387904 0"), points(), s.digest())
	s.add("movement/join", "movement", "keys that move, move onto the node that joined", usual("a -4611686018427387904", "b 4611686018427387904"),
		s.keep("before"), addNode("c 0"), s.keep("after"), moved(`joining: ["c 0"]`))
	s.add("list/permuted", "list-order", "the order of the list has no say where nothing ties", usual("c 0", "a -4611686018427387904", "b 4611686018427387904"), s.digest())
	s.add("list/straight", "list-order", "the same in another order", usual("a -4611686018427387904", "b 4611686018427387904", "c 0"), s.digest())
	s.add("sibling/true-murmur3", "hash-text", "bytes of the tail above 0x7f are negative numbers, as Java's are; with the true MurmurHash3 these keys are elsewhere",
		usual(anys(tokens(6, 8))...), owners("\u00e9", "na\u00efve", "\u65e5\u672c\u8a9e", "\u00fcn\u00ef-0", "\u00fcn\u00ef-1", "\u043a\u043b\u044e\u0447:1", "\xff", "\x80", "a\xff"))
	s.refusalsOfPrograms()
}

// tokens names nodes with tokens that are spread over the circle.
func tokens(nodes, each int) []string {
	names := make([]string, nodes)
	step := ^uint64(0) / uint64(nodes*each)
	for i := range names {
		names[i] = fmt.Sprintf("10.0.0.%d", i+1)
		for j := range each {
			names[i] += fmt.Sprintf(" %d", int64(step*uint64(j*nodes+i)+1<<63))
		}
	}
	return names
}
