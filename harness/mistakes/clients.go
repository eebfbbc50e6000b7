package mistakes

import (
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// asAddress makes another form of spymemcached's socket address an edit of the
// dialect: host is empty for an address literal.
func asAddress(text func(host, address string) string) func(d *goring.Dialect) {
	return withNames(func(name string) string {
		host, address, resolved := strings.Cut(name, "/")
		if !resolved {
			host, address = "", name
		}
		return text(host, address)
	})
}

// socketAddressFix is what to do wherever an address is written otherwise.
const socketAddressFix = "make labels of the socket address as Java writes it: host/address:port where a name was resolved, address:port without a slash for an address literal"

var clientMistakes = []Mistake{
	{
		Name: "leading-slash-kept", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"spymemcached"},
		Says:  "your ring keeps the slash that Java writes before an address literal; here it is cut off",
		Cause: "InetSocketAddress.toString() as it is",
		Fix:   socketAddressFix,
		edit:  asAddress(func(host, address string) string { return host + "/" + address }),
	},
	{
		Name: "resolved-name-alone", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"spymemcached"},
		Says:  "your ring makes labels of a server's name and port; here the address that the name was resolved to is part of it",
		Cause: "getHostName() + ':' + getPort(), which is what the configuration holds",
		Fix:   socketAddressFix,
		edit: asAddress(func(host, address string) string {
			port := address[strings.LastIndexByte(address, ':')+1:]
			if host == "" {
				return address
			}
			return host + ":" + port
		}),
	},
	{
		Name: "resolved-address-alone", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"spymemcached"},
		Says:  "your ring makes labels of a server's address and port; here the name that it was resolved from is part of it",
		Cause: "getAddress().getHostAddress(), or a connection that knows the address alone",
		Fix:   socketAddressFix,
		edit:  asAddress(func(_, address string) string { return address }),
	},
	{
		Name: "address-named-twice", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"spymemcached"},
		Says:  "your ring writes an address literal twice, as if it were a name that was resolved; here it stands alone",
		Cause: "getHostName() + '/' + getHostAddress() + ':' + getPort()",
		Fix:   socketAddressFix,
		edit: asAddress(func(host, address string) string {
			if host == "" {
				return address[:max(0, strings.LastIndexByte(address, ':'))] + "/" + address
			}
			return host + "/" + address
		}),
	},
	{
		Name: "name-first", Stage: harness.StagePoints, Rule: "label", dialects: []string{"groupcache"},
		Says:  "your ring writes the name before the index; here the index comes first",
		Cause: "every other ring writes the index last",
		Fix:   "write the index and then the name, with nothing between",
		edit:  withLabel(func(node string, index int) string { return node + strconv.Itoa(index) }),
	},
	{
		Name: "name-first-with-dash", Stage: harness.StagePoints, Rule: "label", dialects: []string{"groupcache"},
		Says:  "your ring writes the name, a dash and the index; here the index comes first, with nothing between",
		Cause: "the label of ketama",
		Fix:   "write the index and then the name, with nothing between",
		edit:  withLabel(func(node string, index int) string { return node + "-" + strconv.Itoa(index) }),
	},
	{
		Name: "index-first-with-dash", Stage: harness.StagePoints, Rule: "label", dialects: []string{"groupcache"},
		Says:  "your ring puts a dash between index and name; here there is nothing, so that 1 with 1.2.3.4 is 11 with .2.3.4",
		Cause: "a separator looks like an improvement, and is one; but it moves every point",
		Fix:   "write the index and then the name, with nothing between",
		edit:  withLabel(func(node string, index int) string { return strconv.Itoa(index) + "-" + node }),
	},
}
