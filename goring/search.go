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

// sentinels is how many cells follow the last point, so that a search need not
// ask whether the array has ended.
const sentinels = 3

// seal makes the points ready for searches, when all are there.
func (s *Snapshot) seal(ascending bool) {
	s.points.end()
	if ascending {
		s.points.index()
	}
	s.direct = s.starts != nil && s.dialect.Boundary == nil
}

// end puts the sentinels behind the points. Each has the highest position, so
// that a search stops there at the latest, and the owner of the first point: a
// search that passes all points begins again at the first.
func (p *points) end() {
	last := newCell(math.MaxUint32, 0)
	if p.n > 0 {
		last = newCell(math.MaxUint32, p.cells[0].owner())
	}
	for range sentinels {
		p.cells = append(p.cells, last)
	}
}

// index makes the start table of points that ascend, unless the sort has made it.
func (p *points) index() {
	if p.n == 0 || p.starts != nil {
		return
	}
	// The last point of each bucket has the last say about where the next bucket
	// starts, and one without points ends where it starts.
	starts := make([]uint32, p.n+1)
	for i, cell := range p.cells[:p.n] {
		starts[bucket(cell.top(), p.n)+1] = uint32(i + 1)
	}
	start := uint32(0)
	for b, next := range starts {
		start = max(start, next)
		starts[b] = start
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
	i, found := p.first(h)
	// The points between lie before h, so that none of their cells is like it.
	for p.cells[i] != found {
		i++
	}
	return i
}

// first returns the cell of the first point at or after h; past the last point
// it is a sentinel, which has the owner of the first. The cell lies at from or
// one or two further on: only Search needs to know where. The points must have a
// start table.
//
// All that comes after the hash waits for it, and the processor, which works at
// several lookups at once, has room for only so much that waits. So what an
// owner can do without is left out: the index of the point, and reading its
// cell once more.
func (p *points) first(h Position) (from int, found cell) {
	var left uint64 // the leftmost 64 bits of h
	switch {
	case p.width == 32 && h.Hi == 0 && h.Lo <= math.MaxUint32:
		left = h.Lo << 32
	case p.width == 64 && h.Hi == 0:
		left = h.Lo
	case p.width == 128:
		left = h.Hi
	default: // h is wider than every point, and lies after them
		return p.n, p.cells[p.n]
	}
	b := bucket(uint32(left>>32), p.n)
	from = int(p.starts[b])
	// About one point lies in a bucket, and half of it before h. So the cell is
	// one of three in 98 of 100 searches. To look at all costs less than to find
	// out how many are needed, and the compiler moves a number on a condition
	// without a jump.
	near := p.cells[from : from+3 : from+3]
	one, two, found := near[0], near[1], near[2]
	// A point lies before h where its cell is less than key, whoever its owner.
	// Take the first that does not; if all three do, found stays the third, and
	// the question below shows it.
	key := cell(left) &^ math.MaxUint32
	if two >= key {
		found = two
	}
	if one >= key {
		found = one
	}
	// Here the guess is nearly always right. Where it is not, or where found has
	// the top bits of h and other bits decide, halve what is left of the bucket.
	// So a hash that puts every point there makes searches slower, but not slow.
	if found < key|p.undecided {
		from = p.bisect(from, int(p.starts[b+1]), h)
		return from, p.cells[from]
	}
	return from, found
}

// bisect returns the index of the first point at or after h among those from low
// up to high, or high: the binary search of any textbook. Inside first it would
// take up registers for the two searches in 100 that need it.
//
//go:noinline
func (p *points) bisect(low, high int, h Position) int {
	return low + sort.Search(high-low, func(i int) bool { return p.position(low+i).Compare(h) >= 0 })
}
