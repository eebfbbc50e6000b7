package runners

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// The test binary is the adapter, too, so that the tests need no other program.
// These variables say which adapter it is, where adapters note their process
// IDs, and which file tells that a break that comes once has come.
const (
	adapterVariable = "RINGKIT_TEST_ADAPTER"
	pidsVariable    = "RINGKIT_TEST_PIDS"
	onceVariable    = "RINGKIT_TEST_ONCE"
)

func TestMain(m *testing.M) {
	name := os.Getenv(adapterVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	notePID()
	behave, known := adapters[name]
	if !known {
		fmt.Fprintln(os.Stderr, "there is no adapter", name)
		os.Exit(99)
	}
	behave(&adapter{out: bufio.NewWriterSize(os.Stdout, 1<<20)})
	os.Exit(0)
}

func notePID() {
	f, err := os.OpenFile(os.Getenv(pidsVariable), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintln(f, os.Getpid())
}

// once reports whether it is called for the first time by any of the adapters of
// one test.
func once() bool {
	f, err := os.OpenFile(os.Getenv(onceVariable), os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// An adapter is a right one, unless it is told otherwise.
type adapter struct {
	out  *bufio.Writer
	ring harness.Ring
}

type request struct {
	ID      int
	Op      string
	Dialect string
	Nodes   []requestNode
	VNodes  *int
	Key     string
	Keys    []string
	Count   int
	Node    json.RawMessage
}

type requestNode struct {
	Name   string
	Weight *int
}

func (n requestNode) node() vectors.Node {
	if n.Weight == nil {
		return vectors.Node{Name: n.Name, Weight: 1}
	}
	return vectors.Node{Name: n.Name, Weight: *n.Weight}
}

// serve answers all requests until the input ends. It writes what reply makes of
// the right answer.
func (a *adapter) serve(reply func(r request, right string) string) {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			a.out.Flush()
			return
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			panic(err)
		}
		a.write(reply(r, a.answer(r)))
	}
}

func (a *adapter) write(text string) {
	a.out.WriteString(text)
	a.out.Flush()
}

// answer returns the right reply, with its newline.
func (a *adapter) answer(r request) string {
	var names, fields = []string{}, map[string]any{"id": r.ID}
	var err error
	local := harness.Go()
	switch r.Op {
	case "hello":
		fields["name"], fields["dialects"] = "test adapter", []string{"xmur3"}
		fields["ops"] = []string{"hash", "replicas", "points", "nodes", "add", "remove"}
	case "hash":
		fields["hash"], err = local.Hash(r.Dialect, r.Key)
	case "ring":
		config := harness.Config{Dialect: r.Dialect, VNodes: r.VNodes}
		for _, n := range r.Nodes {
			config.Nodes = append(config.Nodes, goring.Node(n.node()))
		}
		if a.ring, err = local.New(config); err != nil {
			a.ring = nil
		}
	default:
		if a.ring == nil {
			fields["error"] = "internal"
			break
		}
		switch r.Op {
		case "owners":
			for _, key := range r.Keys {
				var name string
				if name, err = a.ring.Owner(key); err != nil {
					break
				}
				names = append(names, name)
			}
			fields["owners"] = names
		case "replicas":
			fields["nodes"], err = a.ring.(interface {
				Replicas(string, int) ([]string, error)
			}).Replicas(r.Key, r.Count)
		case "points":
			points := a.ring.(interface{ Points() []vectors.Point }).Points()
			fields["points"] = append([]vectors.Point{}, points...)
		case "nodes":
			fields["nodes"] = a.ring.(interface{ Nodes() []string }).Nodes()
		case "add":
			var n requestNode
			json.Unmarshal(r.Node, &n)
			err = a.ring.(interface{ Add(string, int) error }).Add(n.Name, n.node().Weight)
		case "remove":
			var name string
			json.Unmarshal(r.Node, &name)
			_, err = a.ring.(interface {
				Remove(string) (bool, error)
			}).Remove(name)
		}
	}
	if err != nil {
		fields = map[string]any{"id": r.ID, "error": harness.CodeOf(err)}
	}
	text, _ := json.Marshal(fields)
	return string(text) + "\n"
}

// trigger is the key of the one case in which most of the adapters misbehave.
const trigger = "k207"

func (r request) triggers() bool {
	return r.Op == "owners" && len(r.Keys) == 1 && r.Keys[0] == trigger
}

// onTrigger answers rightly, and does something else where the trigger is asked.
func onTrigger(misbehave func(a *adapter, r request, right string) string) func(*adapter) {
	return func(a *adapter) {
		a.serve(func(r request, right string) string {
			if r.triggers() {
				return misbehave(a, r, right)
			}
			return right
		})
	}
}

// instead replies the text with the right ID where the trigger is asked.
func instead(text string) func(*adapter) {
	return onTrigger(func(_ *adapter, r request, _ string) string {
		return strings.ReplaceAll(text, "ID", fmt.Sprint(r.ID)) + "\n"
	})
}

// afterHello says hello rightly and lets reply make the others.
func afterHello(reply func(r request, right string) string) func(*adapter) {
	return func(a *adapter) {
		a.serve(func(r request, right string) string {
			if r.Op == "hello" {
				return right
			}
			return reply(r, right)
		})
	}
}

// inBatch answers the second message of a request for many keys in its own way.
func inBatch(reply func(r request) string) func(*adapter) {
	return func(a *adapter) {
		a.serve(func(r request, right string) string {
			if len(r.Keys) > 0 && r.Keys[0] == fmt.Sprintf("user%d", maxKeys) {
				return reply(r)
			}
			return right
		})
	}
}

// testedElsewhere need other cases than TestHostileAdapters plays.
var testedElsewhere = []string{"stops reading", "prints and stops reading", "slips in the second batch", "crashes in the second batch", "refuses the second batch", "makes up a dialect"}

func sleep() { time.Sleep(time.Hour) }

// startGrandchild starts a process that holds standard output and error open.
func startGrandchild() {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), adapterVariable+"=sleeps")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	// It must have noted its process ID before anything goes on.
	for len(bytes.Fields(readFile(os.Getenv(pidsVariable)))) < 2 {
		time.Sleep(time.Millisecond)
	}
}

