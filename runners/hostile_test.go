package runners

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ringkit/harness"
	"ringkit/vectors"
)

// cases are few, with the trigger in the middle.
func cases(t testing.TB) []vectors.Case {
	t.Helper()
	const abc = `ring: {nodes: ["A", "B", "C"], vnodes: 3}`
	file, err := vectors.Parse("test.yaml", []byte(`dialect: xmur3
bits: 32
source: {by: [seed]}
cases:
  - {id: hash, rule: verbatim, why: the empty text, steps: [{hash: "", want: 167010153}]}
  - {id: first, rule: lookup, why: a seed value, `+abc+`, steps: [{owner: "k1", want: "C"}]}
  - {id: error/count, rule: bad-count, why: a seed value, `+abc+`, steps: [{replicas: {key: "k1", count: 0}, error: bad-count}]}
  - {id: replicas, rule: replicas, why: a seed value, `+abc+`, steps: [{replicas: {key: "k207", count: 3}, want: ["B", "C", "A"]}]}
  - {id: trigger, rule: wrap, why: a seed value, `+abc+`, steps: [{nodes: all, want: ["A", "B", "C"]}, {owner: "k207", want: "B"}]}
  - {id: error/ring, rule: bad-weight, why: a seed value, ring: {nodes: [{name: "A", weight: 0}], vnodes: 1, error: bad-weight}}
  - {id: points, rule: point-order, why: a seed value, ring: {nodes: ["A", "B", "C"], vnodes: 1}, steps: [{points: all, want: [[129767782, "B"], [3554822470, "C"], [4085209643, "A"]]}]}
  - {id: error/empty, rule: empty-ring, why: a seed value, ring: {nodes: [], vnodes: 1}, steps: [{owner: "k1", error: empty-ring}]}
  - {id: change, rule: remove, why: a seed value, `+abc+`, steps: [{add: "D"}, {remove: "D"}, {owners: ["k1", "k2", "k3"], want: ["C", "A", "C"]}]}
  - {id: last, rule: lookup, why: a seed value, `+abc+`, steps: [{owner: "k2", want: "A"}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

// newProcess returns an adapter of adapters, and a function that closes it and
// tells which of the processes that were started go on.
func newProcess(t testing.TB, adapter string, timeout time.Duration) (p *Process, closeAll func() (started int, alive []int)) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	pids := filepath.Join(dir, "pids")
	p = &Process{
		Command: []string{self},
		Env: append(os.Environ(), adapterVariable+"="+adapter, pidsVariable+"="+pids,
			onceVariable+"="+filepath.Join(dir, "once"),
			"GORACE=atexit_sleep_ms=0"), // else each takes a second to end
		Timeout: timeout,
	}
	return p, func() (started int, alive []int) {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		for _, field := range bytes.Fields(readFile(pids)) {
			pid, err := strconv.Atoi(string(field))
			if err != nil {
				t.Fatal(err)
			}
			started++
			// The kernel may take a moment for those that were killed.
			for end := time.Now().Add(quick); runs(pid); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					alive = append(alive, pid)
					break
				}
			}
		}
		return started, alive
	}
}

// quick is far more than any reply takes, and slow the patience with adapters
// that are known to hang.
const (
	quick  = 30 * time.Second
	slow   = 2 * time.Second
	slower = time.Second // for those that are slow many times
)

func TestHostileAdapters(t *testing.T) {
	t.Parallel()
	const (
		pass        = harness.Pass
		crash       = harness.Crash
		timeout     = harness.Timeout
		protocol    = harness.Protocol
		unsupported = harness.Unsupported
	)
	// all but the case of the trigger pass
	only := func(o harness.Outcome) map[string]harness.Outcome { return map[string]harness.Outcome{"trigger": o} }
	every := func(o harness.Outcome) map[string]harness.Outcome {
		outcomes := map[string]harness.Outcome{}
		for _, c := range cases(t) {
			outcomes[strings.TrimPrefix(c.ID, "xmur3/")] = o
		}
		return outcomes
	}
	tests := []struct {
		adapter   string
		patience  time.Duration              // 0 means quick
		inCompany bool                       // all cases must be under way together
		notHello  string                     // what Check fails with
		outcomes  map[string]harness.Outcome // those that do not pass
		which     string                     // the case of the trouble that is looked at; the trigger's if empty
		trouble   harness.Trouble            // every text must be a part
		most      int                        // processes; 0 means 20
	}{
		{adapter: "right", most: 1},

		{adapter: "exits at once", notHello: "no valid hello: ended before its input did: it must answer until the end of its input (exit status 0)"},
		{adapter: "fails at once", notHello: "no valid hello: ended without a reply (exit status 3)\n  stderr no such module: ring"},
		{adapter: "never says hello", patience: slow, notHello: "no valid hello: no reply within 2s"},
		{adapter: "sleeps", patience: slow, notHello: "no valid hello: no reply within 2s"},
		{adapter: "prints a banner", notHello: "no valid hello: a line on standard output that is no JSON object: logs and debug output belong on standard error\n  got    Welcome to ring 1.0!"},
		{adapter: "prints half a hello", notHello: "no valid hello: ended in the middle of a reply (exit status 0)\n  got    {\"id\":0,\"na"},
		{adapter: "replies before it is asked", notHello: "no valid hello: the reply has the id 1 where 0 is due: answer in order, one reply a request"},
		{adapter: "misspells a dialect", notHello: `no valid hello: dialects names "xmur33", which the kit does not know; did you mean xmur3?`},
		{adapter: "misspells an operation", notHello: `no valid hello: ops names "replica", which the kit does not know; did you mean replicas?`},
		{adapter: "refuses hello", notHello: `no valid hello: hello was answered with the error "unsupported"`},
		{adapter: "ends its lines in CRLF", notHello: `no valid hello: the line ends in \r\n: end it with \n alone`},
		{adapter: "never flushes", patience: slow, notHello: "no valid hello: no reply within 2s"},

		{adapter: "hangs", patience: slow, outcomes: only(timeout), trouble: harness.Trouble{What: "no reply within 2s", Request: `"op":"owners","keys":["k207"]}`}},
		{adapter: "stops flushing", patience: slower, outcomes: every(timeout), trouble: harness.Trouble{What: "no reply within 1s"}},
		{adapter: "crashes", outcomes: only(crash), trouble: harness.Trouble{What: "ended without a reply", Exit: "exit status 3", Stderr: []string{"boom\uFFFD[31m!"}, Request: `"op":"owners","keys":["k207"]}`}},
		{adapter: "exits early", outcomes: only(crash), trouble: harness.Trouble{What: "ended before its input did: it must answer until the end of its input", Exit: "exit status 0"}},
		{adapter: "kills itself", outcomes: only(crash), trouble: harness.Trouble{What: "ended without a reply", Exit: "signal: killed"}},
		{adapter: "dies in a line", outcomes: only(crash), trouble: harness.Trouble{What: "ended in the middle of a reply", Got: `{"id":`, Exit: "exit status 3"}},
		{adapter: "prints in one case", outcomes: only(protocol), trouble: harness.Trouble{What: "a line on standard output that is no JSON object: logs and debug output belong on standard error", Got: "DEBUG owner", Request: `"op":"owners","keys":["k207"]}`}},
		{adapter: "prints after a case", outcomes: only(protocol), trouble: harness.Trouble{What: "a line on standard output that is no JSON object", Got: "DEBUG owner"}},
		{adapter: "prints half a line after a case", outcomes: only(protocol), trouble: harness.Trouble{What: "a line on standard output that is no JSON object", Got: "DEBUG owner"}},
		{adapter: "prints an empty line", outcomes: only(protocol), trouble: harness.Trouble{What: "an empty line on standard output: one reply is one line"}},
		{adapter: "prints once", outcomes: only(protocol), trouble: harness.Trouble{What: "belong on standard error; alone this case does not do so: it comes from what was asked before, or by chance", Got: "DEBUG owner"}},
		{adapter: "crashes once", outcomes: only(crash), trouble: harness.Trouble{What: "ended without a reply; alone this case does not do so: it comes from what was asked before, or by chance", Exit: "exit status 3"}},
		{adapter: "writes a line without an end", outcomes: only(protocol), trouble: harness.Trouble{What: "a line on standard output is longer than 16 MiB", Got: "xxxxxxxx"}},
		{adapter: "floods standard error", most: 1},
		{adapter: "closes its output", patience: slow, outcomes: only(protocol), trouble: harness.Trouble{What: "closed its standard output but goes on running"}},
		{adapter: "leaves a grandchild", patience: slow, outcomes: only(crash), trouble: harness.Trouble{What: "ended without a reply", Exit: "exit status 3"}},
		{adapter: "has a grandchild", most: 2},

		{adapter: "answers with another ID", outcomes: only(protocol), trouble: harness.Trouble{What: "the reply has the id 99 where "}},
		{adapter: "answers without an ID", outcomes: only(protocol), trouble: harness.Trouble{What: `the reply has no "id": echo the request's, which is `}},
		{adapter: "answers with a text ID", outcomes: only(protocol), trouble: harness.Trouble{What: "is due: answer in order, one reply a request, with the request's id as a number"}},
		{adapter: "answers too few owners", outcomes: only(protocol), trouble: harness.Trouble{What: "the reply has 0 owners for 1 key: answer one for each key, null where there is none", Got: `"owners":[]`}, most: 1},
		{adapter: "answers too many owners", outcomes: only(protocol), trouble: harness.Trouble{What: "the reply has 2 owners for 1 key", Request: `"op":"owners","keys":["k207"]}`}, most: 1},
		{adapter: "answers a number", outcomes: only(protocol), trouble: harness.Trouble{What: "owners[0] is 7 where a text is due"}, most: 1},
		{adapter: "answers in capitals", outcomes: only(protocol), trouble: harness.Trouble{What: `the reply has no "owners"; it has Owners, id`}, most: 1},
		{adapter: "answers no owners", outcomes: only(protocol), trouble: harness.Trouble{What: `the reply has no "owners"; it has id`}, most: 1},
		{adapter: "answers an unknown code", outcomes: only(protocol), trouble: harness.Trouble{What: `there is no error code "oops"; the codes are empty-ring, `}, most: 1},
		{adapter: "answers null", outcomes: only(protocol), trouble: harness.Trouble{What: "no JSON object", Got: "null"}},
		{adapter: "answers a list", outcomes: only(protocol), trouble: harness.Trouble{What: "no JSON object"}},
		{adapter: "answers a surrogate", outcomes: only(protocol), trouble: harness.Trouble{What: "lone surrogate"}},
		{adapter: "answers in Latin-1", outcomes: only(protocol), trouble: harness.Trouble{What: "not valid UTF-8", Got: "caf\uFFFD"}},
		{adapter: "answers brackets", outcomes: only(protocol), trouble: harness.Trouble{What: "is not JSON (invalid character '[' exceeded max depth)", Got: "[[[... (2000"}},
		{adapter: "answers one case in CRLF", outcomes: only(protocol), trouble: harness.Trouble{What: `the line ends in \r\n`}},

		{adapter: "prints always", outcomes: every(protocol), trouble: harness.Trouble{What: "logs and debug output belong on standard error", Got: "DEBUG"}},
		{adapter: "answers twice", outcomes: every(protocol), trouble: harness.Trouble{What: "the reply has the id 0 where 1 is due"}},
		{adapter: "counts from one", outcomes: every(protocol), trouble: harness.Trouble{What: "the reply has the id 2 where 1 is due"}},
		{adapter: "has nothing", outcomes: every(unsupported), most: 1},
		{adapter: "crashes on errors", outcomes: map[string]harness.Outcome{"error/count": crash, "error/ring": crash, "error/empty": crash}, which: "error/ring",
			trouble: harness.Trouble{What: "ended without a reply", Exit: "exit status 3", Request: `"op":"ring","dialect":"xmur3","vnodes":1,"nodes":[{"name":"A","weight":0}]}`}},
		{adapter: "crashes on its third ring", inCompany: true, outcomes: map[string]harness.Outcome{"replicas": crash}, which: "replicas",
			trouble: harness.Trouble{What: "ended without a reply; alone this case does not do so: it comes from what was asked before, or by chance", Exit: "exit status 3"}},
		{adapter: "crashes always", outcomes: every(crash), trouble: harness.Trouble{What: "ended without a reply", Exit: "exit status 3"}},
		{adapter: "hangs always", patience: slower, outcomes: every(timeout), trouble: harness.Trouble{What: "no reply within 1s"}},
	}
	// Those that spend their time waiting do so beside the others.
	checks := map[string]func() (report harness.Report, err error, started int, alive []int){}
	for _, test := range tests {
		p, closeAll := newProcess(t, test.adapter, cmp.Or(test.patience, quick))
		if test.patience == 0 && !test.inCompany {
			p.window = 8 // fewer are under way, so fewer are played again
		}
		check := sync.OnceValues(func() (harness.Report, error) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			return harness.Check(ctx, p, harness.OnCases(cases(t)))
		})
		if test.patience > 0 {
			go check()
		}
		checks[test.adapter] = func() (harness.Report, error, int, []int) {
			report, err := check()
			started, alive := closeAll()
			return report, err, started, alive
		}
	}
	for _, test := range tests {
		t.Run(test.adapter, func(t *testing.T) {
			report, err, started, alive := checks[test.adapter]()
			if len(alive) > 0 {
				t.Errorf("processes that were left behind: %v", alive)
			}
			if most := cmp.Or(test.most, 20); started > most {
				t.Errorf("want at most %d processes, got %d", most, started)
			}
			if test.notHello != "" {
				var start *harness.StartError
				if !errors.As(err, &start) || !strings.HasPrefix(err.Error(), test.notHello) {
					t.Errorf("want a StartError that begins\n%s\ngot\n%v", test.notHello, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			which := test.which
			if which == "" {
				which = "trigger"
			}
			for _, r := range report.Results {
				id := strings.TrimPrefix(r.Case.ID, "xmur3/")
				want, listed := test.outcomes[id]
				if !listed {
					want = pass
				}
				if r.Outcome != want {
					t.Errorf("%s: want %s, got %s\n%s", id, want, r.Outcome, harness.Explain(r))
				}
				if id == which && want != pass && want != unsupported {
					checkTrouble(t, test.trouble, r.Trouble)
				}
			}
		})
	}
	for name := range adapters {
		if checks[name] == nil && !slices.Contains(testedElsewhere, name) {
			t.Errorf("the adapter that %s is not tested", name)
		}
	}
}

// checkTrouble compares what is told of a trouble with parts that must be there.
func checkTrouble(t *testing.T, want harness.Trouble, got *harness.Trouble) {
	t.Helper()
	if got == nil {
		t.Error("there is no trouble")
		return
	}
	for _, text := range []struct{ name, want, got string }{
		{"what", want.What, got.What}, {"request", want.Request, got.Request}, {"got", want.Got, got.Got},
		{"exit", want.Exit, got.Exit}, {"stderr", strings.Join(want.Stderr, "\n"), strings.Join(got.Stderr, "\n")},
	} {
		if !strings.Contains(text.got, text.want) || text.name == "exit" && text.got != text.want {
			t.Errorf("%s: want %q, got %q", text.name, text.want, text.got)
		}
	}
}
