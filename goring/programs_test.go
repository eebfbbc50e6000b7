package goring_test

import (
	"errors"
	"slices"
	"testing"

	"ringkit/goring"
)

// programs are the rings of programs in production whose nodes may have any name.
var programs = []goring.Dialect{
	goring.Libmemcached, goring.LibmemcachedConsistent, goring.LibmemcachedConsistentMD5, goring.Ketama,
	goring.Twemproxy, goring.TwemproxyMD5, goring.TwemproxyCRC16, goring.TwemproxyCRC32a, goring.TwemproxyHashTag,
	goring.NPMHashring, goring.NPMHashringDefaultPort, goring.SpyMemcached, goring.Dalli, goring.UHashringKetama,
	goring.UHashring, goring.Groupcache, goring.NGINX,
}

// TestOneServer asks rings of one server, which owns all.
func TestOneServer(t *testing.T) {
	t.Parallel()
	for _, d := range programs {
		ring := mustNew(t, d, d.VNodes, goring.Nodes("10.0.0.1:11211"))
		for _, key := range append(numbered("key:%d", 20), "", "na\u00efve", "\x00", "\xff{}") {
			if owner, err := ring.Owner(key); err != nil || owner != "10.0.0.1:11211" {
				t.Errorf("%s, key %q: want the only server, got %q, %v", d.Name, key, owner, err)
			}
		}
	}
}

// TestKeysEndAtNUL tells the one program whose keys are C strings from the
// others.
func TestKeysEndAtNUL(t *testing.T) {
	t.Parallel()
	for _, d := range programs {
		want := d.Name == goring.Ketama.Name
		if got := d.Hash("key\x00more") == d.Hash("key"); got != want {
			t.Errorf("%s: key ends at NUL: want %t, got %t", d.Name, want, got)
		}
	}
}

// TestExactHits asks for keys that are the text of a label, and so lie on one of
// its points, in the dialects that hash both alike.
func TestExactHits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dialect goring.Dialect
		next    bool // the next position serves, not that of the label
		label   string
	}{
		{goring.Libmemcached, false, "a:1-%d"},
		{goring.LibmemcachedConsistent, false, "a:1-%d"},
		{goring.LibmemcachedConsistentMD5, false, "a:1-%d"},
		{goring.Ketama, false, "a:1-%d"},
		{goring.TwemproxyMD5, false, "a:1-%d"},
		{goring.NPMHashring, false, "a:1-%d"},
		{goring.SpyMemcached, false, "a:1-%d"},
		{goring.UHashringKetama, true, "a:1-%d"},
		{goring.UHashring, true, "a:1-%d"},
		{goring.Groupcache, false, "%da:1"},
	} {
		ring := mustNew(t, test.dialect, test.dialect.VNodes, goring.Nodes("a:1", "b:1", "c:1"))
		points := ring.Points()
		owners := map[string]int{}
		for _, key := range numbered(test.label, 30) {
			at := goring.Point{Position: test.dialect.Hash(key), Node: "a:1"}
			i := slices.Index(points, at)
			if i < 0 {
				t.Fatalf("%s: want a point of %s at %v", test.dialect.Name, key, at)
			}
			want := at.Node
			if test.next {
				want = points[(i+1)%len(points)].Node
			}
			got, err := ring.Owner(key)
			if err != nil || got != want {
				t.Errorf("%s, key %s: want %s, got %s, %v", test.dialect.Name, key, want, got, err)
			}
			owners[got]++
		}
		if test.next && len(owners) < 3 {
			t.Errorf("%s: the keys tell no rule from another: %v", test.dialect.Name, owners)
		}
	}
}

// TestWeightsOfPrograms tries which weights a program's ring takes.
func TestWeightsOfPrograms(t *testing.T) {
	t.Parallel()
	unweighted := []string{"libmemcached-consistent", "libmemcached-consistent-md5", "groupcache"}
	for _, d := range programs {
		for weight, taken := range map[int]bool{
			-1: false, 0: d.Name == "libmemcached", 1: true, 2: !slices.Contains(unweighted, d.Name),
		} {
			var want error
			if !taken {
				want = goring.ErrWeight
			}
			_, err := goring.New(d, d.VNodes, weighted(goring.Nodes("a:1", "b:1"), 1, weight))
			if !errors.Is(err, want) {
				t.Errorf("%s, weight %d: want %v, got %v", d.Name, weight, want, err)
			}
		}
	}
}
