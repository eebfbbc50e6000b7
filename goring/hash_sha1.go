package goring

import (
	"crypto/sha1"
	"encoding/binary"
)

// sha1First32 places one point at a label: the first four bytes of its SHA-1
// digest, big-endian.
func sha1First32(dst []Position, label string) []Position {
	sum := sha1.Sum(bytesOf(label))
	return append(dst, Position{Lo: uint64(binary.BigEndian.Uint32(sum[:4]))})
}
