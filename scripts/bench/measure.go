package main

import (
	"runtime"
	"slices"
	"sync"
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
)

var works = []string{lookup, parallel, three, build, add, remove, memory}

// samples are figures by work and subject.
type samples map[string]map[string][]float64

func (s samples) add(work, subject string, figure float64) {
	if s[work] == nil {
		s[work] = map[string][]float64{}
	}
	s[work][subject] = append(s[work][subject], figure)
}

// median returns the median of the figures there are; 0 if there are none.
func (s samples) median(work, subject string) float64 {
	all := slices.Sorted(slices.Values(s[work][subject]))
	if len(all) == 0 {
		return 0
	}
	return all[len(all)/2]
}

// A measurement is of every subject with one number of nodes.
type measurement struct {
	figures samples
	timers  []func()
}

// prepare builds the rings of every subject.
func prepare(size int) measurement {
	nodes, keys := names("node-%d", size), names("user%d", keyCount)
	m := measurement{figures: samples{}}
	for _, s := range subjects {
		s.build(nodes[:1]) // what is allocated once and for all
		before := heap()
		r := s.build(nodes)
		if s.points {
			m.figures.add(memory, s.name, float64(heap()-before)/float64(size*vnodes))
			m.timers = append(m.timers, func() { timeChanges(m.figures, s, nodes) })
		}
		m.timers = append(m.timers, func() { timeLookups(m.figures, s, r, keys) })
	}
	return m
}

// round takes one sample of each piece of work.
func (m measurement) round() {
	for _, time := range m.timers {
		runtime.GC()
		time()
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

// A sample is the quickest of several short windows: whatever else the machine
// does can only make one longer.
const (
	windows = 5
	window  = 3 * time.Millisecond
)

// A stopwatch adds up how long some work takes within a window.
type stopwatch struct {
	spent time.Duration
	times int
	best  float64 // nanoseconds each time, in the quickest window
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

// nanoseconds returns how long f takes.
func nanoseconds(f func()) float64 {
	var w stopwatch
	for range windows {
		for w.spent < window {
			w.time(f)
		}
		w.close()
	}
	return w.best
}

func timeLookups(out samples, s subject, r ring, keys []string) {
	one := func() { r.lookup(keys) }
	alone := nanoseconds(one)
	out.add(lookup, s.name, alone/keyCount)

	// Longer than it takes to start a goroutine on another core.
	passes := 1 + int(2e6/alone)
	together := nanoseconds(func() {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				for range passes {
					one()
				}
			})
		}
		both.Wait()
	})
	out.add(parallel, s.name, 2*alone*float64(passes)/together)

	if r.replicas != nil {
		out.add(three, s.name, nanoseconds(func() { r.replicas(keys) })/keyCount)
	}
}

// timeChanges times the making of a ring, the coming of one more node and the
// going of another.
func timeChanges(out samples, s subject, nodes []string) {
	if out.median(build, s.name)*1000 > tooLong && len(out[build][s.name]) >= enough {
		return
	}
	var building, adding, removing stopwatch
	for range windows {
		for building.spent < window {
			var r ring
			building.time(func() { r = s.build(nodes) })
			adding.time(func() { r.add("joining") })
			if r.remove != nil {
				removing.time(func() { r.remove(nodes[len(nodes)/2]) })
			}
		}
		for _, w := range []*stopwatch{&building, &adding, &removing} {
			w.close()
		}
		if building.best > tooLong {
			break
		}
	}
	out.add(build, s.name, building.best/1000)
	out.add(add, s.name, adding.best/1000)
	if removing.best > 0 {
		out.add(remove, s.name, removing.best/1000)
	}
}

// What takes seconds each time is not repeated in every round.
const (
	tooLong = 1e9 // nanoseconds
	enough  = 7   // samples
)
