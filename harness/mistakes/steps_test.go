package mistakes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ringkit/goring"
)

// sameSteps are edits that change no step: what a dialect is taken apart into must
// be the dialect when nothing is changed.
var sameSteps = map[string]func(d *goring.Dialect){
	"libmemcached-modula":    inModula(func(*modulaSteps) {}),
	"twemproxy-modula-crc16": inModula(func(*modulaSteps) {}),
	"nginx":                  inNGINX(func(*nginxSteps) {}),
	"haproxy":                inHAProxy(func(*haproxySteps) {}),
	"envoy-ring-hash":        inRingHash(func(*ringHashSteps) {}),
	"grpc-ring-hash":         inRingHash(func(*ringHashSteps) {}),
	"envoy-maglev":           inMaglev(func(*maglevSteps) {}),
	"redis-cluster":          withTag(rightTag),
	"cassandra-murmur3":      inCassandra(func(*murmur3Steps) {}),
	"pymemcache":             inPymemcache(func(*pymemcacheSteps) {}),
	"go-redis":               withTag(rightTag),
	"twemproxy-hash-tag":     withTag(rightTag),
	"jump":                   inJump(func(*jumpSteps) {}),
	"guava":                  inJump(func(*jumpSteps) {}),
	"twemproxy":              asServer(func(address, alias string) string { return rightServer(address + " " + alias) }),
	"spymemcached":           asAddress(func(host, address string) string { return strings.TrimPrefix(host+"/"+address, "/") }),
	"xmur3":                  inXmur3(func(*xmur3Steps) {}),
	"xmur3-utf16":            inXmur3(func(*xmur3Steps) {}),
}

func TestStepsAreThoseOfTheDialect(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, edit := range sameSteps {
		right, known := goring.Lookup(name)
		if !known {
			t.Fatalf("there is no dialect %s", name)
		}
		apart := right
		edit(&apart)
		keys := someKeys(rng, name)
		for _, key := range keys {
			if want, got := right.Hash(key), apart.Hash(key); want != got {
				t.Errorf("%s, hash of %q: want %v, got %v", name, key, want, got)
			}
		}
		for range 20 {
			vnodes := 3 + rng.IntN(50)
			if name == "envoy-maglev" {
				vnodes = []int{2, 3, 7, 251, 1021}[rng.IntN(5)]
			}
			nodes := someNodes(rng, name, right.Members.MaxWeight != 1)
			want, wantErr := goring.New(right, vnodes, nodes)
			got, gotErr := goring.New(apart, vnodes, nodes)
			if wantErr != nil || gotErr != nil {
				if (wantErr == nil) != (gotErr == nil) {
					t.Errorf("%s, %v: want error %v, got %v", name, nodes, wantErr, gotErr)
				}
				continue
			}
			if right.Placement == nil && !slices.Equal(want.Points(), got.Points()) {
				t.Errorf("%s, %v: want points %v, got %v", name, nodes, want.Points(), got.Points())
			}
			for _, key := range keys {
				wantOwner, wantErr := want.Owner(key)
				if gotOwner, err := got.Owner(key); wantOwner != gotOwner || (wantErr == nil) != (err == nil) {
					t.Errorf("%s, %v, owner of %q: want %q, %v, got %q, %v", name, nodes, key, wantOwner, wantErr, gotOwner, err)
				}
			}
		}
	}
}

// someKeys returns keys of all lengths and kinds.
func someKeys(rng *rand.Rand, dialect string) []string {
	if slices.Contains(jumps, dialect) {
		keys := []string{"0", "1", "-1", "x", "", "18446744073709551615", "-1378172617505958997", "17068571456203592619"}
		for range 100 {
			keys = append(keys, fmt.Sprint(rng.Uint64()))
		}
		return keys
	}
	keys := []string{"", "{", "}", "{}", "a{b", "a{b}c", "{}{b}", "}{b}", "{{a}}", "k\x00x", "caf\u00e9", "\U0001f600x"}
	for length := range 50 {
		key := make([]rune, length)
		for i := range key {
			key[i] = []rune("abc{}:\x00\u00e9\u0142\U0001f600")[rng.IntN(10)]
		}
		keys = append(keys, string(key))
	}
	return keys
}

// someNodes returns nodes as the dialect writes them.
func someNodes(rng *rand.Rand, dialect string, weighted bool) []goring.Node {
	var nodes []goring.Node
	for i := range 1 + rng.IntN(9) {
		name := fmt.Sprintf("10.0.0.%d:%d", rng.IntN(4), 11205+rng.IntN(300))
		switch {
		case strings.HasPrefix(dialect, "twemproxy") && rng.IntN(2) == 0:
			name += fmt.Sprintf(" alias%d", rng.IntN(1000))
		case dialect == "haproxy" && rng.IntN(2) == 0:
			name += fmt.Sprintf(" id %d", 1+rng.IntN(9))
		case dialect == "spymemcached" && rng.IntN(2) == 0:
			name = fmt.Sprintf("host%d/%s", i, name)
		case dialect == "redis-cluster" && i > 0:
			name += fmt.Sprintf(" %d-%d %d", i*1000, i*1000+999, 16000+i)
		case dialect == "cassandra-murmur3":
			for range rng.IntN(4) {
				name += fmt.Sprintf(" %d", int64(rng.Uint64()))
			}
		}
		node := goring.Node{Name: name, Weight: 1}
		if weighted {
			node.Weight = 1 + rng.IntN(4)
		}
		nodes = append(nodes, node)
	}
	return nodes
}

// TestXXH checks the hashes of the catalogue's own by the answers that xxHash's
// specification gives.
func TestXXH(t *testing.T) {
	if got := xxh32("abc"); got != 0x32d153ff {
		t.Errorf("XXH32 of abc: want 0x32d153ff, got %#x", got)
	}
	if got := xxh32(""); got != 0x02cc5d05 {
		t.Errorf("XXH32 of nothing: want 0x02cc5d05, got %#x", got)
	}
	if got := xxh64("abc", 0); got != 0x44bc2cf5ad770999 {
		t.Errorf("XXH64 of abc: want 0x44bc2cf5ad770999, got %#x", got)
	}
}
