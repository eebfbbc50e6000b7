"""Servers that speak as much of memcached's text protocol as a get needs."""

from __future__ import annotations

import ipaddress
import selectors
import socket
import threading
from collections.abc import Iterable

from adapter import Text, Unsupported

DEFAULT_PORT = 11211


class Servers:
    """Listen on the loopback addresses `names`; each answers a get with its name."""

    def __init__(self, names: Iterable[Text]) -> None:
        addresses = {name: _address(name) for name in names}
        self._selector = selectors.DefaultSelector()
        self._stopped, self._stop = socket.socketpair()
        self._selector.register(self._stopped, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        try:
            for name, address in addresses.items():
                self._selector.register(socket.create_server(address), selectors.EVENT_READ, _Listener(name.encode()))
        except OSError:
            self._close_sockets()
            raise
        self._thread.start()

    def close(self) -> None:
        self._stop.close()
        self._thread.join()
        self._close_sockets()

    def _close_sockets(self) -> None:
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()

    def _serve(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._stopped:
                    return
                if isinstance(key.data, _Listener):
                    connection, _ = key.fileobj.accept()
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    self._selector.register(connection, selectors.EVENT_READ, _Connection(key.data.answer))
                elif received := key.fileobj.recv(1 << 16):
                    key.fileobj.sendall(key.data.reply(received))
                else:
                    self._selector.unregister(key.fileobj)
                    key.fileobj.close()


class _Listener:
    def __init__(self, answer: bytes) -> None:
        self.answer = answer


class _Connection:
    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self._rest = b""

    def reply(self, received: bytes) -> bytes:
        *lines, self._rest = (self._rest + received).split(b"\r\n")
        return b"".join(map(self._reply_line, lines))

    def _reply_line(self, line: bytes) -> bytes:
        command, *keys = line.split(b" ")
        if command != b"get":
            return b"ERROR\r\n"
        values = (b"VALUE %s 0 %d\r\n%s\r\n" % (key, len(self._answer), self._answer) for key in keys)
        return b"".join(values) + b"END\r\n"


def _address(name: Text) -> tuple[str, int]:
    host, _, port = name.rpartition(":") if isinstance(name, str) and ":" in name else (name, "", DEFAULT_PORT)
    try:
        if host == "localhost" or ipaddress.IPv4Address(host).is_loopback:
            return host, int(port)
    except ValueError:  # no address of IPv4, or no port
        pass
    raise Unsupported(f"not an address on loopback: {name!r}")
