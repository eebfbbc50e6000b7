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
	for _, d := range goring.Dialects() {
		hash := oracleRules[d.Name].hash
		for _, text := range texts {
			if want, got := positionOf(hash(text)), d.Hash(text); got != want {
				t.Errorf("%s of %q: want %v, got %v", d.Name, text, want, got)
			}
		}
	}
}
