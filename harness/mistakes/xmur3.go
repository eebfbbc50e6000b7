package mistakes

import (
	"math"
	"math/bits"
	"unicode/utf8"

	"ringkit/goring"
	"ringkit/harness"
)

// xmur3Steps is xmur3 taken apart, so that each step can go wrong alone.
type xmur3Steps struct {
	units  func(text string) []uint32
	length func(text string) int
	mul    func(a, b uint32) uint32
	rotate func(h uint32) uint32
	finish func(h uint32) uint32
}

// rightXmur3 are the right steps of one of the two dialects.
func rightXmur3(dialect string) *xmur3Steps {
	s := &xmur3Steps{
		units:  codePoints,
		mul:    func(a, b uint32) uint32 { return a * b },
		rotate: func(h uint32) uint32 { return bits.RotateLeft32(h, 13) },
	}
	if dialect == "xmur3-utf16" {
		s.units = utf16Units
	}
	s.length = func(text string) int { return len(s.units(text)) }
	s.finish = func(h uint32) uint32 {
		h = s.mul(h^h>>16, 2246822507)
		h = s.mul(h^h>>13, 3266489909)
		return h ^ h>>16
	}
	return s
}

func (s *xmur3Steps) hash(text string) goring.Position {
	h := 1779033703 ^ uint32(s.length(text))
	for _, unit := range s.units(text) {
		h = s.rotate(s.mul(h^unit, 3432918353))
	}
	return goring.Position{Lo: uint64(s.finish(h))}
}

// inXmur3 makes an edit of one of the steps an edit of the dialect.
func inXmur3(change func(s *xmur3Steps)) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		s := rightXmur3(d.Name)
		change(s)
		d.Hash = s.hash
	}
}

// arithmetic is a shift to the right that copies the sign bit.
func arithmetic(h uint32, n int) uint32 { return uint32(int32(h) >> n) }

// floatMul multiplies as JavaScript's * does: in doubles, and cut to 32 bits
// after. JavaScript's ^ makes its operands signed first.
func floatMul(a, b uint32) uint32 {
	product := float64(int32(a)) * float64(b)
	return uint32(int64(math.Mod(product, 1<<32)))
}

