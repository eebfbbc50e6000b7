package main

import (
	"fmt"

	"ringkit/goring"
)

func (s *sketcher) nginx() {
	s.add("chain/one-server", "label", "each point is hashed from the one before", ring(12, "10.1.0.1:8080"), points())
	s.add("text/host-and-port", "node-text", "host and port are apart: a NUL is hashed in place of the colon", s.some("10.0.0.1:80", "10.0.0.1:8080"), points())
	s.add("text/no-port", "node-text", "no port", s.some("10.0.0.1", "localhost"), points())
	s.add("text/host-name", "node-text", "a host name is hashed as it is written, case and all", s.some("localhost:81", "LOCALHOST:81", "127.0.0.1:81"), points())
	s.add("text/port-as-written", "node-text", "so is a port", s.some("127.0.0.1:80", "127.0.0.1:080"), points())
	s.add("text/ipv6", "node-text", "the last colon parts host and port", s.some("[::1]:80", "[::1]"), points())
	s.add("text/unix", "node-text", "unix: is dropped and the rest is all host, a colon in it too", s.some("unix:/run/a.sock", "unix:/run/a.sock:1", "UNIX:/run/b.sock"), points())
	s.apart("sibling/address", "node-text", "a server written by its address has other points than by its name", s.variant(func(d *goring.Dialect) {
		d.Points = func(dst []goring.Position, labels int, node goring.Node, all []goring.Node) []goring.Position {
			if node.Name == "localhost:18081" {
				node.Name = "127.0.0.1:18081"
			}
			return goring.NGINX.Points(dst, labels, node, all)
		}
	}), 0, []any{"localhost:18081", "127.0.0.1:18082", "127.0.0.1:18083"}, userKeys(500))
	s.apart("sibling/after", "boundary", "a search that passes a point that a key lies on has other owners for these", s.variant(func(d *goring.Dialect) { d.Boundary = goring.After }), 0, local,
		[]string{"k24075577", "k31172473", "k44574796", "k60724001", "k61387331", "k70562553"})
	s.apart("sibling/memcached-fast", "vnodes", "150 points a server, as Cache::Memcached::Fast is set to, are another ring", s.variant(func(d *goring.Dialect) {
		d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int {
			return goring.NGINX.Labels(150, node, all)
		}
	}), 0, local, userKeys(2000))
	s.add("share/none", "weight", "weights are no shares: 25 servers have 160 points each", usual(anys(s.nodes(25))...), s.digest())
}

