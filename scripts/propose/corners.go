package main

import (
	"fmt"
	"strconv"
	"strings"

	"ringkit/goring"
)

// oddTexts are keys and names that implementations are known to change, cut or
// confuse before they hash them.
var oddTexts = []struct{ id, why, text string }{
	{"empty", "the empty text is a text like any other", ""},
	{"one-letter", "one unit", "a"},
	{"e-acute", "U+00E9 is one code point, one UTF-16 unit and two bytes", "caf\u00e9"},
	{"e-combining", "e and U+0301 look like U+00E9 and are another text: nothing may be normalised", "cafe\u0301"},
	{"sharp-s", "U+00DF becomes SS when text is folded to upper case", "stra\u00dfe"},
	{"dotted-i", "U+0130 becomes two code points in lower case", "\u0130stanbul"},
	{"dotless-i", "lower case of I in a Turkish locale", "k\u0131z"},
	{"upper", "case matters", "Key-A"},
	{"lower", "the same key in lower case is another one", "key-a"},
	{"cjk", "three bytes a character", "\u6f22\u5b57\u304b\u306a"},
	{"ligature", "U+FB01 is one character, though it looks like two", "\ufb01le"},
	{"fullwidth", "U+FF4E is above the surrogates, so UTF-16 order is not code point order", "\uff4e"},
	{"astral", "U+1F7E2 is one code point, two UTF-16 units and four bytes", "\U0001f7e2"},
	{"two-astral", "a length in units and one in code points differ by two here", "\U0001f600\U0001f680"},
	{"zwj", "a family: five code points that are drawn as one", "\U0001f468\u200d\U0001f469\u200d\U0001f467"},
	{"last-bmp", "U+FFFF is the last code point of one UTF-16 unit", "\uffff"},
	{"first-astral", "U+10000 is the first of two", "\U00010000"},
	{"last-code-point", "U+10FFFF is the last there is", "\U0010ffff"},
	{"replacement", "U+FFFD may come in on purpose", "\ufffd"},
	{"byte-order-mark", "U+FEFF in front belongs to the text", "\ufeffkey"},
	{"latin-1", "all of these are one byte in Latin-1 and two in UTF-8", "\u00e0\u00ff\u0080\u00a0"},
	{"nul", "U+0000 does not end the text", "a\x00b"},
	{"nul-only", "a text of one U+0000 is not empty", "\x00"},
	{"spaces", "spaces at both ends belong to the text", "  key  "},
	{"newline", "and so does a newline at the end", "key\n"},
	{"tab-and-cr", "and other white space", "\tkey\r"},
	{"quotes", "quotes and backslashes are plain characters", "\"it's\" \\n"},
	{"percent", "a format directive is plain text", "100%d%s"},
	{"number", "digits are text, not a number", "007"},
	{"null-word", "the word null is a text", "null"},
}

// lengths are around the block of MD5: 55 bytes are the most that fit one block
// with the padding, 64 fill a block.
var lengths = []int{55, 56, 63, 64, 65, 200}

func longText(n int) string { return strings.Repeat("0123456789abcdef", n/16+1)[:n] }

// wide has many nodes, so that a text that is hashed in another way rarely comes
// to the same owner.
func wide() string {
	var names []any
	for i := range 40 {
		names = append(names, fmt.Sprintf("n%02d", i))
	}
	return ring(4, names...)
}

// text is about how text becomes a position.
func (s *sketcher) text() {
	rule := func(text string) string {
		for _, r := range text {
			if r > '~' && r != 0x301 {
				return "hash-text"
			}
		}
		return "verbatim"
	}
	for _, odd := range oddTexts {
		s.add("hash/"+odd.id, rule(odd.text), odd.why, "", hash(odd.text))
	}
	for _, n := range lengths {
		s.add(fmt.Sprintf("hash/%d-bytes", n), "hash-text", fmt.Sprintf("a key of %d bytes", n), "", hash(longText(n)))
	}
	s.add("hash/200-accents", "hash-text", "200 code points in 400 bytes", "", hash(strings.Repeat("\u00e9", 200)))
	s.positions()
	for _, odd := range oddTexts {
		s.add("key/"+odd.id, rule(odd.text), "as a key: "+odd.why, wide(), owner(odd.text))
	}
	for _, n := range lengths {
		s.add(fmt.Sprintf("key/%d-bytes", n), "hash-text", fmt.Sprintf("a key of %d bytes, looked up", n), wide(), owner(longText(n)))
	}
}

