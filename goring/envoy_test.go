package goring_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ringkit/goring"
)

// What is expected here is from the unit tests of Envoy: maglev_lb_test.cc and
// ring_hash_lb_test.cc, below test/extensions/load_balancing_policies.

// TestMaglevTables compares whole tables. A table names each place's host by its
// index.
func TestMaglevTables(t *testing.T) {
	t.Parallel()
	two, six := consecutive("127.0.0.1:%d", 90, 2), consecutive("127.0.0.1:%d", 90, 6)
	for _, test := range []struct {
		name  string
		hosts []goring.Node
		want  string
	}{
		{"Basic", six, "2 4 0 1 5 0 3"},
		{"BasicWithHostName", consecutive("%d", 90, 6), "2 5 0 3 4 1 0"},
		{"Weighted", weighted(two, 1, 2), "1 0 0 1 0 1 1 0 1 1 1 1 1 0 1 0 1"},
		{"LocalityWeightedSameLocalityWeights", two, "1 0 0 1 0 1 1 0 0 1 0 1 0 0 1 0 1"},
		{"LocalityWeightedDifferentLocalityWeights", weighted(two, 8, 2), "1 0 0 0 0 0 1 0 0 1 0 1 0 0 0 0 0"},
		{"SingleHost", six[:1], "0 0 0 0 0 0 0"},
		{"WeightedSingleHost", weighted(six[:1], 7), strings.Repeat("0 ", 16) + "0"},
	} {
		want := strings.Fields(test.want)
		size := len(want)
		for _, order := range [][]goring.Node{test.hosts, reversed(test.hosts)} {
			p, err := goring.EnvoyMaglev.Placement(size, order)
			if err != nil {
				t.Fatal(err)
			}
			// Keys come to all places of so small a table.
			got := make([]string, size)
			for _, key := range numbered("k%d", 1000) {
				host := slices.Index(test.hosts, order[p.Owner(key)])
				place := goring.EnvoyMaglev.Hash(key).Lo % uint64(size)
				if s := strconv.Itoa(host); got[place] == "" {
					got[place] = s
				} else if got[place] != s {
					t.Fatalf("%s: place %d has hosts %s and %s", test.name, place, got[place], s)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %v: want %v, got %v", test.name, order, want, got)
			}
		}
	}
}

func reversed(nodes []goring.Node) []goring.Node {
	nodes = slices.Clone(nodes)
	slices.Reverse(nodes)
	return nodes
}

// TestMaglevSizes takes primes up to 5000011.
func TestMaglevSizes(t *testing.T) {
	t.Parallel()
	nodes := goring.Nodes("a", "b", "c")
	for _, size := range []int{-1, 0, 1, 4, 8, 9, 49, 65536, 65537 * 3, 5000000, 5000017} {
		_, err := goring.New(goring.EnvoyMaglev, size, nodes)
		wantErr(t, fmt.Sprintf("table size %d", size), err, goring.ErrVNodes)
	}
	mustNew(t, goring.EnvoyMaglev, 5000011, nil)
	for _, size := range []int{2, 3, 5, 7, 65537} {
		ring := mustNew(t, goring.EnvoyMaglev, size, nodes)
		if _, err := ring.Owner("k"); err != nil {
			t.Errorf("table size %d: %v", size, err)
		}
	}
}

// TestMaglevShares counts the keys of nodes by weight, where the lightest waits
// for 30000 rounds.
func TestMaglevShares(t *testing.T) {
	t.Parallel()
	ring := mustNew(t, goring.EnvoyMaglev, 65537, weighted(goring.Nodes("a", "b", "c"), 30000, 20000, 1))
	counts := map[string]int{}
	for _, key := range numbered("k%d", 20000) {
		owner, err := ring.Owner(key)
		if err != nil {
			t.Fatal(err)
		}
		counts[owner]++
	}
	if a := counts["a"]; a < 11600 || a > 12400 || counts["b"] < 7600 || counts["c"] > 10 {
		t.Errorf("want about 12000, 8000 and 0 or 1 of 20000 keys, got %v", counts)
	}
}

// TestRingHashPoints compares whole rings.
func TestRingHashPoints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		hosts   []goring.Node
		minimum int
		want    string // positions, each with what its host ends in
	}{
		{"Basic", consecutive("127.0.0.1:%d", 90, 6), 12, `
			833437586790550860 94 928266305478181108 92 1033482794131418490 90 3551244743356806947 95
			3851675632748031481 93 5583722120771150861 91 6311230543546372928 91 7700377290971790572 93
			13144177310400110813 95 13444792449719432967 92 15516499411664133160 94 16117243373044804889 90`},
		{"BasicWithHostname", consecutive("%d", 90, 6), 12, `
			1975508444536362413 95 2376063919839173711 95 2386806903309390596 93 6749904478991551885 94
			6803900775736438537 93 7225015537174310577 92 8787465352164086522 90 11282020843382717940 92
			13723418369486627818 91 13776502110861797421 90 14338313586354474791 91 15364271037087512980 94`},
		{"UnevenHosts", consecutive("127.0.0.1:%d", 80, 2), 3, `
			5454692015285649509 80 7859399908942313493 81 13838424394637650569 80 16064866803292627174 81`},
		{"UnevenHosts, then", consecutive("127.0.0.1:%d", 81, 2), 3, `
			7859399908942313493 81 8241336090459785962 82 12882406409176325258 82 16064866803292627174 81`},
		{"HostWeightedTinyRing", weighted(consecutive("127.0.0.1:%d", 90, 3), 1, 2, 3), 6, `
			928266305478181108 92 4443673547860492590 92 5583722120771150861 91 6311230543546372928 91
			13444792449719432967 92 16117243373044804889 90`},
		{"HostAndLocalityWeightedTinyRing", weighted(consecutive("127.0.0.1:%d", 90, 4), 1, 2, 2, 4), 9, `
			928266305478181108 92 3851675632748031481 93 5583722120771150861 91 6311230543546372928 91
			7700377290971790572 93 12559126875973811811 93 13444792449719432967 92 13784988426630141778 93
			16117243373044804889 90`},
	} {
		for _, d := range []goring.Dialect{goring.EnvoyRingHash, goring.GRPCRingHash} {
			var got []string
			for _, p := range mustNew(t, d, test.minimum, test.hosts).Points() {
				got = append(got, p.Position.String(), p.Node[strings.LastIndexByte(p.Node, ':')+1:])
			}
			wantSame(t, d.Name+", "+test.name, strings.Fields(test.want), got, nil, nil)
		}
	}
}