var xmur3Mistakes = []Mistake{
	{
		Name: "utf16-units", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"xmur3"},
		Says:  "your ring iterates UTF-16 code units; this dialect counts code points",
		Cause: "charCodeAt and length in JavaScript, charAt and length in Java, string[i] in C#",
		Fix:   "iterate code points: for…of or codePointAt in JavaScript, codePoints() in Java, EnumerateRunes in C#; the length is their number",
		edit:  inXmur3(func(s *xmur3Steps) { s.units = utf16Units }),
	},
	{
		Name: "code-points", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"xmur3-utf16"},
		Says:  "your ring iterates code points; this dialect counts UTF-16 code units",
		Cause: "for…in over a str in Python, chars() in Rust, range over a string in Go, for…of in JavaScript",
		Fix:   "iterate UTF-16 code units: encode_utf16 in Rust, utf16.Encode in Go, encode('utf-16-le') in Python; the length is their number",
		edit:  inXmur3(func(s *xmur3Steps) { s.units = codePoints }),
	},
	{
		Name: "utf8-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring hashes the bytes of the UTF-8 text; this dialect hashes whole characters",
		Cause: "char in C and C++, s[i] in Go, bytes() in Rust, strlen and ord in PHP, string.byte in Lua",
		Fix:   "decode the text and iterate the units that the dialect names; the length is their number",
		edit:  inXmur3(func(s *xmur3Steps) { s.units = utf8Bytes }),
	},
	{
		Name: "signed-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring hashes the bytes of the UTF-8 text, and those from 0x80 on as negative numbers",
		Cause: "char is signed in C and C++ on most machines; byte is signed in Java",
		Fix:   "decode the text into the units that the dialect names; where bytes are right, read them as unsigned",
		Seen:  "twemproxy pull request 313",
		edit: inXmur3(func(s *xmur3Steps) {
			s.units = func(text string) []uint32 {
				units := utf8Bytes(text)
				for i, b := range units {
					units[i] = uint32(int32(int8(b)))
				}
				return units
			}
		}),
	},
	{
		Name: "units-cut-to-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring keeps only the low 8 bits of each character",
		Cause: "& 0xff after charCodeAt or ord, or a cast to byte",
		Fix:   "use each unit whole",
		edit:  inXmur3(func(s *xmur3Steps) { s.units = lowBytes(s.units) }),
	},
	{
		Name: "length-in-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring starts the hash with the length in bytes, and then iterates characters",
		Cause: "len(s) in Go and s.len() in Rust count bytes, as strlen does in PHP and C",
		Fix:   "count the same units that are iterated",
		edit:  inXmur3(func(s *xmur3Steps) { s.length = func(text string) int { return len(text) } }),
	},
	{
		Name: "length-in-units", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"xmur3"},
		Says:  "your ring starts the hash with the length in UTF-16 code units, and then iterates code points",
		Cause: "s.length beside for…of in JavaScript, length() beside codePoints() in Java",
		Fix:   "count the code points: [...s].length, codePointCount",
		edit:  inXmur3(func(s *xmur3Steps) { s.length = func(text string) int { return len(utf16Units(text)) } }),
	},
	{
		Name: "length-in-code-points", Stage: harness.StageHash, Rule: "hash-text", dialects: []string{"xmur3-utf16"},
		Says:  "your ring starts the hash with the number of code points, and then iterates UTF-16 code units",
		Cause: "len(s) in Python or chars().count() in Rust beside an iteration over UTF-16",
		Fix:   "count the UTF-16 code units",
		edit:  inXmur3(func(s *xmur3Steps) { s.length = utf8.RuneCountInString }),
	},
	{
		Name: "length-left-out", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring starts the hash without the length of the text",
		Cause: "the start value is taken for all of the initial state",
		Fix:   "start with 1779033703 xor the number of units",
		edit:  inXmur3(func(s *xmur3Steps) { s.length = func(string) int { return 0 } }),
	},
	{
		Name: "float-multiply", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring multiplies in floating point, which loses the low bits of a product above 2^53",
		Cause: "* in JavaScript where Math.imul is due; a number in Lua 5.1; an integer that overflows to float in PHP",
		Fix:   "multiply modulo 2^32: Math.imul in JavaScript, two 16-bit halves in Lua and PHP",
		edit:  inXmur3(func(s *xmur3Steps) { s.mul = floatMul }),
	},
	{
		Name: "signed-shift", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring shifts to the right with the sign, in the rotation and at the end",
		Cause: ">> for >>> in Java, JavaScript and Kotlin; >> on int in C, C# and PHP",
		Fix:   "shift unsigned: >>> in Java and JavaScript, an unsigned type elsewhere",
		edit: inXmur3(func(s *xmur3Steps) {
			s.rotate = signedRotate
			s.finish = func(h uint32) uint32 { return signedFinish(h, s.mul) }
		}),
	},
	{
		Name: "signed-shift-in-rotation", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring rotates with a signed shift to the right, so that the sign fills the top",
		Cause: "h << 13 | h >> 19 in Java or JavaScript, or on a signed int in C",
		Fix:   "shift unsigned: h << 13 | h >>> 19, or the language's rotate",
		edit:  inXmur3(func(s *xmur3Steps) { s.rotate = signedRotate }),
	},
	{
		Name: "signed-shift-at-end", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring shifts with the sign in the last steps of the hash",
		Cause: "h ^ h >> 16 in Java or JavaScript, or on a signed int in C",
		Fix:   "shift unsigned: h ^ h >>> 16",
		edit: inXmur3(func(s *xmur3Steps) {
			s.finish = func(h uint32) uint32 { return signedFinish(h, s.mul) }
		}),
	},
	{
		Name: "rotation-the-other-way", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring rotates to the right by 13",
		Cause: "the two shifts of the rotation are swapped",
		Fix:   "rotate to the left: h << 13 | h >> 19",
		edit:  inXmur3(func(s *xmur3Steps) { s.rotate = func(h uint32) uint32 { return bits.RotateLeft32(h, -13) } }),
	},
	{
		Name: "no-finaliser", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring leaves out the last steps of the hash",
		Cause: "xmur3 is published as a function that returns a generator; the last steps are in the inner one",
		Fix:   "after the loop do both multiplications and all three shifts",
		edit:  inXmur3(func(s *xmur3Steps) { s.finish = func(h uint32) uint32 { return h } }),
	},
	{
		Name: "finaliser-without-last-shift", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring leaves out the very last shift of the hash",
		Cause: "the return value h ^ h >> 16 is written as h",
		Fix:   "return h xor (h >> 16)",
		edit: inXmur3(func(s *xmur3Steps) {
			s.finish = func(h uint32) uint32 {
				h = (h ^ h>>16) * 2246822507
				return (h ^ h>>13) * 3266489909
			}
		}),
	},
	{
		Name: "finaliser-of-one-round", Stage: harness.StageHash, Rule: "hash-text", dialects: xmur3Dialects,
		Says:  "your ring leaves out the second multiplication at the end of the hash",
		Cause: "one of two lines that look alike was dropped",
		Fix:   "multiply by 2246822507 and then by 3266489909",
		edit: inXmur3(func(s *xmur3Steps) {
			s.finish = func(h uint32) uint32 {
				h = (h ^ h>>16) * 2246822507
				return h ^ h>>16
			}
		}),
	},
}

func signedRotate(h uint32) uint32 { return h<<13 | arithmetic(h, 19) }

func signedFinish(h uint32, mul func(a, b uint32) uint32) uint32 {
	h = mul(h^arithmetic(h, 16), 2246822507)
	h = mul(h^arithmetic(h, 13), 3266489909)
	return h ^ arithmetic(h, 16)
}
