package vectors_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/spec"
	"ringkit/vectors"
)

var loadOnce = sync.OnceValues(func() ([]vectors.File, error) {
	return vectors.Load(vectors.Embedded, "vectors")
})

func load(t *testing.T) []vectors.File {
	t.Helper()
	files, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestEveryDialectHasItsFile(t *testing.T) {
	var got []string
	for _, file := range load(t) {
		if want := "vectors/" + file.Dialect + ".yaml"; file.Name != want {
			t.Errorf("want the file of %s called %s, got %s", file.Dialect, want, file.Name)
		}
		got = append(got, file.Dialect)
	}
	want := spec.Dialects()
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("dialects (-spec +vectors)\n%s", diff)
	}
}

func TestEveryRuleHasACase(t *testing.T) {
	cases := map[string]int{}
	for _, file := range load(t) {
		for _, c := range file.Cases {
			cases[c.Rule]++
		}
	}
	for _, rule := range spec.Rules() {
		if cases[rule.ID] == 0 {
			t.Errorf("no case for the rule %s", rule.ID)
		}
	}
}

// Texts in hex belong to dialects that hash bytes.
func TestBytesOnlyWhereBytesAreHashed(t *testing.T) {
	for name, text := range embedded(t) {
		if strings.HasPrefix(name, "xmur3") && strings.Contains(string(text), "hex:") {
			t.Errorf("%s holds bytes, but hashes code points or UTF-16 units", name)
		}
	}
}

// Every value that is there must have been computed by someone.
func TestNothingIsBlank(t *testing.T) {
	for name, text := range embedded(t) {
		draft, err := vectors.ParseDraft(name, text)
		if err != nil {
			t.Fatal(err)
		}
		if len(draft.Blanks) > 0 {
			t.Errorf("%s: %d blanks, the first on line %d", name, len(draft.Blanks), draft.Blanks[0].Line)
		}
	}
}
