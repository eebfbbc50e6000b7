"""What adapter.py asks of your ring. Fill it in here, in this order:

1. hash              the position of a text; all else follows from it
2. ring and points   a new ring, and its points in ring order
3. owners            the owners of keys
4. replicas          the first distinct nodes from a key on
5. nodes, add, remove

After each step add its name to OPS, and run `ringkit doctor` and `ringkit check`.
What is not in OPS is answered `unsupported`, which is never a pass.

Pass on what comes in and what comes out, as it is. Whatever is sorted, checked or
filled in here is not tested in your ring.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

NAME = "my ring"

# What is filled in, by the names of the list above: "hash", "ring", "points" ...
OPS: list[str] = []


class RingError(Exception):
    """What your ring refuses: raise this in place of its own exception.

    `code` is one of empty-ring, duplicate-node, unknown-node, bad-vnodes,
    bad-weight, bad-count; or unsupported for what your ring does not have, such
    as weights. Any other exception is answered `internal`, which is a failure.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def md5_32(text: str) -> int:
    """1. Return the position of `text`, an unsigned integer."""
    raise NotImplementedError("hash")


class Dialect(NamedTuple):
    """A set of placement rules: its name in the kit, and its hash."""

    name: str
    hash: Callable[[str], int]


# The dialects that your ring speaks; `ringkit check --help` names all that there are.
DIALECTS = {dialect.name: dialect for dialect in [Dialect("md5-32", md5_32)]}


class Node(NamedTuple):
    """A member to be."""

    name: str
    weight: int = 1


class Ring:
    """Your ring, behind the methods that adapter.py calls."""

    def __init__(self, dialect: Dialect, nodes: list[Node], vnodes: int | None) -> None:
        """2. Create your ring; its own default counts where `vnodes` is None."""
        raise NotImplementedError("ring")

    def points(self) -> list[tuple[int, str]]:
        """2. Return the position and the node of each point, in ring order."""
        raise NotImplementedError("points")

    def owners(self, keys: list[str]) -> list[str | None]:
        """3. Return the owner of each key; None is the answer "none"."""
        raise NotImplementedError("owners")

    def replicas(self, key: str, count: int) -> list[str]:
        """4. Return the first `count` distinct nodes from `key` on."""
        raise NotImplementedError("replicas")

    def nodes(self) -> list[str]:
        """5. Return the names of the members."""
        raise NotImplementedError("nodes")

    def add(self, name: str, weight: int) -> None:
        """5. Add a node."""
        raise NotImplementedError("add")

    def remove(self, name: str) -> bool:
        """5. Remove a node; return whether it was there."""
        raise NotImplementedError("remove")
