package main

import (
	"crypto/md5"
	"runtime"
	"unsafe"

	"github.com/cespare/xxhash/v2"
	"github.com/dgryski/go-jump"
	"github.com/dgryski/go-rendezvous"
	"github.com/golang/groupcache/consistenthash"
	"github.com/serialx/hashring"
	"github.com/zeromicro/go-zero/core/hash"

	"ringkit/goring"
)

// A subject is one thing that is measured.
type subject struct {
	name string
	// points tells whether it is a ring with vnodes points a node. Others are
	// measured in lookups only.
	points bool
	build  func(nodes []string) ring
}

// A ring is what a subject can do with some nodes; what it cannot is nil. Each
// loops over the keys itself, so that none pays for a call that it does not
// need, and keeps the last answer alive, so that none is spared its work.
type ring struct {
	lookup   func(keys []string)
	replicas func(keys []string)
	add      func(node string)
	remove   func(node string)
}

// The columns of the table that ratios are made of.
const (
	xmur3      = "xmur3"
	md5x128    = "md5-128"
	groupcache = "groupcache"
	goZero     = "go-zero"
	serialx    = "serialx"
	jumpHash   = "jump + xxhash"
	bareMD5    = "md5.Sum"
)

var subjects = []subject{
	{xmur3, true, ours(goring.XMur3)},
	{"md5-32", true, ours(goring.MD5x32)},
	{md5x128, true, ours(goring.MD5x128)},
	{groupcache, true, buildGroupcache},
	{goZero, true, buildGoZero},
	{serialx, true, buildSerialx},
	{"go-rendezvous", false, buildRendezvous},
	{jumpHash, false, buildJump},
	{bareMD5, false, buildMD5},
}

func ours(d goring.Dialect) func([]string) ring {
	return func(nodes []string) ring {
		r, err := goring.New(d, vnodes, goring.Nodes(nodes...))
		must(err)
		return ring{
			lookup: func(keys []string) {
				var owner string
				for _, key := range keys {
					owner, _ = r.Owner(key)
				}
				runtime.KeepAlive(owner)
			},
			replicas: func(keys []string) {
				var met []string
				for _, key := range keys {
					met, _ = r.AppendReplicas(met[:0], key, replicas)
				}
				runtime.KeepAlive(met)
			},
			add: func(node string) { must(r.Add(goring.Node{Name: node, Weight: 1})) },
			remove: func(node string) {
				_, err := r.Remove(node)
				must(err)
			},
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func buildGroupcache(nodes []string) ring {
	r := consistenthash.New(vnodes, nil)
	r.Add(nodes...)
	return ring{
		lookup: func(keys []string) {
			var owner string
			for _, key := range keys {
				owner = r.Get(key)
			}
			runtime.KeepAlive(owner)
		},
		add: func(node string) { r.Add(node) },
	}
}

func buildGoZero(nodes []string) ring {
	r := hash.NewCustomConsistentHash(vnodes, nil)
	for _, node := range nodes {
		r.Add(node)
	}
	return ring{
		lookup: func(keys []string) {
			var owner string
			for _, key := range keys {
				found, _ := r.Get(key)
				owner = found.(string)
			}
			runtime.KeepAlive(owner)
		},
		add:    func(node string) { r.Add(node) },
		remove: func(node string) { r.Remove(node) },
	}
}

func buildSerialx(nodes []string) ring {
	weights := make(map[string]int, len(nodes))
	for _, node := range nodes {
		weights[node] = vnodes
	}
	r := hashring.NewWithWeights(weights)
	return ring{
		lookup: func(keys []string) {
			var owner string
			for _, key := range keys {
				owner, _ = r.GetNode(key)
			}
			runtime.KeepAlive(owner)
		},
		replicas: func(keys []string) {
			var met []string
			for _, key := range keys {
				met, _ = r.GetNodes(key, replicas)
			}
			runtime.KeepAlive(met)
		},
		add:    func(node string) { r = r.AddWeightedNode(node, vnodes) },
		remove: func(node string) { r = r.RemoveNode(node) },
	}
}

func buildRendezvous(nodes []string) ring {
	r := rendezvous.New(nodes, xxhash.Sum64String)
	return ring{lookup: func(keys []string) {
		var owner string
		for _, key := range keys {
			owner = r.Lookup(key)
		}
		runtime.KeepAlive(owner)
	}}
}

func buildJump(nodes []string) ring {
	return ring{lookup: func(keys []string) {
		var owner string
		for _, key := range keys {
			owner = nodes[jump.Hash(xxhash.Sum64String(key), len(nodes))]
		}
		runtime.KeepAlive(owner)
	}}
}

// buildMD5 only hashes, as the least that a lookup by MD5 can take.
func buildMD5([]string) ring {
	return ring{lookup: func(keys []string) {
		var sum [md5.Size]byte
		for _, key := range keys {
			sum = md5.Sum(unsafe.Slice(unsafe.StringData(key), len(key)))
		}
		runtime.KeepAlive(sum)
	}}
}
