package vectors

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// A reader turns YAML nodes into values, and notes whatever is wrong on the
// way. Its methods return a zero value where they noted an error.
type reader struct {
	file  string
	lines [][]byte // the text
	errs  []error
	keys  fs.FS  // has lists of keys beside the kit's own; may be nil
	draft *Draft // nil unless expectations may be left blank

	ranges map[keyRange][]string // the keys that were made
}

func (r *reader) errorAt(line int, format string, args ...any) {
	r.errs = append(r.errs, &Error{r.file, line, fmt.Sprintf(format, args...)})
}

// A mapping is a YAML mapping whose keys have been checked.
type mapping struct {
	line   int
	values map[string]*yaml.Node
}

// has reports whether the mapping has a key, and get returns its value or nil.
func (m mapping) has(key string) bool       { return m.values[key] != nil }
func (m mapping) get(key string) *yaml.Node { return m.values[key] }

// mapping reads a mapping and notes unknown, repeated and missing keys; a key
// that must be there ends in "!".
func (r *reader) mapping(n *yaml.Node, what string, keys ...string) (mapping, bool) {
	m := mapping{n.Line, map[string]*yaml.Node{}}
	if !r.plainNode(n, what) {
		return m, false
	}
	if n.Kind != yaml.MappingNode {
		r.errorAt(n.Line, "%s must be a mapping", what)
		return m, false
	}
	good := true
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case !r.plainNode(key, "a key of "+what):
			good = false
		case key.Kind != yaml.ScalarNode:
			r.errorAt(key.Line, "a key of %s must be text", what)
			good = false
		case !slices.Contains(keys, key.Value) && !slices.Contains(keys, key.Value+"!"):
			r.errorAt(key.Line, "%s has no %.60q; it has %s", what, key.Value, strings.ReplaceAll(strings.Join(keys, ", "), "!", ""))
			good = false
		case m.has(key.Value):
			r.errorAt(key.Line, "%s has %q twice", what, key.Value)
			good = false
		}
		m.values[key.Value] = value
	}
	for _, key := range keys {
		if name, must := strings.CutSuffix(key, "!"); must && !m.has(name) {
			r.errorAt(n.Line, "%s lacks %q", what, name)
			good = false
		}
	}
	return m, good
}

// list reads a sequence.
func (r *reader) list(n *yaml.Node, what string) ([]*yaml.Node, bool) {
	if !r.plainNode(n, what) {
		return nil, false
	}
	if n.Kind != yaml.SequenceNode {
		r.errorAt(n.Line, "%s must be a list", what)
		return nil, false
	}
	return n.Content, true
}

// plainNode notes what some parsers resolve and others do not.
func (r *reader) plainNode(n *yaml.Node, what string) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		r.errorAt(n.Line, "%s is an alias: write it out", what)
	case n.Anchor != "":
		r.errorAt(n.Line, "%s has an anchor: vector files have none", what)
	case n.Style&yaml.TaggedStyle != 0 || bytes.HasPrefix(r.from(n), []byte("!")):
		r.errorAt(n.Line, "%s has a tag: vector files have none", what)
	default:
		return true
	}
	return false
}

// from returns the rest of the line that a node begins on, from there. A node
// that is nothing may stand behind the last line.
func (r *reader) from(n *yaml.Node) []byte {
	if n.Line > len(r.lines) {
		return nil
	}
	line := r.lines[n.Line-1]
	return line[min(n.Column-1, len(line)):]
}

