package spec_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ringkit/spec"
)

func TestRules(t *testing.T) {
	rules := spec.Rules()
	if len(rules) < 30 {
		t.Errorf("want at least 30 rules, got %d", len(rules))
	}
	seen := map[string]bool{}
	for _, rule := range rules {
		if seen[rule.ID] {
			t.Errorf("%s: two rules of that name", rule.ID)
		}
		seen[rule.ID] = true
		if !strings.Contains(rule.Statement, "MUST") {
			t.Errorf("%s holds no MUST: %s", rule.ID, rule.Statement)
		}
		if n := utf8.RuneCountInString(rule.Statement); n > 200 {
			t.Errorf("%s: want at most 200 characters, got %d: %s", rule.ID, n, rule.Statement)
		}
		if !strings.HasSuffix(rule.Statement, ".") || strings.Contains(rule.Statement, "\n") {
			t.Errorf("%s is no sentence: %q", rule.ID, rule.Statement)
		}
		if found, ok := spec.FindRule(rule.ID); !ok || found != rule {
			t.Errorf("FindRule(%q) = %v, %t", rule.ID, found, ok)
		}
	}
	for _, unknown := range []string{"", "warp", "Wrap", "the-words"} {
		if found, ok := spec.FindRule(unknown); ok {
			t.Errorf("FindRule(%q) found %v", unknown, found)
		}
	}
}

// What the rules of the seed dialects are called is pinned: reports and
// baselines of others name them.
func TestNamesOfTheFirstRules(t *testing.T) {
	var got []string
	for _, rule := range spec.Rules() {
		got = append(got, rule.ID)
	}
	for _, want := range strings.Fields(`hash-text verbatim position label vnodes default-vnodes bad-vnodes weight bad-weight
		point-order tie name-order tie-heir boundary wrap lookup batch empty-ring node-name twice-listed replicas replicas-limit
		bad-count empty-replicas add add-existing remove remove-unknown failed-change history list-order node-list movement`) {
		if !slices.Contains(got, want) {
			t.Errorf("the rule %s is gone", want)
		}
	}
}

func TestDialects(t *testing.T) {
	got := spec.Dialects()
	for _, want := range []string{"xmur3", "xmur3-utf16", "md5-32", "md5-128", "md5-128-after", "md5-128-colon"} {
		if !slices.Contains(got, want) {
			t.Errorf("want the dialect %s, got %v", want, got)
		}
	}
	for i, name := range got {
		if slices.Contains(got[:i], name) {
			t.Errorf("the dialect %s is there twice", name)
		}
	}
}

// pages returns the text of each page without what stands in code.
func pages(t *testing.T) map[string]string {
	names, err := fs.Glob(spec.Files, "*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	families, err := fs.Glob(spec.Files, "dialects/*.md")
	if err != nil || len(families) == 0 {
		t.Fatalf("no pages of production dialects: %v", err)
	}
	names = append(names, families...)
	found := map[string]string{}
	for _, name := range names {
		text, err := spec.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var prose strings.Builder
		code := false
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				code = !code
			} else if !code {
				prose.WriteString(line + "\n")
			}
		}
		if code {
			t.Errorf("%s: a code block is not closed", name)
		}
		found[name] = prose.String()
	}
	return found
}

var (
	heading    = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	link       = regexp.MustCompile(`\[[^\]\n]*\]\(([^)\s]+)\)`)
	inlineCode = regexp.MustCompile("`[^`\n]*`")
	notAnchor  = regexp.MustCompile(`[^\p{L}\p{N}\p{M}\- _]`)
)

// anchors returns the anchors of a page's headings, as GitHub makes them.
func anchors(page string) []string {
	var found []string
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		text := strings.ToLower(strings.TrimSpace(m[1]))
		found = append(found, strings.ReplaceAll(notAnchor.ReplaceAllString(text, ""), " ", "-"))
	}
	return found
}

func TestLinks(t *testing.T) {
	pages := pages(t)
	headings := map[string][]string{}
	for name, page := range pages {
		headings[name] = anchors(page)
	}
	links := 0
	for name, page := range pages {
		for i, a := range headings[name] {
			if slices.Contains(headings[name][:i], a) {
				t.Errorf("%s: two headings have the anchor #%s", name, a)
			}
		}
		for _, m := range link.FindAllStringSubmatch(inlineCode.ReplaceAllString(page, "code"), -1) {
			target := m[1]
			if strings.Contains(target, "://") {
				continue
			}
			links++
			file, anchor, hasAnchor := strings.Cut(target, "#")
			if file == "" {
				file = name
			} else {
				file = path.Join(path.Dir(name), file)
			}
			// A page may lead out of its folder, so the disk is asked.
			if _, err := os.Stat(filepath.FromSlash(file)); err != nil {
				t.Errorf("%s: %s: there is no such file", name, target)
			} else if hasAnchor && !slices.Contains(headings[file], anchor) {
				t.Errorf("%s: %s: there is no such heading", name, target)
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links found: the pages have more", links)
	}
}
