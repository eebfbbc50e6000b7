package runners

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ringkit/harness"
)

// defaultWindow is how many requests may wait for their reply: enough to keep
// both sides busy, and few enough to find out soon which of them broke the
// adapter.
const defaultWindow = 32

// A session is a conversation with one child.
type session struct {
	*child
	timeout time.Duration
	window  int
	record  func(sent bool, line []byte)
	nextID  int
	due     message // whose reply is waited for, or was when the conversation broke
}

// exchange sends the messages that next returns, up to a window of them before a
// reply is read, and calls got with each reply and its text, in order. Whatever
// breaks the conversation ends exchange with trouble, and the child.
func (s *session) exchange(ctx context.Context, next func() (message, bool), got func(message, reply, []byte)) *harness.Trouble {
	waiting := make(chan message, s.window-1) // and one that is due
	quit := make(chan struct{})
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer close(waiting)
		s.write(next, waiting, quit)
	}()
	trouble := s.receive(ctx, waiting, got)
	close(quit)
	if trouble != nil {
		s.kill() // the writer may hang in a pipe that nobody reads
		trouble.Stderr = s.stderr.lines()
	}
	<-written
	return trouble
}

// write sends messages and puts each among the waiting ones before it goes out.
func (s *session) write(next func() (message, bool), waiting chan<- message, quit <-chan struct{}) {
	out := bufio.NewWriterSize(s.stdin, 32<<10)
	for {
		m, more := next()
		if !more {
			out.Flush()
			return
		}
		m.id = s.nextID
		s.nextID++
		select {
		case waiting <- m:
		default:
			// The window is full: what is in the buffer must go out now, since
			// only its replies will open the window.
			out.Flush()
			select {
			case waiting <- m:
			case <-quit:
				return
			}
		}
		text := m.line()
		if s.record != nil {
			s.record(true, text)
		}
		if _, err := out.Write(text); err != nil {
			return // the reader finds out why
		}
	}
}

// receive takes the replies until all that was sent is answered, ctx ends or the
// conversation breaks.
func (s *session) receive(ctx context.Context, waiting <-chan message, got func(message, reply, []byte)) *harness.Trouble {
	timer := time.NewTimer(s.timeout)
	defer timer.Stop()
	for m := range waiting {
		s.due = m
		timer.Reset(s.timeout)
		select {
		case text, more := <-s.lines:
			if !more {
				return s.ended(m)
			}
			if s.record != nil {
				s.record(false, text)
			}
			r, err := open(text, m.id)
			if err != nil {
				return m.trouble(harness.Protocol, text, err.Error())
			}
			got(m, r, text)
		case <-timer.C:
			return s.hung(m)
		case <-ctx.Done():
			return m.trouble(harness.Timeout, nil, "interrupted")
		}
	}
	return nil
}

// trouble tells what came in place of an answer to the message.
func (m message) trouble(outcome harness.Outcome, got []byte, what string) *harness.Trouble {
	return &harness.Trouble{
		Outcome: outcome, What: what,
		Request: shorten(strings.TrimSuffix(string(m.line()), "\n")), Got: printable(shorten(string(got))),
	}
}

const goesOn = "closed its standard output but goes on running"

// ended tells why the output ended before the reply.
func (s *session) ended(m message) *harness.Trouble {
	t := m.trouble(harness.Protocol, s.halfway, "")
	switch {
	case errors.Is(s.readErr, errLineTooLong):
		t.What = s.readErr.Error()
	case !s.hasExited():
		t.What = goesOn
	default:
		t.Outcome, t.Exit = harness.Crash, s.cmd.ProcessState.String()
		switch {
		case len(s.halfway) > 0:
			t.What = "ended in the middle of a reply"
		case s.cmd.ProcessState.Success():
			t.What = "ended before its input did: it must answer until the end of its input"
		default:
			t.What = "ended without a reply"
		}
	}
	return t
}

// rest ends the child's input after the last reply, and the child, and returns
// trouble if it wrote another line.
func (s *session) rest() (trouble *harness.Trouble) {
	s.stdin.Close()
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case text, more := <-s.lines:
		if !more {
			text = s.halfway
		}
		if more || len(text) > 0 {
			_, err := open(text, s.nextID)
			trouble = s.due.trouble(harness.Protocol, text, cmp.Or(err, errUnasked).Error())
		}
	case <-timer.C:
	}
	s.kill()
	if trouble != nil {
		trouble.Stderr = s.stderr.lines()
	}
	return trouble
}

var errUnasked = errors.New("a reply that no request asked for")

// hung tells why no reply came in time. An adapter that never flushes shows
// itself once its input ends.
func (s *session) hung(m message) *harness.Trouble {
	t := m.trouble(harness.Timeout, nil, fmt.Sprintf("no reply within %v", s.timeout))
	s.stdin.Close()
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case text, more := <-s.lines:
		if more {
			t.What += ", but as soon as its input ended: flush standard output after every reply"
			t.Got = printable(shorten(string(text)))
		}
	case <-timer.C:
	}
	return t
}
