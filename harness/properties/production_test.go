package properties

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// seedDialects are those whose nodes are any text; configured are those whose
// nodes are drawn as a configuration has them.
var seedDialects, configured = func() (seed, configured []string) {
	for _, name := range slices.Sorted(maps.Keys(customs)) {
		if customs[name].cast == nil {
			seed = append(seed, name)
		} else {
			configured = append(configured, name)
		}
	}
	return seed, configured
}()

// allRings is goring with every dialect.
func allRings() harness.Local {
	return harness.Rings("goring", append(slices.Clone(seedDialects), configured...), goring.Lookup)
}

// programs are broken as programs of production, or their users, might be.
var programs = []brokenRing{
	{law: "agree", how: "words of the digest big-endian", impl: edited(goring.Libmemcached, func(d *goring.Dialect) {
		right := d.Place
		d.Place = func(dst []goring.Position, label string) []goring.Position {
			for _, p := range right(nil, label) {
				word := uint32(p.Lo)
				dst = append(dst, goring.Position{Lo: uint64(word>>24 | word>>8&0xff00 | word<<8&0xff0000 | word<<24)})
			}
			return dst
		}
	})},
	{law: "agree", how: "a key on a point belongs to the point before", impl: edited(goring.Dalli, func(d *goring.Dialect) {
		d.Boundary = func(s *goring.Snapshot, h goring.Position) int { return (s.Search(h) + s.Len() - 1) % s.Len() }
	})},
	{law: "agree", how: "a key on a token belongs to the next", impl: edited(goring.CassandraMurmur3, func(d *goring.Dialect) {
		d.Boundary = goring.After
	})},
	{law: "agree", how: "the whole key is hashed in place of its tag", impl: edited(goring.TwemproxyHashTag, func(d *goring.Dialect) {
		d.Hash = goring.Twemproxy.Hash
	})},
	{law: "history", how: "a removal leaves a point behind", impl: edited(goring.NGINX, leavingOne)},
	{law: "join", how: "a remainder in place of a jump", impl: edited(goring.Jump, func(d *goring.Dialect) { d.Placement = newRemainder(d.Hash) })},
	{law: "leave", how: "a remainder in place of scores", impl: edited(goring.GoRedis, func(d *goring.Dialect) { d.Placement = newRemainder(d.Hash) })},
	{law: "order", how: "servers are numbered by their places, though they have numbers", impl: edited(goring.HAProxySDBM, func(d *goring.Dialect) {
		right := d.Points
		d.Points = func(dst []goring.Position, labels int, n goring.Node, all []goring.Node) []goring.Position {
			place := slices.IndexFunc(all, func(other goring.Node) bool { return other.Name == n.Name })
			return right(dst, labels, goring.Node{Name: fmt.Sprint(" id ", 1+place)}, nil)
		}
	})},
	{law: "restore", how: "a removal leaves all points behind", impl: edited(goring.UHashring, func(d *goring.Dialect) {
		d.Members.Settle = func(before, right []goring.OwnedPoint, c goring.Call) []goring.OwnedPoint {
			if c.Remove && len(right) > 0 {
				return before
			}
			return right
		}
	})},
	{law: "model", how: "a server without weight is refused", impl: edited(goring.HAProxy, func(d *goring.Dialect) { d.Members.ZeroWeight = false })},
	{law: "nodes", how: "a node that is added again is listed again", impl: wrapped(goring.LibmemcachedConsistent, func(r ring) harness.Ring { return &listRing{ring: r} })},
}

// leavingOne has a removal leave the first point of the node, if it was not the
// last node.
func leavingOne(d *goring.Dialect) {
	d.Members.Settle = func(before, right []goring.OwnedPoint, c goring.Call) []goring.OwnedPoint {
		if !c.Remove || !c.Member || len(right) == 0 {
			return right
		}
		dropped := false
		return slices.DeleteFunc(slices.Clone(before), func(p goring.OwnedPoint) bool {
			leaving := p.Owner.Name == c.Node.Name
			keep := leaving && !dropped
			dropped = dropped || leaving
			return leaving && !keep
		})
	}
}

