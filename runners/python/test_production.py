"""Tests of the dialects of production systems against what those systems do."""

from __future__ import annotations

import random
import unittest
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from databases import split_slots
from dialects import PRODUCTION
from envoy import maglev_table, ring_hash
from hashes import crc16, md5_words, murmur3_32, murmur3_token, one_at_a_time, xxh64
from ketama import float32_counts, float64_counts, libketama_counts, whole_counts
from placements import guava, jump
from proxies import server_ids
from ring import Node, Place, Ring, RingError, encode


def numbered(pattern: str, *numbers: int) -> list[str]:
    return [pattern % number for number in numbers]


THREE = numbered("127.0.0.1:%d", 18301, 18302, 18303)
WEB = numbered("127.0.0.1:%d", 18081, 18082, 18083)
DEFAULT_PORT = ["10.0.1.1:11211", "10.0.1.2:11211", "10.0.1.3:11212"]


def ring(
    dialect: str,
    names: Sequence[str],
    weights: Sequence[int] = (),
    vnodes: int | None = None,
) -> Ring:
    nodes = zip(names, weights or [1] * len(names))
    return Ring(PRODUCTION[dialect], [Node(*node) for node in nodes], vnodes)


def folded(place: Place) -> Place:
    """Return `place` with positions folded onto 0 to 63."""
    return lambda nodes, vnodes: [(p % 64, owner) for p, owner in place(nodes, vnodes)]


