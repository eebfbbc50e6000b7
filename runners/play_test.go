package runners

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ringkit/harness"
	"ringkit/vectors"
)

func play(t *testing.T, impl harness.Implementation, scripts []harness.Script) []harness.Transcript {
	t.Helper()
	transcripts := make([]harness.Transcript, len(scripts))
	done := make([]int, len(scripts))
	if err := impl.Play(t.Context(), scripts, func(i int, got harness.Transcript) {
		transcripts[i] = got
		done[i]++
	}); err != nil {
		t.Fatal(err)
	}
	for i, n := range done {
		if n != 1 {
			t.Errorf("script %d: want it done once, got %d times", i, n)
		}
	}
	return transcripts
}

func scriptsOf(cases []vectors.Case) []harness.Script {
	var scripts []harness.Script
	for _, c := range cases {
		scripts = append(scripts, harness.ScriptOf(c))
	}
	return scripts
}

// However many requests are under way, the answers are those of the ring in this
// process.
func TestWindows(t *testing.T) {
	all, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	picked, err := harness.Selection{Dialects: []string{"xmur3"}}.Select(all)
	if err != nil {
		t.Fatal(err)
	}
	// Many keys are compared below.
	scripts := slices.DeleteFunc(scriptsOf(picked), func(s harness.Script) bool {
		return slices.ContainsFunc(s.Requests, func(r harness.Request) bool { return len(r.Keys) > 100 })
	})
	if len(scripts) < 100 {
		t.Fatalf("only %d scripts", len(scripts))
	}
	scripts = append([]harness.Script{{ID: "asks nothing"}}, append(scripts, harness.Script{ID: "asks nothing"})...)
	want := play(t, harness.Go(), scripts)
	for _, window := range []int{1, 10000} {
		t.Run(fmt.Sprint(window), func(t *testing.T) {
			p, closeAll := newProcess(t, "right", quick)
			p.window = window
			got := play(t, p, scripts)
			if started, alive := closeAll(); started != 1 || len(alive) > 0 {
				t.Errorf("want 1 process and none left, got %d and %v", started, alive)
			}
			for i := range scripts {
				if diff := cmp.Diff(want[i], got[i], cmpopts.IgnoreFields(harness.Answer{}, "Message"), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s (-in this process +in another)\n%s", scripts[i].ID, diff)
				}
			}
		})
	}
}

// A request for many keys goes out as several messages.
func TestManyKeys(t *testing.T) {
	vnodes := 3
	script := harness.Script{ID: "many", Requests: []harness.Request{
		{Op: harness.OpRing, Dialect: "xmur3", VNodes: &vnodes, Nodes: []vectors.Node{{Name: "A", Weight: 1}, {Name: "B", Weight: 1}}},
		{Op: harness.OpOwners, Keys: users(2*maxKeys + 1)},
	}}
	right := play(t, harness.Go(), []harness.Script{script})[0]
	tests := []struct {
		adapter string
		answers []harness.Answer
		trouble *harness.Trouble
	}{
		{"right", right.Answers, nil},
		{"refuses the second batch", []harness.Answer{{}, {Error: "internal"}}, nil},
		{"slips in the second batch", []harness.Answer{{}}, &harness.Trouble{Outcome: harness.Protocol, What: "owners is 7 where a list is due"}},
		{"crashes in the second batch", []harness.Answer{{}}, &harness.Trouble{Outcome: harness.Crash, What: "ended without a reply"}},
	}
	for _, test := range tests {
		t.Run(test.adapter, func(t *testing.T) {
			p, closeAll := newProcess(t, test.adapter, quick)
			got := play(t, p, []harness.Script{script})[0]
			closeAll()
			ignore := cmpopts.IgnoreFields(harness.Answer{}, "Owners")
			if test.adapter == "right" {
				ignore = nil
			}
			if diff := cmp.Diff(test.answers, got.Answers, cmp.Options{ignore}); diff != "" {
				t.Errorf("answers (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.trouble, got.Trouble, cmpopts.IgnoreFields(harness.Trouble{}, "Request", "Got", "Exit", "Stderr")); diff != "" {
				t.Errorf("trouble (-want +got)\n%s", diff)
			}
			if c := got.Trouble; c != nil && !strings.Contains(c.Request, fmt.Sprintf(`"keys":["user%d",`, maxKeys)) {
				t.Errorf("the trouble shows the request %s", c.Request)
			}
		})
	}
}

func users(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("user%d", i)
	}
	return keys
}

