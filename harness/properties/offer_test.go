package properties

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
	"ringkit/harness"
)

// A limited implementation offers only some of the optional requests.
type limited struct {
	harness.Local
	ops []string
}

func (l limited) Hello(ctx context.Context) (harness.Hello, error) {
	hello, err := l.Local.Hello(ctx)
	hello.Ops = l.ops
	return hello, err
}

// Play fails the test at a request that is not offered.
func (l limited) Play(ctx context.Context, scripts []harness.Script, done func(int, harness.Transcript)) error {
	for _, s := range scripts {
		for _, r := range s.Requests {
			if r.Op != harness.OpRing && r.Op != harness.OpOwners && !slices.Contains(l.ops, string(r.Op)) {
				return fmt.Errorf("%s was asked, which is not offered", r.Op)
			}
		}
	}
	return l.Local.Play(ctx, scripts, done)
}

func TestWhatIsNotOfferedIsNotApplicable(t *testing.T) {
	always := []string{"join", "leave", "order", "determinism", "weight", "shares", "movement", "balance"}
	tests := []struct {
		ops  []string
		want []string
	}{
		{nil, always},
		{[]string{"points", "hash"}, append([]string{"scan", "points"}, always...)},
		{[]string{"nodes"}, append([]string{"nodes"}, always...)},
		{[]string{"replicas"}, append([]string{"replicas"}, always...)},
		{[]string{"add", "remove"}, append([]string{"restore", "history"}, always...)},
		{[]string{"add", "remove", "nodes"}, append([]string{"restore", "history", "nodes", "model"}, always...)},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.ops, " "), func(t *testing.T) {
			results, err := Fuzz(t.Context(), limited{harness.Go(), test.ops}, Options{Seed: 1, Runs: 20, Dialects: []string{"xmur3"}, Readers: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range results {
				if r.Violation != nil {
					t.Errorf("%s: %s", r.Property.Name, r.Violation)
				}
				if r.NotApplicable == "" {
					got = append(got, r.Property.Name)
				}
			}
			slices.Sort(got)
			slices.Sort(test.want)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("laws judged (-want +got):\n%s", diff)
			}
		})
	}
}

// Where nodes cannot be added, another ring is made, and the law holds as well.
func TestJoinIsCheckedWithoutAdditions(t *testing.T) {
	modulo := edited(goring.XMur3, func(d *goring.Dialect) {
		d.Boundary = func(s *goring.Snapshot, h goring.Position) int { return int(h.Lo % uint64(s.Len())) }
	})
	for _, law := range []string{"join", "leave", "movement"} {
		results, err := Fuzz(t.Context(), limited{modulo, nil}, Options{Seed: 1, Properties: []string{law}})
		if err != nil {
			t.Fatal(err)
		}
		if results[0].Violation == nil {
			t.Errorf("want %s violated by hash modulo points, got none", law)
		}
	}
}

// A ring of this process that has no such method answers that it does not offer
// it, which shows only when it is asked.
func TestAnswersThatAreUnsupportedAreNoViolation(t *testing.T) {
	bare := wrapped(goring.XMur3, func(r ring) harness.Ring { return struct{ harness.Ring }{r} })
	bare.Hash = nil
	results, err := Fuzz(t.Context(), bare, Options{Seed: 1, Readers: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violation != nil {
			t.Errorf("%s: %s", r.Property.Name, r.Violation)
		}
		if slices.Contains([]string{"scan", "points", "replicas", "restore", "history", "nodes", "model", "readers"}, r.Property.Name) != (r.NotApplicable != "") {
			t.Errorf("%s: got not applicable: %q", r.Property.Name, r.NotApplicable)
		}
	}
}
