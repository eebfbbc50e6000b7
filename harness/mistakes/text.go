package mistakes

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"ringkit/goring"
	"ringkit/harness"
)

// A textChange is something that is done to a text that should be left alone.
type textChange struct {
	name, does, cause, fix, seen string
	change                       func(text string) string
	// keys and names are the dialects of production in which it is done to keys,
	// and to names of nodes.
	keys, names []string
}

var textChanges = []textChange{
	{
		"trimmed", "trims white space from both ends of", "trim() or strip() on input, or a config reader that does it",
		"hash the text as it was given", "", strings.TrimSpace, keyed, nil,
	},
	{
		"lower-cased", "turns into lower case", "toLowerCase() for a case-insensitive lookup",
		"hash the text as it was given", "", strings.ToLower, keyed, spelt,
	},
	{
		"normalised", "normalises (NFC)", "unicodedata.normalize, String.normalize, or a file system or database that does it",
		"hash the text as it was given: two texts that look alike are two texts", "", norm.NFC.String, nil, nil,
	},
	{
		"cut-at-nul", "cuts off at the first U+0000", "strlen and C strings, or a foreign function interface that passes char *",
		"pass the length along with the bytes", "",
		func(text string) string {
			before, _, _ := strings.Cut(text, "\x00")
			return before
		},
		except(keyed, "ketama"), nil, // where keys end at a NUL
	},
	{
		"question-marks", "puts a question mark for each character beyond ASCII in", "an encoder set to ASCII: Encoding.ASCII in C#, getBytes(US_ASCII) in Java, encode('ascii', 'replace') in Python",
		"encode as the dialect says", "2881099/FreeRedis pull request 174",
		func(text string) string {
			return strings.Map(func(r rune) rune {
				if r > '~' {
					return '?'
				}
				return r
			}, text)
		},
		keyed, nil,
	},
}

var (
	// keyed are the dialects of production in which any text is a key.
	keyed = except(production, jumps...)
	// spelt are those in which the name of a node is any text, or a host as it is
	// written.
	spelt = join([]string{"libmemcached", "ketama"}, npmHashrings, []string{"spymemcached", "dalli", "uhashring-ketama", "uhashring", "groupcache", "nginx"}, ringHashes)
)

// Where a text is changed: in the hash function, or on the way to it.
var textPlaces = []struct {
	suffix, object string
	edit           func(d *goring.Dialect, change func(string) string)
}{
	{"text", "every text", func(d *goring.Dialect, change func(string) string) { ofText(change)(d) }},
	{"key", "keys, but not the names of nodes", func(d *goring.Dialect, change func(string) string) {
		right := d.Hash
		if d.Label != nil && d.Place == nil {
			d.Place = func(dst []goring.Position, label string) []goring.Position { return append(dst, right(label)) }
		}
		ofText(change)(d)
	}},
	{"name", "the names of nodes, but not keys", func(d *goring.Dialect, change func(string) string) {
		withNames(change)(d)
	}},
}

var textMistakes = func() []Mistake {
	var all []Mistake
	for _, c := range textChanges {
		for _, place := range textPlaces {
			stage, dialects := harness.StageHash, seeds
			switch place.suffix {
			case "key":
				dialects = join(seeds, c.keys)
			case "name":
				stage, dialects = harness.StagePoints, join(seeds, c.names)
			}
			all = append(all, Mistake{
				Name: place.suffix + "-" + c.name, Stage: stage, Rule: "verbatim", dialects: dialects,
				Says:  fmt.Sprintf("before it hashes, your ring %s %s", c.does, place.object),
				Cause: c.cause, Fix: c.fix, Seen: c.seen,
				edit: func(d *goring.Dialect) { place.edit(d, c.change) },
			})
		}
	}
	return all
}()
