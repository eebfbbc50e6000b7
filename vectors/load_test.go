package vectors_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ringkit/vectors"
)

func TestLoad(t *testing.T) {
	other := strings.Replace(steps(`{owner: "k", want: "A"}`), "id: a", "id: b", 1)
	broken := steps(`{owner: k, want: "A"}`)
	twice := file(
		"  - {id: a, rule: wrap, why: because, steps: [{hash: \"k\", want: 1}]}",
		"  - {id: b, rule: wrap, why: because, steps: [{hash: \"k\", want: 1}]}",
		"  - {id: a, rule: wrap, why: because, steps: [{hash: \"l\", want: 2}]}")
	tests := []struct {
		name  string
		files map[string]string
		want  []string // the IDs of all cases
		err   string
	}{
		{"two files in the order of their names",
			map[string]string{"z.yaml": other, "a.yaml": steps(`{owner: "k", want: "A"}`)}, []string{"xmur3/a", "xmur3/b"}, ""},
		{"files of another name and in folders are not read",
			map[string]string{"a.yaml": other, "b.yml": broken, "README": broken, "dir/b.yaml": broken}, []string{"xmur3/b"}, ""},
		{"no file", map[string]string{"a.yml": other}, nil, "dir: no vector files (*.yaml) here"},
		{"an ID twice in a file", map[string]string{"f.yaml": twice}, nil, "dir/f.yaml:7: the ID xmur3/a is taken by dir/f.yaml:5"},
		{"an ID in two files", map[string]string{"a.yaml": twice[:strings.LastIndex(twice, "  - ")], "b.yaml": other}, nil,
			"dir/b.yaml:5: the ID xmur3/b is taken by dir/a.yaml:6"},
		{"all that is wrong in all files", map[string]string{"a.yaml": broken, "b.yaml": "", "c.yaml": twice}, nil,
			"dir/a.yaml:10: owner must stand in double quotes\ndir/b.yaml:1: the file is empty\ndir/c.yaml:7: the ID xmur3/a is taken by dir/c.yaml:5"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fsys := fstest.MapFS{}
			for name, text := range test.files {
				fsys[name] = &fstest.MapFile{Data: []byte(text)}
			}
			files, err := vectors.Load(fsys, "dir")
			var got []string
			for _, f := range files {
				for _, c := range f.Cases {
					got = append(got, c.ID)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("IDs (-want +got)\n%s", diff)
			}
			if fmt.Sprint(err) != test.err && (err != nil || test.err != "") {
				t.Errorf("want error %s\ngot        %v", test.err, err)
			}
			if err != nil && files != nil {
				t.Errorf("files beside the error %v", err)
			}
		})
	}
}

