package main

import (
	"fmt"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/vectors"
)

const (
	ringHashTest = "Envoy's ring_hash_lb_test.cc"
	maglevTest   = "Envoy's maglev_lb_test.cc"
)

// A table is what a unit test of Envoy pins: each point, or each place, as the
// number that the host ends in.
type table struct {
	id, why string
	vnodes  int
	nodes   []any
	table   string
}

var hosts90 = numbered("127.0.0.1:%d", 90, 6)

var ringHashTables = []table{
	{"basic", "six hosts, minimum 12", 12, hosts90, `833437586790550860 94 928266305478181108 92 1033482794131418490 90 3551244743356806947 95
		3851675632748031481 93 5583722120771150861 91 6311230543546372928 91 7700377290971790572 93
		13144177310400110813 95 13444792449719432967 92 15516499411664133160 94 16117243373044804889 90`},
	{"host-names", "six hosts with hash keys of two digits, minimum 12", 12, numbered("%d", 90, 6), `1975508444536362413 95 2376063919839173711 95 2386806903309390596 93 6749904478991551885 94
		6803900775736438537 93 7225015537174310577 92 8787465352164086522 90 11282020843382717940 92
		13723418369486627818 91 13776502110861797421 90 14338313586354474791 91 15364271037087512980 94`},
	{"uneven-hosts", "a minimum of 3 with two hosts gives 4 points", 3, numbered("127.0.0.1:%d", 80, 2), `5454692015285649509 80 7859399908942313493 81 13838424394637650569 80 16064866803292627174 81`},
	{"uneven-hosts-after", "the same after an update", 3, numbered("127.0.0.1:%d", 81, 2), `7859399908942313493 81 8241336090459785962 82 12882406409176325258 82 16064866803292627174 81`},
	{"weights", "weights 1, 2 and 3", 6, weighing(hosts90[:3], 1, 2, 3), `928266305478181108 92 4443673547860492590 92 5583722120771150861 91 6311230543546372928 91
		13444792449719432967 92 16117243373044804889 90`},
	{"weights-of-localities", "weights of hosts and localities: 1, 2, 2 and 4", 9, weighing(hosts90[:4], 1, 2, 2, 4), `928266305478181108 92 3851675632748031481 93 5583722120771150861 91 6311230543546372928 91 7700377290971790572 93
		12559126875973811811 93 13444792449719432967 92 13784988426630141778 93 16117243373044804889 90`},
}

func (s *sketcher) envoyRingHash() {
	s.ringHash(ringHashTest, goring.GRPCRingHash, "hosts are taken in the order of the list; sorted by name, b would have two points and c one")
	s.add("share/large-ring", "share", "weights 1, 2 and 3 on 6144 points", ring(6144, weighing(hosts90[:3], 1, 2, 3)...), s.digest(), s.plain("counts: TBD"))
}

func (s *sketcher) grpcRingHash() {
	s.ringHash("", goring.EnvoyRingHash, "hosts are sorted by name; in the order of the list c would have two points and b one")
	const limit = 4096
	s.add("vnodes/maximum", "share", "4096 points at most: the heavy node is cut down", ring(limit, weighing(s.names(1, 2), 1, 2)...), s.digest(), s.plain("counts: TBD"))
	s.apart("sibling/envoy-maximum", "share", "Envoy's maximum is higher: this ring has more than 4096 points there", goring.EnvoyRingHash, limit, weighing(s.names(1, 2, 3), 1, 50, 49), userKeys(20000))
	s.add("vnodes/at-maximum", "vnodes", "a minimum that is the maximum", ring(limit, local...), s.digest())
	s.add("vnodes/over-maximum", "bad-vnodes", "a minimum above the maximum is refused", refused("bad-vnodes", ring(limit+1, s.names(1)...)))
}

// ringHash is about what Envoy and gRPC have in common: program is the one that
// the tables are of, if they are that program's own, and why tells what the other
// does otherwise with the order of hosts.
func (s *sketcher) ringHash(program string, other goring.Dialect, why string) {
	for _, t := range ringHashTables {
		words := strings.Fields(t.table)
		var list []string
		for i := 0; i < len(words); i += 2 {
			list = append(list, fmt.Sprintf("[%q, %s]", words[i], vectors.Literal(endingIn(t.nodes, words[i+1]))))
		}
		s.program = program
		s.add("table/"+t.id, "share", t.why, ring(t.vnodes, t.nodes...), "points: all, want: ["+strings.Join(list, ", ")+"]")
	}
	s.add("label/underscore", "label", "the index follows an underscore", ring(2, "host", "host_0"), points())
	list := []any{weighted{"a", 2}, weighted{"c", 3}, weighted{"b", 3}}
	s.add("share/order", "share", why, ring(1, list...), points())
	s.add("share/other-order", "share", why, ring(1, weighted{"b", 3}, weighted{"c", 3}, weighted{"a", 2}), points())
	s.apart("sibling/"+other.Name, "share", why, other, 1, list, userKeys(500))
	s.add("share/fraction", "share", "weights 3, 3 and 4 with a minimum of 10", ring(10, weighing(local, 3, 3, 4)...), points())
	s.add("share/minimum-1", "share", "the lightest has one point whatever the minimum", ring(1, weighing(s.names(1, 2), 1, 3)...), points())
	s.add("share/few-for-many", "share", "a minimum below the number of hosts gives one point each", ring(4, anys(s.nodes(9))...), points())
	s.add("boundary/labels", "boundary", "keys that are labels lie on points, which own them", usual(local...), owners("127.0.0.1:18301_0", "127.0.0.1:18301_1", "127.0.0.1:18302_0", "127.0.0.1:18302_1", "127.0.0.1:18303_0", "127.0.0.1:18303_1", "127.0.0.1:18303_341"))
}

