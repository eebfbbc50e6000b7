package goring_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"ringkit/goring"
	"ringkit/vectors"
)

// TestCapturedSlots compares with what CLUSTER KEYSLOT of Redis 7.0.15 answered.
func TestCapturedSlots(t *testing.T) {
	t.Parallel()
	keys, err := vectors.Keys("mixed")
	if err != nil {
		t.Fatal(err)
	}
	d := goring.RedisCluster
	ring := mustNew(t, d, d.VNodes, goring.Nodes("127.0.0.1:7000 0-5460", "127.0.0.1:7001 5461-10922", "127.0.0.1:7002 10923-16383"))
	owners, err := ring.Owners(keys)
	if err != nil {
		t.Fatal(err)
	}
	ofSlots, ofOwners := sha256.New(), sha256.New()
	for i, key := range keys {
		fmt.Fprintln(ofSlots, d.TextOf(d.Hash(key)))
		fmt.Fprintln(ofOwners, owners[i])
	}
	const wantSlots = "b657618e8e783e1dc8d55be106725b365a52008e028688e0630ee07c7ff3aa9d"
	if got := hex.EncodeToString(ofSlots.Sum(nil)); got != wantSlots {
		t.Errorf("want slots with SHA-256 %s, got %s", wantSlots, got)
	}
	const wantOwners = "bbcfbcd9d177053928d3cbd17c196bbd82d3d84159dbb7bbdfd60495abe800dc"
	if got := hex.EncodeToString(ofOwners.Sum(nil)); got != wantOwners {
		t.Errorf("want owners with SHA-256 %s, got %s", wantOwners, got)
	}
}

// TestSlots has tags of all kinds, as Redis 7.0.15 answered.
func TestSlots(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"": "0", "123456789": "12739", "foo{bar}": "5061", "bar": "5061", "foo{}{bar}": "8363", "foo{{bar}}zap": "4015",
		"foo{bar}{zap}": "5061", "{}": "15257", "{a": "10276", "a}{b}": "3300", "b": "3300",
	} {
		if got := goring.RedisCluster.Hash(key).String(); got != want {
			t.Errorf("slot of %q: want %s, got %s", key, want, got)
		}
	}
}

// slotKeys has a key for each of some slots.
var slotKeys = map[int]string{0: "", 3300: "b", 5061: "bar", 8363: "foo{}{bar}", 12739: "123456789", 15257: "{}"}

// TestSlotRanges has ranges, slots alone, slots of nobody, and words about slots
// that move.
func TestSlotRanges(t *testing.T) {
	t.Parallel()
	const (
		a = "127.0.0.1:7000 0 3301-5060 5062-8362 [5061->-1df047e5a594f945d82fc140be97a1452bcbf93e]"
		b = "127.0.0.1:7001 5061 12739-16383 [77-<-1df047e5a594f945d82fc140be97a1452bcbf93e]"
		c = "127.0.0.1:7002"
	)
	ring := mustNew(t, goring.RedisCluster, 1, goring.Nodes(c, a, b))
	for slot, want := range map[int]string{0: a, 3300: "", 5061: b, 8363: "", 12739: b, 15257: b} {
		got, err := ring.Owner(slotKeys[slot])
		if want == "" {
			wantErr(t, fmt.Sprintf("slot %d, of nobody", slot), err, goring.ErrNoOwner)
		} else if err != nil || got != want {
			t.Errorf("slot %d: want %q, got %q, %v", slot, want, got, err)
		}
	}
	// Of two nodes that claim a slot, the first keeps it.
	claimed := mustNew(t, goring.RedisCluster, 1, goring.Nodes("a:1 0-5", "b:1 0-16383"))
	for slot, want := range map[int]string{0: "a:1 0-5", 3300: "b:1 0-16383"} {
		if got, err := claimed.Owner(slotKeys[slot]); err != nil || got != want {
			t.Errorf("claimed twice, slot %d: want %q, got %q, %v", slot, want, got, err)
		}
	}
	// What is no slot is nobody's, and is no reason to give all slots out.
	for _, words := range []string{"16384", "5-4", "0-16384", "-1", "0-", "x"} {
		ring := mustNew(t, goring.RedisCluster, 1, goring.Nodes("a:1 16000 "+words))
		_, err := ring.Owner("")
		wantErr(t, words, err, goring.ErrNoOwner)

		ring = mustNew(t, goring.RedisCluster, 1, goring.Nodes("a:1 "+words))
		if _, err := ring.Owner(""); err != nil {
			t.Errorf("%q alone: want all slots given out, got %v", words, err)
		}
	}
}

// TestSplitSlots gives out slots as redis-cli 7.0.15 proposed to.
func TestSplitSlots(t *testing.T) {
	t.Parallel()
	sevens := []int{0, 2341, 4681, 7022, 9362, 11703, 14043}
	twentyThree := []int{
		0, 712, 1425, 2137, 2849, 3562, 4274, 4986, 5699, 6411, 7123, 7836, 8548, 9261, 9973, 10685, 11398, 12110, 12822,
		13535, 14247, 14959, 15672,
	}
	hosts := goring.Nodes("127.0.0.1:18400", "127.0.0.1:18401", "127.0.0.2:18402", "127.0.0.1:18403", "127.0.0.2:18404",
		"127.0.0.3:18405")
	for _, test := range []struct {
		nodes  []goring.Node
		order  []int // of the nodes by their slots
		starts []int // the first slot of each in that order
	}{
		{goring.Nodes("a"), []int{0}, []int{0}},
		{consecutive("127.0.0.1:%d", 18400, 7), upTo(7), sevens},
		{consecutive("127.0.0.1:%d", 18400, 23), upTo(23), twentyThree},
		{hosts, []int{0, 2, 5, 1, 4, 3}, []int{0, 2731, 5461, 8192, 10923, 13653}},
	} {
		p, err := goring.RedisCluster.Placement(1, test.nodes)
		if err != nil {
			t.Fatal(err)
		}
		keys := keyOfEachSlot()
		for slot, turn := 0, -1; slot < len(keys); slot++ {
			if turn+1 < len(test.starts) && slot == test.starts[turn+1] {
				turn++
			}
			if got := p.Owner(keys[slot]); got != test.order[turn] {
				t.Fatalf("%d nodes, slot %d: want node %d, got %d", len(test.nodes), slot, test.order[turn], got)
			}
		}
	}
}

func upTo(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// keyOfEachSlot finds them among all keys of two bytes: a CRC of 16 bits has each
// value once.
func keyOfEachSlot() [16384]string {
	var keys [16384]string
	for i := range 1 << 16 {
		key := string([]byte{byte(i >> 8), byte(i)})
		keys[goring.RedisCluster.Hash(key).Lo] = key
	}
	return keys
}
