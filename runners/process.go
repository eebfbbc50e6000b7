package runners

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ringkit/harness"
)

// DefaultTimeout is how long an adapter may take for one reply.
const DefaultTimeout = 10 * time.Second

// A Process is an implementation in another process, which speaks the adapter
// protocol on its standard input and output. It is started when it is first
// asked something. A Process is a [harness.Implementation]; one goroutine at a
// time may use it.
type Process struct {
	// Command is the program and its arguments; the program is looked up in PATH
	// if it is a bare name.
	Command []string
	// Dir is the folder to start it in; empty means the current one.
	Dir string
	// Env is its environment; nil means the kit's.
	Env []string
	// Timeout is how long it may take for one reply; 0 means DefaultTimeout.
	Timeout time.Duration
	// Record, if it is set, is called with each line that is sent to the process
	// or came from it. Lines that are sent have their newline.
	Record func(sent bool, line []byte)
	// AnyDialect takes a hello that says that the dialect is unknown, which
	// otherwise fails.
	AnyDialect bool
	// Cleanup, if it is set, is called once when the Process is closed.
	Cleanup func() error

	hello   *harness.Hello
	session *session
	window  int // requests that may wait for their reply; 0 means defaultWindow
}

// Hello implements [harness.Implementation].
func (p *Process) Hello(ctx context.Context) (harness.Hello, error) {
	if p.hello == nil {
		if err := p.start(ctx); err != nil {
			return harness.Hello{}, err
		}
	}
	return *p.hello, nil
}

// start starts the process and has it say hello.
func (p *Process) start(ctx context.Context) error {
	if len(p.Command) == 0 {
		return errors.New("no command to start")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	c, err := start(p.Command, p.Env, p.Dir)
	if err != nil {
		return err
	}
	record := p.Record
	if record != nil {
		var mu sync.Mutex // the two directions are written by two goroutines
		record = func(sent bool, line []byte) {
			mu.Lock()
			defer mu.Unlock()
			p.Record(sent, line)
		}
	}
	p.session = &session{
		child: c, record: record,
		timeout: cmp.Or(max(0, p.Timeout), DefaultTimeout),
		window:  cmp.Or(p.window, defaultWindow),
	}
	var hello harness.Hello
	var slip *harness.Trouble
	asked := false
	trouble := p.session.exchange(ctx, func() (message, bool) {
		first := !asked
		asked = true
		return message{body: helloBody{"hello", ProtocolVersion}}, first
	}, func(m message, r reply, text []byte) {
		hello, err = r.hello()
		if p.AnyDialect && errors.Is(err, errUnknownDialect) {
			err = nil
		}
		if err != nil {
			slip = m.trouble(harness.Protocol, text, err.Error())
		}
	})
	if slip != nil {
		trouble = slip
		p.session.kill()
		trouble.Stderr = p.session.stderr.lines()
	}
	if trouble != nil {
		p.kill()
		return cmp.Or[error](ctx.Err(), &HelloError{trouble})
	}
	p.hello = &hello
	return nil
}

func (p *Process) kill() {
	if p.session != nil {
		p.session.kill()
		p.session = nil
	}
}

// Close implements [harness.Implementation]: it closes the process's input and
// ends the process, and all that it started, if it does not end by itself.
func (p *Process) Close() error {
	if p.session != nil {
		p.session.end()
		p.session = nil
	}
	if p.Cleanup != nil {
		cleanup := p.Cleanup
		p.Cleanup = nil
		return cleanup()
	}
	return nil
}

// A HelloError tells why a process did not say a valid hello.
type HelloError struct{ Trouble *harness.Trouble }

func (e *HelloError) Error() string {
	t := e.Trouble
	text := fmt.Sprintf("no valid hello: %s", t.What)
	if t.Exit != "" {
		text += " (" + t.Exit + ")"
	}
	if t.Got != "" {
		text += "\n  got    " + t.Got
	}
	for _, line := range t.Stderr {
		text += "\n  stderr " + line
	}
	return text
}
