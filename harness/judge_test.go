package harness_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// parseCase returns the one case of a dialect with these lines after its why.
func parseCase(t *testing.T, dialect, lines string) vectors.Case {
	t.Helper()
	file, err := vectors.Parse("test.yaml", []byte("dialect: "+dialect+"\nbits: 32\nsource: {by: [test]}\ncases:\n"+
		"  - id: case\n    rule: wrap\n    why: it is tested\n    "+strings.ReplaceAll(lines, "\n", "\n    ")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return file.Cases[0]
}

func texts(names ...string) []*string {
	out := make([]*string, len(names))
	for i := range names {
		if names[i] != "null" {
			out[i] = &names[i]
		}
	}
	return out
}

func TestJudge(t *testing.T) {
	const abc = "ring: {nodes: [\"A\", \"B\", \"C\"], vnodes: 1}\nsteps:\n  - "
	ok := harness.Answer{}
	fails := func(code string) harness.Answer { return harness.Answer{Error: code} }
	owners := func(names ...string) harness.Answer { return harness.Answer{Owners: texts(names...)} }
	nodes := func(names ...string) harness.Answer { return harness.Answer{Nodes: names} }
	broken := &harness.Trouble{Outcome: harness.Crash, What: "ended without a reply"}
	const digest = "d97da84aa66cdce708691961e9a29a9c5ac99cecc989865d8d38a5ee42f7c985" // of C, A, C; spec/vectors.md

	tests := []struct {
		name, dialect, lines string
		answers              []harness.Answer
		trouble              *harness.Trouble
		outcome              harness.Outcome
		step                 int
		want, got            string // JSON
		what                 string // how it begins
	}{
		{"hash", "", `steps: [{hash: "k", want: 5}]`, []harness.Answer{{Position: "5"}}, nil, "pass", 0, "", "", ""},
		{"another hash", "", `steps: [{hash: "k", want: 5}]`, []harness.Answer{{Position: "-5"}}, nil, "fail", 0, `"5"`, `"-5"`, "want position 5, got -5"},
		{"the second of two hashes", "", `steps: [{hash: "k", want: 5}, {hash: "l", want: 6}]`, []harness.Answer{{Position: "5"}, {Position: "5"}}, nil, "fail", 1, `"6"`, `"5"`, "want position 6, got 5"},
		{"an error for a hash", "", `steps: [{hash: "k", want: 5}]`, []harness.Answer{{Error: "internal", Message: "oh"}}, nil, "fail", 0, "", `{"error":"internal"}`, "want a position, got error internal (oh)"},

		{"owner", "", abc + `{owner: "k", want: "A"}`, []harness.Answer{ok, owners("A")}, nil, "pass", 0, "", "", ""},
		{"another owner", "", abc + `{owner: "k", want: "A"}`, []harness.Answer{ok, owners("B")}, nil, "fail", 0, `"A"`, `"B"`, `want owner "A", got "B"`},
		{"no owner", "", abc + `{owner: "k", want: "A"}`, []harness.Answer{ok, owners("null")}, nil, "fail", 0, `"A"`, `null`, `want owner "A", got null`},
		{"the empty owner for none", "", abc + `{owner: "k", want: null}`, []harness.Answer{ok, owners("")}, nil, "fail", 0, `null`, `""`, `want owner null, got ""`},
		{"none for the empty owner", "", abc + `{owner: "k", want: ""}`, []harness.Answer{ok, owners("null")}, nil, "fail", 0, `""`, `null`, `want owner "", got null`},
		{"none", "", abc + `{owner: "k", want: null}`, []harness.Answer{ok, owners("null")}, nil, "pass", 0, "", "", ""},
		{"an error for none", "", abc + `{owner: "k", want: null}`, []harness.Answer{ok, fails("empty-ring")}, nil, "fail", 0, "", `{"error":"empty-ring"}`, "want an owner, got error empty-ring"},
		{"no answer for one key", "", abc + `{owner: "k", want: "A"}`, []harness.Answer{ok, owners()}, nil, "fail", 0, "1", "0", "want 1 owner, one a key, got 0"},

		{"owners", "", abc + `{owners: ["k", "l"], want: ["A", null]}`, []harness.Answer{ok, owners("A", "null")}, nil, "pass", 0, "", "", ""},
		{"owners in another order", "", abc + `{owners: ["k", "l"], want: ["A", "B"]}`, []harness.Answer{ok, owners("B", "A")}, nil, "fail", 0, `["A","B"]`, `["B","A"]`, "(-want +got)"},
		{"owners with null", "", abc + `{owners: ["k", "l"], want: ["A", "B"]}`, []harness.Answer{ok, owners("A", "null")}, nil, "fail", 0, `["A","B"]`, `["A",null]`, "(-want +got)"},
		{"too many owners", "", abc + `{owners: ["k"], want: ["A"]}`, []harness.Answer{ok, owners("A", "A")}, nil, "fail", 0, "1", "2", "want 1 owner, one a key, got 2"},
		{"owners of no keys", "", abc + `{owners: [], want: []}`, []harness.Answer{ok, owners()}, nil, "pass", 0, "", "", ""},
		{"counts", "", abc + `{owners: ["k", "l", "m"], counts: {"A": 1, "C": 2}}`, []harness.Answer{ok, owners("C", "A", "C")}, nil, "pass", 0, "", "", ""},
		{"other counts", "", abc + `{owners: ["k", "l", "m"], counts: {"A": 1, "C": 2}}`, []harness.Answer{ok, owners("C", "A", "A")}, nil, "fail", 0, `{"A":1,"C":2}`, `{"A":2,"C":1}`, "(-want +got)"},
		{"counts with null", "", abc + `{owners: ["k", "l", "m"], counts: {"A": 1, "C": 2}}`, []harness.Answer{ok, owners("C", "A", "null")}, nil, "fail", 0, "", "", `key "m" has no owner`},
		{"digest", "", abc + `{owners: ["k", "l", "m"], sha256: "` + digest + `"}`, []harness.Answer{ok, owners("C", "A", "C")}, nil, "pass", 0, "", "", ""},
		{"another digest", "", abc + `{owners: ["k", "l", "m"], sha256: "` + digest + `"}`, []harness.Answer{ok, owners("A", "C", "C")}, nil, "fail", 0, `"` + digest + `"`, `"aac99fc09921855fcb52f746242d9ed76c36ae39c76125d25211feb3e479e854"`, "the digest of 3 owners differs"},
		{"digest with null", "", abc + `{owners: ["k", "l", "m"], sha256: "` + digest + `"}`, []harness.Answer{ok, owners("C", "A", "null")}, nil, "fail", 0, "", "", `key "m" has no owner`},
		{"right counts and a wrong digest", "", abc + `{owners: ["k", "l", "m"], counts: {"A": 1, "C": 2}, sha256: "` + digest + `"}`, []harness.Answer{ok, owners("A", "C", "C")}, nil, "fail", 0, `"` + digest + `"`, `"aac99fc09921855fcb52f746242d9ed76c36ae39c76125d25211feb3e479e854"`, "the digest of 3 owners differs"},
		{"wrong owners beside as", "", abc + `{owners: ["k"], want: ["A"], as: x}`, []harness.Answer{ok, owners("B")}, nil, "fail", 0, `["A"]`, `["B"]`, "(-want +got)"},

		{"moved", "", abc + "{owners: [\"k\", \"l\"], as: x}\n  - {owners: [\"k\", \"l\"], as: z}\n  - {moved: {from: x, to: z}, count: 1, joining: [\"D\"], leaving: [\"A\"]}", []harness.Answer{ok, owners("A", "B"), owners("D", "B")}, nil, "pass", 0, "", "", ""},
		{"fewer moved", "", abc + "{owners: [\"k\", \"l\"], as: x}\n  - {owners: [\"k\", \"l\"], as: z}\n  - {moved: {from: x, to: z}, count: 1}", []harness.Answer{ok, owners("A", "B"), owners("A", "B")}, nil, "fail", 2, "1", "0", "want 1 of 2 keys to move, got 0"},
		{"moved onto another", "", abc + "{owners: [\"k\", \"l\"], as: x}\n  - {owners: [\"k\", \"l\"], as: z}\n  - {moved: {from: x, to: z}, joining: [\"D\"]}", []harness.Answer{ok, owners("A", "B"), owners("B", "D")}, nil, "fail", 2, `["D"]`, `"B"`, `key "k" moved from "A" to "B", which did not join`},
		{"moved off another", "", abc + "{owners: [\"k\", \"l\"], as: x}\n  - {owners: [\"k\", \"l\"], as: z}\n  - {moved: {from: x, to: z}, leaving: [\"A\"]}", []harness.Answer{ok, owners("A", "B"), owners("C", "C")}, nil, "fail", 2, `["A"]`, `"B"`, `key "l" moved from "B" to "C", though only keys of a leaving node may move`},
		{"none may join", "", abc + "{owners: [\"k\"], as: x}\n  - {owners: [\"k\"], as: z}\n  - {moved: {from: x, to: z}, joining: []}", []harness.Answer{ok, owners("A"), owners("B")}, nil, "fail", 2, `[]`, `"B"`, `key "k" moved from "A" to "B", which did not join`},
		{"moved from null and to null", "", abc + "{owners: [\"k\", \"l\"], as: x}\n  - {owners: [\"k\", \"l\"], as: z}\n  - {moved: {from: x, to: z}, count: 2}", []harness.Answer{ok, owners("null", "A"), owners("A", "null")}, nil, "pass", 0, "", "", ""},
		{"moved to null, which cannot join", "", abc + "{owners: [\"k\"], as: x}\n  - {owners: [\"k\"], as: z}\n  - {moved: {from: x, to: z}, joining: [\"\"]}", []harness.Answer{ok, owners("A"), owners("null")}, nil, "fail", 2, `[""]`, `null`, `key "k" moved from "A" to null, which did not join`},

		{"replicas", "", abc + `{replicas: {key: "k", count: 2}, want: ["A", "B"]}`, []harness.Answer{ok, nodes("A", "B")}, nil, "pass", 0, "", "", ""},
		{"replicas in another order", "", abc + `{replicas: {key: "k", count: 2}, want: ["A", "B"]}`, []harness.Answer{ok, nodes("B", "A")}, nil, "fail", 0, `["A","B"]`, `["B","A"]`, "(-want +got)"},
		{"no replicas", "", abc + `{replicas: {key: "k", count: 2}, want: ["A", "B"]}`, []harness.Answer{ok, ok}, nil, "fail", 0, `["A","B"]`, `[]`, "(-want +got)"},
		{"no replicas where none are wanted", "", abc + `{replicas: {key: "k", count: 2}, want: []}`, []harness.Answer{ok, ok}, nil, "pass", 0, "", "", ""},
		{"points", "", abc + `{points: all, want: [[1, "A"], [2, "B"]]}`, []harness.Answer{ok, {Points: []vectors.Point{{Position: "1", Node: "A"}, {Position: "2", Node: "B"}}}}, nil, "pass", 0, "", "", ""},
		{"points in another order", "", abc + `{points: all, want: [[1, "A"], [1, "B"]]}`, []harness.Answer{ok, {Points: []vectors.Point{{Position: "1", Node: "B"}, {Position: "1", Node: "A"}}}}, nil, "fail", 0, `[["1","A"],["1","B"]]`, `[["1","B"],["1","A"]]`, "(-want +got)"},
		{"nodes in another order", "", abc + `{nodes: all, want: ["A", "B"]}`, []harness.Answer{ok, nodes("B", "A")}, nil, "pass", 0, "", "", ""},
		{"nodes in another order where the dialect sorts", "md5-32", abc + `{nodes: all, want: ["A", "B"]}`, []harness.Answer{ok, nodes("B", "A")}, nil, "fail", 0, `["A","B"]`, `["B","A"]`, "(-want +got)"},
		{"a node twice", "", abc + `{nodes: all, want: ["A", "B"]}`, []harness.Answer{ok, nodes("A", "B", "A")}, nil, "fail", 0, `["A","B"]`, `["A","A","B"]`, "(-want +got)"},

		{"add", "", abc + `{add: "D"}`, []harness.Answer{ok, ok}, nil, "pass", 0, "", "", ""},
		{"add that fails", "", abc + `{add: "D"}`, []harness.Answer{ok, fails("bad-weight")}, nil, "fail", 0, "", `{"error":"bad-weight"}`, "want success, got error bad-weight"},
		{"remove", "", abc + `{remove: "A"}`, []harness.Answer{ok, ok}, nil, "pass", 0, "", "", ""},
		{"remove that removes nothing", "", abc + `{remove: "A"}`, []harness.Answer{ok, {NotRemoved: true}}, nil, "fail", 0, "true", "false", "want removed: true, got removed: false"},
		{"remove of nothing", "", abc + `{remove: "X", removed: false}`, []harness.Answer{ok, {NotRemoved: true}}, nil, "pass", 0, "", "", ""},
		{"remove of nothing that removes", "", abc + `{remove: "X", removed: false}`, []harness.Answer{ok, ok}, nil, "fail", 0, "false", "true", "want removed: false, got removed: true"},
		{"remove of nothing that fails", "", abc + `{remove: "X", removed: false}`, []harness.Answer{ok, fails("unknown-node")}, nil, "fail", 0, "", `{"error":"unknown-node"}`, "want success, got error unknown-node"},

		{"error", "", abc + `{owner: "k", error: empty-ring}`, []harness.Answer{ok, fails("empty-ring")}, nil, "pass", 0, "", "", ""},
		{"an answer for an error", "", abc + `{owner: "k", error: empty-ring}`, []harness.Answer{ok, owners("A")}, nil, "fail", 0, `{"error":"empty-ring"}`, "", "want error empty-ring, got an owner"},
		{"another error", "", abc + `{owner: "k", error: empty-ring}`, []harness.Answer{ok, fails("bad-count")}, nil, "fail", 0, `{"error":"empty-ring"}`, `{"error":"bad-count"}`, "want error empty-ring, got error bad-count"},
		{"internal for an error", "", abc + `{owner: "k", error: empty-ring}`, []harness.Answer{ok, fails("internal")}, nil, "fail", 0, `{"error":"empty-ring"}`, `{"error":"internal"}`, "want error empty-ring, got error internal"},

		{"a refused ring", "", `ring: {nodes: ["A"], vnodes: 0, error: bad-vnodes}`, []harness.Answer{fails("bad-vnodes")}, nil, "pass", 0, "", "", ""},
		{"a ring that should be refused", "", `ring: {nodes: ["A"], vnodes: 0, error: bad-vnodes}`, []harness.Answer{ok}, nil, "fail", -1, `{"error":"bad-vnodes"}`, "", "want error bad-vnodes, got a ring"},
		{"a ring that should not be refused", "", abc + `{owner: "k", want: "A"}`, []harness.Answer{fails("bad-vnodes"), fails("internal")}, nil, "fail", -1, "", `{"error":"bad-vnodes"}`, "want a ring, got error bad-vnodes"},
		{"a ring that may fail and does", "", "ring: {nodes: [\"A\"], vnodes: 0, may: fail}\nsteps: [{owner: \"k\", error: empty-ring}]", []harness.Answer{fails("bad-vnodes"), fails("internal")}, nil, "pass", 0, "", "", ""},
		{"a ring that may fail, does not, and is right", "", "ring: {nodes: [\"A\"], vnodes: 0, may: fail}\nsteps: [{owner: \"k\", error: empty-ring}]", []harness.Answer{ok, fails("empty-ring")}, nil, "pass", 0, "", "", ""},
		{"a ring that may fail, does not, and is wrong", "", "ring: {nodes: [\"A\"], vnodes: 0, may: fail}\nsteps: [{owner: \"k\", error: empty-ring}]", []harness.Answer{ok, owners("A")}, nil, "fail", 0, `{"error":"empty-ring"}`, "", "want error empty-ring, got an owner"},
		{"a ring that may fail, but not so", "", "ring: {nodes: [\"A\"], vnodes: 0, may: fail}\nsteps: [{owner: \"k\", error: empty-ring}]", []harness.Answer{fails("internal"), fails("internal")}, nil, "fail", -1, "", `{"error":"internal"}`, "it may refuse, but not with error internal"},
		{"may fail, silently", "", abc + `{add: "A", may: fail}`, []harness.Answer{ok, ok}, nil, "pass", 0, "", "", ""},
		{"may fail, removing nothing", "", abc + `{remove: "X", may: fail}`, []harness.Answer{ok, {NotRemoved: true}}, nil, "pass", 0, "", "", ""},
		{"may fail, with a code", "", abc + `{remove: "X", may: fail}`, []harness.Answer{ok, fails("bad-count")}, nil, "pass", 0, "", "", ""},
		{"may fail, but not so", "", abc + `{remove: "X", may: fail}`, []harness.Answer{ok, {Error: "internal", Message: "KeyError"}}, nil, "fail", 0, "", `{"error":"internal"}`, "it may refuse, but not with error internal (KeyError)"},
		{"may fail, and damages the ring", "", abc + "{remove: \"X\", may: fail}\n  - {nodes: all, want: [\"A\"]}", []harness.Answer{ok, fails("unknown-node"), nodes()}, nil, "fail", 1, `["A"]`, `[]`, "(-want +got)"},

		{"unsupported", "", abc + `{points: all, want: []}`, []harness.Answer{ok, fails("unsupported")}, nil, "unsupported", 0, "", "", ""},
		{"an unsupported ring", "", abc + `{points: all, want: []}`, []harness.Answer{fails("unsupported"), fails("internal")}, nil, "unsupported", -1, "", "", ""},
		{"unsupported where an error is due", "", abc + `{owner: "k", error: empty-ring}`, []harness.Answer{ok, fails("unsupported")}, nil, "unsupported", 0, "", "", ""},
		{"unsupported where it may fail", "", abc + `{add: "A", may: fail}`, []harness.Answer{ok, fails("unsupported")}, nil, "unsupported", 0, "", "", ""},
		{"an unsupported ring that may fail", "", "ring: {nodes: [\"A\"], vnodes: 0, may: fail}\nsteps: [{owner: \"k\", error: empty-ring}]", []harness.Answer{fails("unsupported"), fails("internal")}, nil, "unsupported", -1, "", "", ""},
		{"an unsupported ring that must fail", "", `ring: {nodes: ["A"], vnodes: 0, error: bad-vnodes}`, []harness.Answer{fails("unsupported")}, nil, "unsupported", -1, "", "", ""},
		{"a failure before unsupported", "", abc + "{owner: \"k\", want: \"A\"}\n  - {points: all, want: []}", []harness.Answer{ok, owners("B"), fails("unsupported")}, nil, "fail", 0, `"A"`, `"B"`, `want owner "A", got "B"`},

		{"trouble at a step", "", abc + "{owner: \"k\", want: \"A\"}\n  - {owner: \"l\", want: \"A\"}", []harness.Answer{ok, owners("A")}, broken, "crash", 1, "", "", "ended without a reply"},
		{"trouble at the ring", "", abc + `{owner: "k", want: "A"}`, nil, broken, "crash", -1, "", "", "ended without a reply"},
		{"trouble where an error is due", "", abc + `{owner: "k", error: empty-ring}`, []harness.Answer{ok}, broken, "crash", 0, "", "", "ended without a reply"},
		{"trouble where the ring must fail", "", `ring: {nodes: ["A"], vnodes: 0, error: bad-vnodes}`, nil, broken, "crash", -1, "", "", "ended without a reply"},
		{"trouble where it may fail", "", abc + `{add: "A", may: fail}`, []harness.Answer{ok}, broken, "crash", 0, "", "", "ended without a reply"},
		{"trouble after a failure", "", abc + "{owner: \"k\", want: \"A\"}\n  - {owner: \"l\", want: \"A\"}", []harness.Answer{ok, owners("B")}, broken, "fail", 0, `"A"`, `"B"`, `want owner "A", got "B"`},
		{"too few answers without trouble", "", abc + `{owner: "k", want: "A"}`, []harness.Answer{ok}, nil, "protocol", 0, "", "", "there are fewer answers than requests"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dialect := test.dialect
			if dialect == "" {
				dialect = "xmur3"
			}
			got := harness.Judge(parseCase(t, dialect, test.lines), harness.Transcript{Answers: test.answers, Trouble: test.trouble})
			if got.Outcome != test.outcome || got.Step != test.step {
				t.Errorf("want %s at step %d, got %s at step %d (%s)", test.outcome, test.step, got.Outcome, got.Step, got.What)
			}
			if string(got.Want) != test.want || string(got.Got) != test.got {
				t.Errorf("want %s and %s, got %s and %s", test.want, test.got, got.Want, got.Got)
			}
			if !strings.HasPrefix(got.What, test.what) || test.what == "" && got.What != "" {
				t.Errorf("want it to begin %q, got %q", test.what, got.What)
			}
			if (got.Trouble != nil) != (test.outcome == harness.Crash) {
				t.Errorf("trouble: %+v", got.Trouble)
			}
		})
	}
}

// fake is a ring made of functions.
type fake struct {
	owner  func(key string) (string, error)
	nodes  []string
	points []vectors.Point
	err    error
}

func (f fake) Owner(key string) (string, error)             { return f.owner(key) }
func (f fake) Replicas(key string, n int) ([]string, error) { return f.nodes, f.err }
func (f fake) Points() []vectors.Point                      { return f.points }
func (f fake) Nodes() []string                              { return f.nodes }
func (f fake) Add(string, int) error                        { return f.err }
func (f fake) Remove(string) (bool, error)                  { return f.err == nil, f.err }

// A batchRing answers many keys at once, and wrongly so.
type batchRing struct {
	fake
	owners []string
}

func (b batchRing) Owners([]string) ([]string, error) { return b.owners, nil }

// quickCases are those of the kit's cases that are quick to play and to compare.
func quickCases(t *testing.T) []vectors.Case {
	t.Helper()
	all, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Clone(all), func(c vectors.Case) bool {
		return slices.ContainsFunc(c.Steps, func(s vectors.Step) bool { return len(s.Keys) > 50 || len(s.Expect.Points) > 50 })
	})
}