// TestRingHashLookups asks for hashes as Envoy's Basic does: on points, beside
// them and at both ends.
func TestRingHashLookups(t *testing.T) {
	t.Parallel()
	ring := mustNew(t, hashesAsKeys(goring.EnvoyRingHash), 12, consecutive("127.0.0.1:%d", 90, 6))
	for key, want := range map[string]string{
		"=0": "94", "=18446744073709551615": "94", "=3551244743356806947": "95", "=3551244743356806948": "93",
		"=16117243373044804880": "90",
	} {
		if got, err := ring.Owner(key); err != nil || got != "127.0.0.1:"+want {
			t.Errorf("hash %s: want host %s, got %s, %v", key, want, got, err)
		}
	}
}

// hashesAsKeys returns d, but for keys of = and a decimal hash, which have it.
func hashesAsKeys(d goring.Dialect) goring.Dialect {
	hash := d.Hash
	d.Hash = func(text string) goring.Position {
		if digits, found := strings.CutPrefix(text, "="); found {
			n, err := strconv.ParseUint(digits, 10, 64)
			if err != nil {
				panic(err)
			}
			return goring.Position{Lo: n}
		}
		return hash(text)
	}
	return d
}

// TestRingHashShares counts hashes at equal distances, as HostWeightedLargeRing
// and HostAndLocalityWeightedLargeRing do.
func TestRingHashShares(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		weights, want   []int
		minimum, hashes int
	}{
		{[]int{1, 2, 3}, []int{987, 1932, 3081}, 6144, 6000},
		{[]int{1, 2, 2, 4}, []int{924, 2009, 2053, 4014}, 9216, 9000},
	} {
		hosts := weighted(consecutive("127.0.0.1:%d", 90, len(test.weights)), test.weights...)
		ring := mustNew(t, hashesAsKeys(goring.EnvoyRingHash), test.minimum, hosts)
		if n := ring.Snapshot().Len(); n != test.minimum {
			t.Errorf("weights %v: want %d points, got %d", test.weights, test.minimum, n)
		}
		got := make([]int, len(hosts))
		for i := range test.hashes {
			hash := uint64(i) * (math.MaxUint64 / uint64(test.hashes))
			owner, err := ring.Owner("=" + strconv.FormatUint(hash, 10))
			if err != nil {
				t.Fatal(err)
			}
			got[slices.IndexFunc(hosts, func(host goring.Node) bool { return host.Name == owner })]++
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("weights %v: want keys %v, got %v", test.weights, test.want, got)
		}
	}
}

