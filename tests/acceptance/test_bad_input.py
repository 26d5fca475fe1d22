"""What is wrong is told with its place and its mend, as one JSON document, and changes nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.workspaces import GOOD, contents, done, problems, records, tells_no_secrets, truly
from tests.calling import curator

TWO_MISTAKES = """\
id: two
version: 1
roles: {seeker: [usr]}
fields:
  - {id: a, target: turn, kind: colour}
  - {id: b, target: turn, kind: choice, options: [x, x]}
"""


@dataclass(frozen=True)
class Bad:
    """A file that cannot be imported, what is said of it, and where."""

    name: str
    content: bytes
    says: str
    where: str
    flags: tuple[str, ...] = ()
    code: int = 1


def turns(*shapes: Any, name: str = "d1") -> dict[str, Any]:
    return {"id": name, "turns": list(shapes)}


SAID = {"speaker": "usr", "text": "Hi."}
FILES = (
    Bad("cut.json", b'{"dialog": [{"text": "Hi"', "not JSON", "cut.json, line 1, column 26"),
    Bad("lines.jsonl", records(turns(SAID)) + b"not JSON\n", "not JSON", "lines.jsonl, line 2, column 1"),
    Bad("nan.json", b'[{"id": "d1", "turns": [{"speaker": "usr", "text": "Hi.", "x": NaN}]}]', "NaN", "nan.json"),
    Bad("notes.txt", b"Dear diary,\ntoday nothing.\n", "format", "notes.txt", code=2),
    Bad("notes.txt", b"Dear diary,\ntoday nothing.\n", "not JSON", "notes.txt, line 1", ("--format", "turns")),
    Bad("picture.json", bytes(range(256)), "not UTF-8", "picture.json"),
    Bad("latin.json", b'[{"turns": [{"speaker": "usr", "text": "caf\xe9"}]}]', "byte 43 (line 1)", "latin.json"),
    Bad("wide.json", json.dumps([turns(SAID)]).encode("utf-16-le"), "UTF-16", "wide.json"),
    Bad("plain.json", records(turns(SAID)), "'klingon'", "encoding", ("--encoding", "klingon"), 2),
    Bad("empty.json", b"", "empty", "empty.json"),
    Bad("spaces.json", b" \n \n", "empty", "spaces.json"),
    Bad("none.json", b"[]", "", "none.json"),
    Bad("mute.json", records(turns(SAID, {"text": "Who?"})), "no speaker", "mute.json, turn 2"),
    Bad(
        "mute.jsonl", records(GOOD, {**GOOD, "dialog": [{"text": "Who?"}]}), "no speaker", "mute.jsonl, line 2, turn 1"
    ),
    Bad("wordless.jsonl", records(turns({"speaker": "usr"})), "no text", "wordless.jsonl, turn 1"),
    Bad("twice.jsonl", records(turns(SAID), turns(SAID)), "'d1' is used twice", "twice.jsonl, line 2"),
    Bad("turns.json", records(turns({**SAID, "id": "t"}, {**SAID, "id": "t"})), "'t' is used twice", "turns.json"),
    Bad("good.jsonl", records(GOOD), "'nix'", "", ("--format", "nix")),
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One project `p` under ESConv's scheme, with one dialogue. Every test leaves it as it was."""
    folder = tmp_path_factory.mktemp("bad")
    workspace = folder / "w"
    done("init", workspace)
    done("--workspace", workspace, "project", "create", "p", "--schema", "esconv")
    (folder / "before.jsonl").write_bytes(records(GOOD))
    done("--workspace", workspace, "import", "p", folder / "before.jsonl")
    return workspace


@contextmanager
def nothing_changes(workspace: Path) -> Iterator[None]:
    before = contents(workspace)
    assert sum(map(len, before.values())) > 10
    yield
    assert contents(workspace) == before


