package properties

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/vectors"
)

// A casting makes what draws the texts of the nodes of one ring, and the keys
// that are sure to meet them, if it knows of any. What one ring has in common is
// drawn first: whether its servers have numbers, say.
type casting func(*drawing) (node func() string, hits func() string)

// configured draws a ring of nodes as a configuration has them, with vnodes left
// to the dialect.
func (d *drawing) configured() Sample {
	s := Sample{Dialect: d.dialect.Name}
	if s.Dialect == "envoy-maglev" && !d.chance(20) {
		s.VNodes = pick(d, smallPrimes) // the default is a table of 65537 places
	}
	node, hits := d.cast(d)
	d.hits = hits
	weighted := d.dialect.Members.MaxWeight != 1 && d.chance(3)
	for range d.nodeCount() {
		n := vectors.Node{Name: node(), Weight: 1}
		if weighted {
			n.Weight = d.weight()
		}
		if together := d.dialect.Members.Together; !isMember(s.Nodes, n.Name) && (together == nil || together(ringNodes(with(s.Nodes, n))) == nil) {
			s.Nodes = append(s.Nodes, n)
		}
	}
	return s
}

var smallPrimes = []int{13, 61, 251, 1021}

// weight draws a weight that the dialect takes.
func (d *drawing) weight() int {
	most := mostWeight
	if limit := d.dialect.Members.MaxWeight; limit > 0 {
		most = min(most, limit)
	}
	if d.dialect.Members.ZeroWeight && d.chance(5) {
		return 0
	}
	return d.between(1, most)
}

// configuredKey draws a key for the nodes of a ring as a configuration has them:
// a label or the one after the last, a text that lies on a point, a text with a tag, a number, or any.
func (d *drawing) configuredKey(vnodes int, nodes []vectors.Node) string {
	kind := d.rng.Intn(10)
	switch {
	case d.isKey != nil && kind < 8:
		return d.number()
	case d.hits != nil && kind < 4:
		return d.hits()
	case d.dialect.Label != nil && kind < 3 && len(nodes) > 0:
		n := pick(d, nodes)
		last := d.dialect.Labels(cmp.Or(vnodes, d.dialect.VNodes), goring.Node(n), ringNodes(nodes)) - 1
		return string(d.dialect.Label(nil, n.Name, pick(d, []int{0, d.rng.Intn(last + 2), last, last + 1})))
	case d.crc32() && kind < 5 && len(nodes) > 0:
		if points := circle(d.dialect, nodes, 0); len(points) > 0 {
			return textOfCRC32(uint32(pick(d, points).Position.Lo))
		}
	case kind < 6:
		return pick(d, tagged)
	case kind < 8:
		return pick(d, oddTexts)
	}
	return d.word()
}

// tagged are keys of which some programs hash only a part.
var tagged = []string{"{a}", "a", "x{a}y", "{a}{b}", "foo{}{bar}", "{}", "{", "}", "}{a}", "{a", "{{a}}", "{\u00e9}1"}

