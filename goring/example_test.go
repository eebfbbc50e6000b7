package goring_test

import (
	"errors"
	"fmt"
	"math/bits"

	"ringkit/goring"
)

// must is for examples, whose rings are right.
func must(ring *goring.Ring, err error) *goring.Ring {
	if err != nil {
		panic(err)
	}
	return ring
}

func ExampleNew() {
	ring, err := goring.New(goring.XMur3, 3, goring.Nodes("A", "B", "C"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range ring.Points()[:3] {
		fmt.Println(p.Position, p.Node)
	}

	// A dialect says what it refuses.
	_, err = goring.New(goring.MD5x32, 0, nil)
	fmt.Println(err)
	fmt.Println(errors.Is(err, goring.ErrVNodes))
	// Output:
	// 129767782 B
	// 1184223885 C
	// 1528284164 B
	// new md5-32 ring with 0 vnodes: the dialect has no ring with these vnodes
	// true
}

func ExampleRing_Owner() {
	ring := must(goring.New(goring.XMur3, 3, goring.Nodes("A", "B", "C")))
	for _, key := range []string{"k1", "k2", "k3"} {
		owner, err := ring.Owner(key)
		fmt.Println(key, owner, err)
	}
	// Output:
	// k1 C <nil>
	// k2 A <nil>
	// k3 C <nil>
}

func ExampleRing_Replicas() {
	ring := must(goring.New(goring.XMur3, 3, goring.Nodes("A", "B", "C")))
	fmt.Println(ring.Replicas("k1", 2))
	fmt.Println(ring.Replicas("k1", 10)) // each node once
	// Output:
	// [C B] <nil>
	// [C B A] <nil>
}

func ExampleRing_AppendReplicas() {
	ring := must(goring.New(goring.XMur3, 3, goring.Nodes("A", "B", "C")))
	var nodes []string
	for _, key := range []string{"k1", "k2"} {
		nodes, _ = ring.AppendReplicas(nodes[:0], key, 2) // no allocation but the first
		fmt.Println(key, nodes)
	}
	// Output:
	// k1 [C B]
	// k2 [A C]
}

func ExampleRing_Add() {
	ring := must(goring.New(goring.XMur3, 50, goring.Nodes("A", "B", "C")))
	before, _ := ring.Owner("user4")
	if err := ring.Add(goring.Node{Name: "D", Weight: 2}); err != nil {
		fmt.Println(err)
	}
	after, _ := ring.Owner("user4")
	fmt.Println(before, after)
	fmt.Println(ring.Add(goring.Node{Name: "D", Weight: 1}))
	// Output:
	// B D
	// add "D": the node is already in the ring
}

func ExampleRing_Remove() {
	ring := must(goring.New(goring.MD5x32, 50, goring.Nodes("cache-a", "cache-b")))
	fmt.Println(ring.Remove("cache-b"))
	fmt.Println(ring.Remove("cache-b"))
	fmt.Println(ring.Nodes())
	// Output:
	// true <nil>
	// false <nil>
	// [{cache-a 1}]
}

// Several nodes change places at once, and no reader sees the ring without
// either of them.
func ExampleRing_Update() {
	ring := must(goring.New(goring.XMur3, 50, goring.Nodes("old-1", "old-2", "C")))
	err := ring.Update(goring.Nodes("new-1", "new-2"), []string{"old-1", "old-2"})
	fmt.Println(ring.Nodes(), err)

	// All or nothing.
	err = ring.Update(goring.Nodes("new-3"), []string{"old-1"})
	fmt.Println(ring.Nodes(), err)
	// Output:
	// [{C 1} {new-1 1} {new-2 1}] <nil>
	// [{C 1} {new-1 1} {new-2 1}] remove "old-1": the node is not in the ring
}

// A snapshot answers several questions about the same ring, whatever becomes of
// it meanwhile.
func ExampleRing_Snapshot() {
	ring := must(goring.New(goring.XMur3, 3, goring.Nodes("A", "B", "C")))
	now := ring.Snapshot()
	if _, err := ring.Remove("C"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(now.Owner("k1"))
	fmt.Println(ring.Owner("k1"))
	// Output:
	// C <nil>
	// B <nil>
}

// A dialect is a value: this one takes the last 64 bits of the digest, and
// separates by a slash.
func ExampleDialect() {
	d := goring.MD5x128
	d.Name, d.Bits = "md5-last-64", 64
	d.Hash = func(text string) goring.Position {
		return goring.Position{Lo: goring.MD5x128.Hash(text).Lo}
	}
	d.Label = func(dst []byte, node string, index int) []byte {
		return fmt.Appendf(dst, "%s/%d", node, index)
	}
	ring := must(goring.New(d, 100, goring.Nodes("a", "b", "c")))
	fmt.Println(ring.Owner("k1"))

	// And this one, made for a test, has so few positions that all nodes meet.
	d.Hash = func(text string) goring.Position {
		p := goring.MD5x128.Hash(text)
		return goring.Position{Lo: bits.Rem64(p.Hi, p.Lo, 10)}
	}
	ring = must(goring.New(d, 100, goring.Nodes("a", "b", "c")))
	fmt.Println(ring.Owner("k1"))
	// Output:
	// c <nil>
	// a <nil>
}
