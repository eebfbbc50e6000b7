package main

import (
	"hash/crc32"
	"strconv"

	"ringkit/goring"
)

// keyAt returns a key whose position is p: the text of a label where one is
// there, else one that is made by running the hash of keys backwards.
func (s *sketcher) keyAt(p goring.Position, nodes []goring.Node, vnodes int) (string, bool) {
	if s.d.Label != nil {
		for _, node := range nodes {
			for i := range s.d.Labels(vnodes, node, nodes) {
				if label := string(s.d.Label(nil, node.Name, i)); s.d.Hash(label) == p {
					return label, true
				}
			}
		}
	}
	if back, ok := backwards[s.d.Name]; ok {
		return back.textAt(uint32(p.Lo)), true
	}
	return "", false
}

// A backward is a hash of 32 bits that can be undone byte by byte.
type backward struct {
	start uint32
	step  func(h uint32, c byte) uint32
	back  func(h uint32, c byte) uint32
	// open undoes what follows the last byte.
	open func(position uint32) uint32
}

var backwards = map[string]backward{
	"nginx": crc32Backward, "dalli": crc32Backward, "haproxy-crc32": crc32Backward, "twemproxy-crc32a": crc32Backward,
	"haproxy": haproxyBackward, "haproxy-sdbm": sdbmBackward,
	"twemproxy": fnvBackward, "twemproxy-hash-tag": fnvBackward,
}

var (
	crc32Backward = backward{
		start: 0xffffffff,
		step:  func(h uint32, c byte) uint32 { return crc32.IEEETable[byte(h)^c] ^ h>>8 },
		back: func(h uint32, c byte) uint32 {
			for i, entry := range crc32.IEEETable {
				if entry>>24 == h>>24 { // each highest byte is there once
					return (h^entry)<<8 | uint32(byte(i)^c)
				}
			}
			panic("no such entry")
		},
		open: func(p uint32) uint32 { return ^p },
	}
	sdbmBackward = backward{
		step: func(h uint32, c byte) uint32 { return h*65599 + uint32(c) },
		back: func(h uint32, c byte) uint32 { return (h - uint32(c)) * inverse(65599) },
		open: func(p uint32) uint32 { return p },
	}
	haproxyBackward = func() backward { b := sdbmBackward; b.open = beforeAvalanche; return b }()
	fnvBackward     = backward{
		start: 0x84222325,
		step:  func(h uint32, c byte) uint32 { return (h ^ uint32(c)) * 0x1b3 },
		back:  func(h uint32, c byte) uint32 { return h*inverse(0x1b3) ^ uint32(c) },
		open:  func(p uint32) uint32 { return p },
	}
)

// inverse returns what undoes a multiplication by an odd number. Each round of
// Newton's doubles the bits that are right.
func inverse(odd uint32) uint32 {
	x := odd
	for range 5 {
		x *= 2 - odd*x
	}
	return x
}

// beforeAvalanche undoes HAProxy's full_hash, step by step.
func beforeAvalanche(a uint32) uint32 {
	a *= inverse(3221225473)
	a ^= 0xb55a4f09
	a ^= a >> 16
	a = (a - 0xfd7046c5) * inverse(1+1<<3)
	sum := a // (x + 0xd3a2646c) ^ x<<9, of which each round gives nine bits more
	x := uint32(0)
	for range 4 {
		x = (sum ^ x<<9) - 0xd3a2646c
	}
	a = (x - 0x165667b1) * inverse(1+1<<5)
	a ^= 0xc761c23c
	a ^= a >> 19
	return (a - 0x7ed55d16) * inverse(1+1<<12)
}

// textAt goes three letters back from the position and forward from many
// beginnings, until the two meet.
func (b backward) textAt(position uint32) string {
	const letters = "0123456789abcdefghijklmnopqrstuvwxyz"
	ends := map[uint32]string{b.open(position): ""}
	for range 3 {
		longer := make(map[uint32]string, len(ends)*len(letters))
		for h, end := range ends {
			for _, c := range letters {
				at, text := b.back(h, byte(c)), string(c)+end
				if old, taken := longer[at]; !taken || text < old {
					longer[at] = text
				}
			}
		}
		ends = longer
	}
	for i := 0; ; i++ {
		text := "k" + strconv.Itoa(i)
		h := b.start
		for _, c := range []byte(text) {
			h = b.step(h, c)
		}
		if end, met := ends[h]; met {
			return text + end
		}
	}
}

// at writes the text of a position as vector files have it.
func (s *sketcher) at(p goring.Position) string { return yamlPosition(s.d.TextOf(p), s.d.Bits) }

// shifted returns the position a few after p, or before it.
func shifted(p goring.Position, by int) goring.Position {
	return goring.Position{Lo: uint64(uint32(p.Lo) + uint32(by))}
}
