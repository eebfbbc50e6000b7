package runners

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"ringkit/harness"
	"ringkit/vectors"
)

// ProtocolVersion is the version of the adapter protocol.
const ProtocolVersion = 1

// A request for owners holds at most so many keys and bytes of keys: many keys
// go out as several requests, so that no line comes near the protocol's limit
// of 1 MiB, even where each byte is escaped.
const (
	maxKeys     = 4096
	maxKeyBytes = 128 << 10
)

// A message is one request as it goes over the wire. Only owners of many keys
// take more than one message.
type message struct {
	id              int // given when it is sent
	script, request int // indices
	op              harness.RequestOp
	keys            int  // OpOwners: how many owners are due
	last            bool // of its request
	again           bool // asked a second time; the answer is of no interest
	body            any  // without the ID
}

// messages returns the messages of a script.
func messages(script int, s harness.Script) []message {
	var out []message
	for i, r := range s.Requests {
		m := message{script: script, request: i, op: r.Op, last: true}
		if r.Op != harness.OpOwners {
			m.body = body(r)
			out = append(out, m)
			continue
		}
		keys := r.Keys
		for first := true; first || len(keys) > 0; first = false {
			n := batch(keys)
			m.keys, m.last = n, n == len(keys)
			m.body = ownersBody{"owners", wireTexts(keys[:n])}
			out = append(out, m)
			keys = keys[n:]
		}
	}
	return out
}

// batch returns how many of keys go into one request.
func batch(keys []string) int {
	size := 0
	for n, key := range keys {
		if size += len(key); n == maxKeys || n > 0 && size > maxKeyBytes {
			return n
		}
	}
	return len(keys)
}

type (
	helloBody struct {
		Op       string `json:"op"`
		Protocol int    `json:"protocol"`
	}
	hashBody struct {
		Op      string   `json:"op"`
		Dialect string   `json:"dialect"`
		Key     wireText `json:"key"`
	}
	ringBody struct {
		Op      string     `json:"op"`
		Dialect string     `json:"dialect"`
		VNodes  *int       `json:"vnodes,omitempty"`
		Nodes   []wireNode `json:"nodes"`
	}
	ownersBody struct {
		Op   string `json:"op"`
		Keys any    `json:"keys"`
	}
	replicasBody struct {
		Op    string   `json:"op"`
		Key   wireText `json:"key"`
		Count int      `json:"count"`
	}
	addBody struct {
		Op   string   `json:"op"`
		Node wireNode `json:"node"`
	}
	removeBody struct {
		Op   string   `json:"op"`
		Node wireText `json:"node"`
	}
	bareBody struct {
		Op string `json:"op"`
	}
)

func body(r harness.Request) any {
	op := string(r.Op)
	switch r.Op {
	case harness.OpHash:
		return hashBody{op, r.Dialect, wireText(r.Key)}
	case harness.OpRing:
		nodes := make([]wireNode, len(r.Nodes))
		for i, n := range r.Nodes {
			nodes[i] = newWireNode(n)
		}
		return ringBody{op, r.Dialect, r.VNodes, nodes}
	case harness.OpReplicas:
		return replicasBody{op, wireText(r.Key), r.Count}
	case harness.OpAdd:
		return addBody{op, newWireNode(r.Node)}
	case harness.OpRemove:
		return removeBody{op, wireText(r.Node.Name)}
	}
	return bareBody{op}
}

// A wireText is a key or a node: text, or {"hex":"…"} where it is not UTF-8.
type wireText string

func (t wireText) MarshalJSON() ([]byte, error) {
	if !utf8.ValidString(string(t)) {
		return json.Marshal(harness.NameJSON(string(t)))
	}
	return encode(string(t)), nil
}

// wireTexts returns what goes over the wire for the texts.
func wireTexts(texts []string) any {
	if len(texts) > 0 && !slices.ContainsFunc(texts, func(t string) bool { return !utf8.ValidString(t) }) {
		return texts // nearly always, and written much faster
	}
	out := make([]wireText, len(texts))
	for i, t := range texts {
		out[i] = wireText(t)
	}
	return out
}

// A wireNode leaves out a weight of 1.
type wireNode struct {
	Name   wireText `json:"name"`
	Weight *int     `json:"weight,omitempty"`
}

func newWireNode(n vectors.Node) wireNode {
	if n.Weight == 1 {
		return wireNode{Name: wireText(n.Name)}
	}
	return wireNode{wireText(n.Name), &n.Weight}
}

// line returns the message as a line of the protocol.
func (m message) line() []byte {
	return append(fmt.Appendf(nil, `{"id":%d,`, m.id), append(encode(m.body)[1:], '\n')...)
}

// encode is json.Marshal without the escaping that is meant for HTML, so that
// an author who reads the exchange sees the keys as they are.
func encode(v any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil { // bodies are made of texts and numbers
		panic(err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
