"""Placements without a ring: rendezvous hashing and jump hashing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from hashes import U64, murmur3_32, tagged, xxh64
from ring import Assign, Dialect, Membership, Node, OwnerOf, encode, listed_first


def _pymemcache(nodes: Sequence[Node], vnodes: int) -> OwnerOf:
    # The highest score wins, and of equal ones the name that sorts last.
    # Source: RendezvousHash of pymemcache 3.5.2.
    names = [node.name for node in nodes]
    return lambda key: max((murmur3_32(f"{n}-{key}"), n) for n in names)[1]


def mixed(x: int) -> int:
    """Return xorshift* of a 64-bit integer, as go-redis' rendezvous mixes."""
    x ^= x >> 12
    x = (x ^ x << 25) & U64
    x ^= x >> 27
    return x * 2685821657736338717 & U64


def go_redis_hash(key: str) -> int:
    """Return XXH64 of a key's hash tag, or of all the key."""
    return xxh64(tagged(encode(key)))


def _go_redis(nodes: Sequence[Node], vnodes: int) -> OwnerOf:
    # Of equal scores the first listed wins, as max has it. Source: Ring of
    # go-redis v9.
    shards = [(xxh64(encode(node.name)), node.name) for node in nodes]

    def owner(key: str) -> str:
        h = go_redis_hash(key)
        return max(shards, key=lambda shard: mixed(h ^ shard[0]))[1]

    return owner


def jump(key: int, buckets: int) -> int:
    """Return the bucket, 0 to `buckets` - 1, of an unsigned 64-bit hash.

    Source: Lamping and Veach, A Fast, Minimal Memory, Consistent Hash Algorithm,
    2014.
    """
    bucket, following = -1, 0
    while following < buckets:
        bucket = following
        key = (key * 2862933555777941757 + 1) & U64
        following = int((bucket + 1) * (2.0**31 / ((key >> 33) + 1)))
    return bucket


def guava(key: int, buckets: int) -> int:
    """Return the bucket of an unsigned 64-bit hash in Guava's consistentHash.

    It is jump but for its 32-bit step: of 2**31 steps the largest overflows and
    ends the search. Source: Hashing.consistentHash of Guava 31.1.
    """
    bucket = 0
    while True:
        key = (key * 2862933555777941757 + 1) & U64
        step = (key >> 33) + 1
        if step == 2**31:
            return bucket
        following = int((bucket + 1) / (step / 2.0**31))
        if following >= buckets:
            return bucket
        bucket = following


_UNSIGNED = re.compile("0|[1-9][0-9]*")
_SIGNED = re.compile("0|-?[1-9][0-9]*")


def _unsigned_text(text: str) -> int | None:
    number = int(text) if _UNSIGNED.fullmatch(text) else -1
    return number if 0 <= number <= U64 else None


def _signed_text(text: str) -> int | None:
    number = int(text) if _SIGNED.fullmatch(text) else U64 + 1
    return number & U64 if -(1 << 63) <= number <= U64 else None


def _jumping(
    name: str, parse: Callable[[str], int | None], bucket: Callable[[int, int], int]
) -> Dialect:
    """Return a dialect whose keys are decimal texts of 64-bit hashes."""

    def position(text: str) -> int:
        number = parse(text)
        if number is None:
            raise ValueError(f"{text!r} is no 64-bit hash")
        return number

    def assign(nodes: Sequence[Node], vnodes: int) -> OwnerOf:
        def owner(key: str) -> str | None:
            number = parse(key)
            return None if number is None else nodes[bucket(number, len(nodes))].name

        return owner

    return _placement(name, position, assign, 64)


def _placement(
    name: str,
    position: Callable[[str], int],
    assign: Assign,
    bits: int,
) -> Dialect:
    membership = Membership(refuses_low_vnodes=True, most_weight=1)
    return Dialect(
        name, position, bits, "", bisect_left, listed_first, 1, membership,
        assign=assign,
    )  # fmt: skip


DIALECTS = (
    _placement("pymemcache", murmur3_32, _pymemcache, 32),
    _placement("go-redis", go_redis_hash, _go_redis, 64),
    _jumping("jump", _unsigned_text, jump),
    _jumping("guava", _signed_text, guava),
)
