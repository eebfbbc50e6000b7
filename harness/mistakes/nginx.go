package mistakes

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// nginxSteps are the points of nginx taken apart.
type nginxSteps struct {
	table  *crc32.Table
	server func(host, port string) string
	split  func(server string) (host, port string)
	// next returns the checksum that follows the last one, which has that index.
	next func(table *crc32.Table, base, last uint32, index int) uint32
	// restarts begins the chain again with each unit of weight.
	restarts bool
}

func inNGINX(change func(s *nginxSteps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s := &nginxSteps{
			table:  crc32.IEEETable,
			server: func(host, port string) string { return host + "\x00" + port },
			split:  splitServer,
			next: func(table *crc32.Table, base, last uint32, _ int) uint32 {
				return crc32.Update(base, table, binary.LittleEndian.AppendUint32(nil, last))
			},
		}
		change(s)
		withPoints(s.points)(d)
	}
}

func (s *nginxSteps) points(node goring.Node, labels int, _ []goring.Node) []goring.Position {
	base := crc32.Checksum([]byte(s.server(s.split(node.Name))), s.table)
	last, each := uint32(0), labels
	if s.restarts {
		each = labels / max(1, node.Weight)
	}
	var points []goring.Position
	for i := range labels {
		if s.restarts && i%each == 0 {
			last = 0
		}
		last = s.next(s.table, base, last, i)
		points = append(points, at32(last))
	}
	return points
}

// splitServer splits a server at its last colon, if only digits follow.
func splitServer(server string) (host, port string) {
	if len(server) > 5 && strings.EqualFold(server[:5], "unix:") {
		return server[5:], ""
	}
	i := strings.LastIndexByte(server, ':')
	if i < 0 || strings.Trim(server[i+1:], "0123456789") != "" || i == len(server)-1 {
		return server, ""
	}
	return server[:i], server[i+1:]
}

