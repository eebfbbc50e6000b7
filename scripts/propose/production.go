package main

import (
	"fmt"

	"ringkit/goring"
	"ringkit/vectors"
)

// production writes a whole vector file of a production dialect, with blanks.
func (s *sketcher) production() {
	s.head()
	s.captures()
	if s.set.alone {
		s.set.own(s)
		return
	}
	s.texts()
	s.smallRings()
	if s.set.vnodes > 0 {
		s.edges()
		s.tiesOfPrograms()
	}
	s.set.own(s)
	if s.set.weights && !s.set.share && s.set.vnodes > 0 && !s.set.essentials {
		s.weightsOfPrograms()
	}
	s.shares()
	if !s.set.essentials {
		s.comings()
	}
	s.refusalsOfPrograms()
}

func (s *sketcher) head() {
	fmt.Fprintf(s, "# yaml-language-server: $schema=../spec/vector.schema.json\ndialect: %s\nbits: %d\n", s.d.Name, s.d.Bits)
	if s.d.Text != nil {
		s.WriteString("signed: true\n")
	}
	s.WriteString("source:\n  by: [runners/python]\n  note: ")
	s.WriteString("scripts/propose filled in what goring and runners/python agree on; ")
	s.WriteString("what a case with captured pins, the program it names gave\ncases:")
}

// texts is about how text becomes a position and how keys are taken.
func (s *sketcher) texts() {
	for _, t := range []struct{ id, rule, why, text string }{
		{"empty", "verbatim", "the empty text", ""},
		{"one-letter", "position", "one byte", "a"},
		{"plain", "position", "a plain key", "user:1001"},
		{"high-position", "position", "a longer text", "session:0123456789abcdef"},
		{"e-acute", "hash-text", "U+00E9 is one code point and two bytes, both above 0x7f", "caf\u00e9"},
		{"e-combining", "verbatim", "e and U+0301 look like U+00E9 and are another text", "cafe\u0301"},
		{"latin-1", "hash-text", "each of these is one byte in Latin-1 and two in UTF-8", "\u00e0\u00ff\u0080\u00a0"},
		{"cjk", "hash-text", "three bytes a character", "\u6f22\u5b57\u304b\u306a"},
		{"astral", "hash-text", "U+1F7E2 is one code point, two UTF-16 units and four bytes", "\U0001f7e2"},
		{"upper", "verbatim", "case matters", "Key-A"},
		{"lower", "verbatim", "the same in lower case is another text", "key-a"},
		{"spaces", "verbatim", "white space at the ends belongs to the text", " key\t"},
		{"newline", "verbatim", "so does a newline", "key\n"},
		{"64-bytes", "hash-text", "64 bytes: whole blocks of every hash", longText(64)},
		{"200-bytes", "hash-text", "200 bytes", longText(200)},
		{"bytes", "hash-text", "bytes that are no UTF-8 are hashed as they are", "k\xff\x00\x80"},
	} {
		if t.text == "" && s.set.noEmptyKey || t.id == "bytes" && s.set.noBytes || s.set.keys != "" {
			continue
		}
		if t.text == "" && s.set.emptyAt0 {
			s.add("hash/empty", "position", "the empty key is at 0 whatever the hash: nutcracker does not hash it", "", `hash: "", want: 0`)
			continue
		}
		s.add("hash/"+t.id, t.rule, t.why, "", hash(t.text))
	}
	if s.set.keys != "" {
		return
	}
	for _, t := range []struct {
		id, rule, why string
		keys          []string
	}{
		{"non-ascii", "hash-text", "accents, Cyrillic, CJK and astral characters in keys", []string{"na\u00efve", "\u043a\u043b\u044e\u0447:1", "\u65e5\u672c\u8a9e", "\u00e9", "\u00ff\u00ff", "\U0001f600\U0001f680"}},
		{"normal-forms", "verbatim", "two forms of one word are two keys", []string{"caf\u00e9", "cafe\u0301", "\ufb01le", "file"}},
		{"case", "verbatim", "keys that differ in case only", []string{"Key-A", "key-a", "KEY-A", "key-A"}},
		{"spaces", "verbatim", "keys that differ in white space only", []string{"k1", " k1", "k1 ", "k1\t", "k1\n", "k1\r\n", "k 1"}},
		{"numbers", "verbatim", "digits are text: leading zeros and signs count", []string{"7", "07", "007", "+7", "-7", "7.0", "1e3"}},
		{"braces", "hash-tag", "keys with braces", []string{"{tag}x", "{tag}y", "x{tag}", "tag", "user:{42}:a", "42", "{}empty", "pre{a}{b}", "a{b", "}{x}", "{{a}}", "{a"}},
		{"long", "verbatim", "nothing of a long key is cut off", []string{longText(200), longText(201), longText(250), longText(251), longText(1000)}},
	} {
		s.add("key/"+t.id, t.rule, t.why, s.broad(), owners(t.keys...))
	}
	nul, rule := "a NUL does not end a key", "verbatim"
	if s.set.cStrings {
		nul, rule = "keys are C strings: what follows a NUL has no say", "key-end"
	}
	s.add("key/nul", rule, nul, s.broad(), owners("a", "a\x00", "a\x00b", "a\x00c", "\x00", "\x00b"))
	if !s.set.noBytes {
		s.add("key/bytes", "hash-text", "keys that are no UTF-8, and bytes are not cut, replaced or escaped", s.broad(),
			owners("\xff", "\xfe", "\x80", "\xc3(", "k\xe9", "\xff\xfe\xfd"))
	}
	if !s.set.noEmptyKey {
		s.add("key/empty", "verbatim", "the empty key has an owner like any other", s.broad(), owner(""))
	}
	s.add("key/batch", "batch", "a batch answers in the order asked, a repeated key each time", s.some(s.names(1, 2, 3)...), owners("k1", "k2", "k1", "k3", "k2", "k1"))
}

