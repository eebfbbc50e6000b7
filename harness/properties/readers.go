package properties

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// A ring that is changed and read at the same time must be in this process.
type changingRing interface {
	harness.Ring
	Add(node string, weight int) error
	Remove(node string) (bool, error)
}

const (
	readerCount = 2
	// readRounds is how often the changes are made, each time to a new ring.
	readRounds = 2
)

var readers = Property{
	Name: "readers", Rule: "lookup",
	Law:  "a lookup beside a change gives the owner before it or after it",
	draw: func(d *drawing) Sample { return d.story() },
	check: func(ctx context.Context, a *asker, s Sample) error {
		local, ok := a.impl.(harness.Local)
		if !ok || local.New == nil {
			return notApplicable("a ring can be changed and read at once only in this process")
		}
		if len(s.Keys) == 0 || s.distinct() != nil {
			return errVoid
		}
		states, err := a.statesOf(ctx, s)
		if err != nil {
			return err
		}
		for range readRounds {
			made, err := local.New(harness.Config{Dialect: s.Dialect, Nodes: ringNodes(s.Nodes), VNodes: vnodesAsked(s.VNodes)})
			if err != nil {
				return wrong("a ring", err, "the ring was refused")
			}
			ring, ok := made.(changingRing)
			if !ok {
				return errNotOffered
			}
			r := &reading{ring: ring, sample: s, states: states}
			if err := r.within(cmp.Or(local.Timeout, time.Minute)); err != nil {
				return err
			}
		}
		return nil
	},
}

// statesOf returns the owners of the keys after each number of changes, as rings
// that nobody reads meanwhile give them.
func (a *asker) statesOf(ctx context.Context, s Sample) ([][]owner, error) {
	ask := a.ring(s.Nodes, s.VNodes)
	asked := []int{ask.owners(s.Keys)}
	for _, c := range s.Changes {
		ask.change(c)
		asked = append(asked, ask.owners(s.Keys))
	}
	answers, err := a.play(ctx, ask)
	if err != nil {
		return nil, err
	}
	// What is told of a quiet ring says nothing about readers.
	a.scripts, a.transcripts = nil, nil
	states := make([][]owner, len(asked))
	for i := range asked {
		states[i] = make([]owner, len(s.Keys)) // all without an owner, if the answer is an error
		for j, name := range answers[0][asked[i]].Owners {
			states[i][j] = newOwner(name)
		}
	}
	return states, nil
}

// A reading is readers and a writer at one ring.
type reading struct {
	ring   changingRing
	sample Sample
	states [][]owner

	// begun and done count the changes: a lookup that starts when done is i and
	// ends when begun is j sees one of the states i to j.
	begun, done atomic.Int64
	lookups     [readerCount]atomic.Int64
	over        atomic.Bool

	first sync.Once
	found error
}

// within runs the reading, unless it hangs: Go cannot end a goroutine, so it is
// left behind then.
func (r *reading) within(timeout time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- r.run() }()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		r.over.Store(true)
		what := fmt.Sprintf("lookups beside changes are not over within %v", timeout)
		return &Violation{What: "timeout: " + what, Trouble: &harness.Trouble{Outcome: harness.Timeout, What: what}}
	}
}

func (r *reading) run() error {
	var wait sync.WaitGroup
	for i := range readerCount {
		wait.Go(func() { r.guard(func() { r.read(&r.lookups[i]) }) })
	}
	r.guard(r.write)
	r.over.Store(true)
	wait.Wait()
	return r.found
}

// guard notes a panic, which ends the reading.
func (r *reading) guard(f func()) {
	defer func() {
		if p := recover(); p != nil {
			r.fail(&Violation{What: fmt.Sprintf("crash: panicked: %v", p), Trouble: &harness.Trouble{
				Outcome: harness.Crash, What: fmt.Sprint("panicked: ", p),
				Stderr: strings.Split(strings.TrimSpace(string(debug.Stack())), "\n"),
			}})
		}
	}()
	f()
}

func (r *reading) fail(err error) {
	r.first.Do(func() { r.found = err })
	r.over.Store(true)
}

// write makes the changes. Before each it waits until every reader is at work.
func (r *reading) write() {
	for _, c := range r.sample.Changes {
		r.waitForReaders()
		r.begun.Add(1)
		// What the change answers, other laws judge.
		if c.Kind == Remove {
			r.ring.Remove(c.Node.Name)
		} else {
			r.ring.Add(c.Node.Name, c.Node.Weight)
		}
		r.done.Add(1)
	}
	r.waitForReaders()
}

func (r *reading) waitForReaders() {
	for i := range r.lookups {
		for before := r.lookups[i].Load(); r.lookups[i].Load() == before && !r.over.Load(); {
			runtime.Gosched()
		}
	}
}

// read looks up the keys in turn until the writer is done.
func (r *reading) read(lookups *atomic.Int64) {
	for n := 0; !r.over.Load(); n++ {
		i := n % len(r.sample.Keys)
		from := r.done.Load()
		name, err := r.ring.Owner(r.sample.Keys[i])
		to := r.begun.Load()
		got := owner{name, true}
		if errors.Is(err, goring.ErrEmptyRing) || errors.Is(err, goring.ErrNoOwner) {
			got = owner{}
		} else if err != nil {
			r.fail(wrong("an owner", err, "owner of %s beside a change", harness.Quote(r.sample.Keys[i])))
			return
		}
		r.judge(i, int(from), int(to), got)
		lookups.Add(1)
		if i == 0 {
			runtime.Gosched() // the writer may wait for a processor
		}
	}
}

func (r *reading) judge(key, from, to int, got owner) {
	var may []string
	for _, state := range r.states[from : to+1] {
		if state[key] == got {
			return
		}
		may = append(may, state[key].String())
	}
	what := "between changes"
	if from < to {
		what = "beside " + r.sample.Changes[from].String()
	}
	r.fail(wrong(strings.Join(may, " or "), got, "owner of %s %s", harness.Quote(r.sample.Keys[key]), what))
}

func ringNodes(nodes []vectors.Node) []goring.Node {
	out := make([]goring.Node, len(nodes))
	for i, n := range nodes {
		out[i] = goring.Node(n)
	}
	return out
}