// Whatever is broken, the judge sees it, and goes on to the last case.
func TestBrokenImplementations(t *testing.T) {
	made := func(r harness.Ring, err error) func(harness.Config) (harness.Ring, error) {
		return func(harness.Config) (harness.Ring, error) { return r, err }
	}
	constant := func(string) (string, error) { return "A", nil }
	echo := func(key string) (string, error) { return key, nil }
	failing := func(err error) func(string) (string, error) {
		return func(string) (string, error) { return "", err }
	}
	panicking := func(string) (string, error) { panic("oh no") }
	hash := func(answer string, err error) func(string, string) (string, error) {
		return func(string, string) (string, error) { return answer, err }
	}
	oops := errors.New("oops")
	all := quickCases(t)
	tests := []struct {
		name    string
		local   harness.Local
		outcome harness.Outcome // of each case that does not pass
		mostOK  float64         // how large a part of the cases passes by luck
	}{
		{"constant owner", harness.Local{New: made(fake{owner: constant, nodes: []string{"A"}}, nil), Hash: hash("0", nil)}, harness.Fail, 0.1},
		{"echo", harness.Local{New: made(fake{owner: echo}, nil), Hash: func(_, key string) (string, error) { return key, nil }}, harness.Fail, 0.1},
		{"always the error empty-ring", harness.Local{New: made(fake{owner: failing(goring.ErrEmptyRing), err: goring.ErrEmptyRing}, nil), Hash: hash("", goring.ErrEmptyRing)}, harness.Fail, 0.1},
		{"always an unknown error", harness.Local{New: made(fake{owner: failing(oops), err: oops}, nil), Hash: hash("", oops)}, harness.Fail, 0.02}, // no keys, no points
		{"never a ring", harness.Local{New: made(nil, oops), Hash: hash("", oops)}, harness.Fail, 0},
		{"no ring and no error", harness.Local{New: made(nil, nil), Hash: hash("", nil)}, harness.Fail, 0},
		{"never an owner", harness.Local{New: made(fake{owner: failing(goring.ErrNoOwner)}, nil), Hash: hash("", nil)}, harness.Fail, 0.1},
		{"nil owners", harness.Local{New: made(batchRing{fake{owner: constant}, nil}, nil), Hash: hash("", nil)}, harness.Fail, 0.1},
		{"one owner for all keys", harness.Local{New: made(batchRing{fake{owner: constant}, []string{"A"}}, nil), Hash: hash("", nil)}, harness.Fail, 0.1},
		{"panicking", harness.Local{New: func(harness.Config) (harness.Ring, error) { panic("oh no") }, Hash: func(string, string) (string, error) { panic("oh no") }}, harness.Crash, 0},
		{"a nil pointer for a ring", harness.Local{New: made((*batchRing)(nil), nil), Hash: func(string, string) (string, error) { var p *int; return fmt.Sprint(*p), nil }}, "", 0.1},
		{"panicking lookups", harness.Local{New: made(fake{owner: panicking}, nil), Hash: hash("", nil)}, "", 0.1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.local.Name, test.local.Dialects = test.name, harness.Go().Dialects
			report, err := harness.Check(t.Context(), test.local, harness.OnCases(all))
			if err != nil {
				t.Fatal(err)
			}
			passes := 0
			failed := map[string]bool{}
			for _, r := range report.Results {
				switch {
				case r.Outcome == harness.Pass:
					passes++
				case test.outcome != "" && r.Outcome != test.outcome, r.Outcome != harness.Fail && r.Outcome != harness.Crash:
					t.Fatalf("%s: want %s, got %s: %s", r.Case.ID, test.outcome, r.Outcome, r.What)
				default:
					failed[r.Case.Dialect] = true
					if r.What == "" || harness.Explain(r) == "" {
						t.Errorf("%s fails without words", r.Case.ID)
					}
				}
			}
			if most := int(test.mostOK * float64(len(all))); passes > most {
				t.Errorf("want at most %d of %d cases to pass, got %d", most, len(all), passes)
			}
			if len(failed) != len(test.local.Dialects) {
				t.Errorf("want a failure in every dialect, got them in %v", failed)
			}
		})
	}
}

