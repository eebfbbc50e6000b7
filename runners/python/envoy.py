"""The two consistent balancers of Envoy, and gRPC's variant of the first.

A node is the key that the balancer hashes of a host: its address if nothing
else is configured.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import ceil, isqrt

from hashes import xxh64
from ring import (
    REFUSES_LOW_VNODES,
    Dialect,
    Node,
    OwnerOf,
    Place,
    Point,
    RingError,
    encode,
    listed_first,
)


def xxh64_hash(key: str) -> int:
    """Return the 64-bit position of a key."""
    return xxh64(encode(key))


def _by_key(nodes: Sequence[Node]) -> list[Node]:
    return sorted(nodes, key=lambda node: encode(node.name))


def ring_hash(maximum: int, sorts: bool) -> Place:
    """Return how points are placed on a ring of at most `maximum` of them.

    Source: the constructor of Ring in Envoy's ring_hash_lb.cc; newRing of grpc-go
    is the same but that it `sorts` the hosts. That matters where the counts have
    fractions, which are carried on from host to host.
    """

    def place(nodes: Sequence[Node], minimum: int) -> Iterator[Point]:
        if minimum > maximum:
            raise RingError("bad-vnodes", f"the minimum {minimum} is over {maximum}")
        if not nodes:
            return
        total = sum(node.weight for node in nodes)
        least = min(node.weight / total for node in nodes)
        scale = min(ceil(least * minimum) / least, float(maximum))
        placed, target = 0, 0.0
        for node in _by_key(nodes) if sorts else nodes:
            target += scale * (node.weight / total)
            i = 0
            while placed < target:
                yield xxh64_hash(f"{node.name}_{i}"), node.name
                placed += 1
                i += 1

    return place


_LARGEST_TABLE = 5000011


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % i for i in range(2, isqrt(n) + 1))


def maglev_table(nodes: Sequence[Node], size: int) -> list[str | None]:
    """Return the owner of each slot of a Maglev table; without nodes all are None.

    Raises RingError bad-vnodes if `size` is no prime or over 5000011. Source:
    the constructors of MaglevTable in Envoy's maglev_lb.cc.
    """
    if size > _LARGEST_TABLE or not _is_prime(size):
        raise RingError("bad-vnodes", f"the table size {size} is no prime in range")
    table: list[str | None] = [None] * size
    hosts = _by_key(nodes)
    total = sum(node.weight for node in hosts)
    weights = [node.weight / total for node in hosts]
    most = max(weights, default=0.0)
    targets = [0.0] * len(hosts)
    keys = [encode(node.name) for node in hosts]
    slots = [xxh64(key) % size for key in keys]
    skips = [xxh64(key, 1) % (size - 1) + 1 for key in keys]
    left = size if hosts else 0
    turn = 0
    while left:
        turn += 1
        for i, node in enumerate(hosts):
            if turn * weights[i] < targets[i]:
                continue
            targets[i] += most
            slot, skip = slots[i], skips[i]
            while table[slot] is not None:
                slot = (slot + skip) % size
            table[slot] = node.name
            slots[i] = slot
            left -= 1
            if not left:
                break
    return table


def _maglev(nodes: Sequence[Node], size: int) -> OwnerOf:
    table = maglev_table(nodes, size)
    return lambda key: table[xxh64_hash(key) % size]


DIALECTS = (
    Dialect(
        "envoy-ring-hash", xxh64_hash, 64, "_", bisect_left, listed_first, 1024,
        REFUSES_LOW_VNODES, ring_hash(8388608, sorts=False),
    ),
    Dialect(
        "grpc-ring-hash", xxh64_hash, 64, "_", bisect_left, listed_first, 1024,
        REFUSES_LOW_VNODES, ring_hash(4096, sorts=True),
    ),
    Dialect(
        "envoy-maglev", xxh64_hash, 64, "", bisect_left, listed_first, 65537,
        REFUSES_LOW_VNODES, assign=_maglev,
    ),
)  # fmt: skip
