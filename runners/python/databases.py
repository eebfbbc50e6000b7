"""Redis Cluster and Cassandra: the node text says which part of the keys it has."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import floor

from float32 import float32
from hashes import crc16, murmur3_token, tagged
from ring import Dialect, Membership, Node, OwnerOf, Point, encode, last_added, listed_first

SLOTS = 16384


def slot_of(key: str) -> int:
    """Return the slot of a key, 0 to 16383. Source: keyHashSlot of Redis."""
    return crc16(tagged(encode(key))) % SLOTS


def split_slots(count: int) -> list[range]:
    """Return the slots of each of `count` masters of a new cluster.

    Source: clusterManagerCommandCreate of redis-cli 7.0, which steps in float32.
    """
    step = float32(SLOTS / count)
    ranges, first, cursor = [], 0, 0.0
    for i in range(count):
        last = floor(float32(float32(cursor + step) - 1) + 0.5)  # C's lround
        if last >= SLOTS or i == count - 1:
            last = SLOTS - 1
        last = max(last, first)
        ranges.append(range(first, last + 1))
        first = last + 1
        cursor = float32(cursor + step)
    return ranges


def _interleaved(nodes: Sequence[Node]) -> list[Node]:
    """Take a node of each host in turn, as redis-cli does to spread the masters."""
    hosts: dict[str, list[Node]] = {}
    for node in nodes:
        hosts.setdefault(node.name.rpartition(":")[0], []).append(node)
    turns = zip_longest(*hosts.values())
    return [node for turn in turns for node in turn if node is not None]


def _given_slots(node: str) -> list[range]:
    ranges = []
    for text in node.split(" ")[1:]:
        first, _, last = text.partition("-")
        ranges.append(range(int(first), int(last or first) + 1))
    return ranges


def _slots(nodes: Sequence[Node], vnodes: int) -> OwnerOf:
    given = [_given_slots(node.name) for node in nodes]
    if nodes and not any(given):
        nodes = _interleaved(nodes)
        given = [[slots] for slots in split_slots(len(nodes))]
    owners: dict[int, str] = {}
    # From the last to the first: of several that claim a slot the first has it.
    for node, ranges in reversed(list(zip(nodes, given))):
        for slots in ranges:
            owners.update(dict.fromkeys(slots, node.name))
    return lambda key: owners.get(slot_of(key))


def token_of(key: str) -> int:
    """Return the token of a key: a signed 64-bit integer."""
    return murmur3_token(encode(key))


def _tokens(nodes: Sequence[Node], vnodes: int) -> Iterator[Point]:
    for node in nodes:
        for token in node.name.split(" ")[1:]:
            yield int(token), node.name


_WITHOUT_WEIGHTS = Membership(refuses_low_vnodes=True, most_weight=1)

DIALECTS = (
    Dialect(
        "redis-cluster", slot_of, 14, "", bisect_left, listed_first, 1,
        _WITHOUT_WEIGHTS, assign=_slots,
    ),
    Dialect(
        "cassandra-murmur3", token_of, 64, "", bisect_left, last_added, 1,
        _WITHOUT_WEIGHTS, _tokens,
    ),
)  # fmt: skip
