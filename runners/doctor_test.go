package runners

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func init() {
	for name, behave := range map[string]func(*adapter){
		"reads one request of many": func(a *adapter) {
			block := make([]byte, 1<<16)
			for {
				n, err := os.Stdin.Read(block)
				if err != nil {
					return
				}
				first, _, _ := bytes.Cut(block[:n], []byte("\n"))
				var r request
				if err := json.Unmarshal(first, &r); err != nil {
					panic(err)
				}
				a.write(a.answer(r))
			}
		},
		"answers at the end of its input": func(a *adapter) {
			var held strings.Builder
			a.serve(func(_ request, right string) string { held.WriteString(right); return "" })
			a.write(held.String())
		},
		"exits with status 4":   func(a *adapter) { adapters["right"](a); os.Exit(4) },
		"lives on":              func(a *adapter) { adapters["right"](a); sleep() },
		"says goodbye":          func(a *adapter) { adapters["right"](a); a.write("bye\n") },
		"says half a goodbye":   func(a *adapter) { adapters["right"](a); a.write("bye") },
		"owns wrongly":          afterHello(func(r request, right string) string { return strings.Replace(right, `["cache-`, `["cache_`, 1) }),
		"fails in adding":       afterHello(inOp("add", `{"id":ID,"error":"internal","message":"KeyError\u001b: 'x'"}`)),
		"has no replicas":       func(a *adapter) { a.serve(inHello(`"replicas",`, ``)) },
		"says it has replicas":  afterHello(inOp("replicas", `{"id":ID,"error":"unsupported"}`)),
		"gives positions wrong": afterHello(inOp("hash", `{"id":ID,"hash":1049937399}`)),
	} {
		adapters[name] = behave
		testedElsewhere = append(testedElsewhere, name)
	}
}

// inOp replies the text to one operation.
func inOp(op, text string) func(request, string) string {
	return func(r request, right string) string {
		if r.Op != op {
			return right
		}
		return strings.ReplaceAll(text, "ID", fmt.Sprint(r.ID)) + "\n"
	}
}

