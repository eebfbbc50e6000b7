package goring_test

import (
	"errors"
	"testing"

	"ringkit/goring"
)

// TestProductionTies has real names tie, listed in both orders, and asks for a
// key that falls to the tied position.
func TestProductionTies(t *testing.T) {
	t.Parallel()
	// All that make points of MD5 meet at 831367035: the longer name's label 30
	// and the shorter one's label 29, both with their first word.
	const long, short = "10.0.5.111:11212", "10.0.6.70:11212"
	const exact = long + "-30" // the label itself
	for _, test := range []struct {
		dialect goring.Dialect
		a, b    string
		at      uint64
		key     string
		// Who owns the position where a is listed first, and where b is.
		first, second string
	}{
		{goring.Libmemcached, long, short, 831367035, exact, long, short},
		{goring.LibmemcachedConsistentMD5, long, short, 831367035, exact, long, short},
		{goring.Ketama, long, short, 831367035, exact, long, short},
		{goring.NPMHashring, long, short, 831367035, exact, long, short},
		{goring.NPMHashringDefaultPort, long, short, 831367035, exact, long, short},
		{goring.SpyMemcached, long, short, 831367035, exact, short, long},
		// The key that lies on the position belongs to the next: here is one below.
		{goring.UHashringKetama, long, short, 831367035, "k5561", short, long},
		// Sorted by name, the shorter first, whatever the order of the list, and
		// whatever else the text of a server says.
		{goring.TwemproxyMD5, long, short, 831367035, exact, short, short},
		{goring.Twemproxy, long, short, 831367035, "k3840", short, short},
		{goring.TwemproxyHashTag, long, short, 831367035, "a{k3840}b", short, short},
		{goring.TwemproxyCRC32a, long, short, 831367035, "k3082", short, short},
		{goring.TwemproxyCRC16, long, short, 831367035, "k37471", short, short},
		{goring.TwemproxyMD5, "h:1 " + long, "host:20000 " + short, 831367035, exact, "host:20000 " + short, "host:20000 " + short},
		{goring.LibmemcachedConsistent, "069059b7:11212", "747d3443:11212", 3026888235, "069059b7:11212-89",
			"069059b7:11212", "747d3443:11212"},
		// The key lies between the position and the next.
		{goring.Dalli, "10.0.0.30:11211", "10.0.3.38:11211", 1250852075, "k1012", "10.0.3.38:11211", "10.0.0.30:11211"},
		{goring.NGINX, "127.0.0.26:19511", "127.0.0.166:19511", 1653510029, "k950", "127.0.0.26:19511", "127.0.0.166:19511"},
		// Label 1 of one node and label 11 of the other are the same text.
		{goring.Groupcache, "1.2.3.4", ".2.3.4", 2288374673, "11.2.3.4", ".2.3.4", "1.2.3.4"},
	} {
		for _, order := range []struct {
			nodes []goring.Node
			want  string
		}{{goring.Nodes(test.a, test.b), test.first}, {goring.Nodes(test.b, test.a), test.second}} {
			ring := mustNew(t, test.dialect, test.dialect.VNodes, order.nodes)
			var tied []string
			for _, p := range ring.Points() {
				if p.Position == (goring.Position{Lo: test.at}) {
					tied = append(tied, p.Node)
				}
			}
			if len(tied) != 2 || tied[0] != order.want {
				t.Errorf("%s, %v: want 2 points at %d, %q first, got %q", test.dialect.Name, order.nodes, test.at, order.want, tied)
			}
			if owner, err := ring.Owner(test.key); err != nil || owner != order.want {
				t.Errorf("%s, %v, owner of %q: want %q, got %q, %v", test.dialect.Name, order.nodes, test.key, order.want, owner, err)
			}
		}
	}
}

// TestServersOfOneName lists servers that twemproxy calls by one name.
func TestServersOfOneName(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"h:1 a", "h:2 a"}, {"h:11211", "x:1 h"}, {"h", "h:11211"}, {"h:1", "h:1"}, {"h:1", "x:1 h:1"},
	} {
		_, err := goring.New(goring.Twemproxy, 160, goring.Nodes(pair[0], "other:1", pair[1]))
		wantErr(t, pair[0]+" and "+pair[1], err, goring.ErrDuplicateNode)

		ring := mustNew(t, goring.Twemproxy, 160, goring.Nodes(pair[0], "other:1"))
		wantErr(t, "adding "+pair[1], ring.Add(goring.Node{Name: pair[1], Weight: 1}), goring.ErrDuplicateNode)
		if nodes := ring.Nodes(); len(nodes) != 2 {
			t.Errorf("after the refusal: want the 2 servers before it, got %v", nodes)
		}
	}
	ring := mustNew(t, goring.Twemproxy, 160, goring.Nodes("h:1", "h:2", "h:11211", "h:11211 a"))
	if err := ring.Update(goring.Nodes("x:1 a"), []string{"h:11211 a"}); err != nil {
		t.Errorf("another server takes over a name: %v", err)
	}
}

func wantErr(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: want %v, got %v", what, want, got)
	}
}
