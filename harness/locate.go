package harness

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/vectors"
)

// locate finds the first stage that differs in each failed case. What the
// failure itself does not tell is asked for in one more play: the points of the
// ring when it was made and when it failed, and the hashes of the key and of a
// label. The Go reference answers the same questions.
func locate(ctx context.Context, impl Implementation, hello Hello, results []Result) error {
	var probes []probe
	var scripts []Script
	for i := range results {
		r := &results[i]
		if r.Outcome != Fail {
			continue
		}
		if r.Stage = stageOfFailure(*r); r.Stage != "" {
			continue
		}
		if p, ok := newProbe(r, hello); ok {
			probes = append(probes, p)
			scripts = append(scripts, p.script)
		}
	}
	if len(probes) == 0 {
		return nil
	}
	answers := make([]Transcript, len(probes))
	if err := impl.Play(ctx, scripts, func(i int, t Transcript) { answers[i] = t }); err != nil {
		return err
	}
	for i, p := range probes {
		right := Go().PlayOne(p.script)
		if p.result.Stage = p.stage(answers[i], right); p.result.Stage == "" && p.agrees(answers[i], right) {
			p.result.What += "\nthe Go reference gives this answer too: look at what the case expects"
		}
	}
	return nil
}

// stageOfFailure returns the stage where the failure alone tells it.
func stageOfFailure(r Result) Stage {
	if r.Step < 0 || strings.HasPrefix(string(r.Want), `{"error"`) || strings.HasPrefix(string(r.Got), `{"error"`) {
		return StageError
	}
	switch step := r.Case.Steps[r.Step]; step.Op {
	case vectors.Hash:
		return StageHash
	case vectors.Owner, vectors.Owners:
		// No owner at all is what is due on an empty ring.
		if slices.Contains(step.Expect.Owners, nil) {
			return StageError
		}
	case vectors.Nodes, vectors.Add, vectors.Remove:
		return StageMembership
	}
	return ""
}

// A probe asks what tells the stage of one failure. The indices are those of its
// answers; −1 where the question could not be asked.
type probe struct {
	result             *Result
	script             Script
	made, failed       int // the points of the ring
	answer             int // the answer that was wrong
	keyHash, labelHash int
	owner              int // of the key whose replicas were wrong
	failedInReplicas   bool
	placed             bool // the dialect is no ring
}

func newProbe(r *Result, hello Hello) (probe, bool) {
	dialect, known := goring.Lookup(r.Case.Dialect)
	if !known {
		return probe{}, false
	}
	failing := r.Case.Steps[r.Step]
	p := probe{result: r, script: Script{ID: r.Case.ID}}
	p.failedInReplicas = failing.Op == vectors.Replicas
	p.placed = dialect.Placement != nil
	ask := func(request Request) int {
		offered := request.Op == OpRing || request.Op == OpOwners || slices.Contains(hello.Ops, string(request.Op))
		if !offered || request.Op == OpPoints && p.placed {
			return -1
		}
		p.script.Requests = append(p.script.Requests, request)
		return len(p.script.Requests) - 1
	}
	ask(ringRequest(r.Case))
	p.made = ask(Request{Op: OpPoints})
	p.answer = -1
	for _, step := range r.Case.Steps[:r.Step+1] {
		if op, asks := requestOf[step.Op]; asks {
			p.answer = ask(stepRequest(op, r.Case.Dialect, step))
		}
	}
	p.failed = ask(Request{Op: OpPoints})
	p.keyHash, p.labelHash, p.owner = -1, -1, -1
	if p.failedInReplicas {
		p.owner = ask(Request{Op: OpOwners, Keys: []string{failing.Key}})
	}
	wrong := firstWrong(*r)
	r.What += wrong.words
	if wrong.found {
		p.keyHash = ask(Request{Op: OpHash, Dialect: dialect.Name, Key: wrong.key})
	}
	if nodes := r.Case.Ring.Nodes; len(nodes) > 0 && dialect.Label != nil {
		label := string(dialect.Label(nil, nodes[0].Name, 0))
		p.labelHash = ask(Request{Op: OpHash, Dialect: dialect.Name, Key: label})
	}
	return p, p.made >= 0 || p.keyHash >= 0 || p.labelHash >= 0
}

// A wrongKey is a key that was answered wrongly, and where the case does not show
// that, words for it.
type wrongKey struct {
	found bool
	key   string
	words string
}

// firstWrong returns the first key that the implementation and the Go reference
// answer differently, up to the step that failed.
func firstWrong(r Result) wrongKey {
	script := ScriptOf(r.Case)
	right := Go().PlayOne(script)
	last := requestIndex(r.Case, r.Step)
	for i, request := range script.Requests[:last+1] {
		if i >= len(right.Answers) {
			break
		}
		if request.Op == OpReplicas && i == last {
			return wrongKey{found: true, key: request.Key}
		}
		got, want := r.Transcript.Answers[i].Owners, right.Answers[i].Owners
		n, first := countDifferences(want, got)
		if request.Op != OpOwners || n == 0 {
			continue
		}
		wrong := wrongKey{found: true, key: request.Keys[first]}
		if r.Case.Steps[r.Step].Expect.Owners == nil && Judge(r.Case, right).Outcome == Pass {
			wrong.words = fmt.Sprintf("\n%d of %d keys have another owner than they should, the first of them %s: want %s, got %s",
				n, len(request.Keys), Quote(wrong.key), showOwner(want[first]), showOwner(got[first]))
		}
		return wrong
	}
	return wrongKey{}
}

func countDifferences(want, got []*string) (n, first int) {
	if len(want) != len(got) {
		return 0, 0
	}
	for i := range want {
		if !sameOwner(want[i], got[i]) {
			if n++; n == 1 {
				first = i
			}
		}
	}
	return n, first
}

// requestIndex returns the index of the request that a step of the case asks.
func requestIndex(c vectors.Case, step int) int {
	index := 0
	if c.Ring == nil {
		index = -1
	}
	for _, s := range c.Steps[:step+1] {
		if _, asks := requestOf[s.Op]; asks {
			index++
		}
	}
	return index
}

// stage returns the first stage at which the answers differ from the right ones.
func (p probe) stage(got, right Transcript) Stage {
	if len(got.Answers) < len(p.script.Requests) || len(right.Answers) < len(p.script.Requests) {
		return ""
	}
	differ := func(i int) bool {
		if i < 0 {
			return false
		}
		a, b := got.Answers[i], right.Answers[i]
		return a.Error != b.Error || a.Position != b.Position || !slices.Equal(a.Points, b.Points) ||
			!slices.EqualFunc(a.Owners, b.Owners, sameOwner)
	}
	switch {
	case differ(p.keyHash), differ(p.labelHash):
		return StageHash
	case p.placed && p.keyHash >= 0 && !p.agrees(got, right):
		return StagePlacement
	case differ(p.made):
		return StagePoints
	case differ(p.failed):
		return StageMembership
	case p.made < 0 || p.agrees(got, right):
		return ""
	case p.failedInReplicas && !differ(p.owner):
		return StageReplicas
	}
	return StageBoundary
}

// agrees reports whether the answer that failed is the one of the Go reference.
func (p probe) agrees(got, right Transcript) bool {
	last := max(p.answer, 0)
	return last < len(got.Answers) && last < len(right.Answers) && reflect.DeepEqual(got.Answers[:last+1], right.Answers[:last+1])
}
