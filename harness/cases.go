package harness

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"ringkit/goring"
	"ringkit/harness/spelling"
	"ringkit/spec"
	"ringkit/vectors"
)

// Cases returns the kit's own cases.
func Cases() ([]vectors.Case, error) { return ownCases() }

var ownCases = sync.OnceValues(func() ([]vectors.Case, error) {
	return LoadCases(vectors.Embedded, "vectors")
})

// LoadCases reads the cases of all vector files at the top of fsys; dir is put
// before the names of the files in messages. It fails as [vectors.Load] does,
// and if a file's dialect is not one of the kit's.
func LoadCases(fsys fs.FS, dir string) ([]vectors.Case, error) {
	files, err := vectors.Load(fsys, dir)
	if err != nil {
		return nil, err
	}
	var cases []vectors.Case
	var errs []error
	for _, file := range files {
		switch d, known := goring.Lookup(file.Dialect); {
		case !known:
			errs = append(errs, fmt.Errorf("%s: the kit has no dialect %q; %s", file.Name, file.Dialect, spelling.Hint(file.Dialect, spec.Dialects(), "it has")))
		case d.Bits != file.Bits:
			errs = append(errs, fmt.Errorf("%s: a position of %s has %d bits, not %d", file.Name, file.Dialect, d.Bits, file.Bits))
		}
		cases = append(cases, file.Cases...)
	}
	return cases, errors.Join(errs...)
}

// dialectsOf returns the dialects that have a case.
func dialectsOf(cases []vectors.Case) (names []string) {
	for _, c := range cases {
		if !slices.Contains(names, c.Dialect) {
			names = append(names, c.Dialect)
		}
	}
	return names
}

// meantID says what a glob or ID that matches no case may have been meant to be.
func meantID(glob string, cases []vectors.Case) string {
	var known []string
	folders := map[string]bool{}
	for _, c := range cases {
		for i, letter := range c.ID {
			if folder := c.ID[:i]; letter == '/' && !folders[folder] {
				folders[folder] = true
				known = append(known, folder+"/**")
			}
		}
		known = append(known, c.ID)
	}
	if folder := strings.TrimRight(glob, "/*"); folders[folder] {
		return fmt.Sprintf("did you mean %s/**?", folder)
	}
	return cmp.Or(spelling.Meant(glob, known), "`ringkit list` shows all IDs")
}

// A Selection picks cases by globs over their IDs, in which * stays within one
// part between slashes and ** crosses them. The zero Selection picks all.
type Selection struct {
	// Run picks the cases that match one of these; none picks all.
	Run []string
	// Skip drops the cases that match one of these.
	Skip []string
	// Dialects picks the cases of these dialects; none picks all.
	Dialects []string
}

// Select returns the cases that are picked, in their order. It fails if a glob
// or dialect is malformed or picks nothing: a typing error must not pass for
// success.
func (s Selection) Select(cases []vectors.Case) ([]vectors.Case, error) {
	for _, dialect := range s.Dialects {
		if !slices.ContainsFunc(cases, func(c vectors.Case) bool { return c.Dialect == dialect }) {
			return nil, fmt.Errorf("no case is of dialect %q; %s", dialect, spelling.Hint(dialect, dialectsOf(cases), "there are"))
		}
	}
	for _, glob := range slices.Concat(s.Run, s.Skip) {
		if !doublestar.ValidatePattern(glob) {
			return nil, fmt.Errorf("%q is not a glob", glob)
		}
		if !slices.ContainsFunc(cases, func(c vectors.Case) bool { return MatchID(glob, c.ID) }) {
			return nil, fmt.Errorf("no case matches %q; %s", glob, meantID(glob, cases))
		}
	}
	var picked []vectors.Case
	for _, c := range cases {
		matches := func(glob string) bool { return MatchID(glob, c.ID) }
		if (len(s.Run) == 0 || slices.ContainsFunc(s.Run, matches)) && !slices.ContainsFunc(s.Skip, matches) &&
			(len(s.Dialects) == 0 || slices.Contains(s.Dialects, c.Dialect)) {
			picked = append(picked, c)
		}
	}
	if len(picked) == 0 {
		return nil, errors.New("no case is selected")
	}
	return picked, nil
}

// MatchID reports whether a case's ID matches a glob. A malformed glob matches
// nothing.
func MatchID(glob, id string) bool {
	matched, err := doublestar.Match(glob, id)
	return err == nil && matched
}
