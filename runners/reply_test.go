package runners

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ringkit/harness"
	"ringkit/vectors"
)

// understand reads a line as the reply to request 7.
func understand(line string, m message) (harness.Answer, error) {
	r, err := open([]byte(line), 7)
	if err != nil {
		return harness.Answer{}, err
	}
	return r.answer(m)
}

func TestReplies(t *testing.T) {
	b, empty, bytes, marks := "B", "", "\x00\xff", `,"]\`
	tests := []struct {
		name, line string
		message    message
		want       harness.Answer
	}{
		{"hash", `{"id":7,"hash":"309056740"}`, message{op: harness.OpHash}, harness.Answer{Position: "309056740"}},
		{"hash of 128 bits", `{"hash":"340282366920938463463374607431768211455","id":7}`, message{op: harness.OpHash}, harness.Answer{Position: "340282366920938463463374607431768211455"}},
		{"a negative position is wrong, but well-formed", `{"id":7,"hash":"-1237864070"}`, message{op: harness.OpHash}, harness.Answer{Position: "-1237864070"}},
		{"ring", `{"id":7}`, message{op: harness.OpRing}, harness.Answer{}},
		{"unknown fields and white space", " {\t\"took\" : 1.5e3, \"id\": 7 , \"OWNERS\": null}", message{op: harness.OpRing}, harness.Answer{}},
		{"owners", `{"id":7,"owners":["B",null,"",{"hex":"00ff"}]}`, message{op: harness.OpOwners, keys: 4}, harness.Answer{Owners: []*string{&b, nil, &empty, &bytes}}},
		{"owners with marks of JSON", `{"id":7,"owners":[ ",\"]\\" , null, {"hex" : "00ff"},",\u0022]\u005c" ]}`, message{op: harness.OpOwners, keys: 4}, harness.Answer{Owners: []*string{&marks, nil, &bytes, &marks}}},
		{"no owners", `{"id":7,"owners":[]}`, message{op: harness.OpOwners}, harness.Answer{Owners: []*string{}}},
		{"replicas", `{"id":7,"nodes":["B",{"hex":"80"}]}`, message{op: harness.OpReplicas}, harness.Answer{Nodes: []string{"B", "\x80"}}},
		{"nodes", `{"id":7,"nodes":[]}`, message{op: harness.OpNodes}, harness.Answer{Nodes: []string{}}},
		{"points", `{"id":7,"points":[["1","B"],["2",""]]}`, message{op: harness.OpPoints}, harness.Answer{Points: []vectors.Point{{Position: "1", Node: "B"}, {Position: "2"}}}},
		{"add", `{"id":7}`, message{op: harness.OpAdd}, harness.Answer{}},
		{"remove", `{"id":7}`, message{op: harness.OpRemove}, harness.Answer{}},
		{"removed true", `{"id":7,"removed":true}`, message{op: harness.OpRemove}, harness.Answer{}},
		{"removed false", `{"id":7,"removed":false}`, message{op: harness.OpRemove}, harness.Answer{NotRemoved: true}},
		{"an error", `{"id":7,"error":"empty-ring"}`, message{op: harness.OpOwners, keys: 3}, harness.Answer{Error: "empty-ring"}},
		{"an error with a message", `{"id":7,"error":"internal","message":"no ring"}`, message{op: harness.OpHash}, harness.Answer{Error: "internal", Message: "no ring"}},
		{"unsupported", `{"id":7,"error":"unsupported"}`, message{op: harness.OpHash}, harness.Answer{Error: "unsupported"}},
		{"a surrogate pair", `{"id":7,"nodes":["\ud83d\ude00"]}`, message{op: harness.OpNodes}, harness.Answer{Nodes: []string{"\U0001F600"}}},
		{"other escapes", `{"id":7,"nodes":["\u0041\u00E9\uffff\nd83d\"\/"]}`, message{op: harness.OpNodes}, harness.Answer{Nodes: []string{"A\u00e9\uffff\nd83d\"/"}}},
		{"a backslash before what looks like a surrogate", `{"id":7,"nodes":["\\ud83d"]}`, message{op: harness.OpNodes}, harness.Answer{Nodes: []string{`\ud83d`}}},
		{"line separators", "{\"id\":7,\"nodes\":[\"a\u2028b\u0085\"]}", message{op: harness.OpNodes}, harness.Answer{Nodes: []string{"a\u2028b\u0085"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := understand(test.line, test.message)
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Errorf("error %v; (-want +got)\n%s", err, diff)
			}
		})
	}
}

// Every slip has its words.
func TestSlips(t *testing.T) {
	const (
		logs   = "logs and debug output belong on standard error"
		number = "a position is decimal text in quotes, since a number loses its end above 2^53 in many languages"
		inStep = "answer in order, one reply a request, with the request's id as a number"
		codes  = "the codes are empty-ring, duplicate-node, unknown-node, bad-vnodes, bad-weight, bad-count, unsupported and internal"
	)
	hash, owners, nodes, points, remove := message{op: harness.OpHash}, message{op: harness.OpOwners, keys: 2}, message{op: harness.OpNodes}, message{op: harness.OpPoints}, message{op: harness.OpRemove}
	tests := []struct {
		name, line string
		message    message
		want       string
	}{
		{"an empty line", "", hash, "an empty line on standard output: one reply is one line, and nothing else goes there"},
		{"a line of spaces", " \t", hash, "an empty line on standard output: one reply is one line, and nothing else goes there"},
		{"a line of CR", "\r", hash, "an empty line on standard output: one reply is one line, and nothing else goes there"},
		{"a debug line", "DEBUG owner of k", hash, "a line on standard output that is no JSON object: " + logs},
		{"a debug line in CRLF", "DEBUG owner of k\r", hash, "a line on standard output that is no JSON object: " + logs},
		{"null", "null", hash, "a line on standard output that is no JSON object: " + logs},
		{"a list", `[{"id":7}]`, hash, "a line on standard output that is no JSON object: " + logs},
		{"a map of Python", `{'id': 7, 'hash': '1'}`, hash, `a line on standard output that is not JSON (invalid character '\'' looking for beginning of object key string): ` + logs},
		{"half a reply", `{"id":7,"ha`, hash, "a line on standard output that is not JSON (unexpected end of JSON input): " + logs},
		{"half an escape", `{"id":7,"nodes":["\ud8`, nodes, "a line on standard output that is not JSON (invalid character ' ' in \\u hexadecimal character escape): " + logs},
		{"two replies", `{"id":7,"hash":"1"}{"id":8}`, hash, "a line on standard output that is not JSON (invalid character '{' after top-level value): " + logs},
		{"a million brackets", `{"id":7,"hash":` + strings.Repeat("[", 1e6), hash, "a line on standard output that is not JSON (invalid character '[' exceeded max depth): " + logs},
		{"CRLF", `{"id":7,"hash":"1"}` + "\r", hash, `the line ends in \r\n: end it with \n alone (on Windows, write standard output in binary mode)`},
		{"a byte order mark", "\ufeff" + `{"id":7,"hash":"1"}`, hash, "the line begins with a byte order mark: write UTF-8 without one"},
		{"UTF-16", "{\x00\"\x00i\x00d\x00", hash, "a line on standard output that is not JSON (invalid character '\\x00' looking for beginning of object key string): " + logs},
		{"Latin-1", "{\"id\":7,\"nodes\":[\"caf\xe9\"]}", nodes, "the line is not valid UTF-8: write UTF-8, whatever the locale, or escape everything beyond ASCII"},
		{"a raw surrogate", "{\"id\":7,\"nodes\":[\"\xed\xa0\xbd\"]}", nodes, "the line is not valid UTF-8: write UTF-8, whatever the locale, or escape everything beyond ASCII"},
		{"a lone high surrogate", `{"id":7,"nodes":["\ud83d"]}`, nodes, `the line holds a lone surrogate (\ud800 to \udfff without its partner): escape whole code points`},
		{"a lone low surrogate", `{"id":7,"nodes":["\uDE00"]}`, nodes, `the line holds a lone surrogate (\ud800 to \udfff without its partner): escape whole code points`},
		{"surrogates in the wrong order", `{"id":7,"nodes":["\ude00\ud83d"]}`, nodes, `the line holds a lone surrogate (\ud800 to \udfff without its partner): escape whole code points`},
		{"a surrogate and a letter", `{"id":7,"nodes":["\ud83dx\ude00"]}`, nodes, `the line holds a lone surrogate (\ud800 to \udfff without its partner): escape whole code points`},
		{"a surrogate after a backslash", `{"id":7,"nodes":["\\\ud83d"]}`, nodes, `the line holds a lone surrogate (\ud800 to \udfff without its partner): escape whole code points`},
		{"no id", `{"hash":"1"}`, hash, `the reply has no "id": echo the request's, which is 7`},
		{"an ID in capitals", `{"ID":7,"hash":"1"}`, hash, `the reply has no "id": echo the request's, which is 7`},
		{"another id", `{"id":8,"hash":"1"}`, hash, "the reply has the id 8 where 7 is due: " + inStep},
		{"id as text", `{"id":"7","hash":"1"}`, hash, `the reply has the id "7" where 7 is due: ` + inStep},
		{"id as a float", `{"id":7.0,"hash":"1"}`, hash, "the reply has the id 7.0 where 7 is due: " + inStep},
		{"id null", `{"id":null,"hash":"1"}`, hash, "the reply has the id null where 7 is due: " + inStep},
		{"hash missing", `{"id":7,"position":"1"}`, hash, `the reply has no "hash"; it has id, position`},
		{"hash null", `{"id":7,"hash":null}`, hash, "hash is null: leave out a field that does not apply"},
		{"hash as a number", `{"id":7,"hash":309056740}`, hash, "hash is the number 309056740: " + number},
		{"hash rounded", `{"id":7,"hash":1.2345678901234568e+38}`, hash, "hash is the number 1.2345678901234568e+38: " + number},
		{"hash as a negative number", `{"id":7,"hash":-5}`, hash, "hash is the number -5: " + number},
		{"hash as a list", `{"id":7,"hash":["1"]}`, hash, `hash is ["1"] where a text is due`},
		{"hash in base 16", `{"id":7,"hash":"0x1f"}`, hash, `hash is "0x1f", which is no whole number in decimal digits`},
		{"hash rounded as text", `{"id":7,"hash":"1.2345678901234568e+38"}`, hash, `hash is "1.2345678901234568e+38", which is no whole number in decimal digits`},
		{"hash of a BigInt", `{"id":7,"hash":"5n"}`, hash, `hash is "5n", which is no whole number in decimal digits`},
		{"hash with a leading zero", `{"id":7,"hash":"05"}`, hash, `hash is "05", which is no whole number in decimal digits`},
		{"hash empty", `{"id":7,"hash":""}`, hash, `hash is "", which is no whole number in decimal digits`},
		{"hash of 40 digits", `{"id":7,"hash":"1234567890123456789012345678901234567890"}`, hash, `hash is "1234567890123456789012345678901234567890", which is no whole number in decimal digits`},
		{"owners missing", `{"id":7,"owner":"A"}`, owners, `the reply has no "owners"; it has id, owner`},
		{"owners in capitals", `{"id":7,"Owners":["A","B"]}`, owners, `the reply has no "owners"; it has Owners, id`},
		{"owners null", `{"id":7,"owners":null}`, owners, "owners is null: leave out a field that does not apply"},
		{"owners as a text", `{"id":7,"owners":"A"}`, owners, `owners is "A" where a list is due`},
		{"owners as a map", `{"id":7,"owners":{"k":"A"}}`, owners, `owners is {"k":"A"} where a list is due`},
		{"too few owners", `{"id":7,"owners":["A"]}`, owners, "the reply has 1 owner for 2 keys: answer one for each key, null where there is none"},
		{"too many owners", `{"id":7,"owners":["A","A","A"]}`, owners, "the reply has 3 owners for 2 keys: answer one for each key, null where there is none"},
		{"an owner as a number", `{"id":7,"owners":["A",12]}`, owners, "owners[1] is 12 where a text is due"},
		{"an owner as a list", `{"id":7,"owners":["A",["B","C"]]}`, owners, `owners[1] is ["B","C"] where a text is due`},
		{"an owner as an object", `{"id":7,"owners":["A",{"name":"B"}]}`, owners, `owners[1] is {"name":"B"}: a node is a text, or {"hex":"..."}`},
		{"an owner as an empty object", `{"id":7,"owners":["A",{}]}`, owners, `owners[1] is {}: a node is a text, or {"hex":"..."}`},
		{"hex and more", `{"id":7,"owners":["A",{"hex":"ff","name":"B"}]}`, owners, `owners[1] is {"hex":"ff","name":"B"}: a node is a text, or {"hex":"..."}`},
		{"hex as a number", `{"id":7,"owners":["A",{"hex":10}]}`, owners, "owners[1].hex is 10 where a text is due"},
		{"hex null", `{"id":7,"owners":["A",{"hex":null}]}`, owners, "owners[1].hex is null where a text is due"},
		{"odd hex", `{"id":7,"owners":["A",{"hex":"fff"}]}`, owners, `owners[1].hex is "fff": write two of the digits 0-9a-f for each byte`},
		{"upper-case hex", `{"id":7,"owners":["A",{"hex":"FF"}]}`, owners, `owners[1].hex is "FF": write two of the digits 0-9a-f for each byte`},
		{"hex of text", `{"id":7,"owners":["A",{"hex":"41"}]}`, owners, `owners[1].hex is "41", which is UTF-8: write it as a text`},
		{"nodes with null", `{"id":7,"nodes":["A",null]}`, nodes, "nodes[1] is null where a text is due"},
		{"nodes as objects", `{"id":7,"nodes":[{"name":"A","weight":1}]}`, nodes, `nodes[0] is {"name":"A","weight":1}: a node is a text, or {"hex":"..."}`},
		{"points with numbers", `{"id":7,"points":[["1","A"],[2,"B"]]}`, points, "points[1][0] is the number 2: " + number},
		{"points as objects", `{"id":7,"points":[{"position":"1","node":"A"}]}`, points, `points[0] is {"position":"1","node":"A"} where a list is due`},
		{"points with null", `{"id":7,"points":[null]}`, points, "points[0] is null where a list is due"},
		{"points of three", `{"id":7,"points":[["1","A","B"]]}`, points, `points[0] has 3 elements: a point is ["POSITION", NODE]`},
		{"points the other way round", `{"id":7,"points":[["A","1"]]}`, points, `points[0][0] is "A", which is no whole number in decimal digits`},
		{"points without a node", `{"id":7,"points":[["1",null]]}`, points, "points[0][1] is null where a text is due"},
		{"removed null", `{"id":7,"removed":null}`, remove, "removed is null: leave out a field that does not apply"},
		{"removed as text", `{"id":7,"removed":"false"}`, remove, `removed is "false" where true or false is due`},
		{"error null", `{"id":7,"error":null,"hash":"1"}`, hash, "error is null: leave out a field that does not apply"},
		{"error as a number", `{"id":7,"error":404}`, hash, "error is 404 where a text is due"},
		{"an unknown code", `{"id":7,"error":"EmptyRing"}`, hash, `there is no error code "EmptyRing"; ` + codes},
		{"an empty code", `{"id":7,"error":""}`, hash, `there is no error code ""; ` + codes},
		{"a message that is no text", `{"id":7,"error":"internal","message":{}}`, hash, "message is {} where a text is due"},
		{"a long value", `{"id":7,"hash":["` + strings.Repeat("x", 1000) + `"]}`, hash, `hash is ["` + strings.Repeat("x", 198) + `... (1004 bytes) where a text is due`},
	}
	seen := map[string]bool{}
	for _, test := range tests {
		if seen[test.name] {
			t.Errorf("two tests are called %q", test.name)
		}
		seen[test.name] = true
		t.Run(test.name, func(t *testing.T) {
			answer, err := understand(test.line, test.message)
			if got := fmt.Sprint(err); got != test.want {
				t.Errorf("want %s\ngot  %s (%+v)", test.want, got, answer)
			}
		})
	}
}

