package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"ringkit/harness"
	"ringkit/runners"
	"ringkit/vectors"
)

// patience is how long a driver may take for one reply: some compile first.
const patience = 2 * time.Minute

// notInstalled tells that a driver did not find its program.
type notInstalled struct{ said string }

func (e *notInstalled) Error() string { return e.said }

// unavailable is how a driver without its program ends (EX_UNAVAILABLE).
const unavailable = "exit status 69"

// compare asks a driver all that it can be asked of the cases.
func compare(ctx context.Context, driver string, cases []vectors.Case) (tally, error) {
	driver, err := filepath.Abs(driver)
	if err != nil {
		return tally{}, err
	}
	program := &runners.Process{Command: []string{driver}, Timeout: patience}
	defer program.Close()
	hello, err := program.Hello(ctx)
	if err != nil {
		var slip *runners.HelloError
		if errors.As(err, &slip) && slip.Trouble.Exit == unavailable {
			said := append([]string{"not installed"}, slip.Trouble.Stderr...)
			return tally{}, &notInstalled{said[len(said)-1]}
		}
		return tally{}, err
	}
	own := slices.DeleteFunc(slices.Clone(cases), func(c vectors.Case) bool {
		return !slices.Contains(hello.Dialects, c.Dialect) || !asksOwners(c)
	})
	report, err := harness.Check(ctx, program, harness.OnCases(own))
	if err != nil {
		return tally{}, err
	}
	t := tally{name: hello.Name}
	for _, result := range report.Results {
		t.add(result)
	}
	return t, nil
}

// asksOwners reports whether a case asks for owners, and for nothing else.
func asksOwners(c vectors.Case) bool {
	return c.Ring != nil && len(c.Steps) > 0 && !slices.ContainsFunc(c.Steps, func(s vectors.Step) bool {
		return s.Op != vectors.Owner && s.Op != vectors.Owners
	})
}

// want returns the answers that are due in a case: those of the vectors, and the
// Go reference's where there is only a digest or a count.
func want(c vectors.Case) []harness.Answer {
	answers := make([]harness.Answer, 1+len(c.Steps))
	copy(answers, harness.Go().PlayOne(harness.ScriptOf(c)).Answers)
	for i, step := range c.Steps {
		answer := &answers[i+1] // after the ring's
		switch expect := step.Expect; {
		case expect.Error != "":
			*answer = harness.Answer{Error: expect.Error}
		case expect.Owners != nil:
			*answer = harness.Answer{Owners: expect.Owners}
		}
	}
	return answers
}

// show writes an owner, or what came in its place.
func show(a harness.Answer, i int) string {
	switch {
	case a.Error != "":
		return "error " + a.Error
	case i >= len(a.Owners) || a.Owners[i] == nil:
		return "null"
	}
	return fmt.Sprintf("%q", *a.Owners[i])
}
