"""A TCP proxy that can be cut: what a dead connection looks like to the browser, its websocket included."""

from __future__ import annotations

import contextlib
import socket
import threading

from tests.browser.server import free_port


class Proxy:
    """Forwards 127.0.0.1:port to 127.0.0.1:target until it is cut; then every connection dies at once."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self._open = True
        self._pairs: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", self.port), backlog=128)
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._open = False
        self._drop()

    def mend(self) -> None:
        self._open = True

    def close(self) -> None:
        self.cut()
        self._listening.close()

    def _drop(self) -> None:
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        for one in pairs:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if not self._open:
                near.close()
                continue
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        for one in (near, far):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            self._pairs |= {near, far}
        other = threading.Thread(target=self._pump, args=(far, near), daemon=True)
        other.start()
        self._pump(near, far)
        other.join()
        with self._lock:
            self._pairs -= {near, far}
        near.close()
        far.close()

    @staticmethod
    def _pump(source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
