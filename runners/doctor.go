package runners

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"ringkit/harness"
	"ringkit/vectors"
)

// ErrUnhealthy: the doctor found something wrong after hello, and has said what.
var ErrUnhealthy = errors.New("not as it should be")

// quietTime is how long the doctor waits for output that nobody asked for.
const quietTime = 200 * time.Millisecond

// batchSize is how many requests the doctor sends before it reads a reply.
const batchSize = 20

// Doctor walks through the protocol with a program, one step at a time, and
// writes each exchange to out. It stops at the first breach of the protocol with
// advice; a wrong answer is told, and the walk goes on. It fails with
// ErrUnhealthy if anything was wrong, with another error if the program could
// not be started or did not say a valid hello, and if ctx ends. Nothing else may
// be asked of the Process.
func Doctor(ctx context.Context, p *Process, out io.Writer) error {
	d := &doctor{ctx: ctx, out: out}
	d.step("start", strings.Join(p.Command, " "))
	c, err := start(p.Command, p.Env, p.Dir)
	if err != nil {
		d.problem(&harness.Trouble{What: err.Error()}, "")
		return err
	}
	defer c.kill()
	var mu sync.Mutex // the two directions are written by two goroutines
	d.session = &session{
		child: c, timeout: cmp.Or(max(0, p.Timeout), DefaultTimeout), window: defaultWindow,
		record: func(sent bool, line []byte) {
			mu.Lock()
			defer mu.Unlock()
			d.show(sent, line)
		},
	}
	if trouble := d.unasked(); trouble != nil {
		d.problem(trouble, "write nothing before the first request, and logs to standard error")
		return &HelloError{trouble}
	}
	d.good("runs, and writes nothing before it is asked")
	if err := d.hello(); err != nil {
		return err
	}
	for _, examine := range []func() error{d.requests, d.batch, d.end} {
		if err := examine(); err != nil {
			return err
		}
	}
	if d.wrong > 0 {
		fmt.Fprintf(out, "\nThe protocol is kept. Of the answers, %d are not those of %s: run the cases to find out why.\n", d.wrong, d.dialect)
		return ErrUnhealthy
	}
	fmt.Fprintf(out, "\nAll is well. Run the cases next.\n")
	return nil
}

type doctor struct {
	ctx     context.Context
	out     io.Writer
	session *session
	said    harness.Hello
	dialect string
	steps   int
	wrong   int
	silent  bool   // lines are not shown
	shown   string // the last line that was
}

func (d *doctor) step(name, what string) {
	d.steps++
	fmt.Fprintf(d.out, "%2d  %-9s %s\n", d.steps, name, what)
}

func (d *doctor) show(sent bool, line []byte) {
	arrow := "←"
	if sent {
		arrow = "→"
	}
	if d.shown = showLine(line); !d.silent {
		fmt.Fprintf(d.out, "    %s %s\n", arrow, d.shown)
	}
}

func (d *doctor) good(what string) { fmt.Fprintf(d.out, "    ok     %s\n", what) }

// problem tells what happened in place of an answer and what to do.
func (d *doctor) problem(t *harness.Trouble, advice string) {
	fmt.Fprintf(d.out, "    WRONG  %s\n", strings.ReplaceAll(t.What, "\n", "\n           "))
	if t.Got == d.shown && !d.silent {
		t.Got = "" // it stands there already
	}
	writeTrouble(d.out, t, "    ")
	if advice != "" {
		fmt.Fprintf(d.out, "    advice %s\n", advice)
	}
}

// unasked waits a moment for what a program should not write.
func (d *doctor) unasked() *harness.Trouble {
	timer := time.NewTimer(quietTime)
	defer timer.Stop()
	select {
	case text, more := <-d.session.lines:
		if more {
			return &harness.Trouble{Outcome: harness.Protocol, What: "wrote a line before it was asked anything", Got: showLine(text)}
		}
		t := d.session.ended(message{body: bareBody{}})
		d.session.kill()
		t.Stderr = d.session.stderr.lines()
		return t
	case <-timer.C:
	case <-d.ctx.Done():
	}
	return nil
}

// ask sends one message and waits for its reply.
func (d *doctor) ask(m message) (r reply, text []byte, trouble *harness.Trouble) {
	trouble = d.exchange([]message{m}, func(_ message, got reply, line []byte) { r, text = got, line })
	return r, text, trouble
}

