package vectors_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ringkit/vectors"
)

// Each of these makes a file that is right but for what a test puts into it. Its
// first line is line 5 in cases, line 8 in a case, line 8 in a ring or hash and
// line 10 in steps.

func file(cases ...string) string {
	return "dialect: xmur3\nbits: 32\nsource: {by: [runners/python]}\ncases:\n" + strings.Join(cases, "\n") + "\n"
}

func oneCase(lines ...string) string {
	return file(append([]string{"  - id: a", "    rule: wrap", "    why: because"}, lines...)...)
}

func ring(ring string) string {
	return oneCase("    ring: "+ring, `    steps: [{owner: "k", want: "A"}]`)
}

func steps(steps ...string) string {
	lines := []string{`    ring: {nodes: ["A"], vnodes: 1}`, "    steps:"}
	for _, step := range steps {
		lines = append(lines, "      - "+step)
	}
	return oneCase(lines...)
}

func hash(bits int, want string) string {
	text := oneCase(`    steps: [{hash: "k", want: ` + want + `}]`)
	return strings.Replace(text, "bits: 32", fmt.Sprintf("bits: %d", bits), 1)
}

func replace(old, new string) string {
	return strings.Replace(steps(`{owner: "k", want: "A"}`), old, new, 1)
}

func TestTemplatesAreRight(t *testing.T) {
	for _, text := range []string{
		ring(`{nodes: ["A"], vnodes: 1}`),
		steps(`{owner: "k", want: "A"}`),
		hash(32, `4294967295`),
		hash(64, `"18446744073709551615"`),
		hash(128, `"340282366920938463463374607431768211455"`),
		oneCase(`    ring: {nodes: [], vnodes: 0, error: bad-vnodes}`),
		replace("bits", "bits"),
	} {
		if _, err := vectors.Parse("f.yaml", []byte(text)); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

func TestRefused(t *testing.T) {
	const (
		notText   = " must be text in double quotes"
		notQuoted = " must stand in double quotes"
	)
	tests := []struct {
		name, text string
		want       []string // what stands after "f.yaml:"
	}{
		// What YAML takes for something else than the text that stands there.
		{"null among keys", steps(`{owners: ["a", null], want: ["A", "A"]}`), []string{"10: owners[1]" + notText}},
		{"tilde among keys", steps(`{owners: [~], want: ["A"]}`), []string{"10: owners[0]" + notText}},
		{"nothing among keys", steps(`{owners: ["a", , "b"], want: ["A", "A"]}`), []string{"10: not YAML: did not find expected node content, here or in what begins here"}},
		{"null in a block list of keys", steps("owners:\n        - \"a\"\n        -\n        want: [\"A\", \"A\"]"), []string{"12: owners[1]" + notText}},
		{"null among replicas", steps(`{replicas: {key: "k", count: 2}, want: ["A", null]}`), []string{"10: want[1]" + notText}},
		{"null among members", steps(`{nodes: all, want: [null]}`), []string{"10: want[0]" + notText}},
		{"null as a node", ring(`{nodes: ["A", null], vnodes: 1}`), []string{"8: nodes[1]" + notText}},
		{"tilde for no owner", steps(`{owner: "k", want: ~}`), []string{"10: want" + notText}},
		{"nothing for no owner", steps(`{owner: "k", want: }`), []string{"10: want" + notText}},
		{"Null for no owner", steps(`{owner: "k", want: Null}`), []string{"10: want" + notText}},
		{"no as a key", steps(`{owner: no, want: "A"}`), []string{"10: owner" + notQuoted}},
		{"NO as a node", ring(`{nodes: ["A", NO], vnodes: 1}`), []string{"8: nodes[1]" + notQuoted}},
		{"true as a key", steps(`{owner: true, want: "A"}`), []string{"10: owner" + notText}},
		{"012 as a key", steps(`{owner: 012, want: "A"}`), []string{"10: owner" + notText}},
		{"1:20 as a key", steps(`{owner: 1:20, want: "A"}`), []string{"10: owner" + notQuoted}},
		{"0x10 as a key", steps(`{owner: 0x10, want: "A"}`), []string{"10: owner" + notText}},
		{"1e3 as a key", steps(`{owner: 1e3, want: "A"}`), []string{"10: owner" + notText}},
		{"+1 as a key", steps(`{owner: +1, want: "A"}`), []string{"10: owner" + notText}},
		{"1_000 as a key", steps(`{owner: 1_000, want: "A"}`), []string{"10: owner" + notText}},
		{"a date as a key", steps(`{owner: 2024-01-31, want: "A"}`), []string{"10: owner" + notText}},
		{"a big integer as a key", steps(`{owner: 18446744073709551616, want: "A"}`), []string{"10: owner" + notText}},
		{"a plain key", steps(`{owner: k, want: "A"}`), []string{"10: owner" + notQuoted}},
		{"a single-quoted key", steps(`{owner: 'k', want: "A"}`), []string{"10: owner" + notQuoted}},
		{"a plain node", steps(`{owner: "k", want: A}`), []string{"10: want" + notQuoted}},
		{"a single-quoted node", ring(`{nodes: ['A'], vnodes: 1}`), []string{"8: nodes[0]" + notQuoted}},
		{"a single-quoted name", ring(`{nodes: [{name: 'A', weight: 1}], vnodes: 1}`), []string{"8: nodes[0]" + notQuoted}},
		{"a block scalar as a key", steps("owner: |\n          k\n        want: \"A\""), []string{"10: owner" + notQuoted}},
		{"a key on two lines", steps("owner: \"k\n          k\"\n        want: \"A\""), []string{"10: owner must stand on one line"}},
		{"a key ending its line in a backslash", steps("owner: \"k\\\n          k\"\n        want: \"A\""), []string{"10: owner must stand on one line"}},
		{"a plain pattern", steps(`{owners: {pattern: user%d, from: 0, to: 1}, want: ["A", "A"]}`), []string{"10: owners.pattern" + notQuoted, "10: owners.pattern must hold %d once and no other %"}},
		{"a plain node of counts", steps(`{owners: ["k"], counts: {A: 1}}`), []string{"10: a node of counts" + notQuoted}},
		{"no as a node of counts", steps(`{owners: ["k"], counts: {no: 1}}`), []string{"10: a node of counts" + notQuoted}},
		{"id no", replace("id: a", "id: no"), []string{"5: id is no, which some YAML parsers do not take for text: quote it"}},
		{"id y", replace("id: a", "id: y"), []string{"5: id is y, which some YAML parsers do not take for text: quote it"}},
		{"id 012", replace("id: a", "id: 012"), []string{"5: id must be text: quote it"}},
		{"id 1:20", replace("id: a", "id: 1:20"), []string{"5: id is 1:20, which some YAML parsers do not take for text: quote it"}},
		{"id 1e3", replace("id: a", "id: 1e3"), []string{"5: id must be text: quote it"}},
		{"why =", replace("why: because", "why: ="), []string{"7: why is =, which some YAML parsers do not take for text: quote it"}},
		{"why null", replace("why: because", "why: null"), []string{"7: why must be text: quote it"}},
		{"why 2024-01-31", replace("why: because", "why: 2024-01-31"), []string{"7: why must be text: quote it"}},
		{"why .inf", replace("why: because", "why: .inf"), []string{"7: why must be text: quote it"}},

		// Numbers.
		{"position 012", hash(32, `012`), []string{`8: want must be plain decimal digits, not "012"`}},
		{"position 0o12", hash(32, `0o12`), []string{`8: want must be plain decimal digits, not "0o12"`}},
		{"position 0x10", hash(32, `0x10`), []string{`8: want must be plain decimal digits, not "0x10"`}},
		{"position 0b11", hash(32, `0b11`), []string{`8: want must be plain decimal digits, not "0b11"`}},
		{"position 1e3", hash(32, `1e3`), []string{"8: want must be a plain number"}},
		{"position 1.0", hash(32, `1.0`), []string{"8: want must be a plain number"}},
		{"position 1:20", hash(32, `1:20`), []string{"8: want must be a plain number"}},
		{"position +1", hash(32, `+1`), []string{`8: want must be plain decimal digits, not "+1"`}},
		{"position -1", hash(32, `-1`), []string{`8: want must be plain decimal digits, not "-1"`}},
		{"position 1_000", hash(32, `1_000`), []string{`8: want must be plain decimal digits, not "1_000"`}},
		{"position null", hash(32, `null`), []string{"8: want must be a plain number"}},
		{"position of 33 bits", hash(32, `4294967296`), []string{"8: want is 4294967296, which needs more than 32 bits"}},
		{"position of 65 bits", hash(32, `18446744073709551616`), []string{"8: want must be a plain number"}},
		{"quoted position of 32 bits", hash(32, `"1"`), []string{"8: want must be a plain number"}},
		{"point with a quoted position", steps(`{points: all, want: [["1", "A"]]}`), []string{"10: want[0] must be a plain number"}},
		{"point with a position out of range", steps(`{points: all, want: [[1, "A"], [4294967296, "A"]]}`), []string{"10: want[1] is 4294967296, which needs more than 32 bits"}},
		{"unquoted position of 128 bits", hash(128, `40339664643828780129851524715318385961`), []string{"8: want must be decimal digits in double quotes: 128 bits do not fit a number of every parser"}},
		{"small unquoted position of 128 bits", hash(128, `1`), []string{"8: want must be decimal digits in double quotes: 128 bits do not fit a number of every parser"}},
		{"plain text for a position of 128 bits", hash(128, `1:20`), []string{`8: want must be plain decimal digits, not "1:20"`}},
		{"leading zero in 128 bits", hash(128, `"01"`), []string{`8: want must be plain decimal digits, not "01"`}},
		{"minus in 128 bits", hash(128, `"-1"`), []string{`8: want must be plain decimal digits, not "-1"`}},
		{"space in 128 bits", hash(128, `" 1"`), []string{`8: want must be plain decimal digits, not " 1"`}},
		{"empty position of 128 bits", hash(128, `""`), []string{`8: want must be plain decimal digits, not ""`}},
		{"position of 129 bits", hash(128, `"340282366920938463463374607431768211456"`), []string{"8: want is 340282366920938463463374607431768211456, which needs more than 128 bits"}},
		{"position of 40 digits", hash(128, `"1234567890123456789012345678901234567890"`), []string{`8: want must be plain decimal digits, not "1234567890123456789012345678901234567890"`}},
		{"bits 33", replace("bits: 32", "bits: 33"), []string{"2: bits must be 32, 64 or 128"}},
		{"bits in quotes", replace("bits: 32", `bits: "32"`), []string{"2: bits must be a whole number", "2: bits must be 32, 64 or 128"}},
		{"vnodes 012", ring(`{nodes: ["A"], vnodes: 012}`), []string{"8: vnodes must be a plain decimal number, not 012"}},
		{"vnodes 1_000", ring(`{nodes: ["A"], vnodes: 1_000}`), []string{"8: vnodes must be a plain decimal number, not 1_000"}},
		{"vnodes +1", ring(`{nodes: ["A"], vnodes: +1}`), []string{"8: vnodes must be a plain decimal number, not +1"}},
		{"vnodes -0", ring(`{nodes: ["A"], vnodes: -0}`), []string{"8: vnodes must be a plain decimal number, not -0"}},
		{"vnodes 1e3", ring(`{nodes: ["A"], vnodes: 1e3}`), []string{"8: vnodes must be a whole number"}},
		{"vnodes 1:20", ring(`{nodes: ["A"], vnodes: 1:20}`), []string{"8: vnodes must be a whole number"}},
		{"vnodes in quotes", ring(`{nodes: ["A"], vnodes: "1"}`), []string{"8: vnodes must be a whole number"}},
		{"vnodes null", ring(`{nodes: ["A"], vnodes: null}`), []string{"8: vnodes must be a whole number"}},
		{"vnodes of 18 digits", ring(`{nodes: ["A"], vnodes: 100000000000000000}`), []string{"8: vnodes is 100000000000000000; it must be from -1000000 to 1000000"}},
		{"vnodes of 19 digits", ring(`{nodes: ["A"], vnodes: 1000000000000000000}`), []string{"8: vnodes must be a plain decimal number, not 1000000000000000000"}},
		{"weight out of range", ring(`{nodes: [{name: "A", weight: 1000001}], vnodes: 1}`), []string{"8: nodes[0].weight is 1000001; it must be from -1000000 to 1000000"}},
		{"replicas out of range", steps(`{replicas: {key: "k", count: -1000001}, error: bad-count}`), []string{"10: replicas.count is -1000001; it must be from -1000000 to 1000000"}},
		{"negative count of moves", steps(`{owners: ["k"], as: x}`, `{moved: {from: x, to: x}, count: -1}`), []string{"11: count is -1; it must be from 0 to 1000000"}},

		// The parts of YAML that parsers take differently, or that hide things.
		{"alias", steps(`{owner: &k "k", want: "A"}`, `{owner: *k, want: "A"}`), []string{"10: owner has an anchor: vector files have none", "11: owner is an alias: write it out"}},
		{"alias of nothing", steps(`{owner: "k", want: "A"}`, `{owner: *k, want: "A"}`), []string{"11: not YAML: unknown anchor 'k' referenced"}},
		{"alias as a mapping", steps(`{owner: "k", want: "A"}`, `*k`), []string{"11: not YAML: unknown anchor 'k' referenced"}},
		{"anchor on a mapping", steps(`&s {owner: "k", want: "A"}`), []string{"10: a step has an anchor: vector files have none"}},
		{"anchor on a list", replace("cases:", "cases: &c"), []string{"4: cases has an anchor: vector files have none", "4: a vector file without cases proves nothing"}},
		{"anchor on a key", steps(`{&o owner: "k", want: "A"}`), []string{"10: a key of a step owner has an anchor: vector files have none"}},
		{"alias as a key", steps(`{&o owner: "k", want: "A"}`, `{*o : "k", want: "A"}`), []string{
			"10: a key of a step owner has an anchor: vector files have none",
			"11: a step must be a mapping with one of hash, owner, owners, moved, replicas, points, nodes, add, remove"}},
		{"tag", steps(`{owner: !!str 12, want: "A"}`), []string{"10: owner has a tag: vector files have none"}},
		{"tag on quoted text", steps(`{owner: !!binary "azE=", want: "A"}`), []string{"10: owner has a tag: vector files have none"}},
		{"tag without a name", hash(32, `! 12`), []string{"8: want has a tag: vector files have none"}},
		{"tag without a name on quoted text", steps(`{owner: ! "k", want: "A"}`), []string{"10: owner has a tag: vector files have none"}},
		{"tag on a mapping", steps(`!step {owner: "k", want: "A"}`), []string{"10: a step has a tag: vector files have none"}},
		{"tag on a list", steps(`{owners: !!set ["k"], want: ["A"]}`), []string{"10: owners has a tag: vector files have none"}},
		{"tag on a key", steps(`{!!str owner: "k", want: "A"}`), []string{"10: a key of a step owner has a tag: vector files have none"}},
		{"tag on null", steps(`{owner: "k", want: !!null null}`), []string{"10: want has a tag: vector files have none"}},
		{"merge key", steps(`{<<: {owner: "k"}, want: "A"}`), []string{"10: a step must be a mapping with one of hash, owner, owners, moved, replicas, points, nodes, add, remove"}},
		{"merge key in a ring", ring(`{<<: {vnodes: 1}, nodes: ["A"]}`), []string{`8: ring has no "<<"; it has nodes, vnodes, error, may`}},
		{"merge key in counts", steps(`{owners: ["k"], counts: {<<: {"A": 1}}}`), []string{"10: a node of counts" + notText, `10: counts[""] must be a whole number`, "10: counts add up to 0 for 1 keys"}},
		{"second document", steps(`{owner: "k", want: "A"}`) + "---\ncases: []\n", []string{"11: a second document: a vector file holds one"}},
		{"empty second document", steps(`{owner: "k", want: "A"}`) + "---\n", []string{"11: a second document: a vector file holds one"}},
		{"broken second document", steps(`{owner: "k", want: "A"}`) + "---\n[\n", []string{"13: not YAML: did not find expected node content, here or in what begins here"}},
		{"directive", "%YAML 1.1\n---\n" + steps(`{owner: "k", want: "A"}`), []string{"1: a directive: vector files have none"}},
		{"tag directive", "%TAG ! !ring\n---\n" + steps(`{owner: "k", want: "A"}`), []string{"1: a directive: vector files have none"}},

		// Characters.
		{"non-ASCII in a key", steps("{owner: \"caf\u00e9\", want: \"A\"}"), []string{`10: a character outside printable ASCII at column 21: write it as \u… or \U… in double quotes`}},
		{"non-ASCII in a comment", steps("{owner: \"k\", want: \"A\"} # \u2264"), []string{`10: a character outside printable ASCII at column 35: write it as \u… or \U… in double quotes`}},
		{"not UTF-8", steps("{owner: \"\xff\", want: \"A\"}"), []string{`10: a character outside printable ASCII at column 18: write it as \u… or \U… in double quotes`}},
		{"NUL", steps("{owner: \"\x00\", want: \"A\"}"), []string{`10: a character outside printable ASCII at column 18: write it as \u… or \U… in double quotes`}},
		{"DEL", steps("{owner: \"\x7f\", want: \"A\"}"), []string{`10: a character outside printable ASCII at column 18: write it as \u… or \U… in double quotes`}},
		{"tab", steps("{owner:\t\"k\", want: \"A\"}"), []string{`10: a character outside printable ASCII at column 16: write it as \u… or \U… in double quotes`}},
		{"CR inside a line", steps("{owner: \"k\", want: \"A\"} # \r x"), []string{`10: a character outside printable ASCII at column 35: write it as \u… or \U… in double quotes`}},
		{"CR as the last character", steps(`{owner: "k", want: "A"}`) + "\r", []string{`11: a character outside printable ASCII at column 1: write it as \u… or \U… in double quotes`}},
		{"byte order mark", "\ufeff" + steps(`{owner: "k", want: "A"}`), []string{`1: a character outside printable ASCII at column 1: write it as \u… or \U… in double quotes`}},
		{"lone surrogate", steps(`{owner: "\ud83d", want: "A"}`), []string{"10: not YAML: found invalid Unicode character escape code"}},
		{"surrogate pair", steps(`{owner: "\ud83d\ude00", want: "A"}`), []string{"10: not YAML: found invalid Unicode character escape code"}},
		{"beyond Unicode", steps(`{owner: "\U00110000", want: "A"}`), []string{"10: not YAML: found invalid Unicode character escape code"}},
		{`\xff`, steps(`{owner: "\xff", want: "A"}`), []string{`10: owner: \x is a code point that looks like a byte: write \u00…, or {hex: "…"} for bytes`}},
		{`\\ before \x`, steps(`{owner: "\\\\\x41", want: "A"}`), []string{`10: owner: \x is a code point that looks like a byte: write \u00…, or {hex: "…"} for bytes`}},
		{`\0`, steps(`{owner: "\0", want: "A"}`), []string{`10: owner: write \0 as \u…`}},
		{`\N`, steps(`{owner: "k", want: "\N"}`), []string{`10: want: write \N as \u…`}},
		{"unknown escape", steps(`{owner: "\q", want: "A"}`), []string{"10: not YAML: found unknown escape character"}},

		// Bytes.
		{"hex of ASCII", steps(`{owner: {hex: "6b"}, want: "A"}`), []string{"10: owner.hex is valid UTF-8: write it as text"}},
		{"hex of an accent", steps(`{owner: {hex: "c3a9"}, want: "A"}`), []string{"10: owner.hex is valid UTF-8: write it as text"}},
		{"empty hex", steps(`{owner: {hex: ""}, want: "A"}`), []string{"10: owner.hex is valid UTF-8: write it as text"}},
		{"odd hex", steps(`{owner: {hex: "fff"}, want: "A"}`), []string{"10: owner.hex must be an even number of the digits 0-9a-f"}},
		{"upper-case hex", steps(`{owner: {hex: "FF"}, want: "A"}`), []string{"10: owner.hex must be an even number of the digits 0-9a-f"}},
		{"plain hex", steps(`{owner: {hex: ff00}, want: "A"}`), []string{"10: owner.hex" + notQuoted}},
		{"hex that YAML takes for a number", steps(`{owner: {hex: 1e10}, want: "A"}`), []string{"10: owner.hex" + notText}},
		{"hex and more", steps(`{owner: {hex: "ff", name: "A"}, want: "A"}`), []string{`10: owner has no "name"; it has hex`}},
		{"hex in a pattern", steps(`{owners: {pattern: {hex: "ff2564"}, from: 0, to: 0}, want: ["A"]}`), []string{"10: owners.pattern" + notText, "10: owners.pattern must hold %d once and no other %"}},
		{"hex as a node of counts", steps(`{owners: ["k"], counts: {{hex: "ff"}: 1}}`), []string{"10: a node of counts" + notText}},

		// Keys of mappings.
		{"unknown key in a file", replace("bits: 32", "bits: 32\nwidth: 32"), []string{`3: a vector file has no "width"; it has dialect, bits, signed, source, cases`}},
		{"unknown key in a source", replace("{by: [runners/python]}", "{by: [runners/python], from: x}"), []string{`3: source has no "from"; it has by, captured, note`}},
		{"unknown key in a case", oneCase("    skip: yes", `    ring: {nodes: ["A"], vnodes: 1}`, `    steps: [{owner: "k", want: "A"}]`), []string{`8: a case has no "skip"; it has id, rule, why, captured, ring, steps`}},
		{"unknown key in a ring", ring(`{nodes: ["A"], vnode: 1}`), []string{`8: ring has no "vnode"; it has nodes, vnodes, error, may`}},
		{"unknown key in a node", ring(`{nodes: [{name: "A", weight: 1, zone: "z"}], vnodes: 1}`), []string{`8: nodes[0] has no "zone"; it has name, weight`}},
		{"unknown key in a step", steps(`{owner: "k", wants: "A"}`), []string{`10: a step owner has no "wants"; it has owner, want, error`}},
		{"unknown key in a pattern", steps(`{owners: {pattern: "%d", from: 0, to: 1, step: 2}, as: x}`), []string{`10: owners has no "step"; it has pattern, from, to`}},
		{"unknown key in moved", steps(`{moved: {from: x, to: y, count: 1}}`), []string{`10: moved has no "count"; it has from, to`, "10: the step expects nothing: give it count or joining or leaving"}},
		{"unknown key in replicas", steps(`{replicas: {key: "k", count: 1, n: 1}, want: ["A"]}`), []string{`10: replicas has no "n"; it has key, count`, "10: want has 1 nodes where 0 are asked for"}},
		{"a key that is no text", steps(`{owner: "k", [a]: 1, want: "A"}`), []string{"10: a key of a step owner must be text"}},
		{"duplicate key in a file", replace("bits: 32", "bits: 32\nbits: 64"), []string{`3: a vector file has "bits" twice`}},
		{"duplicate key in a source", replace("{by: [runners/python]}", "{by: [a], by: [b]}"), []string{`3: source has "by" twice`}},
		{"duplicate key in a case", replace("why: because", "why: because\n    why: not"), []string{`8: a case has "why" twice`}},
		{"duplicate key in quotes", replace("why: because", "why: because\n    \"why\": not"), []string{`8: a case has "why" twice`}},
		{"duplicate key in a ring", ring(`{nodes: ["A"], vnodes: 1, vnodes: 2}`), []string{`8: ring has "vnodes" twice`}},
		{"duplicate key in a node", ring(`{nodes: [{name: "A", weight: 1, name: "B"}], vnodes: 1}`), []string{`8: nodes[0] has "name" twice`}},
		{"duplicate key in a step", steps(`{owner: "k", want: "A", want: "B"}`), []string{`10: a step owner has "want" twice`}},
		{"duplicate node of counts", steps(`{owners: ["k", "l"], counts: {"A": 1, "\u0041": 1}}`), []string{`10: counts has "A" twice`}},
		{"no dialect", "bits: 32\nsource: {captured: x}\ncases: []\n", []string{`1: a vector file lacks "dialect"`}},
		{"no bits", "dialect: x\nsource: {captured: x}\ncases: []\n", []string{`1: a vector file lacks "bits"`}},
		{"no source", "dialect: x\nbits: 32\ncases: []\n", []string{`1: a vector file lacks "source"`}},
		{"no cases", "dialect: x\nbits: 32\nsource: {captured: x}\n", []string{`1: a vector file lacks "cases"`}},
		{"no id", file("  - rule: wrap", "    why: because", `    steps: [{hash: "k", want: 1}]`), []string{`5: a case lacks "id"`}},
		{"no rule", file("  - id: a", "    why: because", `    steps: [{hash: "k", want: 1}]`), []string{`5: a case lacks "rule"`}},
		{"no why", file("  - id: a", "    rule: wrap", `    steps: [{hash: "k", want: 1}]`), []string{`5: a case lacks "why"`}},
		{"no nodes", ring(`{vnodes: 1}`), []string{`8: ring lacks "nodes"`}},
		{"no name", ring(`{nodes: [{weight: 1}], vnodes: 1}`), []string{`8: nodes[0] lacks "name"`}},
		{"no weight", ring(`{nodes: [{name: "A"}], vnodes: 1}`), []string{`8: nodes[0] lacks "weight"`}},
		{"no to", steps(`{owners: {pattern: "%d", from: 0}, as: x}`), []string{`10: owners lacks "to"`}},
		{"no key", steps(`{replicas: {count: 1}, want: []}`), []string{`10: replicas lacks "key"`}},

		// Kinds.
		{"a list as a file", "- a\n", []string{"1: a vector file must be a mapping"}},
		{"a text as a case", file("  - a"), []string{"5: a case must be a mapping"}},
		{"null as a file, at its end", "---", []string{"2: a vector file must be a mapping"}},
		{"null as a file", "---\n", []string{"2: a vector file must be a mapping"}},
		{"a text as cases", "dialect: x\nbits: 32\nsource: {captured: x}\ncases: all\n", []string{"4: cases must be a list", "4: a vector file without cases proves nothing"}},
		{"a text as a step", steps("owner"), []string{"10: a step must be a mapping with one of hash, owner, owners, moved, replicas, points, nodes, add, remove"}},
		{"a text as keys", steps(`{owners: "k", want: ["A"]}`), []string{"10: owners must be a list"}},
		{"a list as a key", steps(`{owner: ["k"], want: "A"}`), []string{"10: owner" + notText}},
		{"a list as why", replace("why: because", "why: [because]"), []string{"7: why must be text: quote it"}},
		{"a list as counts", steps(`{owners: ["k"], counts: ["A"]}`), []string{"10: counts must be a mapping of nodes to numbers"}},
		{"a point of three", steps(`{points: all, want: [[1, "A", "B"]]}`), []string{"10: want[0] must be [POSITION, NODE]"}},
		{"a point that is no list", steps(`{points: all, want: [1]}`), []string{"10: want[0] must be a list"}},

		// The top and the cases.
		{"empty file", "", []string{"1: the file is empty"}},
		{"a file of comments", "# nothing\n", []string{"1: the file is empty"}},
		{"unclosed", steps(`{owner: "k", want: "A"`), []string{"10: not YAML: did not find expected ',' or '}', here or in what begins here"}},
		{"unclosed on the first line", "{a: b\n", []string{"2: not YAML: did not find expected ',' or '}', here or in what begins here"}},
		{"unclosed text", steps(`{owner: "k, want: A}`), []string{"10: not YAML: found unexpected end of stream"}},
		{"indentation", replace("    rule: wrap", "   rule: wrap"), []string{"5: not YAML: did not find expected '-' indicator, here or in what begins here"}},
		{"a text with a colon", replace("why: because", "why: look: here"), []string{"7: not YAML: mapping values are not allowed in this context"}},
		{"no cases in the list", "dialect: x\nbits: 32\nsource: {captured: x}\ncases: []\n", []string{"4: a vector file without cases proves nothing"}},
		{"a dialect in capitals", replace("dialect: xmur3", "dialect: XMUR3"), []string{`1: the dialect "XMUR3" must be made of a-z and 0-9, with - between them`}},
		{"a dialect that ends in -", replace("dialect: xmur3", "dialect: xmur3-"), []string{`1: the dialect "xmur3-" must be made of a-z and 0-9, with - between them`}},
		{"an empty source", replace("{by: [runners/python]}", "{}"), []string{"3: source must say what computed the values: by or captured"}},
		{"a note alone", replace("{by: [runners/python]}", "{by: [], note: x}"), []string{"3: source must say what computed the values: by or captured"}},
		{"a source named twice", replace("[runners/python]", "[a, b, a]"), []string{`3: source.by names "a" twice`}},
		{"an empty source name", replace("[runners/python]", `[" "]`), []string{"3: source.by is empty"}},
		{"unknown rule", replace("rule: wrap", "rule: warp"), []string{`6: there is no rule "warp" in spec/ring.md`}},
		{"empty why", replace("why: because", `why: " "`), []string{"7: why is empty"}},
		{"empty id", replace("id: a", `id: ""`), []string{"5: id is empty"}},
		{"capitals in an id", replace("id: a", "id: A"), []string{`5: the ID "A" must be made of a-z, 0-9, - and /`}},
		{"a space in an id", replace("id: a", "id: a b"), []string{`5: the ID "a b" must be made of a-z, 0-9, - and /`}},
		{"an id that ends in a slash", replace("id: a", "id: a/"), []string{`5: the ID "a/" must be made of a-z, 0-9, - and /`}},
		{"an id of two slashes", replace("id: a", "id: a//b"), []string{`5: the ID "a//b" must be made of a-z, 0-9, - and /`}},
		{"neither ring nor steps", oneCase(), []string{"5: the case has neither a ring nor steps"}},
		{"no steps in the list", oneCase("    steps: []"), []string{"5: the case has neither a ring nor steps"}},
		{"a ring without steps", oneCase(`    ring: {nodes: ["A"], vnodes: 1}`), []string{"8: no step needs the ring: leave it out, or say what error it must give"}},
		{"a ring that may fail without steps", oneCase(`    ring: {nodes: ["A"], vnodes: 0, may: fail}`), []string{"8: no step needs the ring: leave it out, or say what error it must give"}},
		{"a needless ring", steps(`{hash: "k", want: 1}`), []string{"8: no step needs the ring: leave it out, or say what error it must give"}},
		{"a missing ring", oneCase(`    steps: [{owner: "k", want: "A"}]`), []string{"5: the case has no ring, but a step that needs one"}},
		{"a refused ring and a step", ring(`{nodes: ["A"], vnodes: 0, error: bad-vnodes}`), []string{"8: the ring must be refused, so no step can need one"}},
		{"a ring with error and may", oneCase(`    ring: {nodes: ["A"], vnodes: 0, error: bad-vnodes, may: fail}`), []string{"8: error and may exclude each other"}},
		{"too many points", ring(`{nodes: ["A", "B"], vnodes: 500001}`), []string{"8: the ring may have 1000002 points; a vector's has at most 1000000"}},
		{"too long nodes for a request", ring(`{nodes: ["` + strings.Repeat("A", 60000) + `", "` + strings.Repeat("B", 60000) + `", "` + strings.Repeat("C", 60000) + `"], vnodes: 1}`), []string{"8: the list of nodes may not fit into one request of 1 MiB"}},
		{"too many points by weight", ring(`{nodes: [{name: "A", weight: 1000000}, "B"], vnodes: 1}`), []string{"8: the ring may have 1000001 points; a vector's has at most 1000000"}},
		{"too many points by default", ring(`{nodes: [{name: "A", weight: 1001}]}`), []string{"8: the ring may have 1001000 points; a vector's has at most 1000000"}},
		{"too many points by addition", steps(`{add: {name: "B", weight: 1000000}}`), []string{"8: the ring may have 1000001 points; a vector's has at most 1000000"}},

		// Steps.
		{"two operations", steps(`{owner: "k", hash: "k", want: "A"}`), []string{`10: a step owner has no "hash"; it has owner, want, error`}},
		{"no operation", steps(`{want: "A"}`), []string{"10: a step must be a mapping with one of hash, owner, owners, moved, replicas, points, nodes, add, remove"}},
		{"owner expects nothing", steps(`{owner: "k"}`), []string{"10: the step expects nothing: give it want or error"}},
		{"owners expects nothing", steps(`{owners: ["k"]}`), []string{"10: the step expects nothing: give it want or counts or sha256 or as or error"}},
		{"points expects nothing", steps(`{points: all}`), []string{"10: the step expects nothing: give it want or error"}},
		{"moved expects nothing", steps(`{owners: ["k"], as: x}`, `{moved: {from: x, to: x}}`), []string{"11: the step expects nothing: give it count or joining or leaving"}},
		{"want and error", steps(`{owner: "k", want: "A", error: empty-ring}`), []string{"10: a step that expects error or may expects nothing else, so no want"}},
		{"as and error", steps(`{owners: ["k"], as: x, error: empty-ring}`), []string{"10: a step that expects error or may expects nothing else, so no as"}},
		{"removed and error", steps(`{remove: "A", removed: false, error: unknown-node}`), []string{"10: a step that expects error or may expects nothing else, so no removed"}},
		{"removed and may", steps(`{remove: "A", removed: false, may: fail}`), []string{"10: a step that expects error or may expects nothing else, so no removed"}},
		{"error and may", steps(`{add: "A", error: duplicate-node, may: fail}`), []string{"10: error and may exclude each other"}},
		{"want and counts", steps(`{owners: ["k"], want: ["A"], counts: {"A": 1}}`), []string{"10: want says all: leave out counts and sha256 beside it"}},
		{"want and sha256", steps(`{owners: ["k"], want: ["A"], sha256: "06f961b802bc46ee168555f066d28f4f0e9afdf3f88174c1ee6f9de004fc30a0"}`), []string{"10: want says all: leave out counts and sha256 beside it"}},
		{"want for an addition", steps(`{add: "B", want: "B"}`), []string{`10: a step add has no "want"; it has add, error, may`}},
		{"may for a lookup", steps(`{owner: "k", may: fail}`), []string{`10: a step owner has no "may"; it has owner, want, error`}},
		{"error for moved", steps(`{owners: ["k"], as: x}`, `{moved: {from: x, to: x}, error: empty-ring}`), []string{`11: a step moved has no "error"; it has moved, count, joining, leaving`}},
		{"unknown code", steps(`{owner: "k", error: empty}`), []string{`10: there is no error code "empty"; there are [empty-ring duplicate-node unknown-node bad-vnodes bad-weight bad-count]`}},
		{"the code internal", steps(`{owner: "k", error: internal}`), []string{`10: there is no error code "internal"; there are [empty-ring duplicate-node unknown-node bad-vnodes bad-weight bad-count]`}},
		{"may pass", steps(`{add: "A", may: pass}`), []string{"10: may can only be: fail"}},
		{"removed true", steps(`{remove: "A", removed: true}`), []string{"10: removed can only be: false"}},
		{"removed no", steps(`{remove: "A", removed: no}`), []string{"10: removed must be false"}},
		{"removed in quotes", steps(`{remove: "A", removed: "false"}`), []string{"10: removed must be false"}},
		{"removed False", steps(`{remove: "A", removed: False}`), []string{"10: removed can only be: false"}},
		{"points of one node", steps(`{points: "A", want: []}`), []string{"10: points can only be: all"}},
		{"nodes of a name", steps(`{nodes: ["A"], want: []}`), []string{"10: nodes must be text: quote it"}},
		{"fewer owners than keys", steps(`{owners: ["k", "l"], want: ["A"]}`), []string{"10: want has 1 owners for 2 keys"}},
		{"more owners than keys", steps(`{owners: {pattern: "%d", from: 5, to: 5}, want: ["A", "A"]}`), []string{"10: want has 2 owners for 1 keys"}},
		{"more replicas than asked for", steps(`{replicas: {key: "k", count: 1}, want: ["A", "B"]}`), []string{"10: want has 2 nodes where 1 are asked for"}},
		{"replicas of none", steps(`{replicas: {key: "k", count: -1}, want: ["A"]}`), []string{"10: want has 1 nodes where -1 are asked for"}},
		{"counts too low", steps(`{owners: ["k", "l"], counts: {"A": 1}}`), []string{"10: counts add up to 1 for 2 keys"}},
		{"counts too high", steps(`{owners: ["k", "l"], counts: {"A": 2, "B": 1}}`), []string{"10: counts add up to 3 for 2 keys"}},
		{"a count of zero", steps(`{owners: ["k"], counts: {"A": 1, "B": 0}}`), []string{`10: counts["B"] is 0; it must be from 1 to 1000000`}},
		{"sha256 too short", steps(`{owners: ["k"], sha256: "06f9"}`), []string{"10: sha256 wants 64 of the digits 0-9a-f"}},
		{"sha256 in capitals", steps(`{owners: ["k"], sha256: "06F961B802BC46EE168555F066D28F4F0E9AFDF3F88174C1EE6F9DE004FC30A0"}`), []string{"10: sha256 wants 64 of the digits 0-9a-f"}},
		{"sha256 of plain digits", steps(`{owners: ["k"], sha256: 0696180205460168555506602840090000000817401060900040030000000000}`), []string{"10: sha256 must be text: quote it"}},
		{"sha256 that looks like a float", steps(`{owners: ["k"], sha256: 06961802e5460168555506602840090000000817401060900040030000000000}`), []string{"10: sha256 is 06961802e5460168555506602840090000000817401060900040030000000000, which some YAML parsers do not take for text: quote it"}},
		{"sha256 with a newline in a node", oneCase(`    ring: {nodes: ["A\n"], vnodes: 1}`, `    steps:`, `      - {owners: ["k"], sha256: "06f961b802bc46ee168555f066d28f4f0e9afdf3f88174c1ee6f9de004fc30a0"}`), []string{"10: sha256 needs nodes that are text without a newline"}},
		{"sha256 with bytes for a node", steps(`{add: {hex: "ff"}}`, `{owners: ["k"], sha256: "06f961b802bc46ee168555f066d28f4f0e9afdf3f88174c1ee6f9de004fc30a0"}`), []string{"11: sha256 needs nodes that are text without a newline"}},
		{"pattern without %d", steps(`{owners: {pattern: "user", from: 0, to: 1}, as: x}`), []string{"10: owners.pattern must hold %d once and no other %"}},
		{"pattern with %d twice", steps(`{owners: {pattern: "%d%d", from: 0, to: 1}, as: x}`), []string{"10: owners.pattern must hold %d once and no other %"}},
		{"pattern with %s", steps(`{owners: {pattern: "%s%d", from: 0, to: 1}, as: x}`), []string{"10: owners.pattern must hold %d once and no other %"}},
		{"pattern backwards", steps(`{owners: {pattern: "%d", from: 2, to: 1}, as: x}`), []string{"10: owners.to is below owners.from"}},
		{"pattern of too many keys", steps(`{owners: {pattern: "%d", from: 1, to: 1000001}, as: x}`), []string{"10: these are more than 1000000 keys or 64 MiB of keys"}},
		{"pattern of too many bytes", steps(`{owners: {pattern: "%d` + strings.Repeat("a", 1000) + `", from: 1, to: 100000}, as: x}`), []string{"10: these are more than 1000000 keys or 64 MiB of keys"}},
		{"from below zero", steps(`{owners: {pattern: "%d", from: -1, to: 0}, as: x}`), []string{"10: owners.from is -1; it must be from 0 to 2147483647"}},
		{"a key that is too long", steps(`{owner: "` + strings.Repeat("a", 65537) + `", want: "A"}`), []string{"10: owner is longer than 65536 bytes"}},
		{"bytes that are too long", steps(`{owner: {hex: "` + strings.Repeat("ff", 65537) + `"}, want: "A"}`), []string{"10: owner is longer than 65536 bytes"}},
		{"moved of an unknown answer", steps(`{owners: ["k"], as: x}`, `{moved: {from: x, to: z}, count: 0}`), []string{"11: no step before this one has as: z"}},
		{"moved of a later answer", steps(`{moved: {from: x, to: x}, count: 0}`, `{owners: ["k"], as: x}`), []string{"10: no step before this one has as: x", "10: no step before this one has as: x"}},
		{"moved of other keys", steps(`{owners: ["k"], as: x}`, `{owners: ["l"], as: z}`, `{moved: {from: x, to: z}, count: 0}`), []string{"12: x and z are not answers for the same keys"}},
		{"moved of fewer keys", steps(`{owners: ["k", "l"], as: x}`, `{owners: ["k"], as: z}`, `{moved: {from: x, to: z}, count: 0}`), []string{"12: x and z are not answers for the same keys"}},
		{"the same name twice", steps(`{owners: ["k"], as: x}`, `{owners: ["k"], as: x}`), []string{"11: there is an answer x already"}},
		{"a name in capitals", steps(`{owners: ["k"], as: X}`), []string{`10: the name "X" must be made of a-z, 0-9 and -`}},
		{"a blank", steps(`{owner: "k", want: TBD}`), []string{"10: want" + notQuoted}},

		{"two errors in the order of their lines", steps(`{owner: k, want: "A"}`) + "bogus: 1\n", []string{`11: a vector file has no "bogus"; it has dialect, bits, signed, source, cases`}},
		{"three errors", steps(`{owner: k, want: A}`, `{owner: "k", want: B}`), []string{"10: owner" + notQuoted, "10: want" + notQuoted, "11: want" + notQuoted}},
	}
	seen := map[string]bool{}
	for _, test := range tests {
		if seen[test.name] {
			t.Errorf("two tests are called %q", test.name)
		}
		seen[test.name] = true
		t.Run(test.name, func(t *testing.T) {
			_, err := vectors.Parse("f.yaml", []byte(test.text))
			want := "f.yaml:" + strings.Join(test.want, "\nf.yaml:")
			if got := fmt.Sprint(err); got != want {
				t.Errorf("want %s\ngot  %v\nfor\n%.2000s", want, err, test.text)
			}
			var one *vectors.Error
			if !errors.As(err, &one) {
				t.Errorf("no *Error among %v", err)
			}
		})
	}
}
