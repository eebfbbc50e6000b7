package mistakes

import (
	"hash/crc32"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// unsignedOneAtATime is Bob Jenkins's one-at-a-time over unsigned bytes.
func unsignedOneAtATime(text string) goring.Position {
	var h uint32
	for i := range len(text) {
		h += uint32(text[i])
		h += h << 10
		h ^= h >> 6
	}
	h += h << 3
	h ^= h >> 11
	h += h << 15
	return at32(h)
}

// castagnoli is CRC-32C.
func castagnoli(text string) goring.Position {
	return at32(crc32.Checksum([]byte(text), crc32.MakeTable(crc32.Castagnoli)))
}

// foldedCRC32 is what libmemcached and twemproxy call crc32: 15 bits of it.
func foldedCRC32(text string) goring.Position {
	return at32(crc32.ChecksumIEEE([]byte(text)) >> 16 & 0x7fff)
}

func reversedPoints(placed []goring.Position) []goring.Position {
	for i := range placed {
		placed[i] = reversedBytes(placed[i])
	}
	return placed
}

// keyHash makes another hash that of the keys, on rings and where the key's hash
// modulo something decides. Keys keep their tags.
func keyHash(hash func(text string) goring.Position) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		used := hash
		if d.Name == "twemproxy-hash-tag" {
			used = func(text string) goring.Position { return hash(rightTag(text)) }
		}
		if d.Placement != nil {
			inModula(func(m *modulaSteps) { m.hash = used })(d)
			return
		}
		d.Hash = used
	}
}

