"""A real program that runs as a server beside a driver, and that nobody else sees.

Where a program can, it listens on a socket in a folder of its own, which
takes no port. It lives no longer than the driver: close() kills it by its process
id, and where the driver itself is killed the kernel does (setpriv --pdeathsig).
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


class StartFailed(Exception):
    """The program ended before it listened; the text is what it said."""


class Server:
    """One process of a program, in a temporary folder."""

    def __init__(self, command: Sequence[str], files: Mapping[str, bytes] = {}) -> None:
        """Start `command` in a new folder that holds `files`."""
        self.folder = Path(tempfile.mkdtemp(prefix="ringkit-capture-"))
        self._process: subprocess.Popen[bytes] | None = None
        try:
            for name, content in files.items():
                (self.folder / name).write_bytes(content)
            with open(self.folder / "said", "wb") as said:
                self._process = subprocess.Popen(
                    ["setpriv", "--pdeathsig", "KILL", *command],
                    cwd=self.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                )
        except BaseException:
            self.close()
            raise

    def wait(self, address: str | tuple[str, int], seconds: float = 5) -> None:
        """Wait until the program listens: on the file of that name in its
        folder, or on a host and port. Close it and raise StartFailed if it does not."""
        try:
            deadline = time.monotonic() + seconds
            while True:
                try:
                    self.connect(address).close()
                    return
                except OSError:
                    if self._process.poll() is not None or time.monotonic() > deadline:
                        raise StartFailed((self.folder / "said").read_text("utf-8", "replace")) from None
                time.sleep(0.002)
        except BaseException:
            self.close()
            raise

    def connect(self, address: str | tuple[str, int]) -> socket.socket:
        """Return a connection to where the program listens."""
        if not isinstance(address, str):
            return socket.create_connection(address, 10)
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.settimeout(10)
            connection.connect(str(self.folder / address))
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Kill the program and remove its folder."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port() -> int:
    """Return a port of 127.0.0.1 that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def version(command: Sequence[str]) -> str:
    """Return what a program says of its version; raise FileNotFoundError if it is missing."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, text=True)
    return done.stdout
