package properties

import (
	"testing"

	"ringkit/goring"
	"ringkit/spec"
	"ringkit/vectors"
)

func TestPropertiesCiteRules(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range append(All(), Agreement()) {
		if _, known := spec.FindRule(p.Rule); !known {
			t.Errorf("%s: there is no rule %q", p.Name, p.Rule)
		}
		if seen[p.Name] || p.Law == "" {
			t.Errorf("%s: want a name of its own and a law, got %q", p.Name, p.Law)
		}
		seen[p.Name] = true
		if found, ok := Find(p.Name); !ok || found.Law != p.Law {
			t.Errorf("Find(%q) gives %q, %t", p.Name, found.Law, ok)
		}
	}
}

// The table must say of each dialect what its stages do.
func TestCustomsAreThoseOfTheDialects(t *testing.T) {
	for _, name := range seedDialects {
		d, _ := goring.Lookup(name)
		c := customs[name]
		ring, err := goring.New(d, 1, goring.Nodes("a", "b"))
		if err != nil {
			t.Fatal(err)
		}
		owner, err := ring.Owner(string(d.Label(nil, "a", 0)))
		if err != nil {
			t.Fatal(err)
		}
		if beyond := owner == "b"; beyond != (c.boundary == after) {
			t.Errorf("%s: want the boundary after %t, got %t", d.Name, beyond, c.boundary == after)
		}
		checkByPlace(t, d)
	}
}

func checkByPlace(t *testing.T, d goring.Dialect) {
	t.Helper()
	tie := func(a, b int) int {
		return d.Tie(goring.Member{Node: goring.Node{Name: "a"}, Place: a}, goring.Member{Node: goring.Node{Name: "b"}, Place: b})
	}
	if byPlace := tie(0, 1) != tie(1, 0); byPlace != customs[d.Name].byPlace {
		t.Errorf("%s: want byPlace %t, got %t", d.Name, byPlace, customs[d.Name].byPlace)
	}
}

func TestEveryDialectHasItsLaws(t *testing.T) {
	for _, d := range goring.Dialects() {
		if len(customs[d.Name].laws) == 0 {
			t.Errorf("want laws stated for %s, got none", d.Name)
		}
	}
	for name, c := range customs {
		if _, known := goring.Lookup(name); !known {
			t.Errorf("want customs of dialects only, got %q", name)
		}
		for _, law := range c.laws {
			if _, known := Find(law); !known {
				t.Errorf("%s: want laws that there are, got %q", name, law)
			}
		}
	}
}

// Two nodes that share all their points are no fault of the balance.
func TestChanceHasNoSayInTies(t *testing.T) {
	for _, d := range []goring.Dialect{goring.XMur3, goring.XMur3UTF16} {
		s := Sample{Dialect: d.Name, VNodes: 100, Prefix: "k", Nodes: []vectors.Node{{Name: "ipna", Weight: 1}, {Name: "bgto", Weight: 1}}}
		a := asker{dialect: d}
		if err := balance.judge(t.Context(), a, s); err != errVoid {
			t.Errorf("%s: want %q, got %v", d.Name, errVoid, err)
		}
	}
}

func TestServingScansAllPoints(t *testing.T) {
	at := func(positions ...uint64) (points []goring.OwnedPoint) {
		for _, p := range positions {
			points = append(points, goring.OwnedPoint{Position: goring.Position{Lo: p}})
		}
		return points
	}
	tests := []struct {
		name   string
		points []goring.OwnedPoint
		h      uint64
		rule   boundary
		want   uint64
		count  int
	}{
		{"between", at(30, 10, 20), 15, atOrAfter, 20, 1},
		{"on a point", at(30, 10, 20), 20, atOrAfter, 20, 1},
		{"on a point, after", at(30, 10, 20), 20, after, 30, 1},
		{"past the last", at(30, 10, 20), 31, atOrAfter, 10, 1},
		{"on the last, after", at(30, 10, 20), 30, after, 10, 1},
		{"a tie", at(30, 20, 10, 20), 15, atOrAfter, 20, 2},
		{"one point", at(5), 6, atOrAfter, 5, 1},
		{"one point, after", at(5), 5, after, 5, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := serving(test.points, goring.Position{Lo: test.h}, test.rule)
			if len(got) != test.count || got[0].Position.Lo != test.want {
				t.Errorf("want %d points at %d, got %v", test.count, test.want, got)
			}
		})
	}
	if got := serving(nil, goring.Position{}, atOrAfter); len(got) != 0 {
		t.Errorf("want none of no points, got %v", got)
	}
}