// The kit must not hang in a pipe that the adapter does not read.
func TestAdapterThatStopsReading(t *testing.T) {
	for adapter, want := range map[string]harness.Outcome{"stops reading": harness.Timeout, "prints and stops reading": harness.Protocol} {
		t.Run(adapter, func(t *testing.T) {
			t.Parallel()
			p, closeAll := newProcess(t, adapter, slower)
			vnodes := 1
			got := play(t, p, []harness.Script{{Requests: []harness.Request{
				{Op: harness.OpRing, Dialect: "xmur3", VNodes: &vnodes},
				{Op: harness.OpOwners, Keys: users(20 * maxKeys)},
			}}})[0]
			if got.Trouble == nil || got.Trouble.Outcome != want {
				t.Errorf("want %s, got %+v", want, got.Trouble)
			}
			if _, alive := closeAll(); len(alive) > 0 {
				t.Errorf("processes that were left behind: %v", alive)
			}
		})
	}
}

// What an adapter writes does not fill the kit's memory.
func TestMemory(t *testing.T) {
	for _, test := range []struct {
		adapter string
		most    uint64 // bytes allocated in all; what is in use is less
	}{
		{"writes a line without an end", 400 << 20},
		{"floods standard error", 20 << 20},
	} {
		t.Run(test.adapter, func(t *testing.T) {
			var before, after runtime.MemStats
			p, closeAll := newProcess(t, test.adapter, quick)
			runtime.ReadMemStats(&before)
			play(t, p, scriptsOf(cases(t)))
			runtime.ReadMemStats(&after)
			closeAll()
			if got := after.TotalAlloc - before.TotalAlloc; got > test.most {
				t.Errorf("want at most %d MiB allocated, got %d", test.most>>20, got>>20)
			}
		})
	}
}

func TestGiveUp(t *testing.T) {
	ring := func(nodes int) harness.Script {
		return harness.Script{Requests: []harness.Request{{Op: harness.OpRing, Dialect: "xmur3", VNodes: &nodes, Nodes: make([]vectors.Node, 1)}}}
	}
	good := harness.Script{Requests: []harness.Request{{Op: harness.OpHash, Dialect: "xmur3", Key: "k"}}}
	bad := ring(1) // a weight of 0 is an error
	const given = "not played: given up after 3 cases that broke the implementation in a row, 0 in all that hung"
	tests := []struct {
		name    string
		scripts []harness.Script
		want    []string // of each script; empty for none
	}{
		{"all break", []harness.Script{bad, bad, bad, bad, bad}, []string{"ended without a reply", "ended without a reply", "ended without a reply", given, given}},
		{"one in two", []harness.Script{bad, good, bad, good, bad, good, bad}, []string{"ended without a reply", "", "ended without a reply", "", "ended without a reply", "", "ended without a reply"}},
		{"good ones before", []harness.Script{good, bad, bad, good, bad, bad, bad, good, good}, []string{"", "ended without a reply", "ended without a reply", "", "ended without a reply", "ended without a reply", "ended without a reply", given, given}},
	}
	for _, test := range tests {
		for _, window := range []int{1, defaultWindow} {
			t.Run(fmt.Sprintf("%s, window %d", test.name, window), func(t *testing.T) {
				p, closeAll := newProcess(t, "crashes on errors", quick)
				p.window = window
				got := make([]string, len(test.scripts))
				pl := &player{process: p, scripts: test.scripts, maxBreaks: 3, maxHangs: 3, done: func(i int, transcript harness.Transcript) {
					if transcript.Trouble != nil {
						got[i] = transcript.Trouble.What
					}
				}}
				if err := pl.play(t.Context()); err != nil {
					t.Fatal(err)
				}
				closeAll()
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			})
		}
	}
}

func TestCancel(t *testing.T) {
	script := scriptsOf(cases(t))
	tests := []struct {
		name, adapter string
		run           func(ctx context.Context, p *Process) error
	}{
		{"hello", "sleeps", func(ctx context.Context, p *Process) error {
			_, err := p.Hello(ctx)
			return err
		}},
		{"play", "hangs always", func(ctx context.Context, p *Process) error {
			return p.Play(ctx, script, func(int, harness.Transcript) { t.Error("a script is done") })
		}},
		{"check", "hangs always", func(ctx context.Context, p *Process) error {
			_, err := harness.Check(ctx, p, harness.OnCases(cases(t)))
			return err
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			p, closeAll := newProcess(t, test.adapter, time.Hour)
			p.Record = func(sent bool, line []byte) {
				if hello := strings.Contains(string(line), `"hello"`); sent && hello == (test.name == "hello") {
					cancel()
				}
			}
			if err := test.run(ctx, p); !errors.Is(err, context.Canceled) {
				t.Errorf("want %v, got %v", context.Canceled, err)
			}
			if p.session != nil {
				t.Error("the process goes on before Close")
			}
			if _, alive := closeAll(); len(alive) > 0 {
				t.Errorf("processes that were left behind: %v", alive)
			}
		})
	}
	t.Run("before the start", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		p, closeAll := newProcess(t, "right", quick)
		if _, err := p.Hello(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("want %v, got %v", context.Canceled, err)
		}
		if started, _ := closeAll(); started > 0 {
			t.Errorf("%d processes were started", started)
		}
	})
}

