package goring_test

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"ringkit/goring"
)

// yielding returns a dialect that lets others run in the middle of a change.
func yielding(d goring.Dialect) goring.Dialect {
	labels := d.Labels
	d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int {
		runtime.Gosched()
		return labels(vnodes, node, all)
	}
	return d
}

// TestReadersBesideChanges has readers look up while the ring goes through known
// states. Each answer must be that of a state which the ring was in meanwhile:
// the last one that was reached before the lookup, one reached during it, or the
// one that was being made by its end. A batch must come from one state.
func TestReadersBesideChanges(t *testing.T) {
	t.Parallel()
	node := func(name string) goring.Node { return goring.Node{Name: name, Weight: 1} }
	changes := []func(*goring.Ring) error{
		func(r *goring.Ring) error { return r.Add(node("d")) },
		func(r *goring.Ring) error { _, err := r.Remove("a"); return err },
		func(r *goring.Ring) error { return r.Update([]goring.Node{node("a"), node("e")}, []string{"b", "d"}) },
		func(r *goring.Ring) error { return r.Update([]goring.Node{node("b")}, []string{"e"}) },
	}
	for _, d := range []goring.Dialect{yielding(goring.XMur3), yielding(goring.MD5x128)} {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			const vnodes, rounds, readers = 40, 60, 4
			keys := numbered("k%d", 20)
			start := goring.Nodes("a", "b", "c")

			// What each state answers, known before any reader starts.
			model := mustNew(t, d, vnodes, start)
			var owners, replicas [][]string // by state
			for _, change := range changes {
				of, err := model.Owners(keys)
				if err != nil {
					t.Fatal(err)
				}
				met, err := model.Replicas(keys[0], 2)
				if err != nil {
					t.Fatal(err)
				}
				owners, replicas = append(owners, of), append(replicas, met)
				if err := change(model); err != nil {
					t.Fatal(err)
				}
			}
			if again, err := model.Owners(keys); err != nil || !slices.Equal(again, owners[0]) {
				t.Fatalf("the changes do not lead back: want owners %v, got %v, %v", owners[0], again, err)
			}

			ring := mustNew(t, d, vnodes, start)
			var done atomic.Int64 // changes
			var reading sync.WaitGroup
			for reader := range readers {
				reading.Go(func() {
					// was tells whether an answer is that of some state since a number
					// of changes.
					was := func(since int64, answered func(state int) bool) bool {
						for n := since; n <= done.Load()+1; n++ {
							if answered(int(n) % len(changes)) {
								return true
							}
						}
						return false
					}
					var dst []string
					for i := reader; done.Load() < rounds*int64(len(changes)); i++ {
						runtime.Gosched() // else the changes would wait for a time slice each
						k := i % len(keys)
						since := done.Load()
						got, err := ring.Owner(keys[k])
						if err != nil || !was(since, func(state int) bool { return owners[state][k] == got }) {
							t.Errorf("owner of %q since change %d: got %q, %v", keys[k], since, got, err)
							return
						}
						since = done.Load()
						dst, err = ring.AppendOwners(dst[:0], keys)
						if err != nil || !was(since, func(state int) bool { return slices.Equal(owners[state], dst) }) {
							t.Errorf("owners since change %d: got %q, %v", since, dst, err)
							return
						}
						since = done.Load()
						dst, err = ring.AppendReplicas(dst[:0], keys[0], 2)
						if err != nil || !was(since, func(state int) bool { return slices.Equal(replicas[state], dst) }) {
							t.Errorf("replicas since change %d: got %q, %v", since, dst, err)
							return
						}
					}
				})
			}
			for range rounds {
				for _, change := range changes {
					if err := change(ring); err != nil {
						t.Error(err)
					}
					done.Add(1)
				}
			}
			reading.Wait()
		})
	}
}

// TestChangesBesideChanges has many goroutines change one ring: no change is lost.
func TestChangesBesideChanges(t *testing.T) {
	t.Parallel()
	ring := mustNew(t, yielding(goring.XMur3), 5, nil)
	names := numbered("node-%d", 40)
	var changing sync.WaitGroup
	for i, name := range names {
		changing.Go(func() {
			if err := ring.Add(goring.Node{Name: name, Weight: 1}); err != nil {
				t.Error(err)
			}
			if i%2 == 0 {
				if _, err := ring.Remove(name); err != nil {
					t.Error(err)
				}
			}
		})
	}
	changing.Wait()
	var want []string
	for i, name := range names {
		if i%2 == 1 {
			want = append(want, name)
		}
	}
	slices.Sort(want)
	var got []string
	for _, node := range ring.Nodes() {
		got = append(got, node.Name)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("want nodes %v, got %v", want, got)
	}
	if got := len(ring.Points()); got != 5*len(want) {
		t.Errorf("want %d points, got %d", 5*len(want), got)
	}
}

// TestSnapshotStays takes a snapshot and changes the ring.
func TestSnapshotStays(t *testing.T) {
	t.Parallel()
	ring := mustNew(t, goring.MD5x128, 20, goring.Nodes("a", "b"))
	s := ring.Snapshot()
	points, nodes := s.Points(), s.Nodes()
	if err := ring.Update(goring.Nodes("c", "0"), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(points, s.Points()) || !slices.Equal(nodes, s.Nodes()) {
		t.Errorf("want the snapshot unchanged, got nodes %v and points %v", s.Nodes(), s.Points())
	}
	if slices.Equal(points, ring.Points()) {
		t.Error("want the ring changed")
	}
}