var hashMistakes = []Mistake{
	{
		Name: "big-endian", Stage: harness.StageHash, Rule: "position", dialects: md5Keys,
		Says:  "your ring reads the words of the digest with the highest byte first; this dialect is little-endian",
		Cause: "binary.BigEndian, ByteBuffer as it is, struct.unpack('>I'), unpack('N'), readUInt32BE or parseInt(hex.slice(0, 8), 16)",
		Fix:   "read the lowest byte first: digest[0] | digest[1] << 8 | digest[2] << 16 | digest[3] << 24",
		edit: func(d *goring.Dialect) {
			withPosition(reversedBytes)(d)
			if d.Place != nil {
				withPlaced(reversedPoints)(d)
			}
		},
	},
	{
		Name: "keys-in-other-byte-order", Stage: harness.StageHash, Rule: "position", dialects: except(md5Keys, "libmemcached-consistent-md5"),
		Says:  "your ring reads the digest of a key with the highest byte first, and those of labels with the lowest; in this dialect it is the lowest in both",
		Cause: "two pieces of code for one thing: the points were ported byte by byte, and the key is hashed by a library",
		Fix:   "read the first word of a key's digest as those of the labels: lowest byte first",
		edit:  withPosition(reversedBytes),
	},
	{
		Name: "points-in-other-byte-order", Stage: harness.StagePoints, Rule: "position", dialects: append([]string{"dalli"}, fourWords...),
		Says:  "your ring reads the digests of labels with their bytes in the other order than this dialect",
		Cause: "ketama reads four bytes of a digest with the lowest first, and most libraries with the highest first; Dalli, which has SHA-1, is of the second kind",
		Fix:   "read the words of the digest as the dialect says: lowest byte first in ketama's family, highest first in Dalli",
		edit:  withPlaced(reversedPoints),
	},
	{
		Name: "md5-key-hash", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"libmemcached-consistent", "libmemcached-modula", "twemproxy", "twemproxy-hash-tag", "twemproxy-crc16", "twemproxy-crc32a", "twemproxy-modula-crc16", "dalli", "groupcache", "nginx"},
		Says:  "your ring hashes keys with MD5, as ketama does; this dialect has another hash for keys",
		Cause: "a ketama client was taken as the model; only the points are ketama's, or not even those",
		Fix:   "hash keys as the dialect says",
		edit:  keyHash(goring.Libmemcached.Hash),
	},
	{
		Name: "one-at-a-time-key-hash", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"libmemcached", "libmemcached-consistent-md5", "twemproxy-md5"},
		Says:  "your ring hashes keys with Jenkins's one-at-a-time; this dialect has MD5",
		Cause: "it is the default hash of libmemcached, and stays in use unless ketama or MD5 is asked for",
		Fix:   "hash keys with MD5, and read the first four bytes as a little-endian number",
		edit:  keyHash(goring.LibmemcachedConsistent.Hash),
	},
	{
		Name: "crc32-key-hash", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"libmemcached", "ketama", "twemproxy", "haproxy", "haproxy-sdbm"},
		Says:  "your ring hashes keys with CRC-32; this dialect has another hash for keys",
		Cause: "CRC-32 is at hand in every language, and many clients of memcached have it",
		Fix:   "hash keys as the dialect says",
		edit:  keyHash(goring.NGINX.Hash),
	},
	{
		Name: "fnv1a-32-key-hash", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"twemproxy", "twemproxy-hash-tag", "libmemcached-consistent", "libmemcached-modula"},
		Says:  "your ring hashes keys with the usual FNV-1a of 32 bits; this dialect has another hash for keys",
		Cause: "hash/fnv New32a and its like; twemproxy's fnv1a_64 is a loop in 32 bits, but with the numbers of the 64-bit one",
		Fix:   "hash keys as the dialect says: twemproxy's fnv1a_64 begins with 0x84222325 and multiplies by 0x1b3",
		edit:  keyHash(fnv{start: fnv32Start, prime: fnv32Prime, signedBytes: true}.in32),
	},
	{
		Name: "fnv1a-64-whole", Stage: harness.StageHash, Rule: "position", dialects: []string{"twemproxy", "twemproxy-hash-tag"},
		Says:  "your ring keeps all 64 bits of FNV-1a, so that nearly every key lies beyond the last point; this dialect keeps 32",
		Cause: "hash/fnv New64a, or uint64_t: the name says 64",
		Fix:   "keep the low 32 bits",
		edit:  keyHash(func(text string) goring.Position { return at64(fnv{start: fnv64Start, prime: fnv64Prime}.hash(text)) }),
	},
	{
		Name: "fnv1a-64-high-half", Stage: harness.StageHash, Rule: "position", dialects: []string{"twemproxy", "twemproxy-hash-tag"},
		Says:  "your ring keeps the high 32 bits of FNV-1a; this dialect keeps the low ones",
		Cause: "h >> 32, or the first four bytes of a big-endian sum",
		Fix:   "keep the low 32 bits",
		edit: keyHash(func(text string) goring.Position {
			return at32(uint32(fnv{start: fnv64Start, prime: fnv64Prime}.hash(text) >> 32))
		}),
	},
	{
		Name: "fnv1-64-key-hash", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"twemproxy", "twemproxy-hash-tag"},
		Says:  "your ring hashes keys with FNV-1, which multiplies before it mixes a byte in; this dialect has FNV-1a",
		Cause: "hash/fnv New64 for New64a, or the setting fnv1_64 for fnv1a_64",
		Fix:   "mix the byte in with xor first, then multiply",
		edit:  keyHash(fnv{start: fnv64Start, prime: fnv64Prime, multiplyFirst: true, signedBytes: true}.in32),
	},
	{
		Name: "fnv-of-unsigned-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"twemproxy", "twemproxy-hash-tag"},
		Says:  "your ring takes bytes from 0x80 on as positive numbers; in this dialect they are negative, and flip all the bits above them",
		Cause: "any language but C and C++ on x86: the original takes char, which is signed there; on ARM it is not",
		Fix:   "extend the sign of each byte: (uint32_t)(int8_t) b",
		Seen:  "twemproxy pull request 313",
		edit:  keyHash(fnv{start: fnv64Start, prime: fnv64Prime}.in32),
	},
	{
		Name: "one-at-a-time-of-unsigned-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"libmemcached-consistent", "libmemcached-modula"},
		Says:  "your ring takes bytes from 0x80 on as positive numbers; in this dialect they are negative",
		Cause: "any language but C and C++ on x86: the original takes char, which is signed there; on ARM it is not",
		Fix:   "extend the sign of each byte: (uint32_t)(int8_t) b",
		edit:  keyHash(unsignedOneAtATime),
	},
	{
		Name: "crc16-cut-to-16-bits", Stage: harness.StageHash, Rule: "position", dialects: []string{"twemproxy-crc16", "twemproxy-modula-crc16"},
		Says:  "your ring cuts the CRC-16 to 16 bits, so that all keys lie at the very beginning of the circle; twemproxy never does",
		Cause: "uint16_t, & 0xffff, or the CRC-16 of any library",
		Fix:   "keep all 32 bits of the register: crc = crc << 8 ^ table[(crc >> 8 ^ byte) & 0xff]",
		edit:  keyHash(func(text string) goring.Position { return at32(uint32(goring.TwemproxyCRC16.Hash(text).Lo) & 0xffff) }),
	},
	{
		Name: "crc32-folded", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"twemproxy-crc32a"},
		Says:  "your ring shifts the CRC-32 by 16 and keeps 15 bits of it, as the hash crc32 of twemproxy and libmemcached does; crc32a is the plain one",
		Cause: "crc32 taken for crc32a, which has the name of its own because of that",
		Fix:   "keep all 32 bits",
		edit:  keyHash(foldedCRC32),
	},
	{
		Name: "crc32c", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"twemproxy-crc32a", "dalli", "groupcache", "haproxy-crc32"},
		Says:  "your ring has CRC-32C; this dialect has the CRC-32 of zlib",
		Cause: "the instruction of x86 and many fast libraries compute CRC-32C, with the polynomial of Castagnoli",
		Fix:   "use the polynomial of zlib, gzip and PNG: crc32(\"123456789\") is 0xcbf43926",
		edit:  keyHash(castagnoli),
	},
	{
		Name: "empty-key-hashed", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"twemproxy", "twemproxy-md5", "twemproxy-hash-tag"},
		Says:  "your ring hashes the empty key; this dialect gives it position 0 without hashing it",
		Cause: "twemproxy looks at the length of a key before it hashes, which the name of the hash does not tell",
		Fix:   "give the empty key position 0",
		edit: func(d *goring.Dialect) {
			right, start := d.Hash, fnv{start: fnv64Start}.in32("")
			if d.Name == "twemproxy-md5" {
				start = goring.Libmemcached.Hash("")
			}
			d.Hash = func(text string) goring.Position {
				if text == "" {
					return start
				}
				return right(text)
			}
		},
	},
	{
		Name: "nul-in-key-hashed", Stage: harness.StageHash, Rule: "key-end", dialects: []string{"ketama"},
		Says:  "your ring hashes the whole of a key that has a NUL in it; in this dialect the key ends there",
		Cause: "any language but C: the original takes a C string",
		Fix:   "cut keys off at the first NUL",
		edit:  withHash(goring.Libmemcached.Hash),
	},
	{
		Name: "avalanche-left-out", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"haproxy"},
		Says:  "your ring hashes keys with sdbm alone; HAProxy's default puts the avalanche after it",
		Cause: "the avalanche is a setting of its own, which is on until `hash-type` names a hash",
		Fix:   "put full_hash after sdbm",
		edit:  withHash(goring.HAProxySDBM.Hash),
	},
	{
		Name: "avalanche-added", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"haproxy-sdbm", "haproxy-crc32"},
		Says:  "your ring puts the avalanche after the hash of a key; where `hash-type` names the hash, HAProxy does not",
		Cause: "the avalanche is on until `hash-type` names a hash",
		Fix:   "hash keys with sdbm, or crc32, alone",
		edit:  withPosition(func(p goring.Position) goring.Position { return at32(fullHash(uint32(p.Lo))) }),
	},
	{
		Name: "avalanche-not-multiplied", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"haproxy"},
		Says:  "your ring leaves out the last step of the avalanche, for keys and for points",
		Cause: "Bob Jenkins's hash of an integer is taken for all of full_hash, which multiplies by 3221225473 after it",
		Fix:   "multiply by 3221225473 at the end",
		edit: func(d *goring.Dialect) {
			d.Hash = func(text string) goring.Position { return at32(jenkinsMix(uint32(goring.HAProxySDBM.Hash(text).Lo))) }
			inHAProxy(func(s *haproxySteps) { s.avalanche = jenkinsMix })(d)
		},
	},
	{
		Name: "djb2-key-hash", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"haproxy-sdbm"},
		Says:  "your ring hashes keys with djb2; this dialect has sdbm",
		Cause: "HAProxy offers both, and the two are published side by side",
		Fix:   "hash with sdbm: h = byte + (h << 6) + (h << 16) - h",
		edit: withHash(func(text string) goring.Position {
			h := uint32(5381)
			for i := range len(text) {
				h = h<<5 + h + uint32(text[i])
			}
			return at32(h)
		}),
	},
	{
		Name: "sdbm-of-signed-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"haproxy", "haproxy-sdbm"},
		Says:  "your ring takes bytes from 0x80 on as negative numbers; in this dialect they are positive",
		Cause: "char is signed in C and C++ on x86; byte is signed in Java",
		Fix:   "read bytes as unsigned",
		edit: func(d *goring.Dialect) {
			avalanche := d.Name == "haproxy"
			d.Hash = func(text string) goring.Position {
				var h uint32
				for i := range len(text) {
					h = uint32(int8(text[i])) + h<<6 + h<<16 - h
				}
				if avalanche {
					h = fullHash(h)
				}
				return at32(h)
			}
		},
	},
	{
		Name: "md5-for-sha1", Stage: harness.StagePoints, Rule: "hash-text", dialects: []string{"dalli"},
		Says:  "your ring hashes labels with MD5; this dialect has SHA-1",
		Cause: "a ketama client was taken as the model",
		Fix:   "hash labels with SHA-1",
		edit: func(d *goring.Dialect) {
			d.Place = func(dst []goring.Position, label string) []goring.Position {
				return append(dst, goring.MD5x32.Hash(label))
			}
		},
	},
	{
		Name: "keys-hashed-as-labels", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"dalli"},
		Says:  "your ring hashes keys as it hashes labels, with SHA-1; this dialect has CRC-32 for keys",
		Cause: "one hash for both, as on nearly all rings",
		Fix:   "hash keys with CRC-32, and labels with SHA-1",
		edit: func(d *goring.Dialect) {
			place := d.Place
			d.Hash = func(text string) goring.Position { return place(nil, text)[0] }
		},
	},
	{
		Name: "labels-hashed-as-keys", Stage: harness.StagePoints, Rule: "hash-text", dialects: join([]string{"dalli"}, except(twemproxies, "twemproxy-md5")),
		Says:  "your ring hashes labels as it hashes keys; this dialect has another hash for labels",
		Cause: "one hash for both, as on most rings",
		Fix:   "hash labels as the dialect says: the setting of the hash is for keys",
		edit: func(d *goring.Dialect) {
			hash, each := d.Hash, len(d.Place(nil, ""))
			d.Place = func(dst []goring.Position, label string) []goring.Position {
				for i := range each {
					dst = append(dst, hash(label+strings.Repeat("-", i)))
				}
				return dst
			}
		},
	},
}
