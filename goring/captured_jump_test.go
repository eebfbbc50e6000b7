package goring_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"ringkit/goring"
)

// TestCapturedJumps gives the hashes and numbers of buckets that go-jump and
// Guava were given, and expects their buckets.
func TestCapturedJumps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		program string
		dialect goring.Dialect
		ask     func(answer func(hash string, buckets int))
		// The SHA-256 of lines of hash, number of buckets and bucket, with tabs between.
		want string
	}{
		{"go-jump", goring.Jump, askJump, "f8cd47c46fd6fd9c1fdf00ed3baea5c8f5117e83bb62fce0b5069ea825d659cc"},
		{"Guava", goring.Guava, askGuava, "b5c55a31fe7263f5ba8f801f6c349f2fa4891c3a1a0766e33cd55fb1b2771f8c"},
	} {
		digest := sha256.New()
		test.ask(func(hash string, buckets int) {
			fmt.Fprintf(digest, "%s\t%d\t%d\n", hash, buckets, bucketOf(t, test.dialect, hash, buckets))
		})
		if got := hex.EncodeToString(digest.Sum(nil)); got != test.want {
			t.Errorf("%s, captured from %s: want buckets with SHA-256 %s, got %s", test.dialect.Name, test.program, test.want, got)
		}
	}
}

// unnamed are the nodes of bucketOf, which needs no names, and so no ring.
var unnamed [1000000]goring.Node

func bucketOf(t *testing.T, d goring.Dialect, hash string, buckets int) int {
	t.Helper()
	p, err := d.Placement(1, unnamed[:buckets])
	if err != nil {
		t.Fatal(err)
	}
	return p.Owner(hash)
}

func askJump(answer func(hash string, buckets int)) {
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		hash := r.Uint64()
		answer(strconv.FormatUint(hash, 10), 1+r.Intn(100000))
	}
}

// separating is a hash whose first random bits are all set, where Guava's int
// overflows.
const separating = -1378172617505958997

func askGuava(answer func(hash string, buckets int)) {
	every := func(hash int64) {
		for _, buckets := range []int{1, 2, 3, 7, 10, 100, 1023, 1024, 65536, 1000000} {
			answer(strconv.FormatInt(hash, 10), buckets)
		}
	}
	for _, hash := range []int64{0, 1, -1, math.MinInt64, math.MaxInt64, 42} {
		every(hash)
	}
	r := newJavaRandom(5)
	for i := range 3000 {
		hash, most := r.nextLong(), 100000
		if i%3 == 0 {
			most = 10
		}
		answer(strconv.FormatInt(hash, 10), 1+r.nextInt(most))
	}
	every(separating)
}

// A javaRandom is a java.util.Random, as its documentation specifies it.
type javaRandom uint64

func newJavaRandom(seed uint64) *javaRandom {
	r := javaRandom((seed ^ 0x5deece66d) & (1<<48 - 1))
	return &r
}

func (r *javaRandom) next(bits int) int32 {
	*r = (*r*0x5deece66d + 0xb) & (1<<48 - 1)
	return int32(*r >> (48 - bits))
}

func (r *javaRandom) nextLong() int64 { return int64(r.next(32))<<32 + int64(r.next(32)) }

// nextInt is for bounds that are no powers of 2.
func (r *javaRandom) nextInt(bound int) int {
	for {
		bits := r.next(31)
		if value := bits % int32(bound); bits-value+int32(bound-1) >= 0 {
			return int(value)
		}
	}
}

// TestGuavaIsNotJump asks both for the hash that separates them.
func TestGuavaIsNotJump(t *testing.T) {
	t.Parallel()
	hash := int64(separating)
	unsigned := strconv.FormatUint(uint64(hash), 10)
	for _, buckets := range []int{2, 3, 10, 1024, 100000} {
		if got := bucketOf(t, goring.Guava, strconv.FormatInt(hash, 10), buckets); got != 0 {
			t.Errorf("guava, %d buckets: want 0, got %d", buckets, got)
		}
		if got := bucketOf(t, goring.Guava, unsigned, buckets); got != 0 {
			t.Errorf("guava, unsigned, %d buckets: want 0, got %d", buckets, got)
		}
		if got := bucketOf(t, goring.Jump, unsigned, buckets); got == 0 {
			t.Errorf("jump, %d buckets: want another than 0", buckets)
		}
	}
}

// TestJumpKeys reads keys that are hashes and others.
func TestJumpKeys(t *testing.T) {
	t.Parallel()
	const most = "18446744073709551615"
	for _, test := range []struct {
		key         string
		jump, guava string // its hash; "" if it is none
	}{
		{"0", "0", "0"},
		{"42", "42", "42"},
		{most, most, most},
		{"9223372036854775808", "9223372036854775808", "9223372036854775808"},
		{"-1", "", most},
		{"-9223372036854775808", "", "9223372036854775808"},
		{"-9223372036854775809", "", ""},
		{"18446744073709551616", "", ""},
		{"184467440737095516150", "", ""},
		{strings.Repeat("9", 40), "", ""},
		{"-0", "", ""}, {"00", "", ""}, {"01", "", ""}, {"-01", "", ""}, {"+1", "", ""}, {"--1", "", ""},
		{"", "", ""}, {"-", "", ""}, {" 1", "", ""}, {"1a", "", ""}, {"0x1", "", ""}, {"1_0", "", ""}, {"\u0661", "", ""},
	} {
		for _, d := range []goring.Dialect{goring.Jump, goring.Guava} {
			want := test.jump
			if d.Name == "guava" {
				want = test.guava
			}
			_, err := mustNew(t, d, 1, goring.Nodes("a", "b")).Owner(test.key)
			if want == "" {
				wantErr(t, d.Name+" of "+test.key, err, goring.ErrNoOwner)
				want = "0"
			} else if err != nil {
				t.Errorf("%s of %q: %v", d.Name, test.key, err)
			}
			if got := d.TextOf(d.Hash(test.key)); got != want {
				t.Errorf("%s, hash of %q: want %s, got %s", d.Name, test.key, want, got)
			}
		}
	}
}
