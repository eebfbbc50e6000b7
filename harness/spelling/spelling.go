// Package spelling finds the name that a misspelt one was meant to be.
package spelling

import (
	"slices"
	"strings"
)

// most is how many names are offered, and width how wide a line of names may be.
const (
	most  = 3
	width = 78
)

// Meant asks which of the known names a word was meant to be, as in "did you mean a
// or b?". It is empty where none is like it.
func Meant(word string, known []string) string {
	near := Nearest(word, known)
	switch last := len(near) - 1; last {
	case -1:
		return ""
	case 0:
		return "did you mean " + near[0] + "?"
	default:
		return "did you mean " + strings.Join(near[:last], ", ") + " or " + near[last] + "?"
	}
}

// Hint is Meant, or else lead with all known names behind it, on lines of their own
// if they are many.
func Hint(word string, known []string, lead string) string {
	if meant := Meant(word, known); meant != "" {
		return meant
	}
	if len(known) == 0 {
		return lead + " none"
	}
	if names := strings.Join(known, ", "); len(names) <= width {
		return lead + " " + names
	}
	return lead + Lines(known)
}

// Lines writes the names on lines of their own, each after a newline.
func Lines(names []string) string {
	var out strings.Builder
	used := width
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		if used+1+len(name) > width {
			out.WriteString("\n  " + name)
			used = 2 + len(name)
		} else {
			out.WriteString(" " + name)
			used += 1 + len(name)
		}
	}
	return out.String()
}

// Nearest returns the known names that are most like the word, the likeliest first:
// three at most, and none if none is like it.
func Nearest(word string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	word = folded(word)
	limit := (len(word) + 1) / 3
	var near []candidate
	for _, name := range known {
		other := folded(name)
		distance := limit + 1
		if gap := len(other) - len(word); max(gap, -gap) <= limit {
			distance = edits(word, other)
		}
		if distance > 1 && len(word) > 2 && strings.Contains(other, word) {
			distance = 1 // a part of the name
		}
		if distance <= limit {
			near = append(near, candidate{name, distance})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return a.distance - b.distance })
	var out []string
	for _, c := range near[:min(most, len(near))] {
		if c.distance <= near[0].distance+1 {
			out = append(out, c.name)
		}
	}
	return out
}

// folded makes alike what is taken for another by its case or its dashes.
func folded(name string) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(name))
}

// edits counts the letters to put in, take out, change or swap with their
// neighbour that make b of a: the distance of optimal string alignment.
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
