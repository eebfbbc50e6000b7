package identify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
	"ringkit/harness/identify"
)

func TestReadNodes(t *testing.T) {
	t.Parallel()
	got, err := identify.ReadNodes("nodes", []byte("\ufeffa\r\n\r\nb c\t0\r\n\xff\t12"))
	want := []goring.Node{{Name: "a", Weight: 1}, {Name: "b c", Weight: 0}, {Name: "\xff", Weight: 12}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"":             "nodes:1: there is no node",
		"\n\n":         "nodes:1: there is no node",
		"a\nb\theavy":  `nodes:2: weight "heavy"`,
		"a\t-1":        `nodes:1: weight "-1"`,
		"a\t1000001":   `nodes:1: weight "1000001" is no whole number from 0 to 1000000`,
		"a\t1.5":       `nodes:1: weight "1.5"`,
		"a\t1\t2":      `nodes:1: weight "1\t2"`,
		"a\t":          `nodes:1: weight ""`,
		"a\nb\n\na\t2": `nodes:4: node "a" stands in line 1 already`,
	} {
		_, err := identify.ReadNodes("nodes", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: want %s..., got %v", text, want, err)
		}
	}
}

func TestReadPairs(t *testing.T) {
	t.Parallel()
	got, err := identify.ReadPairs("owners", []byte("\ufeffk\tA\r\n\nwith\ttab\tB\n\xff\x00\t"))
	want := []identify.Pair{
		{Key: "k", Owner: "A", Line: 1}, {Key: "with\ttab", Owner: "B", Line: 3}, {Key: "\xff\x00", None: true, Line: 4},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"":               "owners:1: there is no pair",
		"k\tA\nno tab\n": "owners:2: there is no tab",
	} {
		_, err := identify.ReadPairs("owners", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: want %s..., got %v", text, want, err)
		}
	}
}
