package vectors

import (
	"slices"

	"gopkg.in/yaml.v3"
)

// Blank stands in a draft where an expectation is still to be computed.
const Blank = "TBD"

// A Draft is a vector file some of whose expectations are blank.
type Draft struct {
	File   File
	Blanks []Hole

	inCase, inStep int
}

// A Hole is one blank expectation: which field of which step of which case, by
// index, and where its text stands, both counted from 1.
type Hole struct {
	Case, Step   int
	Field        string
	Line, Column int
}

// ParseDraft is [Parse] for a file in which the word TBD may stand, unquoted, in
// place of any want, counts, sha256 or count. What is blank is zero in the cases.
func ParseDraft(name string, text []byte) (*Draft, error) {
	d := new(Draft)
	file, err := (&reader{file: name, draft: d}).parse(text)
	d.File = file
	return d, err
}

func (d *Draft) at(inCase, inStep int) { d.inCase, d.inStep = inCase, inStep }

// blank notes the node if it is a blank, and reports that.
func (d *Draft) blank(field string, n *yaml.Node) bool {
	if d == nil || n.Value != Blank || n.Style != 0 || !slices.Contains(blankable, field) {
		return false
	}
	d.Blanks = append(d.Blanks, Hole{d.inCase, d.inStep, field, n.Line, n.Column})
	return true
}

var blankable = []string{"want", "counts", "sha256", "count"}
