// Propose makes vectors. It has two commands:
//
//	go run ./scripts/propose sketch DIALECT      print the corner cases of a dialect
//	go run ./scripts/propose fill FILE...        fill in what is blank in vector files
//
// Of a production dialect the sketch is the whole vector file, with the digests
// of what the real program answered.
//
// A sketch names rings and questions; its answers are the word TBD. Fill
// replaces each TBD by what the Go ring and every reference in another language
// that speaks the dialect answer, provided that there is such a reference and
// that all agree. It changes nothing else in a file, and never a value that is
// there already: what is pinned stays as it was typed.
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "propose:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) == 2 && args[0] == "sketch":
		return sketch(os.Stdout, args[1])
	case len(args) >= 2 && args[0] == "fill":
		for _, file := range args[1:] {
			if err := fill(ctx, file); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("usage: propose sketch DIALECT, or propose fill FILE...")
}
