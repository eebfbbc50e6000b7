package main

import "ringkit/goring"

func (s *sketcher) npmHashringDefaultPort() {
	s.defaultPort()
	s.apart("sibling/npm-hashring", "node-text", "without the option the port is in the label", goring.NPMHashring, 0, mixed, userKeys(500))
	s.apart("sibling/libmemcached-n7", "share", "with seven servers libmemcached has 40 digests a server", goring.Libmemcached, 0, numbered("10.1.0.%d:11211", 1, 7), userKeys(9000))
	s.add("share/n7", "share", "seven servers of equal weight have 39 digests each", usual(anys(s.nodes(7))...), s.digest())
	s.add("share/weights-6-3-2", "share", "weights 6, 3 and 2", usual(weighing(mixed, 6, 3, 2)...), s.digest())
}

func (s *sketcher) npmHashring() {
	s.wholePort()
	for _, n := range []int{28, 49, 56} {
		s.add("share/also-n"+string(rune('0'+n/10))+string(rune('0'+n%10)), "share", "here too each node has 39 digests", usual(anys(s.nodes(n))...), s.digest())
	}
	s.apart("sibling/libmemcached", "node-text", "libmemcached leaves out the default port", goring.Libmemcached, 0, mixed, userKeys(500))
	s.apart("sibling/libmemcached-n7", "share", "with seven servers libmemcached has 40 digests a server", goring.Libmemcached, 0, anys(s.nodes(7)), userKeys(9000))
	s.apart("sibling/ketama-n7", "share", "and so has the original ketama", goring.Ketama, 0, anys(s.nodes(7)), userKeys(9000))
	s.apart("sibling/libmemcached-n25", "share", "with 25 servers libmemcached has 39 digests a server, and this package 40", goring.Libmemcached, 0, anys(s.nodes(25)), userKeys(9000))
	s.apart("sibling/uhashring-ketama", "boundary", "uhashring passes a point that a key lies on", goring.UHashringKetama, 0, local, s.localLabels())
}

func (s *sketcher) spymemcached() {
	s.wholePort()
	s.add("text/host-name", "node-text", "a name that was resolved is in the label, with the address after a slash", s.some("localhost/127.0.0.1:11211", "cache-a.example/10.0.0.1:11211"), points())
	s.add("text/address", "node-text", "the same servers by address have other points", s.some("127.0.0.1:11211", "10.0.0.1:11211"), points())
	s.add("text/unresolved", "node-text", "a name that was not resolved", s.some("cache1.example/<unresolved>:11300", "localhost/127.0.0.1:11211"), points())
	s.add("share/n25-weight-2", "share", "with weights the counts are rounded as libmemcached does", usual(weighing(anys(s.nodes(25)), twos(25)...)...), s.digest())
	s.apart("sibling/libmemcached", "node-text", "libmemcached leaves out the default port", goring.Libmemcached, 0, mixed, userKeys(500))
	s.apart("sibling/libmemcached-n25", "share", "without weights every server has 40 digests, also with 25 of them", goring.Libmemcached, 0, anys(s.nodes(25)), userKeys(9000))
	s.apart("sibling/npm-hashring-n7", "share", "and with seven", goring.NPMHashring, 0, anys(s.nodes(7)), userKeys(9000))
	t := tiesOnPort11212[1]
	s.apart("sibling/ketama-tie", "tie", "the original ketama gives a tie to the server listed first", goring.Ketama, 0, []any{t.a, t.b}, t.keys)
	s.apart("sibling/uhashring-ketama", "boundary", "uhashring passes a point that a key lies on", goring.UHashringKetama, 0, local, s.localLabels())
}

func twos(n int) []int {
	weights := make([]int, n)
	for i := range weights {
		weights[i] = 2
	}
	return weights
}