func (s *sketcher) haproxy() {
	s.add("twice-listed/refused", "twice-listed", "a server listed twice is refused, since HAProxy wants each to have a name of its own",
		refused("duplicate-node", usual("10.1.0.1:8080", "10.1.0.2:8080", "10.1.0.1:8080")))
	successor := s.variant(func(d *goring.Dialect) { d.Boundary = goring.AtOrAfter })
	s.apart("sibling/successor", "boundary", "the nearest point owns, also where it is the one before", successor, 0, web, mixedKeys())
	numbers, _ := s.ringWithHits()
	nodes := s.names(numbers...)
	ringPoints := s.build(s.d, s.set.vnodes, nodes).Points()
	var middle, above []string
	for i, p := range ringPoints {
		next := ringPoints[(i+1)%len(ringPoints)]
		gap := int(uint32(next.Position.Lo - p.Position.Lo))
		if next.Node == p.Node || gap%2 != 0 || len(middle) == 4 {
			continue
		}
		half, _ := s.keyAt(shifted(p.Position, gap/2), nil, 0)
		more, _ := s.keyAt(shifted(p.Position, gap/2+1), nil, 0)
		middle, above = append(middle, half), append(above, more)
	}
	if len(middle) > 0 {
		s.add("boundary/equal-distance", "boundary", "as far from the point before as from the next: the one before owns", s.some(nodes...), owners(middle...))
		s.add("boundary/past-the-middle", "boundary", "one more, and the next owns", s.some(nodes...), owners(above...))
	}
	first, last := ringPoints[0].Position, ringPoints[len(ringPoints)-1].Position
	gap := int(uint32(first.Lo - last.Lo))
	nearLast, _ := s.keyAt(shifted(last, gap/4), nil, 0)
	nearFirst, _ := s.keyAt(shifted(first, -gap/4), nil, 0)
	s.add("wrap/nearer-the-last", "wrap", "between the last point and the first, nearer the last", s.some(nodes...), hash(nearLast), owner(nearLast))
	s.add("wrap/nearer-the-first", "wrap", "between the last point and the first, nearer the first", s.some(nodes...), hash(nearFirst), owner(nearFirst))

	a, b, c := "10.0.0.1:80 id 1", "10.0.0.2:80 id 1048577", "10.0.0.3:80 id 2"
	var below, over []string
	for i, p := range s.build(s.d, 4, []any{a, c}).Points() {
		if p.Node == a && i%2 == 0 {
			low, _ := s.keyAt(shifted(p.Position, -3), nil, 0)
			high, _ := s.keyAt(shifted(p.Position, 3), nil, 0)
			below, over = append(below, low), append(over, high)
		}
	}
	for i, list := range [][]any{{a, c, b}, {b, c, a}} {
		s.add(fmt.Sprintf("tie/ids-%d-points", i+1), "tie", "ids that differ by 1048576 have all points in common, in the order of the list", ring(4, list...), points())
		if len(below) > 0 {
			s.add(fmt.Sprintf("tie/ids-%d-below", i+1), "tie", "for keys below tied points the first of the list is the nearest", ring(4, list...), owners(below...))
			s.add(fmt.Sprintf("tie/ids-%d-above", i+1), "tie", "for keys above tied points the last of the list is", ring(4, list...), owners(over...))
		}
	}
	if s.set.essentials {
		s.apart("sibling/haproxy", "position", "the default hash has an avalanche after sdbm", goring.HAProxy, 0, web, mixedKeys())
		return
	}
	s.apart("sibling/sdbm", "position", "to name the hash of the default takes the avalanche away", goring.HAProxySDBM, 0, web, mixedKeys())
	s.apart("sibling/crc32", "position", "crc32 is another hash", goring.HAProxyCRC32, 0, web, mixedKeys())
	s.add("id/address", "node-text", "the address has no say", ring(4, "10.0.0.1:80", "h:81"), points())
	s.add("id/as-places", "node-text", "without numbers the servers are 1, 2, 3 by place", ring(4, "a:1", "b:1", "c:1"), points())
	s.add("id/spelled-out", "node-text", "the numbers 1, 2, 3 spelled out are those by place", ring(4, "a:1 id 1", "b:1 id 2", "c:1 id 3"), points())
	s.add("id/order", "node-text", "without numbers the order of the list counts", ring(4, "c:1", "a:1", "b:1"), points())
	s.add("id/counter-1-7-3", "node-text", "a server with a number uses up a place: 1, 7, 3", ring(4, "a:1", "b:1 id 7", "c:1"), points())
	s.add("id/counter-2-1-4", "node-text", "a number that is taken is passed over: 2, 1, 4", ring(4, "a:1", "b:1 id 1", "c:1"), points())
	s.add("id/counter-5-2-1-4", "node-text", "numbers 5, 2, 1, 4", ring(4, "a:1 id 5", "b:1", "c:1 id 1", "d:1"), points())
	s.add("id/counter-5-servers", "node-text", "numbers 3, 1, 5, 2 and 7: the counter steps at servers that have a number, too", ring(4, "a:1", "b:1 id 1", "c:1", "d:1 id 2", "e:1"), points())
	s.add("id/large", "node-text", "the number times 4096 is cut to 32 bits", ring(4, "a:1 id 2147483647", "b:1 id 1048575", "c:1"), points())
	s.add("id/twice", "twice-listed", "a number given twice is refused", refused("duplicate-node", ring(4, "a:1 id 3", "b:1 id 3")))
	s.add("id/added", "failed-change", "a server whose number is taken is not added", ring(4, "a:1 id 3", "b:1"), failing(addNode("c:1 id 3"), "duplicate-node"), s.list("a:1 id 3", "b:1"), points())
	s.add("id/renumbered", "node-text", "when the first leaves, those without a number move up", ring(4, "a:1", "b:1", "c:1"), remove("a:1"), points(), s.digest())
	s.add("id/kept", "node-text", "those with a number keep their points", ring(4, "a:1 id 1", "b:1 id 2", "c:1 id 3"), remove("a:1 id 1"), points(), s.digest())
	s.add("id/joins-taken", "node-text", "a server joins with the number that another had by place: that one moves on", ring(4, "a:1", "b:1"), addNode("c:1 id 2"), points())
	s.add("weight/256", "weight", "256 is the highest weight", usual(weighing(web, 256, 100, 1)...), s.digest(), s.plain("counts: TBD"))
	s.add("weight/257", "bad-weight", "257 is refused", refused("bad-weight", ring(4, "a:1", weighted{"b:1", 257})))
	s.add("weight/zero-to-one", "weight", "weights 0, 1 and 256", usual(weighing(web, 0, 1, 256)...), s.digest())
}