// TestRingHashMaximum has so many nodes, or so light ones, that the maximum
// decides, and fractions go from node to node.
func TestRingHashMaximum(t *testing.T) {
	t.Parallel()
	// 127·1023 and 1023 ones are 128·1023: 4096 points are 4064 and 32 single ones.
	// The first of those is the next node's, since it has a fraction; each of the
	// others falls to the node at which the sum of all fractions, as rounded, is
	// just over a whole number. So it is in Envoy's LopsidedWeightSmallScale.
	nodes := consecutive("n%04d", 0, 1024)
	nodes[0].Weight = 127 * 1023
	got := pointsOf(mustNew(t, goring.GRPCRingHash, 1024, nodes))
	if got["n0000"] != 4064 || len(got) != 33 || got["n0001"] != 1 || got["n0031"] != 0 || got["n0032"] != 1 || got["n0992"] != 1 {
		t.Errorf("want 4064 points of n0000, and one each of n0001, n0032, n0064 and so on, got %v", got)
	}
	// The order is that of the names, whatever that of the list.
	if shuffled := pointsOf(mustNew(t, goring.GRPCRingHash, 1024, reversed(nodes))); !maps.Equal(got, shuffled) {
		t.Errorf("want the same points of the list reversed, got %v", shuffled)
	}
	for d, maximum := range map[*goring.Dialect]int{&goring.EnvoyRingHash: 8388608, &goring.GRPCRingHash: 4096} {
		_, err := goring.New(*d, maximum+1, nil)
		wantErr(t, fmt.Sprintf("%s, a minimum of %d", d.Name, maximum+1), err, goring.ErrVNodes)
		if _, err := goring.New(*d, maximum, nil); err != nil {
			t.Errorf("%s, a minimum of %d: %v", d.Name, maximum, err)
		}
	}
}

// TestRingHashOrder has weights whose points have fractions: Envoy counts in the
// order of the list, gRPC in that of the names.
func TestRingHashOrder(t *testing.T) {
	t.Parallel()
	nodes := weighted(goring.Nodes("c", "b", "a"), 2, 3, 5)
	// The minimum of 3 makes 1 point of 2 parts, so that 1 part is half of one:
	// c has 1, b 1.5, a 2.5.
	for _, test := range []struct {
		dialect goring.Dialect
		want    map[string]int
	}{
		{goring.EnvoyRingHash, map[string]int{"c": 1, "b": 2, "a": 2}},
		{goring.GRPCRingHash, map[string]int{"a": 3, "b": 1, "c": 1}},
	} {
		if got := pointsOf(mustNew(t, test.dialect, 3, nodes)); !maps.Equal(got, test.want) {
			t.Errorf("%s: want points %v, got %v", test.dialect.Name, test.want, got)
		}
	}
}

// TestMaglevChanges compares rings that were changed with rings that were made.
func TestMaglevChanges(t *testing.T) {
	t.Parallel()
	rng, keys := rand.New(rand.NewPCG(1, 2)), numbered("k%d", 100)
	ring := mustNew(t, goring.EnvoyMaglev, 1009, nil)
	var nodes []goring.Node
	for range 30 {
		if len(nodes) > 0 && rng.IntN(3) == 0 {
			i := rng.IntN(len(nodes))
			if _, err := ring.Remove(nodes[i].Name); err != nil {
				t.Fatal(err)
			}
			nodes = slices.Delete(nodes, i, i+1)
		} else {
			node := goring.Node{Name: strconv.Itoa(rng.Int()), Weight: 1 + rng.IntN(9)}
			if err := ring.Add(node); err != nil {
				t.Fatal(err)
			}
			nodes = append(nodes, node)
		}
		want, wantErr := mustNew(t, goring.EnvoyMaglev, 1009, nodes).Owners(keys)
		got, err := ring.Owners(keys)
		if !slices.Equal(got, want) || !errors.Is(err, wantErr) {
			t.Fatalf("%v: want %v, %v, got %v, %v", nodes, want, wantErr, got, err)
		}
	}
}
