package identify_test

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/identify"
)

var servers = goring.Nodes("10.0.1.1:11211", "10.0.1.2:11211", "10.0.1.3:11212", "10.0.1.4:7000")

// observe has a ring answer for n keys, each owner as name has it.
func observe(t testing.TB, impl harness.Local, dialect string, vnodes, n int, name func(owner string) string) identify.Observed {
	t.Helper()
	ring, err := impl.New(harness.Config{Dialect: dialect, Nodes: servers, VNodes: &vnodes})
	if err != nil {
		t.Fatal(err)
	}
	o := identify.Observed{Nodes: servers}
	for i := range n {
		key := fmt.Sprintf("user:%d", i)
		owner, err := ring.Owner(key)
		if err != nil && !errors.Is(err, goring.ErrNoOwner) {
			t.Fatal(err)
		}
		o.Pairs = append(o.Pairs, identify.Pair{Key: key, Owner: name(owner), None: err != nil, Line: i + 1})
	}
	return o
}

func asItIs(owner string) string { return owner }

func TestShuffledOwnersAreNothing(t *testing.T) {
	t.Parallel()
	o := observe(t, harness.Go(), "md5-128", 100, 100, asItIs)
	rand.New(rand.NewSource(1)).Shuffle(len(o.Pairs), func(i, j int) {
		o.Pairs[i].Owner, o.Pairs[j].Owner = o.Pairs[j].Owner, o.Pairs[i].Owner
	})
	a := identified(t, o)
	if len(a.Fits) > 0 || a.Nearest == nil || !a.Weak() {
		t.Errorf("want nothing, and the nearest by luck, got %s with luck %.1f", shown(a), a.Luck)
	}
}

func TestOneOwnerIsNothing(t *testing.T) {
	t.Parallel()
	o := observe(t, harness.Go(), "md5-128", 100, 30, func(string) string { return servers[0].Name })
	if a := identified(t, o); len(a.Fits) > 0 || !a.OneOwner() {
		t.Errorf("want nothing, since all keys have one owner, got %s", shown(a))
	}
}

func TestTenPairsAskForMore(t *testing.T) {
	t.Parallel()
	o := observe(t, harness.Go(), "libmemcached", 160, 10, asItIs)
	a := identified(t, o)
	if !fits(a, "libmemcached") || len(a.Fits) < 2 || len(a.Next) == 0 {
		t.Fatalf("want several that fit, and keys that decide, got %s and %d keys", shown(a), len(a.Next))
	}
	for _, next := range a.Next {
		if len(next.Says) < 2 {
			t.Errorf("key %q: want different owners, got %v", next.Key, next.Says)
		}
	}
}

// TestNextKeysDecide looks up the keys that are named, and expects that fewer
// candidates are left.
func TestNextKeysDecide(t *testing.T) {
	t.Parallel()
	const vnodes = 160
	ring, err := goring.New(goring.UHashringKetama, vnodes, servers)
	if err != nil {
		t.Fatal(err)
	}
	o := observe(t, harness.Go(), "uhashring-ketama", vnodes, 40, asItIs)
	before := identified(t, o)
	for _, next := range before.Next {
		owner, err := ring.Owner(next.Key)
		if err != nil {
			t.Fatal(err)
		}
		o.Pairs = append(o.Pairs, identify.Pair{Key: next.Key, Owner: owner})
	}
	after := identified(t, o)
	if after.Fits[0].Dialect != "uhashring-ketama" || len(after.Fits) >= len(before.Fits) {
		t.Errorf("want uhashring-ketama and fewer than %s, got %s", shown(before), shown(after))
	}
}

