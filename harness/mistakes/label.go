package mistakes

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// withLabel makes another text the label.
func withLabel(label func(node string, index int) string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		d.Label = func(dst []byte, node string, index int) []byte {
			return append(dst, label(node, index)...)
		}
	}
}

// asIndex changes the text of the index and leaves the rest of the label.
func asIndex(text func(index int) string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		between := strings.TrimSuffix(string(d.Label(nil, "", 0)), "0")
		withLabel(func(node string, index int) string { return node + between + text(index) })(d)
	}
}

func separator(name, text string, dialects []string) Mistake {
	return Mistake{
		Name: "separator-" + name, Stage: harness.StagePoints, Rule: "label", dialects: dialects,
		Says:  fmt.Sprintf("your ring makes labels such as %q: it has another separator than this dialect", "A"+text+"0"),
		Cause: "the separator of another client was taken: -, #, : and _ are all in use",
		Fix:   "write the separator of the dialect between name and index",
		edit:  withSeparator(text),
	}
}

// withSeparator changes what stands between name and index, and leaves the name as
// the dialect has it.
func withSeparator(text string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		right := d.Label
		between := strings.TrimSuffix(string(right(nil, "", 0)), "0")
		withLabel(func(node string, index int) string {
			i := strconv.Itoa(index)
			return strings.TrimSuffix(string(right(nil, node, index)), between+i) + text + i
		})(d)
	}
}

