"""The way to a running app, and what is told when it does not answer as it should."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from curator.cli.reach import ask, error_of
from curator.commands.running import Running
from curator.errors import (
    CuratorError,
    DataError,
    IncompleteError,
    NotFoundError,
    Problem,
    ProblemsError,
    StateError,
    StorageFullError,
    UsageError,
)


@contextmanager
def answering(*pieces: bytes) -> Iterator[Running]:
    """A server that reads one request, sends these bytes and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                seen = b""
                while b'"request"' not in seen and b"--\r\n" not in seen[-6:]:
                    seen += connection.recv(65536)
                for piece in pieces:
                    connection.sendall(piece)

        thread = threading.Thread(target=serve)
        thread.start()
        yield Running(1, f"http://127.0.0.1:{listener.getsockname()[1]}", "token")
        thread.join(timeout=10)


def head(content_type: str, length: int, status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\n\r\n".encode()


def test_an_answer_comes_back(tmp_path: Path) -> None:
    body = json.dumps({"rows": 1}).encode()
    with answering(head("application/json", len(body)), body) as running:
        assert ask(running, "progress", {"project": "p"}, [], None) == {"rows": 1}


@pytest.mark.parametrize(
    "pieces", [(), (head("application/json", 100), b"{"), (head("application/x-tar", 5000), b"x" * 600)]
)
def test_an_app_that_dies_meanwhile_is_told(pieces: tuple[bytes, ...], tmp_path: Path) -> None:
    with answering(*pieces) as running, pytest.raises(StateError, match="stopped before it answered"):
        ask(running, "export", {}, [], tmp_path)


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"3"])
def test_an_answer_that_is_not_ours_is_told(body: bytes) -> None:
    with answering(head("text/html", len(body)), body) as running, pytest.raises(StateError, match="not curator's"):
        ask(running, "progress", {}, [], None)


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(httpx.ConnectError):
        ask(Running(1, f"http://127.0.0.1:{port}", "token"), "progress", {}, [], None)


@pytest.mark.parametrize(
    "error",
    [
        UsageError("a.", where="b", fix="c."),
        NotFoundError("a."),
        StateError("a.", fix="c."),
        DataError("a.", where="b"),
        StorageFullError("a."),
        ProblemsError([Problem("one.", "x, line 1", "Mend."), Problem("two.")], where="x"),
        IncompleteError("a.", [{"dialogue": "d1", "turn": "t1"}], fix="c."),
    ],
)
def test_an_error_arrives_as_it_was_raised(error: CuratorError) -> None:
    again = error_of(error.status, json.loads(json.dumps(error.as_json())))
    assert type(again) is type(error)
    assert again.as_json() == error.as_json()
    assert (again.exit_code, str(again)) == (error.exit_code, str(error))