func readFile(name string) []byte {
	text, _ := os.ReadFile(name)
	return text
}

var adapters map[string]func(*adapter)

func init() {
	adapters = map[string]func(*adapter){
		"right":  func(a *adapter) { a.serve(func(_ request, right string) string { return right }) },
		"sleeps": func(*adapter) { sleep() },

		"exits at once":              func(*adapter) {},
		"fails at once":              func(*adapter) { fmt.Fprintln(os.Stderr, "no such module: ring"); os.Exit(3) },
		"never says hello":           func(*adapter) { io.Copy(io.Discard, os.Stdin) },
		"prints a banner":            func(a *adapter) { a.write("Welcome to ring 1.0!\n"); adapters["right"](a) },
		"prints half a hello":        func(a *adapter) { a.write(`{"id":0,"na`) },
		"replies before it is asked": func(a *adapter) { a.write("{\"id\":1}\n"); adapters["right"](a) },
		"makes up a dialect": func(a *adapter) {
			a.serve(func(_ request, right string) string { return strings.Replace(right, "xmur3", "rendezvous", 1) })
		},
		"misspells a dialect": func(a *adapter) {
			a.serve(func(_ request, right string) string { return strings.Replace(right, "xmur3", "xmur33", 1) })
		},
		"misspells an operation": func(a *adapter) {
			a.serve(func(_ request, right string) string { return strings.Replace(right, `"replicas"`, `"replica"`, 1) })
		},
		"refuses hello": func(a *adapter) {
			a.serve(func(r request, _ string) string { return fmt.Sprintf("{\"id\":%d,\"error\":\"unsupported\"}\n", r.ID) })
		},
		"ends its lines in CRLF": func(a *adapter) {
			a.serve(func(_ request, right string) string { return strings.TrimSuffix(right, "\n") + "\r\n" })
		},
		"never flushes": func(a *adapter) {
			a.serve(func(_ request, right string) string { return "" })
		},

		"hangs": onTrigger(func(*adapter, request, string) string { sleep(); return "" }),
		"crashes": onTrigger(func(*adapter, request, string) string {
			fmt.Fprintln(os.Stderr, "boom\x1b[31m!")
			os.Exit(3)
			return ""
		}),
		"exits early": onTrigger(func(*adapter, request, string) string { os.Exit(0); return "" }),
		"kills itself": onTrigger(func(*adapter, request, string) string {
			p, _ := os.FindProcess(os.Getpid())
			p.Kill()
			sleep()
			return ""
		}),
		"dies in a line":     onTrigger(func(a *adapter, r request, right string) string { a.write(right[:9]); os.Exit(3); return "" }),
		"prints in one case": onTrigger(func(_ *adapter, _ request, right string) string { return "DEBUG owner\n" + right }),
		"prints after a case": onTrigger(func(_ *adapter, _ request, right string) string {
			return right + "DEBUG owner\n"
		}),
		"prints half a line after a case": onTrigger(func(_ *adapter, _ request, right string) string {
			return right + "DEBUG owner"
		}),
		"prints an empty line": onTrigger(func(_ *adapter, _ request, right string) string { return "\n" + right }),
		"prints once": onTrigger(func(_ *adapter, _ request, right string) string {
			if once() {
				return "DEBUG owner\n" + right
			}
			return right
		}),
		"crashes once": onTrigger(func(_ *adapter, _ request, right string) string {
			if once() {
				os.Exit(3)
			}
			return right
		}),
		"writes a line without an end": onTrigger(func(a *adapter, _ request, right string) string {
			for range 300 {
				a.write(strings.Repeat("x", 1<<20))
			}
			return "\n"
		}),
		"floods standard error": onTrigger(func(_ *adapter, _ request, right string) string {
			for range 50 {
				fmt.Fprintln(os.Stderr, strings.Repeat("e", 1<<20))
			}
			return right
		}),
		"closes its output": onTrigger(func(*adapter, request, string) string { os.Stdout.Close(); sleep(); return "" }),
		"leaves a grandchild": onTrigger(func(*adapter, request, string) string {
			startGrandchild()
			os.Exit(3)
			return ""
		}),
		"has a grandchild": func(a *adapter) { startGrandchild(); adapters["right"](a) },
		"stops flushing": func(a *adapter) {
			a.serve(func(r request, right string) string {
				if r.Op == "hello" {
					return right
				}
				a.out.WriteString(right)
				*a.out = *bufio.NewWriterSize(os.Stdout, 1<<20)
				return ""
			})
		},

		"answers with another ID": instead(`{"id":99,"owners":["B"]}`),
		"answers without an ID":   instead(`{"owners":["B"]}`),
		"answers with a text ID":  instead(`{"id":"ID","owners":["B"]}`),
		"answers too few owners":  instead(`{"id":ID,"owners":[]}`),
		"answers too many owners": instead(`{"id":ID,"owners":["B","C"]}`),
		"answers a number":        instead(`{"id":ID,"owners":[7]}`),
		"answers in capitals":     instead(`{"id":ID,"Owners":["B"]}`),
		"answers no owners":       instead(`{"id":ID}`),
		"answers an unknown code": instead(`{"id":ID,"error":"oops"}`),
		"answers null":            instead(`null`),
		"answers a list":          instead(`[{"id":ID,"owners":["B"]}]`),
		"answers a surrogate":     instead(`{"id":ID,"owners":["\ud83d"]}`),
		"answers in Latin-1":      instead("{\"id\":ID,\"owners\":[\"caf\xe9\"]}"),
		"answers brackets":        instead(`{"id":ID,"owners":` + strings.Repeat("[", 1e6) + strings.Repeat("]", 1e6) + `}`),
		"answers one case in CRLF": onTrigger(func(_ *adapter, _ request, right string) string {
			return strings.TrimSuffix(right, "\n") + "\r\n"
		}),

		"prints always": afterHello(func(_ request, right string) string { return "DEBUG\n" + right }),
		"answers twice": func(a *adapter) { a.serve(func(_ request, right string) string { return right + right }) },
		"counts from one": afterHello(func(r request, right string) string {
			return strings.Replace(right, fmt.Sprintf(`"id":%d`, r.ID), fmt.Sprintf(`"id":%d`, r.ID+1), 1)
		}),
		"has nothing": afterHello(func(r request, _ string) string {
			return fmt.Sprintf("{\"id\":%d,\"error\":\"unsupported\"}\n", r.ID)
		}),
		"crashes on errors": afterHello(func(_ request, right string) string {
			if strings.Contains(right, `"error"`) {
				os.Exit(3)
			}
			return right
		}),
		"crashes on its third ring": func(a *adapter) {
			rings := 0
			a.serve(func(r request, right string) string {
				if r.Op == "ring" {
					if rings++; rings == 3 {
						os.Exit(3)
					}
				}
				return right
			})
		},
		"stops reading": func(a *adapter) { a.serve(func(r request, right string) string { a.write(right); sleep(); return "" }) },
		"prints and stops reading": func(a *adapter) {
			a.serve(func(r request, right string) string {
				a.write(right + "DEBUG\n")
				sleep()
				return ""
			})
		},
		"slips in the second batch":   inBatch(func(r request) string { return fmt.Sprintf("{\"id\":%d,\"owners\":7}\n", r.ID) }),
		"crashes in the second batch": inBatch(func(request) string { os.Exit(3); return "" }),
		"refuses the second batch":    inBatch(func(r request) string { return fmt.Sprintf("{\"id\":%d,\"error\":\"internal\"}\n", r.ID) }),

		"crashes always": afterHello(func(request, string) string { os.Exit(3); return "" }),
		"hangs always":   afterHello(func(request, string) string { return "" }),
	}
}
