"""The consistent hashing of nginx and of HAProxy. Neither hashes a label text."""

from __future__ import annotations

from binascii import crc32
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from hashes import U32, sdbm
from ring import (
    REFUSES_LOW_VNODES,
    Dialect,
    Membership,
    Node,
    Point,
    RingError,
    encode,
    listed_first,
)


def _crc32_hash(key: str) -> int:
    return crc32(encode(key))


def _nginx_parts(server: bytes) -> tuple[bytes, bytes]:
    """Return the host and the port of a server as nginx's configuration has it."""
    if server[:5].lower() == b"unix:":
        return server[5:], b""
    host, colon, port = server.rpartition(b":")
    return (host, port) if colon and (not port or port.isdigit()) else (server, b"")


def _nginx_points(nodes: Sequence[Node], vnodes: int) -> Iterator[Point]:
    """Chain CRC-32: each point is hashed from the server and the point before.

    Source: ngx_http_upstream_update_chash of nginx 1.22.1, which took it over
    from Cache::Memcached::Fast.
    """
    for node in nodes:
        host, port = _nginx_parts(encode(node.name))
        base = crc32(host + b"\0" + port)
        position = 0
        for _ in range(vnodes * node.weight):
            position = crc32(position.to_bytes(4, "little"), base)
            yield position, node.name


def full_hash(a: int) -> int:
    """Return HAProxy's avalanche of a 32-bit integer.

    Source: Bob Jenkins' hash of an integer in six steps, and the prime that
    HAProxy multiplies it by.
    """
    a = (a + 0x7ED55D16 + (a << 12)) & U32
    a = (a ^ 0xC761C23C) ^ a >> 19
    a = (a + 0x165667B1 + (a << 5)) & U32
    a = ((a + 0xD3A2646C) ^ a << 9) & U32
    a = (a + 0xFD7046C5 + (a << 3)) & U32
    a = (a ^ 0xB55A4F09) ^ a >> 16
    return a * 3221225473 & U32


def server_ids(servers: Sequence[str]) -> list[int]:
    """Return the id of each server: what follows ` id `, or else a free number.

    A server without an id has the lowest that is free, from its own place in the
    list on, or from one above that of the last server without. Raises RingError
    duplicate-node if two servers are given the same id. Source:
    check_config_validity of HAProxy 2.6.12.
    """
    texts = [server.partition(" id ")[2] for server in servers]
    given = [int(text) if text.isdecimal() else 0 for text in texts]
    used = {number for number in given if number}
    if len(used) < len(servers) - given.count(0):
        raise RingError("duplicate-node", "two servers have the same id")
    ids, following = [], 1
    for number in given:
        if not number:
            while following in used:
                following += 1
            number = following
        ids.append(number)
        following += 1
    return ids


def _haproxy_points(nodes: Sequence[Node], vnodes: int) -> Iterator[Point]:
    # Source: chash_init_server_tree of HAProxy 2.6.12.
    for node, number in zip(nodes, server_ids([node.name for node in nodes])):
        for i in range(vnodes * node.weight):
            yield full_hash((number * 4096 + i) & U32), node.name


def nearest(positions: Sequence[int], h: int) -> int:
    """Return the index of the 32-bit position nearest to `h`, the lower if two are.

    It may be -1: the last one, round the circle. Source: chash_get_server_hash
    of HAProxy 2.6.12.
    """
    after = bisect_left(positions, h)
    below = (h - positions[after - 1]) & U32
    above = (positions[after % len(positions)] - h) & U32
    return after - 1 if below <= above else after


# A server of weight 0 is a member that gets no keys.
_HAPROXY = Membership(
    refuses_low_vnodes=True,
    refuses_listed_twice=True,
    least_weight=0,
    most_weight=256,
)


def _haproxy(name: str, position: Callable[[bytes], int]) -> Dialect:
    return Dialect(
        name, lambda key: position(encode(key)), 32, "", nearest, listed_first, 16,
        _HAPROXY, _haproxy_points,
    )  # fmt: skip


DIALECTS = (
    Dialect(
        "nginx", _crc32_hash, 32, "", bisect_left, listed_first, 160,
        REFUSES_LOW_VNODES, _nginx_points,
    ),
    _haproxy("haproxy", lambda key: full_hash(sdbm(key))),
    _haproxy("haproxy-sdbm", sdbm),
    _haproxy("haproxy-crc32", crc32),
)  # fmt: skip
