package identify

import (
	"context"
	"fmt"
	"slices"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// firstKeys is how many keys are asked for at first, and moreKeys on each further
// ring, beside those that decide; mostRounds is how often it is asked again.
const (
	firstKeys, moreKeys, mostRounds = 60, 20, 8
)

// A Conversation is what an implementation was asked to find out its dialect.
type Conversation struct {
	Hello    harness.Hello
	Observed []Observed
	// VNodes is what was asked for because a ring without it was refused; 0 if
	// the implementation's own default was used.
	VNodes int
	// Refused are the rings that could not be made, with the reason.
	Refused []string
}

// Keys is how many keys were asked for.
func (c Conversation) Keys() (n int) {
	for _, o := range c.Observed {
		n += len(o.Pairs)
	}
	return n
}

// Ask asks an implementation for the owners of a few keys, and goes on with the
// rings and keys that tell apart what fits. nodes is the ring to ask about; nil
// leaves it to the kit, which then uses several rings. It fails with a
// [*harness.StartError], if the implementation breaks or makes no ring, and if
// ctx ends.
func Ask(ctx context.Context, impl harness.Implementation, nodes []goring.Node, progress func(done, total int)) (Conversation, Answer, error) {
	hello, err := impl.Hello(ctx)
	if err != nil {
		return Conversation{}, Answer{}, &harness.StartError{Err: err}
	}
	a := asking{ctx: ctx, impl: impl, Conversation: Conversation{Hello: hello}}
	rings := [][]goring.Node{nodes}
	if nodes == nil {
		rings = tellingRings()
	}
	answer, err := a.converse(rings, progress)
	return a.Conversation, answer, err
}

// tellingRings are rings in which dialects differ: by the port that some leave
// out, by numbers of nodes for which some give fewer points, and by weights. The
// first are asked about first where they are equally good.
func tellingRings() [][]goring.Node {
	weighted := numbered("10.0.2.%d:11212", 3)
	for i, weight := range []int{6, 3, 2} {
		weighted[i].Weight = weight
	}
	return [][]goring.Node{
		append(numbered("10.0.1.%d:11211", 2), goring.Nodes("10.0.1.3:11212", "127.0.0.1:18301", "cache-a.example:6379")...),
		numbered("10.1.0.%d:11212", 7),
		numbered("10.1.0.%d:11212", 25),
		numbered("10.1.0.%d:11212", 61),
		weighted,
	}
}

func numbered(format string, n int) []goring.Node {
	nodes := make([]goring.Node, n)
	for i := range nodes {
		nodes[i] = goring.Node{Name: fmt.Sprintf(format, i+1), Weight: 1}
	}
	return nodes
}

type asking struct {
	Conversation
	ctx  context.Context
	impl harness.Implementation
}

// converse asks about the first ring that can be made, and then whatever tells
// most of what still fits.
func (a *asking) converse(rings [][]goring.Node, progress func(done, total int)) (answer Answer, err error) {
	for len(a.Observed) == 0 {
		if len(rings) == 0 {
			return answer, &harness.StartError{Err: fmt.Errorf("it makes no ring: %s", a.Refused[0])}
		}
		made, err := a.about(rings[0], firstQuestions())
		if err != nil {
			return answer, err
		}
		if !made {
			rings = rings[1:]
		}
	}
	if a.answersNothing() {
		// To jump hashing only numbers are keys.
		a.Observed = nil
		if _, err := a.about(rings[0], probes(nil, true)[1:firstKeys]); err != nil {
			return answer, err
		}
	}
	for round := 0; ; round++ {
		s, err := newSearch(a.ctx, a.Observed, progress)
		if err != nil {
			return answer, err
		}
		s.run()
		if err := a.ctx.Err(); err != nil {
			return answer, err
		}
		answer = s.answer()
		ring, keys := s.question(answer.Fits, rings)
		if len(answer.Fits) == 0 && round == 0 {
			ring, keys = 0, moreQuestions() // a mistake shows in few keys
		}
		if keys == nil || round == mostRounds {
			return answer, nil
		}
		made, err := a.about(rings[ring], keys)
		if err != nil {
			return answer, err
		}
		if !made {
			rings = slices.Delete(rings, ring, ring+1)
		}
	}
}

func firstQuestions() []string {
	keys := probes(nil, false)[:firstKeys]
	return append(slices.Clone(keys), "user:{42}:a", "na\u00efve", "k\U0001f6000")
}

func moreQuestions() []string { return probes(nil, false)[firstKeys : 3*firstKeys] }

// answersNothing tells whether no key has an owner.
func (a *asking) answersNothing() bool {
	return !slices.ContainsFunc(a.Observed[0].Pairs, func(p Pair) bool { return !p.None })
}

// question returns the ring and the keys that tell most of the candidates apart;
// no keys if none does.
func (s *search) question(fits []*Candidate, rings [][]goring.Node) (ring int, keys []string) {
	if len(fits) < 2 {
		return 0, nil
	}
	most := 1
	for i, nodes := range rings {
		all := probes(nodes, s.numbers())
		owners := s.ask(fits, nodes, all)
		picked := splitting(owners, len(all))
		class := make(map[string]bool)
		for _, o := range owners {
			says := ""
			for _, k := range picked {
				says += fmt.Sprint(o[k], ",")
			}
			class[says] = true
		}
		if len(class) > most {
			ring, most, keys = i, len(class), nil
			for _, k := range picked {
				keys = append(keys, all[k])
			}
		}
	}
	if keys != nil {
		keys = append(keys, probes(nil, s.numbers())[1:moreKeys]...)
	}
	return ring, keys
}

// about asks for the owners of keys on a ring; made is false where the
// implementation refuses the ring.
func (a *asking) about(nodes []goring.Node, keys []string) (made bool, err error) {
	ring := harness.Request{Op: harness.OpRing, Dialect: a.Hello.Dialects[0]}
	for _, node := range nodes {
		ring.Nodes = append(ring.Nodes, vectors.Node(node))
	}
	if a.VNodes > 0 {
		ring.VNodes = &a.VNodes
	}
	answers, err := a.play(ring, harness.Request{Op: harness.OpOwners, Keys: keys})
	switch {
	case err != nil:
		return false, err
	case answers[0].Error == "bad-vnodes" && a.VNodes == 0:
		a.VNodes = usualVNodes[0]
		return a.about(nodes, keys)
	case answers[0].Error != "" || answers[1].Error != "":
		refused := answers[0]
		if refused.Error == "" {
			refused = answers[1]
		}
		a.Refused = append(a.Refused, fmt.Sprintf("%s from %q on: %s %s", harness.Counted(len(nodes), "node"), nodes[0].Name, refused.Error, refused.Message))
		return false, nil
	}
	at := slices.IndexFunc(a.Observed, func(o Observed) bool { return slices.Equal(o.Nodes, nodes) })
	if at < 0 {
		at = len(a.Observed)
		a.Observed = append(a.Observed, Observed{Nodes: nodes})
	}
	for i, owner := range answers[1].Owners {
		pair := Pair{Key: keys[i], None: owner == nil}
		if owner != nil {
			pair.Owner = *owner
		}
		a.Observed[at].Pairs = append(a.Observed[at].Pairs, pair)
	}
	return true, nil
}

func (a *asking) play(requests ...harness.Request) (answers []harness.Answer, err error) {
	err = a.impl.Play(a.ctx, []harness.Script{{ID: "identify", Requests: requests}}, func(_ int, t harness.Transcript) {
		answers = t.Answers
		if t.Trouble != nil {
			answers = nil
			a.Refused = append(a.Refused, t.Trouble.What)
		}
	})
	if err == nil && answers == nil {
		err = &harness.StartError{Err: fmt.Errorf("%s: %s", a.Hello.Name, a.Refused[len(a.Refused)-1])}
	}
	return answers, err
}
