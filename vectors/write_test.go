package vectors_test

import (
	"fmt"
	"testing"

	"ringkit/vectors"
)

// What is written as a literal is read as the same text.
func TestLiteralIsReadBack(t *testing.T) {
	for _, text := range []string{"", "a", `"\`, "a\nb\r\t\x00", "\u007f\u0080\u00e9", "\uff4e\ufeff\uffff", "\U0001f7e2", "null", "\x00\xff", "caf\xe9"} {
		file, err := vectors.Parse("test", []byte(fmt.Sprintf(`dialect: md5-32
bits: 32
source: {by: [test]}
cases:
  - id: a
    rule: verbatim
    why: a test
    steps:
      - {hash: %s, want: 0}
`, vectors.Literal(text))))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := file.Cases[0].Steps[0].Key; got != text {
			t.Errorf("%q was read back as %q", text, got)
		}
	}
}
