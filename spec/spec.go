// Package spec holds what is right: the rules of a ring, the dialects, the
// format of the vectors and the adapter protocol, as pages for people and,
// where the kit needs them, as lists for programs.
package spec

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Files holds the pages and the JSON Schema of vector files.
//
//go:embed *.md *.json dialects/*.md
var Files embed.FS

// A Rule is one MUST of ring.md.
type Rule struct {
	// ID is what cases cite, and the heading of the rule in ring.md.
	ID string
	// Statement is the rule in one sentence.
	Statement string
}

// Rules returns the rules in the order of ring.md.
func Rules() []Rule { return rules() }

// FindRule returns the rule of that ID.
func FindRule(id string) (Rule, bool) {
	for _, rule := range rules() {
		if rule.ID == id {
			return rule, true
		}
	}
	return Rule{}, false
}

// Dialects returns the names of the dialects in the order of dialects.md.
func Dialects() []string { return dialects() }

var rules = sync.OnceValue(func() []Rule { return sections("ring.md") })

var dialects = sync.OnceValue(func() []string { return slices.Concat(names("dialects.md"), production()) })

// A link from dialects.md to the page of a family of production dialects.
var familyPage = regexp.MustCompile(`\]\((dialects/[a-z0-9-]+\.md)[)#]`)

// production returns the names of the production dialects, page by page in the
// order in which dialects.md links the pages.
func production() []string {
	var pages, found []string
	for _, link := range familyPage.FindAllStringSubmatch(read("dialects.md"), -1) {
		if page := link[1]; !slices.Contains(pages, page) {
			pages = append(pages, page)
			found = append(found, names(page)...)
		}
	}
	return found
}

// names returns the IDs of the named sections of a page.
func names(page string) []string {
	var found []string
	for _, section := range sections(page) {
		found = append(found, section.ID)
	}
	return found
}

// An identifier as a whole second-level heading opens a section that the kit
// knows by that name; other headings are for readers only.
var identifier = regexp.MustCompile(`^## ([a-z0-9]+(?:-[a-z0-9]+)*)$`)

// sections returns the named sections of a page with their first paragraph.
func sections(page string) []Rule {
	var found []Rule
	lines := strings.Split(read(page), "\n")
	for i, line := range lines {
		m := identifier.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		section := Rule{ID: m[1]}
		for _, next := range lines[i+1:] {
			if strings.HasPrefix(next, "#") || next == "" && section.Statement != "" {
				break
			}
			section.Statement = strings.TrimSpace(section.Statement + " " + next)
		}
		found = append(found, section)
	}
	return found
}

// read returns the text of a page. The pages are embedded, so that they can be
// read is settled when the tests pass.
func read(page string) string {
	text, err := Files.ReadFile(page)
	if err != nil {
		panic("spec: " + err.Error())
	}
	return string(text)
}