// inHello changes the reply to hello.
func inHello(old, new string) func(request, string) string {
	return func(r request, right string) string {
		if r.Op != "hello" {
			return right
		}
		return strings.Replace(right, old, new, 1)
	}
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	var (
		healthy   error
		unhealthy = ErrUnhealthy
		noHello   = errors.New("a *HelloError")
	)
	tests := []struct {
		adapter string
		timeout time.Duration
		err     error
		last    string   // the step that it ends with
		want    []string // is told
	}{
		{"right", quick, healthy, "end", []string{
			" 1  start", " 3  hash", `    → {"id":1,"op":"hash","dialect":"xmur3","key":"user:1001"}` + "\n", `    ← {"hash":"1049937399","id":1}` + "\n",
			"    ok     20 replies, in order\n", "    ok     exits with status 0\n\nAll is well.",
		}},
		{"exits at once", quick, noHello, "start", []string{"WRONG  ended before its input did", "exit   exit status 0"}},
		{"fails at once", quick, noHello, "start", []string{"exit   exit status 3", "stderr no such module: ring"}},
		{"prints a banner", quick, noHello, "start", []string{"WRONG  wrote a line before it was asked", "got    Welcome to ring 1.0!", "advice write nothing before"}},
		{"replies before it is asked", quick, noHello, "start", []string{"WRONG  wrote a line before it was asked"}},
		{"prints half a hello", quick, noHello, "start", []string{"WRONG  ended in the middle of a reply"}},
		{"never says hello", slower, noHello, "hello", []string{"WRONG  no reply within 1s", "advice read standard input line by line"}},
		{"answers at the end of its input", slower, noHello, "hello", []string{"as soon as its input ended: flush standard output"}},
		{"makes up a dialect", quick, noHello, "hello", []string{"WRONG  dialects names \"rendezvous\"", "it knows\n             xmur3, "}},
		{"misspells a dialect", quick, noHello, "hello", []string{`WRONG  dialects names "xmur33"`}},
		{"refuses hello", quick, noHello, "hello", []string{"WRONG  hello was answered with the error"}},
		{"ends its lines in CRLF", quick, noHello, "hello", []string{`ends in \r\n`}},
		{"crashes always", quick, unhealthy, "hash", []string{"WRONG  ended without a reply", "exit   exit status 3", "advice catch what goes wrong"}},
		{"prints always", quick, unhealthy, "hash", []string{"    ← DEBUG\n    WRONG  a line on standard output that is no JSON object"}},
		{"counts from one", quick, unhealthy, "hash", []string{"WRONG  the reply has the id 2 where 1 is due"}},
		{"answers twice", quick, unhealthy, "hash", []string{"WRONG  the reply has the id 0 where 1 is due"}},
		{"gives positions wrong", quick, unhealthy, "hash", []string{"WRONG  hash is the number 1049937399: a position is decimal text in quotes"}},
		{"has nothing", quick, unhealthy, "ring", []string{"note   hello offers it", "WRONG  there is no ring to go on with", "advice ring and owners are required"}},
		{"owns wrongly", quick, unhealthy, "end", []string{`WRONG  the answer of xmur3 is {"owners":["cache-b",`, "Of the answers, 5 are not those of xmur3"}},
		{"fails in adding", quick, unhealthy, "end", []string{"WRONG  the answer of xmur3 is {}", `says   KeyError\x1b: 'x'`}},
		{"has no replicas", quick, healthy, "end", []string{"skip   hello does not offer it"}},
		{"says it has replicas", quick, healthy, "end", []string{"note   hello offers it"}},
		{"reads one request of many", slower, unhealthy, "batch", []string{"WRONG  after 1 reply: no reply within 1s", "advice answer every line that has come"}},
		{"exits with status 4", quick, unhealthy, "end", []string{"WRONG  did not exit with status 0", "exit   exit status 4", "advice leave the loop"}},
		{"lives on", slower, unhealthy, "end", []string{"WRONG  goes on running 1s after its input has ended"}},
		{"says goodbye", quick, unhealthy, "end", []string{"WRONG  wrote on after its last reply", "got    bye"}},
		{"says half a goodbye", quick, unhealthy, "end", []string{"WRONG  wrote on after its last reply", "got    bye"}},
	}
	for _, tt := range tests {
		t.Run(tt.adapter, func(t *testing.T) {
			t.Parallel()
			p, closeAll := newProcess(t, tt.adapter, tt.timeout)
			var out strings.Builder
			err := Doctor(context.Background(), p, &out)
			var hello *HelloError
			if tt.err == noHello && !errors.As(err, &hello) || tt.err != noHello && !errors.Is(err, tt.err) {
				t.Errorf("want error %v, got %v", tt.err, err)
			}
			if last := lastStep(out.String()); last != tt.last {
				t.Errorf("want %s to be the last step, got %s", tt.last, last)
			}
			for _, want := range tt.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no word of %q", want)
				}
			}
			if strings.Contains(out.String(), "\x1b") {
				t.Error("an escape sequence is left")
			}
			if _, alive := closeAll(); len(alive) > 0 {
				t.Errorf("processes are left: %v", alive)
			}
			if t.Failed() {
				t.Log("\n" + out.String())
			}
		})
	}
}

// lastStep returns the name of the last step that a doctor took.
func lastStep(text string) (name string) {
	for _, line := range strings.Split(text, "\n") {
		var number int
		var step string
		if n, _ := fmt.Sscanf(line, "%d %s", &number, &step); n == 2 && !strings.HasPrefix(line, "    ") {
			name = step
		}
	}
	return name
}

func TestDoctorWithoutAProgram(t *testing.T) {
	var out strings.Builder
	err := Doctor(context.Background(), &Process{Command: []string{"./no-such-adapter"}}, &out)
	if err == nil || errors.Is(err, ErrUnhealthy) || !strings.Contains(out.String(), "WRONG  ./no-such-adapter: there is no such file") {
		t.Errorf("want it told that there is no such file, got %v and\n%s", err, out.String())
	}
}

func TestDoctorIsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, closeAll := newProcess(t, "never says hello", quick)
	defer closeAll()
	if err := Doctor(ctx, p, new(strings.Builder)); !errors.Is(err, context.Canceled) {
		t.Errorf("want %v, got %v", context.Canceled, err)
	}
}
