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

var slotMistakes = []Mistake{
	{
		Name: "crc16-from-ffff", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"redis-cluster"},
		Says:  "your ring begins the CRC-16 with 0xffff; Redis begins with 0",
		Cause: "CRC-16/CCITT-FALSE, which most libraries call CCITT, has the same polynomial and another start",
		Fix:   "begin with 0, as XMODEM does: crc16(\"123456789\") is 0x31c3",
		edit:  withSlot(func(key string) uint32 { return crc16(rightTag(key), 0xffff) % slotCount }),
	},
	{
		Name: "crc16-reflected", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"redis-cluster"},
		Says:  "your ring has the CRC-16 with the lowest bit first; Redis has XMODEM, with the highest first",
		Cause: "CRC-16/ARC is what many libraries call CRC-16",
		Fix:   "use the polynomial 0x1021, highest bit first: crc16(\"123456789\") is 0x31c3",
		edit:  withSlot(func(key string) uint32 { return reflectedCRC16(rightTag(key)) % slotCount }),
	},
	{
		Name: "slot-modulo-16383", Stage: harness.StageHash, Rule: "position", dialects: []string{"redis-cluster"},
		Says:  "your ring takes the CRC-16 modulo 16383; there are 16384 slots",
		Cause: "% 16383, where & 16383 is written in the specification",
		Fix:   "take it modulo 16384, or the low 14 bits",
		edit:  withSlot(func(key string) uint32 { return crc16(rightTag(key), 0) % (slotCount - 1) }),
	},
	{
		Name: "slot-not-cut", Stage: harness.StageHash, Rule: "position", dialects: []string{"redis-cluster"},
		Says:  "your ring gives the whole CRC-16 for the slot of a key",
		Cause: "the remainder is taken where the node is looked up, and not before",
		Fix:   "take it modulo 16384",
		edit: func(d *goring.Dialect) {
			d.Hash = func(text string) goring.Position { return at32(crc16(rightTag(text), 0)) }
		},
	},
	{
		Name: "slot-ranges-without-end", Stage: harness.StagePlacement, Rule: "node-text", dialects: []string{"redis-cluster"},
		Says:  "your ring leaves the last slot of each range out; a range names its last slot",
		Cause: "range(first, last), or i < last",
		Fix:   "count both ends of a range",
		edit: withRanges(func(words []string) []string {
			for i, word := range words {
				if first, last, ok := strings.Cut(word, "-"); ok {
					if n, err := strconv.Atoi(last); err == nil {
						words[i] = first + "-" + strconv.Itoa(n-1)
					}
				}
			}
			return words
		}),
	},
	{
		Name: "single-slots-dropped", Stage: harness.StagePlacement, Rule: "node-text", dialects: []string{"redis-cluster"},
		Says:  "your ring passes over a slot that stands alone; only ranges with a dash count",
		Cause: "a pattern such as (\\d+)-(\\d+), or split('-') into two",
		Fix:   "take a number alone for a range of one slot",
		edit: withRanges(func(words []string) []string {
			return slices.DeleteFunc(words, func(word string) bool { return !strings.Contains(word, "-") })
		}),
	},
	{
		Name: "slot-range-turned-round", Stage: harness.StagePlacement, Rule: "node-text", dialects: []string{"redis-cluster"},
		Says:  "your ring takes a range that runs backwards for the one from its lower to its higher slot; it is empty",
		Cause: "the two ends are sorted before they are used",
		Fix:   "count up from the first slot of a range to the last, which may be none",
		edit: withRanges(func(words []string) []string {
			for i, word := range words {
				first, last, _ := strings.Cut(word, "-")
				from, errFrom := strconv.Atoi(first)
				to, errTo := strconv.Atoi(last)
				if errFrom == nil && errTo == nil && from > to {
					words[i] = last + "-" + first
				}
			}
			return words
		}),
	},
	{
		Name: "first-range-only", Stage: harness.StagePlacement, Rule: "node-text", dialects: []string{"redis-cluster"},
		Says:  "your ring reads the first range of a node and no other",
		Cause: "the ninth field of CLUSTER NODES is read, and those after it are not",
		Fix:   "read all words to the end of the line",
		edit:  withRanges(func(words []string) []string { return words[:1] }),
	},
	{
		Name: "slot-of-nobody-to-first", Stage: harness.StageError, Rule: "placement", dialects: []string{"redis-cluster"},
		Says:  "a key whose slot no node serves has an owner in your ring; here it has none",
		Cause: "a table that is filled with zeros, which is the index of the first node",
		Fix:   "answer that there is none",
		edit:  aroundPlacement(func(_ []goring.Node, right func(string) int, key string) int { return max(0, right(key)) }),
	},
	{
		Name: "slots-split-by-list", Stage: harness.StagePlacement, Rule: "list-order", dialects: []string{"redis-cluster"},
		Says:  "where nodes name no slots, your ring splits them in the order of the list; redis-cli takes a node of each host in turn",
		Cause: "the order is seen only where several nodes have one host",
		Fix:   "take the first node of each host, then the second of each, and so on",
		edit: splitting(func(i, n int) int {
			return int(math.RoundToEven(float64(slotCount)*float64(i+1)/float64(n) - 1))
		}),
	},
	{
		Name: "slots-split-in-integers", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"redis-cluster"},
		Says:  "where nodes name no slots, your ring gives each 16384 / n of them, rounded down, and the last the rest; redis-cli rounds each border",
		Cause: "integers for redis-cli's float",
		Fix:   "let the border of the i-th node be i * 16384 / n, rounded",
		edit:  splitting(func(i, n int) int { return (i+1)*(slotCount/n) - 1 }),
	},
}
