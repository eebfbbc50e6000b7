package goring_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
)

// seeds are the dialects whose rules the oracle knows.
var seeds = []goring.Dialect{
	goring.XMur3, goring.XMur3UTF16, goring.MD5x32, goring.MD5x128, goring.MD5x128After, goring.MD5x128Colon,
}

// A variant is a dialect and the rules that it must follow.
type variant struct {
	dialect goring.Dialect
	rules   rules
}

// variants returns every dialect with its own hash, and with hashes that have so
// few positions that points tie all the time and keys lie on them: the position
// modulo a small number. At 128 bits there is no other way to a tie.
func variants(t *testing.T) map[string]variant {
	t.Helper()
	out := map[string]variant{}
	for _, d := range seeds {
		r, known := oracleRules[d.Name]
		if !known {
			t.Fatalf("no rules for dialect %s", d.Name)
		}
		out[d.Name] = variant{d, r}
		for _, m := range []uint64{1, 2, 10, 1000} {
			out[fmt.Sprintf("%s mod %d", d.Name, m)] = variant{d, r}.modulo(m)
		}
	}
	// No dialect here has 64 bits; others do.
	last64 := out["md5-128"]
	last64.dialect.Bits = 64
	last64.dialect.Hash = func(text string) goring.Position {
		return goring.Position{Lo: goring.MD5x128.Hash(text).Lo}
	}
	last64.rules.hash = func(text string) *big.Int {
		h := oracleRules["md5-128"].hash(text)
		return h.And(h, new(big.Int).SetUint64(1<<64-1))
	}
	out["last 64 bits"] = last64
	return out
}

func (v variant) modulo(m uint64) variant {
	hash, oracleHash := v.dialect.Hash, v.rules.hash
	v.dialect.Hash = func(text string) goring.Position {
		p := hash(text)
		return goring.Position{Lo: bits.Rem64(p.Hi, p.Lo, m)}
	}
	v.rules.hash = func(text string) *big.Int {
		h := oracleHash(text)
		return h.Mod(h, new(big.Int).SetUint64(m))
	}
	return v
}

// oddNames are names that someone trims, folds, cuts, splits or sorts wrongly.
var oddNames = []string{
	"", " ", "a", "A", "b", "a#1", "a:1", "a#", "1", "11", "\x00", "a\x00b", "a\n", "\u00e9", "e\u0301",
	"\uff4e", "\U0001f7e2", "\U0001f7e2\uff4e", "ipna", "bgto", "pea", "meht", "node-10", "node-9",
}

func randomNode(rng *rand.Rand) goring.Node {
	return goring.Node{Name: oddNames[rng.IntN(len(oddNames))], Weight: 1 + rng.IntN(3)*rng.IntN(2)}
}

func randomNodes(rng *rand.Rand, atMost int) []goring.Node {
	nodes := make([]goring.Node, rng.IntN(atMost+1))
	for i := range nodes {
		nodes[i] = randomNode(rng)
	}
	return nodes
}

// randomKeys are texts of all kinds, among them labels of nodes, which lie
// exactly on points.
func randomKeys(rng *rand.Rand) []string {
	keys := []string{"", fmt.Sprint("k", rng.Uint32()), oddNames[rng.IntN(len(oddNames))]}
	for _, separator := range []string{"#", ":"} {
		for range 3 {
			keys = append(keys, fmt.Sprint(oddNames[rng.IntN(len(oddNames))], separator, rng.IntN(6)))
		}
	}
	return append(keys, keys[rng.IntN(len(keys))])
}

