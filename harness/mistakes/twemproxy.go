package mistakes

import (
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

var twemproxyMistakes = []Mistake{
	{
		Name: "alias-ignored", Stage: harness.StagePoints, Rule: "node-text", dialects: twemproxies,
		Says:  "your ring makes labels of a server's address even where the server has an alias",
		Cause: "the alias is read as a comment; but it is what keeps the points when an address changes",
		Fix:   "make labels of the alias where there is one",
		edit:  asServer(func(address, _ string) string { return strings.TrimSuffix(address, memcachedPort) }),
	},
	{
		Name: "alias-with-address", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"twemproxy"},
		Says:  "your ring makes labels of a server's whole text, address and alias",
		Cause: "the line of the configuration is not taken apart",
		Fix:   "make labels of the alias where there is one, else of the address",
		edit: asServer(func(address, alias string) string {
			if alias == "" {
				return strings.TrimSuffix(address, memcachedPort)
			}
			return address + " " + alias
		}),
	},
	{
		Name: "default-port-cut-off-alias", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"twemproxy"},
		Says:  "your ring leaves :11211 out of an alias; it belongs to addresses alone",
		Cause: "the port is cut off the label, wherever that comes from",
		Fix:   "take an alias as it is",
		edit:  asServer(func(address, alias string) string { return strings.TrimSuffix(either(alias, address), memcachedPort) }),
	},
	{
		Name: "servers-not-sorted", Stage: harness.StagePoints, Rule: "tie", dialects: twemproxies,
		Says:  "where points of two servers coincide, your ring gives the position to the one that was listed first; twemproxy sorts its servers by name first",
		Cause: "the servers stay in the order of the configuration",
		Fix:   "sort the servers by the length of the name, then by its bytes, before anything else",
		edit:  withTie(goring.ListedFirst),
	},
	{
		Name: "servers-sorted-plainly", Stage: harness.StagePoints, Rule: "tie", dialects: []string{"twemproxy"},
		Says:  "where points of two servers coincide, your ring gives the position to the name that sorts first; twemproxy puts the shorter name first",
		Cause: "sort() on the names",
		Fix:   "sort the servers by the length of the name, then by its bytes",
		edit:  withTie(func(a, b goring.Member) int { return strings.Compare(rightServer(a.Name), rightServer(b.Name)) }),
	},
	{
		Name: "servers-of-one-name-accepted", Stage: harness.StageError, Rule: "twice-listed", dialects: append([]string{"twemproxy-modula-crc16"}, twemproxies...),
		Says:  "your ring takes two servers of one name; twemproxy refuses them, even where their addresses differ",
		Cause: "the whole text of a server is compared, not its name",
		Fix:   "fail with duplicate-node where two aliases, or an alias and an address, are the same",
		edit:  withPolicy(func(m *goring.Membership) { m.Together = nil }),
	},
	{
		Name: "modula-not-sorted", Stage: harness.StagePlacement, Rule: "list-order", dialects: []string{"twemproxy-modula-crc16"},
		Says:  "your ring counts the servers in the order of the configuration; twemproxy sorts them by name first",
		Cause: "twemproxy's documentation tells of sorting for ketama alone",
		Fix:   "sort the servers by the length of the name, then by its bytes",
		edit:  inModula(func(m *modulaSteps) { m.order = goring.ListedFirst }),
	},
	{
		Name: "modula-sorted-plainly", Stage: harness.StagePlacement, Rule: "name-order", dialects: []string{"twemproxy-modula-crc16"},
		Says:  "your ring sorts the servers by name alone; twemproxy puts the shorter name first",
		Cause: "sort() on the names",
		Fix:   "sort the servers by the length of the name, then by its bytes",
		edit: inModula(func(m *modulaSteps) {
			m.order = func(a, b goring.Member) int { return strings.Compare(rightServer(a.Name), rightServer(b.Name)) }
		}),
	},
	{
		Name: "modula-weight-ignored", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"twemproxy-modula-crc16"},
		Says:  "your ring counts each server once, whatever its weight",
		Cause: "hash(key) % servers.length",
		Fix:   "count a server of weight w w times",
		edit:  inModula(func(m *modulaSteps) { m.weighted = false }),
	},
	{
		Name: "modula-weight-counted", Stage: harness.StagePlacement, Rule: "placement", dialects: []string{"libmemcached-modula"},
		Says:  "your ring counts a server of weight w w times; here weights have no say",
		Cause: "that is what twemproxy and PHP's memcache do",
		Fix:   "count each server once",
		edit:  inModula(func(m *modulaSteps) { m.weighted = true }),
	},
	{
		Name: "modula-sorted", Stage: harness.StagePlacement, Rule: "list-order", dialects: []string{"libmemcached-modula"},
		Says:  "your ring sorts the servers by name; here the order of the list counts",
		Cause: "a sorted map or set of servers, or MEMCACHED_BEHAVIOR_SORT_HOSTS",
		Fix:   "leave the servers in the order of the list",
		edit:  inModula(func(m *modulaSteps) { m.order = goring.NameFirst }),
	},
	{
		Name: "modula-of-signed-hash", Stage: harness.StagePlacement, Rule: "placement", dialects: modulas,
		Says:  "your ring takes the remainder of a signed number, and its absolute value where the hash has the top bit set",
		Cause: "Math.abs(hash % n) on int in Java and C#",
		Fix:   "take the remainder of the unsigned hash: Integer.remainderUnsigned, or a wider type",
		edit: inModula(func(m *modulaSteps) {
			m.remainder = func(h uint64, n int) int { return max(int(int32(h))%n, -(int(int32(h)) % n)) }
		}),
	},
	{
		Name: "ring-for-modula", Stage: harness.StagePlacement, Rule: "placement", dialects: modulas,
		Says:  "your ring places points on a circle, as the consistent dialects of the same program do; here the remainder of the hash decides",
		Cause: "modula is the default of libmemcached, which the setting of the client left behind changes",
		Fix:   "take the hash modulo the number of servers",
		edit: func(d *goring.Dialect) {
			ring := goring.LibmemcachedConsistent
			ring.Members.MaxWeight, ring.Members.ZeroWeight = 0, true
			if d.Name == "twemproxy-modula-crc16" {
				ring = goring.TwemproxyCRC16
			}
			choosing(func(_ int, nodes []goring.Node) func(string) int {
				made, err := goring.New(ring, ring.VNodes, nodes)
				return func(key string) int {
					if err != nil {
						return -1
					}
					owner, _ := made.Owner(key)
					for i, node := range nodes {
						if node.Name == owner {
							return i
						}
					}
					return -1
				}
			})(d)
		},
	},
}

// rightServer is what twemproxy calls a server.
func rightServer(node string) string {
	address, alias, _ := strings.Cut(node, " ")
	return either(alias, strings.TrimSuffix(address, memcachedPort))
}
