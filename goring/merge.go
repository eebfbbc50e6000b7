package goring

import "slices"

// merge returns the points of old whose owners stay, under their new indices,
// and the fresh ones. Those who stay keep their order among themselves, so both
// sequences ascend and so does what comes of them.
func merge(old, fresh points, stay []int32) points {
	kept := old.n
	if slices.Contains(stay, -1) {
		kept = 0
		for _, cell := range old.cells[:old.n] {
			kept += stays(stay[cell.owner()])
		}
	}
	if kept == 0 {
		return fresh
	}
	if old.width < fresh.width {
		old.widen(fresh.width)
		old.end()
	} else if fresh.width < old.width {
		fresh.widen(old.width)
	}
	// How many of the old ones come before each of the fresh ones, and at the end.
	// A search that falls back behind the last one would go through the same tied
	// points again, once for each of the fresh ones that tie with them.
	before := make([]int32, fresh.n+1)
	n := 0
	for i, cell := range fresh.cells[:fresh.n] {
		at := fresh.position(i)
		n = max(n, old.search(at))
		for n < old.n && old.position(n) == at && stay[old.cells[n].owner()] < cell.owner() {
			n++
		}
		before[i] = int32(n)
	}
	before[fresh.n] = int32(old.n)

	out := newPoints(old.width, kept+fresh.n)
	out.n = kept + fresh.n
	out.cells = mergeCells(out.cells, old.cells, fresh.cells, before, stay)
	if out.wide != nil {
		out.wide = mergeWide(out.wide, old, fresh, before, stay)
	}
	return out
}

// mergeCells appends to out, which has room for one more, the cells of the old
// points whose owners stay, under their new indices, and the fresh ones.
func mergeCells(out, old, fresh []cell, before []int32, stay []int32) []cell {
	// What does not stay is written too, where the next one belongs, and takes up
	// no place: to jump over it would be to guess which points that are.
	n, from, room := 0, int32(0), out[:cap(out)]
	for i, to := range before {
		for _, cell := range old[from:to] {
			owner := stay[cell.owner()]
			room[n] = newCell(cell.top(), owner)
			n += stays(owner)
		}
		if from = to; i < len(fresh) {
			room[n] = fresh[i]
			n++
		}
	}
	return room[:n]
}

// mergeWide does the same with whole positions.
func mergeWide(out []Position, old, fresh points, before []int32, stay []int32) []Position {
	n, from, room := 0, int32(0), out[:cap(out)]
	for i, to := range before {
		for ; from < to; from++ {
			room[n] = old.wide[from]
			n += stays(stay[old.cells[from].owner()])
		}
		if i < fresh.n {
			room[n] = fresh.wide[i]
			n++
		}
	}
	return room[:n]
}

// stays returns 1 for the new index of a member that stays, 0 for −1.
func stays(index int32) int { return 1 + int(index>>31) }