func TestHello(t *testing.T) {
	tests := []struct {
		name, line string
		want       harness.Hello
		err        string // how it begins
	}{
		{"all", `{"id":7,"name":"n","language":"l","dialects":["xmur3","md5-32"],"ops":["hash","points","replicas","add","remove","nodes","bytes","ring","owners"]}`,
			harness.Hello{Name: "n", Language: "l", Dialects: []string{"xmur3", "md5-32"}, Ops: []string{"hash", "points", "replicas", "add", "remove", "nodes", "bytes", "ring", "owners"}}, ""},
		{"the least", `{"id":7,"name":"","dialects":["xmur3"]}`, harness.Hello{Dialects: []string{"xmur3"}}, ""},
		{"no name", `{"id":7,"dialects":["xmur3"]}`, harness.Hello{}, `the reply has no "name"; it has dialects, id`},
		{"a name that is no text", `{"id":7,"name":7,"dialects":["xmur3"]}`, harness.Hello{}, "name is 7 where a text is due"},
		{"a language that is null", `{"id":7,"name":"n","language":null,"dialects":["xmur3"]}`, harness.Hello{}, "language is null: leave out a field that does not apply"},
		{"no dialects", `{"id":7,"name":"n"}`, harness.Hello{}, `the reply has no "dialects"; it has id, name`},
		{"one dialect as text", `{"id":7,"name":"n","dialects":"xmur3"}`, harness.Hello{}, `dialects is "xmur3" where a list is due`},
		{"an empty list of dialects", `{"id":7,"name":"n","dialects":[]}`, harness.Hello{}, "dialects is empty: name at least one of xmur3, xmur3-utf16, "},
		{"an unknown dialect", `{"id":7,"name":"n","dialects":["xmur3","md5"]}`, harness.Hello{}, `dialects names "md5", which the kit does not know; did you mean md5-32, md5-128 or md5-128-after?`},
		{"a dialect like none", `{"id":7,"name":"n","dialects":["rendezvous"]}`, harness.Hello{}, "dialects names \"rendezvous\", which the kit does not know; it knows\n  xmur3, xmur3-utf16, "},
		{"a null among the dialects", `{"id":7,"name":"n","dialects":[null]}`, harness.Hello{}, "dialects[0] is null where a text is due"},
		{"an unknown operation", `{"id":7,"name":"n","dialects":["xmur3"],"ops":["stats"]}`, harness.Hello{}, `ops names "stats", which the kit does not know; it knows hash, points, replicas, add, remove, nodes, bytes, ring, owners`},
		{"an error", `{"id":7,"error":"unsupported"}`, harness.Hello{}, `hello was answered with the error "unsupported"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := open([]byte(test.line), 7)
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.hello()
			if test.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.err) {
					t.Errorf("want the error %s\ngot            %v", test.err, err)
				}
				return
			}
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Errorf("error %v; (-want +got)\n%s", err, diff)
			}
		})
	}
}

func TestShorten(t *testing.T) {
	a := strings.Repeat("a", 197)
	tests := []struct{ name, text, want string }{
		{"short", "k\u00e9y", "k\u00e9y"},
		{"empty", "", ""},
		{"not UTF-8", "k\xffy", "k\uFFFDy"},
		{"as long as may be", a + "bcd", a + "bcd"},
		{"longer", a + "bcde", a + "bcd... (201 bytes)"},
		{"a character at the cut", a + "\U0001F600b", a + "... (202 bytes)"},
		{"a character that ends at the cut", a + "\u6f22b", a + "\u6f22... (201 bytes)"},
		{"continuation bytes only", strings.Repeat("\x80", 300), "\uFFFD... (300 bytes)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := shorten(test.text); got != test.want {
				t.Errorf("want %q\ngot  %q", test.want, got)
			}
		})
	}
}

// Whatever an adapter writes: reading it does not panic, what is accepted has
// the right shape, and what is said of it can be printed.
func FuzzReply(f *testing.F) {
	for _, seed := range []string{
		`{"id":7,"hash":"309056740"}`, `{"id":7,"owners":["B",null]}`, `{"id":7,"owners":["",{"hex":"ff"}]}`,
		`{"id":7,"nodes":["\ud83d\ude00"]}`, `{"id":7,"points":[["1","B"]]}`, `{"id":7,"removed":false}`,
		`{"id":7,"error":"empty-ring","message":"m"}`, `{"id":7,"name":"n","language":"l","dialects":["xmur3"],"ops":["hash"]}`,
		"", "null", "DEBUG", `{"id":7,"hash":null}`, `{"id":7,"nodes":["\ud83d"]}`, "\ufeff{}\r", `{"id":7,"hash":[[[[]]]]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		check := func(err error) bool {
			if err != nil && (err.Error() == "" || !utf8.ValidString(err.Error())) {
				t.Errorf("%q gives the error %q", line, err)
			}
			return err == nil
		}
		r, err := open(line, 7)
		if !check(err) {
			return
		}
		for _, op := range []harness.RequestOp{harness.OpHash, harness.OpRing, harness.OpOwners, harness.OpReplicas, harness.OpPoints, harness.OpNodes, harness.OpAdd, harness.OpRemove} {
			a, err := r.answer(message{op: op, keys: 2})
			if !check(err) || a.Error != "" {
				continue
			}
			if op == harness.OpHash && !decimal.MatchString(a.Position) {
				t.Errorf("%q gives the position %q", line, a.Position)
			}
			if op == harness.OpOwners && len(a.Owners) != 2 {
				t.Errorf("%q gives %d owners for 2 keys", line, len(a.Owners))
			}
		}
		if hello, err := r.hello(); check(err) && len(hello.Dialects) == 0 {
			t.Errorf("%q is a hello without dialects", line)
		}
		if got := printable(shorten(string(line))); !utf8.ValidString(got) || len(got) > 700 {
			t.Errorf("%q is shown as %q", line, got)
		}
	})
}

// FuzzElements cuts lists as encoding/json does.
func FuzzElements(f *testing.F) {
	for _, seed := range []string{
		`[]`, "[ \n]", `["A",null]`, `[ "," , "]" ,"\"" , "\\" ]`, `[[1,[2]],{"a":[3,4],"b":","}]`, `["\u0022,\u005c"]`, `[-1.5e3,true]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, list []byte) {
		list = bytes.TrimSpace(list)
		var want []json.RawMessage
		if len(list) == 0 || list[0] != '[' || json.Unmarshal(list, &want) != nil {
			return
		}
		if diff := cmp.Diff(want, elements(list), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", list, diff)
		}
	})
}
