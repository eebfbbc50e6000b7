package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
	"ringkit/vectors"
)

// Judge compares what was answered in a case with what the case expects. The
// first step that went wrong decides.
func Judge(c vectors.Case, t Transcript) Result {
	r := Result{Case: c, Outcome: Pass, Transcript: t}
	dialect, _ := goring.Lookup(c.Dialect)
	j := judge{t.Answers, map[string]keptAnswer{}, dialect.Members.Sorted}
	if c.Ring != nil {
		v, answered := j.ring(c.Ring.Expect)
		if !answered || !v.good() || c.Ring.Expect.MayFail && t.Answers[0].Error != "" {
			return r.end(-1, v, answered)
		}
	}
	for i, step := range c.Steps {
		if v, answered := j.step(step); !answered || !v.good() {
			return r.end(i, v, answered)
		}
	}
	return r
}

// end returns the result of a case that is over at the given step.
func (r Result) end(step int, v verdict, answered bool) Result {
	switch {
	case !answered && r.Transcript.Trouble != nil:
		r.Outcome, r.Step = r.Transcript.Trouble.Outcome, step
		r.Trouble, r.What = r.Transcript.Trouble, r.Transcript.Trouble.What
	case !answered:
		r.Outcome, r.Step, r.What = Protocol, step, "there are fewer answers than requests"
	case v.unsupported:
		r.Outcome, r.Step = Unsupported, step
	case v.what != "":
		r.Outcome, r.Step = Fail, step
		r.Want, r.Got, r.What = toJSON(v.want), toJSON(v.got), v.what
	}
	return r
}

// A verdict on one answer is good if what is empty.
type verdict struct {
	want, got   any // as they stand in JSON
	what        string
	unsupported bool
}

func (v verdict) good() bool { return v.what == "" && !v.unsupported }

// A judge goes through the answers of one case.
type judge struct {
	answers []Answer // those that are left
	kept    map[string]keptAnswer
	sorted  bool // the dialect lists its nodes sorted by name
}

// A keptAnswer is remembered for a later step.
type keptAnswer struct {
	keys   []string
	owners []*string
}

func (j *judge) next() (a Answer, answered bool) {
	if len(j.answers) == 0 {
		return a, false
	}
	a, j.answers = j.answers[0], j.answers[1:]
	return a, true
}

func (j *judge) ring(e vectors.Expect) (verdict, bool) {
	a, answered := j.next()
	if !answered {
		return verdict{}, false
	}
	v, _ := judgeRefusal(e, a, "a ring")
	return v, true
}

func (j *judge) step(s vectors.Step) (verdict, bool) {
	if s.Op == vectors.Moved {
		return j.moved(s), true
	}
	a, answered := j.next()
	if !answered {
		return verdict{}, false
	}
	if v, decided := judgeRefusal(s.Expect, a, due[s.Op]); decided {
		return v, true
	}
	if s.As != "" {
		j.kept[s.As] = keptAnswer{s.Keys, a.Owners}
	}
	return j.answer(s, a), true
}

// due is what an operation answers when it is not refused.
var due = map[vectors.Op]string{
	vectors.Hash: "a position", vectors.Owner: "an owner", vectors.Owners: "owners",
	vectors.Replicas: "nodes", vectors.Points: "points", vectors.Nodes: "nodes",
	vectors.Add: "success", vectors.Remove: "success",
}

type refusal struct {
	Error string `json:"error"`
}

// judgeRefusal judges what concerns errors; decided is false where a regular
// answer is due and there is one.
func judgeRefusal(e vectors.Expect, a Answer, due string) (v verdict, decided bool) {
	known := slices.Contains(vectors.Codes(), a.Error)
	said := ""
	if a.Message != "" {
		said = " (" + oneLine(a.Message, maxMessage) + ")"
	}
	switch {
	case a.Error == CodeUnsupported:
		return verdict{unsupported: true}, true
	case e.MayFail && (a.Error == "" || known):
		return verdict{}, true
	case e.MayFail:
		return verdict{got: refusal{a.Error}, what: "it may refuse, but not with error " + a.Error + said}, true
	case e.Error == "" && a.Error != "":
		return verdict{got: refusal{a.Error}, what: fmt.Sprintf("want %s, got error %s%s", due, a.Error, said)}, true
	case e.Error != "" && a.Error == "":
		return verdict{want: refusal{e.Error}, what: fmt.Sprintf("want error %s, got %s", e.Error, due)}, true
	case e.Error != a.Error:
		return verdict{want: refusal{e.Error}, got: refusal{a.Error}, what: fmt.Sprintf("want error %s, got error %s%s", e.Error, a.Error, said)}, true
	}
	return verdict{}, e.Error != ""
}

// maxMessage is how many characters of an error's message are shown.
const maxMessage = 200

