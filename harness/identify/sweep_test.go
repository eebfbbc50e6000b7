package identify

import (
	"fmt"
	"math"
	"testing"

	"ringkit/goring"
)

// TestSweep compares a sweep with rings of a few vnodes, made one by one.
func TestSweep(t *testing.T) {
	t.Parallel()
	for _, nodes := range [][]goring.Node{
		goring.Nodes("a:1", "b:2", "c:3"),
		{{Name: "a:1", Weight: 1}, {Name: "b:2", Weight: 2}, {Name: "c:3", Weight: 5}},
	} {
		o := Observed{Nodes: nodes}
		for i := range 100 {
			o.Pairs = append(o.Pairs, Pair{Key: fmt.Sprintf("k%d", i), Owner: nodes[i%3].Name})
		}
		e, err := gather([]Observed{o})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range goring.Dialects() {
			if _, ok := newCandidate(d, 1).ring(nodes); !ok || d.VNodes == 1 { // no vnodes
				continue
			}
			agree, pairs := e.sweep(newCandidate(d, d.VNodes), 0)
			if agree == nil {
				t.Errorf("%s: want a sweep, got none", d.Name)
				continue
			}
			if pairs != len(o.Pairs) {
				t.Errorf("%s: want all %d pairs looked at, got %d", d.Name, len(o.Pairs), pairs)
			}
			for _, v := range []int{1, 2, 5, 40, 99, 160, 1024} {
				c := newCandidate(d, v)
				if _, ok := e.score(c); ok && v < len(agree) && agree[v] != c.Explains {
					t.Errorf("%s with %d vnodes: want %d pairs, got %d", d.Name, v, c.Explains, agree[v])
				}
			}
		}
	}
}

// TestLogTail compares with the sum of the exact terms.
func TestLogTail(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		n, k int
		p    float64
	}{{10, 10, 1.0 / 3}, {10, 0, 0.5}, {20, 3, 0.25}, {40, 39, 0.4}, {200, 90, 0.3}} {
		want := 0.0
		for i := test.k; i <= test.n; i++ {
			choose := 1.0
			for j := range i {
				choose *= float64(test.n-j) / float64(j+1)
			}
			want += choose * math.Pow(test.p, float64(i)) * math.Pow(1-test.p, float64(test.n-i))
		}
		if got := logTail(test.n, test.k, test.p); math.Abs(got-math.Log10(want)) > 1e-6 {
			t.Errorf("at least %d of %d at %v: want %v, got %v", test.k, test.n, test.p, math.Log10(want), got)
		}
	}
}
