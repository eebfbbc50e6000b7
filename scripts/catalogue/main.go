// Catalogue writes spec/mistakes.md: the known mistakes, and how many cases of
// the vectors catch each of them in each dialect.
//
//	go run ./scripts/catalogue            write spec/mistakes.md
//	go run ./scripts/catalogue --check    fail if it is not what would be written
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/mistakes"
	"ringkit/vectors"
)

// page is relative to the top of the project, where the command is run.
const page = "spec/mistakes.md"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "catalogue:", err)
		os.Exit(1)
	}
}

// counts are how many cases catch a mistake in each dialect that it can be made in.
type counts map[string]map[string]int

func count(cases []vectors.Case) counts {
	caught := counts{}
	for _, m := range mistakes.Catalogue() {
		caught[m.Name] = map[string]int{}
	}
	for _, d := range goring.Dialects() {
		for _, c := range mistakes.Coverage(d.Name, cases) {
			caught[c.Mistake.Name][d.Name] = len(c.Failed)
		}
	}
	return caught
}

func run(args []string) error {
	check := len(args) == 1 && args[0] == "--check"
	if len(args) > 0 && !check {
		return errors.New("usage: catalogue [--check]")
	}
	cases, err := harness.Cases()
	if err != nil {
		return err
	}
	text := render(count(cases), cases)
	if !check {
		return os.WriteFile(page, text, 0o644)
	}
	there, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	if !bytes.Equal(there, text) {
		return fmt.Errorf("%s is not what the catalogue and the vectors give: run go run ./scripts/catalogue", page)
	}
	return nil
}