// A ring that hangs costs its case, and no other.
func TestHangingImplementation(t *testing.T) {
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	hangs := harness.Go()
	hangs.Timeout = 2 * time.Second
	hangs.New = func(c harness.Config) (harness.Ring, error) {
		if len(c.Nodes) == 1 {
			<-stop
		}
		return harness.Go().New(c)
	}
	one := parseCase(t, "xmur3", "ring: {nodes: [\"A\"], vnodes: 1}\nsteps: [{owner: \"k\", want: \"A\"}]")
	two := parseCase(t, "xmur3", "ring: {nodes: [\"A\", \"B\", \"C\"], vnodes: 3}\nsteps: [{owner: \"k1\", want: \"C\"}]")
	report, err := harness.Check(t.Context(), hangs, harness.OnCases([]vectors.Case{one, two}))
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Results[0]; got.Outcome != harness.Timeout || got.What != "no answer within 2s" || got.Step != -1 {
		t.Errorf("want a timeout at the ring, got %s at step %d: %s", got.Outcome, got.Step, got.What)
	}
	if got := report.Results[1]; got.Outcome != harness.Pass {
		t.Errorf("want a pass, got %s: %s", got.Outcome, got.What)
	}

	hangs.Timeout = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	hangs.New = func(harness.Config) (harness.Ring, error) {
		cancel()
		<-stop
		return nil, nil
	}
	if _, err := harness.Check(ctx, hangs, harness.OnCases([]vectors.Case{one})); !errors.Is(err, context.Canceled) {
		t.Errorf("want %v, got %v", context.Canceled, err)
	}
}

