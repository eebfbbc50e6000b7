"""What the drivers in Python share: the adapter protocol around one real program.

A driver is a class with the methods of Program, given to main(). It decides
nothing itself: it asks the program, or refuses.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn, Optional, Protocol, Union

# str where the bytes are UTF-8, bytes where they are not ({"hex": …}).
Text = Union[str, bytes]


class Node(NamedTuple):
    name: Text
    weight: int


class Program(Protocol):
    """One real program."""

    name: str  # with its real version, which the program said
    dialects: Sequence[str]
    takes_bytes: bool  # whether keys and nodes may be bytes that are not UTF-8

    def ring(self, dialect: str, nodes: list[Node], vnodes: Optional[int]) -> None:
        """Replace the last ring, if there was one. `vnodes` None: the default."""

    def owners(self, keys: list[Text]) -> Sequence[Optional[Text]]:
        """Return the owner of each key, None where the program has none."""

    def close(self) -> None:
        """Stop whatever was started; may be called several times."""


class Refused(Exception):
    """The program refused, and this is the protocol's code for it."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message)
        self.code = code


class Unsupported(Refused):
    """The program, or the way to it, has nothing of that kind."""

    def __init__(self, message: str) -> None:
        super().__init__("unsupported", message)


def raw(text: Text) -> bytes:
    """Return the bytes of a text."""
    return text.encode() if isinstance(text, str) else text


def text(raw_bytes: bytes) -> Text:
    """Return the text of the bytes, as the protocol writes it."""
    try:
        return raw_bytes.decode()
    except UnicodeDecodeError:
        return raw_bytes


def not_installed(program: str, package: str) -> NoReturn:
    """Say which Debian package has the program, and exit with EX_UNAVAILABLE."""
    print(f"{program}: not installed (Debian: {package})", file=sys.stderr)
    sys.exit(69)


def main(make: Callable[[], Program]) -> NoReturn:
    """Answer standard input until it ends, and close the program whatever happens."""
    # A program's own output, on whatever way, must not reach the replies.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _leave)
    program = make()
    try:
        _answer_all(program, replies)
    finally:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        program.close()
    sys.exit(0)


def _leave(number: int, frame: Any) -> NoReturn:
    sys.exit(128 + number)


def _answer_all(program: Program, replies: Any) -> None:
    adapter = _Adapter(program)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            reply = adapter.answer(request)
        except Refused as refusal:
            reply = {"error": refusal.code, "message": str(refusal)}
        except Exception as error:
            reply = {"error": "internal", "message": f"{type(error).__name__}: {error}"}
        replies.write(json.dumps({"id": request["id"], **reply}).encode() + b"\n")
        replies.flush()


class _Adapter:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._has_ring = False

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        op = request["op"]
        if op == "hello":
            return self._hello(request)
        if op == "ring":
            return self._ring(request)
        if op == "owners":
            return self._owners(request)
        raise Unsupported(f"no operation {op}")

    def _hello(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["protocol"] != 1:
            raise Unsupported("only protocol 1")
        return {
            "name": self._program.name,
            "dialects": list(self._program.dialects),
            "ops": ["bytes"] if self._program.takes_bytes else [],
        }

    def _ring(self, request: dict[str, Any]) -> dict[str, Any]:
        self._has_ring = False
        if request["dialect"] not in self._program.dialects:
            raise Unsupported(f"no dialect {request['dialect']}")
        nodes = [Node(_read(n["name"]), n.get("weight", 1)) for n in request["nodes"]]
        self._program.ring(request["dialect"], nodes, request.get("vnodes"))
        self._has_ring = True
        return {}

    def _owners(self, request: dict[str, Any]) -> dict[str, Any]:
        if not self._has_ring:
            raise LookupError("no ring")
        keys = [_read(key) for key in request["keys"]]
        return {"owners": [_write(owner) for owner in self._program.owners(keys)] if keys else []}


def _read(value: Any) -> Text:
    return value if isinstance(value, str) else bytes.fromhex(value["hex"])


def _write(owner: Optional[Text]) -> Any:
    return {"hex": owner.hex()} if isinstance(owner, bytes) else owner
