package identify

import (
	"fmt"
	"slices"
	"strconv"

	"ringkit/goring"
)

// A NextKey is a key to look up next, which tells candidates apart.
type NextKey struct {
	Key string
	// Says is who owns the key: one answer for each group of candidates that
	// differ.
	Says []Says
}

// Says is an owner, and the candidates that give it.
type Says struct {
	// Owner is in the client's words; empty where the key has none.
	Owner string
	// Candidates are indices of [Answer.Fits].
	Candidates []int
}

const (
	plainProbes = 4000
	mostNext    = 5
)

// probes returns keys to tell candidates apart, plain ones first. The others are
// made to meet what dialects differ in: labels of nodes, which land exactly on
// points, tags, NUL and characters beyond ASCII. Where all keys are numbers, so
// are these: to jump hashing other keys mean nothing.
func probes(nodes []goring.Node, numbers bool) (keys []string) {
	if numbers {
		for i := range plainProbes {
			keys = append(keys, strconv.FormatUint(uint64(i)*0x9e3779b97f4a7c15, 10))
		}
		// Here the first 31 random bits are all set, where Guava's int overflows.
		const overflowing = uint64(1<<64 - 1378172617505958997)
		return append(keys, strconv.FormatUint(overflowing, 10))
	}
	for i := range plainProbes {
		keys = append(keys, fmt.Sprintf("k%d", i))
	}
	for _, node := range nodes[:min(8, len(nodes))] {
		for _, separator := range []string{"#", "-", ":", "_"} {
			keys = append(keys, node.Name+separator+"0", node.Name+separator+"1")
		}
	}
	for i := range 40 {
		keys = append(keys, fmt.Sprintf("k%d{tag}", i), fmt.Sprintf("k\u00e9%d", i), fmt.Sprintf("k\U0001f600%d", i), fmt.Sprintf("k\x00%d", i))
	}
	return keys
}

// numbers tells whether all keys are whole numbers.
func (s *search) numbers() bool {
	for _, ring := range s.rings {
		for _, key := range ring.keys {
			_, errSigned := strconv.ParseInt(key, 10, 64)
			_, errUnsigned := strconv.ParseUint(key, 10, 64)
			if errSigned != nil && errUnsigned != nil {
				return false
			}
		}
	}
	return true
}

// ask asks all candidates for the owners of keys.
func (s *search) ask(candidates []*Candidate, nodes []goring.Node, keys []string) [][]int32 {
	owners := make([][]int32, len(candidates))
	s.each(len(candidates), func(i int) {
		var ok bool
		if owners[i], ok = candidates[i].ask(nodes, keys); !ok {
			owners[i] = slices.Repeat([]int32{failed}, len(keys))
		}
	})
	return owners
}

// splitting picks the keys that part candidates best, each with regard to those
// before it. Of equally good ones the first wins.
func splitting(owners [][]int32, keys int) (picked []int) {
	class := make([]int, len(owners)) // of each candidate, by the keys picked
	classes := 1
	for len(picked) < mostNext {
		best, most := -1, classes
		for k := range keys {
			if n := len(refined(class, owners, k)); n > most {
				best, most = k, n
			}
		}
		if best < 0 {
			break
		}
		number := refined(class, owners, best)
		for i := range class {
			class[i] = number[split{class[i], owners[i][best]}]
		}
		picked, classes = append(picked, best), most
	}
	return picked
}

type split struct {
	class int
	owner int32
}

// refined numbers the classes into which a key parts those that there are.
func refined(class []int, owners [][]int32, key int) map[split]int {
	number := make(map[split]int, len(class))
	for i := range class {
		at := split{class[i], owners[i][key]}
		if _, met := number[at]; !met {
			number[at] = len(number)
		}
	}
	return number
}

// next returns the keys that would decide between the candidates, of which there
// is one of each group.
func (s *search) next(candidates []*Candidate, indices [][]int, keys []string, owners [][]int32) []NextKey {
	if len(candidates) < 2 {
		return nil
	}
	var out []NextKey
	for _, k := range splitting(owners, len(keys)) {
		next := NextKey{Key: keys[k]}
		for i, c := range candidates {
			owner := s.ownerText(c, 0, owners[i][k])
			at := slices.IndexFunc(next.Says, func(said Says) bool { return said.Owner == owner })
			if at < 0 {
				at = len(next.Says)
				next.Says = append(next.Says, Says{Owner: owner})
			}
			next.Says[at].Candidates = append(next.Says[at].Candidates, indices[i]...)
		}
		out = append(out, next)
	}
	return out
}

// ownerText returns what the client would call a node; empty for none.
func (s *search) ownerText(c *Candidate, ring int, node int32) string {
	nodes := s.rings[ring].nodes
	switch {
	case node < 0:
		return ""
	case c.reading != learned:
		return readings[c.reading].of(nodes[node].Name, int(node))
	}
	for id, stands := range c.mapping[ring] {
		if stands == node {
			return s.rings[ring].names[id]
		}
	}
	return nodes[node].Name // never observed
}
