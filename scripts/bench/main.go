// Command bench measures goring beside other rings, in one process and on the
// same work, and prints one Markdown table.
package main

import (
	"flag"
	"fmt"
	"os"
)

// The work is the same for all: so many points a node, nodes on the ring and
// keys to look up.
const (
	vnodes   = 150
	keyCount = 10_000
	replicas = 3
)

var sizes = []int{3, 10, 100, 1000}

func main() {
	rounds := flag.Int("rounds", 9, "`how many` samples are taken of each piece of work; the table has the medians")
	flag.Parse()
	if *rounds < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	// All sizes and subjects take turns, several times in each round, so that
	// what slows the machine for a while meets them all.
	var t table
	var all []measurement
	for _, size := range sizes {
		m := prepare(size)
		t.add(size, m.figures)
		all = append(all, m)
	}
	for round := range *rounds {
		for range visits {
			for _, m := range all {
				m.visit(round)
			}
		}
		fmt.Fprintf(os.Stderr, "%d of %d rounds done\n", round+1, *rounds)
	}
	t.print(os.Stdout)
}

func names(pattern string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(pattern, i)
	}
	return out
}
