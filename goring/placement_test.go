package goring_test

import (
	"errors"
	"testing"

	"ringkit/goring"
)

// TestProgramsAllocateNothing counts the allocations of lookups in the dialects
// whose nodes or keys are not any text, or which are no ring.
func TestProgramsAllocateNothing(t *testing.T) {
	texts := append(numbered("user{%d}", 20), "", "us\u00e9r", "us\U0001f600r", "a key that is longer than thirty-two bytes and a tail")
	numbers := append(numbered("%d", 20), "18446744073709551615", "none")
	for _, test := range []struct {
		dialect goring.Dialect
		nodes   []goring.Node
		keys    []string
	}{
		{goring.LibmemcachedModula, goring.Nodes("a:1", "b:1", "c"), texts},
		{goring.TwemproxyModulaCRC16, goring.Nodes("a:1", "b:1 x", "c:1"), texts},
		{goring.HAProxy, goring.Nodes("a:1", "b:1 id 1", "c:1"), texts},
		{goring.HAProxySDBM, goring.Nodes("a:1", "b:1", "c:1"), texts},
		{goring.HAProxyCRC32, goring.Nodes("a:1", "b:1", "c:1"), texts},
		{goring.EnvoyRingHash, goring.Nodes("a:1", "b:1", "c:1"), texts},
		{goring.GRPCRingHash, goring.Nodes("a:1", "b:1", "c:1"), texts},
		{goring.EnvoyMaglev, goring.Nodes("a:1", "b:1", "c:1"), texts},
		{goring.RedisCluster, goring.Nodes("a:1 0-8000", "b:1 8001-9000", "c:1 9005-16383"), texts},
		{goring.CassandraMurmur3, goring.Nodes("a -5", "b 5", "c 4611686018427387904"), texts},
		{goring.Pymemcache, goring.Nodes("a:1", "b:1", "\u00e9:1"), texts},
		{goring.GoRedis, goring.Nodes("a", "b", "c"), texts},
		{goring.Jump, goring.Nodes("a", "b", "c"), numbers},
		{goring.Guava, goring.Nodes("a", "b", "c"), append(numbers, "-7")},
	} {
		ring := mustNew(t, test.dialect, test.dialect.VNodes, test.nodes)
		if n := testing.AllocsPerRun(20, func() {
			for _, key := range test.keys {
				if _, err := ring.Owner(key); err != nil && !errors.Is(err, goring.ErrNoOwner) {
					t.Fatal(err)
				}
			}
		}); n != 0 {
			t.Errorf("%s: want 0 allocations, got %v", test.dialect.Name, n)
		}
	}
}

// TestPlacementMembers has the answers that all placements share.
func TestPlacementMembers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"libmemcached-modula", "twemproxy-modula-crc16", "envoy-maglev", "redis-cluster", "pymemcache", "go-redis", "jump", "guava",
	} {
		d, found := goring.Lookup(name)
		if !found {
			t.Errorf("%s: no such dialect", name)
			continue
		}
		_, err := goring.New(d, 0, nil)
		wantErr(t, name+", vnodes 0", err, goring.ErrVNodes)
		_, err = goring.New(d, d.VNodes, weighted(goring.Nodes("a:1"), -1))
		wantErr(t, name+", weight -1", err, goring.ErrWeight)

		ring := mustNew(t, d, d.VNodes, nil)
		_, err = ring.Owner("1")
		wantErr(t, name+", an empty ring", err, goring.ErrEmptyRing)
		if err := ring.Add(goring.Node{Name: "a:1", Weight: 1}); err != nil {
			t.Errorf("%s, adding: %v", name, err)
		}
		if owner, err := ring.Owner("1"); err != nil || owner != "a:1" {
			t.Errorf("%s, one node: want a:1, got %q, %v", name, owner, err)
		}
		wantErr(t, name+", adding again", ring.Add(goring.Node{Name: "a:1", Weight: 1}), goring.ErrDuplicateNode)
		_, err = ring.Remove("b:1")
		wantErr(t, name+", removing a stranger", err, goring.ErrUnknownNode)
		_, err = ring.Replicas("1", 1)
		wantErr(t, name+", replicas", err, goring.ErrNoReplicas)
	}
}

// TestNoWeights lists the dialects that refuse a weight of 2.
func TestNoWeights(t *testing.T) {
	t.Parallel()
	for _, d := range []goring.Dialect{
		goring.RedisCluster, goring.CassandraMurmur3, goring.Pymemcache, goring.GoRedis, goring.Jump, goring.Guava,
	} {
		_, err := goring.New(d, 1, weighted(goring.Nodes("a"), 2))
		wantErr(t, d.Name+", weight 2", err, goring.ErrWeight)
	}
}
