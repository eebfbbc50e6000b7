package runners

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ringkit/harness"
	"ringkit/harness/spelling"
	"ringkit/spec"
	"ringkit/vectors"
)

// A reply is a line of the adapter's, opened but not yet understood: its fields
// by their exact names, which encoding/json would not insist on in a struct.
type reply map[string]json.RawMessage

// open reads a line, without its newline, that must answer request id. What it
// cannot read leaves replies and requests out of step.
func open(line []byte, id int) (r reply, err error) {
	trimmed := bytes.TrimSpace(line)
	switch {
	case len(trimmed) == 0:
		return nil, fmt.Errorf("an empty line on standard output: one reply is one line, and nothing else goes there")
	case bytes.HasPrefix(line, []byte("\ufeff")):
		return nil, fmt.Errorf("the line begins with a byte order mark: write UTF-8 without one")
	case trimmed[0] != '{':
		return nil, fmt.Errorf("a line on standard output that is no JSON object: logs and debug output belong on standard error")
	case bytes.HasSuffix(line, []byte("\r")):
		return nil, fmt.Errorf("the line ends in \\r\\n: end it with \\n alone (on Windows, write standard output in binary mode)")
	case !utf8.Valid(line):
		return nil, fmt.Errorf("the line is not valid UTF-8: write UTF-8, whatever the locale, or escape everything beyond ASCII")
	case hasLoneSurrogate(line):
		return nil, fmt.Errorf("the line holds a lone surrogate (\\ud800 to \\udfff without its partner): escape whole code points")
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, fmt.Errorf("a line on standard output that is not JSON (%v): logs and debug output belong on standard error", err)
	}
	switch got := string(r["id"]); {
	case got == "":
		return nil, fmt.Errorf("the reply has no \"id\": echo the request's, which is %d", id)
	case got != fmt.Sprint(id):
		return nil, fmt.Errorf("the reply has the id %s where %d is due: answer in order, one reply a request, with the request's id as a number", shorten(got), id)
	}
	return r, nil
}

// hasLoneSurrogate looks for an escaped surrogate without its partner, which
// encoding/json would replace without a word.
func hasLoneSurrogate(line []byte) bool {
	for i := 0; i < len(line); i++ {
		if line[i] != '\\' {
			continue
		}
		unit := escapedUnit(line[i:])
		switch {
		case unit < 0: // another escape: skip what it escapes
			i++
		case unit >= 0xd800 && unit < 0xdc00:
			if low := escapedUnit(line[i+6:]); low < 0xdc00 || low > 0xdfff {
				return true
			}
			i += 11
		case unit >= 0xdc00 && unit <= 0xdfff:
			return true
		default:
			i += 5
		}
	}
	return false
}

// escapedUnit returns the UTF-16 unit of an escape \uXXXX at the start of text,
// or −1.
func escapedUnit(text []byte) int {
	var unit [2]byte
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	if _, err := hex.Decode(unit[:], text[2:6]); err != nil {
		return -1
	}
	return int(unit[0])<<8 | int(unit[1])
}

// answer reads what a reply answers to a message.
func (r reply) answer(m message) (a harness.Answer, err error) {
	if _, refused := r["error"]; refused {
		if err := r.read("error", &a.Error); err != nil {
			return a, err
		}
		if !slices.Contains(vectors.Codes(), a.Error) && a.Error != harness.CodeUnsupported && a.Error != harness.CodeInternal {
			return a, fmt.Errorf("there is no error code %s; the codes are %s, unsupported and internal", harness.Quote(a.Error), strings.Join(vectors.Codes(), ", "))
		}
		return a, r.readOptional("message", &a.Message)
	}
	switch m.op {
	case harness.OpHash:
		var raw json.RawMessage
		if err = r.read("hash", &raw); err == nil {
			a.Position, err = position("hash", raw)
		}
	case harness.OpOwners:
		a.Owners, err = r.owners(m.keys)
	case harness.OpReplicas, harness.OpNodes:
		a.Nodes, err = r.texts("nodes")
	case harness.OpPoints:
		a.Points, err = r.points()
	case harness.OpRemove:
		removed := true
		err = r.readOptional("removed", &removed)
		a.NotRemoved = !removed
	}
	return a, err
}

