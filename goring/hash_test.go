package goring_test

import (
	"math/rand/v2"
	"testing"

	"ringkit/goring"
)

// TestHashAgreesWithOracle hashes text of all kinds: with and without ASCII, at
// every length, and bytes that are no UTF-8.
func TestHashAgreesWithOracle(t *testing.T) {
	t.Parallel()
	alphabets := [][]rune{
		[]rune("a#1\x00\x7f"), []rune("a\u0080\u00e9\u07ff"), []rune("a\u0800\ud7ff\ue000\uff4e\uffff\ufffd"),
		[]rune("a\U00010000\U0001f600\U0010ffff"), []rune("z\u00e9\uff4e\U0001f7e2"),
	}
	rng := rand.New(rand.NewPCG(4, 4))
	var texts []string
	for _, alphabet := range alphabets {
		for length := range 80 {
			text := make([]rune, length)
			for i := range text {
				text[i] = alphabet[rng.IntN(len(alphabet))]
			}
			texts = append(texts, string(text))
		}
	}
	texts = append(texts, "\x80", "a\x80b", "\xff", "a\xc3", "\xed\xa0\x80", "\xf0\x9f\x98", "\xc0\x80b")
	for _, d := range seeds {
		hash := oracleRules[d.Name].hash
		for _, text := range texts {
			if want, got := positionOf(hash(text)), d.Hash(text); got != want {
				t.Errorf("%s of %q: want %v, got %v", d.Name, text, want, got)
			}
		}
	}
}

// TestProductionHashes hashes texts with known answers: the check values of the
// checksums, what libmemcached's memcached_generate_hash_value answered, and
// what follows from the definitions.
func TestProductionHashes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dialect goring.Dialect
		text    string
		want    uint64
	}{
		{goring.LibmemcachedConsistent, "", 0},
		{goring.LibmemcachedConsistent, "a", 3392050242},
		{goring.LibmemcachedConsistent, "\u00e9", 26298542}, // 2928017647 with unsigned bytes
		{goring.Libmemcached, "a", 3111502092},
		{goring.Libmemcached, "\u00e9", 2546851174},
		{goring.Ketama, "\x00", 3649838548}, // the empty text's
		{goring.Twemproxy, "", 0},           // nutcracker does not hash it
		{goring.TwemproxyMD5, "", 0},
		{goring.TwemproxyCRC32a, "123456789", 0xcbf43926},
		{goring.TwemproxyCRC16, "123456789", 0x869031c3}, // CRC-16/XMODEM's 0x31c3, and what stays above
		{goring.Twemproxy, "a", 2248273036},
		{goring.Twemproxy, "\u00e9", 3033280513},
		{goring.TwemproxyHashTag, "x{a}{b}", 2248273036},
		{goring.TwemproxyHashTag, "}x{a}", 2248273036},
	} {
		if got := test.dialect.Hash(test.text); got != (goring.Position{Lo: test.want}) {
			t.Errorf("%s of %q: want %d, got %v", test.dialect.Name, test.text, test.want, got)
		}
	}
}
