package goring

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// NGINX is the directive `hash … consistent` of nginx 1.22.1
// (ngx_http_upstream_hash_module.c: ngx_http_upstream_init_chash). A node is the
// server as the configuration has it: the text counts, not the address. With 150
// points in place of 160 it is Perl's Cache::Memcached::Fast with ketama_points
// 150, from which nginx has it.
//
// Of equal points nginx keeps the first. It passes an empty key round robin; here
// it is a key like any other.
var NGINX = Dialect{
	Name: "nginx", Bits: 32, VNodes: 160,
	Hash: crc32IEEE, Labels: labelsByWeight, Points: pointsOfNGINX,
	Tie: ListedFirst, Members: serving,
}

// pointsOfNGINX goes on from the checksum of the server with each point, to make
// the next one.
func pointsOfNGINX(dst []Position, labels int, node Node, _ []Node) []Position {
	host, port := splitServer(node.Name)
	base := crc32.ChecksumIEEE([]byte(host + "\x00" + port))
	var previous [4]byte
	for range labels {
		point := crc32.Update(base, crc32.IEEETable, previous[:])
		dst = append(dst, Position{Lo: uint64(point)})
		binary.LittleEndian.PutUint32(previous[:], point)
	}
	return dst
}

// splitServer splits a server of nginx's configuration at its last colon, if
// only digits follow; the path of a Unix socket is all host.
func splitServer(server string) (host, port string) {
	const unix = "unix:"
	if len(server) >= len(unix) && strings.EqualFold(server[:len(unix)], unix) {
		return server[len(unix):], ""
	}
	if i := len(strings.TrimRight(server, "0123456789")); i > 0 && server[i-1] == ':' {
		return server[:i-1], server[i:]
	}
	return server, ""
}
