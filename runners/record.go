package runners

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"ringkit/harness"
)

// A recording is text, so that people can read and cut it: a line sent to the
// adapter stands after "> ", a line that came from it after "< ". Lines that
// begin with # say nothing.
const (
	recordHead = "# An exchange between ringkit and an adapter: > was sent to it, < came from it.\n"
	markSent   = "> "
	markCame   = "< "
)

// A Recorder writes down an exchange.
type Recorder struct{ out *bufio.Writer }

// NewRecorder returns a Recorder that writes to w.
func NewRecorder(w io.Writer) *Recorder {
	r := &Recorder{bufio.NewWriter(w)}
	r.out.WriteString(recordHead)
	return r
}

// Record writes down a line; it is made for the Record of a [Process].
func (r *Recorder) Record(sent bool, line []byte) {
	mark := markCame
	if sent {
		mark = markSent
	}
	r.out.WriteString(mark)
	r.out.Write(bytes.TrimSuffix(line, []byte("\n")))
	r.out.WriteByte('\n')
}

// Flush writes out what is left, and returns the first error in writing.
func (r *Recorder) Flush() error { return r.out.Flush() }

// A Recording is an exchange that was written down: one conversation for each
// time that the program was started.
type Recording []conversation

// A conversation holds what was sent and what came, reply after reply.
type conversation struct {
	sent []sentLine
	came []cameLine
}

type sentLine struct {
	message
	text  []byte // with its newline
	at    int    // its line in the recording
	after int    // how many replies had come when it was sent
}

type cameLine struct {
	text []byte
	at   int
}

// ReadRecording reads what a [Recorder] wrote; file stands in messages.
func ReadRecording(file string, text []byte) (Recording, error) {
	var rec Recording
	for i, line := range bytes.Split(text, []byte("\n")) {
		fail := func(format string, args ...any) (Recording, error) {
			return nil, fmt.Errorf("%s:%d: %s", file, i+1, fmt.Sprintf(format, args...))
		}
		sent, wasSent := bytes.CutPrefix(line, []byte(markSent))
		came, hasCome := bytes.CutPrefix(line, []byte(markCame))
		switch {
		case len(line) == 0 || line[0] == '#':
			continue
		case wasSent:
			m, hello, err := messageOf(sent)
			if err != nil {
				return fail("%v", err)
			}
			if hello {
				rec = append(rec, conversation{})
			}
			if len(rec) == 0 {
				return fail("an exchange begins with hello")
			}
			c := &rec[len(rec)-1]
			c.sent = append(c.sent, sentLine{m, append(bytes.Clone(sent), '\n'), i + 1, len(c.came)})
		case hasCome:
			if len(rec) == 0 || len(rec[len(rec)-1].came) == len(rec[len(rec)-1].sent) {
				return fail("a reply without a request")
			}
			c := &rec[len(rec)-1]
			c.came = append(c.came, cameLine{came, i + 1})
		default:
			return fail("a line begins with %q, %q or \"#\"", markSent, markCame)
		}
	}
	if len(rec) == 0 {
		return nil, fmt.Errorf("%s: there is no exchange in it", file)
	}
	return rec, nil
}

var (
	requestText = regexp.MustCompile(`^\{"id":([0-9]{1,9}),"op":"([a-z]+)".*\}$`)
	errRequest  = errors.New(`a request begins with {"id":NUMBER,"op":"..."`)
)

// messageOf reads a request as the kit writes it.
func messageOf(line []byte) (m message, hello bool, err error) {
	found := requestText.FindSubmatch(line)
	if found == nil {
		return m, false, errRequest
	}
	m.id, _ = strconv.Atoi(string(found[1]))
	m.op = harness.RequestOp(found[2])
	_, rest, _ := bytes.Cut(line, []byte(","))
	m.body = rawBody("{" + string(rest))
	return m, m.op == "hello", nil
}

// A rawBody is a request's body as it was written.
type rawBody string

func (b rawBody) MarshalJSON() ([]byte, error) { return []byte(b), nil }
