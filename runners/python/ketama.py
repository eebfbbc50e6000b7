"""Ketama: every MD5 of a label gives four points, at its four words.

The dialects here differ in how many digests a node has, which is where they are
fine: each rounds a node's share of the weight in its own arithmetic.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from math import floor

from float32 import float32
from hashes import md5_words
from ring import (
    REFUSES_LOW_VNODES,
    Dialect,
    Membership,
    Node,
    Place,
    Point,
    encode,
    last_added,
    listed_first,
)

# The digests of each node, from all nodes and the points that a node of average
# weight should have.
Counts = Callable[[Sequence[Node], int], Sequence[int]]


def md5_hash(key: str) -> int:
    """Return the first word of MD5, 32 bits: the position of a key."""
    return md5_words(encode(key))[0]


def four_points(
    counts: Counts, label: Callable[[str], str] = lambda name: name
) -> Place:
    """Return how points are placed: four for each digest of `label`-index."""

    def place(nodes: Sequence[Node], vnodes: int) -> Iterator[Point]:
        for node, digests in zip(nodes, counts(nodes, vnodes)):
            prefix = label(node.name)
            for i in range(digests):
                for position in md5_words(encode(f"{prefix}-{i}")):
                    yield position, node.name

    return place


def float32_counts(nodes: Sequence[Node], vnodes: int) -> list[int]:
    """Return the digests of each node with every step rounded to float32.

    Source: update_continuum of libmemcached, which twemproxy took over. It adds
    1e-10 at the end, in vain. A weight of 0 counts as 1.
    """
    weights = [weight or 1 for _, weight in nodes]
    total = float32(sum(weights))
    counts = []
    for weight in weights:
        share = float32(float32(weight) / total)
        digests = float32(float32(share * float32(vnodes)) / 4)
        counts.append(floor(float32(float32(digests * len(nodes)) + 1e-10)))
    return counts


def spymemcached_counts(nodes: Sequence[Node], vnodes: int) -> list[int]:
    """Return the digests of each node: all have the same if none has a weight.

    Source: setKetamaNodes of spymemcached's KetamaNodeLocator.
    """
    if all(weight == 1 for _, weight in nodes):
        return [vnodes // 4] * len(nodes)
    return float32_counts(nodes, vnodes)


def libketama_counts(nodes: Sequence[Node], vnodes: int) -> list[int]:
    """Return the digests of each node: a float32 share, multiplied in doubles.

    Source: ketama_create_continuum of libketama; floorf takes a float32.
    """
    total = float32(sum(weight for _, weight in nodes))
    shares = [float32(float32(weight) / total) for _, weight in nodes]
    return [floor(float32(share * (vnodes / 4) * len(nodes))) for share in shares]


def float64_counts(nodes: Sequence[Node], vnodes: int) -> list[int]:
    """Return the digests of each node in doubles, from left to right.

    Source: HashRing.prototype.continuum of the npm package hashring.
    """
    total = sum(weight for _, weight in nodes)
    return [floor(weight / total * (vnodes / 4) * len(nodes)) for _, weight in nodes]


def whole_counts(nodes: Sequence[Node], vnodes: int) -> list[int]:
    """Return the digests of each node in integers.

    Source: KetamaRing of the Python package uhashring.
    """
    total = sum(weight for _, weight in nodes)
    return [vnodes * len(nodes) * weight // (4 * total) for _, weight in nodes]


def without_default_port(server: str) -> str:
    """Return host:port without the port if that is memcached's, 11211."""
    host, colon, port = server.rpartition(":")
    return host if colon and port == "11211" else server


def _to_nul(text: str) -> str:
    return text.partition("\0")[0]


LIBMEMCACHED = Membership(refuses_low_vnodes=True, least_weight=0)

DIALECTS = (
    Dialect(
        "libmemcached", md5_hash, 32, "-", bisect_left, listed_first, 160,
        LIBMEMCACHED, four_points(float32_counts, without_default_port),
    ),
    Dialect(
        # A key ends at its first NUL: libketama takes C strings.
        "ketama", lambda key: md5_hash(_to_nul(key)), 32, "-", bisect_left,
        listed_first, 160, REFUSES_LOW_VNODES, four_points(libketama_counts),
    ),
    Dialect(
        "npm-hashring", md5_hash, 32, "-", bisect_left, listed_first, 160,
        REFUSES_LOW_VNODES, four_points(float64_counts),
    ),
    Dialect(
        "npm-hashring-default-port", md5_hash, 32, "-", bisect_left, listed_first,
        160, REFUSES_LOW_VNODES, four_points(float64_counts, without_default_port),
    ),
    Dialect(
        "spymemcached", md5_hash, 32, "-", bisect_left, last_added, 160,
        REFUSES_LOW_VNODES, four_points(spymemcached_counts),
    ),
    Dialect(
        "uhashring-ketama", md5_hash, 32, "-", bisect_right, last_added, 160,
        REFUSES_LOW_VNODES, four_points(whole_counts),
    ),
)  # fmt: skip
