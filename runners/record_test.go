package runners

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ringkit/harness"
)

const exchangeText = `# made by hand

> {"id":0,"op":"hello","protocol":1}
< {"id":0,"name":"x","dialects":["xmur3"],"ops":["hash"]}
> {"id":1,"op":"hash","dialect":"xmur3","key":""}
> {"id":2,"op":"hash","dialect":"xmur3","key":"k207"}
< {"id":1,"hash":"167010153"}
< {"id":2,"hash":"4285853574"}
`

func TestReadRecordingRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "ex.txt: there is no exchange in it"},
		{"only comments", "# x\n\n", "ex.txt: there is no exchange in it"},
		{"another file", "cases:\n", `ex.txt:1: a line begins with "> ", "< " or "#"`},
		{"no hello", "> {\"id\":1,\"op\":\"points\"}\n", "ex.txt:1: an exchange begins with hello"},
		{"no request", "> hello\n", `ex.txt:1: a request begins with {"id":NUMBER,"op":"..."`},
		{"an endless number", "> {\"id\":99999999999,\"op\":\"hello\"}\n", `ex.txt:1: a request begins with`},
		{"a reply first", "< {}\n", "ex.txt:1: a reply without a request"},
		{"a reply too many", exchangeText + "< {}\n", "ex.txt:9: a reply without a request"},
	}
	for _, tt := range tests {
		if _, err := ReadRecording("ex.txt", []byte(tt.text)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: want error %s, got %v", tt.name, tt.want, err)
		}
	}
}