// What is not offered is not played, and what turns out not to be there is
// counted apart; neither passes.
func TestUnsupportedNeverPasses(t *testing.T) {
	all := quickCases(t)
	for _, test := range []struct {
		name  string
		local harness.Local
		can   func(vectors.Case) bool
	}{
		{"another dialect", harness.Local{Dialects: []string{"md5-32"}, New: harness.Go().New, Hash: harness.Go().Hash},
			func(c vectors.Case) bool { return c.Dialect == "md5-32" }},
		{"lookups only", harness.Local{Dialects: harness.Go().Dialects, New: func(c harness.Config) (harness.Ring, error) {
			r, err := harness.Go().New(c)
			return onlyLookups{r}, err
		}}, func(c vectors.Case) bool {
			for _, s := range c.Steps {
				if s.Op != vectors.Owner && s.Op != vectors.Owners && s.Op != vectors.Moved {
					return false
				}
			}
			return true
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			report, err := harness.Check(t.Context(), test.local, harness.OnCases(all))
			if err != nil {
				t.Fatal(err)
			}
			totals := report.Totals()
			if totals[harness.Pass] == 0 || totals[harness.Unsupported] == 0 || totals[harness.Pass]+totals[harness.Unsupported] != len(all) {
				t.Errorf("want passes and unsupported and nothing else, got %v", totals)
			}
			for _, r := range report.Results {
				// A ring that may be refused ends its case before the rest is asked.
				if can := test.can(r.Case); can != (r.Outcome == harness.Pass) && !(r.Case.Ring != nil && r.Case.Ring.Expect.MayFail) {
					t.Errorf("%s: %s", r.Case.ID, r.Outcome)
				}
			}
		})
	}
}

