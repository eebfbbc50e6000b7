package vectors_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/vectors"
)

func TestParseDraft(t *testing.T) {
	text := file(
		"  - {id: a, rule: wrap, why: because, steps: [{hash: \"k\", want: TBD}]}",
		"  - {id: b, rule: wrap, why: because, ring: {nodes: [], error: bad-vnodes}}",
		"  - id: c",
		"    rule: wrap",
		"    why: because",
		"    ring: {nodes: [\"A\"], vnodes: 1}",
		"    steps:",
		"      - {owner: \"k\", want: \"TBD\"}",
		"      - {owners: [\"k\"], counts: TBD, sha256: TBD, as: x}",
		"      - {moved: {from: x, to: x}, count: TBD, joining: [\"A\"]}",
		"      - points: all",
		"        want: TBD")
	d, err := vectors.ParseDraft("f.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []vectors.Hole{
		{Case: 0, Step: 0, Field: "want", Line: 5, Column: 65},
		{Case: 2, Step: 1, Field: "counts", Line: 13, Column: 33},
		{Case: 2, Step: 1, Field: "sha256", Line: 13, Column: 46},
		{Case: 2, Step: 2, Field: "count", Line: 14, Column: 42},
		{Case: 2, Step: 3, Field: "want", Line: 16, Column: 15},
	}
	if diff := cmp.Diff(want, d.Blanks); diff != "" {
		t.Errorf("blanks (-want +got)\n%s", diff)
	}
	lines := strings.Split(text, "\n")
	for _, hole := range d.Blanks {
		if got := lines[hole.Line-1][hole.Column-1:]; !strings.HasPrefix(got, vectors.Blank) {
			t.Errorf("%+v points at %q", hole, got)
		}
	}
	name := "TBD"
	if diff := cmp.Diff([]*string{&name}, d.File.Cases[2].Steps[0].Expect.Owners); diff != "" {
		t.Errorf("a node that is called TBD (-want +got)\n%s", diff)
	}
	for _, s := range d.File.Cases[2].Steps[1:] {
		if e := s.Expect; e.Counts != nil || e.SHA256 != "" || e.Moved != nil || e.Points != nil {
			t.Errorf("line %d: a blank is not zero: %+v", s.Line, e)
		}
	}
}

func TestBlankNowhereElse(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"as", steps(`{owners: ["k"], as: TBD}`), `f.yaml:10: the name "TBD" must be made of a-z, 0-9 and -`},
		{"joining", steps(`{owners: ["k"], as: x}`, `{moved: {from: x, to: x}, joining: TBD}`), "f.yaml:11: joining must be a list"},
		{"leaving", steps(`{owners: ["k"], as: x}`, `{moved: {from: x, to: x}, leaving: TBD}`), "f.yaml:11: leaving must be a list"},
		{"removed", steps(`{remove: "A", removed: TBD}`), "f.yaml:10: removed must be false"},
		{"error", steps(`{owner: "k", error: TBD}`), `f.yaml:10: there is no error code "TBD"; there are [empty-ring duplicate-node unknown-node bad-vnodes bad-weight bad-count]`},
		{"one of the owners", steps(`{owners: ["k"], want: [TBD]}`), "f.yaml:10: want[0] must stand in double quotes"},
		{"a key", steps(`{owner: TBD, want: TBD}`), "f.yaml:10: owner must stand in double quotes"},
		{"beside an error", steps(`{owner: "k", want: TBD, error: empty-ring}`), "f.yaml:10: a step that expects error or may expects nothing else, so no want"},
		{"want beside counts", steps(`{owners: ["k"], want: TBD, counts: TBD}`), "f.yaml:10: want says all: leave out counts and sha256 beside it"},
		{"with a tag", steps(`{owner: "k", want: !x TBD}`), "f.yaml:10: want has a tag: vector files have none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := vectors.ParseDraft("f.yaml", []byte(test.text))
			if got := fmt.Sprint(err); got != test.want {
				t.Errorf("want %s\ngot  %s", test.want, got)
			}
		})
	}
}
