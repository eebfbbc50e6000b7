"""Rings of client libraries that hash one label a point, each its own way."""

from __future__ import annotations

from binascii import crc32
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from hashlib import sha1

from ring import (
    REFUSES_LOW_VNODES,
    Dialect,
    Membership,
    Node,
    Point,
    encode,
    last_added,
    md5_128,
    remembered,
)


def _crc32_hash(key: str) -> int:
    return crc32(encode(key))


@remembered
def _sha1_32(label: str) -> int:
    digest = sha1(encode(label), usedforsecurity=False).digest()
    return int.from_bytes(digest[:4], "big")


def _dalli_points(nodes: Sequence[Node], vnodes: int) -> Iterator[Point]:
    # Source: build_continuum of Dalli 3.0.6. Of equal points its search meets the
    # last one in the list.
    total = sum(node.weight for node in nodes)
    for node in nodes:
        for i in range(int(len(nodes) * vnodes * node.weight / total)):
            yield _sha1_32(f"{node.name}:{i}"), node.name


def at_or_before(positions: Sequence[int], h: int) -> int:
    """Return the index of the last position that is not above `h`.

    Of equal positions it is the first; -1 means the last one, round the circle.
    """
    before = bisect_right(positions, h) - 1
    return bisect_left(positions, positions[before]) if before > 0 else before


def _groupcache_points(nodes: Sequence[Node], vnodes: int) -> Iterator[Point]:
    # The index comes first, with nothing between. Source: consistenthash of
    # golang/groupcache.
    for node in nodes:
        for i in range(vnodes):
            yield crc32(encode(f"{i}{node.name}")), node.name


DIALECTS = (
    Dialect(
        "dalli", _crc32_hash, 32, ":", at_or_before, last_added, 160,
        REFUSES_LOW_VNODES, _dalli_points,
    ),
    # Source: MetaRing of the Python package uhashring.
    Dialect(
        "uhashring", md5_128, 128, "-", bisect_right, last_added, 160,
        REFUSES_LOW_VNODES,
    ),
    Dialect(
        "groupcache", _crc32_hash, 32, "", bisect_left, last_added, 50,
        Membership(refuses_low_vnodes=True, most_weight=1), _groupcache_points,
    ),
)  # fmt: skip