type onlyLookups struct{ ring harness.Ring }

func (o onlyLookups) Owner(key string) (string, error) { return o.ring.Owner(key) }

const runVariable = "RINGKIT_TEST_RUN"

// runSubjects are what TestRunInChild runs; each must fail or be skipped, so
// that happens in a process of its own.
var runSubjects = map[string]harness.Local{
	"wrong": harness.Rings("wrong ring", []string{"xmur3"}, func(name string) (goring.Dialect, bool) {
		d, known := goring.Lookup(name)
		d.Boundary = func(s *goring.Snapshot, h goring.Position) int { return (goring.AtOrAfter(s, h) + 1) % max(1, s.Len()) }
		return d, known
	}),
	"nothing":  {Name: "nothing", Dialects: nil, New: harness.Go().New},
	"no hello": {Name: "no hello", Dialects: []string{"xmur33"}, New: harness.Go().New},
	"right":    harness.Go(),
}

func TestRunInChild(t *testing.T) {
	subject, inChild := runSubjects[os.Getenv(runVariable)]
	if !inChild {
		t.Skip("runs in a child of TestRun")
	}
	harness.Run(t, subject, harness.OnCases([]vectors.Case{
		parseCase(t, "xmur3", "ring: {nodes: [\"A\", \"B\", \"C\"], vnodes: 3}\nsteps: [{hash: \"k207\", want: 4285853574}, {owner: \"k207\", want: \"B\"}]"),
	}))
}

