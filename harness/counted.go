package harness

import (
	"strconv"
	"strings"
)

// Counted writes a number and what is counted: "1 key", "2 keys", "0 replies".
// noun is in the singular; its plural must end in s.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	stem, y := strings.CutSuffix(noun, "y")
	if y && !strings.HasSuffix(stem, "e") { // reply, but not key
		return strconv.Itoa(n) + " " + stem + "ies"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
