"""The component's files: right types, asked for again only when changed, and no way out of the folder."""

from __future__ import annotations

import pytest

from curator.api.assets import FOLDER
from tests.api.conftest import Client


@pytest.mark.parametrize("name", [path.relative_to(FOLDER).as_posix() for path in sorted(FOLDER.rglob("*.[jc]s*"))])
def test_every_module_and_style_is_served_as_it_is(client: Client, name: str) -> None:
    answer = client("").get(f"/api/v1/assets/{name}")
    assert (answer.status_code, answer.content) == (200, (FOLDER / name).read_bytes())
    wanted = "text/javascript" if name.endswith(".js") else "text/css"
    assert answer.headers["content-type"].startswith(wanted)
    assert answer.headers["last-modified"]


def test_an_unchanged_file_is_not_sent_again(client: Client) -> None:
    browser = client("")
    first = browser.get("/api/v1/assets/board.js")
    again = browser.get("/api/v1/assets/board.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = browser.get("/api/v1/assets/board.js", headers={"if-none-match": '"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "__init__.py",
        "gone.js",
        "",
        "fields",
        "../main.py",
        "..%2fmain.py",
        "%2e%2e/main.py",
        "..%5cmain.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "fields/../../main.py",
        "board.js%00.css",
        "board.js/",
        "x" * 5000 + ".js",
        "fields/" * 500 + "x.js",
    ],
)
def test_nothing_else_is_served(client: Client, name: str) -> None:
    answer = client("").get(f"/api/v1/assets/{name}")
    assert answer.status_code == 404
    assert answer.json()["error"]["problem"]
