package harness

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"ringkit/goring"
	"ringkit/harness/spelling"
	"ringkit/spec"
	"ringkit/vectors"
)

// A Ring is one ring of an implementation in this process. Beside Owner, a ring
// may have any of these methods; what it lacks counts as unsupported:
//
//	Owners(keys []string) ([]string, error)      // in place of Owner for each key
//	Replicas(key string, n int) ([]string, error)
//	Points() []vectors.Point                     // in ring order
//	Nodes() []string
//	Add(node string, weight int) error
//	Remove(node string) (removed bool, err error)
//
// An error must wrap the one of package goring that fits ([goring.ErrEmptyRing]
// and so on; [goring.ErrNoOwner] for the answer "none"); any other counts as a
// failure of the ring.
type Ring interface {
	Owner(key string) (string, error)
}

type (
	ownersRing interface {
		Owners(keys []string) ([]string, error)
	}
	replicasRing interface {
		Replicas(key string, n int) ([]string, error)
	}
	pointsRing interface{ Points() []vectors.Point }
	nodesRing  interface{ Nodes() []string }
	addRing    interface {
		Add(node string, weight int) error
	}
	removeRing interface {
		Remove(node string) (bool, error)
	}
)

// A Config says what ring to make.
type Config struct {
	Dialect string
	Nodes   []goring.Node
	// VNodes is how many points a node of weight 1 has; nil leaves it to the
	// dialect's default.
	VNodes *int
}

// Local is an implementation in this process.
type Local struct {
	// Name is for people.
	Name string
	// Dialects are the names of the dialects that the implementation speaks.
	Dialects []string
	// New makes a ring.
	New func(Config) (Ring, error)
	// Hash returns the position of a key in decimal; nil if the implementation
	// does not offer that.
	Hash func(dialect, key string) (string, error)
	// Timeout is how long one script may take; 0 means a minute. A ring that
	// hangs is left behind: Go cannot end a goroutine.
	Timeout time.Duration
}

// Hello implements [Implementation].
func (l Local) Hello(context.Context) (Hello, error) {
	if l.New == nil {
		return Hello{}, errors.New("harness: Local.New is nil")
	}
	for _, name := range l.Dialects {
		if _, known := goring.Lookup(name); !known {
			return Hello{}, fmt.Errorf("harness: Local.Dialects names %q, which is no dialect of the kit; %s",
				name, spelling.Hint(name, spec.Dialects(), "there are"))
		}
	}
	// Which requests a ring answers shows when it is asked.
	ops := []RequestOp{OpHash, OpReplicas, OpPoints, OpNodes, OpAdd, OpRemove}
	hello := Hello{Name: l.Name, Language: "Go", Dialects: l.Dialects, Ops: []string{"bytes"}}
	for _, op := range ops {
		if op != OpHash || l.Hash != nil {
			hello.Ops = append(hello.Ops, string(op))
		}
	}
	return hello, nil
}

// Close implements [Implementation].
func (l Local) Close() error { return nil }

