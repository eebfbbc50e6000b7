package properties

import (
	"maps"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// A brokenRing breaks one law, and those that cannot hold without it.
type brokenRing struct {
	law  string
	how  string
	also []string
	impl harness.Local
}

var brokenRings = []brokenRing{
	{
		law: "join", how: "an addition takes a point away from another node",
		also: []string{"history", "model", "restore"}, // which add nodes too
		impl: edited(goring.XMur3, func(d *goring.Dialect) {
			d.Members.Settle = func(_, right []goring.OwnedPoint, c goring.Call) []goring.OwnedPoint {
				if c.Remove || c.Member {
					return right
				}
				return withoutFirst(right, func(p goring.OwnedPoint) bool { return p.Owner.Name != c.Node.Name })
			}
		}),
	},
	{
		law: "leave", how: "a removal takes a point of another node too",
		also: []string{"history", "model", "replicas", "restore"}, // which remove nodes too
		impl: edited(goring.MD5x128, func(d *goring.Dialect) {
			d.Members.Settle = func(_, right []goring.OwnedPoint, c goring.Call) []goring.OwnedPoint {
				if !c.Remove || !c.Member {
					return right
				}
				return withoutFirst(right, func(goring.OwnedPoint) bool { return true })
			}
		}),
	},
	{
		law: "restore", how: "a removal leaves one point of the node behind, if it was not the last",
		also: []string{"history", "model", "replicas"}, // which find the node that is gone
		impl: edited(goring.MD5x32, leavingOne),
	},
	{
		law: "history", how: "adding a member again doubles its points",
		also: []string{"model"},
		impl: edited(goring.MD5x128After, func(d *goring.Dialect) {
			d.Members.Settle = func(_, right []goring.OwnedPoint, c goring.Call) (points []goring.OwnedPoint) {
				if c.Remove || !c.Member {
					return right
				}
				for _, p := range right {
					points = append(points, p)
					if p.Owner.Name == c.Node.Name {
						points = append(points, p)
					}
				}
				return points
			}
		}),
	},
	{
		law: "order", how: "the node listed first owns a tie, where the name should decide",
		also: []string{"points", "restore"}, // the order of tied points; a node comes back as the last
		impl: edited(goring.XMur3, func(d *goring.Dialect) { d.Tie = goring.ListedFirst }),
	},
	{
		law: "scan", how: "> in place of >=",
		impl: edited(goring.XMur3, func(d *goring.Dialect) { d.Boundary = goring.After }),
	},
	{
		law: "points", how: "the index of a label begins at 1",
		impl: edited(goring.MD5x128Colon, func(d *goring.Dialect) {
			right := d.Label
			d.Label = func(dst []byte, node string, index int) []byte { return right(dst, node, index+1) }
		}),
	},
	{
		law: "determinism", how: "a batch answers a repeated key as the key before it",
		impl: wrapped(goring.XMur3UTF16, func(r ring) harness.Ring { return batchRing{r} }),
	},
	{
		law: "replicas", how: "the next points, not the next nodes",
		impl: edited(goring.MD5x32, func(d *goring.Dialect) {
			d.Walk = func(s *goring.Snapshot, serving, n int) (nodes []string) {
				for i := range min(n, s.Len()) {
					nodes = append(nodes, s.Node((serving+i)%s.Len()))
				}
				return nodes
			}
		}),
	},
	{
		law: "weight", how: "the lighter a node, the more points it has",
		also: []string{"points", "shares"}, // the number of points
		impl: edited(goring.MD5x128, func(d *goring.Dialect) {
			d.Labels = func(vnodes int, n goring.Node, _ []goring.Node) int {
				return vnodes * (mostWeight + 1 - min(n.Weight, mostWeight))
			}
		}),
	},
	{
		law: "shares", how: "weights are ignored",
		also: []string{"points"}, // their number
		impl: edited(goring.XMur3, func(d *goring.Dialect) {
			d.Labels = func(vnodes int, _ goring.Node, _ []goring.Node) int { return vnodes }
		}),
	},
	{
		law: "movement", how: "an added node gets one point in ten",
		also: []string{"history", "model", "restore"}, // made anew or from the start, it has all
		impl: edited(goring.MD5x32, func(d *goring.Dialect) {
			d.Members.Settle = func(_, right []goring.OwnedPoint, c goring.Call) []goring.OwnedPoint {
				if c.Remove || c.Member {
					return right
				}
				n := 0
				return slices.DeleteFunc(slices.Clone(right), func(p goring.OwnedPoint) bool {
					if p.Owner.Name != c.Node.Name {
						return false
					}
					n++
					return n%10 != 1
				})
			}
		}),
	},
	{
		law: "balance", how: "names of an even length have a tenth of the points",
		also: []string{"movement", "points", "shares"}, // shares, and the number of points
		impl: edited(goring.XMur3, func(d *goring.Dialect) {
			right := d.Labels
			d.Labels = func(vnodes int, n goring.Node, all []goring.Node) int {
				if labels := right(vnodes, n, all); len(n.Name)%2 == 1 {
					return labels
				}
				return 1 + right(vnodes, n, all)/10
			}
		}),
	},
	{
		law: "nodes", how: "a node that is added again is listed again",
		also: []string{"model"},
		impl: wrapped(goring.MD5x128Colon, func(r ring) harness.Ring { return &listRing{ring: r} }),
	},
	{
		law: "model", how: "the removal of a stranger is an error, where the answer is settled otherwise",
		impl: edited(goring.MD5x32, func(d *goring.Dialect) { d.Members.Unknown = goring.ErrUnknownNode }),
	},
	{
		law: "readers", how: "a change empties the ring and fills it again",
		impl: wrapped(goring.MD5x128, func(r ring) harness.Ring {
			e := new(emptyingRing)
			e.current.Store(&r)
			return e
		}),
	},
	{
		law: "agree", how: "hashes UTF-16 units in place of code points",
		impl: edited(goring.XMur3, func(d *goring.Dialect) { d.Hash = goring.XMur3UTF16.Hash }),
	},
}

// edited is goring with an edit of a dialect, under its name.
func edited(d goring.Dialect, edit func(*goring.Dialect)) harness.Local {
	edit(&d)
	return harness.Rings("broken ring", []string{d.Name}, func(string) (goring.Dialect, bool) { return d, true })
}

func withoutFirst(points []goring.OwnedPoint, match func(goring.OwnedPoint) bool) []goring.OwnedPoint {
	if i := slices.IndexFunc(points, match); i >= 0 {
		return slices.Delete(slices.Clone(points), i, i+1)
	}
	return points
}

// A ring is all that a ring of this process can be asked.
type ring interface {
	changingRing
	Owners(keys []string) ([]string, error)
	Replicas(key string, n int) ([]string, error)
	Points() []vectors.Point
	Nodes() []string
}

// wrapped is goring with each ring wrapped.
func wrapped(d goring.Dialect, wrap func(ring) harness.Ring) harness.Local {
	local := edited(d, func(*goring.Dialect) {})
	right := local.New
	local.New = func(c harness.Config) (harness.Ring, error) {
		r, err := right(c)
		if err != nil {
			return nil, err
		}
		return wrap(r.(ring)), nil
	}
	return local
}

type batchRing struct{ ring }

func (r batchRing) Owners(keys []string) ([]string, error) {
	owners, err := r.ring.Owners(keys)
	for i := 1; i < len(owners); i++ {
		if slices.Contains(keys[:i], keys[i]) {
			owners[i] = owners[i-1]
		}
	}
	return owners, err
}

type listRing struct {
	ring
	again []string
}

func (r *listRing) Add(node string, weight int) error {
	if slices.Contains(r.ring.Nodes(), node) {
		r.again = append(r.again, node)
	}
	return r.ring.Add(node, weight)
}

func (r *listRing) Nodes() []string { return append(r.ring.Nodes(), r.again...) }

// An emptyingRing answers as an empty ring does while it changes.
type emptyingRing struct{ current atomic.Pointer[ring] }

func (r *emptyingRing) Owner(key string) (string, error) {
	if now := r.current.Load(); now != nil {
		return (*now).Owner(key)
	}
	return "", goring.ErrEmptyRing
}

func (r *emptyingRing) while(change func(ring)) {
	now := r.current.Swap(nil)
	runtime.Gosched()
	change(*now)
	r.current.Store(now)
}

func (r *emptyingRing) Add(node string, weight int) (err error) {
	r.while(func(now ring) { err = now.Add(node, weight) })
	return err
}

func (r *emptyingRing) Remove(node string) (removed bool, err error) {
	r.while(func(now ring) { removed, err = now.Remove(node) })
	return removed, err
}

func (r *emptyingRing) Owners(keys []string) ([]string, error) {
	return (*r.current.Load()).Owners(keys)
}
func (r *emptyingRing) Replicas(key string, n int) ([]string, error) {
	return (*r.current.Load()).Replicas(key, n)
}
func (r *emptyingRing) Points() []vectors.Point { return (*r.current.Load()).Points() }
func (r *emptyingRing) Nodes() []string         { return (*r.current.Load()).Nodes() }

// full tells whether tests are to go through as many seeds as the laws promise to
// bear.
func full() bool { return os.Getenv("RINGKIT_FULL") != "" }

// seeds returns the seeds that a test goes through: all of them where
// RINGKIT_FULL is set, else a few, so that CI stays quick.
func seeds(few, all int64) (out []int64) {
	n := few
	if full() {
		n = all
	}
	for seed := range n {
		out = append(out, seed+1)
	}
	return out
}

// optionsFor are those under which a broken ring is found.
func (b brokenRing) optionsFor(seed int64) Options {
	opts := Options{Seed: seed, Properties: []string{b.law}}
	if b.law == agreement.Name {
		opts.Other = allRings()
	}
	return opts
}

func TestEveryLawHasABrokenRing(t *testing.T) {
	var want, got []string
	for _, p := range append(All(), Agreement()) {
		want = append(want, p.Name)
	}
	for _, b := range brokenRings {
		got = append(got, b.law)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("laws (-properties +broken rings):\n%s", diff)
	}
}

func TestBrokenRingsAreFound(t *testing.T) {
	for _, b := range brokenRings {
		t.Run(b.law, func(t *testing.T) {
			for _, seed := range seeds(3, 100) {
				results, err := Fuzz(t.Context(), b.impl, b.optionsFor(seed))
				if err != nil {
					t.Fatal(err)
				}
				if results[0].Violation == nil {
					t.Errorf("seed %d: want %s (%s) violated within %d runs, got none", seed, b.law, b.how, DefaultRuns)
				}
			}
		})
	}
}

// Over all seeds together, since a law that falls with another need not fall at
// every seed.
func TestBrokenRingsBreakNothingElse(t *testing.T) {
	for _, b := range brokenRings {
		t.Run(b.law, func(t *testing.T) {
			violated := map[string]bool{}
			for _, seed := range seeds(1, 20) {
				results, err := Fuzz(t.Context(), b.impl, Options{Seed: seed, Readers: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range results {
					if r.Violation != nil {
						violated[r.Property.Name] = true
					}
				}
			}
			want := slices.Clone(b.also)
			if b.law != agreement.Name {
				want = append(want, b.law)
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, slices.Sorted(maps.Keys(violated)), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: laws violated (-want +got):\n%s", b.how, diff)
			}
		})
	}
}