type remainder struct {
	hash func(string) goring.Position
	n    int
}

func (r remainder) Owner(key string) int { return int(r.hash(key).Lo % uint64(r.n)) }

func newRemainder(hash func(string) goring.Position) func(int, []goring.Node) (goring.Placement, error) {
	return func(_ int, nodes []goring.Node) (goring.Placement, error) { return remainder{hash, len(nodes)}, nil }
}

func TestBrokenProgramsAreFound(t *testing.T) {
	for _, b := range programs {
		t.Run(b.impl.Dialects[0]+"/"+b.law, func(t *testing.T) {
			for _, seed := range seeds(3, 100) {
				b.find(t, seed)
			}
		})
	}
}

func TestAViolationOfAProgramIsSmallAndSaved(t *testing.T) {
	for _, b := range programs {
		t.Run(b.impl.Dialects[0]+"/"+b.law, func(t *testing.T) {
			for _, seed := range seeds(1, 20) {
				b.nothingCanBeTakenAway(t, seed)
				b.savedCaseFails(t, seed)
			}
		})
	}
}

func TestTheRightProgramsRaiseNoAlarm(t *testing.T) {
	opts := Options{Readers: true, Dialects: configured, Runs: 12}
	if full() {
		opts.Runs = DefaultRuns
	}
	for _, seed := range seeds(1, 20) {
		opts.Seed = seed
		noAlarm(t, opts)
	}
}

// A law that is not stated for a dialect must fail there: else it should be
// stated.
func TestLawsThatAreNotStatedFail(t *testing.T) {
	for _, name := range configured {
		for _, p := range []Property{join, leave, order, restore} {
			c := customs[name]
			whole := c.states(p.Name) // whether it is, and without a condition
			switch p.Name {
			case join.Name:
				whole = whole && c.alone == nil
			case leave.Name:
				whole = whole && c.alone == nil && !c.lastLeaves
			default: // of the order
				whole = c.states(orderLaw) && c.numbered == nil
			}
			if whole {
				continue
			}
			t.Run(name+"/"+p.Name, func(t *testing.T) {
				d, _ := goring.Lookup(name)
				a := asker{impl: allRings(), fresh: allRings(), dialect: d, custom: custom{laws: labelled, byPlace: c.byPlace, boundary: c.boundary, gaps: c.gaps}}
				a.hello, _ = a.impl.Hello(t.Context())
				draw := newDrawing(rand.New(rand.NewSource(1)), d)
				draw.lastLeaves = false
				for range 2000 {
					if _, failed := p.judge(t.Context(), a, p.draw(draw)).(*Violation); failed {
						return
					}
				}
				t.Errorf("want %s to fail, got none", p.Name)
			})
		}
	}
}

// The points of the stages, scanned as the table says, give goring's owners.
func TestCustomsOfRings(t *testing.T) {
	for _, name := range configured {
		d, _ := goring.Lookup(name)
		if d.Placement != nil {
			continue
		}
		checkByPlace(t, d)
		c := customs[name]
		draw := newDrawing(rand.New(rand.NewSource(1)), d)
		judged := 0
		for judged < 200 {
			s := draw.ring()
			ring, err := goring.New(d, d.VNodes, ringNodes(s.Nodes))
			if err != nil {
				t.Fatal(err)
			}
			points := circle(d, s.Nodes, 0)
			for _, key := range s.Keys {
				if len(points) == 0 {
					continue
				}
				got, err := ring.Owner(key)
				found := serving(points, d.Hash(key), c.boundary)
				if err != nil || !slices.ContainsFunc(found, func(p goring.OwnedPoint) bool { return p.Owner.Name == got }) {
					t.Fatalf("%s: owner of %q: want of %v, got %q, %v\n%s", name, key, found, got, err, s)
				}
				judged++
			}
		}
	}
}

