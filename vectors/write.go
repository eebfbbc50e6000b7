package vectors

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Literal writes a KEY or NODE as vector files have it: double-quoted text, all of
// it printable ASCII, or {hex: "…"} for bytes that are not valid UTF-8.
func Literal(s string) string {
	if !utf8.ValidString(s) {
		return fmt.Sprintf("{hex: %q}", hex.EncodeToString([]byte(s)))
	}
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

// LiteralOwner is [Literal] for an owner; nil is null.
func LiteralOwner(owner *string) string {
	if owner == nil {
		return "null"
	}
	return Literal(*owner)
}

// LiteralList writes a list, each item by write.
func LiteralList[T any](items []T, write func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = write(item)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
