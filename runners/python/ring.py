"""A consistent-hash ring, and those dialects of spec/ that are no program's own.

The data flows through the stages of a dialect in this order: a key is hashed
to a position; every node gives labels, which are hashed to points; the first
point at (or after) the key's position names the owner; walking on from there
gives the replicas.

The dialects of production systems are in files of their own; dialects.py lists
them all.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import md5
from operator import itemgetter
from typing import NamedTuple, Optional

Point = tuple[int, str]  # a position and the name of the node it belongs to


class RingError(Exception):
    """A request the ring refuses.

    `code` is one of empty-ring, duplicate-node, unknown-node, bad-vnodes,
    bad-weight, bad-count, or unsupported for what the dialect does not have;
    the message is for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Node(NamedTuple):
    """A member: any text as its name, and a weight."""

    name: str
    weight: int = 1


Place = Callable[[Sequence[Node], int], Iterable[Point]]  # nodes, vnodes -> points
OwnerOf = Callable[[str], Optional[str]]
Assign = Callable[[Sequence[Node], int], OwnerOf]  # nodes, vnodes -> key -> owner


# The kit asks for the same keys and labels in case after case, and to hash one
# anew costs far more than to remember it.
remembered = lru_cache(maxsize=1 << 16)


def encode(text: str) -> bytes:
    """Return the UTF-8 of `text`.

    What is no UTF-8 comes in, and leaves here, as Python's surrogateescape has
    it: a byte from 80 to FF is the code point U+DC80 to U+DCFF. Raises
    UnicodeEncodeError if `text` holds another lone surrogate.
    """
    return text.encode("utf-8", "surrogateescape")


@remembered
def xmur3(text: str) -> int:
    """Return the 32-bit xmur3 hash of the code points of `text`.

    Raises UnicodeEncodeError if `text` holds a lone surrogate.
    """
    # A str may hold lone surrogates (json.loads makes them from "\ud800");
    # the MD5 hashes refuse them by encoding, and so must this one.
    text.encode("utf-8")
    # len() and iteration go by code points, never by UTF-16 units. Python's
    # integers do not overflow: each step that grows is masked to 32 bits.
    h = 1779033703 ^ len(text)
    for char in text:
        h = (h ^ ord(char)) * 3432918353 & 0xFFFFFFFF
        h = (h << 13 | h >> 19) & 0xFFFFFFFF
    h = (h ^ h >> 16) * 2246822507 & 0xFFFFFFFF
    h = (h ^ h >> 13) * 3266489909 & 0xFFFFFFFF
    return h ^ h >> 16


@remembered
def md5_128(text: str) -> int:
    """Return MD5 over the bytes of `text`, all 16 bytes, big-endian."""
    # usedforsecurity=False (new in 3.9) keeps MD5 available where a FIPS
    # build of OpenSSL would refuse it.
    digest = md5(encode(text), usedforsecurity=False).digest()
    return int.from_bytes(digest, "big")


def md5_32(text: str) -> int:
    """Return the first 4 bytes of md5_128's 16, big-endian."""
    return md5_128(text) >> 96


def by_name(points: Iterable[Point]) -> list[Point]:
    """Sort points; of equal positions the node whose name sorts first leads."""
    # str compares by code point, which is the order the rule asks for.
    return sorted(points)


def listed_first(points: Iterable[Point]) -> list[Point]:
    """Sort points given in list order; of equal positions the first leads."""
    return sorted(points, key=itemgetter(0))  # sorted is stable


def last_added(points: Iterable[Point]) -> list[Point]:
    """Sort points given in list order; of equal positions the last leads."""
    return listed_first(reversed(list(points)))


@dataclass(frozen=True)
class Membership:
    """What a ring refuses with an error code, and how it lists its members."""

    refuses_low_vnodes: bool = False  # else a ring whose members have no points
    refuses_listed_twice: bool = False  # else the first place and weight count
    refuses_add_existing: bool = True  # else nothing changes
    refuses_remove_unknown: bool = True  # else remove returns False
    refuses_empty_lookup: bool = True  # else None for owners, [] for replicas
    sorts_nodes: bool = False  # else list order
    least_weight: int = 1
    most_weight: int | None = None  # None: no limit; 1: nodes have no weights


REFUSES_LOW_VNODES = Membership(refuses_low_vnodes=True)


@dataclass(frozen=True)
class Dialect:
    """A complete set of placement rules; a variant is dataclasses.replace()."""

    name: str
    hash: Callable[[str], int]  # text -> position
    bits: int  # positions lie in 0 … 2**bits - 1
    separator: str  # a label is node, separator, decimal index from 0
    boundary: Callable[[Sequence[int], int], int]  # -> index; len() means wrap
    tie: Callable[[Iterable[Point]], list[Point]]  # list order -> ring order
    default_vnodes: int | None  # None: vnodes must always be given
    membership: Membership = Membership()
    # Points in list order of nodes and vnodes, where they come from more than
    # one node and its labels.
    place: Place | None = None
    # The owner of a key among nodes, where the dialect is no ring at all.
    assign: Assign | None = None


_MD5_32 = Membership(
    refuses_low_vnodes=True,
    refuses_listed_twice=True,
    refuses_remove_unknown=False,
    refuses_empty_lookup=False,
    sorts_nodes=True,
)
_COLON = Membership(refuses_low_vnodes=True, refuses_add_existing=False)

