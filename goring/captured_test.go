package goring_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"testing"

	"ringkit/goring"
	"ringkit/vectors"
)

// TestCaptured asks each dialect for the owners that a real program answered.
func TestCaptured(t *testing.T) {
	t.Parallel()
	keys, err := vectors.Keys("mixed")
	if err != nil {
		t.Fatal(err)
	}
	memcached := consecutive("127.0.0.1:%d", 18301, 3)
	web := consecutive("127.0.0.1:%d", 18081, 3)
	mixed := goring.Nodes("10.0.1.1:11211", "10.0.1.2:11211", "10.0.1.3:11212")
	for _, test := range []struct {
		program string // that answered
		dialect goring.Dialect
		vnodes  int // 0 for the dialect's default
		nodes   []goring.Node
		// The SHA-256 of the owners, each followed by a newline.
		want string
	}{
		{"libmemcached", goring.Libmemcached, 0, mixed,
			"4a2fce32b233a7c8ae829490b24f23a379325d8317774e3153bf0db46b998507"},
		{"libmemcached", goring.Libmemcached, 0, weighted(mixed, 600, 300, 200),
			"418042652caf86fbf109e7758f2b4ec4b52279890e3162b480332af22990f323"},
		{"libmemcached", goring.Libmemcached, 0, consecutive("10.1.0.%d:11212", 1, 25),
			"5ab567ce93a915b35333fcb0e0c98687994031c6790e2dda3a6fdf040d76bd8c"},
		{"php-memcached", goring.Libmemcached, 0, memcached,
			"a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"php-memcached", goring.Libmemcached, 0, weighted(memcached, 6, 3, 2),
			"34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"pylibmc", goring.Libmemcached, 0, memcached,
			"a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"libmemcached", goring.LibmemcachedConsistent, 0, mixed,
			"9961f55acf61f8a0c170d6e1619c653349ea44654e58e953b4eddaea5aa08eba"},
		{"php-memcached", goring.LibmemcachedConsistent, 0, memcached,
			"1f63641ade1f639b1d1fc630bafa7c7e4097a9e078c1a9a53fc603f14e9c3812"},
		{"libmemcached", goring.LibmemcachedConsistentMD5, 0, mixed,
			"62c7dc3b40ad2e2fe8ea887c1173eb690e5b590f69c316dea5f1a2cb41ed8abc"},
		{"libketama", goring.Ketama, 0, memcached,
			"a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"libketama", goring.Ketama, 0, weighted(memcached, 600, 300, 200),
			"34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"libketama", goring.Ketama, 0, consecutive("10.1.0.%d:11211", 1, 61),
			"c833864b53483343e6886c1d18bd2dc4ed5744e13d59bf8fbc41ee78636e64bd"},
		{"nutcracker", goring.Twemproxy, 0, memcached,
			"02134e076ee555226100e801a50bd37340cb575ece50e701c252f1c5bc4333e0"},
		{"nutcracker", goring.Twemproxy, 0, weighted(memcached, 6, 3, 2),
			"1fb215b3cf9cf29ffbaf3b7d2c71ddfb6dc5a2cfa58de8c1702765fbb47a809c"},
		{"nutcracker", goring.Twemproxy, 0, goring.Nodes("127.0.0.1:18301 alpha", "127.0.0.1:18302 beta", "127.0.0.1:18303 gamma"),
			"3b348c7fd026763c3ffa559d82bba8aca6b66b12ca31ed7bd7ee7c0abd864fa2"},
		{"nutcracker", goring.Twemproxy, 0, goring.Nodes("127.0.0.1:11211", "127.0.0.1:18302", "127.0.0.1:18303"),
			"ec9d03f5ab7e9c8c49c211dca7454f36ffc0cbfc83da3ff3a84ef3db8462499f"},
		{"nutcracker", goring.TwemproxyMD5, 0, memcached,
			"a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"nutcracker", goring.TwemproxyMD5, 0, consecutive("127.0.0.1:%d", 18501, 25),
			"c0390c5bdad44278b5a8e694740f3d640087e939a91d89b80cde7d8a8c639e6d"},
		{"nutcracker", goring.TwemproxyCRC16, 0, memcached,
			"4304b503688e3dd9f77b4d8ec19d1c67d59addcad31bbf5d62919111219aac5f"},
		{"nutcracker", goring.TwemproxyCRC32a, 0, memcached,
			"b353d26832cfa2b6c157253223926201f0dd8a3c79db920b54f2f130ab197cfc"},
		{"nutcracker", goring.TwemproxyHashTag, 0, memcached,
			"a225d61f51521e2010d142b11b5c5d5044c45f3e7b030d9d7b2bcbb404fc1848"},
		{"hashring", goring.NPMHashring, 0, memcached,
			"a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"hashring", goring.NPMHashring, 0, weighted(memcached, 600, 300, 200),
			"34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"hashring", goring.NPMHashring, 0, weighted(consecutive("10.0.0.%d:11211", 1, 4), 1, 2, 3, 7),
			"ce9f5d180be120177c262256fcb18c3793134554bcc758b151d8e03076e3aa4f"},
		{"hashring", goring.NPMHashring, 0, consecutive("10.1.0.%d:11211", 1, 7),
			"249e1837b9960b3f31d2f378051898c9bc59bbf725b27e79b4a680589f6d5cc5"},
		{"hashring", goring.NPMHashringDefaultPort, 0, mixed,
			"4a2fce32b233a7c8ae829490b24f23a379325d8317774e3153bf0db46b998507"},
		{"spymemcached", goring.SpyMemcached, 0, memcached,
			"a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"spymemcached", goring.SpyMemcached, 0, consecutive("localhost/127.0.0.1:%d", 18301, 3),
			"889bb2f3885eabf070ce5eda4bc8c7e42e79dd174fd873015f1d5554a2735e9c"},
		{"spymemcached", goring.SpyMemcached, 0, weighted(memcached, 6, 3, 2),
			"34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"Dalli", goring.Dalli, 0, memcached,
			"7882a75394971d688ba3b8f9911140d660931157e097f82457062cae861b5700"},
		{"Dalli", goring.Dalli, 0, weighted(memcached, 6, 3, 2),
			"ca0f372641a6b154fe96c134868adc95bc7d3fc6470ad0a971c46acba13bf47a"},
		{"uhashring", goring.UHashringKetama, 0, memcached,
			"a66e4523824e36cfd668393a8bf3c5e61792f5fff96881e9fc8d55976e15a4b8"},
		{"uhashring", goring.UHashringKetama, 0, weighted(memcached, 6, 3, 2),
			"34a70b984a01d99c864a4a02c49d35976b2375eb61e571365352fa525b612126"},
		{"uhashring", goring.UHashring, 0, memcached,
			"c9c9102aaf7fb1797388610911ddff8064513a4cb85ccc20210b926bfcbcb2ee"},
		{"uhashring", goring.UHashring, 0, weighted(memcached, 6, 3, 2),
			"06777110f15287ad2f54043c22b1dd3ba471f504283b74f460e6b8c966579842"},
		{"groupcache", goring.Groupcache, 0, memcached,
			"a456a3d7a63133394dc4f293f090516b1097cd1497adec08f59a2043441f4f09"},
		{"nginx", goring.NGINX, 0, web,
			"91f7aa6d91be5db45bf199d828b3952fc22dfd20830b1c118d660093d1861c2c"},
		{"nginx", goring.NGINX, 0, weighted(web, 3, 2, 1),
			"aece17e1f2087a396bb09cd014d89ef31925fe0983f1a342a86a297678efad9b"},
		{"nginx", goring.NGINX, 0, goring.Nodes("localhost:18081", "127.0.0.1:18082", "127.0.0.1:18083"),
			"f9bdc91ec7d7f8a8970a7918474e7187ae9435c6ada8b54b25a0fa117131917a"},
		{"Cache::Memcached::Fast", goring.NGINX, 150, memcached,
			"7e683788aa66954ca87d2a1515aeae635d64f553b47cdaa1408ef7de72507744"},
		{"Cache::Memcached::Fast", goring.NGINX, 150, weighted(memcached, 6, 3, 2),
			"82976fe545a9fb3c91c20830b0c1b08e535b4b2623b25f7a341011b77f544392"},
		{"HAProxy", goring.HAProxy, 0, web,
			"3f6507c65105174283d84728c7e74a581ca2e4e1d337abf000b4df9110a88c43"},
		{"HAProxy", goring.HAProxySDBM, 0, web,
			"5654b632361a14ab2fc79809bb0535b87b9aa9e5860783aba7f024b11c00f6fe"},
		{"HAProxy", goring.HAProxyCRC32, 0, web,
			"2349157a464cbacbd5aedc8a1b033282c120c66395ea3304af5d7a86238c8431"},
		{"HAProxy", goring.HAProxy, 0, weighted(web, 10, 5, 1),
			"5c6d34cbc0b60a8e0c6614a0517cb751e7d9e697fd6eabc62b240f79f6b2c3fa"},
		{"HAProxy", goring.HAProxy, 0, goring.Nodes("127.0.0.1:18081 id 101", "127.0.0.1:18082 id 7", "127.0.0.1:18083 id 55"),
			"3aed86f6a248597c5d871eb75790d3d1e9e7a5317dc008bde06e0610662a13ac"},
		{"grpc-go", goring.GRPCRingHash, 0, memcached,
			"9867915751934181b32c5230052854d286ae185c9e27b2acfc1709d93bb615e6"},
		{"grpc-go", goring.GRPCRingHash, 10, weighted(memcached, 3, 3, 4),
			"f86cc2f96fdaab069a7f07a955e8bd6b08bfdfa67a4d1e5e5d5f20a30946d59d"},
		{"go-redis", goring.GoRedis, 0, goring.Nodes("shard1", "shard2", "shard3"),
			"61aaadc72c0a547363a1941235cdb90f60fb5fcbc21e89387b4bbd0b5f91c685"},
		{"pymemcache", goring.Pymemcache, 0, memcached,
			"487f02221f38f402e94a7e10fe4b1ae6011eb53a965468c91b7f0f7b1654bf08"},
		{"nutcracker", goring.TwemproxyModulaCRC16, 0, weighted(memcached, 6, 3, 2),
			"d9e54aa0c36912698ecb71e5715c40230d7d0576b794b1bef55be7906482c4a3"},
		{"libmemcached", goring.LibmemcachedModula, 0, mixed,
			"cffdfcc003e1368f35b66b69d3015551833ed41884dba89961d6059703b50a0e"},
		// All the points of these servers are at the positions of the other's.
		{"HAProxy", goring.HAProxy, 0, goring.Nodes("127.0.0.1:18981 id 1", "127.0.0.1:18982 id 1048577", "127.0.0.1:18983 id 2"),
			"844f537379c5066f6893cb15b44e811ff970c3ba4081a36456a9fbec6e2c5966"},
		{"HAProxy", goring.HAProxy, 0, goring.Nodes("127.0.0.1:18981", "127.0.0.1:18982 id 1", "127.0.0.1:18983", "127.0.0.1:18984 id 2", "127.0.0.1:18985"),
			"52e9801a82740dc78a6ba05ebda96fa88f90d8799c8d6fa85931580034bf14a3"},
		{"HAProxy", goring.HAProxy, 0, weighted(goring.Nodes("127.0.0.1:18981", "127.0.0.1:18982", "127.0.0.1:18983"), 0, 1, 256),
			"015ac8c77a3ed486f4a0ddbe679a1624e3d5ceeade669b372279809d64078d7b"},
		{"HAProxy", goring.HAProxy, 0, weighted(goring.Nodes("127.0.0.1:18981 id 2147483647", "127.0.0.1:18982 id 1048575", "127.0.0.1:18983"), 100, 30, 1),
			"ce2034dab7bb58560a5145fe1593de258e7324ed0baac1162fa78f5af1deda85"},
	} {
		vnodes := test.vnodes
		if vnodes == 0 {
			vnodes = test.dialect.VNodes
		}
		owners, err := mustNew(t, test.dialect, vnodes, test.nodes).Owners(keys)
		if err != nil {
			t.Fatal(err)
		}
		digest := sha256.New()
		for _, owner := range owners {
			io.WriteString(digest, owner+"\n")
		}
		if got := hex.EncodeToString(digest.Sum(nil)); got != test.want {
			t.Errorf("%s with %d vnodes for %v, captured from %s: want owners with SHA-256 %s, got %s",
				test.dialect.Name, vnodes, test.nodes, test.program, test.want, got)
		}
	}
}

// consecutive makes nodes of names with the numbers from first on.
func consecutive(format string, first, n int) []goring.Node {
	nodes := make([]goring.Node, n)
	for i := range nodes {
		nodes[i] = goring.Node{Name: fmt.Sprintf(format, first+i), Weight: 1}
	}
	return nodes
}

// weighted gives nodes their weights.
func weighted(nodes []goring.Node, weights ...int) []goring.Node {
	weighed := make([]goring.Node, len(nodes))
	for i, node := range nodes {
		weighed[i] = goring.Node{Name: node.Name, Weight: weights[i]}
	}
	return weighed
}