func (s *sketcher) dalli() {
	s.wholePort()
	successor := s.variant(func(d *goring.Dialect) { d.Boundary = goring.AtOrAfter })
	s.apart("sibling/successor", "boundary", "a key belongs to the point before it, not to the one after", successor, 0, local, userKeys(100))
	s.apart("sibling/rounded-digests", "share", "the count is that of points, not of digests of four points", s.variant(func(d *goring.Dialect) {
		d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int {
			return goring.UHashringKetama.Labels(vnodes, node, all) * 4
		}
	}), 0, weighing(local, 6, 3, 2), userKeys(9000))
	keys := []string{"k3231618", "k4263689", "k16929188", "k21705685", "k27697177", "k32748667"}
	s.add("boundary/captured-hits", "boundary", "keys that lie on points of three servers: the point itself owns", usual(local...), owners(keys...))
}

func (s *sketcher) uhashring() {
	s.uhashringLabels()
	s.apart("sibling/at-or-after", "boundary", "a ring that stops at a point that a key lies on has other owners for these", s.variant(func(d *goring.Dialect) { d.Boundary = goring.AtOrAfter }), 0, local, s.localLabels())
	s.apart("sibling/ketama", "position", "hash_fn ketama has other points", goring.UHashringKetama, 0, local, userKeys(100))
}

// uhashringLabels is about what both modes of uhashring do.
func (s *sketcher) uhashringLabels() {
	list := s.some(s.names(1, 2, 3)...)
	s.add("label/dash", "label", "names with the separator in them", s.some("a-1", "a", "a-1-1"), points())
	s.add("label/as-key", "boundary", "the label of a point as a key belongs to the next point", list, owners("node-1-0", "node-1-1", "node-2-0", "node-2-1", "node-3-0", "node-3-1"))
}

func (s *sketcher) uhashringKetama() {
	s.uhashringLabels()
	s.apart("sibling/libmemcached-n25", "share", "25 nodes of equal weight have 40 digests each; libmemcached gives them 39", goring.Libmemcached, 0, numbered("10.1.0.%d:11212", 1, 25), userKeys(9000))
	s.apart("sibling/npm-hashring-n7", "share", "and seven; the npm package hashring gives them 39", goring.NPMHashring, 0, numbered("10.1.0.%d:11212", 1, 7), userKeys(9000))
	s.add("share/n25-weight-2", "share", "weights that are all 2 are equal ones: 40 digests each", usual(weighing(anys(s.nodes(25)), twos(25)...)...), s.digest())
	s.apart("sibling/npm-hashring", "boundary", "most clients stop at a point that a key lies on", goring.NPMHashring, 0, local, s.localLabels())
	t := tiesOnPort11212[1]
	s.apart("sibling/ketama-tie", "tie", "the original ketama gives a tie to the server listed first", goring.Ketama, 0, []any{t.a, t.b}, t.keys)
	s.apart("sibling/default-mode", "position", "the default mode has other points", goring.UHashring, 0, local, userKeys(100))
}

func (s *sketcher) groupcache() {
	s.add("label/index-first", "label", "the index comes before the name", s.some("a", "b"), points())
	s.add("label/run-together", "label", "nothing is between them: 1 and 1.2.3.4 meet 11 and .2.3.4", ring(12, "1.2.3.4", ".2.3.4"), points())
	s.add("label/digits", "label", "names that are numbers", s.some("1", "11", "0", "10"), points())
	s.add("vnodes/100", "vnodes", "100 replicas", ring(100, local...), s.digest())
	s.apart("sibling/name-first", "label", "the name and then the index is another ring", s.variant(func(d *goring.Dialect) {
		d.Label = func(dst []byte, node string, index int) []byte {
			return append(append(dst, node...), string(rune('0'+index%10))...)
		}
	}), 0, local, userKeys(100))
	s.apart("sibling/first-writer", "tie", "of equal points the last writer stays", s.variant(func(d *goring.Dialect) { d.Tie = goring.ListedFirst }), 0,
		[]any{"1.2.3.4", ".2.3.4"}, []string{"11.2.3.4", "21.2.3.4", "31.2.3.4", "41.2.3.4"})
}
