package main

import (
	"fmt"

	"ringkit/vectors"
)

// The programs whose answers were recorded.
const (
	libmemcached114 = "libmemcached 1.1.4"
	phpMemcached    = "php-memcached 3.2.0"
	libketama       = "libketama"
	nutcracker      = "nutcracker 0.5.0"
	hashring        = "hashring 3.2.0"
	spymemcached    = "spymemcached 2.12.3"
	dalli           = "Dalli 3.0.6"
	uhashring       = "uhashring 2.1"
	nginx           = "nginx 1.22.1"
	memcachedFast   = "Cache::Memcached::Fast 0.28"
	haproxy         = "HAProxy 2.6.12"
	grpcGo          = "grpc-go 1.85.0"
)

// A capture is what a real program answered to the keys of keys/mixed.txt, in
// the digest of vector files.
type capture struct {
	id, program, why string
	vnodes           int // 0 for the program's default
	nodes            []any
	sha256           string
}

var (
	local = numbered("127.0.0.1:%d", 18301, 3)
	web   = numbered("127.0.0.1:%d", 18081, 3)
	mixed = []any{"10.0.1.1:11211", "10.0.1.2:11211", "10.0.1.3:11212"}
)

func numbered(format string, first, n int) []any {
	names := make([]any, n)
	for i := range names {
		names[i] = fmt.Sprintf(format, first+i)
	}
	return names
}

func weighing(nodes []any, weights ...int) []any {
	out := make([]any, len(nodes))
	for i, node := range nodes {
		out[i] = weighted{node.(string), weights[i]}
	}
	return out
}