// Play implements [Implementation].
func (l Local) Play(ctx context.Context, scripts []Script, done func(int, Transcript)) error {
	timeout := l.Timeout
	if timeout == 0 {
		timeout = time.Minute
	}
	for i, script := range scripts {
		if err := ctx.Err(); err != nil {
			return err
		}
		played := make(chan Transcript, 1)
		go func() { played <- l.PlayOne(script) }()
		timer := time.NewTimer(timeout)
		select {
		case t := <-played:
			timer.Stop()
			done(i, t)
		case <-timer.C:
			done(i, Transcript{Trouble: &Trouble{Outcome: Timeout, What: fmt.Sprintf("no answer within %v", timeout)}})
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// PlayOne plays one script, however long that takes. A panic ends it, and is told
// in the transcript.
func (l Local) PlayOne(script Script) (t Transcript) {
	defer func() {
		if p := recover(); p != nil {
			t.Trouble = &Trouble{
				Outcome: Crash,
				What:    fmt.Sprintf("panicked: %v", p),
				Stderr:  strings.Split(strings.TrimSpace(string(debug.Stack())), "\n"),
			}
		}
	}()
	var ring Ring
	for _, request := range script.Requests {
		answer, err := Answer{}, error(nil)
		switch request.Op {
		case OpHash:
			answer, err = l.hash(request)
		case OpRing:
			ring, err = l.New(Config{request.Dialect, ringNodes(request.Nodes), request.VNodes})
			if err != nil {
				ring = nil
			}
		default:
			answer, err = askRing(ring, request)
		}
		if err != nil {
			answer = Answer{Error: CodeOf(err), Message: err.Error()}
		}
		t.Answers = append(t.Answers, answer)
	}
	return t
}

func ringNodes(nodes []vectors.Node) []goring.Node {
	out := make([]goring.Node, len(nodes))
	for i, n := range nodes {
		out[i] = goring.Node(n)
	}
	return out
}

var errUnsupported = errors.New("not offered")

func (l Local) hash(r Request) (Answer, error) {
	if l.Hash == nil {
		return Answer{}, errUnsupported
	}
	p, err := l.Hash(r.Dialect, r.Key)
	return Answer{Position: p}, err
}

// askRing puts one request to a ring.
func askRing(ring Ring, r Request) (a Answer, err error) {
	if ring == nil {
		return a, errors.New("there is no ring")
	}
	offered := true
	switch r.Op {
	case OpOwners:
		a.Owners, err = owners(ring, r.Keys)
	case OpReplicas:
		var asked replicasRing
		if asked, offered = ring.(replicasRing); offered {
			a.Nodes, err = asked.Replicas(r.Key, r.Count)
		}
	case OpPoints:
		var asked pointsRing
		if asked, offered = ring.(pointsRing); offered {
			a.Points = asked.Points()
		}
	case OpNodes:
		var asked nodesRing
		if asked, offered = ring.(nodesRing); offered {
			a.Nodes = asked.Nodes()
		}
	case OpAdd:
		var asked addRing
		if asked, offered = ring.(addRing); offered {
			err = asked.Add(r.Node.Name, r.Node.Weight)
		}
	case OpRemove:
		var asked removeRing
		if asked, offered = ring.(removeRing); offered {
			var removed bool
			removed, err = asked.Remove(r.Node.Name)
			a.NotRemoved = !removed
		}
	}
	if !offered {
		err = errUnsupported
	}
	return a, err
}

func owners(ring Ring, keys []string) ([]*string, error) {
	out := make([]*string, len(keys))
	if batch, ok := ring.(ownersRing); ok {
		names, err := batch.Owners(keys)
		switch {
		case errors.Is(err, goring.ErrNoOwner):
			// Some key has none. Which ones, only single lookups tell.
		case err != nil:
			return nil, err
		case len(names) != len(keys):
			return nil, fmt.Errorf("%s for %s", Counted(len(names), "owner"), Counted(len(keys), "key"))
		default:
			for i := range names {
				out[i] = &names[i]
			}
			return out, nil
		}
	}
	for i, key := range keys {
		name, err := ring.Owner(key)
		switch {
		case err == nil:
			out[i] = &name
		case !errors.Is(err, goring.ErrNoOwner):
			return nil, err
		}
	}
	return out, nil
}

// codes are the errors of goring by the codes of the protocol.
var codes = map[string]error{
	"empty-ring":     goring.ErrEmptyRing,
	"duplicate-node": goring.ErrDuplicateNode,
	"unknown-node":   goring.ErrUnknownNode,
	"bad-vnodes":     goring.ErrVNodes,
	"bad-weight":     goring.ErrWeight,
	"bad-count":      goring.ErrCount,
	CodeUnsupported:  errUnsupported,
}

// CodeOf returns the protocol's code for an error of package goring, or
// CodeInternal for any other.
func CodeOf(err error) string {
	for code, known := range codes {
		if errors.Is(err, known) {
			return code
		}
	}
	if errors.Is(err, goring.ErrNoReplicas) {
		return CodeUnsupported
	}
	return CodeInternal
}
