package runners

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTail(t *testing.T) {
	numbers := func(from, to int) (lines []string) {
		for i := from; i < to; i++ {
			lines = append(lines, fmt.Sprintf("line %d", i))
		}
		return lines
	}
	tests := []struct {
		name   string
		writes []string
		want   []string
	}{
		{"nothing", nil, nil},
		{"white space", []string{" \n", "\r\n"}, nil},
		{"one line", []string{"a\n"}, []string{"a"}},
		{"a line in parts", []string{"a", "b", "\nc"}, []string{"ab", "c"}},
		{"the last ten", []string{strings.Join(numbers(0, 100), "\n")}, numbers(90, 100)},
		{"the last ten of many writes", strings.SplitAfter(strings.Join(numbers(0, 5000), "\n"), "\n"), numbers(4990, 5000)},
		{"CRLF", []string{"a\r\nb\r\n"}, []string{"a", "b"}},
		{"what moves a cursor", []string{"\x1b[2Ja\tb\x00\u009b1m"}, []string{"\uFFFD[2Ja\tb\uFFFD\uFFFD1m"}},
		{"not UTF-8", []string{"a\xffb"}, []string{"a\uFFFDb"}},
		{"a long line", []string{strings.Repeat("x", 300)}, []string{strings.Repeat("x", 200) + "... (300 bytes)"}},
		{"more than is kept", []string{"first\n", strings.Repeat("x", tailSize) + "\nlast"}, []string{strings.Repeat("x", 200) + fmt.Sprintf("... (%d bytes)", tailSize-len("\nlast")), "last"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got tail
			for _, text := range test.writes {
				if n, err := got.Write([]byte(text)); n != len(text) || err != nil {
					t.Fatalf("Write: %d, %v", n, err)
				}
			}
			if len(got.end) > tailSize {
				t.Errorf("%d bytes are kept", len(got.end))
			}
			if diff := cmp.Diff(test.want, got.lines()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
