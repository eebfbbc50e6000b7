// Lets ringkit talk to a ring over standard input and output: adapter protocol 1,
// one JSON object a line, one reply a request, in order, until the input ends.
// Keep this file, and fill in ring.go.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "adapter:", err)
		os.Exit(1)
	}
}

// serve answers all requests. It fails where a line of the input is none.
func serve(input io.Reader, output io.Writer) error {
	// Not a Scanner, whose longest line is shorter than the kit's.
	lines := bufio.NewReaderSize(input, 1<<16)
	replies := bufio.NewWriterSize(output, 1<<16)
	defer replies.Flush()
	encoder := json.NewEncoder(replies) // which ends each value with a newline
	encoder.SetEscapeHTML(false)
	var a adapter
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil || r.ID == nil {
			return fmt.Errorf("line %d of the input is not an object with an integer id: %v", number, err)
		}
		if err := encoder.Encode(a.reply(r)); err != nil {
			return err
		}
		// The next read may wait, and whoever sent the lines so far may wait for
		// the replies to them before sending more.
		if rest, _ := lines.Peek(lines.Buffered()); !bytes.Contains(rest, []byte("\n")) {
			if err := replies.Flush(); err != nil {
				return err
			}
		}
	}
}

type request struct {
	ID       *int64
	Op       string
	Protocol int
	Dialect  string
	Nodes    []node
	VNodes   *int // nil where it is left out
	Key      string
	Keys     []string
	Count    int
	Node     json.RawMessage // of add an object, of remove a name
}

// UnmarshalJSON reads a node; its weight is 1 where none is given.
func (n *node) UnmarshalJSON(text []byte) error {
	type plain node
	*n = node{Weight: 1}
	return json.Unmarshal(text, (*plain)(n))
}

// An adapter answers requests, and holds the one ring they are about.
type adapter struct{ ring *ring }

type fields map[string]any

func (a *adapter) reply(r request) (reply fields) {
	answer, err := a.answer(r)
	if err == nil {
		answer["id"] = *r.ID
		return answer
	}
	code := "internal"
	var refused refusal
	if errors.As(err, &refused) {
		code = string(refused)
	}
	return fields{"id": *r.ID, "error": code, "message": err.Error()}
}

const unsupported = refusal("unsupported")

// answer returns the fields of the answer.
func (a *adapter) answer(r request) (answer fields, err error) {
	defer func() {
		if p := recover(); p != nil {
			debug.PrintStack()
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if r.Op == "hello" {
		if r.Protocol != 1 {
			return nil, fmt.Errorf("%w: this adapter speaks protocol 1", unsupported)
		}
		return fields{"name": name, "language": runtime.Version(), "dialects": dialects, "ops": ops}, nil
	}
	if !slices.Contains(ops, r.Op) {
		return nil, fmt.Errorf("%w: %q is not filled in", unsupported, r.Op)
	}
	if r.Op == "ring" {
		a.ring = nil // whatever may fail below, the last ring is gone
	}
	if r.Op == "ring" || r.Op == "hash" {
		if !slices.Contains(dialects, r.Dialect) {
			return nil, fmt.Errorf("%w: dialect %q", unsupported, r.Dialect)
		}
	} else if a.ring == nil {
		return nil, errors.New("there is no ring")
	}
	answer = fields{}
	switch r.Op {
	case "hash":
		answer["hash"], err = hash(r.Dialect, r.Key)
	case "ring":
		a.ring, err = newRing(r.Dialect, r.Nodes, r.VNodes)
	case "points":
		var points []point
		points, err = a.ring.points()
		pairs := make([][2]string, len(points))
		for i, p := range points {
			pairs[i] = [2]string{p.position, p.node}
		}
		answer["points"] = pairs
	case "owners":
		var owners []*string
		owners, err = a.ring.owners(r.Keys)
		answer["owners"] = notNil(owners)
	case "replicas":
		var nodes []string
		nodes, err = a.ring.replicas(r.Key, r.Count)
		answer["nodes"] = notNil(nodes)
	case "nodes":
		var nodes []string
		nodes, err = a.ring.nodes()
		answer["nodes"] = notNil(nodes)
	case "add":
		var n node
		if err = json.Unmarshal(r.Node, &n); err == nil {
			err = a.ring.add(n)
		}
	case "remove":
		var name string
		if err = json.Unmarshal(r.Node, &name); err == nil {
			answer["removed"], err = a.ring.remove(name)
		}
	}
	return answer, err
}

// notNil returns an empty list for a nil one, which JSON would write as null.
func notNil[E any](list []E) []E {
	if list == nil {
		return []E{}
	}
	return list
}
