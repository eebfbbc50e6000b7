package goring

// sdbm is the hash of the sdbm database library over unsigned bytes, as HAProxy
// has it (src/hash.c, hash_sdbm).
func sdbm(text string) Position {
	var h uint32
	for i := range len(text) {
		h = uint32(text[i]) + h<<6 + h<<16 - h
	}
	return Position{Lo: uint64(h)}
}

// sdbmAvalanche is HAProxy's sdbm and its avalanche after it.
func sdbmAvalanche(text string) Position {
	return Position{Lo: uint64(fullHash(uint32(sdbm(text).Lo)))}
}

// fullHash is HAProxy's avalanche (include/haproxy/tools.h, full_hash): Bob
// Jenkins's hash of an integer in six steps, times a prime. Both can be undone,
// so no two numbers have the same hash.
func fullHash(a uint32) uint32 {
	a = a + 0x7ed55d16 + a<<12
	a = a ^ 0xc761c23c ^ a>>19
	a = a + 0x165667b1 + a<<5
	a = (a + 0xd3a2646c) ^ a<<9
	a = a + 0xfd7046c5 + a<<3
	a = a ^ 0xb55a4f09 ^ a>>16
	return a * 3221225473
}
