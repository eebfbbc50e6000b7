package goring

import "strings"

// hashTag returns the part of a key that is hashed where keys have tags: what is
// between the first { and the first } after it, or the whole key if there is
// nothing.
func hashTag(key string) string {
	_, rest, _ := strings.Cut(key, "{")
	if tag, _, closed := strings.Cut(rest, "}"); closed && tag != "" {
		return tag
	}
	return key
}
