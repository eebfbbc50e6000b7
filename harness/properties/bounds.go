package properties

import "math"

// The laws of chance ask how many of many keys a node gets. Their bounds are
// those of a ring whose hash is a random function, of texts none of which was
// hashed before.
//
// Say a node has v of a ring's P points, and K keys are asked. The P points cut
// the circle into P arcs. The arcs of P independent uniform points are
// exchangeable, and the sum S of any v < P of them has the distribution
// Beta(v, P−v). For whole numbers that is a binomial tail:
//
//	Pr[S ≥ s] = Pr[Bin(P−1, s) ≤ v−1]    Pr[S ≤ s] = Pr[Bin(P−1, s) ≥ v]
//
// Given S, the number C of keys in these arcs is Bin(K, S). The tails of a
// binomial are bounded by Chernoff and Hoeffding: for q on the far side of s,
//
//	Pr[Bin(n, s) beyond q·n] ≤ exp(−n·D(q‖s))    D(q‖s) = q·ln(q/s) + (1−q)·ln((1−q)/(1−s))
//
// So let s⁺ be where the bound on Pr[S ≥ s⁺] falls to δ/2, and c⁺ where that on
// Pr[Bin(K, s⁺) ≥ c⁺·K] does: then Pr[C/K > c⁺] ≤ δ. c⁻ likewise. Nothing is
// approximated.
//
// δ is 10⁻¹⁵, so each share that is judged raises a false alarm with a chance of
// at most 2·10⁻¹⁵. A sample has at most five nodes, and there are three laws of
// chance with, by default, five samples each in a dialect: 450 shares in six
// dialects. The chance of a false alarm in a run is below 10⁻¹², and below 10⁻⁹ up
// to 1000 times the default number of runs.
const delta = 1e-15

// shareBounds returns the least and the most share of keys that chance allows a
// node with v of all points, 0 < v < all.
func shareBounds(v, all, keys int, delta float64) (least, most float64) {
	limit := math.Log(2 / delta)
	n := float64(all - 1)
	// The farthest share s from q that still has n·D(q‖s) ≤ limit, or c that
	// has K·D(c‖s) ≤ limit.
	mostArc := farthest(1, func(s float64) bool { return n*divergence(float64(v-1)/n, s) <= limit }, float64(v-1)/n)
	leastArc := farthest(0, func(s float64) bool { return n*divergence(float64(v)/n, s) <= limit }, float64(v)/n)
	k := float64(keys)
	most = farthest(1, func(c float64) bool { return k*divergence(c, mostArc) <= limit }, mostArc)
	least = farthest(0, func(c float64) bool { return k*divergence(c, leastArc) <= limit }, leastArc)
	return least, most
}

// farthest returns the value nearest to end for which within holds, by halving:
// within holds at start and, once it does not, no farther on.
func farthest(end float64, within func(float64) bool, start float64) float64 {
	for range 60 {
		if middle := (start + end) / 2; within(middle) {
			start = middle
		} else {
			end = middle
		}
	}
	return end
}

// divergence is D(q‖s), the relative entropy of two coins, in nats.
func divergence(q, s float64) float64 {
	part := func(q, s float64) float64 {
		if q == 0 {
			return 0
		}
		return q * math.Log(q/s)
	}
	return part(q, s) + part(1-q, 1-s)
}