// scalar reads a scalar that resolves to the given tag.
func (r *reader) scalar(n *yaml.Node, what, tag, want string) (string, bool) {
	if !r.plainNode(n, what) {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.Tag != tag {
		r.errorAt(n.Line, "%s must be %s", what, want)
		return "", false
	}
	return n.Value, true
}

// YAML 1.1 takes these for booleans, numbers, times of day or dates where 1.2,
// or one library, takes them for text.
var ambiguous = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null|nan|inf|~|=)$|^[-+.0-9][-+.0-9_:,a-fxoeA-FXOETZ ]*$`)

// word reads text that is not a KEY or NODE: it may be plain where every parser
// reads it alike.
func (r *reader) word(n *yaml.Node, what string) string {
	s, ok := r.scalar(n, what, "!!str", "text: quote it")
	if !ok {
		return ""
	}
	if n.Style == 0 && ambiguous.MatchString(s) {
		r.errorAt(n.Line, "%s is %s, which some YAML parsers do not take for text: quote it", what, s)
		return ""
	}
	if strings.TrimSpace(s) == "" {
		r.errorAt(n.Line, "%s is empty", what)
	}
	return s
}

// maxText is the most bytes that a KEY or NODE has, so that a request always
// fits the protocol's line.
const maxText = 1 << 16

// text reads a KEY or NODE: double-quoted text, or {hex: "…"} for bytes that
// are not valid UTF-8.
func (r *reader) text(n *yaml.Node, what string) string {
	if n.Kind == yaml.MappingNode {
		m, ok := r.mapping(n, what, "hex!")
		if !ok {
			return ""
		}
		noted := len(r.errs)
		digits := r.quoted(m.get("hex"), what+".hex")
		raw, err := hex.DecodeString(digits)
		switch {
		case len(r.errs) > noted:
		case err != nil || digits != strings.ToLower(digits):
			r.errorAt(n.Line, "%s.hex must be an even number of the digits 0-9a-f", what)
		case len(raw) > maxText:
			r.errorAt(n.Line, "%s is longer than %d bytes", what, maxText)
		case utf8.Valid(raw):
			r.errorAt(n.Line, "%s.hex is valid UTF-8: write it as text", what)
		}
		return string(raw)
	}
	s := r.quoted(n, what)
	if len(s) > maxText {
		r.errorAt(n.Line, "%s is longer than %d bytes", what, maxText)
	}
	return s
}

var (
	literal = regexp.MustCompile(`^"(?:[^"\\]|\\.)*"`)
	escape  = regexp.MustCompile(`\\.`)
)

// quoted reads text in double quotes on one line, in which only such characters
// are escaped as every reader takes alike.
func (r *reader) quoted(n *yaml.Node, what string) string {
	s, ok := r.scalar(n, what, "!!str", "text in double quotes")
	if !ok {
		return ""
	}
	if n.Style&yaml.DoubleQuotedStyle == 0 {
		r.errorAt(n.Line, "%s must stand in double quotes", what)
		return ""
	}
	source := literal.Find(r.from(n))
	if source == nil {
		r.errorAt(n.Line, "%s must stand on one line", what)
		return ""
	}
	for _, e := range escape.FindAllString(string(source), -1) {
		switch {
		case e == `\x`:
			r.errorAt(n.Line, `%s: \x is a code point that looks like a byte: write \u00…, or {hex: "…"} for bytes`, what)
			return ""
		case !strings.Contains(`"\nrtuU`, e[1:]):
			r.errorAt(n.Line, `%s: write %s as \u…`, what, e)
			return ""
		}
	}
	return s
}

// texts reads a list of KEYs or NODEs. It never returns nil.
func (r *reader) texts(n *yaml.Node, what string) []string {
	out := []string{}
	items, _ := r.list(n, what)
	for i, item := range items {
		out = append(out, r.text(item, fmt.Sprintf("%s[%d]", what, i)))
	}
	return out
}

var plainInteger = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,17})$`)

// integer reads a whole number written in plain decimal.
func (r *reader) integer(n *yaml.Node, what string, least, most int) int {
	s, ok := r.scalar(n, what, "!!int", "a whole number")
	if !ok {
		return 0
	}
	if n.Style != 0 || !plainInteger.MatchString(s) {
		r.errorAt(n.Line, "%s must be a plain decimal number, not %s", what, s)
		return 0
	}
	v, err := strconv.Atoi(s)
	if err != nil || v < least || v > most {
		r.errorAt(n.Line, "%s is %s; it must be from %d to %d", what, s, least, most)
		return 0
	}
	return v
}
