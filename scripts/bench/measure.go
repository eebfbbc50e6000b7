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

// measure times every subject with one number of nodes. The subjects take turns
// within each round, so that what slows the machine for a while meets them all.
func measure(size, rounds int) samples {
	nodes, keys := names("node-%d", size), names("user%d", keyCount)
	out := samples{}
	var timers []func()
	for _, s := range subjects {
		before := heap()
		r := s.build(nodes)
		if s.points {
			out.add(memory, s.name, float64(heap()-before)/float64(size*vnodes))
			timers = append(timers, func() { timeChanges(out, s, nodes) })
		}
		timers = append(timers, func() { timeLookups(out, s, r, keys) })
	}
	for range rounds {
		for _, time := range timers {
			runtime.GC()
			time()
		}
	}
	return out
}

func heap() uint64 {
	// Twice, since what a pool holds outlives one collection.
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// enough is how long a sample goes on, if one repetition is not longer.
const enough = 30 * time.Millisecond

func timeLookups(out samples, s subject, r ring, keys []string) {
	one := func() { r.lookup(keys) }
	alone := quickest(one)
	out.add(lookup, s.name, alone/keyCount)

	// Longer than it takes to start a goroutine on another core.
	passes := 1 + int(2e6/alone)
	together := quickest(func() {
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
		out.add(three, s.name, quickest(func() { r.replicas(keys) })/keyCount)
	}
}

// timeChanges times the making of a ring, the coming of one more node and the
// going of another.
func timeChanges(out samples, s subject, nodes []string) {
	var building, adding, removing quickestOf
	for start := time.Now(); ; {
		var r ring
		building.time(func() { r = s.build(nodes) })
		adding.time(func() { r.add("joining") })
		if r.remove != nil {
			removing.time(func() { r.remove(nodes[len(nodes)/2]) })
		}
		if time.Since(start) > enough {
			break
		}
	}
	out.add(build, s.name, building.nanoseconds/1000)
	out.add(add, s.name, adding.nanoseconds/1000)
	if removing.nanoseconds > 0 {
		out.add(remove, s.name, removing.nanoseconds/1000)
	}
}

// quickest repeats f for a while and returns the nanoseconds of the quickest
// time: whatever else the machine does can only make it longer.
func quickest(f func()) float64 {
	var q quickestOf
	for start := time.Now(); time.Since(start) < enough; {
		q.time(f)
	}
	return q.nanoseconds
}

type quickestOf struct{ nanoseconds float64 }

func (q *quickestOf) time(f func()) {
	start := time.Now()
	f()
	took := max(1, float64(time.Since(start).Nanoseconds()))
	if q.nanoseconds == 0 || took < q.nanoseconds {
		q.nanoseconds = took
	}
}
