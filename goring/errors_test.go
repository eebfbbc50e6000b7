package goring_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
)

func mustNew(t testing.TB, d goring.Dialect, vnodes int, nodes []goring.Node) *goring.Ring {
	t.Helper()
	ring, err := goring.New(d, vnodes, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// TestErrors meets every reason for which a ring refuses. The message says of
// what was asked, and the ring is as it was.
func TestErrors(t *testing.T) {
	t.Parallel()
	ab := goring.Nodes("a", "b")
	for _, test := range []struct {
		name    string
		dialect goring.Dialect
		vnodes  int
		call    func(*goring.Ring) error
		want    error
		says    string
	}{
		{"owner", goring.XMur3, 0, func(r *goring.Ring) error { _, err := r.Owner("k"); return err }, goring.ErrEmptyRing, ""},
		{"owners", goring.XMur3, 0, func(r *goring.Ring) error { _, err := r.Owners([]string{"k"}); return err }, goring.ErrEmptyRing, ""},
		{"replicas", goring.XMur3, 0, func(r *goring.Ring) error { _, err := r.Replicas("k", 1); return err }, goring.ErrEmptyRing, ""},
		{"no owner", noPoints(goring.MD5x32), 1, func(r *goring.Ring) error { _, err := r.Owner("k"); return err }, goring.ErrNoOwner, ""},
		{"no owners", noPoints(goring.MD5x32), 1, func(r *goring.Ring) error { _, err := r.Owners([]string{"k"}); return err }, goring.ErrNoOwner, ""},
		{"no replicas", noPoints(goring.MD5x32), 1, func(r *goring.Ring) error { _, err := r.Replicas("k", 1); return err }, nil, ""},
		{"count 0", goring.XMur3, 1, func(r *goring.Ring) error { _, err := r.Replicas("k", 0); return err }, goring.ErrCount, ""},
		{"count below 0", goring.MD5x32, 1, func(r *goring.Ring) error { _, err := r.Replicas("k", math.MinInt); return err }, goring.ErrCount, ""},
		{"add a member", goring.XMur3, 1, func(r *goring.Ring) error { return r.Add(goring.Node{Name: "a", Weight: 2}) }, goring.ErrDuplicateNode, `"a"`},
		{"add a member, silently", goring.MD5x128Colon, 1, func(r *goring.Ring) error { return r.Add(goring.Node{Name: "a", Weight: 2}) }, nil, ""},
		{"add weight 0", goring.XMur3, 1, func(r *goring.Ring) error { return r.Add(goring.Node{Name: "c"}) }, goring.ErrWeight, `"c": weight 0`},
		{"add weight below 0", goring.MD5x128Colon, 1, func(r *goring.Ring) error { return r.Add(goring.Node{Name: "c", Weight: -7}) }, goring.ErrWeight, `"c": weight -7`},
		{"remove another", goring.XMur3, 1, func(r *goring.Ring) error { _, err := r.Remove("c\n"); return err }, goring.ErrUnknownNode, `"c\n"`},
		{"remove another, silently", goring.MD5x32, 1, func(r *goring.Ring) error { _, err := r.Remove("c"); return err }, nil, ""},
		{"too many points", goring.XMur3, 2, func(r *goring.Ring) error { return r.Add(goring.Node{Name: "c", Weight: math.MaxInt}) }, goring.ErrTooManyPoints, `"c"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ring := mustNew(t, test.dialect, test.vnodes, ab)
			before, nodes, points := ring.Snapshot(), ring.Nodes(), ring.Points()
			err := test.call(ring)
			if !errors.Is(err, test.want) {
				t.Errorf("want error %v, got %v", test.want, err)
			}
			if err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("want an error that says %s, got %v", test.says, err)
			}
			if ring.Snapshot() != before {
				t.Error("want the snapshot there was, got another")
			}
			if diff := cmp.Diff(nodes, ring.Nodes()); diff != "" {
				t.Errorf("the nodes changed (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(points, ring.Points()); diff != "" {
				t.Errorf("the points changed (-before +after):\n%s", diff)
			}
		})
	}
}

// noPoints makes a dialect that refuses to make rings without points make one.
func noPoints(d goring.Dialect) goring.Dialect {
	d.Labels = func(int, goring.Node, []goring.Node) int { return 0 }
	return d
}

func TestNewErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dialect goring.Dialect
		vnodes  int
		nodes   []goring.Node
		want    error
	}{
		{goring.MD5x32, 0, nil, goring.ErrVNodes},
		{goring.MD5x128Colon, -1, goring.Nodes("a"), goring.ErrVNodes},
		{goring.XMur3, -1, goring.Nodes("a"), nil},
		{goring.MD5x32, 1, goring.Nodes("a", "b", "a"), goring.ErrDuplicateNode},
		{goring.XMur3, 1, goring.Nodes("a", "b", "a"), nil},
		{goring.XMur3, 1, []goring.Node{{Name: "a", Weight: 1}, {Name: "b"}}, goring.ErrWeight},
		{goring.XMur3, 0, []goring.Node{{Name: "a", Weight: -1}}, goring.ErrWeight},
	} {
		ring, err := goring.New(test.dialect, test.vnodes, test.nodes)
		if !errors.Is(err, test.want) || (ring == nil) != (test.want != nil) {
			t.Errorf("New(%s, %d, %v): want error %v, got ring %v, error %v",
				test.dialect.Name, test.vnodes, test.nodes, test.want, ring != nil, err)
		}
		if err != nil && !strings.Contains(err.Error(), test.dialect.Name) {
			t.Errorf("want an error that names %s, got %v", test.dialect.Name, err)
		}
	}
}

// TestMaxPoints asks for more points than a ring can have, which is refused
// before there is memory for them.
func TestMaxPoints(t *testing.T) {
	half := goring.MaxPoints / 2
	small := mustNew(t, goring.XMur3, half, nil)
	for name, call := range map[string]func() error{
		"vnodes": func() error { _, err := goring.New(goring.XMur3, goring.MaxPoints+1, goring.Nodes("a")); return err },
		"vnodes of all": func() error {
			_, err := goring.New(goring.MD5x128, math.MaxInt, goring.Nodes("a", "b"))
			return err
		},
		"weight": func() error {
			_, err := goring.New(goring.XMur3, 2, []goring.Node{{Name: "a", Weight: half + 1}})
			return err
		},
		"sum":    func() error { _, err := goring.New(goring.XMur3, half, goring.Nodes("a", "b", "c")); return err },
		"add":    func() error { return small.Add(goring.Node{Name: "a", Weight: 3}) },
		"update": func() error { return small.Update(goring.Nodes("a", "b", "c"), nil) },
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := call()
		runtime.ReadMemStats(&after)
		if !errors.Is(err, goring.ErrTooManyPoints) || !strings.Contains(err.Error(), fmt.Sprint(goring.MaxPoints)) {
			t.Errorf("%s: want error %v, got %v", name, goring.ErrTooManyPoints, err)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<16 {
			t.Errorf("%s: want less than 64 KiB allocated, got %d bytes", name, grown)
		}
	}
	if nodes := small.Nodes(); len(nodes) != 0 {
		t.Errorf("want no nodes, got %v", nodes)
	}
}
