package goring

import (
	"crypto/md5"
	"encoding/binary"
)

// md5Word is the first four bytes of the MD5 digest, little-endian, as ketama
// reads them.
func md5Word(text string) Position {
	sum := md5.Sum(bytesOf(text))
	return Position{Lo: uint64(binary.LittleEndian.Uint32(sum[:4]))}
}

// md5Words places four points at a label: the four words of its MD5 digest,
// little-endian.
func md5Words(dst []Position, label string) []Position {
	sum := md5.Sum(bytesOf(label))
	for i := 0; i < len(sum); i += 4 {
		dst = append(dst, Position{Lo: uint64(binary.LittleEndian.Uint32(sum[i:]))})
	}
	return dst
}
