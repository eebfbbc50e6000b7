package mistakes

import (
	"slices"

	"ringkit/goring"
)

// modulaSteps are the dialects without a ring in which the remainder of the key's
// hash decides, taken apart.
type modulaSteps struct {
	hash      func(text string) goring.Position
	order     func(a, b goring.Member) int
	weighted  bool
	remainder func(h uint64, n int) int
}

// inModula makes an edit of one of the steps an edit of the dialect.
func inModula(change func(m *modulaSteps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		m := &modulaSteps{
			hash: d.Hash, order: goring.ListedFirst,
			remainder: func(h uint64, n int) int { return int(h % uint64(n)) },
		}
		if d.Name == "twemproxy-modula-crc16" {
			m.order, m.weighted = goring.Twemproxy.Tie, true
		}
		change(m)
		d.Hash = m.hash
		choosing(m.place)(d)
	}
}

func (m *modulaSteps) place(_ int, nodes []goring.Node) func(key string) int {
	servers := make([]goring.Member, len(nodes))
	for i, node := range nodes {
		servers[i] = goring.Member{Node: node, Place: i}
	}
	slices.SortStableFunc(servers, m.order)
	var buckets []int
	for _, server := range servers {
		times := 1
		if m.weighted {
			times = server.Weight
		}
		buckets = append(buckets, slices.Repeat([]int{server.Place}, times)...)
	}
	return func(key string) int {
		if len(buckets) == 0 {
			return -1
		}
		return buckets[m.remainder(m.hash(key).Lo, len(buckets))]
	}
}
