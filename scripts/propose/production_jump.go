package main

import (
	"fmt"
	"strconv"

	"ringkit/goring"
	"ringkit/vectors"
)

const (
	goJump   = "dgryski/go-jump"
	guava311 = "Guava 31.1"
)

// tellsJump is the hash for which Guava stops at the first bucket, and
// tellsJumpSigned another way to write it.
const (
	tellsJump       = "17068571456203592619"
	tellsJumpSigned = "-1378172617505958997"
)

func (s *sketcher) jump() {
	s.extremes("", "0", "1", "42", "9223372036854775807", "9223372036854775808", "18446744073709551615", tellsJump)
	for _, c := range [][3]string{
		{"6288700705159949762", "22", "15"}, {"12791538999180417030", "31", "5"}, {"1275437808996646335", "85", "73"},
		{"16445594914354785247", "91", "30"}, {"10636707396797727404", "193", "141"}, {"1950407673399742888", "222", "39"}, {"6579891967708768566", "238", "180"},
	} {
		n, _ := strconv.Atoi(c[1])
		s.program = goJump
		s.add("captured/"+c[1], "placement", "what the program answered for so many buckets", usual(numbered("b%d", 0, n)...), fmt.Sprintf("owner: %q, want: \"b%s\"", c[0], c[2]))
	}
	s.numbers()
	s.noNumbers(append(noNumber, "-1"))
	s.places(goring.Guava)
}

func (s *sketcher) guava() {
	s.extremes(guava311, "0", "1", "-1", "42", "-9223372036854775808", "9223372036854775807", tellsJumpSigned)
	s.numbers()
	s.add("hash/signed", "position", "a negative number is the unsigned one of the same bits", "", `hash: "-1", want: "18446744073709551615"`, `hash: "`+tellsJumpSigned+`", want: "`+tellsJump+`"`)
	s.add("key/signed", "placement", "both ways to write a hash have one owner", s.fiveBuckets(), owners("-1", "18446744073709551615", tellsJumpSigned, tellsJump, "-9223372036854775808", "9223372036854775808"))
	s.noNumbers(noNumber)
	s.places(goring.Jump)
}

// extremes asks rings of many sizes for hashes at the ends of their range;
// program is the one that answered them, if one did.
func (s *sketcher) extremes(program string, keys ...string) {
	for _, n := range []int{1, 2, 3, 7, 10, 100, 1024} {
		s.program = program
		s.add(fmt.Sprintf("buckets/%d", n), "placement", "extreme hashes, a small one, and the one for which the two dialects differ", ring(1, numbered("b%d", 0, n)...), owners(keys...))
	}
}

func (s *sketcher) fiveBuckets() string { return usual(s.names(1, 2, 3, 4, 5)...) }

// numbers is about keys, which are hashes already.
func (s *sketcher) numbers() {
	for _, key := range []string{"0", "42", "9223372036854775807", "9223372036854775808", "18446744073709551615"} {
		s.add("hash/"+key, "position", "the hash is the number", "", fmt.Sprintf("hash: %q, want: %q", key, key))
	}
}

// noNumber are texts that are no hash in either dialect.
var noNumber = []string{"", "k1", "-0", "+1", "01", "1.0", "1e3", " 1", "1 ", "0x10", "18446744073709551616", "\u0661", "1_000", "-9223372036854775809"}

func (s *sketcher) noNumbers(keys []string) {
	for i, key := range keys {
		s.add(fmt.Sprintf("key/no-hash-%d", i+1), "placement", "what is no 64-bit number in decimal has no owner", s.fiveBuckets(), "owner: "+vectors.Literal(key)+", want: null")
	}
}

// places is about buckets, which are places in the list, and about keys that the
// other dialect of the two gives to another.
func (s *sketcher) places(other goring.Dialect) {
	five := s.fiveBuckets()
	s.add("names/none", "placement", "the names have no say: a bucket is a place in the list", usual("z", "y", "x", "w", "v"), owners("1", "2", "3", "4", "5", "6", "7", "8"))
	s.add("names/of-buckets", "placement", "the same places with other names", usual("1", "2", "3", "4", "5"), owners("1", "2", "3", "4", "5", "6", "7", "8"))
	s.add("leave/first", "placement", "when the first leaves, all buckets have another number", five, s.keep("before"), remove(s.node(1)), s.keep("after"), "moved: {from: before, to: after}, count: TBD")
	s.add("leave/back-again", "history", "one leaves and comes back as the last", five, remove(s.node(1)), addNode(s.node(1)), s.digest())
	s.add("leave/listed-so", "history", "the same list from the start", usual(s.names(2, 3, 4, 5, 1)...), s.digest())
	s.add("placement/large-hashes", "placement", "hashes of 19 digits", five, `owners: {pattern: "922337203685477%d", from: 1000, to: 1499}, counts: TBD, sha256: TBD`)
	s.add("placement/hundred", "placement", "a hundred buckets", usual(numbered("b%d", 0, 100)...), s.plain("sha256: TBD"))
	for _, n := range []int{2, 3, 10, 100} {
		s.apart(fmt.Sprintf("sibling/%s-%d", other.Name, n), "placement", "its random step is the largest there is, which Guava's 32 bits cannot hold: it stays in bucket 0, and jump goes on", other, 0, numbered("b%d", 0, n), []string{tellsJump})
	}
}
