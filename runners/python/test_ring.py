"""Tests of ring.py and adapter.py: python3 -m unittest, in this folder."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import threading
import unittest
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import dialects
from ring import DIALECTS, Dialect, Node, Ring, RingError

XMUR3 = DIALECTS["xmur3"]
MD5_32 = DIALECTS["md5-32"]
MD5_128 = DIALECTS["md5-128"]
AFTER = DIALECTS["md5-128-after"]
COLON = DIALECTS["md5-128-colon"]

N = "\uff4e"  # ｎ: first by code point, last by UTF-16 unit
GREEN = "\U0001f7e2"  # 🟢


def ring(dialect: Dialect, names: Iterable[str], vnodes: int | None = None) -> Ring:
    return Ring(dialect, [Node(name) for name in names], vnodes)


def numbered(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{i}" for i in range(count)]


def folded(dialect: Dialect, size: int) -> Dialect:
    """Return `dialect` with positions folded onto 0 … size - 1, to make ties."""
    return replace(dialect, hash=lambda text: dialect.hash(text) % size)


def moves(before: list[Any], after: list[Any]) -> list[tuple[str, str]]:
    """Return (old owner, new owner) for each key whose owner changed."""
    return [(old, new) for old, new in zip(before, after) if old != new]


class RingTest(unittest.TestCase):
    def assert_refused(self, code: str, call: Any, *args: Any) -> None:
        with self.assertRaises(RingError) as caught:
            call(*args)
        self.assertEqual(caught.exception.code, code)


class PinnedXmur3(RingTest):
    def test_points_in_ring_order(self) -> None:
        self.assertEqual(
            ring(XMUR3, "ABC", 3).points(),
            [
                (129767782, "B"), (1184223885, "C"), (1528284164, "B"),
                (3004455060, "A"), (3554822470, "C"), (3709679897, "A"),
                (3935828790, "C"), (4085209643, "A"), (4184374926, "B"),
            ],
        )  # fmt: skip

    def test_owners(self) -> None:
        r = ring(XMUR3, "ABC", 3)
        self.assertEqual(r.owners(["k1", "k2", "k3"]), ["C", "A", "C"])
        self.assertEqual(r.owners(["dup", "dup"]), ["A", "A"])

    def test_wrap(self) -> None:
        self.assertEqual(XMUR3.hash("k207"), 4285853574)
        self.assertEqual(ring(XMUR3, "ABC", 3).owner("k207"), "B")

    def test_one_vnode(self) -> None:
        r = ring(XMUR3, "ABC", 1)
        self.assertEqual(r.owners(["k1", "k2", "k3"]), ["C", "C", "C"])
        counts = Counter(r.owners(numbered("user", 10000)))
        self.assertEqual(counts, {"C": 7997, "A": 1249, "B": 754})

    def test_fifty_vnodes_and_movement(self) -> None:
        keys = numbered("user", 10000)
        r = ring(XMUR3, "ABC", 50)
        before = r.owners(keys)
        self.assertEqual(Counter(before), {"A": 3897, "C": 3190, "B": 2913})

        r.add("D")
        moved = moves(before, r.owners(keys))
        self.assertEqual(len(moved), 2513)
        self.assertEqual({new for _, new in moved}, {"D"})

        r.remove("D")
        r.remove("B")
        moved = moves(before, r.owners(keys))
        self.assertEqual(len(moved), 2913)
        self.assertEqual({old for old, _ in moved}, {"B"})

    def test_hash_modulo_in_place_of_a_ring(self) -> None:
        self.assertEqual(
            ["ABC"[XMUR3.hash(key) % 3] for key in ("k1", "k2", "k3")], list("ABA")
        )
        hashes = map(XMUR3.hash, numbered("user", 10000))
        self.assertEqual(sum(h % 3 != h % 4 for h in hashes), 7502)

    def test_one_node(self) -> None:
        self.assertEqual(set(ring(XMUR3, "A", 1).owners(numbered("k", 1000))), {"A"})

    def test_hashes_code_points(self) -> None:
        self.assertEqual(XMUR3.hash("\U0001f600"), 2046440521)

    def test_ties(self) -> None:
        for names in (["ipna", "bgto"], ["bgto", "ipna"]):
            r = ring(XMUR3, names, 2)
            self.assertEqual(
                r.points(),
                [
                    (1749090551, "bgto"), (1749090551, "ipna"),
                    (1861106587, "bgto"), (1861106587, "ipna"),
                ],
            )  # fmt: skip
            self.assertEqual(set(r.owners(numbered("k", 1000))), {"bgto"})
            self.assertEqual(r.replicas("k1", 2), ["bgto", "ipna"])
            r.remove("bgto")
            self.assertEqual(set(r.owners(numbered("k", 1000))), {"ipna"})

    def test_ties_go_by_code_point(self) -> None:
        n, green = f"{N}298967", f"{GREEN}93611"
        self.assertEqual(XMUR3.hash(f"{n}#1"), XMUR3.hash(f"{green}#2"))
        self.assertEqual(XMUR3.hash(f"{n}#2"), XMUR3.hash(f"{green}#1"))
        r = ring(XMUR3, [green, n], 3)
        self.assertEqual(r.owners([f"{green}#1", f"{green}#2"]), [n, n])


class PinnedMd5(RingTest):
    def test_md5_32_owners(self) -> None:
        r = ring(MD5_32, ["cache-a", "cache-b", "cache-c"], 50)
        self.assertEqual(
            r.owners(["user:1001", "user:1002", "session:42", "img/logo.png"]),
            ["cache-b", "cache-b", "cache-c", "cache-a"],
        )
        self.assertEqual(
            Counter(r.owners(numbered("key-", 1000))),
            {"cache-a": 320, "cache-b": 311, "cache-c": 369},
        )

    def test_md5_32_movement(self) -> None:
        keys = numbered("key-", 1000)
        r = ring(MD5_32, ["cache-a", "cache-b", "cache-c"], 50)
        before = r.owners(keys)

        self.assertTrue(r.remove("cache-b"))
        moved = moves(before, r.owners(keys))
        self.assertEqual(len(moved), 311)
        self.assertEqual({old for old, _ in moved}, {"cache-b"})

        r.add("cache-b")
        self.assertEqual(r.owners(keys), before)
        r.add("cache-d")
        moved = moves(before, r.owners(keys))
        self.assertEqual(len(moved), 261)
        self.assertEqual({new for _, new in moved}, {"cache-d"})

    def test_md5_32_ties(self) -> None:
        self.assertEqual(MD5_32.hash("pea#0"), 2871920763)
        self.assertEqual(MD5_32.hash("meht#0"), 2871920763)
        self.assertEqual(ring(MD5_32, ["pea", "meht"], 1).owner("pea#0"), "meht")

        self.assertEqual(MD5_32.hash("redis-1508#1"), 346959642)
        self.assertEqual(MD5_32.hash("web-2548#0"), 346959642)
        r = ring(MD5_32, ["web-2548", "redis-1508"], 2)
        tied = [name for position, name in r.points() if position == 346959642]
        self.assertEqual(tied, ["redis-1508", "web-2548"])
        self.assertEqual(r.owners(["k7", "k8", "k16"]), ["redis-1508"] * 3)
        r.remove("redis-1508")
        self.assertEqual(r.owners(["k7", "k8", "k16"]), ["web-2548"] * 3)

    def test_md5_32_ties_go_by_code_point(self) -> None:
        n, green = f"{N}361978", f"{GREEN}888"
        self.assertEqual(MD5_32.hash(f"{n}#1"), MD5_32.hash(f"{green}#0"))
        self.assertEqual(ring(MD5_32, [green, n], 2).owner(f"{green}#0"), n)

    def test_md5_32_empty_ring(self) -> None:
        r = Ring(MD5_32)
        self.assertIsNone(r.owner("k1"))
        self.assertEqual(r.owners(["k1", "k2"]), [None, None])
        self.assertEqual(r.replicas("k1", 2), [])
        self.assertIs(r.remove("cache-x"), False)

    def test_md5_128_points(self) -> None:
        for dialect in (MD5_128, AFTER):
            self.assertEqual(
                ring(dialect, "ab", 2).points(),
                [
                    (40339664643828780129851524715318385961, "b"),
                    (63808213551122576434484212566309242220, "b"),
                    (112086264311952237304186098051682475562, "a"),
                    (287417676344570401489397452454265867888, "a"),
                ],
            )

    def test_exact_hits(self) -> None:
        labels = ["a#0", "b#0", "a#1", "b#1"]
        self.assertEqual(ring(MD5_128, "ab", 2).owners(labels), ["a", "b", "a", "b"])
        self.assertEqual(ring(AFTER, "ab", 2).owners(labels), ["b", "b", "a", "a"])
        colons = ["a:0", "b:0", "a:1", "b:1"]
        self.assertEqual(ring(COLON, "ab", 2).owners(colons), ["a", "b", "a", "b"])

    def test_md5_128_after_shares_and_movement(self) -> None:
        keys = numbered("user-", 5000)
        r = ring(AFTER, "abcd", 100)
        before = r.owners(keys)
        shares = {name: count / 5000 for name, count in Counter(before).items()}
        self.assertEqual(shares, {"a": 0.2194, "b": 0.2836, "c": 0.2724, "d": 0.2246})
        r.add("e")
        moved = moves(before, r.owners(keys))
        self.assertEqual(len(moved) / 5000, 0.2086)
        self.assertEqual({new for _, new in moved}, {"e"})
        r.remove("e")
        self.assertEqual(r.owners(keys), before)


class Stages(RingTest):
    def test_hash_against_hashlib(self) -> None:
        for text in ("", "a#0", " A ", "a\0b", "é", "e\u0301", GREEN):
            digest = hashlib.md5(text.encode()).hexdigest()
            self.assertEqual(MD5_128.hash(text), int(digest, 16))
            self.assertEqual(MD5_32.hash(text), int(digest[:8], 16))

    def test_lone_surrogates_are_refused(self) -> None:
        for dialect in DIALECTS.values():
            self.assertRaises(UnicodeEncodeError, dialect.hash, "\ud800")

    def test_owners_against_a_plain_search(self) -> None:
        for dialect in DIALECTS.values():
            tiny = folded(dialect, 64)
            r = ring(tiny, numbered("node-", 5), 3)
            for key in numbered("k", 300):
                h = tiny.hash(key)
                later = [
                    p
                    for p in r.points()
                    if p[0] > h or (p[0] == h and dialect is not AFTER)
                ]
                self.assertEqual(r.owner(key), (later or r.points())[0][1])

    def test_replicas(self) -> None:
        r = ring(XMUR3, "ABC", 3)
        self.assertEqual(r.replicas("k207", 1), ["B"])  # wraps: B C B A …
        self.assertEqual(r.replicas("k207", 2), ["B", "C"])
        self.assertEqual(r.replicas("k207", 3), ["B", "C", "A"])
        self.assertEqual(r.replicas("k207", 9), ["B", "C", "A"])
        self.assert_refused("bad-count", r.replicas, "k207", 0)

    def test_default_vnodes(self) -> None:
        for dialect, vnodes in (
            (MD5_32, 100),
            (MD5_128, 100),
            (AFTER, 100),
            (COLON, 150),
        ):
            self.assertEqual(
                ring(dialect, "a").points(), ring(dialect, "a", vnodes).points()
            )
            self.assertEqual(len(ring(dialect, "a").points()), vnodes)
        self.assert_refused("bad-vnodes", ring, XMUR3, "a")

    def test_weight(self) -> None:
        for dialect in DIALECTS.values():
            r = Ring(dialect, [Node("a", 3), Node("b")], 4)
            s = dialect.separator
            points = [(dialect.hash(f"a{s}{i}"), "a") for i in range(12)]
            points += [(dialect.hash(f"b{s}{i}"), "b") for i in range(4)]
            self.assertEqual(r.points(), sorted(points))
            self.assertTrue(all(0 <= p < 2**dialect.bits for p, _ in r.points()))

    def test_empty_and_odd_names(self) -> None:
        names = ["", " ", "a", "A", "é", "e\u0301", "a\0", N, GREEN]
        for dialect in DIALECTS.values():
            r = ring(dialect, names, 2)
            self.assertEqual(len(r.points()), 18)
            self.assertEqual(sorted(r.replicas("", 99)), sorted(names))


class Ties(RingTest):
    """128-bit positions never tie by themselves, so the hash is taken mod 10."""

    def test_first_by_name(self) -> None:
        for dialect in (folded(MD5_128, 10), folded(COLON, 10)):
            for names in ("abc", "cba"):
                r = ring(dialect, names, 8)
                self.assertEqual(r.points(), sorted(r.points()))
                self.assertLess(len({p for p, _ in r.points()}), 24)

    def test_last_added(self) -> None:
        dialect = folded(AFTER, 10)
        for names in ("abc", "cba", "bca"):
            r = ring(dialect, names, 8)
            in_order = sorted(r.points(), key=lambda p: (p[0], -names.index(p[1])))
            self.assertEqual(r.points(), in_order)

    def test_added_again_goes_last(self) -> None:
        dialect = folded(AFTER, 10)
        r = ring(dialect, "abc", 8)
        r.remove("a")
        self.assertEqual(r.points(), ring(dialect, "bc", 8).points())  # heirs
        r.add("a")
        self.assertEqual(r.points(), ring(dialect, "bca", 8).points())
        self.assertNotEqual(r.points(), ring(dialect, "abc", 8).points())

    def test_all_points_equal(self) -> None:
        for dialect, order in ((MD5_128, "abc"), (AFTER, "acb")):
            r = ring(replace(dialect, hash=lambda text: 7), "bca", 2)
            self.assertEqual(r.replicas("k", 3), list(order))
            self.assertEqual(len(r.points()), 6)
            r.remove(order[0])
            self.assertEqual(r.replicas("k", 3), list(order[1:]))


class Members(RingTest):
    def test_low_vnodes(self) -> None:
        for vnodes in (0, -1):
            for dialect in (MD5_32, COLON):
                self.assert_refused("bad-vnodes", ring, dialect, "ab", vnodes)
            for dialect in (XMUR3, MD5_128, AFTER):
                r = ring(dialect, "ab", vnodes)
                r.add("c")
                self.assertEqual((r.points(), r.nodes()), ([], ["a", "b", "c"]))
                self.assert_refused("empty-ring", r.owner, "k")

    def test_empty_ring(self) -> None:
        for dialect in (XMUR3, MD5_128, AFTER, COLON):
            r = Ring(dialect, vnodes=3)
            self.assertEqual(r.owners([]), [])
            self.assert_refused("empty-ring", r.owners, ["k"])
            self.assert_refused("empty-ring", r.replicas, "k", 1)

    def test_listed_twice(self) -> None:
        twice = [Node("b", 2), Node("a"), Node("b")]
        self.assert_refused("duplicate-node", Ring, MD5_32, twice, 3)
        for dialect in (XMUR3, MD5_128, AFTER, COLON):
            r = Ring(dialect, twice, 3)
            self.assertEqual(r.nodes(), ["b", "a"])
            self.assertEqual(len(r.points()), 9)

    def test_nodes(self) -> None:
        names = [GREEN, "b", N, "a", "B"]
        self.assertEqual(ring(MD5_32, names).nodes(), ["B", "a", "b", N, GREEN])
        self.assertEqual(ring(MD5_128, names).nodes(), names)

    def test_failed_changes_change_nothing(self) -> None:
        for dialect in DIALECTS.values():
            r = ring(dialect, "ab", 3)
            before = r.points(), r.nodes(), r.replicas("k", 2)
            if dialect is COLON:
                r.add("a", 5)
            else:
                self.assert_refused("duplicate-node", r.add, "a", 5)
            if dialect is MD5_32:
                self.assertIs(r.remove("x"), False)
            else:
                self.assert_refused("unknown-node", r.remove, "x")
            self.assert_refused("bad-weight", r.add, "c", 0)
            self.assert_refused("bad-weight", Ring, dialect, [Node("c", -1)], 3)
            self.assertRaises(UnicodeEncodeError, r.add, "\udfff")
            self.assertEqual((r.points(), r.nodes(), r.replicas("k", 2)), before)

    def test_history_does_not_matter(self) -> None:
        rng = random.Random(1)
        for dialect in DIALECTS.values():
            tiny = folded(dialect, 50)
            members: dict[str, int] = {}
            r = Ring(tiny, vnodes=4)
            for _ in range(100):
                name, weight = rng.choice("abcdefgh"), rng.randint(1, 3)
                if name in members:
                    r.remove(name)
                    del members[name]
                else:
                    r.add(name, weight)
                    members[name] = weight
                fresh = Ring(tiny, [Node(*item) for item in members.items()], 4)
                self.assertEqual(
                    (r.points(), r.nodes()), (fresh.points(), fresh.nodes())
                )


class AdapterTest(unittest.TestCase):
    def run_adapter(self, data: bytes) -> subprocess.CompletedProcess[bytes]:
        adapter = Path(__file__).with_name("adapter.py")
        return subprocess.run(
            [sys.executable, str(adapter)], input=data, capture_output=True, timeout=60
        )

    def ask(self, *requests: Any) -> list[Any]:
        """Send requests (raw bytes as they are), check ids, return the rest."""
        lines = [
            request
            if isinstance(request, bytes)
            else json.dumps({"id": i, **request}).encode()
            for i, request in enumerate(requests)
        ]
        done = self.run_adapter(b"".join(line + b"\n" for line in lines))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(done.stdout.isascii())
        self.assertNotIn(b"\r", done.stdout)
        self.assertTrue(done.stdout.endswith(b"\n") or not requests)
        replies = [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]
        self.assertEqual(
            [reply.pop("id") for reply in replies], list(range(len(requests)))
        )
        return replies

    def codes(self, *requests: Any) -> list[str | None]:
        return [reply.get("error") for reply in self.ask(*requests)]

    def test_hello(self) -> None:
        (hello,) = self.ask({"op": "hello", "protocol": 1})
        self.assertEqual(hello["name"], "ringkit python reference")
        self.assertRegex(hello["language"], r"^Python 3\.\d+")
        self.assertEqual(hello["dialects"], list(dialects.DIALECTS))
        self.assertEqual(
            hello["ops"],
            ["hash", "points", "replicas", "add", "remove", "nodes", "bytes"],
        )

    def test_end_of_input(self) -> None:
        self.assertEqual(self.ask(), [])

    def test_every_operation(self) -> None:
        self.assertEqual(
            self.ask(
                {"op": "hash", "dialect": "xmur3", "key": "k207"},
                {"op": "hash", "dialect": "md5-128", "key": "a#0"},
                {"op": "ring", "dialect": "md5-32", "vnodes": 1,
                 "nodes": [{"name": "pea"}, {"name": "meht", "weight": 2}]},
                {"op": "owners", "keys": ["pea#0", "meht#1"]},
                {"op": "replicas", "key": "pea#0", "count": 2},
                {"op": "nodes"},
                {"op": "remove", "node": "meht"},
                {"op": "remove", "node": "meht"},
                {"op": "points"},
                {"op": "add", "node": {"name": "x", "weight": 2}},
                {"op": "nodes"},
            ),
            [
                {"hash": "4285853574"},
                {"hash": str(MD5_128.hash("a#0"))},
                {},
                {"owners": ["meht", "meht"]},
                {"nodes": ["meht", "pea"]},
                {"nodes": ["meht", "pea"]},
                {"removed": True},
                {"removed": False},
                {"points": [["2871920763", "pea"]]},
                {},
                {"nodes": ["pea", "x"]},
            ],
        )  # fmt: skip

    def test_none_owns(self) -> None:
        replies = self.ask(
            {"op": "ring", "dialect": "md5-32", "nodes": []},
            {"op": "owners", "keys": ["a", "b"]},
        )
        self.assertEqual(replies[1], {"owners": [None, None]})

    def test_vnodes_left_out(self) -> None:
        node = [{"name": "a"}]
        replies = self.ask(
            {"op": "ring", "dialect": "md5-128-colon", "nodes": node},
            {"op": "points"},
            {"op": "ring", "dialect": "xmur3", "nodes": node},
        )
        self.assertEqual(len(replies[1]["points"]), 150)
        self.assertEqual(replies[2]["error"], "bad-vnodes")

    def test_error_codes(self) -> None:
        new = {"op": "ring", "dialect": "md5-128", "vnodes": 2}
        exchanges: list[tuple[dict[str, Any], str | None]] = [
            ({"op": "nodes"}, "internal"),
            ({**new, "nodes": []}, None),
            ({"op": "owners", "keys": ["a"]}, "empty-ring"),
            ({"op": "add", "node": {"name": "a"}}, None),
            ({"op": "add", "node": {"name": "a"}}, "duplicate-node"),
            ({"op": "add", "node": {"name": "b", "weight": 0}}, "bad-weight"),
            ({"op": "remove", "node": "b"}, "unknown-node"),
            ({"op": "replicas", "key": "a", "count": 0}, "bad-count"),
            ({"op": "replicas", "key": "a"}, "internal"),
            ({"op": "owners", "keys": [1]}, "internal"),
            ({"op": "owners", "keys": ["a"]}, None),
            ({"op": "dance"}, "unsupported"),
            ({}, "internal"),
            ({"op": "hash", "dialect": "md5", "key": "a"}, "unsupported"),
            (
                {"op": "ring", "dialect": "md5-32", "vnodes": 0, "nodes": []},
                "bad-vnodes",
            ),
            ({"op": "owners", "keys": ["a"]}, "internal"),
            ({**new, "nodes": [{"name": "a"}]}, None),
            ({**new, "dialect": "md5", "nodes": []}, "unsupported"),
            ({"op": "points"}, "internal"),
        ]
        requests, codes = zip(*exchanges)
        self.assertEqual(self.codes(*requests), list(codes))

    def test_unicode(self) -> None:
        names = ["", "a\0\n", "\u2028", "é", N, GREEN]
        replies = self.ask(
            {
                "op": "ring",
                "dialect": "md5-128",
                "nodes": [{"name": name} for name in names],
            },
            {"op": "nodes"},
            '{"id":2,"op":"hash","dialect":"xmur3","key":"\U0001f600"}'.encode(),
            rb'{"id":3,"op":"hash","dialect":"xmur3","key":"\ud83d\ude00"}' + b"\r",
        )
        self.assertEqual(replies[1]["nodes"], names)
        self.assertEqual(replies[2:], [{"hash": "2046440521"}] * 2)

    def test_bytes(self) -> None:
        node, other = {"hex": "ff"}, {"hex": "eda080"}  # a surrogate, but as bytes
        replies = self.ask(
            {"op": "hash", "dialect": "md5-32", "key": {"hex": "00ff"}},
            {"op": "hash", "dialect": "md5-32", "key": {"hex": "61"}},
            {"op": "hash", "dialect": "md5-32", "key": "a"},
            {"op": "ring", "dialect": "md5-32", "vnodes": 1,
             "nodes": [{"name": node}, {"name": {"hex": "c3a9"}}]},
            {"op": "nodes"},
            {"op": "add", "node": {"name": other}},
            {"op": "remove", "node": "é"},
            {"op": "owners", "keys": [{"hex": "80"}, "c"]},
            {"op": "replicas", "key": {"hex": "80"}, "count": 2},
            {"op": "points"},
            {"op": "hash", "dialect": "xmur3", "key": {"hex": "00ff"}},
        )  # fmt: skip
        self.assertEqual(replies[0], {"hash": "3497866479"})
        self.assertEqual(replies[1], replies[2])
        self.assertEqual(replies[4], {"nodes": ["é", node]})
        self.assertEqual(replies[6], {"removed": True})

        def position(data: bytes) -> int:
            return int(hashlib.md5(data).hexdigest()[:8], 16)

        points = [(position(b"\xff#0"), node), (position(b"\xed\xa0\x80#0"), other)]
        points.sort(key=lambda point: point[0])
        self.assertEqual(
            replies[9], {"points": [[str(at), name] for at, name in points]}
        )
        for key, owner in zip((b"\x80", b"c"), replies[7]["owners"]):
            above = [name for at, name in points if at >= position(key)]
            self.assertEqual(owner, (above or [points[0][1]])[0])
        self.assertEqual(replies[8]["nodes"][0], replies[7]["owners"][0])
        self.assertEqual(replies[10]["error"], "internal")  # it hashes code points

    def test_text_that_is_no_text(self) -> None:
        hash_of = b'{"id":%d,"op":"hash","dialect":"xmur3","key":"%s"}'
        self.assertEqual(
            self.codes(
                hash_of % (0, rb"\ud800"),
                hash_of % (1, rb"\ude00\ud83d"),
                hash_of % (2, b"\xff"),
                hash_of % (3, b"\xed\xa0\x80"),  # a surrogate in UTF-8's clothes
                hash_of % (4, b"\xc0\x80"),
                hash_of % (5, rb"\\ud800"),
                {"op": "ring", "dialect": "md5-32", "nodes": []},
                {"op": "remove", "node": "\ud800"},  # these two are never hashed
                b'{"id":8,"op":"owners","keys":["\xff"]}',
                {"op": "ring", "dialect": "md5-32", "nodes": [{"name": "\ud800"}]},
                {"op": "nodes"},
            ),
            ["internal"] * 5 + [None, None] + ["internal"] * 4,
        )

    def test_what_is_no_request(self) -> None:
        for line in (b"{", b"[]", b"1", b"", b"\xff"):
            done = self.run_adapter(b'{"id":0,"op":"nodes"}\n' + line + b"\n")
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stdout.count(b"\n"), 1)
            self.assertTrue(done.stderr.startswith(b"adapter: line 2 of the input: "))
            self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_each_reply_comes_before_the_next_request(self) -> None:
        adapter = Path(__file__).with_name("adapter.py")
        pipe = subprocess.PIPE
        with subprocess.Popen(
            [sys.executable, str(adapter)], stdin=pipe, stdout=pipe
        ) as process:
            assert process.stdin and process.stdout
            alarm = threading.Timer(30, process.kill)  # a reply held back would hang
            alarm.start()
            for i in range(3):
                process.stdin.write(b'{"id":%d,"op":"hello","protocol":1}\n' % i)
                process.stdin.flush()
                self.assertEqual(json.loads(process.stdout.readline())["id"], i)
            process.stdin.close()
            self.assertEqual(process.wait(), 0)
            alarm.cancel()


if __name__ == "__main__":
    unittest.main()
