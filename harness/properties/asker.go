package properties

import (
	"context"
	"fmt"
	"slices"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// An asker puts the questions of one check to an implementation.
type asker struct {
	impl    harness.Implementation
	hello   harness.Hello
	dialect goring.Dialect
	custom
	fresh harness.Implementation // the same as impl, or the same in another process
	// other is what impl is compared with; nil if there is nothing.
	other      harness.Implementation
	otherHello harness.Hello

	scripts     []harness.Script
	transcripts []harness.Transcript
}

// A notApplicable is what a check answers where it could not judge.
type notApplicable string

func (n notApplicable) Error() string { return string(n) }

const (
	errVoid       notApplicable = "the samples say nothing about the law"
	errNotOffered notApplicable = "the implementation does not offer what the law needs"
)

// offers reports whether the implementation answers a request in this dialect:
// one that is no ring has no points and no replicas.
func (a *asker) offers(op harness.RequestOp) bool {
	if a.dialect.Placement != nil && (op == harness.OpPoints || op == harness.OpReplicas) {
		return false
	}
	return slices.Contains(a.hello.Ops, string(op))
}

// A script is what is asked of one ring, which its first request makes. The
// methods return the index of the answer.
type script struct{ harness.Script }

func (a *asker) ring(nodes []vectors.Node, vnodes int) *script {
	s := new(script)
	s.ask(harness.Request{Op: harness.OpRing, Dialect: a.dialect.Name, Nodes: nodes, VNodes: vnodesAsked(vnodes)})
	return s
}

func (s *script) ask(r harness.Request) int {
	s.Requests = append(s.Requests, r)
	return len(s.Requests) - 1
}

func (s *script) owners(keys []string) int {
	return s.ask(harness.Request{Op: harness.OpOwners, Keys: keys})
}

func (s *script) replicas(key string, count int) int {
	return s.ask(harness.Request{Op: harness.OpReplicas, Key: key, Count: count})
}

func (s *script) hash(dialect, key string) int {
	return s.ask(harness.Request{Op: harness.OpHash, Dialect: dialect, Key: key})
}

func (s *script) points() int { return s.ask(harness.Request{Op: harness.OpPoints}) }

func (s *script) nodes() int { return s.ask(harness.Request{Op: harness.OpNodes}) }

func (s *script) change(c Change) int {
	op := harness.OpAdd
	if c.Kind == Remove {
		op = harness.OpRemove
	}
	return s.ask(harness.Request{Op: op, Node: c.Node})
}

// hashed returns the texts that have a hash.
func (c custom) hashed(texts []string) []string {
	if c.isKey == nil {
		return texts
	}
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !c.isKey(text) })
}

// exchange plays scripts and returns what was answered, whatever it is.
func (a *asker) exchange(ctx context.Context, impl harness.Implementation, scripts []*script) ([]harness.Transcript, error) {
	plain := make([]harness.Script, len(scripts))
	for i, s := range scripts {
		plain[i] = s.Script
	}
	out := make([]harness.Transcript, len(scripts))
	if err := impl.Play(ctx, plain, func(i int, t harness.Transcript) { out[i] = t }); err != nil {
		return nil, err
	}
	a.scripts, a.transcripts = append(a.scripts, plain...), append(a.transcripts, out...)
	return out, nil
}

// play plays scripts and returns the answers to each. What no law allows is a
// violation: trouble, a ring that is refused, an internal error.
func (a *asker) play(ctx context.Context, scripts ...*script) ([][]harness.Answer, error) {
	return a.playOn(ctx, a.impl, scripts...)
}

func (a *asker) playOn(ctx context.Context, impl harness.Implementation, scripts ...*script) ([][]harness.Answer, error) {
	transcripts, err := a.exchange(ctx, impl, scripts)
	if err != nil {
		return nil, err
	}
	out := make([][]harness.Answer, len(scripts))
	for i, t := range transcripts {
		if err := a.sound(scripts[i].Requests, t); err != nil {
			return nil, err
		}
		out[i] = t.Answers
	}
	return out, nil
}

