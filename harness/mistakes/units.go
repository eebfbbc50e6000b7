package mistakes

import "unicode/utf16"

// What a text is made of, for hashes that take it unit by unit.

func codePoints(text string) []uint32 {
	units := make([]uint32, 0, len(text))
	for _, r := range text {
		units = append(units, uint32(r))
	}
	return units
}

func utf16Units(text string) []uint32 {
	var units []uint32
	for _, unit := range utf16.Encode([]rune(text)) {
		units = append(units, uint32(unit))
	}
	return units
}

func utf8Bytes(text string) []uint32 {
	units := make([]uint32, len(text))
	for i := range len(text) {
		units[i] = uint32(text[i])
	}
	return units
}

// lowBytes keeps the low 8 bits of each unit.
func lowBytes(units func(text string) []uint32) func(text string) []uint32 {
	return func(text string) []uint32 {
		cut := units(text)
		for i := range cut {
			cut[i] &= 0xff
		}
		return cut
	}
}
