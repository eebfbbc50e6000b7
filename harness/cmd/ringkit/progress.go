package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progress shows on a terminal how far each implementation is, in one line that
// is written over. Elsewhere it shows nothing.
type progress struct {
	out io.Writer // nil: not a terminal

	mu    sync.Mutex
	names []string
	state map[string]string
	last  time.Time
	width int
}

// redraw is how often the line is written at most.
const redraw = 100 * time.Millisecond

func newProgress(stderr io.Writer) *progress {
	p := &progress{state: map[string]string{}}
	if isTerminal(stderr) {
		p.out = stderr
	}
	return p
}

// of returns what tells the progress of one implementation.
func (p *progress) of(name string) func(done, total int) {
	if p.out == nil {
		return func(int, int) {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.names = append(p.names, name)
	return func(done, total int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.state[name] = fmt.Sprintf("%s %d/%d", name, done, total)
		if time.Since(p.last) >= redraw {
			p.last = time.Now()
			p.draw()
		}
	}
}

func (p *progress) draw() {
	var parts []string
	for _, name := range p.names {
		if s := p.state[name]; s != "" {
			parts = append(parts, s)
		}
	}
	line := strings.Join(parts, "  ")
	fmt.Fprintf(p.out, "\r%-*s", p.width, line)
	p.width = len(line)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.out != nil && p.width > 0 {
		fmt.Fprintf(p.out, "\r%*s\r", p.width, "")
	}
}