// smallRings lists the points of rings that can be read, and the owners where
// one or two nodes are all there are.
func (s *sketcher) smallRings() {
	if s.set.vnodes > 0 {
		s.add("points/three-nodes", "label", "all points of a small ring", s.some(s.names(1, 2, 3)...), points())
		s.add("points/one-node", "vnodes", "all points of one node", s.some(s.names(1)...), points())
		s.add("points/more-than-ten", "label", "indices of two digits", ring(48, s.names(1)...), points())
	}
	keys := []string{"k1", "k2", "k3", "\u00e9"}
	if s.set.keys != "" {
		keys = []string{"0", "1", "42", "18446744073709551615"}
	} else if !s.set.noEmptyKey {
		keys = append(keys, "")
	}
	s.add("lookup/one-node", "lookup", "the only node owns every key", usual(s.names(1)...), owners(keys...), s.plain("counts: TBD"))
	s.add("lookup/two-nodes", "lookup", "two nodes as the program would have them", usual(s.names(1, 2)...), owners(keys...), s.plain("counts: TBD, sha256: TBD"))
	s.add("lookup/five-nodes", "lookup", "five nodes", usual(s.names(1, 2, 3, 4, 5)...), s.plain("counts: TBD, sha256: TBD"))
	if s.set.anyName && !s.set.essentials {
		s.add("nodes/odd-names", "node-name", "names that are not addresses, in letters of all kinds",
			s.some("caf\u00e9", "cafe\u0301", "\u6f22\u5b57", "\U0001f7e2", " a", "a ", "A", "a"), s.digest(), s.plain("counts: TBD"))
	}
	if s.d.VNodes > 1 && !s.set.essentials {
		s.add("vnodes/default", "default-vnodes", fmt.Sprintf("without vnodes it is %d", s.d.VNodes), usual(s.names(1, 2, 3)...), s.digest())
		s.add("vnodes/default-spelled-out", "default-vnodes", "the default in so many words is the same", ring(s.d.VNodes, s.names(1, 2, 3)...), s.digest())
	}
}

// variant is the dialect with one thing changed, to find keys that tell.
func (s *sketcher) variant(change func(d *goring.Dialect)) goring.Dialect {
	d := s.d
	change(&d)
	return d
}

// apart adds a case with up to eight keys that have another owner in another
// dialect, or in this one with a mistake.
func (s *sketcher) apart(id, rule, why string, other goring.Dialect, vnodes int, nodes []any, keys []string) {
	ours, theirs := s.build(s.d, vnodes, nodes), s.build(other, vnodes, nodes)
	var telling []string
	for _, key := range keys {
		a, errA := ours.Owner(key)
		b, errB := theirs.Owner(key)
		if (a != b || (errA == nil) != (errB == nil)) && len(telling) < 8 {
			telling = append(telling, key)
		}
	}
	if len(telling) == 0 {
		panic(s.d.Name + ": no key tells " + id)
	}
	written := usual(nodes...)
	if vnodes > 0 {
		written = ring(vnodes, nodes...)
	}
	s.add(id, rule, why, written, owners(telling...))
}

func (s *sketcher) build(d goring.Dialect, vnodes int, nodes []any) *goring.Ring {
	if vnodes == 0 {
		vnodes = d.VNodes
	}
	r, err := goring.New(d, vnodes, asNodes(nodes))
	if err != nil {
		panic(err)
	}
	return r
}

func asNodes(nodes []any) []goring.Node {
	out := make([]goring.Node, len(nodes))
	for i, node := range nodes {
		if w, ok := node.(weighted); ok {
			out[i] = goring.Node{Name: w.name, Weight: w.weight}
		} else {
			out[i] = goring.Node{Name: node.(string), Weight: 1}
		}
	}
	return out
}

// mixedKeys are the keys of keys/mixed.txt.
func mixedKeys() []string {
	keys, err := vectors.Keys("mixed")
	if err != nil {
		panic(err)
	}
	return keys
}

// userKeys are plain keys to choose from.
func userKeys(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("user%d", i)
	}
	return keys
}