def raw(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


class ProductionTest(unittest.TestCase):
    def assert_refused(self, code: str, call: Any, *args: Any) -> None:
        with self.assertRaises(RingError) as caught:
            call(*args)
        self.assertEqual(caught.exception.code, code)


# The owners of these keys, as places in the list, were recorded from each program.
KEYS = [
    "key:0", "key:1", "key:2", "key:3", "key:4", "key:7", "user:{42}:a", "{}empty",
    "pre{a}{b}", "naïve", "ключ:1", "日本語", "ÿÿ", "ünï-3",
]  # fmt: skip
CAPTURED: list[tuple[str, str, list[str], tuple[int, ...], int | None, str]] = [
    ("libmemcached 1.1.4", "libmemcached", DEFAULT_PORT, (), None,
     "0 2 1 2 1 2 1 1 1 2 2 1 1 2"),
    ("libmemcached 1.1.4", "libmemcached", DEFAULT_PORT, (600, 300, 200), None,
     "0 0 0 2 0 0 0 1 1 0 2 0 0 0"),
    ("libmemcached 1.1.4", "libmemcached", numbered("10.1.0.%d:11212", *range(1, 26)),
     (), None, "13 7 7 15 2 3 24 18 8 0 11 20 9 13"),
    ("php-memcached 3.2.0", "libmemcached", THREE, (6, 3, 2), None,
     "2 0 0 1 1 0 0 2 1 0 1 0 1 1"),
    ("pylibmc 1.6.3", "libmemcached", THREE, (), None,
     "2 2 0 1 1 0 0 1 2 0 1 0 1 1"),
    ("libmemcached 1.1.4", "libmemcached-consistent", DEFAULT_PORT, (), None,
     "2 1 1 1 0 0 1 0 1 0 1 1 2 0"),
    ("libmemcached 1.1.4", "libmemcached-consistent-md5", DEFAULT_PORT, (), None,
     "2 0 0 2 1 2 1 2 2 0 2 1 1 0"),
    ("libmemcached 1.1.4", "libmemcached-modula", DEFAULT_PORT, (), None,
     "2 2 2 1 1 1 2 1 0 1 0 0 0 0"),
    ("libketama", "ketama", THREE, (600, 300, 200), None,
     "2 0 0 1 1 0 0 2 1 0 1 0 1 1"),
    ("libketama", "ketama", numbered("10.1.0.%d:11211", *range(1, 62)), (), None,
     "18 18 17 54 16 44 0 0 44 37 50 37 21 40"),
    ("nutcracker 0.5.0", "twemproxy", THREE, (6, 3, 2), None,
     "1 1 1 1 1 1 0 1 1 0 0 0 0 0"),
    ("nutcracker 0.5.0", "twemproxy",
     [f"{s} {a}" for s, a in zip(THREE, ("alpha", "beta", "gamma"))], (), None,
     "2 2 2 2 2 2 2 2 1 2 1 1 1 1"),
    ("nutcracker 0.5.0", "twemproxy", ["127.0.0.1:11211", *THREE[1:]], (), None,
     "1 1 1 1 1 1 2 0 1 2 1 2 2 0"),
    ("nutcracker 0.5.0", "twemproxy-md5",
     numbered("127.0.0.1:%d", *range(18501, 18526)), (), None,
     "22 17 7 5 5 19 3 8 10 14 10 17 6 22"),
    ("nutcracker 0.5.0", "twemproxy-crc16", THREE, (), None,
     "1 1 1 1 1 1 0 2 2 1 0 2 1 1"),
    ("nutcracker 0.5.0", "twemproxy-crc32a", THREE, (), None,
     "1 1 1 2 0 1 2 1 2 2 0 1 2 1"),
    ("nutcracker 0.5.0", "twemproxy-hash-tag", THREE, (), None,
     "1 1 1 1 1 1 2 1 0 0 1 2 0 0"),
    ("nutcracker 0.5.0", "twemproxy-modula-crc16", THREE, (6, 3, 2), None,
     "0 1 2 0 1 2 0 0 0 1 2 1 0 0"),
    ("nginx 1.22.1", "nginx", WEB, (3, 2, 1), None, "2 1 0 1 1 1 0 0 1 2 1 0 0 1"),
    ("nginx 1.22.1", "nginx", ["localhost:18081", *WEB[1:]], (), None,
     "2 1 0 0 1 0 2 0 0 2 2 2 0 2"),
    ("Cache::Memcached::Fast 0.28", "nginx", THREE, (6, 3, 2), 150,
     "1 0 0 2 1 0 0 0 0 2 1 0 0 1"),
    ("HAProxy 2.6.12", "haproxy", WEB, (), None, "2 0 1 0 1 2 1 0 2 0 1 1 0 1"),
    ("HAProxy 2.6.12", "haproxy", WEB, (10, 5, 1), None,
     "0 0 0 0 1 1 0 0 2 1 0 0 0 1"),
    ("HAProxy 2.6.12", "haproxy",
     [f"{s} id {i}" for s, i in zip(WEB, (101, 7, 55))], (), None,
     "0 0 0 0 0 0 2 0 1 0 0 2 2 0"),
    ("HAProxy 2.6.12", "haproxy-sdbm", WEB, (), None, "1 1 1 1 1 1 2 2 2 2 2 2 0 0"),
    ("HAProxy 2.6.12", "haproxy-crc32", WEB, (), None, "1 2 2 2 1 0 2 1 0 1 1 0 1 2"),
    ("grpc-go 1.85.0", "grpc-ring-hash", THREE, (), None,
     "1 2 1 2 2 2 0 0 0 2 1 2 1 2"),
    ("golang/groupcache", "groupcache", THREE, (), None,
     "2 2 1 1 2 2 1 2 2 0 2 2 1 0"),
    ("go-redis v9.23", "go-redis", ["shard1", "shard2", "shard3"], (), None,
     "2 1 2 2 0 2 0 2 0 0 1 1 0 2"),
    ("hashring 3.2.0 of npm", "npm-hashring", numbered("10.0.0.%d:11211", 1, 2, 3, 4),
     (1, 2, 3, 7), None, "3 2 2 2 2 0 2 3 3 3 1 3 3 2"),
    ("hashring 3.2.0 of npm", "npm-hashring", numbered("10.1.0.%d:11211", *range(1, 8)),
     (), None, "4 6 0 0 2 6 0 0 5 1 3 2 0 1"),
    ("hashring 3.2.0 of npm", "npm-hashring-default-port", DEFAULT_PORT, (), None,
     "0 2 1 2 1 2 1 1 1 2 2 1 1 2"),
    ("spymemcached 2.12.3", "spymemcached", [f"localhost/{s}" for s in THREE], (), None,
     "1 2 0 2 0 0 2 0 1 2 1 1 1 1"),
    ("spymemcached 2.12.3", "spymemcached", THREE, (6, 3, 2), None,
     "2 0 0 1 1 0 0 2 1 0 1 0 1 1"),
    ("Dalli 3.0.6", "dalli", THREE, (), None, "2 2 1 2 1 2 2 1 0 1 0 2 1 1"),
    ("Dalli 3.0.6", "dalli", THREE, (6, 3, 2), None, "1 2 0 2 1 2 0 0 0 1 0 0 1 1"),
    ("uhashring 2.1", "uhashring-ketama", THREE, (6, 3, 2), None,
     "2 0 0 1 1 0 0 2 1 0 1 0 1 1"),
    ("uhashring 2.1", "uhashring", THREE, (6, 3, 2), None,
     "2 0 0 0 1 2 0 1 0 0 0 0 0 0"),
    ("pymemcache 3.5.2", "pymemcache", THREE, (), None, "2 1 2 1 0 2 1 1 2 2 0 1 1 2"),
]  # fmt: skip


class Captured(ProductionTest):
    def test_owners(self) -> None:
        for program, dialect, names, weights, vnodes, places in CAPTURED:
            with self.subTest(program=program, dialect=dialect, weights=weights):
                want = [names[int(place)] for place in places.split()]
                self.assertEqual(
                    ring(dialect, names, weights, vnodes).owners(KEYS), want
                )

    def test_a_long_key(self) -> None:
        for dialect, names, owner in (
            ("grpc-ring-hash", THREE, THREE[2]),
            ("go-redis", ["shard1", "shard2", "shard3"], "shard2"),
            ("pymemcache", THREE, THREE[0]),
        ):
            self.assertEqual(ring(dialect, names).owner("x" * 200), owner)

    def test_a_smaller_maximum_of_grpc(self) -> None:
        """grpc-go 1.85.0 with a minimum of 10 and a maximum of 17 points."""
        dialect = replace(PRODUCTION["grpc-ring-hash"], place=ring_hash(17, sorts=True))
        nodes = [Node(*node) for node in zip(THREE, (3, 3, 4))]
        for listed in (nodes, nodes[::-1]):
            owners = Ring(dialect, listed, 10).owners(KEYS)
            places = [THREE.index(str(owner)) for owner in owners]
            self.assertEqual(places, [2, 1, 2, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1])

    def test_twemproxy_sorts_for_modula_too(self) -> None:
        """nutcracker 0.5.0 with crc16; the names are zz, alpha, 127.0.0.1:19303."""
        names = ["127.0.0.1:19303", "127.0.0.1:19302 zz", "127.0.0.1:19301 alpha"]
        r = ring("twemproxy-modula-crc16", names, [2, 1, 3])
        h = PRODUCTION["twemproxy-modula-crc16"].hash
        in_order = [names[1]] + [names[2]] * 3 + [names[0]] * 2
        self.assertEqual(r.owners(KEYS), [in_order[h(key) % 6] for key in KEYS])

    def test_dalli_ties(self) -> None:
        """Dalli 3.0.6: the last listed owns a tied point, and what follows it."""
        for a, b, key in (
            ("n374", "n1084", "k1757"),
            ("n650", "n1843", "k137"),
            ("n1766", "n1925", "k903"),
        ):
            self.assertEqual(ring("dalli", [a, b]).owner(key), b)
            self.assertEqual(ring("dalli", [b, a]).owner(key), a)
            self.assertEqual(ring("dalli", [a, b]).replicas(key, 2), [b, a])

    def test_haproxy_ids(self) -> None:
        """HAProxy 2.6.12; the third of the first list has 5, as its place is past 4."""
        self.assertEqual(
            server_ids(["a:1", "b:1 id 1", "c:1", "d:1 id 2"]), [3, 1, 5, 2]
        )
        self.assertEqual(server_ids(["a:1 id 2", "b:1", "c:1"]), [2, 3, 4])
        self.assertEqual(server_ids(["a:1", "b:1"]), [1, 2])
        self.assert_refused("duplicate-node", ring, "haproxy", ["a:1 id 3", "b:1 id 3"])

    def test_haproxy_weight_0(self) -> None:
        """HAProxy 2.6.12 keeps the server, without keys."""
        r = ring("haproxy", WEB, [1, 0, 1])
        self.assertEqual(r.nodes(), WEB)
        self.assertEqual(set(r.owners(numbered("k%d", *range(500)))), {WEB[0], WEB[2]})
        self.assert_refused("empty-ring", ring("haproxy", WEB, [0, 0, 0]).owner, "k")

    def test_redis_slots(self) -> None:
        """Redis 7.0.15, CLUSTER KEYSLOT."""
        slot = PRODUCTION["redis-cluster"].hash
        for key, want in (
            ("key:0", 2592), ("{tag}x", 8338), ("user:{42}:a", 8000), ("{}", 15257),
            ("{}empty", 11621), ("foo{}{bar}", 8363), ("foo{{bar}}zap", 4015),
            ("foo{bar}", 5061), ("foo{bar}{zap}", 5061), ("{a", 10276),
            ("a}{b}", 3300), ("}{x}", 16287), ("日本語", 12788),
        ):  # fmt: skip
            self.assertEqual((key, slot(key)), (key, want))

    def test_redis_cli_splits(self) -> None:
        """redis-cli 7.0.15 --cluster create."""
        self.assertEqual(
            [(slots[0], slots[-1]) for slots in split_slots(6)],
            [
                (0, 2730), (2731, 5460), (5461, 8191), (8192, 10922), (10923, 13652),
                (13653, 16383),
            ],
        )  # fmt: skip
        names = ["h1:1", "h1:2", "h2:1", "h2:2"]  # of each host one in turn
        r = ring("redis-cluster", names)
        self.assertEqual(r.owner("{tag}x"), "h1:2")  # slot 8338
        self.assertEqual(r.owner("foo{bar}"), "h2:1")  # slot 5061
        self.assertEqual(r.owner("{}"), "h2:2")  # slot 15257

    def test_redis_ranges(self) -> None:
        names = ["h:1 0-5060 5062-8362", "h:2 5061 8363-10000", "h:3"]
        r = ring("redis-cluster", names)
        self.assertEqual(
            r.owners(["key:0", "foo{bar}", "foo{}{bar}", "{}empty"]),
            [names[0], names[1], names[1], None],
        )

    def test_cassandra_tokens(self) -> None:
        """The DataStax Python driver; but the empty key's is Cassandra's own."""
        for data, want in (
            ("79", 1834666616712205263), ("42bd", -620898676454037334),
            ("f22106", -6763108241864899096), ("e344bb311245fd6f", 863387477721269288),
            ("84df9ad7c5b3d076ac", 3593359013406068967),
            ("897aa75fde3134a4aa72e05628ac6fe68a", 1974883603254744530),
            ("b41e965d4c5bbde83f3748a9d7995feaf69f5a23365cc8b733888ac41b45",
             7405848057675579550),
            # This one's hash is the minimum.
            ("653cbefb85ec3111b4e38fa9bc7cbcae", 2**63 - 1),
            ("", -(2**63)),
        ):  # fmt: skip
            self.assertEqual((data, murmur3_token(bytes.fromhex(data))), (data, want))

    def test_cassandra_ring(self) -> None:
        names = ["n1 863387477721269288 -9223372036854775808", "n2 -620898676454037334"]
        r = ring("cassandra-murmur3", [*names, "n3"])
        self.assertEqual(
            r.points(),
            [
                (-(2**63), names[0]), (-620898676454037334, names[1]),
                (863387477721269288, names[0]),
            ],
        )  # fmt: skip
        keys = ["", "f22106", "42bd", "e344bb311245fd6f", "79"]
        self.assertEqual(
            r.owners([raw(bytes.fromhex(key)) for key in keys]),
            [names[i] for i in (0, 1, 1, 0, 0)],
        )
        self.assert_refused("empty-ring", ring("cassandra-murmur3", ["n3"]).owner, "k")

    def test_jump_and_guava(self) -> None:
        """dgryski/go-jump and Guava 31.1."""
        for key, n, want in (
            (5577006791947779410, 27888, 24204), (15352856648520921629, 84060, 71151),
            (3916589616287113937, 41319, 33640), (6288700705159949762, 22, 15),
        ):  # fmt: skip
            self.assertEqual((jump(key, n), guava(key, n)), (want, want))
        for n, want in ((1, 0), (2, 1), (3, 2), (10, 9), (1024, 313), (10**6, 589430)):
            self.assertEqual(guava(2**64 - 1, n), want)
        key = -1378172617505958997 % 2**64
        for n in (2, 3, 7, 10, 100, 1023, 1024, 65536, 10**6):
            self.assertEqual(guava(key, n), 0)
            self.assertNotEqual(jump(key, n), 0)

    def test_jump_and_guava_keys(self) -> None:
        names = ["c", "a", "b"]
        key, unsigned = "-1378172617505958997", "17068571456203592619"
        self.assertEqual(ring("guava", names).owners([key, unsigned]), ["c", "c"])
        self.assertEqual(ring("jump", names).owners([key, unsigned]), [None, "b"])
        self.assertEqual(PRODUCTION["guava"].hash(key), int(unsigned))
        for text in ("", "k", "1.0", "+1", " 1", "-0", "١", str(2**64)):
            for dialect in ("jump", "guava"):
                self.assertIsNone(ring(dialect, names).owner(text))
                self.assertRaises(ValueError, PRODUCTION[dialect].hash, text)

    def test_what_two_nodes_claim(self) -> None:
        """Redis 7.0.15 leaves a slot to the first; the driver's map has the last."""
        r = ring("redis-cluster", ["a:1 0-16383", "b:1 5061"])
        self.assertEqual(r.owner("foo{bar}"), "a:1 0-16383")
        r = ring("cassandra-murmur3", ["a 7", "b 7"])
        self.assertEqual(r.owner("k"), "b 7")

    def test_twemproxys_empty_key(self) -> None:
        """nutcracker 0.5.0 (redis: true) hashes no empty key."""
        for name in PRODUCTION:
            if name.startswith("twemproxy"):
                self.assertEqual(PRODUCTION[name].hash(""), 0)


class Counts(ProductionTest):
    def test_equal_nodes_that_do_not_have_40_digests(self) -> None:
        for counts, upto, want in (
            (float32_counts, 100, {25, 47, 50, 55, 61, 71, 94, 100}),
            (float64_counts, 98, {7, 14, 28, 49, 56, 98}),
            (libketama_counts, 237, {61, 122, 237}),
            (whole_counts, 237, set()),
        ):
            found = {}
            for n in range(1, upto + 1):
                (digests,) = set(counts([Node(str(i)) for i in range(n)], 160))
                if digests != 40:
                    found[n] = digests
            self.assertEqual(found, dict.fromkeys(want, 39))

    def test_rings_at_such_sizes(self) -> None:
        for dialect, n, points in (
            ("libmemcached", 25, 25 * 156), ("twemproxy", 47, 47 * 156),
            ("libmemcached", 7, 7 * 160), ("npm-hashring", 7, 7 * 156),
            ("ketama", 25, 25 * 160), ("ketama", 61, 61 * 156),
            ("spymemcached", 25, 25 * 160), ("uhashring-ketama", 61, 61 * 160),
        ):  # fmt: skip
            r = ring(dialect, [f"10.0.0.{i}:1" for i in range(n)])
            self.assertEqual((dialect, n, len(r.points())), (dialect, n, points))

    def test_weight_0_counts_as_1_in_libmemcached(self) -> None:
        zero, one = (ring("libmemcached", THREE, [w, 3, 2]) for w in (0, 1))
        self.assertEqual(zero.points(), one.points())


class Labels(ProductionTest):
    def test_four_words_of_each_digest(self) -> None:
        for dialect, name, label in (
            ("libmemcached", "h:11211", "h"), ("libmemcached", "h", "h"),
            ("libmemcached", "h:11212", "h:11212"), ("ketama", "h:11211", "h:11211"),
            ("npm-hashring", "h:11211", "h:11211"),
            ("npm-hashring-default-port", "h:11211", "h"),
            ("twemproxy", "h:11211", "h"), ("twemproxy", "h:1 11", "11"),
        ):  # fmt: skip
            words = [w for i in range(2) for w in md5_words(f"{label}-{i}".encode())]
            want = [(word, name) for word in sorted(words)]
            self.assertEqual(ring(dialect, [name], vnodes=8).points(), want)

    def test_index_and_node_run_together_in_groupcache(self) -> None:
        one, two = (
            {position for position, _ in ring("groupcache", [name]).points()}
            for name in ("1.2.3.4", ".2.3.4")
        )
        # 1 to 4 before the one are 11, 21, 31 and 41 before the other.
        self.assertEqual(len(one & two), 4)

    def test_ketama_keys_stop_at_nul(self) -> None:
        h = PRODUCTION["ketama"].hash
        self.assertEqual(h("a\0b"), h("a"))
        h = PRODUCTION["libmemcached"].hash
        self.assertNotEqual(h("a\0b"), h("a"))

    def test_nginx_servers(self) -> None:
        def positions(name: str) -> list[int]:
            return [position for position, _ in ring("nginx", [name]).points()]

        self.assertEqual(positions("h:"), positions("h"))
        self.assertEqual(positions("unix:/s:1"), positions("/s:1:"))
        self.assertNotEqual(positions("h:1"), positions("h:01"))

    def test_hashes(self) -> None:
        """Published check values."""
        self.assertEqual(xxh64(b""), 0xEF46DB3751D8E999)
        self.assertEqual(crc16(b"123456789"), 0x31C3)
        self.assertEqual(one_at_a_time(b"a"), 0xCA2E9442)
        self.assertEqual(murmur3_32("6666"), 1361238019)


class Envoy(ProductionTest):
    """The tables of Envoy's own tests, maglev_lb_test.cc and ring_hash_lb_test.cc."""

    HOSTS = numbered("127.0.0.1:%d", *range(90, 96))

    def test_maglev(self) -> None:
        for names, weights, size, table in (
            (self.HOSTS, [1] * 6, 7, "2401503"),
            (numbered("%d", *range(90, 96)), [1] * 6, 7, "2503410"),
            (self.HOSTS[:2], [1, 2], 17, "10010110111110101"),
            (self.HOSTS[:2], [1, 1], 17, "10010110010100101"),
            (self.HOSTS[:2], [8, 2], 17, "10000010010100000"),
            (self.HOSTS[:1], [7], 17, "0" * 17),
        ):
            nodes = [Node(*node) for node in zip(names, weights)]
            want = [names[int(place)] for place in table]
            self.assertEqual(maglev_table(nodes, size), want)
            self.assertEqual(maglev_table(nodes[::-1], size), want)

    def test_maglev_lookup(self) -> None:
        table = maglev_table([Node(name) for name in self.HOSTS], 65537)
        want = [table[xxh64(encode(key)) % 65537] for key in KEYS]
        self.assertEqual(ring("envoy-maglev", self.HOSTS).owners(KEYS), want)

    def test_maglev_sizes(self) -> None:
        for size in (0, 1, 8, 65536, 5000017):
            self.assert_refused("bad-vnodes", ring, "envoy-maglev", ["a"], [1], size)

    def test_ring_hash(self) -> None:
        for ports, weights, least, want in (
            (range(90, 96), [1] * 6, 12, [
                (833437586790550860, 94), (928266305478181108, 92),
                (1033482794131418490, 90), (3551244743356806947, 95),
                (3851675632748031481, 93), (5583722120771150861, 91),
                (6311230543546372928, 91), (7700377290971790572, 93),
                (13144177310400110813, 95), (13444792449719432967, 92),
                (15516499411664133160, 94), (16117243373044804889, 90),
            ]),
            ((80, 81), [1, 1], 3, [
                (5454692015285649509, 80), (7859399908942313493, 81),
                (13838424394637650569, 80), (16064866803292627174, 81),
            ]),
            ((90, 91, 92), [1, 2, 3], 6, [
                (928266305478181108, 92), (4443673547860492590, 92),
                (5583722120771150861, 91), (6311230543546372928, 91),
                (13444792449719432967, 92), (16117243373044804889, 90),
            ]),
        ):  # fmt: skip
            names = numbered("127.0.0.1:%d", *ports)
            r = ring("envoy-ring-hash", names, weights, least)
            self.assertEqual(r.points(), [(p, f"127.0.0.1:{port}") for p, port in want])

    def test_fractions_go_by_order(self) -> None:
        """LargeFractionalScale: of 1023 points the first host has one more."""
        places = ring_hash(1023, sorts=False), ring_hash(1023, sorts=True)
        nodes = [Node(self.HOSTS[1]), Node(self.HOSTS[0])]
        for place, more in zip(places, (self.HOSTS[1], self.HOSTS[0])):
            names = [name for _, name in place(nodes, 1023)]
            self.assertEqual((len(names), names.count(more)), (1023, 512))

    def test_only_grpc_sorts(self) -> None:
        """Of shares of 1, 1.5 and 1.5 points the second rounds up, the third down."""
        for dialect, want in (("grpc-ring-hash", "abbc"), ("envoy-ring-hash", "abcc")):
            points = ring(dialect, ["a", "c", "b"], [2, 3, 3], 1).points()
            self.assertEqual("".join(sorted(name for _, name in points)), want)

    def test_ring_sizes(self) -> None:
        self.assert_refused("bad-vnodes", ring, "grpc-ring-hash", ["a"], [1], 4097)
        self.assert_refused("bad-vnodes", ring, "envoy-ring-hash", ["a"], [1], 8388609)
        for dialect in ("envoy-ring-hash", "grpc-ring-hash"):
            self.assertEqual(len(ring(dialect, ["a", "b"]).points()), 1024)


PLACEMENTS = (
    "libmemcached-modula", "twemproxy-modula-crc16", "envoy-maglev", "redis-cluster",
    "pymemcache", "go-redis", "jump", "guava",
)  # fmt: skip
WITHOUT_WEIGHTS = (
    "libmemcached-consistent", "libmemcached-consistent-md5", "redis-cluster",
    "cassandra-murmur3", "groupcache", "pymemcache", "go-redis", "jump", "guava",
)  # fmt: skip
# Text that every dialect can read.
NAMES = [f"10.0.0.{i}:7000 {100 * i}" for i in range(6)]


class Members(ProductionTest):
    def test_names(self) -> None:
        self.assertEqual(len(PRODUCTION), 31)
        for name, dialect in PRODUCTION.items():
            self.assertEqual(dialect.name, name)

    def test_without_a_ring(self) -> None:
        for name in PRODUCTION:
            r = ring(name, NAMES[:3], vnodes=17)
            if name in PLACEMENTS:
                self.assert_refused("unsupported", r.replicas, "k", 2)
                self.assert_refused("unsupported", r.points)
            else:
                self.assertEqual(sorted(r.replicas("7", 9)), sorted(NAMES[:3]))
                self.assertEqual(r.replicas("7", 3)[0], r.owner("7"))
                positions = [position for position, _ in r.points()]
                self.assertEqual(positions, sorted(positions))

    def test_refusals(self) -> None:
        for name in PRODUCTION:
            with self.subTest(name):
                empty = ring(name, [])
                self.assertEqual(empty.owners([]), [])
                self.assert_refused("empty-ring", empty.owner, "7")
                self.assert_refused("bad-vnodes", ring, name, NAMES, (), 0)
                r = ring(name, NAMES[:2], vnodes=17)
                before = r.nodes(), r.owners(numbered("%d", *range(50)))
                self.assert_refused("duplicate-node", r.add, NAMES[1])
                self.assert_refused("unknown-node", r.remove, NAMES[2])
                self.assert_refused("bad-weight", r.add, NAMES[2], -1)
                after = r.nodes(), r.owners(numbered("%d", *range(50)))
                self.assertEqual(before, after)

    def test_weights(self) -> None:
        takes_0 = {n for n in PRODUCTION if n.startswith(("haproxy", "libmemcached"))}
        for name in PRODUCTION:
            with self.subTest(name):
                if name in WITHOUT_WEIGHTS:
                    self.assert_refused("bad-weight", ring, name, NAMES[:2], [2, 1])
                    self.assert_refused("bad-weight", ring, name, NAMES[:2], [0, 1])
                    continue
                r = ring(name, NAMES[:2], [2, 1], 17)
                self.assertEqual(r.nodes(), NAMES[:2])
                if name.startswith("haproxy"):
                    r.add(NAMES[3], 256)
                    self.assert_refused("bad-weight", r.add, NAMES[4], 257)
                if name in takes_0:
                    r.add(NAMES[2], 0)
                else:
                    self.assert_refused("bad-weight", r.add, NAMES[2], 0)

    def test_twice_listed(self) -> None:
        for name in PRODUCTION:
            with self.subTest(name):
                if name.startswith("twemproxy"):
                    self.assert_refused("duplicate-node", ring, name, ["a:1", "a:1"])
                    same = ["a:1 x", "a:2 x"]
                    self.assert_refused("duplicate-node", ring, name, same)
                    r = ring(name, same[:1])
                    self.assert_refused("duplicate-node", r.add, same[1])
                    self.assertEqual(r.nodes(), same[:1])
                elif name.startswith("haproxy"):
                    twice = [NAMES[0], NAMES[0]]
                    self.assert_refused("duplicate-node", ring, name, twice)
                else:
                    r = ring(name, [*NAMES[:3], NAMES[0]])
                    self.assertEqual(r.nodes(), NAMES[:3])

    def test_history_does_not_matter(self) -> None:
        keys = numbered("%d", *range(40))
        for name in PRODUCTION:
            rng = random.Random(name)
            members: dict[str, int] = {}
            r = ring(name, [], vnodes=17)
            for _ in range(25):
                node = rng.choice(NAMES)
                weight = 1 if name in WITHOUT_WEIGHTS else rng.randint(1, 3)
                if node in members:
                    r.remove(node)
                    del members[node]
                else:
                    r.add(node, weight)
                    members[node] = weight
                if members:
                    fresh = ring(name, list(members), list(members.values()), 17)
                    self.assertEqual(r.owners(keys), fresh.owners(keys))

    def test_owners_against_a_plain_search(self) -> None:
        """Ties and exact hits are many among 64 positions."""
        for name, dialect in PRODUCTION.items():
            if name in PLACEMENTS or dialect.place is None:
                continue
            tiny = replace(dialect, hash=int, place=folded(dialect.place))
            r = Ring(tiny, [Node(node) for node in NAMES[:4]], 16)
            points = r.points()
            positions = [position for position, _ in points]
            for key in range(64):
                above = [i for i, p in enumerate(positions) if p > key]
                below = [i for i, p in enumerate(positions) if p < key]
                exact = [i for i, p in enumerate(positions) if p == key]
                after = (exact + above + [0])[0]
                if name == "dalli":
                    at = positions[(below + exact or [-1])[-1]]
                    after = positions.index(at)
                elif name == "uhashring-ketama":
                    after = (above + [0])[0]
                elif name.startswith("haproxy"):
                    before = (below or [-1])[-1]
                    to_next = (positions[after] - key) % 2**32
                    if (key - positions[before]) % 2**32 <= to_next:
                        after = before
                self.assertEqual((name, r.owner(str(key))), (name, points[after][1]))

    def test_who_owns_a_tied_point(self) -> None:
        for name in ("libmemcached", "ketama", "npm-hashring", "nginx", "spymemcached",
                     "uhashring-ketama", "groupcache", "dalli"):  # fmt: skip
            dialect = PRODUCTION[name]
            assert dialect.place
            last = name in ("spymemcached", "uhashring-ketama", "groupcache", "dalli")
            tied = replace(
                dialect,
                place=lambda nodes, vnodes: [(7, node.name) for node in nodes],
            )
            r = Ring(tied, [Node("b"), Node("a"), Node("c")])
            self.assertEqual(r.owner("k"), "c" if last else "b")

    def test_bytes(self) -> None:
        for name in PRODUCTION:
            if name not in ("pymemcache", "jump", "guava"):
                h = PRODUCTION[name].hash
                self.assertNotEqual(h(raw(b"\xff\x80")), h(raw(b"\xff\x81")))
                self.assertRaises(UnicodeEncodeError, h, "\ud800")


if __name__ == "__main__":
    unittest.main()
