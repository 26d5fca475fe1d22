"""The real app in its own process, which can be killed and started again on the same port and workspace."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

START_S = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    """`curator serve` (or `program`, Python) on one workspace and one port. `base_path` "" or "/path"."""

    workspace: Path
    port: int = field(default_factory=free_port)
    base_path: str = ""
    program: str = "from curator.cli import main; main()"
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.base_path}"

    def start(self) -> None:
        run = [sys.executable, "-c", self.program]
        command = [*run, "--workspace", str(self.workspace), "serve", "--port", str(self.port)]
        env = {**os.environ, "CURATOR_BASE_PATH": self.base_path}
        log = (self.workspace.parent / "server.log").open("ab")
        self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            if self.answers():
                return
            time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{(self.workspace.parent / 'server.log').read_text()[-3000:]}")

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/v1/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """SIGKILL: no chance to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


@dataclass
class Script:
    """A person who talks to the API without a browser."""

    address: str
    cookie: str
    csrf: str

    @classmethod
    def sign_in(cls, address: str, name: str, role: str = "annotator") -> Script:
        request = urllib.request.Request(
            f"{address}/api/v1/session",
            data=json.dumps({"name": name, "role": role}).encode(),
            headers={"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            cookie = answer.headers["set-cookie"].split(";")[0]
            return cls(address, cookie, json.load(answer)["csrf"])

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """(status, JSON)."""
        headers = {"content-type": "application/json", "cookie": self.cookie, "x-curator-csrf": self.csrf}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
