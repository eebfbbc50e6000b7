package main

import (
	"fmt"
	"strconv"

	"ringkit/goring"
	"ringkit/vectors"
)

const (
	redisServer    = "Redis 7.0.15"
	cassandraToken = "cassandra-driver (DataStax, Python)"
)

func (s *sketcher) redis() {
	for _, t := range []struct {
		id, key string
		slot    int
	}{
		{"plain", "key:0", 2592}, {"check-value", "123456789", 12739}, {"empty-tag", "foo{}{bar}", 8363}, {"inner-brace", "foo{{bar}}zap", 4015},
		{"first-of-two", "foo{bar}{zap}", 5061}, {"braces-only", "{}", 15257}, {"not-closed", "{a", 10276}, {"closed-before-next", "a}{b}", 3300}, {"non-ascii", "\u00fcn\u00ef-84", 8462},
		{"tag", "foo{bar}", 5061}, {"inside", "{a{b}c}", 13340}, {"other-way-round", "}{a}", 15495}, {"not-closed-later", "a{b", 13340}, {"second-opens", "a}b{c}", 7365},
	} {
		s.program = redisServer
		s.add("slot/"+t.id, "hash-tag", "what CLUSTER KEYSLOT answered", "", fmt.Sprintf("hash: %s, want: %d", vectors.Literal(t.key), t.slot))
	}
	s.add("slot/empty", "hash-tag", "the empty key has slot 0", "", `hash: "", want: 0`)
	s.add("slot/nul-in-tag", "hash-tag", "a tag may be a NUL", "", hash("{\x00}x"))
	keys := userKeys(12)
	slots := []string{"foo{}{bar}", "foo{{bar}}zap", "foo{bar}{zap}", "{}", "{a", "a}{b}", "", "key:0"}
	for _, n := range []int{3, 5, 6, 7, 16, 100} {
		s.add(fmt.Sprintf("split/%d", n), "placement", "without ranges the slots are split as redis-cli --cluster create does, in float32", usual(anys(s.nodes(n))...), s.digest(), owners(slots...))
	}
	s.add("split/ends", "placement", "the ends of the three shares: slots 5460, 5461, 10922, 10923", usual(s.names(1, 2, 3)...), owners(keyOfSlots(5460, 5461, 10922, 10923, 0, 16383)...))
	s.add("split/by-host", "placement", "with several nodes a host the hosts take turns", usual("127.0.0.1:7000", "127.0.0.1:7001", "127.0.0.2:7000", "127.0.0.2:7001", "127.0.0.3:7000"), s.digest(), s.plain("counts: TBD"))
	s.add("split/by-first-host", "placement", "hosts come as they are first met, not sorted", usual("10.0.0.9:7000", "10.0.0.2:7000", "10.0.0.1:7000", "10.0.0.9:7001"), s.digest(), s.plain("counts: TBD"))
	s.add("split/one-host", "placement", "on one host the order is that of the list", usual("h:7002", "h:7000", "h:7001"), s.digest(), owners(keys...))
	s.add("ranges/single-slots", "node-text", "single slots, written as one number", usual("a:1 0-2591 2593-16383", "b:1 2592"), owners("key:0", "foo", "bar"))
	s.add("ranges/nobody", "node-text", "a slot that no node serves has no owner", usual("a:1 0-100", "b:1 200-300"), owners(slots...))
	s.add("ranges/some-without", "node-text", "where any node has slots, those without have none", usual("a:1 0-8191", "b:1", "c:1 8192-16383"), s.digest(), s.plain("counts: TBD"))
	s.add("ranges/claimed-twice", "node-text", "a slot that two nodes claim is the first's", usual("a:1 0-10000", "b:1 5000-16383"), owners(slots...), s.digest())
	s.add("ranges/claimed-other-way", "node-text", "the same, listed the other way round", usual("b:1 5000-16383", "a:1 0-10000"), owners(slots...), s.digest())
	s.add("ranges/backwards", "node-text", "a range that runs backwards is empty", usual("a:1 16383-0", "b:1 0-16383"), owners(slots...))
	s.add("ranges/ends", "node-text", "both ends of a range belong to it", usual("a:1 0-5460", "b:1 5461-10922", "c:1 10923-16383"), owners(keyOfSlots(5460, 5461, 10922, 10923, 0, 16383)...))
	s.add("ranges/leaves", "placement", "a node leaves: its slots have no owner", usual("a:1 0-8191", "b:1 8192-16383"), remove("b:1 8192-16383"), owners(slots...))
	s.apart("sibling/whole-keys", "hash-tag", "hashing tagged keys whole", s.variant(func(d *goring.Dialect) { d.Placement = goring.TwemproxyModulaCRC16.Placement }), 0, s.names(1, 2, 3), tagged)
}

