package mistakes

import (
	"slices"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// asServer makes labels of another name of a server, - and the index.
func asServer(name func(address, alias string) string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		d.Label = func(dst []byte, node string, index int) []byte {
			address, alias, _ := strings.Cut(node, " ")
			dst = append(dst, name(address, alias)...)
			return strconv.AppendInt(append(dst, '-'), int64(index), 10)
		}
	}
}

const memcachedPort = ":11211"

// either is the alias of a server, or its address if it has none.
func either(alias, address string) string {
	if alias != "" {
		return alias
	}
	return address
}

// each is how many labels a node of average share has: one for each four points
// where a digest makes four.
func each(d *goring.Dialect, vnodes int) int {
	if d.Place != nil {
		return vnodes / len(d.Place(nil, ""))
	}
	return vnodes
}

var shared = append([]string{"dalli"}, except(fourWords, variants...)...)

// roundedOnTheWay are those of ketama's family that do not count in integers.
var roundedOnTheWay = []string{"libmemcached", "ketama", "twemproxy", "npm-hashring"}

var ketamaMistakes = []Mistake{
	{
		Name: "one-point-a-digest", Stage: harness.StagePoints, Rule: "vnodes", dialects: fourWords,
		Says:  "your ring makes one point of each digest; this dialect makes four",
		Cause: "the first four bytes are read, as on most rings, and the other twelve are not",
		Fix:   "make a point of each of the four words",
		Seen:  "goketama pull request 4",
		edit:  withPlaced(func(placed []goring.Position) []goring.Position { return placed[:1] }),
	},
	{
		Name: "one-point-a-label", Stage: harness.StagePoints, Rule: "label", dialects: except(fourWords, variants...),
		Says:  "your ring has the right number of points, but a label for each; this dialect makes four points of a label's digest",
		Cause: "\"160 points a server\" was read as 160 labels",
		Fix:   "make a label for each four points, and a point of each of the four words of its digest",
		edit: func(d *goring.Dialect) {
			withCount(func(right int) int { return 4 * right })(d)
			withPlaced(func(placed []goring.Position) []goring.Position { return placed[:1] })(d)
		},
	},
	{
		Name: "digests-in-float64", Stage: harness.StagePoints, Rule: "share", dialects: []string{"libmemcached", "ketama", "twemproxy", "twemproxy-md5", "spymemcached", "uhashring-ketama"},
		Says:  "your ring works out the number of digests in doubles, from left to right, which gives 39 for 7 equal servers; this dialect rounds otherwise",
		Cause: "Math.floor(share * 40 * servers): every number is a double in JavaScript, Python, Lua and PHP",
		Fix:   "round each step as the dialect says: to float32 in libmemcached, twemproxy and spymemcached, some of it in the original ketama; in integers in uhashring",
		Seen:  "3rd-Eden/node-hashring#43",
		edit:  withLabels(goring.NPMHashring.Labels),
	},
	{
		Name: "digests-in-float32", Stage: harness.StagePoints, Rule: "share", dialects: append([]string{"ketama", "spymemcached", "uhashring-ketama"}, npmHashrings...),
		Says:  "your ring rounds each step of the number of digests to float32, which gives 39 for 25 equal servers; this dialect counts otherwise",
		Cause: "float in C, C++, Java and C#; that is what libmemcached does",
		Fix:   "count as the dialect says: in doubles in npm's hashring, in integers in uhashring, 40 without weights in spymemcached",
		edit:  withLabels(goring.Libmemcached.Labels),
	},
	{
		Name: "digests-in-integers", Stage: harness.StagePoints, Rule: "share", dialects: roundedOnTheWay,
		Says:  "your ring works out the number of digests in integers, which never gives one too few; this dialect loses one for some numbers of servers",
		Cause: "40 * weight * servers / total: it looks like the same, and is the better formula",
		Fix:   "round each step as the dialect says, for the sake of the same owners",
		edit:  withLabels(goring.UHashringKetama.Labels),
	},
	{
		Name: "digests-as-ketama", Stage: harness.StagePoints, Rule: "share", dialects: except(roundedOnTheWay, "ketama"),
		Says:  "your ring rounds the share of a server to float32 and multiplies in doubles, as the original ketama does; this dialect rounds otherwise",
		Cause: "float times 40.0 is a double in C, C++, Java and C#",
		Fix:   "round each step as the dialect says",
		edit:  withLabels(goring.Ketama.Labels),
	},
	{
		Name: "always-40-digests", Stage: harness.StagePoints, Rule: "share", dialects: roundedOnTheWay,
		Says:  "your ring gives every server 160 points, whatever the weights and the number of servers",
		Cause: "160 points a server is what all descriptions say; the programs work it out, and lose a digest for some numbers of equal servers",
		Fix:   "work out the number of digests, and round each step as the dialect says",
		edit:  withLabels(func(vnodes int, _ goring.Node, _ []goring.Node) int { return vnodes / 4 }),
	},
	{
		Name: "share-rounded", Stage: harness.StagePoints, Rule: "share", dialects: shared,
		Says:  "your ring rounds a node's share of the points to the nearest number; this dialect rounds down",
		Cause: "round or lround for floor; (int)(x + 0.5)",
		Fix:   "round down",
		edit: func(d *goring.Dialect) {
			right := *d
			withLabels(func(vnodes int, node goring.Node, all []goring.Node) int {
				of := 2 * each(&right, vnodes) * node.Weight * len(all)
				return (of/max(1, totalWeight(all)) + 1) / 2
			})(d)
		},
	},
	{
		Name: "share-of-one-node", Stage: harness.StagePoints, Rule: "share", dialects: shared,
		Says:  "your ring divides the points of one node among all: it does not multiply by the number of nodes",
		Cause: "the last factor of the formula was lost",
		Fix:   "multiply the share by the number of nodes",
		edit: aroundLabels(func(right labelCount, vnodes int, node goring.Node, all []goring.Node) int {
			return right(vnodes, node, all) / len(all)
		}),
	},
	{
		Name: "weight-multiplies", Stage: harness.StagePoints, Rule: "share", dialects: shared,
		Says:  "your ring gives a node of weight w w times the points of one of weight 1; in this dialect the nodes share as many points as they have without weights",
		Cause: "a count that does not depend on the other nodes, as most rings have it",
		Fix:   "give each node its share of the total weight",
		edit: func(d *goring.Dialect) {
			right := *d
			withLabels(func(vnodes int, node goring.Node, _ []goring.Node) int { return each(&right, vnodes) * node.Weight })(d)
		},
	},
	{
		Name: "weight-0-without-points", Stage: harness.StagePoints, Rule: "share", dialects: []string{"libmemcached"},
		Says:  "a server of weight 0 has no points in your ring; here 0 counts as 1",
		Cause: "the weight is used as it is, and 0 stands for \"no keys\", as elsewhere",
		Fix:   "take 0 as 1, in the total as well",
		edit: aroundLabels(func(right labelCount, vnodes int, node goring.Node, all []goring.Node) int {
			if node.Weight == 0 {
				return 0
			}
			rest := slices.DeleteFunc(slices.Clone(all), func(other goring.Node) bool { return other.Weight < 1 })
			return right(vnodes, node, rest)
		}),
	},
	{
		Name: "default-port-kept", Stage: harness.StagePoints, Rule: "node-text", dialects: join(libmemcacheds, twemproxies, []string{"npm-hashring-default-port"}),
		Says:  "your ring makes labels with the port even where it is 11211; here that one is left out",
		Cause: "host + ':' + port for all servers, as the original ketama has it",
		Fix:   "leave the port out of the label where it is 11211",
		edit:  asServer(func(address, alias string) string { return either(alias, address) }),
	},
	{
		Name: "default-port-appended", Stage: harness.StagePoints, Rule: "node-text", dialects: libmemcacheds,
		Says:  "your ring makes labels with the port 11211 even where the server has none in its text",
		Cause: "the server is taken apart into host and port, and the two are always put together again",
		Fix:   "leave the port out of the label where it is 11211",
		edit: asServer(func(address, _ string) string {
			if !strings.Contains(address, ":") {
				return address + memcachedPort
			}
			return address
		}),
	},
	{
		Name: "ketama-for-consistent", Stage: harness.StagePoints, Rule: "vnodes", dialects: consistents,
		Says:  "your ring makes four points of the MD5 of 40 labels a server, as ketama does; this dialect makes one point of each of 100 labels, with the hash of keys",
		Cause: "the setting is called MEMCACHED_BEHAVIOR_KETAMA, and is not ketama; MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED is",
		Fix:   "make one point of each of 100 labels, with the hash of keys",
		edit: func(d *goring.Dialect) {
			d.VNodes, d.Labels, d.Place = goring.Libmemcached.VNodes, goring.Libmemcached.Labels, goring.Libmemcached.Place
		},
	},
	{
		Name: "consistent-for-ketama", Stage: harness.StagePoints, Rule: "vnodes", dialects: []string{"libmemcached"},
		Says:  "your ring makes one point of each of 100 labels, as libmemcached's plain consistent distribution does; this dialect is its weighted ketama",
		Cause: "OPT_DISTRIBUTION without OPT_LIBKETAMA_COMPATIBLE in PHP, ketama without ketama_weighted in pylibmc",
		Fix:   "make four points of each digest, and count digests by weight",
		edit: func(d *goring.Dialect) {
			d.VNodes, d.Labels, d.Place = goring.LibmemcachedConsistent.VNodes, goring.LibmemcachedConsistent.Labels, nil
		},
	},
}
