package properties

import (
	"fmt"
	"math"
	"testing"
)

// The exact distribution of how many of K keys a node with v of P points gets is
// the beta-binomial one; shareBounds must leave no more than δ beyond each end.
func TestShareBoundsKeepTheirPromise(t *testing.T) {
	for _, test := range []struct{ v, all, keys int }{
		{100, 200, 2000}, {100, 1200, 2000}, {200, 300, 2000}, {500, 600, 2000}, {1000, 6000, 2000}, {1, 10, 50}, {9, 10, 50},
	} {
		for _, delta := range []float64{1e-2, 1e-6, 1e-15} {
			t.Run(fmt.Sprint(test, delta), func(t *testing.T) {
				least, most := shareBounds(test.v, test.all, test.keys, delta)
				var below, above float64
				for c := range test.keys + 1 {
					share := float64(c) / float64(test.keys)
					if share < least {
						below += betaBinomial(c, test.keys, test.v, test.all-test.v)
					}
					if share > most {
						above += betaBinomial(c, test.keys, test.v, test.all-test.v)
					}
				}
				if below > delta || above > delta {
					t.Errorf("want at most %g below %.4f and above %.4f, got %g and %g", delta, least, most, below, above)
				}
				if mean := float64(test.v) / float64(test.all); least >= mean || most <= mean {
					t.Errorf("want %.4f between the bounds, got %.4f and %.4f", mean, least, most)
				}
			})
		}
	}
}

// Bounds that let everything pass would keep every promise.
func TestShareBoundsAreNotIdle(t *testing.T) {
	for _, test := range []struct {
		v, all      int
		least, most float64
	}{
		{100, 200, 0.15, 0.85}, // one of two nodes
		{100, 1200, 0.005, 0.25},
		{200, 2400, 0.01, 0.21},
		{500, 600, 0.59, 0.98}, // the heavy one of two
	} {
		least, most := shareBounds(test.v, test.all, manyKeys, delta)
		if least < test.least || most > test.most {
			t.Errorf("%d of %d points: want bounds within %.2f and %.2f, got %.4f and %.4f", test.v, test.all, test.least, test.most, least, most)
		}
	}
}

// betaBinomial is Pr[c of k] for a share that is Beta(a, b).
func betaBinomial(c, k, a, b int) float64 {
	lg := func(n int) float64 { v, _ := math.Lgamma(float64(n)); return v }
	beta := func(x, y int) float64 { return lg(x) + lg(y) - lg(x+y) }
	choose := lg(k+1) - lg(c+1) - lg(k-c+1)
	return math.Exp(choose + beta(c+a, k-c+b) - beta(a, b))
}
