package properties

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"ringkit/goring"
)

func shorterTexts(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return edits(s, d, func(text string) iter.Seq[string] {
		return func(yield func(string) bool) {
			for rest := range cut([]rune(text)) {
				if !yield(string(rest)) {
					return
				}
			}
		}
	})
}

// plainerTexts puts an "a" in place of a character that is no letter or digit of
// ASCII: what is left of those matters.
func plainerTexts(s Sample, d goring.Dialect) iter.Seq[Sample] {
	return edits(s, d, func(text string) iter.Seq[string] {
		return func(yield func(string) bool) {
			runes := []rune(text)
			for i, r := range runes {
				if plain(r) {
					continue
				}
				edited := slices.Clone(runes)
				if edited[i] = 'a'; !yield(string(edited)) {
					return
				}
			}
		}
	})
}

// edits changes one text of the sample: a key, or a node's name wherever it
// stands, with and without the keys that are its labels.
func edits(s Sample, d goring.Dialect, edit func(string) iter.Seq[string]) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		for _, name := range s.nodeNames() {
			for edited := range edit(name) {
				if !yield(s.renamed(name, edited, d, true)) || !yield(s.renamed(name, edited, d, false)) {
					return
				}
			}
		}
		for i, key := range s.Keys {
			for edited := range edit(key) {
				next := s.clone()
				if next.Keys[i] = edited; !yield(next) {
					return
				}
			}
		}
		for edited := range edit(s.Prefix) {
			next := s
			if next.Prefix = edited; edited != "" && !yield(next) {
				return
			}
		}
	}
}

// simpler is the order in which texts become simpler. Every edit of a text goes
// down in it, so that the minimiser comes to an end.
func simpler(a, b string) bool {
	odd := func(text string) (n int) {
		for _, r := range text {
			if !plain(r) {
				n++
			}
		}
		return n
	}
	return cmp.Or(
		cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)),
		cmp.Compare(odd(a), odd(b)),
		strings.Compare(a, b),
	) < 0
}

// plain reports whether a character is a letter or digit of ASCII.
func plain(r rune) bool { return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' }
