package properties

import (
	"errors"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
)

// What a ring without nodes answers, and that one with nodes answers one for
// every key, every law asks for on its way.
func TestNoOwnerIsSaidAsTheDialectSaysIt(t *testing.T) {
	tests := []struct {
		name string
		law  string
		impl harness.Local
	}{
		{"an error in place of null", "leave", edited(goring.MD5x32, func(d *goring.Dialect) { d.Members.Empty = goring.ErrEmptyRing })},
		{"null in place of an error", "leave", edited(goring.XMur3, func(d *goring.Dialect) { d.Members.Empty = goring.ErrNoOwner })},
		{"a node in place of null", "leave", wrapped(goring.MD5x32, func(r ring) harness.Ring { return ghostRing{r} })},
		{"a node in place of an error", "history", wrapped(goring.MD5x128, func(r ring) harness.Ring { return ghostRing{r} })},
		{"null past the last point", "scan", edited(goring.MD5x32, func(d *goring.Dialect) {
			d.Boundary = func(s *goring.Snapshot, h goring.Position) int {
				if i := s.Search(h); i < s.Len() {
					return i
				}
				return -1
			}
		})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results, err := Fuzz(t.Context(), test.impl, Options{Seed: 1, Properties: []string{test.law}})
			if err != nil {
				t.Fatal(err)
			}
			if results[0].Violation == nil {
				t.Errorf("want %s violated, got none", test.law)
			}
		})
	}
}

// A ghostRing sends keys to a node that is not there, where there is none.
type ghostRing struct{ ring }

func (r ghostRing) Owners(keys []string) ([]string, error) {
	owners, err := r.ring.Owners(keys)
	if errors.Is(err, goring.ErrNoOwner) || errors.Is(err, goring.ErrEmptyRing) {
		for range keys {
			owners = append(owners, "ghost")
		}
		return owners, nil
	}
	return owners, err
}