func TestNoiseIsListed(t *testing.T) {
	t.Parallel()
	o := observe(t, harness.Go(), "nginx", 160, 200, asItIs)
	var want []int
	for i := 7; i < len(o.Pairs); i += 50 {
		for _, other := range servers {
			if other.Name != o.Pairs[i].Owner {
				o.Pairs[i].Owner = other.Name
				break
			}
		}
		want = append(want, o.Pairs[i].Line)
	}
	a := identified(t, o)
	if a.Fits[0].String() != "nginx" {
		t.Errorf("want nginx, got %s", shown(a))
	}
	var got []int
	for _, odd := range a.Odd {
		got = append(got, odd.Line)
		if odd.Computed == odd.Owner {
			t.Errorf("line %d: computed is what was observed, %q", odd.Line, odd.Owner)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("odd lines (-want +got):\n%s", diff)
	}
}

func TestOwnersUnderOtherNames(t *testing.T) {
	t.Parallel()
	place := map[string]string{}
	for i, node := range servers {
		place[node.Name] = fmt.Sprint((i + 1) % len(servers))
	}
	aliases := map[string]string{servers[0].Name: "red", servers[1].Name: "blue", servers[2].Name: "green", servers[3].Name: "red2"}
	for _, test := range []struct {
		want string
		name func(owner string) string
	}{
		{"the host of the node", func(owner string) string { return owner[:8] }},
		{"names of their own, learned from the pairs", func(owner string) string { return aliases[owner] }},
		{"names of their own, learned from the pairs", func(owner string) string { return place[owner] }},
	} {
		a := identified(t, observe(t, harness.Go(), "dalli", 160, 60, test.name))
		if !fits(a, "dalli") || a.Owners != test.want {
			t.Errorf("want dalli, and owners as %s; got %s, and %s", test.want, shown(a), a.Owners)
		}
	}
}

// TestMistaken has right rings make one known mistake.
func TestMistaken(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dialect string
		vnodes  int
		mistake string
	}{
		{"xmur3", 100, "separator-dash"}, {"xmur3", 50, "index-from-1"}, {"md5-128-colon", 150, "predecessor"},
		{"md5-128", 64, "index-first"}, {"md5-128", 100, "index-padded"},
	} {
		wrong := mistaken(t, test.dialect, test.mistake)
		a := identified(t, observe(t, wrong, test.dialect, test.vnodes, 200, asItIs))
		named := func(c *identify.Candidate) bool {
			return c.Dialect == test.dialect && c.Mistake == test.mistake && c.Explains == a.Pairs
		}
		if !slices.ContainsFunc(a.Fits, named) {
			t.Errorf("want %s with the mistake %s, got %s", test.dialect, test.mistake, shown(a))
		}
	}
}

func TestForeignOwner(t *testing.T) {
	t.Parallel()
	o := observe(t, harness.Go(), "md5-32", 100, 40, asItIs)
	for i := range o.Pairs {
		o.Pairs[i].Owner += fmt.Sprint(" ", i%3)
	}
	_, err := identify.Identify(t.Context(), []identify.Observed{o}, nil)
	var unreadable *identify.UnreadableError
	if !errors.As(err, &unreadable) || unreadable.Pair.Line != 1 || unreadable.Nodes != len(servers) {
		t.Errorf("want the first line to be unreadable, got %v", err)
	}
}

// TestOddWeights has weights that dialects refuse, or that would make rings of many
// millions of points.
func TestOddWeights(t *testing.T) {
	t.Parallel()
	right := observe(t, harness.Go(), "md5-128", 100, 60, asItIs)
	for _, weights := range [][]int{{0, 0, 0, 0}, {0, 1, 1, 1}, {1_000_000, 1, 1, 1}, {1_000_000, 1_000_000, 1_000_000, 1_000_000}} {
		o := right
		o.Nodes = slices.Clone(right.Nodes)
		for i, weight := range weights {
			o.Nodes[i].Weight = weight
		}
		if a := identified(t, o); !fits(a, "md5-128, weights ignored") {
			t.Errorf("weights %v: want md5-128, weights ignored; got %s", weights, shown(a))
		}
	}
}