// field returns a field that has to be there.
func (r reply) field(name string) (json.RawMessage, error) {
	raw, there := r[name]
	if !there {
		return nil, fmt.Errorf("the reply has no %q; it has %s", name, strings.Join(slices.Sorted(maps.Keys(r)), ", "))
	}
	if string(raw) == "null" {
		return nil, fmt.Errorf("%s is null: leave out a field that does not apply", name)
	}
	return raw, nil
}

// read reads a field that has to be there into v.
func (r reply) read(name string, v any) error {
	raw, err := r.field(name)
	if err != nil {
		return err
	}
	return read(name, raw, v)
}

// readOptional reads a field into v unless it is left out.
func (r reply) readOptional(name string, v any) error {
	if _, there := r[name]; !there {
		return nil
	}
	return r.read(name, v)
}

// read reads a part of a reply into v; null is never due.
func read(what string, raw json.RawMessage, v any) error {
	if string(raw) == "null" || json.Unmarshal(raw, v) != nil {
		return notA(what, raw, kindOf(v))
	}
	return nil
}

func notA(what string, raw json.RawMessage, due string) error {
	return fmt.Errorf("%s is %s where %s is due", what, shorten(string(raw)), due)
}

func kindOf(v any) string {
	switch v.(type) {
	case *string:
		return "a text"
	case *bool:
		return "true or false"
	}
	return "a list"
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,38})$`)

// position reads a position. A negative one is a wrong answer, and no breach of
// the protocol: forgetting the last unsigned conversion is a mistake that rings
// make.
func position(what string, raw json.RawMessage) (p string, err error) {
	if raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9' {
		return "", fmt.Errorf("%s is the number %s: a position is decimal text in quotes, since a number loses its end above 2^53 in many languages", what, shorten(string(raw)))
	}
	if err := read(what, raw, &p); err != nil {
		return "", err
	}
	if !decimal.MatchString(p) {
		return "", fmt.Errorf("%s is %s, which is no whole number in decimal digits", what, harness.Quote(p))
	}
	return p, nil
}

func (r reply) owners(keys int) ([]*string, error) {
	list, err := r.field("owners")
	if err != nil {
		return nil, err
	}
	if list[0] != '[' {
		return nil, notA("owners", list, "a list")
	}
	elements := elements(list)
	if len(elements) != keys {
		return nil, fmt.Errorf("the reply has %s for %s: answer one for each key, null where there is none", harness.Counted(len(elements), "owner"), harness.Counted(keys, "key"))
	}
	out := make([]*string, keys)
	seen := map[string]*string{"null": nil} // a few names own thousands of keys
	for i, element := range elements {
		owner, known := seen[string(element)]
		if !known {
			name, err := text(fmt.Sprintf("owners[%d]", i), element)
			if err != nil {
				return nil, err
			}
			owner = &name
			seen[string(element)] = owner
		}
		out[i] = owner
	}
	return out, nil
}

// elements returns the elements of a list, which is valid JSON, as they are
// written. Nothing is copied, where encoding/json would copy each.
func elements(list json.RawMessage) (out []json.RawMessage) {
	inside := bytes.TrimSpace(list[1 : len(list)-1])
	if len(inside) == 0 {
		return nil
	}
	out = make([]json.RawMessage, 0, 1+bytes.Count(inside, []byte(",")))
	start, depth, inText := 0, 0, false
	for i := 0; i < len(inside); i++ {
		switch c := inside[i]; {
		case c == '"':
			inText = !inText
		case inText && c == '\\':
			i++ // what it escapes may be a quote
		case inText:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			out = append(out, bytes.TrimSpace(inside[start:i]))
			start = i + 1
		}
	}
	return append(out, bytes.TrimSpace(inside[start:]))
}

// text reads a node: text, or {"hex":"…"} for bytes that are not UTF-8.
func text(what string, raw json.RawMessage) (s string, err error) {
	if raw[0] != '{' {
		err := read(what, raw, &s)
		return s, err
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return "", err
	}
	digits, there := object["hex"]
	if !there || len(object) != 1 {
		return "", fmt.Errorf("%s is %s: a node is a text, or {\"hex\":\"...\"}", what, shorten(string(raw)))
	}
	if err := read(what+".hex", digits, &s); err != nil {
		return "", err
	}
	decoded, err := hex.DecodeString(s)
	switch {
	case err != nil || strings.ToLower(s) != s:
		return "", fmt.Errorf("%s.hex is %s: write two of the digits 0-9a-f for each byte", what, harness.Quote(s))
	case utf8.Valid(decoded):
		return "", fmt.Errorf("%s.hex is %s, which is UTF-8: write it as a text", what, harness.Quote(s))
	}
	return string(decoded), nil
}

func (r reply) texts(name string) ([]string, error) {
	var elements []json.RawMessage
	if err := r.read(name, &elements); err != nil {
		return nil, err
	}
	out := make([]string, len(elements))
	for i, element := range elements {
		var err error
		if out[i], err = text(fmt.Sprintf("%s[%d]", name, i), element); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r reply) points() ([]vectors.Point, error) {
	var elements []json.RawMessage
	if err := r.read("points", &elements); err != nil {
		return nil, err
	}
	out := make([]vectors.Point, len(elements))
	for i, element := range elements {
		what := fmt.Sprintf("points[%d]", i)
		var point []json.RawMessage
		if err := read(what, element, &point); err != nil {
			return nil, err
		}
		if len(point) != 2 {
			return nil, fmt.Errorf("%s has %s: a point is [\"POSITION\", NODE]", what, harness.Counted(len(point), "element"))
		}
		var err error
		if out[i].Position, err = position(what+"[0]", point[0]); err != nil {
			return nil, err
		}
		if out[i].Node, err = text(what+"[1]", point[1]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// knownOps are the values that ops may hold in a hello. ring and owners are
// always offered, and may be listed.
var knownOps = []string{"hash", "points", "replicas", "add", "remove", "nodes", "bytes", "ring", "owners"}

// hello reads the reply to hello. A name that the kit does not know is refused:
// left alone, a typing error would make every case unsupported. That the dialect
// is unknown is told by errUnknownDialect, with all the rest read.
func (r reply) hello() (h harness.Hello, err error) {
	if code, refused := r["error"]; refused {
		return h, fmt.Errorf("hello was answered with the error %s", shorten(string(code)))
	}
	if err := r.read("name", &h.Name); err != nil {
		return h, err
	}
	if err := r.readOptional("language", &h.Language); err != nil {
		return h, err
	}
	if h.Dialects, err = r.texts("dialects"); err != nil {
		return h, err
	}
	if _, there := r["ops"]; there {
		if h.Ops, err = r.texts("ops"); err != nil {
			return h, err
		}
	}
	if len(h.Dialects) == 0 {
		return h, fmt.Errorf("dialects is empty: name at least one of %s", strings.Join(spec.Dialects(), ", "))
	}
	unknown := slices.Equal(h.Dialects, []string{harness.UnknownDialect})
	for _, d := range h.Dialects {
		if !unknown && !slices.Contains(spec.Dialects(), d) {
			return h, fmt.Errorf("dialects names %s, which the kit does not know; %s", harness.Quote(d), spelling.Hint(d, spec.Dialects(), "it knows"))
		}
	}
	for _, op := range h.Ops {
		if !slices.Contains(knownOps, op) {
			return h, fmt.Errorf("ops names %s, which the kit does not know; %s", harness.Quote(op), spelling.Hint(op, knownOps, "it knows"))
		}
	}
	if unknown {
		return h, errUnknownDialect
	}
	return h, nil
}

var errUnknownDialect = errors.New("its dialect is unknown, and so there is nothing to compare with: `ringkit identify -- COMMAND` finds out which it is; name that in dialects")

// shorten keeps the start of a line for a message.
func shorten(text string) string {
	const most = 200
	short := text[:min(len(text), most)]
	for i := 1; i < utf8.UTFMax && len(short) < len(text) && !utf8.RuneStart(text[len(short)]); i++ {
		short = short[:len(short)-1] // not half a character
	}
	short = strings.ToValidUTF8(short, "\uFFFD")
	if len(text) <= most {
		return short
	}
	return fmt.Sprintf("%s... (%d bytes)", short, len(text))
}
