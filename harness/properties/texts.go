package properties

import "strings"

// collisions are pairs of names that share points in a dialect, with the vnodes
// from which on they do. They were found by search; spec/dialects.md lists them.
// At 128 bits none can be found.
var collisions = map[string][]collision{
	"xmur3":       {{"ipna", "bgto", 2}, {"\uFF4E298967", "\U0001F7E293611", 3}},
	"xmur3-utf16": {{"ipna", "bgto", 2}},
	"md5-32":      {{"pea", "meht", 1}, {"redis-1508", "web-2548", 2}, {"\uFF4E361978", "\U0001F7E2888", 2}},
}

type collision struct {
	one, other string
	vnodes     int
}

// lookAlikes are different texts that a ring might take for one, or whose labels
// it might mix up.
var lookAlikes = [][2]string{
	{"cache-a", "Cache-A"},
	{"caf\u00e9", "cafe\u0301"}, // normal forms
	{"\u212b", "\u00c5"},
	{"\uff41", "a"}, // compatibility forms
	{"stra\u00dfe", "strasse"},
	{"a", " a"},
	{"a", "a "},
	{"a", "a\x00"},
	{"", "#"},
	{"1", "01"},
	{"s1", "s11"},
	{"node-1", "node-10"},
	{"A", "A#0"},
	{"A", "A:0"},
}

// plainNames are names such as people give.
var plainNames = []string{
	"A", "B", "C", "cache-a", "cache-b", "cache-c", "node-1", "node-2", "10.0.0.1:11211", "10.0.0.2:11211",
	"redis-1.example.org", "web_7",
}

// oddTexts are texts that go wrong on the way into a ring or inside it.
var oddTexts = []string{
	"",
	"\x00", "a\x00b",
	"#", ":", "-", "##", "#0", ":0", "a#", "a:",
	"0", "7", "00", "42",
	" ", "\t", "\n", "a\r\n", `"`, `\`, `\u0041`, "null", "%d", "%s",
	"\u00e9", "e\u0301", "\u0301", "a\u0301\u0323", "\u1100\u1161\u11a8",
	"\u2028", "\ufeff", "\u200d", "\ue000", "\uffff",
	"\U0001F600", "\U0001F7E2", "a\U0001F600b", "\U0001F469\u200d\U0001F469\u200d\U0001F467", "\U00010000", "\U0010FFFF",
	longText,
}

// longText is longer than a length kept in one byte can say, in characters and in
// each encoding.
var longText = strings.Repeat("long", 70)
