"""twemproxy (nutcracker): libmemcached's points under a choice of key hashes.

A node is a server as the configuration lists it, without the weight:
`host:port` or `host:port alias`. Source: twemproxy 0.5.0.
"""

from __future__ import annotations

from binascii import crc32
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from hashes import crc16_in_32, fnv1a_64_in_32, md5_words, tagged
from ketama import float32_counts, four_points, without_default_port
from ring import (
    Dialect,
    Membership,
    Node,
    OwnerOf,
    Point,
    RingError,
    encode,
    listed_first,
)


def name_of(server: str) -> str:
    """Return the alias of a server, or what names it if it has none."""
    address, _, alias = server.partition(" ")
    return alias or without_default_port(address)


def _sorted(nodes: Sequence[Node]) -> list[Node]:
    """Sort servers as twemproxy does: the shorter name first, then by bytes.

    Raises RingError duplicate-node if two have the same name.
    """
    by_name = {encode(name_of(node.name)): node for node in nodes}
    if len(by_name) < len(nodes):
        raise RingError("duplicate-node", "two servers have the same name")
    return [by_name[name] for name in sorted(by_name, key=lambda n: (len(n), n))]


def _place(nodes: Sequence[Node], vnodes: int) -> Iterable[Point]:
    return four_points(float32_counts, name_of)(_sorted(nodes), vnodes)


def _crc16_modula(nodes: Sequence[Node], vnodes: int) -> OwnerOf:
    slots = [node.name for node in _sorted(nodes) for _ in range(node.weight)]
    return lambda key: slots[crc16_in_32(encode(key)) % len(slots)]


_MEMBERSHIP = Membership(
    refuses_low_vnodes=True, refuses_listed_twice=True
)


def _ketama(name: str, position: Callable[[bytes], int]) -> Dialect:
    # Whatever the hash, twemproxy does not hash an empty key but takes 0.
    return Dialect(
        name, lambda key: position(encode(key)) if key else 0, 32, "-", bisect_left, listed_first,
        160, _MEMBERSHIP, _place,
    )  # fmt: skip


DIALECTS = (
    _ketama("twemproxy", fnv1a_64_in_32),
    _ketama("twemproxy-md5", lambda key: md5_words(key)[0]),
    _ketama("twemproxy-crc16", crc16_in_32),
    _ketama("twemproxy-crc32a", crc32),
    _ketama("twemproxy-hash-tag", lambda key: fnv1a_64_in_32(tagged(key))),
    Dialect(
        "twemproxy-modula-crc16", lambda key: crc16_in_32(encode(key)), 32, "",
        bisect_left, listed_first, 1, _MEMBERSHIP, assign=_crc16_modula,
    ),
)  # fmt: skip
