package goring_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
)

// TestUpdateIsRemoveThenAdd makes random changes in one Update, and one by one
// on an oracle. Where the oracle refuses one, Update does nothing at all.
func TestUpdateIsRemoveThenAdd(t *testing.T) {
	t.Parallel()
	for name, v := range variants(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			updated, refused := 0, 0
			for seed := range uint64(25) {
				rng := rand.New(rand.NewPCG(seed, 6))
				vnodes := 1 + rng.IntN(4)
				var nodes []goring.Node
				o, err := newOracle(v.rules, vnodes, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, node := range randomNodes(rng, 8) {
					if o.find(node.Name) < 0 {
						o.add(node)
						nodes = append(nodes, node)
					}
				}
				ring := mustNew(t, v.dialect, vnodes, nodes)
				history := fmt.Sprintf("seed %d: %d vnodes, nodes %q", seed, vnodes, nodes)
				for range 4 {
					add, remove := randomNodes(rng, 3), []string{}
					for range rng.IntN(4) {
						name := randomNode(rng).Name
						if len(o.nodes) > 0 && rng.IntN(4) > 0 {
							name = o.nodes[rng.IntN(len(o.nodes))].name
						}
						remove = append(remove, name)
					}
					history += fmt.Sprintf("\nupdate: add %q, remove %q", add, remove)
					next := *o
					want := next.update(add, remove)
					if err := ring.Update(add, remove); !errors.Is(err, want) {
						t.Fatalf("%s: want error %v, got %v", history, want, err)
					}
					if want == nil {
						o = &next
						updated++
					} else {
						refused++
					}
					compareAll(t, history, rng, ring, o)
				}
			}
			if updated == 0 || refused == 0 && v.rules.unknown != nil {
				t.Errorf("want updates of both kinds, got %d done and %d refused", updated, refused)
			}
		})
	}
}

func (o *oracle) update(add []goring.Node, remove []string) error {
	for _, name := range remove {
		if _, err := o.remove(name); err != nil {
			return err
		}
	}
	for _, node := range add {
		if err := o.add(node); err != nil {
			return err
		}
	}
	return nil
}

// TestUpdateBringsBackAsNewest has a node in both lists, in the dialects that can
// tell.
func TestUpdateBringsBackAsNewest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dialect       goring.Dialect
		before, after string
	}{
		{goring.XMur3UTF16, "a", "b"},
		{goring.MD5x128After, "b", "a"},
	} {
		d := test.dialect
		d.Hash = func(string) goring.Position { return goring.Position{} }
		ring := mustNew(t, d, 2, goring.Nodes("a", "b"))
		for i, want := range []string{test.before, test.after} {
			if got, err := ring.Owner("k"); err != nil || got != want {
				t.Errorf("%s, owner after %d updates: want %q, got %q, %v", d.Name, i, want, got, err)
			}
			if err := ring.Update([]goring.Node{{Name: "a", Weight: 3}}, []string{"a"}); err != nil {
				t.Fatal(err)
			}
		}
		want := []goring.Node{{Name: "b", Weight: 1}, {Name: "a", Weight: 3}}
		if diff := cmp.Diff(want, ring.Nodes()); diff != "" {
			t.Errorf("%s, nodes (-want +got):\n%s", d.Name, diff)
		}
	}
}

// TestLargeChanges compares rings that have come about by changes with those
// made at once, at sizes at which other ways of sorting and merging are taken.
func TestLargeChanges(t *testing.T) {
	t.Parallel()
	for _, d := range seeds {
		for _, vnodes := range []int{3, 150} {
			t.Run(fmt.Sprintf("%s/%d", d.Name, vnodes), func(t *testing.T) {
				t.Parallel()
				all := goring.Nodes(numbered("node-%d", 60)...)
				ring := mustNew(t, d, vnodes, all[:20])
				same := func(nodes []goring.Node) {
					t.Helper()
					want := mustNew(t, d, vnodes, nodes)
					if diff := cmp.Diff(want.Points(), ring.Points()); diff != "" {
						t.Fatalf("points of %d nodes (-made +changed):\n%s", len(nodes), diff)
					}
				}
				if err := ring.Update(all[20:60], nil); err != nil {
					t.Fatal(err)
				}
				same(all)
				var leave []string
				for _, node := range all[:30] {
					leave = append(leave, node.Name)
				}
				if err := ring.Update(nil, leave); err != nil {
					t.Fatal(err)
				}
				same(all[30:])
				if _, err := ring.Remove(all[59].Name); err != nil {
					t.Fatal(err)
				}
				same(all[30:59])
				if err := ring.Add(all[0]); err != nil {
					t.Fatal(err)
				}
				same(append(all[30:59:59], all[0]))
			})
		}
	}
}

// TestLabelsThatLookAround has a dialect in which the others decide how many
// points a node has, so that a change moves the points of those that stay.
func TestLabelsThatLookAround(t *testing.T) {
	t.Parallel()
	d := goring.XMur3
	d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int {
		total := 0
		for _, other := range all {
			total += other.Weight
		}
		return vnodes * node.Weight * len(all) / total
	}
	nodes := []goring.Node{{Name: "a", Weight: 1}, {Name: "b", Weight: 2}, {Name: "c", Weight: 4}, {Name: "d", Weight: 1}}
	ring := mustNew(t, d, 40, nodes[:2])
	for i, node := range nodes[2:] {
		if err := ring.Add(node); err != nil {
			t.Fatal(err)
		}
		want := mustNew(t, d, 40, nodes[:3+i])
		if diff := cmp.Diff(want.Points(), ring.Points()); diff != "" {
			t.Errorf("points after adding %q (-made +changed):\n%s", node.Name, diff)
		}
	}
	if _, err := ring.Remove("c"); err != nil {
		t.Fatal(err)
	}
	want := mustNew(t, d, 40, []goring.Node{nodes[0], nodes[1], nodes[3]})
	if diff := cmp.Diff(want.Points(), ring.Points()); diff != "" {
		t.Errorf("points after removing \"c\" (-made +changed):\n%s", diff)
	}
}

// TestAddWhereAllTie adds a node whose points all meet those of another at one
// position. To go by pairs would take a thousand times as long as where none do.
func TestAddWhereAllTie(t *testing.T) {
	const labels = 20_000
	for _, width := range widths {
		add := func(hash func(string) goring.Position) time.Duration {
			d := goring.MD5x32
			d.Bits, d.Tie, d.Hash = width, goring.ListedFirst, hash
			ring := mustNew(t, d, labels, goring.Nodes("first"))
			begun := time.Now()
			if err := ring.Add(goring.Node{Name: "second", Weight: 1}); err != nil {
				t.Fatal(err)
			}
			return time.Since(begun)
		}
		apart := add(goring.MD5x32.Hash)
		if tied := add(func(string) goring.Position { return goring.Position{Lo: 7} }); tied > 50*apart {
			t.Errorf("%d bits: want about %v, got %v", width, apart, tied)
		}
	}
}
