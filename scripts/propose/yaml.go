package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringkit/vectors"
)

var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9 ,.()'/+=-]*$`)

// yamlWords writes text for people, in quotes only where it needs them.
func yamlWords(s string) string {
	if plain.MatchString(s) {
		return s
	}
	return vectors.Literal(s)
}

// yamlPosition writes a position as the width of its dialect asks.
func yamlPosition(p string, bits int) string {
	if bits > 53 {
		return strconv.Quote(p)
	}
	return p
}

func yamlCounts(owners []*string) string {
	counts := map[string]int{}
	for _, owner := range owners {
		counts[*owner]++
	}
	return "{" + strings.Join(slices.Collect(func(yield func(string) bool) {
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			if !yield(fmt.Sprintf("%s: %d", vectors.Literal(name), counts[name])) {
				return
			}
		}
	}), ", ") + "}"
}