func (a *asker) sound(requests []harness.Request, t harness.Transcript) error {
	for i, answer := range t.Answers {
		switch {
		case answer.Error == harness.CodeUnsupported:
			return errNotOffered
		case i == 0 && answer.Error != "" && a.refuses(requests[0]):
			return errVoid
		case i == 0 && answer.Error != "":
			return wrong("a ring", "error "+answer.Error, "the ring was refused%s", said(answer))
		case answer.Error == harness.CodeInternal:
			return wrong("an answer", "error internal", "the request %s failed%s", requests[i].Op, said(answer))
		}
	}
	switch {
	case t.Trouble != nil:
		return &Violation{What: fmt.Sprintf("%s: %s", t.Trouble.Outcome, t.Trouble.What), Trouble: t.Trouble}
	case len(t.Answers) < len(requests):
		return wrong(len(requests), len(t.Answers), "there are fewer answers than requests")
	}
	return nil
}

// refuses reports whether the dialect makes no such ring. No law draws one, but
// the minimiser may come to it.
func (a *asker) refuses(r harness.Request) bool {
	vnodes := a.dialect.VNodes
	if r.VNodes != nil {
		vnodes = *r.VNodes
	}
	_, err := goring.New(a.dialect, vnodes, ringNodes(r.Nodes))
	return err != nil
}

func said(a harness.Answer) string {
	if a.Message == "" {
		return ""
	}
	return ": " + a.Message
}

// An owner is the node that a key belongs to. The zero owner is "none".
type owner struct {
	node string
	some bool
}

func newOwner(name *string) owner {
	if name == nil {
		return owner{}
	}
	return owner{*name, true}
}

func (o owner) String() string {
	if !o.some {
		return "no owner"
	}
	return harness.Quote(o.node)
}

// owners reads an answer to owners. On a ring without nodes there is none, said
// as the dialect says it.
func (a *asker) owners(answer harness.Answer, keys []string, nodes []vectors.Node) ([]owner, error) {
	out := make([]owner, len(keys))
	none := len(nodes) == 0 && a.dialect.Members.Empty != goring.ErrNoOwner && len(keys) > 0
	switch code := harness.CodeOf(goring.ErrEmptyRing); {
	case none && answer.Error != code:
		return nil, wrong("error "+code, showOwners(answer), "the ring has no nodes, and the owner of %s was asked", harness.Quote(keys[0]))
	case none, a.gaps && answer.Error == code:
		return out, nil
	case answer.Error != "":
		return nil, wrong("owners", "error "+answer.Error, "owners were refused%s", said(answer))
	case len(answer.Owners) != len(keys):
		return nil, wrong(len(keys), len(answer.Owners), "there is not one owner for each key")
	}
	for i, name := range answer.Owners {
		out[i] = newOwner(name)
		if out[i].some != (len(nodes) > 0) && (out[i].some || !a.gaps) {
			want := "no owner"
			if len(nodes) > 0 {
				want = "a node"
			}
			return nil, wrong(want, out[i], "owner of %s on a ring of %s", harness.Quote(keys[i]), harness.Counted(len(nodes), "node"))
		}
	}
	return out, nil
}

// showAnswer shows an error, or owners.
func showOwners(answer harness.Answer) string {
	if answer.Error != "" {
		return "error " + answer.Error
	}
	shown := make([]string, len(answer.Owners))
	for i, name := range answer.Owners {
		shown[i] = newOwner(name).String()
	}
	return "owners " + list(shown)
}

// judgeChange judges the answer to a change that has this effect on the ring.
func (a *asker) judgeChange(c Change, e effect, answer harness.Answer) error {
	want := ""
	switch {
	case e == badWeight:
		want = harness.CodeOf(goring.ErrWeight)
	case a.open(e):
		return nil
	case e == existing && a.dialect.Members.Existing != nil:
		want = harness.CodeOf(a.dialect.Members.Existing)
	case e == unknown && a.dialect.Members.Unknown != nil:
		want = harness.CodeOf(a.dialect.Members.Unknown)
	}
	show := func(code string, notRemoved bool) string {
		switch {
		case code != "":
			return "error " + code
		case notRemoved:
			return "removed: false"
		}
		return "success"
	}
	notRemoved := e == unknown && want == ""
	if answer.Error != want || answer.NotRemoved != notRemoved && want == "" {
		return wrong(show(want, notRemoved), show(answer.Error, answer.NotRemoved), "answer to %s", c)
	}
	return nil
}
