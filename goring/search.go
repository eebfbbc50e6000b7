package goring

import (
	"math"
	"sort"
)

// A lookup is a search for the first point at or after the key's position. What
// makes it quick is that good hashes spread points evenly: where a position lies
// on the circle tells nearly where it lies in the array.
//
// The circle is cut into as many buckets of one size as there are points, and a
// start table says how many points lie before each bucket. The search begins at
// the start of the bucket that h falls in, and the point it seeks is there or
// one or two further on. No step of that depends on a comparison that the
// processor would have to guess: a wrong guess costs more than the whole search.
//
// Only the top 32 bits of positions are searched. The other bits of wider ones
// are looked at where those are equal.

// sentinels is how many cells a search may read after the last point.
const sentinels = 2

// index makes the start table. The points must ascend, and none may come later.
func (p *points) index() {
	// No position is greater than a sentinel's, so that a search stops there
	// without asking whether the array has ended.
	for range sentinels {
		p.cells = append(p.cells, math.MaxUint64)
		if p.wide != nil {
			p.wide = append(p.wide, Position{math.MaxUint64, math.MaxUint64})
		}
	}
	// Count the points of each bucket, one place too far to the right, so that
	// the sums are of the buckets before it.
	starts := make([]uint32, p.n+1)
	for _, cell := range p.cells[:p.n] {
		starts[bucket(cell.top(), p.n)+1]++
	}
	sum := uint32(0)
	for b, count := range starts {
		sum += count
		starts[b] = sum
	}
	p.starts = starts
}

// bucket returns which of n buckets a position lies in, by its top 32 bits: the
// fraction of the circle that they are, times n. It divides nothing, and any n
// will do.
func bucket(top uint32, n int) int {
	return int(uint64(top) * uint64(n) >> 32)
}

// Search returns the index of the first point at or after h, or Len if there is
// none: it does not wrap. Boundary rules are made of it.
//
// Where a dialect arranges or settles its points otherwise than in ascending
// order, Search is a plain binary search all the same, and finds what that
// finds.
func (s *Snapshot) Search(h Position) int { return s.points.search(h) }

func (p *points) search(h Position) int {
	if p.starts == nil {
		return p.bisect(0, p.n, h)
	}
	top, fits := p.top(h)
	if !fits {
		return p.n
	}
	b := bucket(top, p.n)
	i := int(p.starts[b])
	// About one point lies in a bucket, and half of it before h. So two steps
	// reach the end in 98 of 100 searches, and always taking both costs less
	// than finding out whether they are needed. As the points ascend, the second
	// counts only where the first does, and need not wait for it.
	i += before(p.cells[i].top(), top) + before(p.cells[i+1].top(), top)
	// Here the guess is nearly always right. Where it is not, or the top bits
	// are equal and others decide, halve what is left of the bucket. So a hash
	// that puts every point there makes searches slower, but not slow.
	at := p.cells[i].top()
	if at < top || at == top && p.wide != nil {
		return p.bisect(i, int(p.starts[b+1]), h)
	}
	return i
}

// before returns 1 if a is less than b, else 0. It is the borrow of a − b, since
// the compiler makes a jump of an if.
func before(a, b uint32) int {
	return int((uint64(a) - uint64(b)) >> 63)
}

// bisect returns the index of the first point at or after h among those from
// low up to high, or high: the binary search of any textbook. Inside Search it
// would take up registers for the two searches in 100 that need it.
//
//go:noinline
func (p *points) bisect(low, high int, h Position) int {
	return low + sort.Search(high-low, func(i int) bool { return p.position(low+i).Compare(h) >= 0 })
}