// record plays the cases with an adapter and returns the exchange.
func record(t *testing.T, adapter string, timeout time.Duration) []byte {
	t.Helper()
	p, closeAll := newProcess(t, adapter, timeout)
	var file bytes.Buffer
	r := NewRecorder(&file)
	p.Record = r.Record
	if _, err := harness.Check(context.Background(), p, harness.OnCases(cases(t))); err != nil {
		t.Fatal(err)
	}
	closeAll()
	if err := r.Flush(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// replay sends a recording to an adapter.
func replay(t *testing.T, text []byte, adapter string, timeout time.Duration) (*Difference, error) {
	t.Helper()
	recording, err := ReadRecording("ex.txt", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	p, closeAll := newProcess(t, adapter, timeout)
	defer closeAll()
	return recording.Replay(context.Background(), p)
}

func TestRecordingHoldsTheExchange(t *testing.T) {
	t.Parallel()
	text := string(record(t, "right", quick))
	for _, want := range []string{
		"\n> {\"id\":0,\"op\":\"hello\",\"protocol\":1}\n< {", "\n> {\"id\":1,\"op\":\"hash\",\"dialect\":\"xmur3\",\"key\":\"\"}\n", "\n< {\"hash\":\"167010153\",\"id\":1}\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if sent, came := strings.Count(text, "\n> "), strings.Count(text, "\n< "); sent != came {
		t.Errorf("%d lines were sent and %d came", sent, came)
	}
}

// What broke the protocol is kept byte for byte.
func TestRecordingKeepsBytes(t *testing.T) {
	t.Parallel()
	for adapter, want := range map[string]string{
		"answers in Latin-1":       "\"owners\":[\"caf\xe9\"]}\n",
		"answers one case in CRLF": "}\r\n",
		"prints in one case":       "\n< DEBUG owner\n",
		"prints an empty line":     "\n< \n",
	} {
		text := record(t, adapter, quick)
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s: want %q in\n%s", adapter, want, text)
		}
		if difference, err := replay(t, text, adapter, quick); difference != nil || err != nil {
			t.Errorf("%s: a replay differs: %v %v", adapter, difference, err)
		}
	}
}

func TestReplayOfTheSame(t *testing.T) {
	t.Parallel()
	for _, adapter := range []string{"right", "crashes", "dies in a line", "has nothing", "crashes on errors"} {
		text := record(t, adapter, quick)
		if difference, err := replay(t, text, adapter, quick); difference != nil || err != nil {
			t.Errorf("%s: want no difference, got %v %v", adapter, difference, err)
		}
	}
	right := record(t, "right", quick)
	hung := right[:bytes.Index(right, []byte(`{"hash"`))-len("< ")]
	if difference, err := replay(t, hung, "stops reading", slower); difference != nil || err != nil {
		t.Errorf("hangs: want no difference, got %v %v", difference, err)
	}
}

func TestReplayFindsTheFirstDifference(t *testing.T) {
	t.Parallel()
	tests := []struct {
		before, now string
		timeout     time.Duration
		want        []string
	}{
		{"right", "crashes", quick, []string{`sent   {"id":`, `before {"id":`, "now    ended without a reply\n", "exit   exit status 3\n", "stderr boom"}},
		{"right", "prints in one case", quick, []string{"now    DEBUG owner\n"}},
		{"right", "answers too few owners", quick, []string{`,"owners":["B"]}`, `,"owners":[]}`}},
		{"crashes", "right", quick, []string{"before no reply\n", `now    {"id":`}},
		{"right", "stops reading", slower, []string{"now    no reply within"}},
	}
	for _, tt := range tests {
		difference, err := replay(t, record(t, tt.before, quick), tt.now, tt.timeout)
		if difference == nil || err != nil {
			t.Errorf("%s, then %s: want a difference, got %v", tt.before, tt.now, err)
			continue
		}
		for _, want := range tt.want {
			if got := difference.String(); !strings.Contains(got, want) {
				t.Errorf("%s, then %s: want %q in\n%s", tt.before, tt.now, want, got)
			}
		}
	}
}

func TestReplayTellsTheLine(t *testing.T) {
	t.Parallel()
	text := strings.Replace(exchangeText, `"hash":"4285853574"`, `"hash":"1"`, 1)
	text = strings.Replace(text, `"name":"x","dialects":["xmur3"],"ops":["hash"]`, `"name":"test adapter","dialects":["xmur3"],"ops":["hash","replicas","points","nodes","add","remove"]`, 1)
	difference, err := replay(t, []byte(text), "right", quick)
	if err != nil || difference == nil || difference.Line != 6 {
		t.Errorf("want a difference in line 6, got %+v %v", difference, err)
	}
}

func TestReplayNeedsHello(t *testing.T) {
	t.Parallel()
	text := record(t, "right", quick)
	for _, adapter := range []string{"exits at once", "fails at once"} {
		var hello *HelloError
		if difference, err := replay(t, text, adapter, quick); difference != nil || !errors.As(err, &hello) {
			t.Errorf("%s: want a *HelloError, got %v %v", adapter, difference, err)
		}
	}
	recording, err := ReadRecording("ex.txt", text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := recording.Replay(context.Background(), &Process{Command: []string{"./no-such-adapter"}}); err == nil {
		t.Error("want an error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, closeAll := newProcess(t, "stops reading", quick)
	defer closeAll()
	if _, err := recording.Replay(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("want %v, got %v", context.Canceled, err)
	}
}

func TestSameReply(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`{"id":1,"owners":["A"]}`, `{ "owners": [ "\u0041" ], "id": 1 }`, true},
		{`{"id":1,"error":"internal","message":"at 0x7f"}`, `{"id":1,"error":"internal","message":"at 0x80"}`, true},
		{`{"id":1,"error":"internal"}`, `{"id":1,"error":"empty-ring"}`, false},
		{`{"id":1,"x":18446744073709551615}`, `{"id":1,"x":18446744073709551616}`, false},
		{`{"id":1}`, `{"id":1} {}`, false},
		{`DEBUG`, `DEBUG`, true},
		{`DEBUG`, `TRACE`, false},
		{"{\"id\":1}\r", `{"id":1}`, false},
	} {
		if got := sameReply([]byte(tt.a), []byte(tt.b), 1); got != tt.want {
			t.Errorf("%q and %q: want %t, got %t", tt.a, tt.b, tt.want, got)
		}
	}
}

func TestDifferenceIsShownWhereItIs(t *testing.T) {
	list := strings.Repeat(`"cache-a",`, 100)
	d := &Difference{Request: "{}", Before: list + `"B"` + list, Now: list + `"C"` + list}
	for _, want := range []string{`"cache-a","B""cache-a"`, `"cache-a","C""cache-a"`} {
		if !strings.Contains(d.String(), want) {
			t.Errorf("want %q in\n%s", want, d)
		}
	}
	if len(d.String()) > 1000 {
		t.Errorf("it has %d bytes", len(d.String()))
	}
}
