package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// yamlText writes a KEY or NODE in double quotes, all of it printable ASCII.
func yamlText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9 ,.()'/+=-]*$`)

// yamlWords writes text for people, in quotes only where it needs them.
func yamlWords(s string) string {
	if plain.MatchString(s) {
		return s
	}
	return yamlText(s)
}

func yamlOwner(owner *string) string {
	if owner == nil {
		return "null"
	}
	return yamlText(*owner)
}

// yamlPosition writes a position as the width of its dialect asks.
func yamlPosition(p string, bits int) string {
	if bits > 53 {
		return strconv.Quote(p)
	}
	return p
}

func yamlList[T any](items []T, write func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = write(item)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func yamlCounts(owners []*string) string {
	counts := map[string]int{}
	for _, owner := range owners {
		counts[*owner]++
	}
	return "{" + strings.Join(slices.Collect(func(yield func(string) bool) {
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			if !yield(fmt.Sprintf("%s: %d", yamlText(name), counts[name])) {
				return
			}
		}
	}), ", ") + "}"
}
