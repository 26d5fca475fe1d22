"""Every command does the same on the database and through a running app: the same JSON, exit code and files.

The others (`init`, `demo`, `serve`, `restore`, `doctor`) work on a workspace as such; beside a running app they say
what to do.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from curator.commands import COMMANDS
from tests.browser.server import Server
from tests.calling import Called, curator

RECORD = {
    "emotion_type": "anxiety",
    "problem_type": "job crisis",
    "dialog": [
        {"text": "I cannot sleep", "speaker": "usr"},
        {"text": "Since when?", "speaker": "sys", "strategy": "Question"},
        {"text": "Go to bed.", "speaker": "sys", "strategy": "Direct Guidance"},
        {"text": "Please.", "speaker": "sys"},
    ],
}
SECRET = ("token", "bytes")  # differs from run to run by its nature


@dataclass(frozen=True)
class Line:
    """A command line after `--workspace DIR`; "OUT" is a path for what it writes. `name`: of the command it sends."""

    name: str
    args: str
    code: int = 0


LINES = (
    Line("schemas", "schemas"),
    Line("schema-check", "schema check esconv broken.yaml", 1),
    Line("schema-check", "schema check family-demo"),
    Line("project-create", "project create p --schema esconv --project-file tasks.yaml"),
    Line("project-create", "project create p --schema esconv", 1),
    Line("project-create", "project create q --schema own.yaml --title Own"),
    Line("project-create", "project create r --schema broken.yaml", 1),
    Line("project-list", "project list"),
    Line("project-show", "project show p"),
    Line("project-show", "project show nix", 1),
    Line("import", "import p made.jsonl --dry-run"),
    Line("import", "import p made.jsonl --split train"),
    Line("import", "import p made.jsonl"),
    Line("import", "import p broken.json", 1),
    Line("import", "import nix made.jsonl", 1),
    Line("import", "import p made.jsonl --format nix", 1),
    Line("progress", "progress family-demo"),
    Line("progress", "progress nix", 1),
    Line("agreement", "agreement family-demo"),
    Line("agreement", "agreement family-demo --field move --round current --metric fleiss_kappa --resamples 20"),
    Line("agreement", "agreement family-demo --field nix", 1),
    Line("agreement", "agreement family-demo --field move --kind person --kind model --resamples 0"),
    Line("agreement", "agreement family-demo --kind robot", 2),
    Line("agreement", "agreement family-demo --level nominal", 2),
    Line("agreement-ratings", "agreement --ratings ratings.csv --level ordinal"),
    Line("agreement-ratings", "agreement --ratings ratings.csv --value nix", 1),
    Line("agreement-ratings", "agreement --ratings ratings.csv --form 2,1", 2),
    Line("diagnose", "diagnose family-demo --field move --resamples 20"),
    Line("diagnose", "diagnose family-demo --field move --width 9", 2),
    Line("diagnose", "diagnose family-demo --field nix", 1),
    Line("compare", "compare family-demo --field move --rounds independent current --resamples 20"),
    Line("compare", "compare family-demo --field move", 2),
    Line("judgements", "judgements family-demo"),
    Line("judgements", "judgements family-demo --field move", 1),
    Line("split", "split family-demo --shares train=0.5,test=0.5 --seed 3"),
    Line("split", "split p --given given.csv", 1),
    Line("split", "split family-demo --shares train=much", 2),
    Line("export", "export p esconv --out OUT", 1),
    Line("export", "export p esconv --out OUT --allow-missing"),
    Line("export", "export family-demo ratings --out OUT --anonymous"),
    Line("export", "export family-demo nix --out OUT", 1),
    Line("token-create", "token create --role lead"),
    Line("token-create", "token create --role annotator", 2),
    Line("token-create", "token create --role nix", 2),
    Line("backup", "backup OUT"),
)
WHOLE = ("demo", "init", "restore", "serve", "doctor")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two equal workspaces, `here` and `there`, and the files that the lines name."""
    folder = tmp_path_factory.mktemp("commands")
    assert curator("demo", folder / "here").code == 0
    shutil.copytree(folder / "here", folder / "there")
    (folder / "made.jsonl").write_text(json.dumps(RECORD), encoding="utf-8")
    (folder / "broken.json").write_text('{"dialog": [{"text": "Hi"}', encoding="utf-8")
    (folder / "broken.yaml").write_text("id: x\nfields: [{id: a, target: turn, kind: nix}]\n", encoding="utf-8")
    (folder / "own.yaml").write_text("id: own\nfields: [{id: a, target: turn, kind: text}]\n", encoding="utf-8")
    (folder / "tasks.yaml").write_text("schema: esconv\ntasks: [{id: main, fields: [strategy]}]\n", encoding="utf-8")
    (folder / "given.csv").write_text("dialogue_id,split\nnix,train\n", encoding="utf-8")
    rows = "".join(
        f"u{unit},{who},{1 + (unit * 7 + place) % 3}\n" for unit in range(9) for place, who in enumerate("ab")
    )
    (folder / "ratings.csv").write_text(f"unit,annotator,value\n{rows}", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Server]:
    server = Server(folder / "there")
    server.start()
    yield server
    server.stop()