// keyOfSlots returns a key for each slot.
func keyOfSlots(slots ...uint64) []string {
	keys := make([]string, len(slots))
	for j, slot := range slots {
		for i := 0; keys[j] == ""; i++ {
			if key := "k" + strconv.Itoa(i); goring.RedisCluster.Hash(key).Lo == slot {
				keys[j] = key
			}
		}
	}
	return keys
}

func (s *sketcher) pymemcache() {
	s.add("tie/one", "tie", "the two have one score for k1: the larger text wins", usual("10.0.79.31:11211", "10.0.535.176:11211"), owner("k1"))
	s.add("tie/one-other-order", "tie", "the order of the list has no say", usual("10.0.535.176:11211", "10.0.79.31:11211"), owner("k1"))
	s.add("tie/two", "tie", "the two have one score for k2", usual("10.0.336.54:11211", "10.0.562.199:11211"), owner("k2"))
	s.add("tie/two-other-order", "tie", "the order of the list has no say", usual("10.0.562.199:11211", "10.0.336.54:11211"), owner("k2"))
	s.add("score/dash", "placement", "a dash stands between node and key", usual("a-b", "a"), owners("k", "b-k", "-k", "k1", "b-k1"))
	for i, text := range []string{"\u0101", "\u0201", "a\u0161b\u017e", "\U0001f600\U0001f680", "\u6f22\u5b57\u304b\u306ax"} {
		s.add(fmt.Sprintf("hash/low-byte-%d", i+1), "hash-text", "code points, of which the lowest byte counts, in every place of a block", "", hash(text))
	}
	for n := 1; n <= 8; n++ {
		s.add(fmt.Sprintf("hash/length-%d", n), "position", "whole blocks of four and what is left of one", "", hash("abcdefgh"[:n]))
	}
	s.add("placement/hundred", "placement", "a hundred nodes", usual(anys(s.nodes(100))...), s.digest())
	s.add("empty/name", "node-name", "a node with the empty name", usual("", "a"), owners("k1", "k2", "k3", "k4", "k5"))
	s.apart("sibling/go-redis", "placement", "the rendezvous of go-redis scores otherwise", goring.GoRedis, 0, local, userKeys(100))
}

func (s *sketcher) goRedis() {
	s.tags()
	s.add("tag/same-tag", "hash-tag", "keys with one tag are on one shard, that of the tag", s.broad(), owners("{user:42}:a", "{user:42}:b", "x{user:42}", "user:42"))
	for _, n := range []int{1, 3, 4, 7, 8, 12, 31, 32, 33, 40, 100} {
		s.add(fmt.Sprintf("hash/length-%d", n), "position", "XXH64 takes 32 bytes at a time, then 8, 4 and 1", "", hash(longText(n)))
	}
	s.add("placement/hundred", "placement", "a hundred shards", usual(anys(s.nodes(100))...), s.digest())
	s.apart("sibling/pymemcache", "placement", "the rendezvous of pymemcache scores otherwise", goring.Pymemcache, 0, local, userKeys(100))
	s.apart("sibling/whole-keys", "hash-tag", "hashing tagged keys whole", s.variant(func(d *goring.Dialect) {
		d.Placement = func(_ int, nodes []goring.Node) (goring.Placement, error) {
			return wholeKeys{s.build(goring.GoRedis, 0, names(nodes)), nodes}, nil
		}
	}), 0, s.names(1, 2, 3), tagged)
}

// wholeKeys hides the braces of keys from tags.
type wholeKeys struct {
	ring  *goring.Ring
	nodes []goring.Node
}

func (w wholeKeys) Owner(key string) int {
	owner, err := w.ring.Owner("{" + key + "}")
	if err != nil {
		panic(err)
	}
	for i, node := range w.nodes {
		if node.Name == owner {
			return i
		}
	}
	return -1
}

func names(nodes []goring.Node) []any {
	var out []any
	for _, node := range nodes {
		out = append(out, node.Name)
	}
	return out
}
