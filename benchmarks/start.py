"""Cold start: from the command to the first HTTP 200, of the health route and of the page, with the demo project."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks.figures import Figure


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "demo"
        subprocess.run([sys.executable, "-m", "curator", "demo", str(folder)], check=True, capture_output=True)
        starts = sorted(_start(folder) for _ in range(3))
    health, page = starts[1]
    return [
        Figure("to the health route", health, "s", 3, note="best peer: 3 s"),
        Figure("to the page", page, "s", 3, note="best peer: 3 s"),
    ]


def _start(folder: Path) -> tuple[float, float]:
    """Seconds until health and page answer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "curator", "--workspace", str(folder), "serve", "--port", str(port)]
    start = time.perf_counter()
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        return _answers(f"{base}/api/v1/health", start), _answers(f"{base}/", start)
    finally:
        server.terminate()
        server.wait()


def _answers(url: str, start: float, *, patience: float = 60) -> float:
    while time.perf_counter() - start < patience:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                if answer.status == 200:
                    return time.perf_counter() - start
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"no answer within {patience} s")