// exchange sends messages and gives each reply to got.
func (d *doctor) exchange(messages []message, got func(message, reply, []byte)) *harness.Trouble {
	return d.session.exchange(d.ctx, func() (m message, more bool) {
		if len(messages) == 0 {
			return m, false
		}
		m, messages = messages[0], messages[1:]
		return m, true
	}, got)
}

func (d *doctor) hello() error {
	d.step("hello", "it says who it is")
	r, _, trouble := d.ask(message{body: helloBody{"hello", ProtocolVersion}})
	if err := d.ctx.Err(); err != nil {
		return err
	}
	if trouble == nil {
		said, err := r.hello()
		if err == nil {
			d.said, d.dialect = said, said.Dialects[0]
			d.good("speaks " + strings.Join(said.Dialects, ", ") + "; what follows is about " + d.dialect)
			return nil
		}
		trouble = &harness.Trouble{Outcome: harness.Protocol, What: err.Error()}
	}
	d.problem(trouble, advice(trouble))
	return &HelloError{trouble}
}

// requests asks one question after the other, in the first dialect that the
// program speaks, and compares the answers with the Go reference's.
func (d *doctor) requests() error {
	offered := slices.DeleteFunc(questions(d.dialect), func(q question) bool { return !d.offers(q.request.Op) })
	script := harness.Script{}
	for _, q := range offered {
		script.Requests = append(script.Requests, q.request)
	}
	right := harness.Go().PlayOne(script)
	next := 0
	for _, q := range questions(d.dialect) {
		d.step(string(q.request.Op), q.about)
		if !d.offers(q.request.Op) {
			fmt.Fprintf(d.out, "    skip   hello does not offer it: cases that need it count as unsupported\n")
			continue
		}
		m := messages(0, harness.Script{Requests: []harness.Request{q.request}})[0]
		r, text, trouble := d.ask(m)
		if err := d.ctx.Err(); err != nil {
			return err
		}
		var answer harness.Answer
		if trouble == nil {
			var err error
			if answer, err = r.answer(m); err != nil {
				trouble = m.trouble(harness.Protocol, text, err.Error())
			}
		}
		if trouble != nil {
			d.problem(trouble, advice(trouble))
			return ErrUnhealthy
		}
		if answer.Error == harness.CodeUnsupported && q.request.Op == harness.OpRing {
			d.problem(&harness.Trouble{What: "there is no ring to go on with"}, "ring and owners are required in each dialect that hello names")
			return ErrUnhealthy
		}
		d.judge(q.request.Op, answer, right.Answers[next])
		next++
	}
	return nil
}

func (d *doctor) offers(op harness.RequestOp) bool {
	return op == harness.OpRing || op == harness.OpOwners || slices.Contains(d.said.Ops, string(op))
}

// judge compares an answer with the right one.
func (d *doctor) judge(op harness.RequestOp, got, want harness.Answer) {
	message := got.Message
	got.Message, want.Message = "", ""
	if op == harness.OpNodes { // some dialects sort them and others do not
		slices.Sort(got.Nodes)
		slices.Sort(want.Nodes)
	}
	switch {
	case got.Error == harness.CodeUnsupported:
		fmt.Fprintf(d.out, "    note   hello offers it: cases that need it count as unsupported all the same\n")
	case reflect.DeepEqual(got, want):
		d.good("right for " + d.dialect)
	default:
		d.wrong++
		fmt.Fprintf(d.out, "    WRONG  the answer of %s is %s\n", d.dialect, shorten(describe(op, want)))
		if message != "" {
			fmt.Fprintf(d.out, "    says   %s\n", showLine([]byte(message)))
		}
	}
}

// describe writes an answer as the protocol does.
func describe(op harness.RequestOp, a harness.Answer) string {
	fields := map[string]any{}
	switch {
	case a.Error != "":
		fields["error"] = a.Error
	case op == harness.OpHash:
		fields["hash"] = a.Position
	case op == harness.OpOwners:
		fields["owners"] = a.Owners
	case op == harness.OpPoints:
		fields["points"] = a.Points
	case op == harness.OpReplicas, op == harness.OpNodes:
		fields["nodes"] = a.Nodes
	case op == harness.OpRemove:
		fields["removed"] = !a.NotRemoved
	}
	return string(encode(fields))
}

