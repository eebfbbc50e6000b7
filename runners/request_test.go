package runners

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/harness"
	"ringkit/vectors"
)

func TestRequestLines(t *testing.T) {
	none, three := 0, 3
	tests := []struct {
		name    string
		request harness.Request
		want    string
	}{
		{"hash", harness.Request{Op: harness.OpHash, Dialect: "md5-32", Key: "user:1001"}, `"op":"hash","dialect":"md5-32","key":"user:1001"`},
		{"hash of the empty text", harness.Request{Op: harness.OpHash, Dialect: "md5-32"}, `"op":"hash","dialect":"md5-32","key":""`},
		{"hash of bytes", harness.Request{Op: harness.OpHash, Dialect: "md5-32", Key: "\x00\xff"}, `"op":"hash","dialect":"md5-32","key":{"hex":"00ff"}`},
		{"ring", harness.Request{Op: harness.OpRing, Dialect: "md5-32", VNodes: &three, Nodes: []vectors.Node{{Name: "A", Weight: 1}, {Name: "", Weight: 2}, {Name: "\xff", Weight: 1}}},
			`"op":"ring","dialect":"md5-32","vnodes":3,"nodes":[{"name":"A"},{"name":"","weight":2},{"name":{"hex":"ff"}}]`},
		{"ring with the default", harness.Request{Op: harness.OpRing, Dialect: "md5-32"}, `"op":"ring","dialect":"md5-32","nodes":[]`},
		{"ring without points", harness.Request{Op: harness.OpRing, Dialect: "md5-32", VNodes: &none, Nodes: []vectors.Node{{Name: "A"}}},
			`"op":"ring","dialect":"md5-32","vnodes":0,"nodes":[{"name":"A","weight":0}]`},
		{"owners", harness.Request{Op: harness.OpOwners, Keys: []string{"a", "", "a", "\xc3"}}, `"op":"owners","keys":["a","","a",{"hex":"c3"}]`},
		{"owners of no keys", harness.Request{Op: harness.OpOwners}, `"op":"owners","keys":[]`},
		{"replicas", harness.Request{Op: harness.OpReplicas, Key: "k", Count: -1}, `"op":"replicas","key":"k","count":-1`},
		{"points", harness.Request{Op: harness.OpPoints}, `"op":"points"`},
		{"nodes", harness.Request{Op: harness.OpNodes}, `"op":"nodes"`},
		{"add", harness.Request{Op: harness.OpAdd, Node: vectors.Node{Name: "D", Weight: 1}}, `"op":"add","node":{"name":"D"}`},
		{"add with a weight", harness.Request{Op: harness.OpAdd, Node: vectors.Node{Name: "D", Weight: -2}}, `"op":"add","node":{"name":"D","weight":-2}`},
		{"remove", harness.Request{Op: harness.OpRemove, Node: vectors.Node{Name: "D"}}, `"op":"remove","node":"D"`},
		{"remove bytes", harness.Request{Op: harness.OpRemove, Node: vectors.Node{Name: "\x80"}}, `"op":"remove","node":{"hex":"80"}`},
		{"what has a meaning in JSON or HTML", harness.Request{Op: harness.OpHash, Dialect: "md5-32", Key: "<a&b>\"\\\n\x00\u2028\U0001F600"},
			`"op":"hash","dialect":"md5-32","key":"<a&b>\"\\\n\u0000\u2028` + "\U0001F600" + `"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := messages(0, harness.Script{Requests: []harness.Request{test.request}})
			if len(got) != 1 || !got[0].last {
				t.Fatalf("want one message, got %+v", got)
			}
			got[0].id = 7
			if diff := cmp.Diff(`{"id":7,`+test.want+"}\n", string(got[0].line())); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Whatever the keys, all of them go out in their order, in lines that are not
// longer than the protocol allows.
func TestBatches(t *testing.T) {
	long := strings.Repeat("\x00", 65536) // each byte takes six in JSON
	tests := []struct {
		name string
		keys []string
		want []int // keys in each message
	}{
		{"none", nil, []int{0}},
		{"one", users(1), []int{1}},
		{"as many as fit", users(maxKeys), []int{maxKeys}},
		{"one more", users(maxKeys + 1), []int{maxKeys, 1}},
		{"many", users(10000), []int{maxKeys, maxKeys, 10000 - 2*maxKeys}},
		{"long keys", []string{long, long, long, "k", long}, []int{2, 2, 1}},
		{"many of some length", func() []string {
			keys := users(maxKeys)
			for i := range keys {
				keys[i] = long[:100]
			}
			return keys
		}(), []int{1310, 1310, 1310, maxKeys - 3*1310}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var keys []string
			var sizes []int
			all := messages(3, harness.Script{Requests: []harness.Request{{Op: harness.OpNodes}, {Op: harness.OpOwners, Keys: test.keys}}})
			for i, m := range all {
				if m.script != 3 || m.request != min(i, 1) || m.last != (i == 0 || i == len(all)-1) {
					t.Errorf("message %d: %+v", i, m)
				}
				m.id = math.MaxInt32
				text := m.line()
				if len(text) > 1<<20 || bytes.IndexByte(text, '\n') != len(text)-1 {
					t.Errorf("message %d is no line of at most 1 MiB, but has %d bytes", i, len(text))
				}
				if i == 0 {
					continue
				}
				var r request
				if err := json.Unmarshal(text, &r); err != nil {
					t.Fatal(err)
				}
				if m.keys != len(r.Keys) {
					t.Errorf("message %d: %d owners are due for %d keys", i, m.keys, len(r.Keys))
				}
				sizes, keys = append(sizes, len(r.Keys)), append(keys, r.Keys...)
			}
			if diff := cmp.Diff(test.want, sizes); diff != "" {
				t.Errorf("sizes (-want +got)\n%s", diff)
			}
			if strings.Join(keys, "|") != strings.Join(test.keys, "|") {
				t.Error("the keys that are asked are not the keys that were given")
			}
		})
	}
}
