package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A wrongAdapter is the Python reference with one or more places changed, as
// somebody might have written it who never saw the catalogue of mistakes.
type wrongAdapter struct {
	name    string
	dialect string
	changes [][2]string // in ring.py: old, new
	want    []string    // the mistakes
}

var wrongAdapters = []wrongAdapter{
	{"bisect without left", "md5-128", [][2]string{
		{`Dialect("md5-128", md5_128, 128, "#", bisect_left,`, `Dialect("md5-128", md5_128, 128, "#", bisect_right,`},
	}, []string{"strictly-after"}},
	{"another separator", "md5-32", [][2]string{
		{`Dialect("md5-32", md5_32, 32, "#",`, `Dialect("md5-32", md5_32, 32, "-",`},
	}, []string{"separator-dash"}},
	{"little-endian", "md5-128", [][2]string{
		{`int.from_bytes(digest, "big")`, `int.from_bytes(digest, "little")`},
	}, []string{"little-endian"}},
	{"the low bits of the number", "md5-32", [][2]string{
		{`md5_128(text) >> 96`, `md5_128(text) & 0xFFFFFFFF`},
	}, []string{"last-bytes"}},
	{"the length of the bytes", "xmur3", [][2]string{
		{`1779033703 ^ len(text)`, `1779033703 ^ len(text.encode())`},
	}, []string{"length-in-bytes"}},
	{"UTF-16", "xmur3", [][2]string{
		{`    h = 1779033703 ^ len(text)`, `    raw = text.encode("utf-16-le")
    text = [chr(raw[i] | raw[i + 1] << 8) for i in range(0, len(raw), 2)]
    h = 1779033703 ^ len(text)`},
	}, []string{"utf16-units"}},
	{"the last node for what is past the end", "md5-128-colon", [][2]string{
		{`names[search(positions, position(key)) % size]`, `names[min(search(positions, position(key)), size - 1)]`},
		{`start = self.dialect.boundary(self._positions, self.dialect.hash(key))`,
			`start = min(self.dialect.boundary(self._positions, self.dialect.hash(key)), size - 1)`},
	}, []string{"no-wrap"}},
	{"points for replicas", "md5-32", [][2]string{
		{`found: dict[str, None] = {}`, `found = []`},
		{`found[names[step % size]] = None`, `found.append(names[step % size])`},
		{`count = min(count, len(self._members))`, `pass`},
	}, []string{"replicas-repeat-nodes"}},
	{"a removal that only unlists", "md5-128", [][2]string{
		{`self._settle({n: w for n, w in self._members.items() if n != name})`, `del self._members[name]`},
	}, []string{"remove-without-rebuild"}},
	{"no weights", "xmur3", [][2]string{
		{`range(weight * self.vnodes)`, `range(self.vnodes)`},
	}, []string{"weight-ignored"}},
	{"stripped text", "md5-128-after", [][2]string{
		{`md5(encode(text)`, `md5(encode(text.strip())`},
	}, []string{"text-trimmed"}},
	{"the last one wins", "xmur3", [][2]string{
		{`Dialect("xmur3", xmur3, 32, "#", bisect_left, by_name,`, `Dialect("xmur3", xmur3, 32, "#", bisect_left, last_added,`},
	}, []string{"tie-to-last-added"}},
	{"counting from 1", "md5-128-colon", [][2]string{
		{`range(weight * self.vnodes)`, `range(1, weight * self.vnodes + 1)`},
	}, []string{"index-from-1"}},
	{"signed numbers", "md5-32", [][2]string{
		{`return md5_128(text) >> 96`, `n = md5_128(text) >> 96
    return n - (1 << 32) if n >> 31 else n`},
	}, []string{"signed-positions"}},
	{"no errors at all", "md5-128", [][2]string{
		{`refuses_empty_lookup: bool = True`, `refuses_empty_lookup: bool = False`},
	}, []string{"null-for-empty-ring", "no-replicas-for-error"}},
	{"two mistakes of different stages", "md5-128", [][2]string{
		{`int.from_bytes(digest, "big")`, `int.from_bytes(digest, "little")`},
		{`Dialect("md5-128", md5_128, 128, "#",`, `Dialect("md5-128", md5_128, 128, "-",`},
	}, []string{"little-endian", "separator-dash"}},
}

func TestWrongAdaptersAreNamed(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	for _, w := range wrongAdapters {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			adapter := w.write(t)
			var stdout, stderr bytes.Buffer
			code := run([]string{"check", "--dialect", w.dialect, "--report", "json", "--", python, adapter}, &stdout, &stderr)
			if code != 1 {
				t.Fatalf("exit %d, want 1; stderr:\n%s", code, &stderr)
			}
			var report struct {
				Implementations []struct {
					Diagnoses []struct {
						Mistakes           []string
						Explains, Failures int
					}
				}
				Totals map[string]int
			}
			if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
				t.Fatal(err)
			}
			diagnoses := report.Implementations[0].Diagnoses
			if len(diagnoses) != 1 {
				t.Fatalf("%d diagnoses, want one", len(diagnoses))
			}
			d := diagnoses[0]
			if !slices.Equal(d.Mistakes, w.want) {
				t.Errorf("diagnosed as %v, want %v", d.Mistakes, w.want)
			}
			if d.Explains != d.Failures || d.Failures != report.Totals["fail"] || d.Failures == 0 {
				t.Errorf("explains %d of %d failures; %d cases failed", d.Explains, d.Failures, report.Totals["fail"])
			}
		})
	}
}

// write writes the changed reference into a folder and returns its adapter.
func (w wrongAdapter) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join("..", "..", "..", "runners", "python")
	files, err := filepath.Glob(filepath.Join(source, "*.py"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		changed := string(text)
		for _, change := range w.changes {
			if name != "ring.py" {
				break
			}
			if !strings.Contains(changed, change[0]) {
				t.Fatalf("ring.py holds no %q any more", change[0])
			}
			changed = strings.ReplaceAll(changed, change[0], change[1])
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "adapter.py")
}
