"""The adapter: lets the kit talk to a ring over standard input and output.

It speaks protocol 1 of spec/: one JSON object a line, one reply a request, in
order, until the input ends. To adapt another ring, keep this file and replace
what it imports.

Bytes that are no UTF-8 are text here as Python's surrogateescape has it.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from typing import Any

from dialects import DIALECTS
from ring import Dialect, Node, Ring, RingError

Request = dict[str, Any]
Reply = dict[str, Any]


class Unsupported(Exception):
    """The request names an operation or a dialect that is not offered."""


class Adapter:
    """Answers requests; holds the one ring they are about."""

    def __init__(self) -> None:
        self._ring: Ring | None = None
        self._ops: dict[str, Callable[[Request], Reply]] = {
            "hello": self._hello,
            "hash": self._hash,
            "ring": self._new_ring,
            "owners": self._owners,
            "replicas": self._replicas,
            "points": self._points,
            "nodes": self._nodes,
            "add": self._add,
            "remove": self._remove,
        }

    def answer(self, line: bytes) -> Reply:
        """Return the reply to one request.

        Whatever goes wrong in answering becomes an error reply. Raises
        ValueError if `line` is no JSON object: there is no `id` to reply to.
        """
        # Bytes that are not UTF-8 become lone surrogates, so that the id can
        # still be read and _check_text finds them with those written \ud800.
        request = json.loads(line.decode("utf-8", "surrogateescape"))
        if not isinstance(request, dict):
            raise ValueError("a request must be a JSON object")
        reply: Reply = {"id": request.get("id")}
        try:
            op = request["op"]
            if op == "ring":
                self._ring = None  # whatever may fail below, the last ring is gone
            if not line.isascii() or b"\\u" in line:
                _check_text(request)
            if op not in self._ops:
                raise Unsupported(f"no operation {op!r}")
            reply.update(self._ops[op](request))
        except RingError as error:
            reply.update(error=error.code, message=str(error))
        except Unsupported as error:
            reply.update(error="unsupported", message=str(error))
        except Exception as error:
            reply.update(error="internal", message=f"{type(error).__name__}: {error}")
        return reply

    def _held(self) -> Ring:
        if self._ring is None:
            raise LookupError("there is no ring")
        return self._ring

    def _hello(self, request: Request) -> Reply:
        return {
            "name": "ringkit python reference",
            "language": f"Python {platform.python_version()}",
            "dialects": list(DIALECTS),
            "ops": ["hash", "points", "replicas", "add", "remove", "nodes", "bytes"],
        }

    def _hash(self, request: Request) -> Reply:
        return {"hash": str(_dialect(request).hash(_text(request["key"])))}

    def _new_ring(self, request: Request) -> Reply:
        nodes = [_node(node) for node in request["nodes"]]
        self._ring = Ring(_dialect(request), nodes, request.get("vnodes"))
        return {}

    def _owners(self, request: Request) -> Reply:
        owners = self._held().owners([_text(key) for key in request["keys"]])
        written = {owner: _written(owner) for owner in set(owners)}  # each once
        return {"owners": [written[owner] for owner in owners]}

    def _replicas(self, request: Request) -> Reply:
        nodes = self._held().replicas(_text(request["key"]), request["count"])
        return {"nodes": [_written(node) for node in nodes]}

    def _points(self, request: Request) -> Reply:
        points = self._held().points()
        return {"points": [[str(at), _written(node)] for at, node in points]}

    def _nodes(self, request: Request) -> Reply:
        return {"nodes": [_written(node) for node in self._held().nodes()]}

    def _add(self, request: Request) -> Reply:
        self._held().add(*_node(request["node"]))
        return {}

    def _remove(self, request: Request) -> Reply:
        return {"removed": self._held().remove(_text(request["node"]))}


def _dialect(request: Request) -> Dialect:
    if request["dialect"] not in DIALECTS:
        raise Unsupported(f"no dialect {request['dialect']!r}")
    return DIALECTS[request["dialect"]]


def _node(fields: dict[str, Any]) -> Node:
    return Node(_text(fields["name"]), fields.get("weight", 1))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"]).decode("utf-8", "surrogateescape")
    raise TypeError(f"{value!r} is neither text nor bytes")


def _written(text: str | None) -> str | dict[str, str] | None:
    if text is None or text.isascii():
        return text
    raw = text.encode("utf-8", "surrogateescape")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": raw.hex()}


def _check_text(request: Request) -> None:
    try:
        json.dumps(request, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("text holds a lone surrogate or is not UTF-8") from None


def main() -> int:
    """Answer standard input; return the exit status: 0, or 1 for bad input."""
    # Binary streams: the text ones would guess an encoding and turn "\n" into
    # "\r\n" on Windows. Output is opened anew because under python -u its
    # stream is unbuffered and may write only a part of a long line.
    requests = sys.stdin.buffer
    replies = open(sys.stdout.fileno(), "wb", closefd=False)
    # A stray print() would break the protocol; send it to the logs.
    sys.stdout = sys.stderr
    # ensure_ascii, the default, escapes everything beyond ASCII.
    encode = json.JSONEncoder(separators=(",", ":")).encode
    answer = Adapter().answer
    for number, line in enumerate(requests, 1):
        try:
            reply = answer(line)
        except ValueError as error:
            print(f"adapter: line {number} of the input: {error}", file=sys.stderr)
            return 1
        replies.write(encode(reply).encode("ascii") + b"\n")
        replies.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