func TestErrorSaysWhere(t *testing.T) {
	_, err := vectors.Parse("f.yaml", []byte(steps(`{owner: k, want: "A"}`)))
	var got *vectors.Error
	if !errors.As(err, &got) {
		t.Fatalf("%v holds no *Error", err)
	}
	if diff := cmp.Diff(&vectors.Error{File: "f.yaml", Line: 10, What: "owner must stand in double quotes"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// One case with all that a vector can hold.
const rich = `# a comment
dialect: md5-128
bits: 128
source:
  by: [runners/python, "runners/typescript"]
  captured: 'a program 1.2'
  note: some words
cases:
  - id: all/of-it
    rule: replicas
    why: "it shows: everything"
    ring:
      nodes: ["A", {name: "", weight: 2}, {hex: "ff00"}, {name: {hex: "fe"}, weight: -1}]
      vnodes: -3
      may: fail
    steps:
      - {hash: "caf\u00e9 \U0001F600 \" \\ \n", want: "340282366920938463463374607431768211455"}
      - {hash: {hex: "80"}, error: empty-ring}
      - {owner: "", want: ""}
      - {owner: "k", want: null}
      - {owners: ["k", {hex: "ff"}], want: ["A", null], as: one}
      - {owners: {pattern: "a%db", from: 9, to: 11}, counts: {"A": 1, "": 2}, as: two}
      - {owners: {pattern: "a%db", from: 9, to: 11}, as: three}
      - {moved: {from: two, to: three}, count: 0, joining: [], leaving: ["A"]}
      - {replicas: {key: "k", count: 2}, want: ["A", {hex: "ff00"}]}
      - {points: all, want: [["0", "A"], ["1", ""]]}
      - {nodes: all, want: []}
      - {add: "B"}
      - {add: {name: "C", weight: 3}, may: fail}
      - {remove: "B"}
      - {remove: "B", removed: false}
      - {remove: "B", error: unknown-node}
  - {id: b, rule: wrap, why: because, ring: {nodes: [], error: bad-vnodes}}
`

func TestParse(t *testing.T) {
	got, err := vectors.Parse("f.yaml", []byte(rich))
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) *string { return &s }
	number := func(n int) *int { return &n }
	want := vectors.File{
		Name: "f.yaml", Dialect: "md5-128", Bits: 128,
		Source: vectors.Source{By: []string{"runners/python", "runners/typescript"}, Captured: "a program 1.2", Note: "some words"},
		Cases: []vectors.Case{{
			ID: "md5-128/all/of-it", Dialect: "md5-128", Rule: "replicas", Why: "it shows: everything", File: "f.yaml", Line: 9,
			Ring: &vectors.Ring{
				Nodes:  []vectors.Node{{Name: "A", Weight: 1}, {Name: "", Weight: 2}, {Name: "\xff\x00", Weight: 1}, {Name: "\xfe", Weight: -1}},
				VNodes: number(-3),
				Expect: vectors.Expect{MayFail: true},
			},
			Steps: []vectors.Step{
				{Op: vectors.Hash, Key: "caf\u00e9 \U0001F600 \" \\ \n", Expect: vectors.Expect{Position: "340282366920938463463374607431768211455"}, Line: 17},
				{Op: vectors.Hash, Key: "\x80", Expect: vectors.Expect{Error: "empty-ring"}, Line: 18},
				{Op: vectors.Owner, Keys: []string{""}, Expect: vectors.Expect{Owners: []*string{text("")}}, Line: 19},
				{Op: vectors.Owner, Keys: []string{"k"}, Expect: vectors.Expect{Owners: []*string{nil}}, Line: 20},
				{Op: vectors.Owners, Keys: []string{"k", "\xff"}, As: "one", Expect: vectors.Expect{Owners: []*string{text("A"), nil}}, Line: 21},
				{Op: vectors.Owners, Keys: []string{"a9b", "a10b", "a11b"}, As: "two", Expect: vectors.Expect{Counts: map[string]int{"A": 1, "": 2}}, Line: 22},
				{Op: vectors.Owners, Keys: []string{"a9b", "a10b", "a11b"}, As: "three", Line: 23},
				{Op: vectors.Moved, From: "two", To: "three", Expect: vectors.Expect{Moved: number(0), Joining: []string{}, Leaving: []string{"A"}}, Line: 24},
				{Op: vectors.Replicas, Key: "k", Count: 2, Expect: vectors.Expect{Nodes: []string{"A", "\xff\x00"}}, Line: 25},
				{Op: vectors.Points, Expect: vectors.Expect{Points: []vectors.Point{{Position: "0", Node: "A"}, {Position: "1"}}}, Line: 26},
				{Op: vectors.Nodes, Expect: vectors.Expect{Nodes: []string{}}, Line: 27},
				{Op: vectors.Add, Node: vectors.Node{Name: "B", Weight: 1}, Line: 28},
				{Op: vectors.Add, Node: vectors.Node{Name: "C", Weight: 3}, Expect: vectors.Expect{MayFail: true}, Line: 29},
				{Op: vectors.Remove, Node: vectors.Node{Name: "B"}, Line: 30},
				{Op: vectors.Remove, Node: vectors.Node{Name: "B"}, Expect: vectors.Expect{NotRemoved: true}, Line: 31},
				{Op: vectors.Remove, Node: vectors.Node{Name: "B"}, Expect: vectors.Expect{Error: "unknown-node"}, Line: 32},
			},
		}, {
			ID: "md5-128/b", Dialect: "md5-128", Rule: "wrap", Why: "because", File: "f.yaml", Line: 33,
			Ring: &vectors.Ring{Nodes: []vectors.Node{}, Expect: vectors.Expect{Error: "bad-vnodes"}},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// An editor or a checkout on Windows may end the lines in CR LF.
func TestParseLinesEndingInCRLF(t *testing.T) {
	want, err := vectors.Parse("f.yaml", []byte(rich))
	if err != nil {
		t.Fatal(err)
	}
	got, err := vectors.Parse("f.yaml", []byte(strings.ReplaceAll(rich, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