// TestAgreesWithOracle asks random rings everything there is to ask, and again
// after each of some random changes.
func TestAgreesWithOracle(t *testing.T) {
	t.Parallel()
	rings := 60
	if testing.Short() {
		rings = 6
	}
	for name, v := range variants(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(rings) {
				rng := rand.New(rand.NewPCG(seed, 1))
				vnodes, nodes := rng.IntN(5), randomNodes(rng, 6)
				history := fmt.Sprintf("seed %d: %d vnodes, nodes %q", seed, vnodes, nodes)
				o, wantErr := newOracle(v.rules, vnodes, nodes)
				ring, err := goring.New(v.dialect, vnodes, nodes)
				if !errors.Is(err, wantErr) {
					t.Fatalf("%s: New: want error %v, got %v", history, wantErr, err)
				}
				if err != nil {
					continue
				}
				compareAll(t, history, rng, ring, o)
				for range rng.IntN(6) {
					history += "\n" + changeBoth(t, history, rng, ring, o)
					compareAll(t, history, rng, ring, o)
				}
			}
		})
	}
}

// changeBoth makes one random change to both rings and returns what it was.
func changeBoth(t *testing.T, history string, rng *rand.Rand, ring *goring.Ring, o *oracle) string {
	t.Helper()
	if rng.IntN(2) == 0 {
		node := randomNode(rng)
		if rng.IntN(10) == 0 {
			node.Weight = -rng.IntN(2)
			if o.find(node.Name) >= 0 {
				return "nothing" // two errors apply at once, and nobody says which comes first
			}
		}
		call := fmt.Sprintf("add %q weight %d", node.Name, node.Weight)
		want, got := o.add(node), ring.Add(node)
		if !errors.Is(got, want) {
			t.Fatalf("%s\n%s: want error %v, got %v", history, call, want, got)
		}
		return call
	}
	name := randomNode(rng).Name
	if len(o.nodes) > 0 && rng.IntN(3) > 0 {
		name = o.nodes[rng.IntN(len(o.nodes))].name
	}
	call := fmt.Sprintf("remove %q", name)
	want, wantErr := o.remove(name)
	got, err := ring.Remove(name)
	if got != want || !errors.Is(err, wantErr) {
		t.Fatalf("%s\n%s: want %v, %v, got %v, %v", history, call, want, wantErr, got, err)
	}
	return call
}

// compareAll asks both rings everything.
func compareAll(t *testing.T, history string, rng *rand.Rand, ring *goring.Ring, o *oracle) {
	t.Helper()
	wantSame(t, history+"\npoints", o.points(), ring.Points(), nil, nil)
	wantSame(t, history+"\nnodes", o.members(), ring.Nodes(), nil, nil)
	none, err := ring.Owners(nil)
	wantSame(t, history+"\nowners of no keys", nil, none, nil, err)

	keys := randomKeys(rng)
	asked := fmt.Sprintf("%s\nowners of %q", history, keys)
	want, wantErr := o.owners(keys)
	owners, err := ring.Owners(keys)
	wantSame(t, asked, want, owners, wantErr, err)
	given := []string{"given"}
	owners, err = ring.AppendOwners(given, keys)
	wantSame(t, asked+", appended", append(given, want...), owners, wantErr, err)
	for _, key := range keys {
		n := rng.IntN(8)
		asked := fmt.Sprintf("%s\nkey %q, %d replicas", history, key, n)
		want, wantErr := o.owner(key)
		owner, err := ring.Owner(key)
		wantSame(t, asked+": owner", []string{want}, []string{owner}, wantErr, err)
		wantNodes, wantErr := o.replicas(key, n)
		nodes, err := ring.Replicas(key, n)
		wantSame(t, asked, wantNodes, nodes, wantErr, err)
		nodes, err = ring.AppendReplicas(given, key, n)
		wantSame(t, asked+", appended", append(given, wantNodes...), nodes, wantErr, err)
	}
}

func wantSame[T comparable](t *testing.T, what string, want, got []T, wantErr, err error) {
	t.Helper()
	if !errors.Is(err, wantErr) {
		t.Fatalf("%s: want error %v, got %v", what, wantErr, err)
	}
	if !slices.Equal(want, got) {
		t.Fatalf("%s (-want +got):\n%s", what, cmp.Diff(want, got))
	}
}