// number draws a decimal number of 64 bits.
func (d *drawing) number() string {
	switch d.rng.Intn(6) {
	case 0:
		return pick(d, []string{"0", "1", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616", "007", "-0", "+1"})
	case 1:
		return fmt.Sprint(d.rng.Intn(1000))
	case 2:
		return fmt.Sprint(int64(d.rng.Uint64()))
	}
	return fmt.Sprint(d.rng.Uint64())
}

func isUnsigned(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && text == fmt.Sprint(n)
}

func isSigned(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && text == fmt.Sprint(n) || isUnsigned(text)
}

// anyNames are for programs that take any text.
func anyNames(d *drawing) (node, hits func() string) { return d.name, nil }

// addresses are host:port.
func addresses(d *drawing) (node, hits func() string) {
	return func() string {
		return d.host() + ":" + pick(d, []string{"11211", "80", fmt.Sprint(d.between(1, 65535))})
	}, nil
}

func (d *drawing) host() string {
	switch d.rng.Intn(8) {
	case 0:
		return pick(d, []string{"localhost", "cache-a", "cache-b.example.org", "[::1]", "[fd00::2]", "a"})
	case 1:
		return d.word()
	}
	return fmt.Sprintf("10.0.0.%d", d.between(1, 254))
}

// memcachedServers may leave out the port.
func memcachedServers(d *drawing) (node, hits func() string) {
	address, _ := addresses(d)
	return func() string {
		if d.chance(4) {
			return d.host()
		}
		return address()
	}, nil
}

// twemproxyServers may have an alias.
func twemproxyServers(d *drawing) (node, hits func() string) {
	address, _ := addresses(d)
	return func() string {
		if d.chance(2) {
			return address() + " " + pick(d, []string{d.word(), "server1", "server2", "a:11211", "10.0.0.1"})
		}
		return address()
	}, nil
}

// socketAddresses are as Java writes them.
func socketAddresses(d *drawing) (node, hits func() string) {
	return func() string {
		name := ""
		if d.chance(3) {
			name = d.word() + "/"
		}
		return fmt.Sprintf("%s127.0.0.%d:%d", name, d.between(1, 254), d.between(1024, 65535))
	}, nil
}

func nginxServers(d *drawing) (node, hits func() string) {
	address, _ := addresses(d)
	return func() string {
		switch d.rng.Intn(6) {
		case 0:
			return "unix:/run/" + d.word() + ".sock"
		case 1:
			return d.host()
		}
		return address()
	}, nil
}

// haproxyServers all have numbers, or none, or some.
func haproxyServers(d *drawing) (node, hits func() string) {
	address, _ := addresses(d)
	most := d.rng.Intn(4)
	return func() string {
		if most < 2 || most == 2 && d.chance(2) {
			return fmt.Sprintf("%s id %d", address(), pick(d, []int{d.between(1, 12), d.between(1, 1<<20), 1<<31 - 1}))
		}
		return address()
	}, nil
}

// hasID reports whether a server of HAProxy has a number of its own.
func hasID(n vectors.Node) bool {
	_, text, _ := strings.Cut(n.Name, " id ")
	id, err := strconv.ParseUint(text, 10, 31)
	return err == nil && id > 0
}

// redisMasters all have slots, or none.
func redisMasters(d *drawing) (node, hits func() string) {
	address, _ := addresses(d)
	if d.chance(3) {
		return address, nil
	}
	return func() string {
		words := []string{address()}
		for range d.between(1, 3) {
			first := d.rng.Intn(slotCount)
			if d.chance(4) {
				words = append(words, fmt.Sprint(first))
			} else {
				words = append(words, fmt.Sprintf("%d-%d", first, d.between(first, slotCount-1)))
			}
		}
		return strings.Join(words, " ")
	}, nil
}

const slotCount = 16384

var slotWords = regexp.MustCompile(`^([0-9]{1,5})(?:-([0-9]{1,5}))?$`)

// hasSlots reports whether a master of Redis Cluster serves any slot.
func hasSlots(n vectors.Node) bool {
	_, served, _ := strings.Cut(n.Name, " ")
	return slices.ContainsFunc(strings.Fields(served), func(word string) bool {
		found := slotWords.FindStringSubmatch(word)
		if found == nil {
			return false
		}
		first, _ := strconv.Atoi(found[1])
		last := first
		if found[2] != "" {
			last, _ = strconv.Atoi(found[2])
		}
		return first <= last && last < slotCount
	})
}

// cassandraNodes have random tokens, or those of keys.
func cassandraNodes(d *drawing) (node, hits func() string) {
	var met []string
	token := func() string {
		switch d.rng.Intn(6) {
		case 0:
			return pick(d, []string{"0", "-1", "9223372036854775807", "-9223372036854775808"})
		case 1, 2:
			met = append(met, d.word())
			return d.dialect.TextOf(d.dialect.Hash(met[len(met)-1]))
		}
		return fmt.Sprint(int64(d.rng.Uint64()))
	}
	node = func() string {
		words := []string{d.host()}
		for range d.rng.Intn(5) {
			words = append(words, token())
		}
		return strings.Join(words, " ")
	}
	return node, func() string {
		if len(met) == 0 {
			return d.word()
		}
		return pick(d, met)
	}
}

// late adds nodes to a cast, which were not on the ring from the start.
func (d *drawing) late(cast []vectors.Node) []vectors.Node {
	node, _ := d.cast(d)
	for range 2 {
		if n := (vectors.Node{Name: node(), Weight: 1}); !isMember(cast, n.Name) {
			cast = append(cast, n)
		}
	}
	return cast
}