var labelMistakes = []Mistake{
	separator("hash", "#", append([]string{"md5-128-colon"}, except(dashed, variants...)...)),
	separator("colon", ":", join(without("md5-128-colon"), except(dashed, variants...))),
	separator("dash", "-", join(seeds, []string{"dalli"}, ringHashes)),
	separator("underscore", "_", append([]string{"npm-hashring"}, seeds...)),
	separator("space", " ", nil),
	{
		Name: "separator-none", Stage: harness.StagePoints, Rule: "label", dialects: join(seeds, except(dashed, variants...), []string{"dalli"}, ringHashes),
		Says:  "your ring puts no separator into labels, so that s1 with 11 and s11 with 1 are one label",
		Cause: "name + index",
		Fix:   "write the separator of the dialect between name and index",
		Seen:  "uber/ringpop-node#241",
		edit:  withSeparator(""),
	},
	{
		Name: "index-first", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring writes the index before the name",
		Cause: "the parts of the label are swapped",
		Fix:   "write name, separator, index",
		edit: func(d *goring.Dialect) {
			between := strings.TrimSuffix(string(d.Label(nil, "", 0)), "0")
			withLabel(func(node string, index int) string { return strconv.Itoa(index) + between + node })(d)
		},
	},
	{
		Name: "index-first-no-separator", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring writes the index before the name and nothing between them",
		Cause: "that is what Go's groupcache does",
		Fix:   "write name, separator, index",
		Seen:  "golang/groupcache",
		edit:  withLabel(func(node string, index int) string { return strconv.Itoa(index) + node }),
	},
	{
		Name: "index-from-1", Stage: harness.StagePoints, Rule: "label", dialects: join(seeds, except(dashed, variants...), []string{"dalli", "groupcache"}, ringHashes),
		Says:  "your ring counts the points of a node from 1",
		Cause: "for i = 1 to vnodes, as in Lua; range(1, vnodes + 1)",
		Fix:   "count from 0 to vnodes - 1",
		edit: func(d *goring.Dialect) {
			right := d.Label
			d.Label = func(dst []byte, node string, index int) []byte { return right(dst, node, index+1) }
		},
	},
	{
		Name: "index-padded", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring pads the index to two digits",
		Cause: "%02d or padStart(2, '0')",
		Fix:   "write the index as plain decimal",
		edit:  asIndex(func(index int) string { return fmt.Sprintf("%02d", index) }),
	},
	{
		Name: "index-padded-to-3", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring pads the index to three digits",
		Cause: "%03d or padStart(3, '0')",
		Fix:   "write the index as plain decimal",
		edit:  asIndex(func(index int) string { return fmt.Sprintf("%03d", index) }),
	},
	{
		Name: "index-in-hex", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring writes the index in hex, which shows from the eleventh point on",
		Cause: "%x, toString(16)",
		Fix:   "write the index as plain decimal",
		edit:  asIndex(func(index int) string { return strconv.FormatInt(int64(index), 16) }),
	},
	{
		Name: "index-as-float", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring writes the index as 0.0, 1.0 and so on",
		Cause: "a number in Lua 5.3 that came out of a division; a double in C# or Java",
		Fix:   "write the index as plain decimal",
		edit:  asIndex(func(index int) string { return fmt.Sprintf("%d.0", index) }),
	},
	{
		Name: "index-as-byte", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring writes the index as one byte, not as digits",
		Cause: "(char) i, chr(i), String.fromCharCode(i) or append(label, byte(i))",
		Fix:   "write the index as decimal digits",
		Seen:  "opentelemetry-collector-contrib pull request 41271",
		edit:  asIndex(func(index int) string { return string([]byte{byte(index)}) }),
	},
	{
		Name: "index-in-one-byte", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring keeps the index in one byte, so that it begins at 0 again after 255",
		Cause: "uint8, unsigned char or byte for the loop's counter",
		Fix:   "use a wider integer for the index",
		edit:  asIndex(func(index int) string { return strconv.Itoa(index & 0xff) }),
	},
	{
		Name: "port-dropped", Stage: harness.StagePoints, Rule: "label", dialects: join(seeds, []string{"ketama", "npm-hashring", "spymemcached", "dalli", "uhashring-ketama"}),
		Says:  "your ring leaves the port 11211 out of labels",
		Cause: "libmemcached and others leave out the usual port of memcached; here the name is text",
		Fix:   "hash the name as it is",
		Seen:  "3rd-Eden/node-hashring#23",
		edit:  withNames(func(name string) string { return strings.TrimSuffix(name, memcachedPort) }),
	},
	{
		Name: "port-cut-off", Stage: harness.StagePoints, Rule: "label", dialects: join(seeds, []string{"libmemcached", "ketama", "npm-hashring", "dalli", "nginx"}, ringHashes),
		Says:  "your ring hashes only what stands before the first colon of a name",
		Cause: "the name is split into host and port, and the host alone is hashed",
		Fix:   "hash the name as it is",
		edit: withNames(func(name string) string {
			host, _, _ := strings.Cut(name, ":")
			return host
		}),
	},
	{
		Name: "object-as-text", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring hashes \"[object Object]\" in place of the node's name, so that all nodes share their points",
		Cause: "a node object in a template string in JavaScript",
		Fix:   "use the object's name",
		Seen:  "jaysonsantos/python-binary-memcached#236, in Python",
		edit:  withLabel(func(_ string, index int) string { return "[object Object]#" + strconv.Itoa(index) }),
	},
	{
		Name: "place-as-name", Stage: harness.StagePoints, Rule: "list-order",
		Says:  "your ring hashes a node's place in the list in place of its name, so that the order of the list decides who owns what",
		Cause: "nodes.forEach((node, i) => …) with i in the label where node.name is due",
		Fix:   "make labels of names",
		Seen:  "consistent-hash-js#4",
		edit: func(d *goring.Dialect) {
			places, labels, label := map[string]string{}, d.Labels, d.Label
			d.Labels = func(vnodes int, node goring.Node, all []goring.Node) int {
				for i, n := range all {
					places[n.Name] = strconv.Itoa(i)
				}
				return labels(vnodes, node, all)
			}
			d.Label = func(dst []byte, node string, index int) []byte { return label(dst, places[node], index) }
			d.Arrange = ascending(d.Tie) // the places of the others change when a node leaves
		},
	},
	{
		Name: "name-in-quotes", Stage: harness.StagePoints, Rule: "label",
		Says:  "your ring hashes names in double quotes",
		Cause: "JSON.stringify, %q, inspect or {:?} in place of the text itself",
		Fix:   "use the name itself",
		edit:  withNames(strconv.Quote),
	},
	{
		Name: "one-point-fewer", Stage: harness.StagePoints, Rule: "vnodes", dialects: join(seeds, except(productionRings, append(variants, "cassandra-murmur3")...)),
		Says:  "your ring gives each node one point too few",
		Cause: "i < vnodes - 1, range(1, vnodes)",
		Fix:   "give each node exactly as many points as the dialect says, with the indices from 0",
		edit:  withCount(func(right int) int { return right - 1 }),
	},
	{
		Name: "one-point-more", Stage: harness.StagePoints, Rule: "vnodes", dialects: join(seeds, []string{"libmemcached-consistent", "dalli", "uhashring", "groupcache", "nginx", "haproxy"}),
		Says:  "your ring gives each node one point too many",
		Cause: "i <= vnodes, 0..vnodes in Ruby, 0..=vnodes in Rust, 0 to vnodes in Kotlin",
		Fix:   "give each node exactly as many points as the dialect says, with the indices from 0",
		edit:  withCount(func(right int) int { return right + 1 }),
	},
	{
		Name: "label-of-name-too", Stage: harness.StagePoints, Rule: "vnodes",
		Says:  "your ring adds a point for the bare name of each node",
		Cause: "the node itself is placed beside its virtual ones",
		Fix:   "place labels with an index only",
		edit: func(d *goring.Dialect) {
			withCount(func(right int) int { return right + 1 })(d)
			right := d.Label
			d.Label = func(dst []byte, node string, index int) []byte {
				if index == 0 {
					return append(dst, node...)
				}
				return right(dst, node, index-1)
			}
		},
	},
	{
		Name: "four-points-a-digest", Stage: harness.StagePoints, Rule: "vnodes", dialects: md5x32,
		Says:  "your ring makes four points of each digest, as ketama does",
		Cause: "a ketama client was taken as the model",
		Fix:   "make one point of each label",
		edit: func(d *goring.Dialect) {
			withCount(func(right int) int { return (right + 3) / 4 })(d)
			d.Place = func(dst []goring.Position, label string) []goring.Position {
				digest := md5.Sum([]byte(label))
				for i := 0; i < 16; i += 4 {
					dst = append(dst, goring.Position{Lo: uint64(binary.LittleEndian.Uint32(digest[i:]))})
				}
				return dst
			}
		},
	},
	{
		Name: "vnodes-ignored", Stage: harness.StagePoints, Rule: "vnodes",
		Says:  "your ring has 100 points a node, whatever vnodes says",
		Cause: "the argument is not passed on, or a constant stands in its place",
		Fix:   "use the vnodes that were given",
		edit: aroundLabels(func(right labelCount, _ int, node goring.Node, all []goring.Node) int {
			return right(100, node, all)
		}),
	},
	defaultVNodes(100, join([]string{"md5-128-colon"}, except(fourWords, variants...), []string{"dalli", "uhashring", "groupcache"})),
	defaultVNodes(150, []string{"md5-32", "md5-128", "md5-128-after", "nginx"}),
	defaultVNodes(160, join(md5Dialects, consistents, []string{"haproxy"})),
}

func defaultVNodes(count int, dialects []string) Mistake {
	return Mistake{
		Name: fmt.Sprintf("default-of-%d", count), Stage: harness.StagePoints, Rule: "default-vnodes", dialects: dialects,
		Says:  fmt.Sprintf("your ring has %d points a node where vnodes is left out", count),
		Cause: "the default of another client was taken: 100, 150 and 160 are all in use",
		Fix:   "use the default of the dialect",
		edit:  func(d *goring.Dialect) { d.VNodes = count },
	}
}
