package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
)

// A ratio says how many times one subject's figure is another's. Above 1 it
// speaks for goring.
type ratio struct {
	title string
	of    func(f map[string]float64) float64
}

var ratios = []ratio{
	{"fastest ring peer ÷ xmur3", func(f map[string]float64) float64 {
		return least(f, groupcache, goZero, serialx) / f[xmur3]
	}},
	{"serialx ÷ md5-128", func(f map[string]float64) float64 { return f[serialx] / f[md5x128] }},
	{"jump + xxhash ÷ xmur3", func(f map[string]float64) float64 { return f[jumpHash] / f[xmur3] }},
	{"md5-128 ÷ md5.Sum", func(f map[string]float64) float64 { return f[md5x128] / f[bareMD5] }},
}

// least returns the smallest figure there is of some subjects.
func least(f map[string]float64, subjects ...string) float64 {
	out := math.Inf(1)
	for _, s := range subjects {
		if figure, measured := f[s]; measured {
			out = min(out, figure)
		}
	}
	return out
}

// A table has one row for each work and number of nodes.
type table struct {
	sizes []int
	all   []samples
}

func (t *table) add(size int, f samples) {
	t.sizes = append(t.sizes, size)
	t.all = append(t.all, f)
}

func (t *table) print(w io.Writer) {
	fmt.Fprintf(w, "%s, %s/%s, %d cores, %d points a node, %d keys\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), vnodes, keyCount)
	head := []string{"work", "nodes"}
	for _, s := range subjects {
		head = append(head, s.name)
	}
	for _, r := range ratios {
		head = append(head, r.title)
	}
	row(w, head)
	row(w, append([]string{"---"}, slices.Repeat([]string{"---:"}, len(head)-1)...))
	for _, work := range works {
		for i, size := range t.sizes {
			f := map[string]float64{}
			for _, s := range subjects {
				if figure := t.all[i].median(work, s.name); figure > 0 {
					f[s.name] = figure
				}
			}
			cells := []string{work, fmt.Sprint(size)}
			for _, s := range subjects {
				cells = append(cells, cell(f[s.name], ""))
			}
			for _, r := range ratios {
				if work == parallel {
					cells = append(cells, "")
				} else {
					cells = append(cells, cell(r.of(f), "×"))
				}
			}
			row(w, cells)
		}
	}
}

func row(w io.Writer, cells []string) {
	fmt.Fprintln(w, "| "+strings.Join(cells, " | ")+" |")
}

// cell writes a figure with three digits at least; what was not measured is 0 or
// made of 0.
func cell(figure float64, unit string) string {
	switch {
	case figure == 0 || math.IsNaN(figure) || math.IsInf(figure, 0):
		return ""
	case figure < 10:
		return fmt.Sprintf("%.2f%s", figure, unit)
	case figure < 100:
		return fmt.Sprintf("%.1f%s", figure, unit)
	default:
		return fmt.Sprintf("%.0f%s", figure, unit)
	}
}
