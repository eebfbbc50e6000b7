package identify_test

import (
	"errors"
	"fmt"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/identify"
	"ringkit/harness/mistakes"
)

// mistaken is a ring with a mistake that its dialect can have.
func mistaken(t *testing.T, dialect, mistake string) harness.Local {
	t.Helper()
	m, known := mistakes.Find(mistake)
	if !known || !m.AppliesTo(dialect) {
		t.Fatalf("%s cannot make the mistake %s", dialect, mistake)
	}
	wrong, err := mistakes.Make(dialect, m)
	if err != nil {
		t.Fatal(err)
	}
	return wrong
}

// TestMistakenInProduction has the rings of production make one known mistake
// each, on nodes as a configuration names them. It is what is named first.
func TestMistakenInProduction(t *testing.T) {
	t.Parallel()
	plain := goring.Nodes("cache-a:11211", "cache-b:11211", "cache-c:11212")
	slots := goring.Nodes("10.0.0.1:7000 0-5460", "10.0.0.2:7000 5461-10922", "10.0.0.3:7000 10923-16383")
	tokens := goring.Nodes("10.0.0.1 -9223372036854775808 2000000000000000000",
		"10.0.0.2 -4611686018427387904 4611686018427387904", "10.0.0.3 -1000000000000000000 8000000000000000000")
	for _, test := range []struct {
		dialect, mistake string
		nodes            []goring.Node
	}{
		{"libmemcached", "big-endian", plain},
		{"twemproxy", "default-port-kept", plain},
		{"haproxy", "successor-for-nearest", plain},
		{"nginx", "chain-of-indices", plain},
		{"dalli", "md5-for-sha1", plain},
		{"redis-cluster", "tag-ignored", slots},
		{"cassandra-murmur3", "murmur3-tail-unsigned", tokens},
	} {
		wrong := mistaken(t, test.dialect, test.mistake)
		ring, err := wrong.New(harness.Config{Dialect: test.dialect, Nodes: test.nodes})
		if err != nil {
			t.Fatal(err)
		}
		o := identify.Observed{Nodes: test.nodes}
		for i := range 80 {
			key := fmt.Sprintf("{user%d}:%d\u00e9", i/2, i)
			owner, err := ring.Owner(key)
			if err != nil && !errors.Is(err, goring.ErrNoOwner) {
				t.Fatal(err)
			}
			o.Pairs = append(o.Pairs, identify.Pair{Key: key, Owner: owner, None: err != nil})
		}
		a := identified(t, o)
		if len(a.Fits) == 0 || a.Fits[0].Dialect != test.dialect || a.Fits[0].Mistake != test.mistake || a.Fits[0].Explains != a.Pairs {
			t.Errorf("want %s with the mistake %s, got %s", test.dialect, test.mistake, shown(a))
		}
	}
}

// TestWrongCount has rings with another number of points than their program has
// always. Where the catalogue has that number, its mistake comes first.
func TestWrongCount(t *testing.T) {
	t.Parallel()
	nodes := goring.Nodes("cache-a:11211", "cache-b:11211", "cache-c:11212")
	for _, test := range []struct {
		dialect goring.Dialect
		vnodes  int
		want    string
	}{
		{goring.HAProxy, 160, "haproxy with the mistake default-of-160"},
		{goring.HAProxy, 40, "haproxy with 40 vnodes in place of 16"},
		{goring.HAProxyCRC32, 77, "haproxy-crc32 with 77 vnodes in place of 16"},
		{goring.Dalli, 40, "dalli with 40 vnodes in place of 160"},
		{goring.LibmemcachedConsistent, 50, "libmemcached-consistent with 50 vnodes in place of 100"},
		{goring.TwemproxyCRC32a, 200, "twemproxy-crc32a with 200 vnodes in place of 160"},
	} {
		ring, err := goring.New(test.dialect, test.vnodes, nodes)
		if err != nil {
			t.Fatal(err)
		}
		o := identify.Observed{Nodes: nodes}
		for i := range 120 {
			key := fmt.Sprintf("user:%d", i)
			owner, err := ring.Owner(key)
			if err != nil {
				t.Fatal(err)
			}
			o.Pairs = append(o.Pairs, identify.Pair{Key: key, Owner: owner})
		}
		a := identified(t, o)
		if len(a.Fits) == 0 || a.Fits[0].String() != test.want || a.Fits[0].Explains != a.Pairs {
			t.Errorf("want %s, got %s", test.want, shown(a))
		}
	}
}
