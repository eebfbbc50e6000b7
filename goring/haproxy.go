package goring

import (
	"fmt"
	"strconv"
	"strings"
)

// The dialects of HAProxy 2.6.12 with `hash-type consistent` (src/lb_chash.c:
// chash_init_server_tree, chash_get_server_hash). A node is a server's address,
// which has no say, and " id " with a number if the configuration gives it one.
// Points are made of that number; a server without one gets it by its place in
// the list, so that the order counts. No two may be given the same number. A
// weight is 0 to 256, 16 points each, and a server of weight 0 gets no keys.
//
// What differs between these dialects is the hash of the keys. Numbers that
// differ by a multiple of 1048576 have all their points in common, since there
// are 4096 to a server and 2³² in all.
var (
	// HAProxy has the default hash, sdbm with the avalanche.
	HAProxy = haproxy("haproxy", sdbmAvalanche)

	// HAProxySDBM is `hash-type consistent sdbm`: to name the hash of the default
	// takes the avalanche away.
	HAProxySDBM = haproxy("haproxy-sdbm", sdbm)

	// HAProxyCRC32 is `hash-type consistent crc32`.
	HAProxyCRC32 = haproxy("haproxy-crc32", crc32IEEE)
)

func haproxy(name string, hash func(string) Position) Dialect {
	members := serving
	members.MaxWeight, members.ZeroWeight = 256, true
	members.Twice, members.Together = ErrDuplicateNode, numberedApart
	return Dialect{
		Name: name, Bits: 32, VNodes: 16,
		Hash: hash, Labels: labelsByWeight, Points: pointsOfHAProxy,
		Tie: ListedFirst, Boundary: Nearest, Members: members,
	}
}

func pointsOfHAProxy(dst []Position, labels int, node Node, all []Node) []Position {
	id := haproxyIDs.of(all)[node.Name]
	for i := range labels {
		dst = append(dst, Position{Lo: uint64(fullHash(id*4096 + uint32(i)))})
	}
	return dst
}

// haproxyIDs are the numbers of servers by their text, as HAProxy gives them at
// its start (src/cfgparse.c, check_config_validity): a server's own, or the lowest
// that no server has and that is above as many as there are servers before it,
// and above the last one that was given out.
var haproxyIDs = remember(func(servers []Node) map[string]uint32 {
	ids := make(map[string]uint32, len(servers))
	used := make(map[uint32]bool, len(servers))
	for _, server := range servers {
		if id := givenID(server.Name); id != 0 {
			ids[server.Name], used[id] = id, true
		}
	}
	next := uint32(1)
	for _, server := range servers {
		if ids[server.Name] == 0 {
			for used[next] {
				next++
			}
			ids[server.Name] = next
		}
		next++ // a server with a number of its own uses up one more
	}
	return ids
})

// numberedApart refuses servers that are given one number.
func numberedApart(nodes []Node) error {
	given := make(map[uint32]bool, len(nodes))
	for _, node := range nodes {
		id := givenID(node.Name)
		if given[id] && id != 0 {
			return fmt.Errorf("id of %q: %w", node.Name, ErrDuplicateNode)
		}
		given[id] = true
	}
	return nil
}

// givenID returns the number that a server's text gives it, 1 to 2³¹−1; 0 if it
// gives none.
func givenID(server string) uint32 {
	_, text, given := strings.Cut(server, " id ")
	if !given {
		return 0
	}
	id, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0
	}
	return uint32(id)
}
