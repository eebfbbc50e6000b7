//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/harness"
	"ringkit/vectors"
)

// The test binary is also the driver that it tests with: a shell script starts
// it with this variable, which says how the driver behaves.
const behaviour = "RINGKIT_CAPTURE_DRIVER"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		os.Exit(drive(how, os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// drive answers requests with the Go reference ring, but for what how says.
func drive(how string, in io.Reader, out io.Writer) int {
	if how == "missing" {
		fmt.Fprintln(os.Stderr, "program: not installed (Debian: libprogram)")
		return 69
	}
	if how == "broken" {
		return 1
	}
	var ring harness.Request
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var request struct {
			ID      int
			Op      harness.RequestOp
			Dialect string
			Nodes   []struct {
				Name   string
				Weight int
			}
			VNodes *int
			Keys   []string
		}
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			return 1
		}
		reply := map[string]any{"id": request.ID}
		switch {
		case request.Op == "hello":
			reply["name"], reply["dialects"] = "program 1.2", []string{"md5-32"}
		case request.Op == harness.OpRing && how == "unsupported":
			reply["error"] = harness.CodeUnsupported
		case request.Op == harness.OpRing && how == "fussy":
			reply["error"] = "bad-vnodes"
		case how == "refuses":
			reply["error"], reply["message"] = harness.CodeInternal, "no such port"
		case request.Op == harness.OpRing:
			ring = harness.Request{Op: harness.OpRing, Dialect: request.Dialect, VNodes: request.VNodes}
			for _, n := range request.Nodes {
				ring.Nodes = append(ring.Nodes, vectors.Node{Name: n.Name, Weight: max(1, n.Weight)})
			}
		case how == "dies":
			fmt.Fprintln(os.Stderr, "out of memory")
			return 1
		default:
			script := harness.Script{Requests: []harness.Request{ring, {Op: harness.OpOwners, Keys: request.Keys}}}
			owners := harness.Go().PlayOne(script).Answers[1].Owners
			for i, key := range request.Keys {
				if how == "wrong" && key == "k2" {
					wrong := "b"
					owners[i] = &wrong
				}
			}
			reply["owners"] = owners
		}
		line, err := json.Marshal(reply)
		if err != nil {
			return 1
		}
		fmt.Fprintf(out, "%s\n", line)
	}
	return 0
}

