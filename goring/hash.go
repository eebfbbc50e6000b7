package goring

import (
	"crypto/md5"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// The numbers of xmur3, a small 32-bit string hash in the manner of MurmurHash3:
// a start value, the multiplier of the loop and the two of the finaliser (the
// last two are MurmurHash3's own).
const (
	xmur3Start = 1779033703
	xmur3Mix   = 3432918353
	xmur3Fin1  = 2246822507
	xmur3Fin2  = 3266489909
)

// xmur3CodePoints is xmur3 over the Unicode code points of text; its length is
// the number of code points. A byte that is not part of valid UTF-8 counts as
// U+FFFD.
func xmur3CodePoints(text string) Position {
	if h, ok := xmur3ASCII(text); ok {
		return h
	}
	h := xmur3Start ^ uint32(utf8.RuneCountInString(text))
	for _, r := range text {
		h = xmur3Step(h, uint32(r))
	}
	return xmur3Finish(h)
}

// xmur3UTF16 is xmur3 over the UTF-16 code units of text; its length is the
// number of units. It builds no UTF-16 copy: a code point beyond U+FFFF is
// split into its two surrogates on the way.
func xmur3UTF16(text string) Position {
	if h, ok := xmur3ASCII(text); ok {
		return h
	}
	units := 0
	for _, r := range text {
		units++
		if r > 0xffff {
			units++
		}
	}
	h := xmur3Start ^ uint32(units)
	for _, r := range text {
		if r > 0xffff {
			r -= 0x10000
			h = xmur3Step(h, 0xd800+uint32(r>>10))
			r = 0xdc00 + r&0x3ff
		}
		h = xmur3Step(h, uint32(r))
	}
	return xmur3Finish(h)
}

// xmur3ASCII is xmur3 over text of one byte a unit, as most keys and labels are:
// there is nothing to decode, and the length is known before the first unit. It
// gives up at the first byte of anything else.
func xmur3ASCII(text string) (h Position, ok bool) {
	sum := xmur3Start ^ uint32(len(text))
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return Position{}, false
		}
		sum = xmur3Step(sum, uint32(text[i]))
	}
	return xmur3Finish(sum), true
}

func xmur3Step(h, unit uint32) uint32 {
	return bits.RotateLeft32((h^unit)*xmur3Mix, 13)
}

func xmur3Finish(h uint32) Position {
	h = (h ^ h>>16) * xmur3Fin1
	h = (h ^ h>>13) * xmur3Fin2
	return Position{Lo: uint64(h ^ h>>16)}
}

// md5First32 is the first four bytes of the MD5 digest, big-endian.
func md5First32(text string) Position {
	sum := md5.Sum(bytesOf(text))
	return Position{Lo: uint64(binary.BigEndian.Uint32(sum[:4]))}
}

// md5All128 is the whole MD5 digest as one big-endian integer.
func md5All128(text string) Position {
	sum := md5.Sum(bytesOf(text))
	return Position{Hi: binary.BigEndian.Uint64(sum[:8]), Lo: binary.BigEndian.Uint64(sum[8:])}
}

// bytesOf shows the bytes of text without copying them, since a lookup must not
// allocate. The slice must not be written to.
func bytesOf(text string) []byte {
	return unsafe.Slice(unsafe.StringData(text), len(text))
}

// textOf shows the bytes of a label as a string without copying them. The bytes
// must not change while the string is in use.
func textOf(label []byte) string {
	return unsafe.String(unsafe.SliceData(label), len(label))
}
