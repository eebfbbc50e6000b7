package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ringkit/harness"
	"ringkit/runners"
	"ringkit/vectors"
)

// fill fills in the blanks of one vector file, in place.
func fill(ctx context.Context, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	draft, err := vectors.ParseDraft(name, text)
	if err != nil {
		return err
	}
	if len(draft.Blanks) == 0 {
		fmt.Printf("%s: nothing is blank\n", name)
		return nil
	}
	witnesses, err := findWitnesses(ctx, draft.File.Dialect)
	if err != nil {
		return err
	}
	defer func() {
		for _, w := range witnesses {
			w.impl.Close()
		}
	}()
	cases := blankCases(draft)
	for i := range witnesses {
		if err := witnesses[i].play(ctx, draft.File, cases); err != nil {
			return err
		}
	}
	filled, err := fillText(text, draft, witnesses)
	if err != nil {
		return err
	}
	if err := confirm(ctx, name, filled, witnesses); err != nil {
		return err
	}
	if err := os.WriteFile(name, filled, 0o644); err != nil {
		return err
	}
	var names []string
	for _, w := range witnesses {
		names = append(names, w.name)
	}
	fmt.Printf("%s: filled %d blanks in %d cases; %s agree\n", name, len(draft.Blanks), len(cases), strings.Join(names, ", "))
	return nil
}

// A witness is an implementation that says what is right.
type witness struct {
	name    string
	impl    harness.Implementation
	answers map[int]harness.Transcript // by case
}

// findWitnesses returns the Go ring and all references that speak the dialect.
func findWitnesses(ctx context.Context, dialect string) ([]witness, error) {
	found := []witness{{name: "goring", impl: harness.Go()}}
	for _, name := range runners.References() {
		p, err := runners.Reference(ctx, name)
		if errors.Is(err, runners.ErrNotInstalled) {
			continue
		} else if err != nil {
			return nil, err
		}
		hello, err := p.Hello(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !slices.Contains(hello.Dialects, dialect) {
			p.Close()
			continue
		}
		found = append(found, witness{name: "runners/" + name, impl: p})
	}
	if len(found) < 2 {
		return nil, fmt.Errorf("no reference but goring speaks %s here, and one witness is not enough", dialect)
	}
	return found, nil
}

func blankCases(d *vectors.Draft) []int {
	var cases []int
	for _, blank := range d.Blanks {
		if !slices.Contains(cases, blank.Case) {
			cases = append(cases, blank.Case)
		}
	}
	return cases
}

func (w *witness) play(ctx context.Context, file vectors.File, cases []int) error {
	w.answers = map[int]harness.Transcript{}
	scripts := make([]harness.Script, len(cases))
	for i, c := range cases {
		scripts[i] = harness.ScriptOf(file.Cases[c])
	}
	return w.impl.Play(ctx, scripts, func(i int, t harness.Transcript) { w.answers[cases[i]] = t })
}

// fillText puts the answers that all witnesses give into the blanks.
func fillText(text []byte, d *vectors.Draft, witnesses []witness) ([]byte, error) {
	lines := bytes.Split(text, []byte("\n"))
	// From the back, so that the columns before stay right.
	for _, hole := range slices.Backward(d.Blanks) {
		c := d.File.Cases[hole.Case]
		var value string
		for i, w := range witnesses {
			says, err := valueOf(c, hole, d.File.Bits, w.answers[hole.Case])
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.ID, w.name, err)
			}
			if i > 0 && says != value {
				return nil, fmt.Errorf("%s, step %d: %s says %s and %s says %s", c.ID, hole.Step, witnesses[0].name, value, w.name, says)
			}
			value = says
		}
		line := lines[hole.Line-1]
		before, after := line[:hole.Column-1], line[hole.Column-1+len(vectors.Blank):]
		lines[hole.Line-1] = slices.Concat(before, []byte(value), after)
	}
	return bytes.Join(lines, []byte("\n")), nil
}

// valueOf returns the text of one blank, as one implementation answered.
func valueOf(c vectors.Case, hole vectors.Hole, bits int, t harness.Transcript) (string, error) {
	answers := map[int]harness.Answer{} // by step
	next := 0
	if c.Ring != nil {
		next++
	}
	for i, step := range c.Steps {
		if step.Op == vectors.Moved {
			continue
		}
		if next >= len(t.Answers) {
			return "", fmt.Errorf("no answer to step %d: %+v", i, t.Trouble)
		}
		answers[i] = t.Answers[next]
		next++
	}
	step, a := c.Steps[hole.Step], answers[hole.Step]
	if a.Error != "" {
		return "", fmt.Errorf("step %d is answered with the error %s; if that is right, write it as error: %s", hole.Step, a.Error, a.Error)
	}
	switch hole.Field {
	case "counts":
		return yamlCounts(a.Owners), nil
	case "sha256":
		return strconv.Quote(harness.Digest(a.Owners)), nil
	case "count":
		return strconv.Itoa(countMoved(c, step, answers)), nil
	}
	switch step.Op {
	case vectors.Hash:
		return yamlPosition(a.Position, bits), nil
	case vectors.Owner:
		return vectors.LiteralOwner(a.Owners[0]), nil
	case vectors.Owners:
		return vectors.LiteralList(a.Owners, vectors.LiteralOwner), nil
	case vectors.Points:
		return vectors.LiteralList(a.Points, func(p vectors.Point) string {
			return "[" + yamlPosition(p.Position, bits) + ", " + vectors.Literal(p.Node) + "]"
		}), nil
	}
	return vectors.LiteralList(a.Nodes, vectors.Literal), nil
}

func countMoved(c vectors.Case, moved vectors.Step, answers map[int]harness.Answer) (n int) {
	find := func(name string) []*string {
		i := slices.IndexFunc(c.Steps, func(s vectors.Step) bool { return s.As == name })
		return answers[i].Owners
	}
	from, to := find(moved.From), find(moved.To)
	for i := range from {
		if !reflect.DeepEqual(from[i], to[i]) {
			n++
		}
	}
	return n
}

// confirm reads the filled file strictly and has every witness pass all of it.
func confirm(ctx context.Context, name string, filled []byte, witnesses []witness) error {
	file, err := vectors.Parse(name, filled)
	if err != nil {
		return fmt.Errorf("what was filled in does not load: %w", err)
	}
	for _, w := range witnesses {
		report, err := harness.Check(ctx, w.impl, harness.OnCases(file.Cases))
		if err != nil {
			return err
		}
		for _, r := range report.Results {
			if r.Outcome != harness.Pass {
				return fmt.Errorf("%s does not agree with what is there already:\n%s", w.name, harness.Explain(r))
			}
		}
	}
	return nil
}
