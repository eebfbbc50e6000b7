package goring_test

import (
	"slices"
	"testing"

	"ringkit/goring"
)

// TestModuloContrast shows what a ring is for: hash modulo the number of nodes,
// in its place, gives each key an owner too, and moves three keys in four when a
// node joins. No ring gives these owners, so no vector can hold them.
func TestModuloContrast(t *testing.T) {
	t.Parallel()
	modulo := func(key string, nodes []string) string {
		return nodes[goring.XMur3.Hash(key).Lo%uint64(len(nodes))]
	}
	three, four := []string{"A", "B", "C"}, []string{"A", "B", "C", "D"}
	var owners []string
	for _, key := range []string{"k1", "k2", "k3"} {
		owners = append(owners, modulo(key, three))
	}
	if want := []string{"A", "B", "A"}; !slices.Equal(owners, want) {
		t.Errorf("k1 k2 k3 modulo 3: want %v, got %v", want, owners)
	}
	ring, err := goring.New(goring.XMur3, 50, goring.Nodes(three...))
	if err != nil {
		t.Fatal(err)
	}
	keys := numbered("user%d", 10_000)
	before, err := ring.Owners(keys)
	if err != nil {
		t.Fatal(err)
	}
	if err := ring.Add(goring.Node{Name: "D", Weight: 1}); err != nil {
		t.Fatal(err)
	}
	after, err := ring.Owners(keys)
	if err != nil {
		t.Fatal(err)
	}
	byModulo, byRing := 0, 0
	for i, key := range keys {
		if modulo(key, three) != modulo(key, four) {
			byModulo++
		}
		if before[i] != after[i] {
			byRing++
		}
	}
	if byModulo != 7502 || byRing != 2513 {
		t.Errorf("keys that move from 3 nodes to 4: want 7502 by modulo and 2513 on the ring, got %d and %d", byModulo, byRing)
	}
}