// install returns a folder with a driver for each behaviour, in a folder of its
// name.
func install(t *testing.T, behaviours ...string) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, how := range behaviours {
		if err := os.Mkdir(filepath.Join(dir, how), 0o755); err != nil {
			t.Fatal(err)
		}
		// The race detector would keep the driver for a second after its end.
		script := fmt.Sprintf("#!/bin/sh\nGORACE=atexit_sleep_ms=0 %s=%s exec '%s'\n", behaviour, how, binary)
		if err := os.WriteFile(filepath.Join(dir, how, "driver"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// twoOfA is the digest of "a\na\n".
const twoOfA = "7da0810372718aaba44c608981aa81247cee8c3fc0ece1f7f7dd0e3152b41715"

// aCase returns a case of a ring of one node, a, which so owns all.
func aCase(id string, steps ...vectors.Step) vectors.Case {
	dialect, _, _ := strings.Cut(id, "/")
	ring := &vectors.Ring{Nodes: []vectors.Node{{Name: "a", Weight: 1}}}
	return vectors.Case{ID: id, Dialect: dialect, Ring: ring, Steps: steps}
}

func TestRun(t *testing.T) {
	a := "a"
	ofA := vectors.Step{Op: vectors.Owner, Keys: []string{"k1"}, Expect: vectors.Expect{Owners: []*string{&a}}}
	digest := vectors.Step{Op: vectors.Owners, Keys: []string{"k2", "k3"}, Expect: vectors.Expect{SHA256: twoOfA}}
	cases := []vectors.Case{
		aCase("md5-32/one", ofA, digest),
		aCase("md5-32/points", ofA, vectors.Step{Op: vectors.Points}), // cannot be asked
		aCase("md5-128/one", ofA),                                     // nor can this dialect
	}
	none := func(code string) (lines string) {
		for _, key := range []string{"k1", "k2", "k3"} {
			lines += fmt.Sprintf("  md5-32/one: key %q: want \"a\", got error %s\n", key, code)
		}
		return lines
	}
	for _, test := range []struct {
		how       string
		named     bool
		status    int
		out, errs string
	}{
		{how: "right", out: "program 1.2: 3/3\n"},
		{how: "wrong", status: 1, out: "program 1.2: 2/3\n  md5-32/one: key \"k2\": want \"a\", got \"b\"\n"},
		{how: "dies", status: 1, out: "program 1.2: 0/3\n" +
			"  md5-32/one: ended without a reply\n    exit status 1\n    out of memory\n" + none("crash")},
		{how: "refuses", status: 1, out: "program 1.2: 0/3\n" +
			"  md5-32/one: want a ring, got error internal (no such port)\n" + none("internal")},
		{how: "unsupported", status: 1, out: "program 1.2: 0/0, 1 cases unsupported\n"},
		{how: "unsupported", named: true, status: 2, out: "program 1.2: 0/0, 1 cases unsupported\n"},
		{how: "missing", out: "missing: program: not installed (Debian: libprogram)\n"},
		{how: "missing", named: true, status: 2, out: "missing: program: not installed (Debian: libprogram)\n"},
		{how: "broken", status: 1, errs: "capture: broken: no valid hello: ended without a reply (exit status 1)\n"},
		{how: "unknown", named: true, status: 2, errs: "capture: there is no driver for \"unknown\"; there are right\n"},
	} {
		t.Run(fmt.Sprintf("%s/named=%t", test.how, test.named), func(t *testing.T) {
			dir, names := install(t, test.how), []string{}
			if test.how == "unknown" {
				dir = install(t, "right")
			}
			if test.named {
				names = append(names, test.how)
			}
			var out, errs strings.Builder
			if got := run(t.Context(), dir, names, cases, &out, &errs); got != test.status {
				t.Errorf("status: want %d, got %d", test.status, got)
			}
			if diff := cmp.Diff(test.out, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.errs, errs.String()); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

// The vectors are right, and not the Go reference, where they differ.
func TestRunWrongOwner(t *testing.T) {
	b := "b"
	step := vectors.Step{Op: vectors.Owner, Keys: []string{"k1"}, Expect: vectors.Expect{Owners: []*string{&b}}}
	var out strings.Builder
	run(t.Context(), install(t, "right"), nil, []vectors.Case{aCase("md5-32/one", step)}, &out, io.Discard)
	want := "program 1.2: 0/1\n  md5-32/one: key \"k1\": want \"b\", got \"a\"\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

// A ring that may fail, and does, leaves no key to ask.
func TestRunRingThatMayFail(t *testing.T) {
	a := "a"
	step := vectors.Step{Op: vectors.Owner, Keys: []string{"k1"}, Expect: vectors.Expect{Owners: []*string{&a}}}
	open := aCase("md5-32/open", step)
	open.Ring.Expect.MayFail = true
	var out strings.Builder
	run(t.Context(), install(t, "fussy"), nil, []vectors.Case{open}, &out, io.Discard)
	if diff := cmp.Diff("program 1.2: 0/0\n", out.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

// What the vectors and the Go reference say differs, so the program cannot agree
// with both.
func TestRunWrongDigest(t *testing.T) {
	step := vectors.Step{Op: vectors.Owners, Keys: []string{"k1"}, Expect: vectors.Expect{SHA256: twoOfA}}
	var out strings.Builder
	if got := run(t.Context(), install(t, "right"), nil, []vectors.Case{aCase("md5-32/one", step)}, &out, io.Discard); got != 1 {
		t.Errorf("status: want 1, got %d", got)
	}
	if want := "program 1.2: 1/1\n  md5-32/one: "; !strings.HasPrefix(out.String(), want) {
		t.Errorf("want %q and what is wrong, got %q", want, out.String())
	}
}

// Only the first differences are shown.
func TestRunManyDifferences(t *testing.T) {
	keys := slices.Repeat([]string{"k2"}, shown+2)
	step := vectors.Step{Op: vectors.Owners, Keys: keys, Expect: vectors.Expect{Counts: map[string]int{"a": len(keys)}}}
	var out strings.Builder
	run(t.Context(), install(t, "wrong"), nil, []vectors.Case{aCase("md5-32/one", step)}, &out, io.Discard)
	if got, want := strings.Count(out.String(), "want"), shown; got != want {
		t.Errorf("want %d differences, got %d:\n%s", want, got, out.String())
	}
	if want := "  … 2 more\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("want %q at the end, got:\n%s", want, out.String())
	}
}
