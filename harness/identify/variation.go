package identify

import (
	"slices"
	"strings"

	"ringkit/goring"
)

// A variation is another text that a client may make of the name of a node.
type variation struct {
	says string // "" for the name as it is given
	text func(name string) string
}

const (
	memcachedPort = ":11211"
	loopback      = "127.0.0.1"
	localhost     = "localhost"
)

var variations = []variation{
	{"", func(name string) string { return name }},
	{"without the port", func(name string) string { host, _ := splitPort(name); return host }},
	{"without the port where it is 11211", func(name string) string { return strings.TrimSuffix(name, memcachedPort) }},
	{"with the port 11211 where none is given", func(name string) string {
		if _, port := splitPort(name); port == "" {
			return name + memcachedPort
		}
		return name
	}},
	{"without what stands behind the address", firstWord},
	{"the alias alone", lastWord},
	{"with a slash in front, as Java writes a socket address", func(name string) string { return "/" + name }},
	{"as localhost/ip:port, as Java writes a socket address", func(name string) string {
		_, port := splitPort(name)
		if name == loopback+":"+port || name == localhost+":"+port {
			return localhost + "/" + loopback + ":" + port
		}
		return name
	}},
	{"as localhost in place of 127.0.0.1", func(name string) string {
		if strings.HasPrefix(name, loopback) {
			return localhost + name[len(loopback):]
		}
		return name
	}},
	{"as 127.0.0.1 in place of localhost", func(name string) string {
		if strings.HasPrefix(name, localhost) {
			return loopback + name[len(localhost):]
		}
		return name
	}},
	{"in lower case", strings.ToLower},
}

// An order is another order of the list of nodes.
type order struct {
	says    string // "" for the order as it is given
	arrange func(nodes []goring.Node)
}

var orders = []order{
	{"", func([]goring.Node) {}},
	{"sorted by name", func(nodes []goring.Node) {
		slices.SortStableFunc(nodes, func(a, b goring.Node) int { return strings.Compare(a.Name, b.Name) })
	}},
	{"in reverse", func(nodes []goring.Node) { slices.Reverse(nodes) }},
}

// ordered are the dialects in which the order of the list decides more than who
// owns a tied position.
var ordered = []string{
	"libmemcached-modula", "haproxy", "haproxy-sdbm", "haproxy-crc32", "envoy-ring-hash", "redis-cluster", "jump", "guava",
}