// answer judges a regular answer.
func (j *judge) answer(s vectors.Step, a Answer) verdict {
	e := s.Expect
	switch s.Op {
	case vectors.Hash:
		if e.Position != a.Position {
			return verdict{want: e.Position, got: a.Position, what: fmt.Sprintf("want position %s, got %s", e.Position, a.Position)}
		}
	case vectors.Owner, vectors.Owners:
		return judgeOwners(s, a.Owners)
	case vectors.Replicas:
		return compare(e.Nodes, a.Nodes, showNodes)
	case vectors.Points:
		return compare(e.Points, a.Points, showPoints)
	case vectors.Nodes:
		want, got := e.Nodes, slices.Clone(a.Nodes)
		if !j.sorted {
			want = slices.Sorted(slices.Values(want))
			slices.Sort(got)
		}
		return compare(want, got, showNodes)
	case vectors.Remove:
		if e.NotRemoved != a.NotRemoved {
			return verdict{want: !e.NotRemoved, got: !a.NotRemoved, what: fmt.Sprintf("want removed: %t, got removed: %t", !e.NotRemoved, !a.NotRemoved)}
		}
	}
	return verdict{}
}

func judgeOwners(s vectors.Step, owners []*string) verdict {
	e := s.Expect
	if len(owners) != len(s.Keys) {
		return verdict{want: len(s.Keys), got: len(owners), what: fmt.Sprintf("want %s, one a key, got %d", Counted(len(s.Keys), "owner"), len(owners))}
	}
	switch {
	case s.Op == vectors.Owner:
		if want, got := e.Owners[0], owners[0]; !sameOwner(want, got) {
			return verdict{want: want, got: got, what: fmt.Sprintf("want owner %s, got %s", showOwner(want), showOwner(got))}
		}
		return verdict{}
	case e.Owners != nil:
		if !slices.EqualFunc(e.Owners, owners, sameOwner) {
			return verdict{want: e.Owners, got: owners, what: diff(showOwners(s.Keys, e.Owners), showOwners(s.Keys, owners))}
		}
		return verdict{}
	}
	// An answer that is only remembered may hold null.
	if i := slices.Index(owners, nil); i >= 0 && (e.Counts != nil || e.SHA256 != "") {
		return verdict{got: nil, what: fmt.Sprintf("key %s has no owner", Quote(s.Keys[i]))}
	}
	if e.Counts != nil {
		counts := map[string]int{}
		for _, owner := range owners {
			counts[*owner]++
		}
		if !maps.Equal(e.Counts, counts) {
			return verdict{want: e.Counts, got: counts, what: diff(showCounts(e.Counts), showCounts(counts))}
		}
	}
	if e.SHA256 != "" {
		if got := Digest(owners); got != e.SHA256 {
			return verdict{want: e.SHA256, got: got, what: fmt.Sprintf("the digest of %s differs", Counted(len(owners), "owner"))}
		}
	}
	return verdict{}
}

// Digest returns the SHA-256 in hex of the owners, none of them nil, each
// followed by a newline.
func Digest(owners []*string) string {
	var text []byte
	for _, owner := range owners {
		text = append(append(text, *owner...), '\n')
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// moved judges how two remembered answers differ.
func (j *judge) moved(s vectors.Step) verdict {
	from, to, e := j.kept[s.From], j.kept[s.To], s.Expect
	moved := 0
	for i, key := range from.keys {
		before, after := from.owners[i], to.owners[i]
		if sameOwner(before, after) {
			continue
		}
		moved++
		how := func() string {
			return fmt.Sprintf("key %s moved from %s to %s", Quote(key), showOwner(before), showOwner(after))
		}
		switch {
		case e.Joining != nil && !oneOf(e.Joining, after):
			return verdict{want: e.Joining, got: after, what: how() + ", which did not join"}
		case e.Leaving != nil && !oneOf(e.Leaving, before):
			return verdict{want: e.Leaving, got: before, what: how() + ", though only keys of a leaving node may move"}
		}
	}
	if e.Moved != nil && *e.Moved != moved {
		return verdict{want: *e.Moved, got: moved, what: fmt.Sprintf("want %d of %d keys to move, got %d", *e.Moved, len(from.keys), moved)}
	}
	return verdict{}
}

func oneOf(nodes []string, owner *string) bool {
	return owner != nil && slices.Contains(nodes, *owner)
}

func sameOwner(a, b *string) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// compare compares two lists, of which it shows the differences as show has them;
// no list is an empty one.
func compare[T comparable](want, got []T, show func([]T) []string) verdict {
	if slices.Equal(want, got) {
		return verdict{}
	}
	if got == nil {
		got = []T{}
	}
	return verdict{want: want, got: got, what: diff(show(want), show(got))}
}

const diffHead = "(-want +got)"

// diff shows how got differs from want. go-cmp varies its spaces from run to
// run to keep programs from reading them; people compare runs, so they are made
// alike.
func diff(want, got []string) string {
	text := strings.TrimRight(strings.ReplaceAll(cmp.Diff(want, got), "\u00a0", " "), "\n")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "  []string{\n"), "\n  }")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		// What is left is Go: a sign, a tab, a literal and a comma.
		sign, literal, _ := strings.Cut(line, "\t")
		if plain, err := strconv.Unquote(strings.TrimSuffix(literal, ",")); err == nil {
			line = sign + plain
		}
		lines[i] = strings.Replace(line, "\t", "", 1)
	}
	return diffHead + "\n" + strings.Join(lines, "\n")
}