@pytest.mark.parametrize("bad", FILES, ids=lambda bad: " ".join((bad.name, *bad.flags)))
def test_bad_files_are_refused_with_place_and_mend(workspace: Path, tmp_path: Path, bad: Bad) -> None:
    file = tmp_path / bad.name
    file.write_bytes(bad.content)
    with nothing_changes(workspace):
        called = curator("--workspace", workspace, "import", "p", file, *bad.flags, "--json")
    found = problems(called, bad.code)
    assert any(bad.says in one["problem"] and bad.where in one["where"] for one in found), found
    tells_no_secrets(called, tmp_path, workspace)


def test_a_good_file_beside_a_bad_one_does_not_come_in(workspace: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(records({**GOOD, "situation": "Another one."}))
    bad.write_bytes(records(GOOD) + b"{")
    with nothing_changes(workspace):
        called = curator("--workspace", workspace, "import", "p", good, bad, "--json")
        assert {one["where"].split(",")[0] for one in problems(called, 1)} == {"bad.jsonl"}


def test_an_id_that_two_files_use_is_refused(workspace: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(records(turns(SAID)))
    two.write_bytes(records(turns({**SAID, "text": "Something else."})))
    with nothing_changes(workspace):
        [found] = problems(curator("--workspace", workspace, "import", "p", one, two, "--json"), 1)
    assert "'d1'" in found["problem"]


def test_all_problems_of_a_file_are_told_together(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(records(turns({"text": "a"}, {"speaker": "usr"}), turns({"text": "b"}, name="d2")))
    found = problems(curator("--workspace", workspace, "import", "p", file, "--json"), 1)
    places = [one["where"] for one in found]
    assert places == ["many.jsonl, line 1, turn 1", "many.jsonl, line 1, turn 2", "many.jsonl, line 2, turn 1"]


def test_files_that_are_not_there(workspace: Path, tmp_path: Path) -> None:
    with nothing_changes(workspace):
        for given in (tmp_path / "nix.jsonl", tmp_path):
            called = curator("--workspace", workspace, "import", "p", given, "--json")
            [found] = problems(called, 1)
            assert found["where"] == given.name
            tells_no_secrets(called, tmp_path.parent)


def test_two_mistakes_in_a_schema_are_told_at_once(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(TWO_MISTAKES, encoding="utf-8")
    with nothing_changes(workspace):
        created = curator("--workspace", workspace, "project", "create", "q", "--schema", file, "--json")
    for called in (created, curator("schema", "check", file, "--json")):
        found = problems(called, 1)
        assert [one["where"] for one in found] == [
            "two.yaml, fields[0].kind (line 5)",
            "two.yaml, fields[1].options[1] (line 6)",
        ]
        tells_no_secrets(called, tmp_path)


HOLDS = {
    "a program that knows nothing of curator": "import duckdb; held = duckdb.connect(sys.argv[1] + '/curator.duckdb')",
    "another command of curator": (
        "from pathlib import Path; from curator.commands.running import WorkspaceLock;"
        "held = WorkspaceLock(Path(sys.argv[1])); assert held.acquire()"
    ),
}


@pytest.mark.slow  # a command waits ten seconds for another one to be done
@pytest.mark.parametrize("holder", HOLDS)
def test_a_database_that_another_process_has_open(workspace: Path, tmp_path: Path, holder: str) -> None:
    more = tmp_path / "more.jsonl"
    more.write_bytes(records({**GOOD, "situation": "Another one."}))
    own = tmp_path / "w"
    shutil.copytree(workspace, own)
    before = contents(own)
    program = f"import sys; {HOLDS[holder]}; print('held', flush=True); sys.stdin.readline()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(own)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        called = truly("--workspace", own, "import", "p", more, "--json")
        process.communicate("done\n", timeout=60)
    [found] = problems(called, 1)
    assert found["where"] in ("curator.duckdb", "run.lock")
    assert "another process" in found["problem"]
    tells_no_secrets(called, tmp_path)
    assert contents(own) == before
    assert done("--workspace", own, "import", "p", more)["new"] == 1
