package mistakes

import (
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// jenkinsMix is Bob Jenkins's hash of an integer in six steps.
func jenkinsMix(a uint32) uint32 {
	a = a + 0x7ed55d16 + a<<12
	a = a ^ 0xc761c23c ^ a>>19
	a = a + 0x165667b1 + a<<5
	a = (a + 0xd3a2646c) ^ a<<9
	a = a + 0xfd7046c5 + a<<3
	return a ^ 0xb55a4f09 ^ a>>16
}

// fullHash is HAProxy's avalanche.
func fullHash(a uint32) uint32 { return jenkinsMix(a) * 3221225473 }

// haproxySteps are the points of HAProxy taken apart.
type haproxySteps struct {
	// number is what a server's points are made of.
	number    func(node goring.Node, all []goring.Node) uint32
	spacing   uint32
	first     uint32
	avalanche func(uint32) uint32
}

func inHAProxy(change func(s *haproxySteps)) func(d *goring.Dialect) {
	s := &haproxySteps{number: numbering{from: 1, steps: true}.of, spacing: 4096, avalanche: fullHash}
	change(s)
	return withPoints(func(node goring.Node, labels int, all []goring.Node) []goring.Position {
		number := s.number(node, all)
		var points []goring.Position
		for i := range labels {
			points = append(points, at32(s.avalanche(number*s.spacing+s.first+uint32(i))))
		}
		return points
	})
}

// numbering gives numbers to the servers that have none.
type numbering struct {
	from    uint32
	steps   bool // a server with a number of its own uses one up
	ignores bool // numbers of their own do not count
}

func (n numbering) of(node goring.Node, all []goring.Node) uint32 {
	var given []uint32
	for _, other := range all {
		if number := givenNumber(other.Name); number != 0 && !n.ignores {
			given = append(given, number)
		}
	}
	next := n.from
	for _, other := range all {
		number := givenNumber(other.Name)
		own := number != 0 && !n.ignores
		for !own && slices.Contains(given, next) {
			next++
		}
		if other.Name == node.Name {
			if own {
				return number
			}
			return next
		}
		if !own || n.steps {
			next++
		}
	}
	return next
}

func givenNumber(server string) uint32 {
	_, text, _ := strings.Cut(server, " id ")
	number, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0
	}
	return uint32(number)
}

var haproxyMistakes = []Mistake{
	{
		Name: "numbers-from-0", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"haproxy"},
		Says:  "your ring numbers the servers from 0; HAProxy begins with 1",
		Cause: "the index of the list is used as it is",
		Fix:   "number the servers from 1",
		edit:  inHAProxy(func(s *haproxySteps) { s.number = numbering{steps: true}.of }),
	},
	{
		Name: "number-ignored", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"haproxy"},
		Says:  "your ring numbers the servers by their places, even those that have a number of their own",
		Cause: "the keyword id is not read",
		Fix:   "use the number that a server is given",
		edit:  inHAProxy(func(s *haproxySteps) { s.number = numbering{from: 1, ignores: true}.of }),
	},
	{
		Name: "number-lowest-unused", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"haproxy"},
		Says:  "your ring gives a server the lowest number that is unused; HAProxy counts on past servers that have one of their own",
		Cause: "the rule is read as \"the lowest unused number\"; but the counter steps at every server",
		Fix:   "count every server, and take the lowest unused number from the counter on",
		edit:  inHAProxy(func(s *haproxySteps) { s.number = numbering{from: 1}.of }),
	},
	{
		Name: "address-for-number", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"haproxy"},
		Says:  "your ring makes points of a server's address; HAProxy makes them of its number, and the address has no say",
		Cause: "every other ring makes labels of names",
		Fix:   "make the points of the server's number",
		edit: inHAProxy(func(s *haproxySteps) {
			s.number = func(node goring.Node, _ []goring.Node) uint32 {
				address, _, _ := strings.Cut(node.Name, " ")
				return crc32.ChecksumIEEE([]byte(address))
			}
		}),
	},
	{
		Name: "numbers-not-spread", Stage: harness.StagePoints, Rule: "label", dialects: []string{"haproxy"},
		Says:  "your ring adds the index of a point to 16 times the number of the server; HAProxy has 4096 times",
		Cause: "16 points a server, and so 16 places a server",
		Fix:   "make points of 4096 times the number, and the index",
		edit:  inHAProxy(func(s *haproxySteps) { s.spacing = 16 }),
	},
	{
		Name: "points-not-multiplied", Stage: harness.StagePoints, Rule: "position", dialects: []string{"haproxy"},
		Says:  "your ring leaves out the last step of the hash that makes points: the multiplication by 3221225473",
		Cause: "the six steps are a known hash of integers, and end before it",
		Fix:   "multiply by 3221225473 at the end, modulo 2^32",
		edit:  inHAProxy(func(s *haproxySteps) { s.avalanche = jenkinsMix }),
	},
	{
		Name: "points-from-1", Stage: harness.StagePoints, Rule: "label", dialects: []string{"haproxy"},
		Says:  "your ring counts the points of a server from 1; HAProxy begins with 0",
		Cause: "for i = 1 to 16 times the weight, as in Lua",
		Fix:   "count from 0",
		edit:  inHAProxy(func(s *haproxySteps) { s.first = 1 }),
	},
	{
		Name: "points-not-hashed", Stage: harness.StagePoints, Rule: "label", dialects: []string{"haproxy"},
		Says:  "your ring takes 4096 times the number and the index for the position itself",
		Cause: "the avalanche is taken for a part of the hash of keys, which can be switched off",
		Fix:   "put full_hash after it, whatever the hash of keys",
		edit:  inHAProxy(func(s *haproxySteps) { s.avalanche = func(n uint32) uint32 { return n } }),
	},
	{
		Name: "servers-of-one-number-accepted", Stage: harness.StageError, Rule: "twice-listed", dialects: []string{"haproxy"},
		Says:  "your ring takes two servers that are given the same number; HAProxy refuses them",
		Cause: "numbers are not compared",
		Fix:   "fail with duplicate-node",
		edit:  withPolicy(func(m *goring.Membership) { m.Together = nil }),
	},
	{
		Name: "weight-0-refused", Stage: harness.StageError, Rule: "bad-weight", dialects: []string{"libmemcached", "libmemcached-modula", "haproxy"},
		Says:  "your ring refuses a server of weight 0; this dialect takes it",
		Cause: "a check that a weight is positive",
		Fix:   "take weight 0: in HAProxy the server gets no keys, in libmemcached it counts as 1 or has no say",
		edit:  withPolicy(func(m *goring.Membership) { m.ZeroWeight = false }),
	},
}
