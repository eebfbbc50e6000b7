package runners

import (
	"strings"
	"sync"
)

// tail keeps the end of what is written to it, whatever the amount. It may be
// read while it is written.
type tail struct {
	mu  sync.Mutex
	end []byte
}

// tailSize is how many bytes a tail keeps, and tailLines how many lines of them
// it shows.
const (
	tailSize  = 8 << 10
	tailLines = 10
)

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if len(p) > tailSize {
		p = p[len(p)-tailSize:]
	}
	if over := len(t.end) + len(p) - tailSize; over > 0 {
		t.end = append(t.end[:0], t.end[over:]...)
	}
	t.end = append(t.end, p...)
	return n, nil
}

// lines returns the last lines, shortened, without control characters.
func (t *tail) lines() []string {
	t.mu.Lock()
	text := strings.TrimSpace(string(t.end))
	t.mu.Unlock()
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	lines = lines[max(0, len(lines)-tailLines):]
	for i, line := range lines {
		lines[i] = shorten(printable(line))
	}
	return lines
}

// printable replaces what could move a terminal's cursor or change its colours.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, strings.TrimRight(text, "\r"))
}
