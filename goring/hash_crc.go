package goring

import "hash/crc32"

// crc32IEEE is the CRC-32 of zlib, gzip and PNG.
func crc32IEEE(text string) Position {
	return Position{Lo: uint64(crc32.ChecksumIEEE(bytesOf(text)))}
}

// crc16Table has the remainders of all bytes for the polynomial 0x1021, the
// highest bit first.
var crc16Table = func() (table [256]uint16) {
	for i := range table {
		crc := uint16(i) << 8
		for range 8 {
			top := crc >> 15
			crc = crc<<1 ^ top*0x1021
		}
		table[i] = crc
	}
	return table
}()

// crc16In32 is CRC-16/XMODEM whose register has 32 bits, as twemproxy has it:
// what is shifted out of the low half stays in the high one. The low half is the
// true CRC.
func crc16In32(text string) Position {
	var crc uint32
	for i := range len(text) {
		crc = crc<<8 ^ uint32(crc16Table[byte(crc>>8)^text[i]])
	}
	return Position{Lo: uint64(crc)}
}
