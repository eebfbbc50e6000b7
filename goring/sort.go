package goring

import (
	"cmp"
	"slices"
)

// sorted returns the points in ring order, with their start table if there are
// any. They must come in the order of their owners.
func (p *points) sorted() points {
	if p.n == 0 {
		return *p
	}
	if p.wide == nil {
		cells, starts := sortCells(p.cells)
		return points{width: p.width, n: p.n, cells: cells, starts: starts}
	}
	// Here a cell has the index of a point for an owner, so as to find the rest
	// of it, and the order by index is the one by owner.
	order := make([]cell, p.n)
	for i, cell := range p.cells {
		order[i] = newCell(cell.top(), int32(i))
	}
	order, starts := sortCells(order)
	p.sortRuns(order)
	out := newPoints(p.width, p.n)
	for _, from := range order {
		out.append(p.wide[from.owner()], p.cells[from.owner()].owner())
	}
	out.starts = starts
	return out
}

// sortRuns puts the cells that share their top bits in the order of the whole
// positions.
func (p *points) sortRuns(order []cell) {
	for len(order) > 0 {
		run := 1
		for run < len(order) && order[run].top() == order[0].top() {
			run++
		}
		if run > 1 {
			slices.SortFunc(order[:run], func(a, b cell) int {
				if c := p.wide[a.owner()].Compare(p.wide[b.owner()]); c != 0 {
					return c
				}
				return cmp.Compare(a, b)
			})
		}
		order = order[run:]
	}
}

// A bucket with more cells than crowded is not sorted by insertion, since that
// takes as many steps as there are pairs.
const crowded = 16

// sortCells returns cells in ascending order and their start table. It is a
// radix sort of one digit, the bucket: it puts each cell among those of its
// bucket, about one where the hash is good, and sorts those by insertion.
func sortCells(cells []cell) (sorted []cell, starts []uint32) {
	n := len(cells)
	// starts[b+2] counts the cells of bucket b. After the sums starts[b+1] is
	// where bucket b begins; and as each cell moves it on by one, in the end it is
	// where the next bucket begins.
	starts = make([]uint32, n+2)
	for _, cell := range cells {
		starts[bucket(cell.top(), n)+2]++
	}
	sum, most := uint32(0), uint32(0)
	for b, count := range starts {
		most = max(most, count)
		sum += count
		starts[b] = sum
	}
	sorted = make([]cell, n, n+sentinels)
	for _, cell := range cells {
		next := &starts[bucket(cell.top(), n)+1]
		sorted[*next] = cell
		*next++
	}
	starts = starts[:n+1]
	if most > crowded {
		for b := range n {
			if from, to := starts[b], starts[b+1]; to-from > crowded {
				slices.Sort(sorted[from:to])
			}
		}
	}
	insertionSort(sorted)
	return sorted, starts
}

// insertionSort sorts cells that are nearly in order.
func insertionSort(cells []cell) {
	for i, cell := range cells {
		for ; i > 0 && cells[i-1] > cell; i-- {
			cells[i] = cells[i-1]
		}
		cells[i] = cell
	}
}
