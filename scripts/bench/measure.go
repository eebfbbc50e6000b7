package main

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// The pieces of work, in the order of the table.
const (
	lookup   = "lookup, ns"
	parallel = "two goroutines, lookups of one"
	three    = "three replicas, ns"
	build    = "build, µs"
	add      = "add, µs"
	remove   = "remove, µs"
	memory   = "bytes a point"

	// beside is a lookup while another goroutine does the same. Parallel is made
	// of it.
	beside = "lookup beside another, ns"
)

var works = []string{lookup, parallel, three, build, add, remove, memory}

// samples are figures by work and subject, one for each round.
type samples map[string]map[string][]float64

// offer makes a figure the round's sample if it is the lowest yet.
func (s samples) offer(round int, work, subject string, figure float64) {
	if s[work] == nil {
		s[work] = map[string][]float64{}
	}
	figures := s[work][subject]
	if round < len(figures) {
		figures[round] = min(figures[round], figure)
	} else {
		s[work][subject] = append(figures, figure)
	}
}

// median returns the median over all rounds; 0 if nothing was measured.
func (s samples) median(work, subject string) float64 {
	all := slices.Clone(s[work][subject])
	if work == parallel {
		for i, figure := range s[beside][subject] {
			all = append(all, 2*s[lookup][subject][i]/figure)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// A measurement is of every subject with one number of nodes.
type measurement struct {
	figures samples
	timers  []func(round int)
}

// prepare builds the rings of every subject.
func prepare(size int) measurement {
	nodes, keys := names("node-%d", size), names("user%d", keyCount)
	m := measurement{figures: samples{}}
	for _, s := range subjects {
		s.build(nodes[:1]) // what is allocated once and for all
		r := s.build(nodes)
		if s.points {
			// Many small rings together, since the runtime allocates a few
			// kilobytes of its own now and then.
			many := make([]ring, max(1, 1000/size))
			before := heap()
			for i := range many {
				many[i] = s.build(nodes)
			}
			m.figures.offer(0, memory, s.name, float64(heap()-before)/float64(len(many)*size*vnodes))
			runtime.KeepAlive(many)
			m.timers = append(m.timers, func(round int) { timeChanges(m.figures, round, s, nodes) })
		}
		m.timers = append(m.timers, func(round int) { timeLookups(m.figures, round, s, r, keys) })
	}
	return m
}

// visit times each piece of work once.
func (m measurement) visit(round int) {
	for _, time := range m.timers {
		runtime.GC()
		time(round)
	}
}

func heap() uint64 {
	// Twice, since what a pool holds outlives one collection.
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A sample is the quickest of many short windows, spread over a round: whatever
// else the machine does can only make one longer. The neighbours of a virtual
// machine take from its cores in bursts of milliseconds to seconds.
const (
	visits = 5 // of each piece of work in a round
	visit  = 10 * time.Millisecond
	window = 500 * time.Microsecond
)

// A stopwatch finds how long some work takes in the quickest window.
type stopwatch struct {
	spent time.Duration // in this window
	times int
	best  float64
}

func (w *stopwatch) time(f func()) {
	start := time.Now()
	f()
	w.spent += time.Since(start)
	w.times++
}

// close ends a window.
func (w *stopwatch) close() {
	if w.times == 0 {
		return
	}
	each := max(1, float64(w.spent.Nanoseconds())/float64(w.times))
	if w.best == 0 || each < w.best {
		w.best = each
	}
	w.spent, w.times = 0, 0
}

// inWindows does work again and again for the time of a visit, and closes the
// watches after each window.
func inWindows(work func(), watches ...*stopwatch) {
	for begun := time.Now(); time.Since(begun) < visit; {
		for opened := time.Now(); time.Since(opened) < window; {
			work()
		}
		for _, w := range watches {
			w.close()
		}
	}
}

// nanoseconds returns how long f takes.
func nanoseconds(f func()) float64 {
	var w stopwatch
	inWindows(func() { w.time(f) }, &w)
	return w.best
}

// few is how many keys are looked up between two looks at the clock: even the
// slowest subject needs little longer than a window.
const few = 500

func timeLookups(out samples, round int, s subject, r ring, keys []string) {
	// Works through all keys, a few at a time.
	aFew := func(f func(keys []string)) func() {
		from := 0
		return func() {
			f(keys[from : from+few])
			from = (from + few) % len(keys)
		}
	}
	out.offer(round, lookup, s.name, nanoseconds(aFew(r.lookup))/few)
	if r.replicas != nil {
		out.offer(round, three, s.name, nanoseconds(aFew(r.replicas))/few)
	}

	out.offer(round, beside, s.name, besideAnother(aFew(r.lookup), aFew(r.lookup))/few)
}

// besideAnother returns how long each of two pieces of work takes while the
// other is done on another core: the harmonic mean, since it is rates that add
// up.
func besideAnother(work ...func()) float64 {
	var wait sync.WaitGroup
	var started, ended atomic.Int32
	rate := make([]float64, len(work))
	for i, f := range work {
		wait.Go(func() {
			for started.Add(1); int(started.Load()) < len(work); {
			}
			rate[i] = 1 / nanoseconds(f)
			for ended.Add(1); int(ended.Load()) < len(work); {
				f()
			}
		})
	}
	wait.Wait()
	sum := 0.0
	for _, r := range rate {
		sum += r
	}
	return float64(len(work)) / sum
}

// timeChanges times the making of a ring, the coming of one more node and the
// going of another.
func timeChanges(out samples, round int, s subject, nodes []string) {
	if built := out[build][s.name]; len(built) > 0 && built[len(built)-1] > tooLong/1000 &&
		(len(built) > round || len(built) >= enough) {
		return
	}
	var building, adding, removing stopwatch
	inWindows(func() {
		var r ring
		building.time(func() { r = s.build(nodes) })
		adding.time(func() { r.add("joining") })
		if r.remove != nil {
			removing.time(func() { r.remove(nodes[len(nodes)/2]) })
		}
	}, &building, &adding, &removing)
	out.offer(round, build, s.name, building.best/1000)
	out.offer(round, add, s.name, adding.best/1000)
	if removing.best > 0 {
		out.offer(round, remove, s.name, removing.best/1000)
	}
}

// What takes seconds each time is not repeated in every round.
const (
	tooLong = 1e9 // nanoseconds
	enough  = 7   // samples
)
