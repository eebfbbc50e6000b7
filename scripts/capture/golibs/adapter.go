package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A refusal is an error with a code of the protocol.
type refusal struct{ code, message string }

func (r refusal) Error() string { return r.message }

func unsupported(format string, args ...any) error {
	return refusal{"unsupported", fmt.Sprintf(format, args...)}
}

var errEmptyRing = refusal{"empty-ring", "the ring has no nodes"}

// A text is any string of bytes: a JSON string, or {"hex": "00ff"}.
type text struct {
	bytes string
	given json.RawMessage // as it came, and as it goes back
}

func (t *text) UnmarshalJSON(data []byte) error {
	t.given = append(t.given[:0], data...)
	if data[0] == '"' {
		return json.Unmarshal(data, &t.bytes)
	}
	var form struct{ Hex string }
	if err := json.Unmarshal(data, &form); err != nil {
		return err
	}
	raw, err := hex.DecodeString(form.Hex)
	t.bytes = string(raw)
	return err
}

func (t text) MarshalJSON() ([]byte, error) { return t.given, nil }

type node struct {
	Name   text
	Weight *int
}

type request struct {
	ID       json.RawMessage
	Op       string
	Protocol int
	Dialect  string
	Nodes    []node
	Vnodes   *int
	Keys     []text
}

type adapter struct {
	program program
	name    string
	lookup  lookup // nil where there is no ring
}

// serve answers requests until their end.
func (a *adapter) serve(requests *bufio.Reader, replies io.Writer) error {
	for {
		line, err := requests.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		reply, err := a.answer(r)
		if err != nil {
			code := "internal"
			if r, ok := errors.AsType[refusal](err); ok {
				code = r.code
			}
			reply = map[string]any{"error": code, "message": err.Error()}
		}
		reply["id"] = r.ID
		out, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		if _, err := replies.Write(append(out, '\n')); err != nil {
			return err
		}
	}
}

func (a *adapter) answer(r request) (map[string]any, error) {
	switch r.Op {
	case "hello":
		if r.Protocol != 1 {
			return nil, unsupported("only protocol 1")
		}
		return map[string]any{"name": a.name, "dialects": []string{a.program.dialect}, "ops": []string{"bytes"}}, nil
	case "ring":
		a.lookup = nil
		if r.Dialect != a.program.dialect {
			return nil, unsupported("no dialect %s", r.Dialect)
		}
		var err error
		a.lookup, err = a.program.ring(r.Nodes, r.Vnodes)
		return map[string]any{}, err
	case "owners":
		owners, err := a.owners(r.Keys)
		return map[string]any{"owners": owners}, err
	}
	return nil, unsupported("no operation %s", r.Op)
}

func (a *adapter) owners(keys []text) ([]*text, error) {
	if a.lookup == nil {
		return nil, errors.New("no ring")
	}
	owners := make([]*text, len(keys))
	for i, key := range keys {
		owner, err := a.lookup(key.bytes)
		if err != nil {
			return nil, err
		}
		if owner != nil {
			owners[i] = &owner.Name
		}
	}
	return owners, nil
}

// unweighted refuses nodes with a weight, for the libraries that have none.
func unweighted(nodes []node) error {
	for _, n := range nodes {
		if n.Weight != nil {
			return unsupported("it has no weights")
		}
	}
	return nil
}

// byName finds a node again by the name that a library answered. A name listed
// twice is one node.
func byName(nodes []node) map[string]*node {
	found := map[string]*node{}
	for i := range nodes {
		found[nodes[i].Name.bytes] = &nodes[i]
	}
	return found
}