func TestClose(t *testing.T) {
	p, _ := newProcess(t, "right", quick)
	cleanups := 0
	p.Cleanup = func() error { cleanups++; return errors.New("cleanup") }
	if _, err := p.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	pid := p.session.cmd.Process.Pid
	if err := p.Close(); err == nil || err.Error() != "cleanup" {
		t.Errorf("want the error of Cleanup, got %v", err)
	}
	if runs(pid) {
		t.Error("the process goes on")
	}
	if err := p.Close(); err != nil || cleanups != 1 {
		t.Errorf("second Close: error %v, %d cleanups", err, cleanups)
	}
	if err := new(Process).Close(); err != nil {
		t.Errorf("Close of what was never started: %v", err)
	}
}

func TestHelloIsSaidOnce(t *testing.T) {
	p, closeAll := newProcess(t, "right", quick)
	for range 2 {
		hello, err := p.Hello(t.Context())
		want := harness.Hello{Name: "test adapter", Dialects: []string{"xmur3"}, Ops: []string{"hash", "replicas", "points", "nodes", "add", "remove"}}
		if diff := cmp.Diff(want, hello); err != nil || diff != "" {
			t.Errorf("error %v; (-want +got)\n%s", err, diff)
		}
	}
	if started, alive := closeAll(); started != 1 || len(alive) > 0 {
		t.Errorf("want 1 process and none left, got %d and %v", started, alive)
	}
}

func TestRecord(t *testing.T) {
	p, closeAll := newProcess(t, "right", quick)
	p.window = 1
	var got []string
	p.Record = func(sent bool, line []byte) {
		arrow := "<- "
		if sent {
			arrow = "-> "
		}
		got = append(got, arrow+string(line))
	}
	play(t, p, scriptsOf(cases(t)[:2]))
	closeAll()
	want := []string{
		"-> " + `{"id":0,"op":"hello","protocol":1}` + "\n",
		"<- " + `{"dialects":["xmur3"],"id":0,"name":"test adapter","ops":["hash","replicas","points","nodes","add","remove"]}`,
		"-> " + `{"id":1,"op":"hash","dialect":"xmur3","key":""}` + "\n",
		"<- " + `{"hash":"167010153","id":1}`,
		"-> " + `{"id":2,"op":"ring","dialect":"xmur3","vnodes":3,"nodes":[{"name":"A"},{"name":"B"},{"name":"C"}]}` + "\n",
		"<- " + `{"id":2}`,
		"-> " + `{"id":3,"op":"owners","keys":["k1"]}` + "\n",
		"<- " + `{"id":3,"owners":["C"]}`,
		"-> " + `{"id":4,"op":"ring","dialect":"xmur3","vnodes":3,"nodes":[{"name":"A"},{"name":"B"},{"name":"C"}]}` + "\n",
		"<- " + `{"id":4}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCommandsThatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "adapter.txt")
	if err := os.WriteFile(text, []byte("#!/nonexistent/interpreter\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	orphan := filepath.Join(dir, "orphan")
	if err := os.WriteFile(orphan, []byte("#!/nonexistent/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		command []string
		want    string
		unix    bool
	}{
		{"nothing", nil, "no command to start", false},
		{"no such command", []string{"no-such-ring-adapter"}, `there is no command "no-such-ring-adapter" in PATH; a file in this folder is written ./no-such-ring-adapter`, false},
		{"no such file", []string{filepath.Join(dir, "gone")}, filepath.Join(dir, "gone") + ": there is no such file (or the interpreter that its first line names)", false},
		{"no interpreter", []string{orphan}, orphan + ": there is no such file (or the interpreter that its first line names)", true},
		{"not executable", []string{text}, text + ": not executable; make it so, or put its interpreter in front", true},
		{"a folder", []string{dir}, dir + ": is a folder, not a program", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.unix && runtime.GOOS == "windows" {
				t.Skip("Windows tells programs by their names")
			}
			p := &Process{Command: test.command}
			_, err := p.Hello(t.Context())
			if err == nil || err.Error() != test.want {
				t.Errorf("want %s\ngot  %v", test.want, err)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			var start *harness.StartError
			if _, err := harness.Check(t.Context(), p, harness.OnCases(cases(t))); !errors.As(err, &start) {
				t.Errorf("Check: want a StartError, got %v", err)
			}
		})
	}
}
