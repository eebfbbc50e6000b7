package identify

import "ringkit/goring"

// counted are the dialects whose programs let the user choose vnodes. In the
// others the default is part of the dialect.
var counted = map[string]bool{
	"xmur3": true, "xmur3-utf16": true, "md5-32": true, "md5-128": true, "md5-128-after": true, "md5-128-colon": true,
	"npm-hashring": true, "npm-hashring-default-port": true, "spymemcached": true, "uhashring-ketama": true, "uhashring": true,
	"groupcache": true, "nginx": true, "envoy-ring-hash": true, "grpc-ring-hash": true, "envoy-maglev": true,
}

// usualVNodes are counts in use, the most usual first.
var usualVNodes = []int{
	100, 150, 160, 128, 64, 50, 40, 32, 20, 10, 3, 200, 256, 500, 512, 1000, 1024, 16, 5, 1, 2, 4, 8, 120, 250, 300, 360,
	25, 30, 60, 80, 180, 240, 255, 320, 400, 600, 640, 800,
}

// fewVNodes are those of usualVNodes with which mistakes are tried.
var fewVNodes = usualVNodes[:10]

// usualSizes are further sizes of a ring hash, beyond what is tried one by one.
var usualSizes = []int{2048, 4096, 8192, 10000, 16384, 32768, 65536}

// primes are table sizes of maglev in use: Envoy's, those of the paper, and the
// largest below a power of 2.
var primes = []int{65537, 65521, 655373, 251, 509, 1021, 2039, 4093, 8191, 16381, 32749, 131071}

// settingsOf returns the vnodes with which a dialect is tried, its default
// first.
func settingsOf(d goring.Dialect) []int {
	var all []int
	if d.VNodes > 0 {
		all = append(all, d.VNodes)
	}
	var more []int
	switch {
	case d.Name == "envoy-maglev":
		more = primes
	case d.Name == "envoy-ring-hash", d.Name == "grpc-ring-hash":
		more = append(usualSizes, usualVNodes...)
	case counted[d.Name]:
		more = usualVNodes
	}
	for _, n := range more {
		if n != d.VNodes {
			all = append(all, n)
		}
	}
	return all
}
