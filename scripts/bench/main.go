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
	rounds := flag.Int("rounds", 11, "`how many` samples are taken of each piece of work; the table has the medians")
	flag.Parse()
	if *rounds < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	var t table
	for _, size := range sizes {
		t.add(size, measure(size, *rounds))
		fmt.Fprintf(os.Stderr, "%d nodes done\n", size)
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
