package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"ringkit/harness"
	"ringkit/vectors"
)

// trigger is the key at which an adapter slips.
const trigger = "k207"

// adapterMain is an adapter around the Go reference. Its argument says what it
// does when it is asked for the owner of the trigger.
func adapterMain() {
	slip := ""
	if len(os.Args) > 1 {
		slip = os.Args[1]
	}
	a := &testAdapter{impl: harness.Go()}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			os.Exit(0)
		}
		r := readRequest(line)
		if r.Dialect == harness.UnknownDialect {
			r.Dialect = "md5-128" // which it does not tell
		}
		reply := a.reply(r)
		if slip == "unknown" && r.Op == "hello" {
			reply["dialects"] = []string{harness.UnknownDialect}
		}
		if slip == "no hello" {
			os.Exit(5)
		}
		if slip == "nothing" && r.Op != "hello" {
			reply = map[string]any{"error": "unsupported"}
		}
		if len(r.Keys) == 1 && r.Keys[0] == trigger {
			switch slip {
			case "wrong":
				reply = map[string]any{"owners": []string{"C"}}
			case "escapes":
				reply = map[string]any{"error": "internal", "message": "\x1b[2Jboom"}
			case "crash":
				fmt.Fprintln(os.Stderr, "\x1b[31mboom")
				os.Exit(7)
			case "print":
				fmt.Println("DEBUG owner")
			case "hang":
				// Renamed, the file is there with all it holds.
				os.WriteFile("pid.new", []byte(strconv.Itoa(os.Getpid())), 0o600)
				os.Rename("pid.new", "pid")
				time.Sleep(time.Hour)
			}
		}
		reply["id"] = r.ID
		text, _ := json.Marshal(reply)
		fmt.Println(string(text))
	}
}

type testAdapter struct {
	impl  harness.Local
	asked []harness.Request // since there is a ring
}

type testRequest struct {
	harness.Request
	ID int
}

// readRequest reads what the kit writes.
func readRequest(line []byte) (r testRequest) {
	type node struct {
		Name   string
		Weight *int
	}
	var fields struct {
		ID      int
		Op      harness.RequestOp
		Dialect string
		Nodes   []node
		VNodes  *int
		Key     string
		Keys    []string
		Count   int
		Node    json.RawMessage
	}
	if err := json.Unmarshal(line, &fields); err != nil {
		panic(err)
	}
	toNode := func(n node) vectors.Node {
		if n.Weight == nil {
			return vectors.Node{Name: n.Name, Weight: 1}
		}
		return vectors.Node{Name: n.Name, Weight: *n.Weight}
	}
	r = testRequest{harness.Request{
		Op: fields.Op, Dialect: fields.Dialect, VNodes: fields.VNodes, Key: fields.Key, Keys: fields.Keys, Count: fields.Count,
	}, fields.ID}
	for _, n := range fields.Nodes {
		r.Nodes = append(r.Nodes, toNode(n))
	}
	var added node
	switch fields.Op {
	case harness.OpAdd:
		json.Unmarshal(fields.Node, &added)
		r.Node = toNode(added)
	case harness.OpRemove:
		json.Unmarshal(fields.Node, &r.Node.Name)
	}
	return r
}

// reply returns the right reply without its ID. All that was asked of the ring is
// asked again, so that there is no ring to keep.
func (a *testAdapter) reply(r testRequest) map[string]any {
	switch r.Op {
	case "hello":
		return map[string]any{
			"name": "test adapter", "language": "Go", "dialects": []string{"xmur3", "md5-32"},
			"ops": []string{"hash", "replicas", "points", "nodes", "add", "remove"},
		}
	case harness.OpRing:
		a.asked = nil
	}
	a.asked = append(a.asked, r.Request)
	answers := a.impl.PlayOne(harness.Script{Requests: a.asked}).Answers
	answer := answers[len(answers)-1]
	reply := map[string]any{}
	switch {
	case answer.Error != "":
		reply["error"] = answer.Error
	case r.Op == harness.OpHash:
		reply["hash"] = answer.Position
	case r.Op == harness.OpOwners:
		reply["owners"] = answer.Owners
	case r.Op == harness.OpReplicas, r.Op == harness.OpNodes:
		reply["nodes"] = answer.Nodes
	case r.Op == harness.OpPoints:
		reply["points"] = answer.Points
	case answer.NotRemoved:
		reply["removed"] = false
	}
	return reply
}