_ALL = (
    Dialect("xmur3", xmur3, 32, "#", bisect_left, by_name, None),
    Dialect("md5-32", md5_32, 32, "#", bisect_left, by_name, 100, _MD5_32),
    Dialect("md5-128", md5_128, 128, "#", bisect_left, by_name, 100),
    Dialect("md5-128-after", md5_128, 128, "#", bisect_right, last_added, 100),
    Dialect("md5-128-colon", md5_128, 128, ":", bisect_left, by_name, 150, _COLON),
)
DIALECTS = {dialect.name: dialect for dialect in _ALL}


class Ring:
    """A ring of nodes; a change that raises leaves it as it was."""

    def __init__(
        self, dialect: Dialect, nodes: Iterable[Node] = (), vnodes: int | None = None
    ) -> None:
        """Place `nodes`, each with weight * `vnodes` points if not otherwise said.

        Raises RingError bad-vnodes, bad-weight or duplicate-node.
        """
        if vnodes is None:
            vnodes = dialect.default_vnodes
            if vnodes is None:
                raise RingError("bad-vnodes", f"{dialect.name} has no default vnodes")
        if vnodes < 1 and dialect.membership.refuses_low_vnodes:
            raise RingError("bad-vnodes", f"vnodes is {vnodes}, must be at least 1")
        self.dialect = dialect
        self.vnodes = vnodes
        members: dict[str, int] = {}  # name -> weight, in list order
        for name, weight in nodes:
            self._check_weight(weight)
            if name not in members:
                members[name] = weight
            elif dialect.membership.refuses_listed_twice:
                raise RingError("duplicate-node", f"node {name!r} is listed twice")
        self._settle(members)

    def owner(self, key: str) -> str | None:
        """Return the owner of `key`; see owners."""
        return self.owners([key])[0]

    def owners(self, keys: Sequence[str]) -> list[str | None]:
        """Return the owner of each key, in order.

        On a ring without points, any key raises RingError empty-ring, or has
        the owner None where the dialect says so.
        """
        if self._assigned and self._members:
            return [self._assigned(key) for key in keys]
        if not self._positions:
            if keys and self.dialect.membership.refuses_empty_lookup:
                raise RingError("empty-ring", "the ring has no points")
            return [None] * len(keys)
        # Local names: an attribute looked up for every key costs as much as
        # the search.
        position, search = self.dialect.hash, self.dialect.boundary
        positions, names, size = self._positions, self._names, len(self._names)
        return [names[search(positions, position(key)) % size] for key in keys]

    def replicas(self, key: str, count: int) -> list[str]:
        """Return the first `count` distinct nodes from `key` on, owner first.

        Returns every node once if there are fewer. Raises RingError bad-count
        for a count below 1, empty-ring where the dialect says so, and
        unsupported where it is no ring.
        """
        if count < 1:
            raise RingError("bad-count", f"count is {count}, must be at least 1")
        self._check_is_ring()
        names, size = self._names, len(self._names)
        if not size:
            if self.dialect.membership.refuses_empty_lookup:
                raise RingError("empty-ring", "the ring has no points")
            return []
        count = min(count, len(self._members))
        start = self.dialect.boundary(self._positions, self.dialect.hash(key))
        found: dict[str, None] = {}  # a set would forget the order
        for step in range(start, start + size):
            found[names[step % size]] = None
            if len(found) == count:
                break
        return list(found)

    def points(self) -> list[Point]:
        """Return all points, ascending; of equal ones the owner's first.

        Raises RingError unsupported where the dialect is no ring.
        """
        self._check_is_ring()
        return list(zip(self._positions, self._names))

    def nodes(self) -> list[str]:
        """Return each member's name once, sorted where the dialect sorts."""
        sorts = self.dialect.membership.sorts_nodes
        return sorted(self._members) if sorts else list(self._members)

    def add(self, name: str, weight: int = 1) -> None:
        """Add a node, last in list order. Raises bad-weight, duplicate-node."""
        self._check_weight(weight)
        if name not in self._members:
            self._settle({**self._members, name: weight})
        elif self.dialect.membership.refuses_add_existing:
            raise RingError("duplicate-node", f"node {name!r} is in the ring")

    def remove(self, name: str) -> bool:
        """Remove a node and its points; return whether it was there.

        Raises RingError unknown-node, unless the dialect answers False.
        """
        if name in self._members:
            self._settle({n: w for n, w in self._members.items() if n != name})
            return True
        if self.dialect.membership.refuses_remove_unknown:
            raise RingError("unknown-node", f"node {name!r} is not in the ring")
        return False

    def _positions_of(self, name: str, weight: int) -> list[int]:
        position, prefix = self.dialect.hash, name + self.dialect.separator
        return [position(f"{prefix}{i}") for i in range(weight * self.vnodes)]

    def _settle(self, members: dict[str, int]) -> None:
        # The points are made and sorted afresh from the members in list order,
        # so how the ring came to have them cannot matter.
        nodes = [Node(name, weight) for name, weight in members.items()]
        dialect, assigned, points = self.dialect, None, []
        if dialect.assign:
            assigned = dialect.assign(nodes, self.vnodes)
        elif dialect.place:
            points = dialect.tie(dialect.place(nodes, self.vnodes))
        else:
            points = dialect.tie(
                (position, node.name)
                for node in nodes
                for position in self._positions_of(*node)
            )
        self._members = members
        self._assigned = assigned
        self._positions = [position for position, _ in points]
        self._names = [name for _, name in points]

    def _check_weight(self, weight: int) -> None:
        membership = self.dialect.membership
        if weight < membership.least_weight:
            raise RingError("bad-weight", f"a weight of {weight} is too small")
        if membership.most_weight is not None and weight > membership.most_weight:
            raise RingError("bad-weight", f"a weight of {weight} is too big")

    def _check_is_ring(self) -> None:
        if self.dialect.assign:
            raise RingError("unsupported", f"{self.dialect.name} is no ring")
