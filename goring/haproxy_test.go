package goring_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"ringkit/goring"
)

// TestServerNumbers compares the points of servers of which some have a number
// with those of servers that all have the one that HAProxy 2.6.12 gave them
// (show servers state).
func TestServerNumbers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		servers []string
		want    []string // their numbers
	}{
		{[]string{"h:1", "h:2", "h:3"}, []string{"1", "2", "3"}},
		{[]string{"h:1 id 101", "h:2", "h:3 id 7", "h:4"}, []string{"101", "2", "7", "4"}},
		{[]string{"h:1", "h:2 id 1", "h:3", "h:4 id 2", "h:5"}, []string{"3", "1", "5", "2", "7"}},
		{[]string{"h:1 id 3", "h:2", "h:3", "h:4"}, []string{"3", "2", "4", "5"}},
		{[]string{"h:1 id 5", "h:2 id 6", "h:3", "h:4"}, []string{"5", "6", "3", "4"}},
		// What is no number of a server is part of its address.
		{[]string{"h:1 id 0", "h:2 id -5", "h:3 id x", "h:4 id 2147483648"}, []string{"1", "2", "3", "4"}},
	} {
		numbered := make([]string, len(test.servers))
		for i, number := range test.want {
			numbered[i] = "n id " + number
		}
		want := positionsOf(mustNew(t, goring.HAProxy, 16, goring.Nodes(numbered...)))
		got := positionsOf(mustNew(t, goring.HAProxy, 16, goring.Nodes(test.servers...)))
		for i, server := range test.servers {
			if !slices.Equal(got[server], want[numbered[i]]) {
				t.Errorf("%q of %q: want the points of number %s", server, test.servers, test.want[i])
			}
		}
	}
}

// positionsOf returns the positions of each node in ring order.
func positionsOf(ring *goring.Ring) map[string][]goring.Position {
	positions := map[string][]goring.Position{}
	for _, p := range ring.Points() {
		positions[p.Node] = append(positions[p.Node], p.Position)
	}
	return positions
}

// TestServersOfOneNumber refuses them, as HAProxy does.
func TestServersOfOneNumber(t *testing.T) {
	t.Parallel()
	_, err := goring.New(goring.HAProxy, 16, goring.Nodes("h:1 id 5", "h:2", "h:3 id 5"))
	wantErr(t, "two servers of number 5", err, goring.ErrDuplicateNode)
	mustNew(t, goring.HAProxy, 16, goring.Nodes("h:1 id 5", "h:2 id 50", "h:3", "h:4"))
}

// TestServerWeights takes 0 to 256, and gives a server of weight 0 no points.
func TestServerWeights(t *testing.T) {
	t.Parallel()
	for _, weight := range []int{-1, 257} {
		_, err := goring.New(goring.HAProxy, 16, weighted(goring.Nodes("h:1"), weight))
		wantErr(t, "a weight that HAProxy refuses", err, goring.ErrWeight)
	}
	got := pointsOf(mustNew(t, goring.HAProxy, 16, weighted(goring.Nodes("h:1", "h:2", "h:3"), 0, 256, 3)))
	if want := map[string]int{"h:2": 4096, "h:3": 48}; !maps.Equal(got, want) {
		t.Errorf("want points %v, got %v", want, got)
	}
	_, err := mustNew(t, goring.HAProxy, 16, weighted(goring.Nodes("h:1", "h:2"), 0, 0)).Owner("k")
	wantErr(t, "a ring of weights 0", err, goring.ErrEmptyRing)
}

// TestNearestIsNotNext asks with the key that HAProxy would send on if it looked
// for the next point only.
func TestNearestIsNotNext(t *testing.T) {
	t.Parallel()
	next := goring.HAProxy
	next.Boundary = goring.AtOrAfter
	nodes, keys := goring.Nodes("h:1", "h:2", "h:3"), numbered("k%d", 1000)
	a, err := mustNew(t, goring.HAProxy, 16, nodes).Owners(keys)
	if err != nil {
		t.Fatal(err)
	}
	b, err := mustNew(t, next, 16, nodes).Owners(keys)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i := range keys {
		if a[i] != b[i] {
			differ++
		}
	}
	if differ < 200 || differ > 500 {
		t.Errorf("want about a third of 1000 keys on another server than the next point's, got %d: %s", differ, strings.Join(a[:5], " "))
	}
}
