package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A run of `ringkit` and what it wrote and answered.
func ringkit(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, &out, &err)
	return code, out.String(), err.String()
}

func TestFuzzOfTheGoReference(t *testing.T) {
	code, stdout, stderr := ringkit("fuzz", "--seed", "1", "--runs", "5", "--dialect", "md5-32", "go")
	if code != 0 || !strings.HasPrefix(stdout, "seed 1\n") || !strings.HasSuffix(stdout, "\n16 held, 0 violated, 0 not applicable, 55 samples\n") {
		t.Errorf("want exit 0 and 16 laws held, got exit %d\n%s%s", code, stdout, stderr)
	}
}

func TestFuzzUsage(t *testing.T) {
	tests := []struct {
		name string
		args []string
		code int
		want string
	}{
		{"nothing", nil, 2, "name one implementation"},
		{"three", []string{"go", "python", "typescript"}, 2, "name one implementation"},
		{"no such implementation", []string{"cobol"}, 2, `no such implementation: "cobol"`},
		{"no such property", []string{"--property", "joy", "go"}, 2, `there is no property "joy"`},
		{"no such dialect", []string{"--dialect", "md6", "go"}, 2, `dialect "md6" is not spoken`},
		{"no runs", []string{"--runs", "0", "go"}, 2, "--runs must be at least 1"},
		{"nothing judged", []string{"--property", "readers", "python"}, 2, "no property was judged"},
		{"not there", []string{"--", "./no-such-adapter"}, 3, "./no-such-adapter: there is no such file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if len(test.args) == 3 && test.args[2] == "python" {
				if _, err := exec.LookPath("python3"); err != nil {
					t.Skip(err)
				}
			}
			code, stdout, stderr := ringkit(append([]string{"fuzz"}, test.args...)...)
			if code != test.code || !strings.Contains(stderr, test.want) {
				t.Errorf("want exit %d and %q, got exit %d\n%s%s", test.code, test.want, code, stdout, stderr)
			}
		})
	}
}

// The violation of a wrong adapter is found again by the command that is printed
// with it, and the file that is saved fails the adapter and no other.
func TestFuzzFindsAWrongAdapter(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	adapter := wrongAdapter{changes: [][2]string{
		{`Dialect("xmur3", xmur3, 32, "#", bisect_left,`, `Dialect("xmur3", xmur3, 32, "#", bisect_right,`},
	}}.write(t)
	dir := filepath.Join(t.TempDir(), "found")
	args := []string{"fuzz", "--seed", "5", "--runs", "20", "--dialect", "xmur3", "--save", dir, "--", python, adapter}
	code, first, stderr := ringkit(args...)
	if code != 1 {
		t.Fatalf("want exit 1, got %d\n%s%s", code, first, stderr)
	}
	if _, second, _ := ringkit(args...); second != first {
		t.Errorf("want the same output for the same seed, got\n%s\nand\n%s", first, second)
	}
	for _, want := range []string{"FAIL  xmur3/scan", `keys     "#0"`, "vnodes 1,", "14 held, 1 violated, 1 not applicable, "} {
		if !strings.Contains(first, want) {
			t.Errorf("want %q in\n%s", want, first)
		}
	}
	repeat := regexp.MustCompile(`repeat   ringkit (.*)`).FindStringSubmatch(first)
	if repeat == nil {
		t.Fatalf("want a command that repeats it in\n%s", first)
	}
	violation := regexp.MustCompile(`(?s)FAIL .*got[^\n]*`)
	_, again, _ := ringkit(strings.Fields(repeat[1])...)
	if want, got := violation.FindString(first), violation.FindString(again); got == "" || want != got {
		t.Errorf("%s: want\n%s\ngot\n%s", repeat[1], want, got)
	}
	if code, stdout, stderr := ringkit("check", "--vectors", dir, "--", python, adapter); code != 1 {
		t.Errorf("want the wrong adapter to fail what was saved, got exit %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := ringkit("check", "--vectors", dir, "go", "python"); code != 0 {
		t.Errorf("want others to pass what was saved, got exit %d\n%s%s", code, stdout, stderr)
	}
}

func TestFuzzComparesTwo(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	if code, stdout, stderr := ringkit("fuzz", "--dialect", "xmur3", "go", "python"); code != 0 {
		t.Errorf("want go and python to agree, got exit %d\n%s%s", code, stdout, stderr)
	}
	adapter := wrongAdapter{changes: [][2]string{{"1779033703 ^ len(text)", "1779033703 ^ len(text.encode())"}}}.write(t)
	code, stdout, stderr := ringkit("fuzz", "--dialect", "xmur3", "go", "--", python, adapter)
	if code != 1 || !strings.Contains(stdout, "FAIL  xmur3/agree") {
		t.Errorf("want a disagreement, got exit %d\n%s%s", code, stdout, stderr)
	}
}