def call(folder: Path, workspace: str, line: str, place: int) -> tuple[Called, Path]:
    out = folder / f"{workspace}-{place}"
    given = [
        str(out) if word == "OUT" else str(folder / word) if (folder / word).is_file() else word
        for word in line.split()
    ]
    return curator("--workspace", folder / workspace, *given, "--json"), out


def comparable(answer: Any) -> Any:
    return {name: "…" if name in SECRET else value for name, value in answer.items()}


def files(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_every_command_is_tried_both_ways() -> None:
    assert {line.name for line in LINES} == set(COMMANDS.names())


def test_here_and_through_the_app_are_the_same(folder: Path, served: Server) -> None:
    for place, line in enumerate(LINES):
        here, out_here = call(folder, "here", line.args, place)
        there, out_there = call(folder, "there", line.args, place)
        assert (here.code, there.code) == (line.code, line.code), (line, here, there)
        assert comparable(here.json) == comparable(there.json), line
        assert ("error" in here.json) == (line.code != 0), line
        assert (here.err, there.err) == ("", ""), line
        assert out_here.exists() == out_there.exists() == ("OUT" in line.args and line.code == 0), line
        assert files(out_here) == files(out_there), line


def test_a_token_may_do_what_its_role_may(folder: Path, served: Server) -> None:
    statuses: dict[str, dict[str, int]] = {}
    for role in ("annotator", "engineer", "lead"):
        made = curator(
            "--workspace", folder / "there", "token", "create", "--role", role, "--annotator", "Ana", "--json"
        )
        headers = {"authorization": f"Bearer {made.json['token']}"}
        for name in ("schemas", "progress", "import", "backup"):
            form = {"request": (None, json.dumps({"project": "nix"} if name in ("progress", "import") else {}))}
            url = f"{served.address}/api/v1/commands/{name}"
            statuses.setdefault(role, {})[name] = httpx.post(url, files=form, headers=headers, timeout=60).status_code
    # 404 and 400: it was let in, and then there was no such project, or no file.
    assert statuses == {
        "annotator": {"schemas": 200, "progress": 403, "import": 403, "backup": 403},
        "engineer": {"schemas": 200, "progress": 404, "import": 403, "backup": 403},
        "lead": {"schemas": 200, "progress": 404, "import": 400, "backup": 403},
    }
    assert httpx.post(f"{served.address}/api/v1/commands/schemas", timeout=60).status_code in (401, 415)


@pytest.mark.parametrize("command", WHOLE)
def test_beside_a_running_app_the_others_say_what_to_do(folder: Path, served: Server, command: str) -> None:
    arguments = {"demo": [folder / "there"], "init": [folder / "there"], "restore": [folder / "made.jsonl"]}
    called = curator("--workspace", folder / "there", command, *arguments.get(command, []), "--json")
    if command == "doctor":
        assert called.code == 0, called
        assert served.address in {check["check"]: check["says"] for check in called.json["checks"]}["app"]
        return
    assert called.code == 1
    assert served.address in called.json["error"]["problem"]
    assert called.json["error"]["fix"]