// corners of the configurations, and the dialects that have them; no dialects
// means all.
var configuredCorners = []struct {
	name     string
	dialects []string
	in       func(d goring.Dialect, s Sample) bool
}{
	{"a ring without nodes", nil, func(_ goring.Dialect, s Sample) bool { return len(s.Nodes) == 0 }},
	{"12 nodes", nil, func(_ goring.Dialect, s Sample) bool { return len(s.Nodes) >= 11 }},
	{"a member that is added again", nil, anyChange(existing, Add)},
	{"a stranger that is removed", nil, anyChange(unknown, Remove)},
	{"a weight that is refused", nil, anyChange(badWeight, Add)},
	{"a key of digits", []string{"jump", "guava"}, anyKey(digits)},
	{"a negative key", []string{"jump", "guava"}, anyKey(func(k string) bool { return len(k) > 1 && k[0] == '-' })},
	{"a key with a tag", []string{"redis-cluster", "go-redis", "twemproxy-hash-tag"}, anyKey(func(k string) bool { return k == "{a}{b}" })},
	{"a key exactly on a point", []string{"libmemcached", "libmemcached-consistent", "ketama", "twemproxy-md5", "twemproxy-crc32a", "npm-hashring", "spymemcached", "dalli",
		"uhashring", "uhashring-ketama", "groupcache", "nginx", "haproxy-crc32", "grpc-ring-hash", "cassandra-murmur3"},
		func(d goring.Dialect, s Sample) bool {
			points := circle(d, members(s.Nodes), s.VNodes)
			return slices.ContainsFunc(s.Keys, func(k string) bool {
				return slices.ContainsFunc(points, func(p goring.OwnedPoint) bool { return p.Position == d.Hash(k) })
			})
		}},
	{"a server without weight", []string{"haproxy", "libmemcached"}, anyNode(func(n vectors.Node) bool { return n.Weight == 0 })},
	{"weights that differ", []string{"libmemcached", "twemproxy", "dalli", "envoy-maglev", "haproxy"}, func(_ goring.Dialect, s Sample) bool {
		return slices.ContainsFunc(s.Nodes, func(n vectors.Node) bool { return n.Weight > 0 && n.Weight != s.Nodes[0].Weight })
	}},
	{"nodes that share points", []string{"libmemcached", "npm-hashring-default-port"}, func(d goring.Dialect, s Sample) bool { return sharesPoint(d, members(s.Nodes), 0) }},
	{"servers all with numbers", []string{"haproxy"}, func(_ goring.Dialect, s Sample) bool {
		return len(s.Nodes) > 1 && !slices.ContainsFunc(s.Nodes, func(n vectors.Node) bool { return !hasID(n) })
	}},
	{"servers without a number", []string{"haproxy"}, anyNode(func(n vectors.Node) bool { return !hasID(n) })},
	{"masters with slots", []string{"redis-cluster"}, anyNode(hasSlots)},
	{"masters without slots", []string{"redis-cluster"}, func(_ goring.Dialect, s Sample) bool {
		return len(s.Nodes) > 1 && !slices.ContainsFunc(s.Nodes, hasSlots)
	}},
	{"the table of the default size", []string{"envoy-maglev"}, func(_ goring.Dialect, s Sample) bool { return s.VNodes == 0 }},
}

func TestDefaultRunDrawsEveryConfiguredCorner(t *testing.T) {
	for _, name := range configured {
		t.Run(name, func(t *testing.T) {
			d, _ := goring.Lookup(name)
			for _, seed := range seeds(1, 50) {
				drawn := defaultRun(t, d, seed)
				for _, c := range configuredCorners {
					in := func(s Sample) bool { return c.in(d, s) }
					if (c.dialects == nil || slices.Contains(c.dialects, name)) && !slices.ContainsFunc(drawn, in) {
						t.Errorf("seed %d: want %s drawn, got none", seed, c.name)
					}
				}
			}
		})
	}
}

func TestTextsOfChecksums(t *testing.T) {
	for _, sum := range []uint32{0, 1, 0xffffffff, 0xcbf43926, 0xdeadbeef} {
		if text := textOfCRC32(sum); goring.Dalli.Hash(text).Lo != uint64(sum) {
			t.Errorf("want a text of checksum %08x, got %q", sum, text)
		}
	}
}
