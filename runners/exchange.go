package runners

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ringkit/harness"
)

// window is how many requests may wait for their reply.
const window = 256

// A session is a conversation with one child.
type session struct {
	*child
	timeout time.Duration
	record  func(sent bool, line []byte)
	nextID  int
}

// A sent message waits for its reply.
type sent struct {
	message
	id int
}

// exchange sends the messages that next returns, up to window of them before a
// reply is read, and calls got with each reply and its text, in order. Whatever
// breaks the conversation ends exchange with trouble; the session is of no more
// use then.
func (s *session) exchange(ctx context.Context, next func() (message, bool), got func(message, reply, []byte)) *harness.Trouble {
	waiting := make(chan sent, window)
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
		s.stdin.Close() // the writer may hang in it
	}
	<-written
	return trouble
}

// write sends messages and puts each among the waiting ones before it goes out.
func (s *session) write(next func() (message, bool), waiting chan<- sent, quit <-chan struct{}) {
	out := bufio.NewWriterSize(s.stdin, 32<<10)
	for {
		m, more := next()
		if !more {
			out.Flush()
			return
		}
		w := sent{m, s.nextID}
		s.nextID++
		select {
		case waiting <- w:
		default:
			// The window is full: what is in the buffer must go out now, since
			// only its replies will open the window.
			out.Flush()
			select {
			case waiting <- w:
			case <-quit:
				return
			}
		}
		text := line(w.id, w.body)
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
func (s *session) receive(ctx context.Context, waiting <-chan sent, got func(message, reply, []byte)) *harness.Trouble {
	timer := time.NewTimer(s.timeout)
	defer timer.Stop()
	for w := range waiting {
		timer.Reset(s.timeout)
		select {
		case text, more := <-s.lines:
			if !more {
				return s.ended(w)
			}
			if s.record != nil {
				s.record(false, text)
			}
			r, err := open(text, w.id)
			if err != nil {
				return w.trouble(harness.Protocol, text, err.Error())
			}
			got(w.message, r, text)
		case <-timer.C:
			return s.hung(w)
		case <-ctx.Done():
			return w.trouble(harness.Timeout, nil, "interrupted")
		}
	}
	return nil
}

// trouble tells what happened in place of the reply.
func (w sent) trouble(outcome harness.Outcome, got []byte, what string) *harness.Trouble {
	text := strings.TrimSuffix(string(line(w.id, w.body)), "\n")
	return &harness.Trouble{
		Outcome: outcome, What: what,
		Request: shorten(text), Got: shorten(printable(string(got))),
	}
}

// ended tells why the output ended before the reply.
func (s *session) ended(w sent) *harness.Trouble {
	t := w.trouble(harness.Protocol, s.halfway, "")
	switch {
	case errors.Is(s.readErr, errLineTooLong):
		t.What = s.readErr.Error()
	case !s.hasExited():
		t.What = "closed its standard output but goes on running"
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
	t.Stderr = s.stderr.lines()
	return t
}

// hung tells why no reply came in time. An adapter that never flushes shows
// itself once its input ends.
func (s *session) hung(w sent) *harness.Trouble {
	t := w.trouble(harness.Timeout, nil, fmt.Sprintf("no reply within %v", s.timeout))
	s.stdin.Close()
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case text, more := <-s.lines:
		if more {
			t.What += ", but as soon as its input ended: flush standard output after every reply"
			t.Got = shorten(printable(string(text)))
		}
	case <-timer.C:
	}
	t.Stderr = s.stderr.lines()
	return t
}
