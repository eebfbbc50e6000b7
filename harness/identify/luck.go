package identify

import "math"

// logTail returns the decimal logarithm of the chance that at least k of n pairs
// agree where each does with probability p: the tail of the binomial
// distribution.
func logTail(n, k int, p float64) float64 {
	switch {
	case k <= 0 || p >= 1:
		return 0
	case p <= 0:
		return math.Inf(-1)
	}
	// The terms from k on, each against the first, whose logarithm is known.
	sum, term := 0.0, 1.0
	for i := k; i <= n && term > 1e-18*sum; i++ {
		sum += term
		term *= float64(n-i) / float64(i+1) * p / (1 - p)
	}
	first := logChoose(n, k) + float64(k)*math.Log10(p) + float64(n-k)*math.Log10(1-p)
	return min(0, first+math.Log10(sum))
}

// logChoose returns the decimal logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int) float64 {
	log, _ := math.Lgamma(float64(n) + 1)
	return log / math.Ln10
}

// logMappings returns the decimal logarithm of the number of ways in which so
// many owners can stand for as many of the nodes.
func logMappings(nodes, owners int) float64 {
	return logFactorial(nodes) - logFactorial(max(0, nodes-owners))
}
