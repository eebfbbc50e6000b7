package goring_test

import (
	"testing"

	"ringkit/goring"
)

// TestEqualWeights counts the points of nodes of one weight, which rounding
// makes fewer at some numbers of nodes.
func TestEqualWeights(t *testing.T) {
	t.Parallel()
	const full, less = 160, 156
	for _, test := range []struct {
		dialect goring.Dialect
		weight  int
		points  map[int]int // of each node, by how many there are
	}{
		{goring.Libmemcached, 1, map[int]int{1: full, 7: full, 14: full, 24: full, 25: less, 47: less, 60: full, 61: less}},
		{goring.Libmemcached, 0, map[int]int{24: full, 25: less}},
		{goring.Twemproxy, 5, map[int]int{7: full, 25: less, 47: less, 61: less}},
		{goring.Ketama, 1, map[int]int{7: full, 25: full, 47: full, 60: full, 61: less, 122: less}},
		{goring.NPMHashring, 1, map[int]int{6: full, 7: less, 14: less, 25: full, 28: less, 61: full}},
		{goring.NPMHashringDefaultPort, 3, map[int]int{7: less, 25: full}},
		// Where no node has a weight, nothing is rounded.
		{goring.SpyMemcached, 1, map[int]int{7: full, 25: full, 47: full, 61: full}},
		{goring.SpyMemcached, 2, map[int]int{7: full, 25: less, 47: less, 61: less}},
		{goring.Dalli, 1, map[int]int{7: full, 25: full, 47: full, 61: full}},
		{goring.UHashringKetama, 1, map[int]int{7: full, 25: full, 47: full, 61: full}},
		{goring.UHashring, 2, map[int]int{7: 2 * full, 25: 2 * full}},
		{goring.NGINX, 2, map[int]int{7: 2 * full, 25: 2 * full}},
		{goring.Groupcache, 1, map[int]int{7: 50, 25: 50}},
	} {
		for n, want := range test.points {
			nodes := consecutive("10.1.0.%d:11212", 1, n)
			for i := range nodes {
				nodes[i].Weight = test.weight
			}
			got := pointsOf(mustNew(t, test.dialect, test.dialect.VNodes, nodes))
			for _, node := range nodes {
				if got[node.Name] != want {
					t.Errorf("%s, %d nodes of weight %d: want %d points of %s, got %d",
						test.dialect.Name, n, test.weight, want, node.Name, got[node.Name])
				}
			}
		}
	}
}

// TestUnequalWeights counts the points of nodes whose weights sum to 7.
func TestUnequalWeights(t *testing.T) {
	t.Parallel()
	nodes := weighted(goring.Nodes("a:1", "b:1"), 5, 2)
	for _, test := range []struct {
		dialect goring.Dialect
		vnodes  int
		a, b    int
	}{
		// 5/7 of 2·40 is 57.1, 2/7 is 22.9.
		{goring.Libmemcached, 160, 57 * 4, 22 * 4},
		{goring.Ketama, 160, 57 * 4, 22 * 4},
		{goring.TwemproxyMD5, 160, 57 * 4, 22 * 4},
		{goring.NPMHashring, 160, 57 * 4, 22 * 4},
		{goring.SpyMemcached, 160, 57 * 4, 22 * 4},
		{goring.UHashringKetama, 160, 57 * 4, 22 * 4},
		// 5/7 of 2·160 is 228.6, 2/7 is 91.4.
		{goring.Dalli, 160, 228, 91},
		{goring.UHashring, 160, 800, 320},
		{goring.NGINX, 160, 800, 320},
		// 5/7 of 2·2 is 2.9, 2/7 is 1.1; of 2·1.5 it is 2.1 and 0.9.
		{goring.Libmemcached, 8, 2 * 4, 1 * 4},
		{goring.Libmemcached, 6, 2 * 4, 0},
		{goring.Ketama, 6, 2 * 4, 0},
		{goring.NPMHashring, 6, 2 * 4, 0},
		{goring.UHashringKetama, 6, 2 * 4, 0},
	} {
		got := pointsOf(mustNew(t, test.dialect, test.vnodes, nodes))
		if got["a:1"] != test.a || got["b:1"] != test.b {
			t.Errorf("%s with %d vnodes: want %d and %d points, got %d and %d",
				test.dialect.Name, test.vnodes, test.a, test.b, got["a:1"], got["b:1"])
		}
	}
}

// pointsOf counts each node's points.
func pointsOf(ring *goring.Ring) map[string]int {
	counts := map[string]int{}
	for _, p := range ring.Points() {
		counts[p.Node]++
	}
	return counts
}
