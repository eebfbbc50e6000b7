package spelling

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var dialects = []string{"xmur3", "xmur3-utf16", "md5-32", "md5-128", "md5-128-after", "twemproxy-crc16",
	"twemproxy-crc32a", "haproxy", "haproxy-sdbm", "haproxy-crc32", "jump", "guava"}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		why, word string
		want      []string
	}{
		{"a letter left out", "haprxy", []string{"haproxy"}},
		{"a letter too many", "guavaa", []string{"guava"}},
		{"two swapped", "jmup", []string{"jump"}},
		{"another letter", "xmur4", []string{"xmur3"}},
		{"capitals and an underscore", "MD5_32", []string{"md5-32"}},
		{"no dash", "md532", []string{"md5-32"}},
		{"the likeliest first", "md5-28", []string{"md5-128", "md5-32"}},
		{"a part of names", "crc", []string{"twemproxy-crc16", "twemproxy-crc32a", "haproxy-crc32"}},
		{"too short to be a part", "md", nil},
		{"nothing like it", "rendezvous", nil},
		{"nothing", "", nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Nearest(c.word, dialects)); diff != "" {
				t.Errorf("Nearest(%q) (-want +got):\n%s", c.word, diff)
			}
		})
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"ab", "ab", 0}, {"ab", "ba", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"abcdef", "abdcfe", 2},
	} {
		if got := edits(c.a, c.b); got != c.want {
			t.Errorf("edits(%q, %q): want %d, got %d", c.a, c.b, c.want, got)
		}
	}
}

func TestHint(t *testing.T) {
	for _, c := range []struct {
		why, word string
		known     []string
		want      string
	}{
		{"one", "haprxy", dialects, "did you mean haproxy?"},
		{"more", "crc", dialects, "did you mean twemproxy-crc16, twemproxy-crc32a or haproxy-crc32?"},
		{"none of few", "cobol", []string{"go", "python"}, "there are go, python"},
		{"none of none", "cobol", nil, "there are none"},
		{"none of many", "cobol", dialects, "there are\n" +
			"  xmur3, xmur3-utf16, md5-32, md5-128, md5-128-after, twemproxy-crc16,\n" +
			"  twemproxy-crc32a, haproxy, haproxy-sdbm, haproxy-crc32, jump, guava"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := Hint(c.word, c.known, "there are"); got != c.want {
				t.Errorf("want %q, got %q", c.want, got)
			}
		})
	}
}
