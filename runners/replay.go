package runners

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"ringkit/harness"
)

// A Difference is the first reply that is another one than before.
type Difference struct {
	// Line is that of the request in the recording.
	Line int
	// Request is what was sent, Before and Now what came; empty where nothing did.
	Request, Before, Now string
	// Trouble tells why nothing came now; nil if something did.
	Trouble *harness.Trouble
}

// Replay sends all that was recorded to a program of its own for each
// conversation, and compares the replies. White space, the order of fields and
// the text in "message" make no difference. Where no reply was recorded, because
// the program crashed or hung, none must come. It returns the first difference,
// or nil; it fails if the program cannot be started or does not say hello, or if
// ctx ends. Nothing else may be asked of the Process.
func (rec Recording) Replay(ctx context.Context, p *Process) (*Difference, error) {
	for _, c := range rec {
		difference, err := c.replay(ctx, p)
		if difference != nil || err != nil {
			return difference, err
		}
	}
	return nil, nil
}

// Replies returns how many replies were recorded.
func (rec Recording) Replies() (n int) {
	for _, c := range rec {
		n += len(c.came)
	}
	return n
}

func (c conversation) replay(ctx context.Context, p *Process) (*Difference, error) {
	child, err := start(p.Command, p.Env, p.Dir)
	if err != nil {
		return nil, err
	}
	s := &session{child: child, timeout: cmp.Or(max(0, p.Timeout), DefaultTimeout)}
	came := make(chan struct{}, len(c.came))
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(child.stdin, came)
	}()
	difference, err := c.compare(ctx, s, came)
	close(came)
	if difference == nil && err == nil && len(c.came) == len(c.sent) {
		child.end()
	}
	child.kill() // the writer may hang in a pipe that nobody reads
	<-written
	return difference, err
}

// write sends each request when as many replies have come as had before.
func (c conversation) write(stdin io.Writer, came <-chan struct{}) {
	out := bufio.NewWriter(stdin)
	seen := 0
	for _, request := range c.sent {
		for ; seen < request.after; seen++ {
			out.Flush()
			if _, more := <-came; !more {
				return
			}
		}
		if _, err := out.Write(request.text); err != nil {
			return // the reader finds out why
		}
	}
	out.Flush()
}

// compare reads the replies until one differs from what was recorded.
func (c conversation) compare(ctx context.Context, s *session, came chan<- struct{}) (*Difference, error) {
	for i, request := range c.sent {
		if i == len(c.came) && i > 0 && c.brokeProtocol(i-1) {
			return nil, nil
		}
		now, trouble, err := s.readReply(ctx, request.message)
		if err != nil {
			return nil, err
		}
		d := &Difference{Line: request.at, Request: strings.TrimSuffix(string(request.text), "\n"), Trouble: trouble}
		switch {
		case i == len(c.came) && trouble != nil:
			return nil, nil // as it was
		case i == len(c.came):
			d.Now = string(now)
			return d, nil
		case trouble != nil && i == 0:
			return nil, &HelloError{trouble}
		case trouble != nil:
			d.Before = string(c.came[i].text)
			return d, nil
		case !sameReply(c.came[i].text, now, request.id):
			d.Before, d.Now = string(c.came[i].text), string(now)
			return d, nil
		}
		came <- struct{}{}
	}
	return nil, nil
}

// brokeProtocol reports whether a recorded reply made the kit stop reading, so
// that the requests after it had no chance of a reply.
func (c conversation) brokeProtocol(i int) bool {
	_, err := open(c.came[i].text, c.sent[i].id)
	return err != nil
}

// readReply waits for one line, whatever it holds.
func (s *session) readReply(ctx context.Context, m message) ([]byte, *harness.Trouble, error) {
	timer := time.NewTimer(s.timeout)
	defer timer.Stop()
	var trouble *harness.Trouble
	select {
	case text, more := <-s.lines:
		if more {
			return text, nil, nil
		}
		trouble = s.ended(m)
	case <-timer.C:
		trouble = s.hung(m)
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	s.kill()
	trouble.Stderr = s.stderr.lines()
	return nil, trouble, nil
}

// sameReply reports whether two replies to a request mean the same.
func sameReply(a, b []byte, id int) bool {
	if bytes.Equal(a, b) {
		return true
	}
	_, errA := open(a, id)
	_, errB := open(b, id)
	if (errA == nil) != (errB == nil) {
		return false // one of them ends in \r\n, say
	}
	read := func(line []byte) (fields map[string]any) {
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.UseNumber()
		if decoder.Decode(&fields) != nil || decoder.More() {
			return nil
		}
		delete(fields, "message")
		return fields
	}
	x, y := read(a), read(b)
	return x != nil && reflect.DeepEqual(x, y)
}

// String tells the difference in several lines.
func (d *Difference) String() string {
	before, now := showDifference(d.Before, d.Now)
	var b strings.Builder
	fmt.Fprintf(&b, "sent   %s\n", showLine([]byte(d.Request)))
	fmt.Fprintf(&b, "before %s\n", cmp.Or(before, "no reply"))
	if d.Trouble == nil {
		fmt.Fprintf(&b, "now    %s\n", now)
		return b.String()
	}
	fmt.Fprintf(&b, "now    %s\n", d.Trouble.What)
	writeTrouble(&b, d.Trouble, "")
	return b.String()
}

// showDifference shortens both texts to what surrounds their first difference.
func showDifference(a, b string) (string, string) {
	const ahead = 60
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	if from -= ahead; from <= ahead || a == "" || b == "" {
		return showLine([]byte(a)), showLine([]byte(b))
	}
	return "..." + showLine([]byte(a[from:])), "..." + showLine([]byte(b[from:]))
}

// showLine shows a line of an exchange, shortened.
func showLine(line []byte) string {
	return harness.Printable(shorten(strings.TrimSuffix(string(line), "\n")))
}

// writeTrouble writes what a process left behind, if it did.
func writeTrouble(out io.Writer, t *harness.Trouble, indent string) {
	if t.Got != "" {
		fmt.Fprintf(out, "%sgot    %s\n", indent, t.Got)
	}
	if t.Exit != "" {
		fmt.Fprintf(out, "%sexit   %s\n", indent, t.Exit)
	}
	for _, line := range t.Stderr {
		fmt.Fprintf(out, "%sstderr %s\n", indent, line)
	}
}
