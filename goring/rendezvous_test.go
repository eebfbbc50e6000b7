package goring_test

import (
	"slices"
	"testing"

	"ringkit/goring"
)

// TestPlacementHashes hashes texts with known answers: pymemcache's murmur3_32,
// and the test values of XXH64.
func TestPlacementHashes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dialect goring.Dialect
		text    string
		want    uint64
	}{
		{goring.Pymemcache, "", 0},
		{goring.Pymemcache, "a", 1009084850},
		{goring.Pymemcache, "ab", 2613040991},
		{goring.Pymemcache, "abc", 3017643002},
		{goring.Pymemcache, "abcd", 1139631978},
		{goring.Pymemcache, "hello, world", 345750399},
		{goring.Pymemcache, "\u00e9", 1153881266},
		{goring.Pymemcache, "\u8a9e", 277667422},
		{goring.Pymemcache, "\U0001f600abc", 1581893416},
		{goring.Pymemcache, "ab\u8a9e\u00e9\U0001f600", 1846276993},
		{goring.EnvoyMaglev, "", 0xef46db3751d8e999},
		{goring.EnvoyMaglev, "a", 0xd24ec4f1a98c6e5b},
		{goring.EnvoyMaglev, "abc", 0x44bc2cf5ad770999},
		{goring.GRPCRingHash, "Call me Ishmael. Some years ago--never mind how long precisely-", 0x02a2e85470d6fd96},
		{goring.GoRedis, "a{abc}b", 0x44bc2cf5ad770999},
		{goring.HAProxySDBM, "a", 97},
		{goring.HAProxySDBM, "\xff", 255},
	} {
		if got := test.dialect.Hash(test.text); got != (goring.Position{Lo: test.want}) {
			t.Errorf("%s of %q: want %d, got %v", test.dialect.Name, test.text, test.want, got)
		}
	}
}

// TestPymemcacheTies has two names whose hashes are the same, whatever key comes
// after them. The one that sorts last wins.
func TestPymemcacheTies(t *testing.T) {
	t.Parallel()
	names := []string{"c304759", "c330181"}
	for range 2 {
		ring := mustNew(t, goring.Pymemcache, 1, goring.Nodes(names...))
		for _, key := range []string{"", "k", "key 2", "\u00e9"} {
			if got, err := ring.Owner(key); err != nil || got != "c330181" {
				t.Errorf("nodes %q, key %q: want c330181, got %q, %v", names, key, got, err)
			}
		}
		slices.Reverse(names)
	}
}

// TestRendezvousMoves checks that a node that goes moves no key but its own.
func TestRendezvousMoves(t *testing.T) {
	t.Parallel()
	keys := numbered("k%d", 500)
	for _, d := range []goring.Dialect{goring.Pymemcache, goring.GoRedis} {
		ring := mustNew(t, d, 1, goring.Nodes("a", "b", "c", "d"))
		before, err := ring.Owners(keys)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ring.Remove("b"); err != nil {
			t.Fatal(err)
		}
		after, err := ring.Owners(keys)
		if err != nil {
			t.Fatal(err)
		}
		for i := range keys {
			if before[i] != after[i] && before[i] != "b" || after[i] == "b" {
				t.Errorf("%s, %q, b went: was %s, is %s", d.Name, keys[i], before[i], after[i])
			}
		}
	}
}
