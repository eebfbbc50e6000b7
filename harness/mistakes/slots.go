package mistakes

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ringkit/goring"
	"ringkit/harness"
)

const slotCount = 16384

// crc16 is CRC-16 with the polynomial 0x1021, the highest bit first; with start 0
// that is XMODEM.
func crc16(text string, start uint16) uint32 {
	crc := start
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			top := crc >> 15
			crc = crc<<1 ^ top*0x1021
		}
	}
	return uint32(crc)
}

// reflectedCRC16 is CRC-16/ARC, the usual one with the lowest bit first.
func reflectedCRC16(text string) uint32 {
	var crc uint16
	for i := range len(text) {
		crc ^= uint16(text[i])
		for range 8 {
			low := crc & 1
			crc = crc>>1 ^ low*0xa001
		}
	}
	return uint32(crc)
}

// keyOfSlot returns for each slot a key that is in it.
var keyOfSlot = sync.OnceValue(func() []string {
	keys := make([]string, slotCount)
	for i, left := 0, slotCount; left > 0; i++ {
		key := strconv.Itoa(i)
		if slot := crc16(key, 0) % slotCount; keys[slot] == "" {
			keys[slot] = key
			left--
		}
	}
	return keys
})

// withSlot makes another slot of a key an edit of the dialect. Who serves a slot
// stays as it is.
func withSlot(slot func(key string) uint32) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		d.Hash = func(text string) goring.Position { return at32(slot(text)) }
		withKeys(func(key string) string { return keyOfSlot()[slot(key)%slotCount] })(d)
	}
}

// withRanges changes the words of a node that name the slots it serves.
func withRanges(change func(words []string) []string) func(d *goring.Dialect) {
	return withNames(func(name string) string {
		address, served, _ := strings.Cut(name, " ")
		words := strings.Fields(served)
		if len(words) == 0 {
			return name
		}
		return strings.Join(append([]string{address}, change(words)...), " ")
	})
}

// hasRanges tells whether some node names slots; where none does, they are split.
func hasRanges(nodes []goring.Node) bool {
	return slices.ContainsFunc(nodes, func(node goring.Node) bool { return strings.Contains(node.Name, " ") })
}

// splitting gives the nodes other slots where they name none. last is the last
// slot of the i-th of n.
func splitting(last func(i, n int) int) func(d *goring.Dialect) {
	return aroundPlacement(func(nodes []goring.Node, right func(string) int, key string) int {
		if hasRanges(nodes) {
			return right(key)
		}
		slot := int(goring.RedisCluster.Hash(key).Lo)
		for i := range nodes {
			if i == len(nodes)-1 || slot <= last(i, len(nodes)) {
				return i
			}
		}
		return -1
	})
}

func slotMistake(name string, stage harness.Stage, rule, says, cause, fix string, edit func(d *goring.Dialect)) Mistake {
	return Mistake{
		Name: name, Stage: stage, Rule: rule, dialects: []string{"redis-cluster"},
		Says: says, Cause: cause, Fix: fix, edit: edit,
	}
}

var slotMistakes = []Mistake{
	slotMistake("crc16-from-ffff", harness.StageHash, "hash-text",
		"your ring begins the CRC-16 with 0xffff; Redis begins with 0",
		"CRC-16/CCITT-FALSE, which most libraries call CCITT, has the same polynomial and another start",
		"begin with 0, as XMODEM does: crc16(\"123456789\") is 0x31c3",
		withSlot(func(key string) uint32 { return crc16(rightTag(key), 0xffff) % slotCount })),
	slotMistake("crc16-reflected", harness.StageHash, "hash-text",
		"your ring has the CRC-16 with the lowest bit first; Redis has XMODEM, with the highest first",
		"CRC-16/ARC is what many libraries call CRC-16",
		"use the polynomial 0x1021, highest bit first: crc16(\"123456789\") is 0x31c3",
		withSlot(func(key string) uint32 { return reflectedCRC16(rightTag(key)) % slotCount })),
	slotMistake("slot-modulo-16383", harness.StageHash, "position",
		"your ring takes the CRC-16 modulo 16383; there are 16384 slots",
		"% 16383, where & 16383 is written in the specification",
		"take it modulo 16384, or the low 14 bits",
		withSlot(func(key string) uint32 { return crc16(rightTag(key), 0) % (slotCount - 1) })),
	slotMistake("slot-not-cut", harness.StageHash, "position",
		"your ring gives the whole CRC-16 for the slot of a key",
		"the remainder is taken where the node is looked up, and not before",
		"take it modulo 16384",
		func(d *goring.Dialect) {
			d.Hash = func(text string) goring.Position { return at32(crc16(rightTag(text), 0)) }
		}),
	slotMistake("slot-ranges-without-end", harness.StagePlacement, "node-text",
		"your ring leaves the last slot of each range out; a range names its last slot",
		"range(first, last), or i < last",
		"count both ends of a range",
		withRanges(func(words []string) []string {
			for i, word := range words {
				if first, last, ok := strings.Cut(word, "-"); ok {
					if n, err := strconv.Atoi(last); err == nil {
						words[i] = first + "-" + strconv.Itoa(n-1)
					}
				}
			}
			return words
		})),
	slotMistake("single-slots-dropped", harness.StagePlacement, "node-text",
		"your ring passes over a slot that stands alone; only ranges with a dash count",
		"a pattern such as (\\d+)-(\\d+), or split('-') into two",
		"take a number alone for a range of one slot",
		withRanges(func(words []string) []string {
			return slices.DeleteFunc(words, func(word string) bool { return !strings.Contains(word, "-") })
		})),
	slotMistake("slot-range-turned-round", harness.StagePlacement, "node-text",
		"your ring takes a range that runs backwards for the one from its lower to its higher slot; it is empty",
		"the two ends are sorted before they are used",
		"count up from the first slot of a range to the last, which may be none",
		withRanges(func(words []string) []string {
			for i, word := range words {
				first, last, _ := strings.Cut(word, "-")
				from, errFrom := strconv.Atoi(first)
				to, errTo := strconv.Atoi(last)
				if errFrom == nil && errTo == nil && from > to {
					words[i] = last + "-" + first
				}
			}
			return words
		})),
	slotMistake("first-range-only", harness.StagePlacement, "node-text",
		"your ring reads the first range of a node and no other",
		"the ninth field of CLUSTER NODES is read, and those after it are not",
		"read all words to the end of the line",
		withRanges(func(words []string) []string { return words[:1] })),
	slotMistake("slot-of-nobody-to-first", harness.StageError, "placement",
		"a key whose slot no node serves has an owner in your ring; here it has none",
		"a table that is filled with zeros, which is the index of the first node",
		"answer that there is none",
		aroundPlacement(func(_ []goring.Node, right func(string) int, key string) int { return max(0, right(key)) })),
	slotMistake("slots-split-by-list", harness.StagePlacement, "list-order",
		"where nodes name no slots, your ring splits them in the order of the list; redis-cli takes a node of each host in turn",
		"the order is seen only where several nodes have one host",
		"take the first node of each host, then the second of each, and so on",
		splitting(func(i, n int) int {
			return int(math.RoundToEven(float64(slotCount)*float64(i+1)/float64(n) - 1))
		})),
	slotMistake("slots-split-in-integers", harness.StagePlacement, "placement",
		"where nodes name no slots, your ring gives each 16384 / n of them, rounded down, and the last the rest; redis-cli rounds each border",
		"integers for redis-cli's float",
		"let the border of the i-th node be i * 16384 / n, rounded",
		splitting(func(i, n int) int { return (i+1)*(slotCount/n) - 1 })),
}