func TestRepeatsAndContradictions(t *testing.T) {
	t.Parallel()
	o := observe(t, harness.Go(), "md5-32", 100, 60, asItIs)
	o.Pairs = append(o.Pairs, o.Pairs[3], o.Pairs[4])
	for _, node := range servers {
		if node.Name != o.Pairs[5].Owner {
			o.Pairs = append(o.Pairs, identify.Pair{Key: o.Pairs[5].Key, Owner: node.Name, Line: 63})
			break
		}
	}
	a := identified(t, o)
	if a.Repeated != 2 || a.Pairs != 61 || len(a.Odd) != 1 || a.Odd[0].Line != 63 {
		t.Errorf("want 2 repeated of 61 pairs and line 63 odd, got %d of %d and %v", a.Repeated, a.Pairs, a.Odd)
	}
	if diff := cmp.Diff([]string{o.Pairs[5].Key}, a.Twofold); diff != "" {
		t.Errorf("keys with two owners (-want +got):\n%s", diff)
	}
}

// BenchmarkIdentify tries all dialects on 1200 pairs.
func BenchmarkIdentify(b *testing.B) {
	o := observe(b, harness.Go(), "dalli", 160, 1200, asItIs)
	for b.Loop() {
		identified(b, o)
	}
}

// TestNamesVaried has rings of nodes that the client calls otherwise, or lists in
// another order.
func TestNamesVaried(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dialect     goring.Dialect
		given, made []string
		want        string
	}{
		{goring.SpyMemcached, []string{"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"},
			[]string{"localhost/127.0.0.1:1", "localhost/127.0.0.1:2", "localhost/127.0.0.1:3"},
			"spymemcached, names as localhost/ip:port, as Java writes a socket address"},
		{goring.Dalli, []string{"a:11211", "b:11212", "c:11213"}, []string{"a", "b:11212", "c:11213"},
			"dalli, names without the port where it is 11211"},
		{goring.Pymemcache, []string{"a:1", "b:2", "c:3"}, []string{"a", "b", "c"}, "pymemcache, names without the port"},
		{goring.HAProxy, []string{"b:1", "c:2", "a:3"}, []string{"a:3", "b:1", "c:2"}, "haproxy, the list sorted by name"},
	} {
		ring, err := goring.New(test.dialect, test.dialect.VNodes, goring.Nodes(test.made...))
		if err != nil {
			t.Fatal(err)
		}
		o := identify.Observed{Nodes: goring.Nodes(test.given...)}
		for i := range 100 {
			key := fmt.Sprintf("user:%d", i)
			owner, err := ring.Owner(key)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.Index(test.made, owner)
			if test.dialect.Name == "haproxy" { // another order of the same names
				at = slices.Index(test.given, owner)
			}
			o.Pairs = append(o.Pairs, identify.Pair{Key: key, Owner: test.given[at]})
		}
		if a := identified(t, o); !fits(a, test.want) {
			t.Errorf("want %s, got %s", test.want, shown(a))
		}
	}
}

// BenchmarkNothing has owners that nothing explains, which takes all there is to
// try.
func BenchmarkNothing(b *testing.B) {
	for _, n := range []int{3, 25} {
		b.Run(fmt.Sprintf("%d nodes", n), func(b *testing.B) {
			var o identify.Observed
			for i := range n {
				o.Nodes = append(o.Nodes, goring.Node{Name: fmt.Sprintf("10.0.0.%d:11211", i+1), Weight: 1})
			}
			random := rand.New(rand.NewSource(1))
			for i := range 200 {
				o.Pairs = append(o.Pairs, identify.Pair{Key: fmt.Sprintf("user:%d", i), Owner: o.Nodes[random.Intn(n)].Name})
			}
			for b.Loop() {
				if a := identified(b, o); len(a.Fits) > 0 {
					b.Fatalf("want nothing, got %s", shown(a))
				}
			}
		})
	}
}