// endingIn returns the node whose name ends in that text.
func endingIn(nodes []any, end string) string {
	for _, node := range asNodes(nodes) {
		if strings.HasSuffix(node.Name, end) {
			return node.Name
		}
	}
	panic("no node ends in " + end)
}

var maglevTables = []table{
	{"basic", "six hosts", 7, hosts90, "92 94 90 91 95 90 93"},
	{"shuffled", "the order of the list has no say", 7, []any{"127.0.0.1:93", "127.0.0.1:90", "127.0.0.1:95", "127.0.0.1:91", "127.0.0.1:94", "127.0.0.1:92"}, "92 94 90 91 95 90 93"},
	{"host-names", "hosts with hash keys of two digits", 7, numbered("%d", 90, 6), "92 95 90 93 94 91 90"},
	{"weights", "weights 1 and 2", 17, weighing(hosts90[:2], 1, 2), "91 90 90 91 90 91 91 90 91 91 91 91 91 90 91 90 91"},
	{"same-localities", "two localities of one weight", 17, weighing(hosts90[:2], 1, 1), "91 90 90 91 90 91 91 90 90 91 90 91 90 90 91 90 91"},
	{"other-localities", "localities of weights 8 and 2", 17, weighing(hosts90[:2], 8, 2), "91 90 90 90 90 90 91 90 90 91 90 91 90 90 90 90 90"},
	{"single-host", "one host has all places", 7, hosts90[:1], "90 90 90 90 90 90 90"},
	{"single-weighted-host", "one host of weight 7 has all places", 17, weighing(hosts90[:1], 7), "90 90 90 90 90 90 90 90 90 90 90 90 90 90 90 90 90"},
}

func (s *sketcher) maglev() {
	for _, t := range maglevTables {
		var want []string
		for _, end := range strings.Fields(t.table) {
			want = append(want, vectors.Literal(endingIn(t.nodes, end)))
		}
		s.program = maglevTest
		s.add("table/"+t.id, "placement", t.why+": a key for each place", ring(t.vnodes, t.nodes...),
			"owners: "+vectors.LiteralList(s.keyOfEachPlace(t.vnodes), vectors.Literal)+", want: ["+strings.Join(want, ", ")+"]")
	}
	for _, size := range []int{2, 3, 5, 11, 97, 251, 1021} {
		s.add("size/"+strconv.Itoa(size), "placement", "the table has so many places, a prime", ring(size, s.names(1, 2, 3)...), s.digest(), s.plain("counts: TBD"))
	}
	s.add("size/fewer-than-nodes", "placement", "fewer places than nodes: those that come late by name have none", ring(5, anys(s.nodes(9))...), s.digest(), s.plain("counts: TBD"))
	for _, size := range []int{1, 4, 8, 9, 49, 65536, 1000000} {
		s.add("size/refused-"+strconv.Itoa(size), "bad-vnodes", "the size of the table must be a prime up to 5000011", refused("bad-vnodes", ring(size, s.names(1)...)))
	}
	for _, w := range [][]int{{6, 3, 2}, {1, 1, 5}, {5, 5, 5}, {1, 2, 3, 7}, {1, 100}, {3, 3, 4}} {
		s.add(fmt.Sprintf("weight/%d-%d", w[0], w[len(w)-1]), "placement", "a lighter node takes a place in fewer rounds", ring(251, weighing(anys(s.nodes(len(w))), w...)...), s.digest(), s.plain("counts: TBD"))
	}
	s.add("weight/order", "placement", "weights belong to names, not to places in the list", ring(97, weighted{s.node(3), 2}, weighted{s.node(1), 6}, weighted{s.node(2), 3}), s.digest())
	s.add("join", "placement", "a join moves a few keys of others too", ring(251, s.names(1, 2, 3)...), s.keep("before"), addNode(s.node(4)), s.keep("after"), "moved: {from: before, to: after}, count: TBD")
	s.add("names/order-of-bytes", "name-order", "hosts take turns in the order of their bytes: U+FF4E before U+1F7E2, 10 before 9", ring(11, "\U0001f7e2", "\uff4e", "a10", "a9", "B"), s.digest())
	s.apart("sibling/ring-hash", "placement", "the ring hash of the same hosts has other owners", goring.EnvoyRingHash, 97, local, userKeys(100))
}

func (s *sketcher) keyOfEachPlace(size int) []string {
	keys := make([]string, size)
	for i, left := 0, size; left > 0; i++ {
		key := "k" + strconv.Itoa(i)
		if at := s.d.Hash(key).Lo % uint64(size); keys[at] == "" {
			keys[at] = key
			left--
		}
	}
	return keys
}
