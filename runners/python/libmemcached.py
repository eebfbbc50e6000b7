"""What libmemcached does beside its weighted ketama, which is in ketama.py.

Its plain consistent distribution has one point a label, and the labels are
hashed like the keys. It has no weights: one above 1 makes libmemcached place
the points of its weighted ketama instead, which is no longer this dialect. Modula
ignores weights. Source: libmemcached 1.1.4.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hashes import one_at_a_time
from ketama import LIBMEMCACHED, md5_hash, without_default_port
from ring import Dialect, Node, OwnerOf, Place, Point, encode, listed_first


def default_hash(key: str) -> int:
    """Return the 32-bit position of a key under libmemcached's default hash."""
    return one_at_a_time(encode(key))


def _one_point(position: Callable[[str], int]) -> Place:
    def place(nodes: Sequence[Node], vnodes: int) -> Iterator[Point]:
        for node in nodes:
            prefix = without_default_port(node.name)
            for i in range(vnodes):
                yield position(f"{prefix}-{i}"), node.name

    return place


def _modula(nodes: Sequence[Node], vnodes: int) -> OwnerOf:
    return lambda key: nodes[default_hash(key) % len(nodes)].name


_CONSISTENT = replace(LIBMEMCACHED, least_weight=1, most_weight=1)

DIALECTS = (
    Dialect(
        "libmemcached-consistent", default_hash, 32, "-", bisect_left, listed_first,
        100, _CONSISTENT, _one_point(default_hash),
    ),
    Dialect(
        "libmemcached-consistent-md5", md5_hash, 32, "-", bisect_left, listed_first,
        100, _CONSISTENT, _one_point(md5_hash),
    ),
    Dialect(
        "libmemcached-modula", default_hash, 32, "", bisect_left, listed_first,
        1, LIBMEMCACHED, assign=_modula,
    ),
)  # fmt: skip