// batch sends many requests at once.
func (d *doctor) batch() error {
	d.step("batch", fmt.Sprintf("%d requests are sent before a reply is read", batchSize))
	d.silent = true
	var batch []message
	for i := range batchSize {
		request := harness.Request{Op: harness.OpOwners, Keys: []string{fmt.Sprintf("key-%d", i)}}
		batch = append(batch, messages(0, harness.Script{Requests: []harness.Request{request}})...)
	}
	replies := 0
	var slip *harness.Trouble
	trouble := d.exchange(batch, func(m message, r reply, text []byte) {
		replies++
		if _, err := r.answer(m); err != nil && slip == nil {
			slip = m.trouble(harness.Protocol, text, err.Error())
		}
	})
	if err := d.ctx.Err(); err != nil {
		return err
	}
	if trouble = cmp.Or(slip, trouble); trouble != nil {
		trouble.What = fmt.Sprintf("after %s: %s", harness.Counted(replies, "reply"), trouble.What)
		d.problem(trouble, "answer every line that has come: a reader may take in several at once, and none may be dropped")
		return ErrUnhealthy
	}
	d.good(fmt.Sprintf("%d replies, in order", replies))
	return nil
}

// end ends the program's input, upon which it must exit.
func (d *doctor) end() error {
	d.step("end", "its input ends")
	d.session.stdin.Close()
	trouble, err := d.farewell()
	if trouble == nil {
		return err
	}
	d.session.kill()
	trouble.Stderr = d.session.stderr.lines()
	d.problem(trouble, "leave the loop at the end of standard input, and exit with status 0")
	return ErrUnhealthy
}

func (d *doctor) farewell() (*harness.Trouble, error) {
	timer := time.NewTimer(d.session.timeout)
	defer timer.Stop()
	select {
	case text, more := <-d.session.lines:
		if !more {
			text = d.session.halfway
		}
		if len(text) > 0 {
			return &harness.Trouble{What: "wrote on after its last reply", Got: showLine(text)}, nil
		}
	case <-timer.C:
		return &harness.Trouble{What: fmt.Sprintf("goes on running %v after its input has ended", d.session.timeout)}, nil
	case <-d.ctx.Done():
		return nil, d.ctx.Err()
	}
	if !d.session.hasExited() {
		return &harness.Trouble{What: goesOn}, nil
	}
	if state := d.session.cmd.ProcessState; !state.Success() {
		return &harness.Trouble{What: "did not exit with status 0", Exit: state.String()}, nil
	}
	d.good("exits with status 0")
	return nil, nil
}

// advice says what to do about trouble that is not in the words of the trouble
// itself.
func advice(t *harness.Trouble) string {
	switch t.Outcome {
	case harness.Crash:
		return "catch what goes wrong with a request and answer the error internal; its standard error may say more"
	case harness.Timeout:
		return "read standard input line by line, do not wait for its end or for a full block, and flush after each reply"
	}
	return "spec/protocol.md, \"The usual slips\""
}

// A question is a request, and what its answer shows.
type question struct {
	request harness.Request
	about   string
}

// questions returns what the doctor asks in a dialect.
func questions(dialect string) []question {
	vnodes := 2
	nodes := []vectors.Node{{Name: "cache-a", Weight: 1}, {Name: "cache-b", Weight: 1}, {Name: "cache-c", Weight: 1}}
	// What line readers, text modes and C strings stumble over.
	keys := []string{"user:1001", "user:1002", "", "caf\u00e9", "\U0001f600", "a\u0085b\u2028c", "nul\x00nul", "\r"}
	joining := vectors.Node{Name: "cache-d", Weight: 1}
	return []question{
		{harness.Request{Op: harness.OpHash, Dialect: dialect, Key: keys[0]}, "a position is decimal text"},
		{harness.Request{Op: harness.OpRing, Dialect: dialect, Nodes: nodes, VNodes: &vnodes}, "three nodes with two points each"},
		{harness.Request{Op: harness.OpOwners, Keys: keys}, "an owner for each key, whatever text it is"},
		{harness.Request{Op: harness.OpReplicas, Key: keys[0], Count: 2}, "two distinct nodes, the owner first"},
		{harness.Request{Op: harness.OpPoints}, "all points in ring order"},
		{harness.Request{Op: harness.OpNodes}, "the members"},
		{harness.Request{Op: harness.OpAdd, Node: joining}, "a node joins"},
		{harness.Request{Op: harness.OpOwners, Keys: keys}, "the new node takes part"},
		{harness.Request{Op: harness.OpRemove, Node: joining}, "it leaves again"},
		{harness.Request{Op: harness.OpOwners, Keys: keys}, "every key is back where it was"},
	}
}
