package runners

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ringkit/harness"
	"ringkit/spec"
	"ringkit/vectors"
)

// A reply is a line of the adapter's, opened but not yet understood.
type reply struct {
	ID       json.RawMessage `json:"id"`
	Error    json.RawMessage `json:"error"`
	Message  json.RawMessage `json:"message"`
	Hash     json.RawMessage `json:"hash"`
	Owners   json.RawMessage `json:"owners"`
	Nodes    json.RawMessage `json:"nodes"`
	Points   json.RawMessage `json:"points"`
	Removed  json.RawMessage `json:"removed"`
	Name     json.RawMessage `json:"name"`
	Language json.RawMessage `json:"language"`
	Dialects json.RawMessage `json:"dialects"`
	Ops      json.RawMessage `json:"ops"`
}

// open reads a line, without its newline, that must answer request id. What it
// cannot read leaves replies and requests out of step.
func open(line []byte, id int) (r reply, err error) {
	trimmed := bytes.TrimSpace(line)
	switch {
	case len(trimmed) == 0:
		return r, fmt.Errorf("an empty line on standard output: one reply is one line, and nothing else goes there")
	case bytes.HasSuffix(line, []byte("\r")):
		return r, fmt.Errorf("the line ends in \\r\\n: end it with \\n alone (on Windows, write standard output in binary mode)")
	case trimmed[0] != '{':
		return r, fmt.Errorf("a line on standard output that is no JSON object: logs and debug output belong on standard error")
	case !utf8.Valid(line):
		return r, fmt.Errorf("the line is not valid UTF-8: write UTF-8, whatever the locale, or escape everything beyond ASCII")
	case hasLoneSurrogate(line):
		return r, fmt.Errorf("the line holds a lone surrogate (\\ud800 to \\udfff without its partner): escape whole code points")
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return r, fmt.Errorf("a line on standard output that is not JSON (%v): logs and debug output belong on standard error", err)
	}
	switch got := string(r.ID); {
	case r.ID == nil:
		return r, fmt.Errorf("the reply has no \"id\": echo the request's, which is %d", id)
	case got != fmt.Sprint(id):
		return r, fmt.Errorf("the reply has the id %.40s where %d is due: answer in order, one reply a request, with the request's id as a number", got, id)
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
	if r.Error != nil {
		if err := field("error", r.Error, &a.Error); err != nil {
			return a, err
		}
		if !slices.Contains(vectors.Codes(), a.Error) && a.Error != harness.CodeUnsupported && a.Error != harness.CodeInternal {
			return a, fmt.Errorf("there is no error code %.60q; the codes are %s, unsupported and internal", a.Error, strings.Join(vectors.Codes(), ", "))
		}
		if r.Message != nil {
			err = field("message", r.Message, &a.Message)
		}
		return a, err
	}
	switch m.op {
	case harness.OpHash:
		a.Position, err = position("hash", r.Hash)
	case harness.OpOwners:
		a.Owners, err = owners(r.Owners, m.keys)
	case harness.OpReplicas, harness.OpNodes:
		a.Nodes, err = texts("nodes", r.Nodes)
	case harness.OpPoints:
		a.Points, err = points(r.Points)
	case harness.OpRemove:
		removed := true
		if r.Removed != nil {
			err = field("removed", r.Removed, &removed)
		}
		a.NotRemoved = !removed
	}
	return a, err
}

// field reads a field that has to be there into v.
func field(name string, raw json.RawMessage, v any) error {
	if raw == nil {
		return fmt.Errorf("the reply has no %q", name)
	}
	if string(raw) == "null" {
		return fmt.Errorf("%q is null", name)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("%q is %s where %s is due", name, shorten(string(raw)), kindOf(v))
	}
	return nil
}

func kindOf(v any) string {
	switch v.(type) {
	case *string:
		return "a text"
	case *bool:
		return "true or false"
	case *[]*string:
		return "a list of texts"
	}
	return "a list"
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,38})$`)

// position reads a position. A negative one is a wrong answer, and no breach of
// the protocol: forgetting the last unsigned conversion is a mistake that rings
// make.
func position(name string, raw json.RawMessage) (p string, err error) {
	if len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		return "", fmt.Errorf("%s is the number %s: a position is decimal text in quotes, since a number loses its end above 2^53 in many languages", name, shorten(string(raw)))
	}
	if err := field(name, raw, &p); err != nil {
		return "", err
	}
	if !decimal.MatchString(p) {
		return "", fmt.Errorf("%s is %s, which is no whole number in decimal digits", name, harness.Quote(p))
	}
	return p, nil
}

func owners(raw json.RawMessage, keys int) (out []*string, err error) {
	var elements []json.RawMessage
	if err := field("owners", raw, &elements); err != nil {
		return nil, err
	}
	if len(elements) != keys {
		return nil, fmt.Errorf("there are %d owners for %d keys: answer one for each key, null where there is none", len(elements), keys)
	}
	out = make([]*string, keys)
	for i, element := range elements {
		if string(element) == "null" {
			continue
		}
		name, err := text("owners", element)
		if err != nil {
			return nil, err
		}
		out[i] = &name
	}
	return out, nil
}

// text reads a node: text, or {"hex":"…"}.
func text(name string, raw json.RawMessage) (s string, err error) {
	if len(raw) > 0 && raw[0] == '{' {
		var bytes struct {
			Hex string `json:"hex"`
		}
		if err := field(name, raw, &bytes); err != nil {
			return "", err
		}
		decoded, err := hex.DecodeString(bytes.Hex)
		if err != nil {
			return "", fmt.Errorf("%q holds %s, which is no hex", name, shorten(string(raw)))
		}
		return string(decoded), nil
	}
	err = field(name, raw, &s)
	return s, err
}

func texts(name string, raw json.RawMessage) ([]string, error) {
	var elements []json.RawMessage
	if err := field(name, raw, &elements); err != nil {
		return nil, err
	}
	out := make([]string, len(elements))
	for i, element := range elements {
		var err error
		if out[i], err = text(name, element); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func points(raw json.RawMessage) ([]vectors.Point, error) {
	var elements [][]json.RawMessage
	if err := field("points", raw, &elements); err != nil {
		return nil, err
	}
	out := make([]vectors.Point, len(elements))
	for i, element := range elements {
		if len(element) != 2 {
			return nil, fmt.Errorf("a point has %d elements: it is [\"POSITION\", \"NODE\"]", len(element))
		}
		var err error
		if out[i].Position, err = position("a point's position", element[0]); err != nil {
			return nil, err
		}
		if out[i].Node, err = text("a point's node", element[1]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// knownOps are the values that ops may hold in a hello. ring and owners are
// always offered, and may be listed.
var knownOps = []string{"hash", "points", "replicas", "add", "remove", "nodes", "bytes", "ring", "owners"}

// hello reads the reply to hello. A name that the kit does not know is refused:
// left alone, a typing error would make every case unsupported.
func (r reply) hello() (h harness.Hello, err error) {
	if r.Error != nil {
		return h, fmt.Errorf("hello was answered with the error %s", shorten(string(r.Error)))
	}
	if err := field("name", r.Name, &h.Name); err != nil {
		return h, err
	}
	if r.Language != nil {
		if err := field("language", r.Language, &h.Language); err != nil {
			return h, err
		}
	}
	if h.Dialects, err = texts("dialects", r.Dialects); err != nil {
		return h, err
	}
	if r.Ops != nil {
		if h.Ops, err = texts("ops", r.Ops); err != nil {
			return h, err
		}
	}
	if len(h.Dialects) == 0 {
		return h, fmt.Errorf("\"dialects\" is empty: name at least one of %s", strings.Join(spec.Dialects(), ", "))
	}
	for _, d := range h.Dialects {
		if !slices.Contains(spec.Dialects(), d) {
			return h, fmt.Errorf("\"dialects\" names %s, which the kit does not know; it knows %s", harness.Quote(d), strings.Join(spec.Dialects(), ", "))
		}
	}
	for _, op := range h.Ops {
		if !slices.Contains(knownOps, op) {
			return h, fmt.Errorf("\"ops\" names %s, which the kit does not know; it knows %s", harness.Quote(op), strings.Join(knownOps, ", "))
		}
	}
	return h, nil
}

// shorten keeps the start of a line for a message.
func shorten(text string) string {
	const most = 200
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= most {
		return text
	}
	cut := most
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Sprintf("%s... (%d bytes)", text[:cut], len(text))
}
