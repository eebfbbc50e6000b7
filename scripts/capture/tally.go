package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ringkit/harness"
)

// shown is how many differences are listed of each program.
const shown = 10

// A tally is how far a program and the kit agree.
type tally struct {
	name        string
	asked       int // keys
	agreed      int
	unsupported int // cases
	differences []string
}

func (t tally) agrees() bool { return len(t.differences) == 0 && t.asked > 0 }

// add counts the keys of one case.
func (t *tally) add(r harness.Result) {
	answers := r.Transcript.Answers
	switch {
	case r.Outcome == harness.Unsupported:
		t.unsupported++
		return
	case r.Outcome == harness.Pass && answers[0].Error != "": // the ring may fail
		return
	}
	var differences []string
	due := want(r.Case)
	for i, step := range r.Case.Steps {
		got := harness.Answer{Error: string(r.Outcome)}
		if i+1 < len(answers) {
			got = answers[i+1]
		}
		for k, key := range step.Keys {
			t.asked++
			wanted, answered := show(due[i+1], k), show(got, k)
			if wanted == answered {
				t.agreed++
			} else {
				differences = append(differences, fmt.Sprintf("%s: key %q: want %s, got %s", r.Case.ID, key, wanted, answered))
			}
		}
	}
	// What the keys do not tell: a ring refused, a digest, the end of the program.
	if r.Outcome != harness.Pass && (r.Step < 0 || r.Trouble != nil || differences == nil) {
		differences = slices.Insert(differences, 0, fmt.Sprintf("%s: %s", r.Case.ID, told(r)))
	}
	t.differences = append(t.differences, differences...)
}

// told returns what is wrong in a case, and how the driver ended if it did.
func told(r harness.Result) string {
	said := []string{r.What}
	if r.Trouble != nil {
		said = append(append(said, r.Trouble.Exit), r.Trouble.Stderr...)
	}
	said = slices.DeleteFunc(said, func(s string) bool { return s == "" })
	return strings.ReplaceAll(strings.Join(said, "\n"), "\n", "\n    ")
}

func (t tally) write(out io.Writer) {
	fmt.Fprintf(out, "%s: %d/%d", t.name, t.agreed, t.asked)
	if t.unsupported > 0 {
		fmt.Fprintf(out, ", %d cases unsupported", t.unsupported)
	}
	fmt.Fprintln(out)
	for i, difference := range t.differences {
		if i == shown {
			fmt.Fprintf(out, "  … %d more\n", len(t.differences)-shown)
			break
		}
		fmt.Fprintf(out, "  %s\n", difference)
	}
}
