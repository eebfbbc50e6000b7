package goring_test

import (
	"fmt"
	"testing"

	"ringkit/goring"
)

// The other rings that goring is measured beside are in scripts/bench.

var benchSizes = []int{3, 10, 100, 1000}

func benchRing(b *testing.B, d goring.Dialect, nodes int) *goring.Ring {
	b.Helper()
	ring, err := goring.New(d, 150, goring.Nodes(numbered("node-%d", nodes)...))
	if err != nil {
		b.Fatal(err)
	}
	return ring
}

func numbered(pattern string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(pattern, i)
	}
	return out
}

// eachRing runs f on rings of several sizes in the dialects that differ in cost.
func eachRing(b *testing.B, f func(b *testing.B, d goring.Dialect, nodes int)) {
	for _, d := range []goring.Dialect{goring.XMur3, goring.MD5x32, goring.MD5x128} {
		for _, nodes := range benchSizes {
			b.Run(fmt.Sprintf("%s/nodes=%d", d.Name, nodes), func(b *testing.B) {
				b.ReportAllocs()
				f(b, d, nodes)
			})
		}
	}
}

func BenchmarkOwner(b *testing.B) {
	keys := numbered("user%d", 10_000)
	eachRing(b, func(b *testing.B, d goring.Dialect, nodes int) {
		ring := benchRing(b, d, nodes)
		for i := 0; b.Loop(); i++ {
			ring.Owner(keys[i%len(keys)])
		}
	})
}

// BenchmarkSearch leaves out the hash.
func BenchmarkSearch(b *testing.B) {
	eachRing(b, func(b *testing.B, d goring.Dialect, nodes int) {
		s := benchRing(b, d, nodes).Snapshot()
		positions := make([]goring.Position, 10_000)
		for i := range positions {
			positions[i] = d.Hash(fmt.Sprintf("user%d", i))
		}
		for i := 0; b.Loop(); i++ {
			s.Search(positions[i%len(positions)])
		}
	})
}

func BenchmarkAppendReplicas(b *testing.B) {
	keys := numbered("user%d", 10_000)
	for _, n := range []int{3, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			eachRing(b, func(b *testing.B, d goring.Dialect, nodes int) {
				ring := benchRing(b, d, nodes)
				var dst []string
				for i := 0; b.Loop(); i++ {
					dst, _ = ring.AppendReplicas(dst[:0], keys[i%len(keys)], n)
				}
			})
		})
	}
}

func BenchmarkNew(b *testing.B) {
	eachRing(b, func(b *testing.B, d goring.Dialect, nodes int) {
		for b.Loop() {
			benchRing(b, d, nodes)
		}
	})
}

// BenchmarkChange adds a node and removes it.
func BenchmarkChange(b *testing.B) {
	eachRing(b, func(b *testing.B, d goring.Dialect, nodes int) {
		ring := benchRing(b, d, nodes)
		for b.Loop() {
			if err := ring.Add(goring.Node{Name: "joining", Weight: 1}); err != nil {
				b.Fatal(err)
			}
			if _, err := ring.Remove("joining"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkHash(b *testing.B) {
	for _, d := range []goring.Dialect{goring.XMur3, goring.XMur3UTF16, goring.MD5x32, goring.MD5x128} {
		for _, text := range []string{"user1234", "us\u00e9r1234", "user:8f14e45f-ceea-467f-a0e6-6f6c4f1d2b3a"} {
			b.Run(d.Name+"/"+text, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					d.Hash(text)
				}
			})
		}
	}
}
