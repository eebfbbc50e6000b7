package harness_test

import (
	"strings"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// Each edit of the right dialect goes wrong at one stage, and in the case that is
// named the kit must find that stage.
func TestFirstStageThatDiffersIsFound(t *testing.T) {
	right := goring.MD5x32
	for _, test := range []struct {
		stage harness.Stage
		id    string
		edit  func(d *goring.Dialect)
	}{
		{harness.StageHash, "md5-32/key/lower", func(d *goring.Dialect) {
			d.Hash = func(text string) goring.Position { return right.Hash(text + "!") }
		}},
		{harness.StagePoints, "md5-32/seed/counts", func(d *goring.Dialect) {
			d.Label = func(dst []byte, node string, index int) []byte { return right.Label(dst, node, index+1) }
		}},
		{harness.StagePoints, "md5-32/points/three-nodes", func(d *goring.Dialect) {
			d.Label = func(dst []byte, node string, index int) []byte { return right.Label(dst, node, index+1) }
		}},
		{harness.StageBoundary, "md5-32/boundary/exact-hits", func(d *goring.Dialect) { d.Boundary = goring.After }},
		{harness.StageBoundary, "md5-32/replicas/exact-hit", func(d *goring.Dialect) { d.Boundary = goring.After }},
		{harness.StageReplicas, "md5-32/replicas/3-of-5", func(d *goring.Dialect) {
			d.Walk = func(s *goring.Snapshot, serving, n int) []string { return []string{s.Node(serving)} }
		}},
		{harness.StageMembership, "md5-32/remove/looked-up", func(d *goring.Dialect) {
			d.Members.Settle = func(before, _ []goring.OwnedPoint, _ goring.Call) []goring.OwnedPoint { return before }
		}},
		{harness.StageMembership, "md5-32/nodes/odd-names", func(d *goring.Dialect) { d.Members.Sorted = false }},
		{harness.StageError, "md5-32/empty/never-had-nodes", func(d *goring.Dialect) { d.Members.Empty = goring.ErrEmptyRing }},
	} {
		d := right
		test.edit(&d)
		if r := checkOne(t, d, caseOf(t, test.id)); r.Outcome != harness.Fail || r.Stage != test.stage {
			t.Errorf("%s: got %s at the stage %q, want fail at %q", test.id, r.Outcome, r.Stage, test.stage)
		}
	}
}

// Counts and digests do not show which key is wrong, so that is told.
func TestWrongKeyIsToldWhereTheCaseDoesNotShowIt(t *testing.T) {
	d := goring.MD5x32
	d.Label = func(dst []byte, node string, index int) []byte { return goring.MD5x32.Label(dst, node, index+1) }
	r := checkOne(t, d, caseOf(t, "md5-32/seed/counts"))
	if !strings.Contains(r.What, "of 1000 keys have another owner than they should, the first of them \"key-") {
		t.Errorf("no word of a wrong key in\n%s", r.What)
	}
}

// Where the Go reference fails as well, it is the case that is wrong.
func TestWrongCaseIsSuspected(t *testing.T) {
	c := caseOf(t, "md5-32/seed/owners")
	wrong := "cache-a"
	c.Steps = append([]vectors.Step(nil), c.Steps...)
	c.Steps[0].Expect.Owners = []*string{&wrong}
	r := checkOne(t, goring.MD5x32, c)
	if r.Outcome != harness.Fail || r.Stage != "" || !strings.Contains(r.What, "the Go reference gives this answer too") {
		t.Errorf("got %s at the stage %q:\n%s", r.Outcome, r.Stage, r.What)
	}
}

func caseOf(t *testing.T, id string) vectors.Case {
	t.Helper()
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("there is no case %s", id)
	return vectors.Case{}
}

func checkOne(t *testing.T, d goring.Dialect, c vectors.Case) harness.Result {
	t.Helper()
	impl := harness.Rings("edited", []string{d.Name}, func(name string) (goring.Dialect, bool) { return d, name == d.Name })
	report, err := harness.Check(t.Context(), impl, harness.OnCases([]vectors.Case{c}))
	if err != nil {
		t.Fatal(err)
	}
	return report.Results[0]
}
