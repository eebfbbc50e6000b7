package goring

import (
	"cmp"
	"fmt"
	"strings"
)

// The dialects of twemproxy (nutcracker) 0.5.0 with `distribution: ketama`
// (src/hashkit/nc_ketama.c, src/nc_conf.c). A node is a server as the
// configuration has it, without the weight: host:port, or host:port and an alias
// after a space. Its name is the alias if there is one, else what libmemcached
// makes labels of. No two servers may have one name. The points are
// libmemcached's; ties are not, since the servers are sorted by name first. What
// differs between these dialects is the `hash` of the keys.
var (
	// Twemproxy has the default hash, fnv1a_64. It takes C's char, signed on x86.
	Twemproxy = twemproxy("twemproxy", fnv1a64In32)

	// TwemproxyMD5 has `hash: md5`.
	TwemproxyMD5 = twemproxy("twemproxy-md5", md5Word)

	// TwemproxyCRC16 has `hash: crc16`, which is not cut to 16 bits.
	TwemproxyCRC16 = twemproxy("twemproxy-crc16", crc16In32)

	// TwemproxyCRC32a has `hash: crc32a`, the usual CRC-32; `hash: crc32` is
	// another.
	TwemproxyCRC32a = twemproxy("twemproxy-crc32a", crc32IEEE)

	// TwemproxyHashTag is Twemproxy with `hash_tag: "{}"`.
	TwemproxyHashTag = twemproxy("twemproxy-hash-tag", func(text string) Position {
		return fnv1a64In32(hashTag(text))
	})
)

func twemproxy(name string, hash func(string) Position) Dialect {
	// An empty key is not hashed, whatever the hash; a Redis pool may have it.
	keyHash := func(text string) Position {
		if text == "" {
			return Position{}
		}
		return hash(text)
	}
	members := serving
	members.Twice, members.Together = ErrDuplicateNode, namedApart
	return Dialect{
		Name: name, Bits: 32, VNodes: 160,
		Hash: keyHash, Place: md5Words, Labels: digestsInFloat32,
		Label: func(dst []byte, node string, index int) []byte {
			return labelWith('-')(dst, twemproxyName(node), index)
		},
		Tie: shortestNameFirst, Members: members,
	}
}

// twemproxyName returns the name of a server.
func twemproxyName(node string) string {
	address, alias, _ := strings.Cut(node, " ")
	if alias != "" {
		return alias
	}
	return strings.TrimSuffix(address, memcachedPort)
}

// namedApart refuses servers of one name.
func namedApart(nodes []Node) error {
	names := make(map[string]bool, len(nodes))
	for _, node := range nodes {
		name := twemproxyName(node.Name)
		if names[name] {
			return fmt.Errorf("name of %q: %w", node.Name, ErrDuplicateNode)
		}
		names[name] = true
	}
	return nil
}

// shortestNameFirst orders twemproxy's servers as it sorts them: by the length of
// the name, then by its bytes.
func shortestNameFirst(a, b Member) int {
	nameA, nameB := twemproxyName(a.Name), twemproxyName(b.Name)
	return cmp.Or(cmp.Compare(len(nameA), len(nameB)), strings.Compare(nameA, nameB))
}
