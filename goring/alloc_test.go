package goring_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"ringkit/goring"
)

// TestLookupsAllocateNothing counts allocations on rings of all sizes. A caller's
// slice has room.
func TestLookupsAllocateNothing(t *testing.T) {
	keys := append(numbered("user%d", 20), "", "us\u00e9r", "us\U0001f600r")
	for _, d := range slices.Concat(seeds, programs) {
		for _, nodes := range []int{1, 3, 100, 5000} {
			ring := mustNew(t, d, 10, goring.Nodes(numbered("node-%d", nodes)...))
			dst := make([]string, 0, max(nodes, len(keys)))
			want0 := func(what string, f func() error) {
				t.Helper()
				if n := testing.AllocsPerRun(20, func() {
					if err := f(); err != nil {
						t.Fatal(err)
					}
				}); n != 0 {
					t.Errorf("%s, %d nodes, %s: want 0 allocations, got %v", d.Name, nodes, what, n)
				}
			}
			want0("Owner", func() error {
				for _, key := range keys {
					if _, err := ring.Owner(key); err != nil {
						return err
					}
				}
				return nil
			})
			want0("AppendOwners", func() error { _, err := ring.AppendOwners(dst, keys); return err })
			for _, n := range []int{1, 3, 16, 17, nodes} {
				if raceEnabled && n > 16 {
					continue // a sync.Pool then forgets on purpose
				}
				want0(fmt.Sprintf("AppendReplicas of %d", n), func() error {
					_, err := ring.AppendReplicas(dst, "user1", n)
					return err
				})
			}
		}
	}
}

// TestManyReplicas walks over rings on which the nodes met are too many to
// compare each with.
func TestManyReplicas(t *testing.T) {
	t.Parallel()
	for _, nodes := range []int{15, 16, 17, 63, 64, 65, 200} {
		names := goring.Nodes(numbered("node-%d", nodes)...)
		o, err := newOracle(oracleRules["xmur3"], 2, names)
		if err != nil {
			t.Fatal(err)
		}
		ring := mustNew(t, goring.XMur3, 2, names)
		for _, n := range []int{1, 15, 16, 17, 64, 199, 500} {
			want, _ := o.replicas("k1", n)
			got, err := ring.Replicas("k1", n)
			wantSame(t, fmt.Sprintf("%d nodes, %d replicas", nodes, n), want, got, nil, err)
		}
	}
}

// TestBytesAPoint weighs rings that were made and rings that were changed.
func TestBytesAPoint(t *testing.T) {
	nodes := goring.Nodes(numbered("node-%d", 300)...)
	var names []string
	for _, node := range nodes[:200] {
		names = append(names, node.Name)
	}
	for _, test := range []struct {
		dialect goring.Dialect
		want    int
	}{{goring.XMur3, 12}, {goring.MD5x32, 12}, {goring.MD5x128, 28}} {
		before := heap()
		ring := mustNew(t, test.dialect, 200, nodes)
		check := func(what string, points int) {
			t.Helper()
			// Two more for what there is once a node, and for how sizes are rounded.
			if got := int(heap()-before) / points; got > test.want+2 {
				t.Errorf("%s, %s: want about %d bytes a point, got %d", test.dialect.Name, what, test.want, got)
			}
		}
		check("made", 300*200)
		if err := ring.Update(nil, names); err != nil {
			t.Fatal(err)
		}
		check("after removals", 100*200)
		if err := ring.Add(nodes[0]); err != nil {
			t.Fatal(err)
		}
		check("after an addition", 101*200)
		runtime.KeepAlive(ring)
	}
}

// heap returns how much of the heap is in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // what a pool holds outlives one collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