// positions is about extreme values, which are found by trying keys.
func (s *sketcher) positions() {
	find := func(fits func(p goring.Position) bool) string {
		for i := 0; ; i++ {
			if key := "k" + strconv.Itoa(i); fits(s.d.Hash(key)) {
				return key
			}
		}
	}
	top := func(p goring.Position) uint32 { // the 32 highest bits
		if s.d.Bits == 32 {
			return uint32(p.Lo)
		}
		return uint32(p.Hi >> 32)
	}
	s.add("position/highest-bit", "position", "a position in the upper half is not negative", "",
		hash(find(func(p goring.Position) bool { return top(p)>>28 == 0xf })))
	s.add("position/leading-zeros", "position", "the first hex digits are zeros, which some formats drop", "",
		hash(find(func(p goring.Position) bool { return top(p)>>20 == 0 })))
	s.add("position/zero-byte-inside", "position", "a byte below 16 has a zero as its first hex digit", "",
		hash(find(func(p goring.Position) bool { return top(p)>>24 > 15 && top(p)>>16&0xff < 16 })))
}

// labels is about the text of labels and how many there are.
func (s *sketcher) labels() {
	s.add("points/three-nodes", "label", "three nodes with three points each, in ring order", ring(3, "A", "B", "C"), points())
	s.add("points/one-point", "vnodes", "one point a node", ring(1, "A", "B", "C"), points())
	s.add("points/two-digits", "label", "indices of two digits are decimal, without padding", ring(12, "A"), points())
	s.add("points/order-of-numbers", "point-order", "points ascend as numbers, not as text: some have fewer digits", ring(12, "x", "y"), points())
	s.add("labels/run-together", "label", "s1 and s11 have no label in common, thanks to the separator", ring(12, "s1", "s11"),
		owners("s1#0", "s1#1", "s1#10", "s11#0", "s11#1", "s1:1", "s11:1", "s110"), digest())
	s.add("labels/digit-names", "label", "names that are numbers", ring(2, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"), points())
	s.add("labels/separators-in-names", "label", "names that hold the usual separators", ring(2, "a#b", "a:b", "a-b", "a_b", "a/b", "a.b", "a b"), points())
	s.add("labels/separators-at-ends", "label", "names that begin or end with a separator", ring(2, "a#", "#a", "a:", ":a", "#", ":", "-"), points())
	s.add("labels/label-as-name", "label", "a name that is another node's label", ring(2, "a", "a#0", "a:0"), points())
	s.add("labels/default-port", "label", "a port is part of the name, the usual one too", ring(2, "10.0.1.1:11211", "10.0.1.1", "10.0.1.1:11212"), points())
	s.add("labels/case", "node-name", "names that differ in case only are two nodes", ring(2, "Cache", "cache", "CACHE"), points())
	s.add("labels/forms", "node-name", "names that differ in normal form only are two nodes", ring(2, "caf\u00e9", "cafe\u0301"), points())
	s.add("labels/odd-names", "node-name", "spaces, NUL and astral characters in names", ring(2, " a", "a ", "a\x00", "a", "\U0001f7e2", "\u6f22", "\n"), points())
	s.add("labels/empty-name", "node-name", "the empty text is the name of a node like any other", ring(2, "", "a"), points())
	s.add("owner/empty-name", "node-name", "a node without a name owns keys, and its answer is not null", ring(4, ""), owners("k1", "k2", ""))
	s.add("owner/odd-names", "node-name", "owners with odd names come back as they were given",
		ring(4, "", " ", "\x00", "\u6f22\u5b57", "\U0001f7e2", "caf\u00e9", "cafe\u0301", "\"", "\\", "null"), users("counts: TBD"))
	s.add("vnodes/1", "vnodes", "one point for the only node", ring(1, "A"), points())
	s.add("vnodes/more-than-256", "vnodes", "300 points a node: an index kept in one byte repeats after 256", ring(300, "A", "B"),
		owners("A#255", "A#256", "A#257", "A#299", "B#255", "B#256", "B#299", "A:256", "B:256"), digest())
	s.add("vnodes/just-so-many", "vnodes", "the label after the last is no point", ring(5, "A", "B", "C", "D"),
		owners("A#4", "A#5", "B#4", "B#5", "C#4", "C#5", "D#4", "D#5", "A:5", "B:5"))
	if s.d.VNodes > 0 {
		s.add("vnodes/default", "default-vnodes", fmt.Sprintf("without vnodes a node has %d points", s.d.VNodes),
			`{nodes: ["a", "b", "c"]}`, digest())
		s.add("vnodes/default-spelled-out", "default-vnodes", "the default given in so many words is the same ring",
			ring(s.d.VNodes, "a", "b", "c"), digest())
	}
}

// circle is about the boundary rule and the wrap.
func (s *sketcher) circle() {
	names := s.ringWithTwoEnds()
	r, err := goring.New(s.d, 3, goring.Nodes(names...))
	if err != nil {
		panic(err)
	}
	list := ring(3, anys(names)...)
	var labels []string
	for _, name := range names {
		for i := range 3 {
			labels = append(labels, string(s.d.Label(nil, name, i)))
		}
	}
	s.add("boundary/points-of-ring", "point-order", "the ring of the cases that follow: its first and last point belong to different nodes", list, points())
	s.add("boundary/exact-hits", "boundary", "a key that is the label of a point lands exactly on it", list, owners(labels...))
	for i, label := range labels {
		s.add(fmt.Sprintf("boundary/hit-%d", i), "boundary", "an exact hit, alone", list, owner(label))
	}
	ring := r.Points()
	last, first := ring[len(ring)-1].Position, ring[0].Position
	past := find(s.d, func(p goring.Position) bool { return p.Compare(last) > 0 })
	below := find(s.d, func(p goring.Position) bool { return p.Compare(first) < 0 })
	s.add("wrap/past-last", "wrap", "a key past the last point belongs to the first point's node", list, hash(past), owner(past))
	s.add("wrap/below-first", "wrap", "a key below the first point belongs to it, not to the last", list, hash(below), owner(below))
	s.add("wrap/hit-on-last", "boundary", "a key exactly on the last point", list, owner(labelAt(s.d, names, last)))
	s.add("wrap/hit-on-first", "boundary", "a key exactly on the first point", list, owner(labelAt(s.d, names, first)))
	s.add("wrap/replicas", "replicas", "the walk goes on past the last point", list, replicasOf(past, 2), replicasOf(labelAt(s.d, names, last), 3))
	s.add("lookup/modulo", "lookup", "a ring is not hash modulo the number of nodes", list, users("counts: TBD"))
}

// ringWithTwoEnds returns names of nodes whose ring of three points each begins
// and ends at different nodes.
func (s *sketcher) ringWithTwoEnds() []string {
	for i := 0; ; i++ {
		names := []string{fmt.Sprintf("east-%d", i), fmt.Sprintf("west-%d", i), fmt.Sprintf("south-%d", i)}
		r, err := goring.New(s.d, 3, goring.Nodes(names...))
		if err != nil {
			panic(err)
		}
		points := r.Points()
		// The last two are of different nodes too, so that an exact hit on the
		// last point shows which point serves it.
		n := len(points)
		if points[0].Node != points[n-1].Node && points[n-2].Node != points[n-1].Node && points[0].Node != points[1].Node {
			return names
		}
	}
}

func find(d goring.Dialect, fits func(goring.Position) bool) string {
	for i := 0; ; i++ {
		if key := "user" + strconv.Itoa(i); fits(d.Hash(key)) {
			return key
		}
	}
}

// labelAt returns the label whose point is at p.
func labelAt(d goring.Dialect, names []string, p goring.Position) string {
	for _, name := range names {
		for i := range 3 {
			if label := string(d.Label(nil, name, i)); d.Hash(label) == p {
				return label
			}
		}
	}
	panic("no label is there")
}

func anys(names []string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = name
	}
	return out
}