// captured has the captures by dialect. Where three servers on ports 18301 to
// 18303 have equal digests in several dialects, they do place alike there.
var captured = map[string][]capture{
	"libmemcached": {
		{"plain", libmemcached114, "two servers on the default port, which the labels leave out, and one on another", 0, mixed, "4a2fce32b233a7c8ae829490b24f23a379325d8317774e3153bf0db46b998507"},
		{"weights", libmemcached114, "weights 600, 300 and 200", 160, weighing(mixed, 600, 300, 200), "418042652caf86fbf109e7758f2b4ec4b52279890e3162b480332af22990f323"},
		{"n25", libmemcached114, "with 25 equal servers each has 39 digests", 0, numbered("10.1.0.%d:11212", 1, 25), "5ab567ce93a915b35333fcb0e0c98687994031c6790e2dda3a6fdf040d76bd8c"},
		{"php", phpMemcached, "PHP with OPT_LIBKETAMA_COMPATIBLE", 0, local, "a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"php-weights", phpMemcached, "PHP with weights 6, 3 and 2", 0, weighing(local, 6, 3, 2), "34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"pylibmc", "pylibmc 1.6.3", "Python with ketama_weighted", 0, local, "a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
	},
	"libmemcached-consistent": {
		{"plain", libmemcached114, "two servers on the default port and one on another", 0, mixed, "9961f55acf61f8a0c170d6e1619c653349ea44654e58e953b4eddaea5aa08eba"},
		{"php", phpMemcached, "PHP with DISTRIBUTION_CONSISTENT", 0, local, "1f63641ade1f639b1d1fc630bafa7c7e4097a9e078c1a9a53fc603f14e9c3812"},
	},
	"libmemcached-consistent-md5": {
		{"plain", libmemcached114, "two servers on the default port and one on another", 0, mixed, "62c7dc3b40ad2e2fe8ea887c1173eb690e5b590f69c316dea5f1a2cb41ed8abc"},
	},
	"libmemcached-modula": {
		{"plain", libmemcached114, "three servers in their order", 0, mixed, "cffdfcc003e1368f35b66b69d3015551833ed41884dba89961d6059703b50a0e"},
	},
	"ketama": {
		{"plain", libketama, "three servers of equal weight", 0, local, "a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"weights", libketama, "weights 600, 300 and 200", 160, weighing(local, 600, 300, 200), "34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"n61", libketama, "with 61 equal servers each has 39 digests, and the default port is in the labels", 0, numbered("10.1.0.%d:11211", 1, 61), "c833864b53483343e6886c1d18bd2dc4ed5744e13d59bf8fbc41ee78636e64bd"},
	},
	"twemproxy": {
		{"plain", nutcracker, "three servers, the default hash", 0, local, "02134e076ee555226100e801a50bd37340cb575ece50e701c252f1c5bc4333e0"},
		{"weights", nutcracker, "weights 6, 3 and 2", 0, weighing(local, 6, 3, 2), "1fb215b3cf9cf29ffbaf3b7d2c71ddfb6dc5a2cfa58de8c1702765fbb47a809c"},
		{"aliases", nutcracker, "with aliases the labels are made of these", 0, []any{"127.0.0.1:18301 alpha", "127.0.0.1:18302 beta", "127.0.0.1:18303 gamma"}, "3b348c7fd026763c3ffa559d82bba8aca6b66b12ca31ed7bd7ee7c0abd864fa2"},
		{"default-port", nutcracker, "the first server is on the default port, which its labels leave out", 0, []any{"127.0.0.1:11211", "127.0.0.1:18302", "127.0.0.1:18303"}, "ec9d03f5ab7e9c8c49c211dca7454f36ffc0cbfc83da3ff3a84ef3db8462499f"},
	},
	"twemproxy-md5": {
		{"plain", nutcracker, "three servers, hash md5", 0, local, "a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"n25", nutcracker, "with 25 equal servers each has 39 digests", 0, numbered("127.0.0.1:%d", 18501, 25), "c0390c5bdad44278b5a8e694740f3d640087e939a91d89b80cde7d8a8c639e6d"},
	},
	"twemproxy-crc16":        {{"plain", nutcracker, "three servers, hash crc16", 0, local, "4304b503688e3dd9f77b4d8ec19d1c67d59addcad31bbf5d62919111219aac5f"}},
	"twemproxy-crc32a":       {{"plain", nutcracker, "three servers, hash crc32a", 0, local, "b353d26832cfa2b6c157253223926201f0dd8a3c79db920b54f2f130ab197cfc"}},
	"twemproxy-hash-tag":     {{"plain", nutcracker, "three servers, hash_tag {}", 0, local, "a225d61f51521e2010d142b11b5c5d5044c45f3e7b030d9d7b2bcbb404fc1848"}},
	"twemproxy-modula-crc16": {{"weights", nutcracker, "weights 6, 3 and 2", 0, weighing(local, 6, 3, 2), "d9e54aa0c36912698ecb71e5715c40230d7d0576b794b1bef55be7906482c4a3"}},
	"npm-hashring": {
		{"plain", hashring, "three servers of equal weight", 0, local, "a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"weights", hashring, "weights 600, 300 and 200", 160, weighing(local, 600, 300, 200), "34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"four-weights", hashring, "weights 1, 2, 3 and 7", 0, weighing(numbered("10.0.0.%d:11211", 1, 4), 1, 2, 3, 7), "ce9f5d180be120177c262256fcb18c3793134554bcc758b151d8e03076e3aa4f"},
		{"n7", hashring, "with seven equal servers each has 39 digests", 0, numbered("10.1.0.%d:11211", 1, 7), "249e1837b9960b3f31d2f378051898c9bc59bbf725b27e79b4a680589f6d5cc5"},
	},
	"npm-hashring-default-port": {
		{"plain", hashring, "two servers on the port that the option names, and one on another", 0, mixed, "4a2fce32b233a7c8ae829490b24f23a379325d8317774e3153bf0db46b998507"},
	},
	"spymemcached": {
		{"addresses", spymemcached, "servers given as address literals", 0, local, "a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"host-names", spymemcached, "servers given by a host name: its text is in the labels", 0, numbered("localhost/127.0.0.1:%d", 18301, 3), "889bb2f3885eabf070ce5eda4bc8c7e42e79dd174fd873015f1d5554a2735e9c"},
		{"weights", spymemcached, "weights 6, 3 and 2", 0, weighing(local, 6, 3, 2), "34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
	},
	"dalli": {
		{"plain", dalli, "three servers of equal weight", 0, local, "7882a75394971d688ba3b8f9911140d660931157e097f82457062cae861b5700"},
		{"weights", dalli, "weights 6, 3 and 2", 0, weighing(local, 6, 3, 2), "ca0f372641a6b154fe96c134868adc95bc7d3fc6470ad0a971c46acba13bf47a"},
	},
	"uhashring-ketama": {
		{"plain", uhashring, "three nodes of equal weight, hash_fn ketama", 0, local, "a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"weights", uhashring, "weights 6, 3 and 2", 0, weighing(local, 6, 3, 2), "34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
	},
	"uhashring": {
		{"plain", uhashring, "three nodes of equal weight", 0, local, "c9c9102aaf7fb1797388610911ddff8064513a4cb85ccc20210b926bfcbcb2ee"},
		{"weights", uhashring, "weights 6, 3 and 2", 0, weighing(local, 6, 3, 2), "06777110f15287ad2f54043c22b1dd3ba471f504283b74f460e6b8c966579842"},
	},
	"groupcache": {{"plain", "golang/groupcache", "three peers with 50 replicas", 50, local, "a456a3d7a63133394dc4f293f090516b1097cd1497adec08f59a2043441f4f09"}},
	"nginx": {
		{"plain", nginx, "three servers of equal weight", 0, web, "91f7aa6d91be5db45bf199d828b3952fc22dfd20830b1c118d660093d1861c2c"},
		{"weights", nginx, "weights 3, 2 and 1", 0, weighing(web, 3, 2, 1), "aece17e1f2087a396bb09cd014d89ef31925fe0983f1a342a86a297678efad9b"},
		{"host-name", nginx, "the first server is written with its name: the text counts, not the address", 0, []any{"localhost:18081", "127.0.0.1:18082", "127.0.0.1:18083"}, "f9bdc91ec7d7f8a8970a7918474e7187ae9435c6ada8b54b25a0fa117131917a"},
		{"memcached-fast", memcachedFast, "Perl's client with ketama_points 150 makes the same points, 150 of them", 150, local, "7e683788aa66954ca87d2a1515aeae635d64f553b47cdaa1408ef7de72507744"},
		{"memcached-fast-weights", memcachedFast, "the same with weights 6, 3 and 2", 150, weighing(local, 6, 3, 2), "82976fe545a9fb3c91c20830b0c1b08e535b4b2623b25f7a341011b77f544392"},
	},
	"haproxy": {
		{"plain", haproxy, "three servers numbered by place", 0, web, "3f6507c65105174283d84728c7e74a581ca2e4e1d337abf000b4df9110a88c43"},
		{"weights", haproxy, "weights 10, 5 and 1", 0, weighing(web, 10, 5, 1), "5c6d34cbc0b60a8e0c6614a0517cb751e7d9e697fd6eabc62b240f79f6b2c3fa"},
		{"ids", haproxy, "ids 101, 7 and 55", 0, []any{"127.0.0.1:18081 id 101", "127.0.0.1:18082 id 7", "127.0.0.1:18083 id 55"}, "3aed86f6a248597c5d871eb75790d3d1e9e7a5317dc008bde06e0610662a13ac"},
		{"tied-ids", haproxy, "all the points of two servers are at the positions of the other's", 0, []any{"127.0.0.1:18981 id 1", "127.0.0.1:18982 id 1048577", "127.0.0.1:18983 id 2"}, "844f537379c5066f6893cb15b44e811ff970c3ba4081a36456a9fbec6e2c5966"},
		{"counter", haproxy, "servers without an id get 3, 5 and 7 beside ids 1 and 2", 0, []any{"127.0.0.1:18981", "127.0.0.1:18982 id 1", "127.0.0.1:18983", "127.0.0.1:18984 id 2", "127.0.0.1:18985"}, "52e9801a82740dc78a6ba05ebda96fa88f90d8799c8d6fa85931580034bf14a3"},
		{"weight-zero", haproxy, "weights 0, 1 and 256", 0, weighing(numbered("127.0.0.1:%d", 18981, 3), 0, 1, 256), "015ac8c77a3ed486f4a0ddbe679a1624e3d5ceeade669b372279809d64078d7b"},
		{"large-ids", haproxy, "the highest id, and one whose points begin at the end of the range", 0, weighing([]any{"127.0.0.1:18981 id 2147483647", "127.0.0.1:18982 id 1048575", "127.0.0.1:18983"}, 100, 30, 1), "ce2034dab7bb58560a5145fe1593de258e7324ed0baac1162fa78f5af1deda85"},
	},
	"haproxy-sdbm":  {{"plain", haproxy, "hash-type consistent sdbm", 0, web, "5654b632361a14ab2fc79809bb0535b87b9aa9e5860783aba7f024b11c00f6fe"}},
	"haproxy-crc32": {{"plain", haproxy, "hash-type consistent crc32", 0, web, "2349157a464cbacbd5aedc8a1b033282c120c66395ea3304af5d7a86238c8431"}},
	"grpc-ring-hash": {
		{"plain", grpcGo, "three hosts, minimum 1024 and maximum 4096", 1024, local, "9867915751934181b32c5230052854d286ae185c9e27b2acfc1709d93bb615e6"},
		{"weights", grpcGo, "weights 3, 3 and 4, minimum 10: the counts have fractions", 10, weighing(local, 3, 3, 4), "f86cc2f96fdaab069a7f07a955e8bd6b08bfdfa67a4d1e5e5d5f20a30946d59d"},
	},
	"go-redis":   {{"plain", "go-redis v9.23", "three shards", 0, []any{"shard1", "shard2", "shard3"}, "61aaadc72c0a547363a1941235cdb90f60fb5fcbc21e89387b4bbd0b5f91c685"}},
	"pymemcache": {{"plain", "pymemcache 3.5.2", "three servers, rendezvous", 0, local, "487f02221f38f402e94a7e10fe4b1ae6011eb53a965468c91b7f0f7b1654bf08"}},
	"redis-cluster": {
		{"three-nodes", redisServer, "three nodes that share the slots as redis-cli gives them out", 0, []any{"127.0.0.1:7000 0-5460", "127.0.0.1:7001 5461-10922", "127.0.0.1:7002 10923-16383"}, "bbcfbcd9d177053928d3cbd17c196bbd82d3d84159dbb7bbdfd60495abe800dc"},
		{"pieces", redisServer, "a node that serves several ranges and a slot", 0, []any{"127.0.0.1:7000 0-5460 10000-10010 16383", "127.0.0.1:7001 5461-9999", "127.0.0.1:7002 10011-16382"}, "692ba306efc0267e8f103c116e5b1152ccaf7bd714849e60ffebb62c8e729d4a"},
	},
}

// told are keys of keys/mixed.txt whose owners are spelled out.
var told = []string{
	"key:0", "key:1", "key:2", "key:4", "key:101", "key:586", "user:852958473:profile", "user:778246640:profile", "a", "foo", "bar", "na\u00efve", "\u043a\u043b\u044e\u0447:1", "\u65e5\u672c\u8a9e", "\u00e9", "\u00ff\u00ff", "{tag}x",
	"user:{42}:a", "{}empty", "pre{a}{b}", "a{b", "}{x}", "\u00fcn\u00ef-0", "\u00fcn\u00ef-53",
}

// captures writes what real programs answered: a digest over all 1200 keys, and
// the owners of a few that say more than others.
func (s *sketcher) captures() {
	for _, c := range captured[s.d.Name] {
		list := usual(c.nodes...)
		if c.vnodes > 0 {
			list = ring(c.vnodes, c.nodes...)
		}
		s.program = c.program
		s.add("captured/"+c.id, s.ruleOf(c), c.why, list,
			fmt.Sprintf("owners: {list: mixed}, sha256: %q, counts: %s", c.sha256, vectors.Blank), owners(told...))
	}
}

// ruleOf is the rule that a captured case breaks first where it fails alone.
func (s *sketcher) ruleOf(c capture) string {
	switch {
	case s.d.Placement != nil:
		return "placement"
	case s.set.share && c.id != "plain":
		return "share"
	}
	return "lookup"
}
