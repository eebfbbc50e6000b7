package mistakes

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	"ringkit/goring"
	"ringkit/harness"
)

// ofDigest makes another reading of the MD5 digest an edit of the dialect.
func ofDigest(read func(d *goring.Dialect, digest []byte) goring.Position) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		d.Hash = func(text string) goring.Position {
			digest := md5.Sum([]byte(text))
			return read(d, digest[:])
		}
	}
}

// ofText makes another text the one that is hashed.
func ofText(change func(text string) string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		right := d.Hash
		d.Hash = func(text string) goring.Position { return right(change(text)) }
		if d.Placement != nil {
			withKeys(change)(d)
		}
	}
}

// bytesOf is how many bytes of the digest the dialect uses.
func bytesOf(d *goring.Dialect) int { return d.Bits / 8 }

var md5Mistakes = []Mistake{
	{
		Name: "little-endian", Stage: harness.StageHash, Rule: "position", dialects: append([]string{"uhashring"}, md5Dialects...),
		Says:  "your ring reads the digest with the lowest byte first; this dialect is big-endian",
		Cause: "struct.unpack('<I'), BitConverter or a cast on x86, ByteBuffer set to LITTLE_ENDIAN, readUInt32LE; ketama reads it so",
		Fix:   "read the first byte as the highest",
		edit: ofDigest(func(d *goring.Dialect, digest []byte) goring.Position {
			used := digest[:bytesOf(d)]
			slices.Reverse(used)
			return bigEndian(used)
		}),
	},
	{
		Name: "last-bytes", Stage: harness.StageHash, Rule: "position", dialects: md5x32,
		Says:  "your ring uses the last four bytes of the digest; this dialect uses the first",
		Cause: "the digest as one big number, cut to 32 bits: int(hexdigest, 16) & 0xffffffff, or BigInteger.intValue()",
		Fix:   "take the first four bytes: the top 32 bits of the number",
		edit:  ofDigest(func(_ *goring.Dialect, digest []byte) goring.Position { return bigEndian(digest[12:]) }),
	},
	{
		Name: "first-4-bytes", Stage: harness.StageHash, Rule: "position", dialects: append([]string{"uhashring"}, wideDialects...),
		Says:  "your ring uses the first four bytes of the digest only; this dialect uses all sixteen",
		Cause: "parseInt(hex.slice(0, 8), 16), or a 32-bit integer type",
		Fix:   "use the whole digest: BigInt, BigInteger, unsigned __int128 or two 64-bit halves",
		edit:  ofDigest(func(_ *goring.Dialect, digest []byte) goring.Position { return bigEndian(digest[:4]) }),
	},
	{
		Name: "first-8-bytes", Stage: harness.StageHash, Rule: "position", dialects: wideDialects, Harmless: true,
		Says:  "your ring uses the first eight bytes of the digest only; this dialect uses all sixteen",
		Cause: "a 64-bit integer type, getLong of a ByteBuffer",
		Fix:   "use the whole digest",
		edit:  ofDigest(func(_ *goring.Dialect, digest []byte) goring.Position { return bigEndian(digest[:8]) }),
	},
	{
		Name: "last-8-bytes", Stage: harness.StageHash, Rule: "position", dialects: append([]string{"uhashring"}, wideDialects...),
		Says:  "your ring uses the last eight bytes of the digest only; this dialect uses all sixteen",
		Cause: "BigInteger.longValue(), or a cast of the number to 64 bits",
		Fix:   "use the whole digest",
		edit:  ofDigest(func(_ *goring.Dialect, digest []byte) goring.Position { return bigEndian(digest[8:]) }),
	},
	{
		Name: "last-12-bytes", Stage: harness.StageHash, Rule: "position", dialects: wideDialects,
		Says:  "your ring loses the first four bytes of the digest",
		Cause: "the digest is put together from four parts, and one of them is overwritten or left out",
		Fix:   "use all sixteen bytes",
		edit:  ofDigest(func(_ *goring.Dialect, digest []byte) goring.Position { return bigEndian(digest[4:]) }),
	},
	{
		Name: "through-double", Stage: harness.StageHash, Rule: "position", dialects: append([]string{"uhashring"}, wideDialects...), Harmless: true,
		Says:  "your ring holds a 128-bit position in a floating point number, which keeps 53 bits of it",
		Cause: "parseInt(hex, 16) or Number(…) in JavaScript, hexdec in PHP, tonumber in Lua",
		Fix:   "use BigInt, gmp, or two 64-bit halves",
		edit: ofDigest(func(_ *goring.Dialect, digest []byte) goring.Position {
			return throughDouble(bigEndian(digest))
		}),
	},
	{
		Name: "hex-not-padded", Stage: harness.StageHash, Rule: "position", dialects: append([]string{"uhashring"}, md5Dialects...),
		Says:  "your ring writes the digest's bytes in hex without a leading zero, so that what follows moves up",
		Cause: "toString(16) or Integer.toHexString of each byte, '%x' for '%02x'",
		Fix:   "use the bytes, or pad each to two digits",
		edit: ofDigest(func(d *goring.Dialect, digest []byte) goring.Position {
			var hex strings.Builder
			for _, b := range digest {
				fmt.Fprintf(&hex, "%x", b)
			}
			return fromHex(hex.String(), bytesOf(d)*2)
		}),
	},
	{
		Name: "hex-number-not-padded", Stage: harness.StageHash, Rule: "position", dialects: md5x32,
		Says:  "your ring writes the digest as one number in hex, without its leading zeros, and cuts eight digits off that",
		Cause: "BigInteger.toString(16) in Java, then substring(0, 8); format(n, 'x') in Python",
		Fix:   "use the first four bytes, or pad the text to 32 digits",
		Seen:  "graphite-project/carbon#714",
		edit: ofDigest(func(d *goring.Dialect, digest []byte) goring.Position {
			hex := strings.TrimLeft(fmt.Sprintf("%x", digest), "0")
			return fromHex(hex, bytesOf(d)*2)
		}),
	},
	{
		Name: "bytes-as-text", Stage: harness.StageHash, Rule: "verbatim", dialects: join(md5Dialects, []string{"uhashring-ketama", "uhashring", "pymemcache"}),
		Says:  "your ring hashes the text form of a byte string, such as b'abc', in place of its bytes",
		Cause: "str(key.encode()) or f'{key.encode()}' in Python 3",
		Fix:   "hash the bytes themselves: key.encode('utf-8')",
		Seen:  "ultrabug/uhashring#22",
		edit:  ofText(bytesRepr),
	},
	{
		Name: "utf16-bytes", Stage: harness.StageHash, Rule: "hash-text", dialects: md5Dialects,
		Says:  "your ring hashes the text in UTF-16; this dialect hashes its UTF-8 bytes",
		Cause: "Encoding.Unicode in C#, getBytes(\"UTF-16LE\") in Java, a wide string in C++",
		Fix:   "encode as UTF-8",
		edit: ofText(func(text string) string {
			var b []byte
			for _, unit := range utf16.Encode([]rune(text)) {
				b = binary.LittleEndian.AppendUint16(b, unit)
			}
			return string(b)
		}),
	},
	{
		Name: "utf16-bytes-with-mark", Stage: harness.StageHash, Rule: "hash-text", dialects: md5Dialects,
		Says:  "your ring hashes the text in UTF-16 with a byte order mark; this dialect hashes its UTF-8 bytes",
		Cause: "getBytes(\"UTF-16\") in Java writes FE FF and then big-endian units",
		Fix:   "encode as UTF-8",
		edit: ofText(func(text string) string {
			b := []byte{0xfe, 0xff}
			for _, unit := range utf16.Encode([]rune(text)) {
				b = binary.BigEndian.AppendUint16(b, unit)
			}
			return string(b)
		}),
	},
	{
		Name: "latin-1", Stage: harness.StageHash, Rule: "hash-text", dialects: join(md5Dialects, []string{"spymemcached", "libmemcached", "dalli", "nginx"}),
		Says:  "your ring hashes the text in Latin-1, with a question mark for what that lacks; this dialect hashes its UTF-8 bytes",
		Cause: "getBytes() in Java where the platform's charset is Latin-1, encode('latin-1', 'replace') in Python, utf8_decode in PHP",
		Fix:   "encode as UTF-8",
		edit: ofText(func(text string) string {
			var b []byte
			for _, r := range text {
				if r > 0xff {
					r = '?'
				}
				b = append(b, byte(r))
			}
			return string(b)
		}),
	},
	{
		Name: "binary-string", Stage: harness.StageHash, Rule: "hash-text", dialects: join(md5Dialects, npmHashrings),
		Says:  "your ring hashes the low byte of each UTF-16 code unit; this dialect hashes UTF-8 bytes",
		Cause: "update(key, 'latin1') or 'binary' in Node, charCodeAt into a byte array",
		Fix:   "hash the UTF-8 bytes: update(key, 'utf8') or TextEncoder",
		edit: ofText(func(text string) string {
			var b []byte
			for _, unit := range utf16.Encode([]rune(text)) {
				b = append(b, byte(unit))
			}
			return string(b)
		}),
	},
	{
		Name: "surrogates-in-utf8", Stage: harness.StageHash, Rule: "hash-text", dialects: md5Dialects,
		Says:  "your ring encodes each half of a surrogate pair alone, so that a character above U+FFFF becomes six bytes",
		Cause: "a hand-written encoder over UTF-16 units; DataOutputStream.writeUTF and JNI strings in Java; utf8mb3 in MySQL",
		Fix:   "encode whole code points: four bytes above U+FFFF",
		edit: ofText(func(text string) string {
			var b []byte
			for _, unit := range utf16.Encode([]rune(text)) {
				switch {
				case unit < 0x80:
					b = append(b, byte(unit))
				case unit < 0x800:
					b = append(b, 0xc0|byte(unit>>6), 0x80|byte(unit&0x3f))
				default:
					b = append(b, 0xe0|byte(unit>>12), 0x80|byte(unit>>6&0x3f), 0x80|byte(unit&0x3f))
				}
			}
			return string(b)
		}),
	},
	{
		Name: "hasher-not-reset", Stage: harness.StagePoints, Rule: "lookup", dialects: md5Dialects,
		Says:  "your ring hashes everything that was hashed before as well",
		Cause: "one hash object is made once and updated for each key without a reset",
		Fix:   "make a new hash object for each text, or reset it",
		Seen:  "serialx/hashring#21",
		edit: func(d *goring.Dialect) {
			hasher, used := md5.New(), bytesOf(d)
			d.Hash = func(text string) goring.Position {
				io.WriteString(hasher, text)
				return bigEndian(hasher.Sum(nil)[:used])
			}
			d.Arrange = ascending(d.Tie) // hash the labels in the order of the list
		},
	},
	{
		Name: "signed-positions", Stage: harness.StageHash, Rule: "position", Harmless: true, dialects: append([]string{"uhashring"}, seeds...),
		Says:  "your ring takes positions for signed numbers, so that those of the upper half are negative. That turns the circle by half and changes no owner: this is no routing failure, only hash and points differ",
		Cause: "int in Java, C# and JavaScript's bit operations; new BigInteger(digest) in Java",
		Fix:   "make the position unsigned: >>> 0, Integer.toUnsignedLong, new BigInteger(1, digest)",
		edit:  signedPositions,
	},
}

// signedPositions turns the circle by half and shows positions as signed.
func signedPositions(d *goring.Dialect) {
	withPosition(func(p goring.Position) goring.Position { return flipTop(p, d.Bits) })(d)
	d.Text = func(p goring.Position) string { return signedText(flipTop(p, d.Bits), d.Bits) }
}

// bytesRepr writes the UTF-8 of text as Python writes bytes.
func bytesRepr(text string) string {
	quote := "'"
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		quote = `"`
	}
	var b strings.Builder
	b.WriteString("b" + quote)
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\\' || string(c) == quote:
			b.WriteString(`\` + string(c))
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString(quote)
	return b.String()
}
