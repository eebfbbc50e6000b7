package goring_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"ringkit/goring"
	"ringkit/vectors"
)

// TestCapturedTokens hashes keys of random bytes, 1 to 69 each. The want is what
// the Python driver for Cassandra answered, in C and in Python alike.
func TestCapturedTokens(t *testing.T) {
	t.Parallel()
	keys, err := vectors.Keys("bytes")
	if err != nil {
		t.Fatal(err)
	}
	d, digest := goring.CassandraMurmur3, sha256.New()
	for _, key := range keys {
		fmt.Fprintln(digest, d.TextOf(d.Hash(key)))
	}
	const want = "a863a1e141f92c8cb2d64f9bd2bc6b4eb867359cf224581d9e64270bc05a043a"
	if got := hex.EncodeToString(digest.Sum(nil)); got != want {
		t.Errorf("want tokens with SHA-256 %s, got %s", want, got)
	}
}

// TestTokens hashes keys at both ends of the tokens: those of 16 bytes were found
// by undoing the hash.
func TestTokens(t *testing.T) {
	t.Parallel()
	d := goring.CassandraMurmur3
	for _, test := range []struct{ hex, want string }{
		{"", "-9223372036854775808"},
		{"653cbefb85ec3111b4e38fa9bc7cbcae", "9223372036854775807"}, // -2^63, if it were not moved
		{"c99d0f39bb88870fb488941a5343d508", "-9223372036854775807"},
		{"0580ac3a93bc2d3800238bdf71626cd2", "9223372036854775807"},
		{"5ed0b893f10c088ccf0e007bf6edbf61", "0"},
		{"79", "1834666616712205263"},
		{"f22106", "-6763108241864899096"}, // with an unsigned tail another
		{"e344bb311245fd6f", "863387477721269288"},
	} {
		key, err := hex.DecodeString(test.hex)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.TextOf(d.Hash(string(key))); got != test.want {
			t.Errorf("token of %q: want %s, got %s", test.hex, test.want, got)
		}
	}
}

// TestTokenRing has tokens below and above 0, at 0 and at both ends; and a node
// without any.
func TestTokenRing(t *testing.T) {
	t.Parallel()
	const low, zero, none, high = "a -9223372036854775808 -5", "b  0 7", "c", "d 9223372036854775806"
	d := goring.CassandraMurmur3
	ring := mustNew(t, d, d.VNodes, goring.Nodes(zero, none, high, low))
	want := []string{"-9223372036854775808 " + low, "-5 " + low, "0 " + zero, "7 " + zero, "9223372036854775806 " + high}
	var got []string
	for _, p := range ring.Points() {
		got = append(got, d.TextOf(p.Position)+" "+p.Node)
	}
	wantSame(t, "points", want, got, nil, nil)
	for _, test := range []struct{ hex, want string }{
		{"", low}, // -2^63 is a point
		{"c99d0f39bb88870fb488941a5343d508", low}, // the token after it goes to -5
		{"5ed0b893f10c088ccf0e007bf6edbf61", zero},
		{"79", high}, // between 7 and 2^63-2
		{"653cbefb85ec3111b4e38fa9bc7cbcae", low}, // 2^63-1 wraps
	} {
		key, err := hex.DecodeString(test.hex)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ring.Owner(string(key)); err != nil || got != test.want {
			t.Errorf("owner of %q: want %q, got %q, %v", test.hex, test.want, got, err)
		}
	}
	_, err := mustNew(t, d, d.VNodes, goring.Nodes(none)).Owner("k")
	wantErr(t, "a ring without tokens", err, goring.ErrEmptyRing)
}
