package goring

import "math"

// points are the points of a ring in ring order, in flat arrays: a search then
// reads a few neighbouring numbers and follows no pointer. At 32 bits a point
// takes 12 bytes, the start table included.
type points struct {
	// width is how many bits the positions have: 32, 64 or 128.
	width int
	// n is how many points there are. After them, end puts sentinels.
	n     int
	cells []cell
	// wide are the whole positions; nil at a width of 32.
	wide []Position
	// starts is the start table of a search; nil until index has made it, and
	// where points do not ascend.
	starts []uint32
	// undecided is all ones in the lower half of a cell where positions have more
	// than the top 32 bits, else 0. With it a key is greater than the cells that
	// share its top bits, as if they were not found yet.
	undecided cell
}

// A cell is what a search reads of a point: above, the top 32 bits of its
// position, which at a width of 32 are all of it and nearly always decide; below,
// the index of the member it belongs to. So the order of the ring is that of the
// numbers, and both halves come from memory together: on a large ring each place
// that is read is one to wait for.
type cell uint64

func newCell(top uint32, owner int32) cell { return cell(top)<<32 | cell(uint32(owner)) }

func (c cell) top() uint32 { return uint32(c >> 32) }

func (c cell) owner() int32 { return int32(c) }

// newPoints makes room for n points of so many bits and the sentinels.
func newPoints(bits, n int) points {
	p := points{width: 32, cells: make([]cell, 0, n+sentinels)}
	if bits > 32 {
		p.width = 64
		p.wide = make([]Position, 0, n+1) // mergeWide writes one that does not stay
		p.undecided = math.MaxUint32
	}
	if bits > 64 {
		p.width = 128
	}
	return p
}

func (p *points) position(i int) Position {
	if p.wide == nil {
		return Position{Lo: uint64(p.cells[i].top())}
	}
	return p.wide[i]
}

// append adds a point at the end. A position that needs more bits than there
// are widens all: a dialect under test may be wrong about its own width.
func (p *points) append(at Position, owner int32) {
	top, fits := p.top(at)
	if !fits {
		p.widen(at.Len())
		top, _ = p.top(at)
	}
	p.n++
	p.cells = append(p.cells, newCell(top, owner))
	if p.wide != nil {
		p.wide = append(p.wide, at)
	}
}

// appendAll appends points of one owner.
func (p *points) appendAll(positions []Position, owner int32) {
	for _, at := range positions {
		p.append(at, owner)
	}
}

// top returns the top 32 bits of a position, and whether the position is as
// narrow as the points'. If it is not, it lies after all of them.
func (p *points) top(at Position) (top uint32, fits bool) {
	switch p.width {
	case 32:
		return uint32(at.Lo), at.Hi|at.Lo>>32 == 0
	case 64:
		return uint32(at.Lo >> 32), at.Hi == 0
	default:
		return uint32(at.Hi >> 32), true
	}
}

// widen makes the points wide enough for positions of so many bits. They lose
// their index and the sentinels.
func (p *points) widen(bits int) {
	wider := newPoints(bits, cap(p.cells))
	for i, cell := range p.cells[:p.n] {
		wider.append(p.position(i), cell.owner())
	}
	*p = wider
}