// A failing subtest tells the rule, why, what was wanted and got, and the stage.
func TestRun(t *testing.T) {
	tests := []struct {
		subject string
		passes  bool
		want    []string
	}{
		{"right", true, []string{"--- PASS: TestRunInChild/xmur3/case"}},
		{"wrong", false, []string{
			"--- FAIL: TestRunInChild/xmur3/case", "rule   wrap: ", "why    it is tested", `step   1, owner of "k207"`,
			"stage  boundary", `want owner "B", got "C"`}},
		{"nothing", false, []string{"no case was judged", "--- SKIP: TestRunInChild/xmur3/case"}},
		{"no hello", false, []string{`names "xmur33", which is no dialect of the kit; did you mean xmur3?`}},
	}
	for _, test := range tests {
		t.Run(test.subject, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestRunInChild$", "-test.v")
			cmd.Env = append(os.Environ(), runVariable+"="+test.subject,
				"GORACE=atexit_sleep_ms=0") // else it takes a second to end
			out, err := cmd.CombinedOutput()
			if _, exited := err.(*exec.ExitError); err != nil && !exited {
				t.Fatal(err)
			}
			if (err == nil) != test.passes {
				t.Errorf("want passes %t, got %v", test.passes, err)
			}
			for _, want := range test.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("%q is not in\n%s", want, out)
				}
			}
		})
	}
}