var nginxMistakes = []Mistake{
	{
		Name: "colon-for-nul", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"nginx"},
		Says:  "your ring hashes host and port with the colon between them; nginx has a NUL there",
		Cause: "the text of the server is hashed as it is",
		Fix:   "put a byte 0 between host and port, and after the host where there is no port",
		edit: inNGINX(func(s *nginxSteps) {
			s.server = func(host, port string) string { return strings.TrimSuffix(host+":"+port, ":") }
		}),
	},
	{
		Name: "nothing-for-nul", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"nginx"},
		Says:  "your ring hashes host and port with nothing between them; nginx has a NUL there",
		Cause: "a C string, in which the NUL ends the text",
		Fix:   "put a byte 0 between host and port, and after the host where there is no port",
		edit:  inNGINX(func(s *nginxSteps) { s.server = func(host, port string) string { return host + port } }),
	},
	{
		Name: "nul-before-port-only", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"nginx"},
		Says:  "your ring puts the NUL only where a port follows; nginx puts it after every host",
		Cause: "join('\\0') on the parts that there are",
		Fix:   "put a byte 0 after the host, whether a port follows or not",
		edit: inNGINX(func(s *nginxSteps) {
			s.server = func(host, port string) string { return strings.TrimSuffix(host+"\x00"+port, "\x00") }
		}),
	},
	{
		Name: "split-at-first-colon", Stage: harness.StagePoints, Rule: "node-text", dialects: []string{"nginx"},
		Says:  "your ring splits a server at the first colon, which tears an IPv6 address apart; nginx splits at the last",
		Cause: "split(':') or strchr",
		Fix:   "split at the last colon, if only digits follow",
		edit: inNGINX(func(s *nginxSteps) {
			s.split = func(server string) (host, port string) {
				host, port, _ = strings.Cut(server, ":")
				return host, port
			}
		}),
	},
	{
		Name: "chain-big-endian", Stage: harness.StagePoints, Rule: "label", dialects: []string{"nginx"},
		Says:  "your ring adds the last point to the checksum with its highest byte first; nginx adds the lowest first",
		Cause: "network byte order: pack('N'), ByteBuffer as it is, htonl",
		Fix:   "add the four bytes of the last point with the lowest first, as x86 has them in memory",
		edit: inNGINX(func(s *nginxSteps) {
			s.next = func(table *crc32.Table, base, last uint32, _ int) uint32 {
				return crc32.Update(base, table, binary.BigEndian.AppendUint32(nil, last))
			}
		}),
	},
	{
		Name: "chain-of-indices", Stage: harness.StagePoints, Rule: "label", dialects: []string{"nginx"},
		Says:  "your ring adds the index of a point to the checksum of the server; nginx adds the point before",
		Cause: "every other ring makes points of an index",
		Fix:   "go on from the checksum of the server over the four bytes of the last point, 0 for the first",
		edit: inNGINX(func(s *nginxSteps) {
			s.next = func(table *crc32.Table, base, _ uint32, index int) uint32 {
				return crc32.Update(base, table, binary.LittleEndian.AppendUint32(nil, uint32(index)))
			}
		}),
	},
	{
		Name: "chain-from-last-point", Stage: harness.StagePoints, Rule: "label", dialects: []string{"nginx"},
		Says:  "your ring goes on from the checksum of the last point; nginx begins with that of the server each time",
		Cause: "the checksum is kept in one variable from point to point",
		Fix:   "go on from the checksum of the server over the four bytes of the last point",
		edit: inNGINX(func(s *nginxSteps) {
			s.next = func(table *crc32.Table, base, last uint32, index int) uint32 {
				if index > 0 {
					base = last
				}
				return crc32.Update(base, table, binary.LittleEndian.AppendUint32(nil, last))
			}
		}),
	},
	{
		Name: "chain-as-text", Stage: harness.StagePoints, Rule: "label", dialects: []string{"nginx"},
		Says:  "your ring adds the last point to the checksum as decimal digits; nginx adds its four bytes",
		Cause: "crc32(base . last) in a language where a number becomes text",
		Fix:   "add the four bytes of the last point",
		edit: inNGINX(func(s *nginxSteps) {
			s.next = func(table *crc32.Table, base, last uint32, _ int) uint32 {
				return crc32.Update(base, table, strconv.AppendUint(nil, uint64(last), 10))
			}
		}),
	},
	{
		Name: "chain-restarts-with-weight", Stage: harness.StagePoints, Rule: "weight", dialects: []string{"nginx"},
		Says:  "your ring begins the chain of points again with each unit of weight, so that the points of a heavy server coincide",
		Cause: "for each unit of weight the server is placed again",
		Fix:   "let the chain go on for 160 times the weight",
		edit:  inNGINX(func(s *nginxSteps) { s.restarts = true }),
	},
	{
		Name: "points-in-crc32c", Stage: harness.StagePoints, Rule: "hash-text", dialects: []string{"nginx"},
		Says:  "your ring makes points with CRC-32C; nginx has the CRC-32 of zlib",
		Cause: "the instruction of x86 and many fast libraries compute CRC-32C",
		Fix:   "use the polynomial of zlib, gzip and PNG: crc32(\"123456789\") is 0xcbf43926",
		edit:  inNGINX(func(s *nginxSteps) { s.table = crc32.MakeTable(crc32.Castagnoli) }),
	},
	{
		Name: "labels-of-ketama", Stage: harness.StagePoints, Rule: "label", dialects: []string{"nginx"},
		Says:  "your ring makes the points of ketama, of labels and MD5; nginx makes them of a chain of checksums",
		Cause: "nginx's documentation calls `consistent` the ketama method",
		Fix:   "make each point of the checksum of the server and the point before",
		edit: withPoints(func(node goring.Node, labels int, _ []goring.Node) []goring.Position {
			var points []goring.Position
			for i := range labels / 4 {
				points = goring.Ketama.Place(points, string(goring.Ketama.Label(nil, node.Name, i)))
			}
			return points
		}),
	},
}
