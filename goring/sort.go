package goring

import (
	"cmp"
	"slices"
)

// sorted returns the points in ring order, and leaves anything in p. They must
// come in the order of their owners.
func (p *points) sorted() points {
	if p.wide == nil {
		p.cells = sortCells(p.cells)
		return *p
	}
	// Here a cell has the index of a point for an owner, so as to find the rest
	// of it, and the order by index is the one by owner.
	order := make([]cell, p.n)
	for i, cell := range p.cells {
		order[i] = newCell(cell.top(), int32(i))
	}
	order = sortCells(order)
	p.sortRuns(order)
	out := newPoints(p.width, p.n)
	for _, from := range order {
		out.append(p.wide[from.owner()], p.cells[from.owner()].owner())
	}
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

// The radix sort takes three digits of 11 bits: a count of 2048 numbers stays in
// the nearest cache.
const (
	digitBits = 11
	digitMask = 1<<digitBits - 1
	// Below about this many cells, going through the counts takes longer than
	// comparing.
	fewCells = 200
)

// sortCells returns cells in ascending order and leaves anything in the slice
// itself. Those with equal tops must come in the right order.
func sortCells(cells []cell) []cell {
	if len(cells) < fewCells {
		slices.Sort(cells)
		return cells
	}
	var counts [3][digitMask + 1]uint32
	for _, cell := range cells {
		top := cell.top()
		counts[0][top&digitMask]++
		counts[1][top>>digitBits&digitMask]++
		counts[2][top>>(2*digitBits)]++
	}
	out := make([]cell, len(cells), len(cells)+sentinels)
	// From the lowest digit to the highest: each pass keeps the order of the
	// last among cells that it holds equal.
	for d := range counts {
		places, next := &counts[d], uint32(0)
		for digit, count := range places {
			places[digit] = next
			next += count
		}
		shift := d * digitBits
		for _, cell := range cells {
			place := &places[cell.top()>>(shift&31)&digitMask]
			out[*place] = cell
			*place++
		}
		cells, out = out, cells
	}
	return cells
}
