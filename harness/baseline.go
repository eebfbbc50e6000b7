package harness

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"gopkg.in/yaml.v3"

	"ringkit/vectors"
)

// A Baseline lists the known failures of an implementation.
type Baseline []KnownFailure

// A KnownFailure says that cases are expected to fail.
type KnownFailure struct {
	// Cases is a glob over IDs, as in a [Selection].
	Cases string
	// Reason says why they fail, for people.
	Reason string
	// File and Line are where it stands; empty if it was not read from a file.
	File string
	Line int
}

// ReadBaseline reads a baseline: a YAML list of {cases: GLOB, reason: TEXT}. The
// name of its file stands in messages; cases are all there are, selected or not.
// It fails with all errors it found, each a [*vectors.Error]: a glob that
// matches none of the cases is one, since it would hide a typing error or a case
// that is gone.
func ReadBaseline(file string, text []byte, cases []vectors.Case) (Baseline, error) {
	r := &baselineReader{file: file}
	var known Baseline
	if root := r.document(text); root != nil {
		known = r.list(root)
	}
	for _, k := range known {
		matches := func(c vectors.Case) bool { return MatchID(k.Cases, c.ID) }
		switch {
		case !doublestar.ValidatePattern(k.Cases):
			r.errorAt(k.Line, "%q is not a glob", k.Cases)
		case !slices.ContainsFunc(cases, matches):
			r.errorAt(k.Line, "no case matches %q", k.Cases)
		}
	}
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b *vectors.Error) int { return cmp.Compare(a.Line, b.Line) })
		return nil, r.failure()
	}
	return known, nil
}

// WithBaseline expects the cases that b lists to fail: the outcome of one that
// does is XFail, of one that passes XPass. A case that is not offered stays
// Unsupported.
func WithBaseline(b Baseline) Option {
	return func(o *options) { o.baseline = b }
}

// apply changes the outcomes of what is listed.
func (b Baseline) apply(results []Result) {
	for i := range results {
		r := &results[i]
		at := slices.IndexFunc(b, func(k KnownFailure) bool { return MatchID(k.Cases, r.Case.ID) })
		if at < 0 || r.Outcome == Unsupported {
			continue
		}
		if r.Known = &b[at]; r.Outcome == Pass {
			r.Outcome, r.Step = XPass, -1
		} else {
			r.Outcome = XFail
		}
	}
}

// A baselineReader notes whatever is wrong in a baseline.
type baselineReader struct {
	file string
	errs []*vectors.Error
}

func (r *baselineReader) errorAt(line int, format string, args ...any) {
	r.errs = append(r.errs, &vectors.Error{File: r.file, Line: line, What: fmt.Sprintf(format, args...)})
}

func (r *baselineReader) failure() error {
	var errs []error
	for _, err := range r.errs {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// document returns the root of the one document in text, or nil.
func (r *baselineReader) document(text []byte) *yaml.Node {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	switch err := decode(decoder, &doc); {
	case errors.Is(err, io.EOF):
		r.errorAt(1, "the file is empty: a baseline without known failures is []")
		return nil
	case err != nil:
		r.notYAML(err)
		return nil
	}
	if err := decode(decoder, &more); err == nil {
		r.errorAt(more.Line, "a second document: a baseline is one list")
	} else if !errors.Is(err, io.EOF) {
		r.notYAML(err)
	}
	return doc.Content[0]
}

// decode is Decode for a parser that panics on some broken texts.
func decode(d *yaml.Decoder, into *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return d.Decode(into)
}

// notYAML notes an error of yaml.v3, which has the line only as text.
func (r *baselineReader) notYAML(err error) {
	line, what := 1, strings.TrimPrefix(err.Error(), "yaml: ")
	if n, _ := fmt.Sscanf(what, "line %d:", &line); n == 1 {
		_, what, _ = strings.Cut(what, ": ")
	}
	r.errorAt(line, "not YAML: %s", what)
}

func (r *baselineReader) list(n *yaml.Node) (known Baseline) {
	if !r.plain(n, "a baseline") || n.Kind != yaml.SequenceNode {
		r.errorAt(n.Line, "a baseline must be a list of {cases: GLOB, reason: TEXT}")
		return nil
	}
	lines := map[string]int{}
	for _, item := range n.Content {
		k, ok := r.knownFailure(item)
		if !ok {
			continue
		}
		if line, taken := lines[k.Cases]; taken {
			r.errorAt(k.Line, "%q is listed in line %d already", k.Cases, line)
		}
		lines[k.Cases] = k.Line
		known = append(known, k)
	}
	return known
}

func (r *baselineReader) knownFailure(n *yaml.Node) (k KnownFailure, ok bool) {
	if !r.plain(n, "a known failure") {
		return k, false
	}
	if n.Kind != yaml.MappingNode {
		r.errorAt(n.Line, "a known failure must be {cases: GLOB, reason: TEXT}")
		return k, false
	}
	noted := len(r.errs)
	values := map[string]string{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		_, twice := values[key.Value]
		switch {
		case !r.plain(key, "a key"):
			continue
		case key.Value != "cases" && key.Value != "reason":
			r.errorAt(key.Line, "a known failure has no %.60q; it has cases and reason", key.Value)
			continue
		case twice:
			r.errorAt(key.Line, "a known failure has %q twice", key.Value)
		}
		values[key.Value] = r.text(value, key.Value)
	}
	for _, key := range []string{"cases", "reason"} {
		if _, there := values[key]; !there {
			r.errorAt(n.Line, "a known failure lacks %q", key)
		}
	}
	return KnownFailure{values["cases"], values["reason"], r.file, n.Line}, len(r.errs) == noted
}

func (r *baselineReader) text(n *yaml.Node, what string) string {
	switch {
	case !r.plain(n, what):
	case n.Kind != yaml.ScalarNode || n.Tag != "!!str":
		r.errorAt(n.Line, "%s must be text: quote it", what)
	case strings.TrimSpace(n.Value) == "":
		r.errorAt(n.Line, "%s is empty", what)
	}
	return n.Value
}

// plain notes what some parsers resolve and others do not.
func (r *baselineReader) plain(n *yaml.Node, what string) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		r.errorAt(n.Line, "%s is an alias: write it out", what)
	case n.Anchor != "":
		r.errorAt(n.Line, "%s has an anchor: a baseline has none", what)
	case n.Style&yaml.TaggedStyle != 0:
		r.errorAt(n.Line, "%s has a tag: a baseline has none", what)
	default:
		return true
	}
	return false
}
