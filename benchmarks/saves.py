"""Saving answers over HTTP, from a separate process, with keep-alive: one client, and fifty at once.

The server is `curator serve` on a fresh workspace; each save is one event that is fsynced before it is answered.
Afterwards every event is read back: none may have failed, got lost or come twice. Best peer: 62 saves/s, p95 1.3 s.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure
from curator.bootstrap import open_services
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.project import Project
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming

SCHEME = """
id: bench
version: 1
roles: {seeker: [usr], supporter: [sys]}
fields: [{id: strategy, target: turn, applies_to: supporter, kind: choice, options: [question, reflection, other]}]
"""
TURNS = 60
CLIENTS = 50
EACH = 100
ALONE = 300


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder)
        cookies = _made(workspace)
        server = subprocess.Popen([sys.executable, __file__, "serve", folder], stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            figures, sent = asyncio.run(_clients(port, cookies))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
        lost, doubled = _read_back(workspace, sent)
    return [*figures, Figure("events lost", lost, "", 0), Figure("events doubled", doubled, "", 0)]


@dataclass
class Client:
    """One keep-alive connection of one annotator."""

    port: int
    cookie: str
    csrf: str
    dialogue: str
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    current: dict[str, str] = field(default_factory=dict)

    @classmethod
    async def connected(cls, port: int, cookie: str, csrf: str, dialogue: str) -> Client:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        return cls(port, cookie, csrf, dialogue, reader, writer)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"X-Curator-Csrf: {self.csrf}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self.writer.write(head.encode() + content)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        found = json.loads(await self.reader.readexactly(length))
        if b" 200 " not in answer[:16]:
            raise RuntimeError(f"{answer[:16]!r}: {found}")
        return found

    async def save(self, place: int) -> str:
        turn = f"t{place % TURNS}"
        event: dict[str, Any] = {
            "id": str(uuid.uuid4()),
            "project": "p",
            "dialogue": self.dialogue,
            "field": "strategy",
        }
        event |= {"target": {"turn": turn}, "value": "question", "origin": "typed"}
        if turn in self.current:
            event["based_on"] = self.current[turn]
        answer = await self.ask("POST", "events", {"events": [event]})
        if answer["results"][0]["status"] != "saved":
            raise RuntimeError(str(answer))
        self.current[turn] = str(event["id"])
        return self.current[turn]


async def _clients(port: int, cookies: list[tuple[str, str]]) -> tuple[list[Figure], list[str]]:
    clients = [await Client.connected(port, cookie, csrf, f"d{place}") for place, (cookie, csrf) in enumerate(cookies)]
    for client in clients:
        await client.ask("GET", f"dialogues/{client.dialogue}?project=p&task=main")
    first = clients[0]
    sent: list[str] = []
    empty = [await _timed(first.ask("GET", "session")) for _ in range(ALONE)]
    alone = [await _timed(first.save(place), sent) for place in range(ALONE)]
    together: list[float] = []
    start = time.perf_counter()

    async def loop(client: Client) -> None:
        together.extend([await _timed(client.save(place), sent) for place in range(EACH)])

    await asyncio.gather(*(loop(client) for client in clients))
    rate = len(together) / (time.perf_counter() - start)
    p50, p95 = _points(together)
    return [
        Figure("an empty route, p50", _points(empty)[0], "ms", 3),
        Figure("one client, a save, p50", _points(alone)[0], "ms", 12),
        Figure("one client, a save, p95", _points(alone)[1], "ms"),
        Figure(f"{CLIENTS} clients, a save, p50", p50, "ms"),
        Figure(f"{CLIENTS} clients, a save, p95", p95, "ms", 120),
        Figure(f"{CLIENTS} clients", rate, "saves/s", 500, at_least=True),
        Figure("saves that failed", len(alone) + len(together) - len(sent), "", 0),
    ], sent


async def _timed(act: Any, kept: list[str] | None = None) -> float:
    start = time.perf_counter()
    found = await act
    took = (time.perf_counter() - start) * 1000
    if kept is not None:
        kept.append(found)
    return took


def _points(times: list[float]) -> tuple[float, float]:
    """(p50, p95)"""
    cuts = statistics.quantiles(times, n=20)
    return cuts[9], cuts[18]


def _made(workspace: Path) -> list[tuple[str, str]]:
    """A project with one dialogue a client; (cookie, csrf) of each."""
    services = open_services(Settings(workspace))
    scheme = parse_schema(SCHEME, where="bench.yaml")
    services.store.create_project(Project(id="p", schema_id="bench", schema_version=1), scheme)
    people = (Participant(id="sys", role="supporter"),)
    turns = tuple(Turn(id=f"t{idx}", speakers=("sys",), text=f"Turn {idx}") for idx in range(TURNS))
    talks = [Incoming(Dialogue(id=f"d{idx}", participants=people, turns=turns)) for idx in range(CLIENTS)]
    services.store.add_dialogues("p", talks, source="made", schema_version=1)
    signed_in = [services.access.sign_in(f"annotator {idx}") for idx in range(CLIENTS)]
    services.close()
    return [(f"{services.access.cookie}={secret}", person.csrf) for secret, person in signed_in]


def _read_back(workspace: Path, sent: list[str]) -> tuple[int, int]:
    services = open_services(Settings(workspace))
    kept = [one.event.id for one in services.store.events("p")]
    services.close()
    return len(set(sent) - set(kept)), len(kept) - len(set(kept))


def _serve(workspace: str) -> None:
    from curator.asgi import serve

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    _print_when_up(port)
    serve(Settings(Path(workspace)), port=port)


def _print_when_up(port: int) -> None:
    """Prints the port once it answers, so that whoever waits for the line can begin."""

    def wait() -> None:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health", timeout=1).read()
            except OSError:
                time.sleep(0.1)
            else:
                break
        os.write(1, f"{port}\n".encode())

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        _serve(sys.argv[2])
    else:
        from benchmarks.figures import table

        print(table(measure()))
