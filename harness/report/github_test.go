package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An annotation is a workflow command, read as GitHub's runner reads it.
type annotation struct{ title, message string }

var (
	workflowCommand = regexp.MustCompile(`^::error title=([^:,]*)::(.*)$`)
	unescapeData    = strings.NewReplacer("%0A", "\n", "%0D", "\r", "%25", "%")
	unescapeTitle   = strings.NewReplacer("%0A", "\n", "%0D", "\r", "%3A", ":", "%2C", ",", "%25", "%")
)

func readGitHub(t *testing.T, text string) (found []annotation, others []string) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if m := workflowCommand.FindStringSubmatch(line); m != nil {
			found = append(found, annotation{unescapeTitle.Replace(m[1]), unescapeData.Replace(m[2])})
		} else if strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("a command that is none: %q", line)
		} else {
			others = append(others, line)
		}
	}
	return found, others
}

func TestGitHub(t *testing.T) {
	t.Setenv("GITHUB_STEP_SUMMARY", "")
	found, others := readGitHub(t, written(t, "github", mixed(t)))
	if want := 1 + 5 + 2; len(found) != want { // the diagnosis, the cases, hello and judged
		t.Fatalf("want %d annotations, got %d: %v", want, len(found), found)
	}
	if a := found[0]; !strings.HasSuffix(a.title, ": diagnosis of xmur3") || !strings.Contains(a.message, "explains failures: 1 of 2 in xmur3") {
		t.Errorf("want the diagnosis first, got %v", a)
	}
	if a := found[1]; !strings.HasSuffix(a.title, ": fail: xmur3/wrap/k207") || !strings.Contains(a.message, "\nwhy    hash32(\"k207\")") ||
		!strings.Contains(a.message, "::error::\\r|`#` %25%0A \\ufffe\n") {
		t.Errorf("want the failure with all it says, got %v", a)
	}
	if last := others[len(others)-1]; !strings.HasPrefix(last, "2 passed, 1 failed") {
		t.Errorf("want the totals last, got %q", last)
	}
	if found, others := readGitHub(t, written(t, "github", allGood(t))); len(found) != 0 || len(others) != 1 {
		t.Errorf("want only the totals of a good run, got %v and %q", found, others)
	}
	for _, a := range annotations(t, manyFailures(t, 30))[maxExplained:] {
		if strings.Contains(a.message, "\n") {
			t.Errorf("want one line after %d failures, got %q", maxExplained, a.message)
		}
	}
}

func annotations(t *testing.T, run Run) []annotation {
	found, _ := readGitHub(t, written(t, "github", run))
	return found
}

func TestGitHubSummary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary.md")
	if err := os.WriteFile(path, []byte("what another step wrote\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GITHUB_STEP_SUMMARY", path)
	written(t, "github", mixed(t))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	summary, appended := strings.CutPrefix(string(text), "what another step wrote\n")
	if !appended {
		t.Fatalf("what was there is gone: %s", text)
	}
	for _, want := range []string{
		"\n```text\nno-wrap: past the last point <&]]>",
		`| xmur3/wrap/k207 | fail | owner of "k207": want owner "B", got "C" &lt;&amp;\]\]\>`,
		"| md5-32/weight/zero | protocol |",
		"| ./none | hello | not started | no such file |",
		"\n| implementation | pass | fail | unsupported | xfail | xpass | crash | timeout | protocol |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
		"\n| go | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |\n",
		"\n| typescript | not run |\n| ./none | **not started** |\n",
	} {
		if !strings.Contains(summary, want) {
			t.Errorf("want %q in\n%s", want, summary)
		}
	}
	// A table's row is a line, and has as many cells as its head.
	for _, line := range strings.Split(summary, "\n") {
		cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if strings.HasPrefix(line, "| ") && cells != 5 && cells != 10 && !strings.HasSuffix(line, "not run |") && !strings.HasSuffix(line, "started** |") {
			t.Errorf("a row with %d bars: %s", cells, line)
		}
	}
}

func TestGitHubSummaryIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary.md")
	t.Setenv("GITHUB_STEP_SUMMARY", path)
	written(t, "github", manyFailures(t, 400))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "| fail | making"); n != maxListed {
		t.Errorf("want %d failures, got %d", maxListed, n)
	}
	if !strings.Contains(string(text), "\nand 750 more\n") {
		t.Errorf("no word of the others in\n%s", text)
	}
}

func TestGitHubFailsWithoutTheSummary(t *testing.T) {
	t.Setenv("GITHUB_STEP_SUMMARY", filepath.Join(t.TempDir(), "no", "such", "folder"))
	var b strings.Builder
	if err := GitHub(&b, allGood(t), Style{}); err == nil {
		t.Error("want an error")
	}
	if b.Len() == 0 {
		t.Error("want the totals all the same")
	}
}
