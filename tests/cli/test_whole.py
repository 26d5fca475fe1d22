"""The command line as a whole: usage, `--json`, the workspace, and the commands that work on a workspace as such."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from curator.commands.running import WorkspaceLock
from tests.calling import curator


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workspace = tmp_path_factory.mktemp("demo") / "workspace"
    assert curator("demo", workspace, "--json").code == 0
    return workspace


@pytest.mark.parametrize(
    "arguments",
    [
        ["nix"],
        ["progress"],
        ["progress", "p", "q"],
        ["progress", "p", "--nix"],
        ["project", "nix"],
        ["serve", "--port", "high"],
        ["export", "p", "esconv"],
        ["agreement", "p", "--round", "last"],
    ],
)
def test_wrong_usage_is_exit_2_and_one_document(arguments: list[str]) -> None:
    called = curator(*arguments, "--json")
    assert called.code == 2
    assert set(called.json) == {"error"}
    assert set(called.json["error"]) == {"problem", "where", "fix"}
    assert called.err == ""
    plain = curator(*arguments)
    assert (plain.code, plain.out) == (2, "")
    assert plain.err


def test_help_and_nothing_at_all() -> None:
    assert curator("--help").code == 0
    assert "agreement" in curator("--help").out
    assert curator("agreement", "--help").code == 0


def test_a_process_prints_one_strict_document(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "curator", "--workspace", str(tmp_path / "nix"), "progress", "p", "--json"]
    done = subprocess.run(run, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (1, "")
    error = json.loads(done.stdout)["error"]
    assert (error["where"], "curator init" in error["fix"]) == ("nix", True)
    assert str(tmp_path) not in done.stdout


def test_init_makes_a_workspace_once(tmp_path: Path) -> None:
    assert curator("init", tmp_path / "w", "--json").json == {"workspace": "w", "made": True}
    again = curator("init", tmp_path / "w", "--json")
    assert (again.code, again.json["error"]["where"]) == (1, "w")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for command in ("init", "demo"):
        called = curator(command, tmp_path / "file" / "w", "--json")
        assert (called.code, called.json["error"]["where"]) == (1, "w")
        assert "cannot be made" in called.json["error"]["problem"]


def test_a_terminal_that_lacks_a_script_gets_escapes(tmp_path: Path) -> None:
    curator("init", tmp_path / "w")
    curator("--workspace", tmp_path / "w", "project", "create", "p", "--schema", "esconv", "--title", "困扰 é")
    run = [sys.executable, "-m", "curator", "--workspace", str(tmp_path / "w"), "project", "list"]
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    as_json = subprocess.run([*run, "--json"], capture_output=True, env=env, timeout=60)
    assert json.loads(as_json.stdout.decode("latin-1"))["projects"][0]["title"] == "困扰 é"
    assert b"\\u56f0" in subprocess.run(run, capture_output=True, env=env, timeout=60).stdout


def test_the_workspace_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    curator("init", tmp_path / "w")
    monkeypatch.setenv("CURATOR_WORKSPACE", str(tmp_path / "w"))
    assert curator("project", "list", "--json").json == {"projects": []}


def test_the_demo_is_the_same_each_time_and_shows_agreement(demo: Path, tmp_path: Path) -> None:
    again = curator("demo", tmp_path / "again", "--json").json
    assert {name: again[name] for name in ("project", "dialogues", "annotators")} == {
        "project": "family-demo",
        "dialogues": 12,
        "annotators": ["Hanna", "Luis", "Mei"],
    }
    first, second = (
        curator("--workspace", workspace, "agreement", "family-demo", "--json").json["results"]
        for workspace in (demo, tmp_path / "again")
    )
    assert first == second
    alphas = [
        one["value"]
        for one in first
        if one["metric"] == "alpha"
        and one["level"] != "set_jaccard"
        and not {"option", "annotators", "by", "part"} & set(one)
    ]
    assert len(alphas) == 7
    assert all(value is not None and 0.4 < value < 0.95 for value in alphas)


def test_another_command_is_waited_for_and_then_named(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("curator.cli.reach.PATIENCE", 0.2)
    lock = WorkspaceLock(demo)
    assert lock.acquire()
    try:
        called = curator("--workspace", demo, "progress", "family-demo", "--json")
    finally:
        lock.release()
    assert (called.code, called.json["error"]["where"]) == (1, "run.lock")
    assert curator("--workspace", demo, "progress", "family-demo", "--json").code == 0


def test_a_stale_run_file_is_ignored(demo: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    shutil.copytree(demo, workspace)
    stale = {"pid": 1, "base": "http://127.0.0.1:9", "token": "old"}
    (workspace / "run.json").write_text(json.dumps(stale), encoding="utf-8")
    assert curator("--workspace", workspace, "progress", "family-demo", "--json").code == 0


def test_backup_and_restore(demo: Path, tmp_path: Path) -> None:
    workspace, saved = tmp_path / "w", tmp_path / "saved.duckdb"
    assert curator("--workspace", demo, "backup", saved, "--json").json == {"bytes": saved.stat().st_size}
    assert curator("--workspace", demo, "backup", saved, "--json").code == 1
    assert curator("--workspace", workspace, "restore", saved, "--json").json == {
        "projects": ["family-demo"],
        "kept": "",
    }
    curator("--workspace", workspace, "project", "create", "late", "--schema", "esconv")
    restored = curator("--workspace", workspace, "restore", saved, "--json").json
    assert (workspace / restored["kept"]).is_file()
    assert len(curator("--workspace", workspace, "project", "list", "--json").json["projects"]) == 1
    before, after = (
        curator("--workspace", which, "agreement", "family-demo", "--json").json for which in (demo, workspace)
    )
    assert before == after


def test_a_broken_backup_changes_nothing(demo: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    shutil.copytree(demo, workspace)
    (tmp_path / "broken").write_bytes(b"not a database" * 1000)
    called = curator("--workspace", workspace, "restore", tmp_path / "broken", "--json")
    assert called.code == 1
    assert called.json["error"]["problem"]
    assert curator("--workspace", workspace, "progress", "family-demo", "--json").json["dialogues"] == 12


def test_doctor_finds_what_is_wrong(demo: Path, tmp_path: Path) -> None:
    well = curator("--workspace", demo, "doctor", "--json")
    assert (well.code, well.json["healthy"]) == (0, True)
    ill = curator("--workspace", tmp_path / "nix", "doctor", "--json")
    assert (ill.code, ill.json["healthy"]) == (1, False)
    assert [check["check"] for check in ill.json["checks"] if not check["ok"]] == ["workspace"]


def test_an_export_replaces_an_earlier_one_and_nothing_else(demo: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run: list[str | Path] = ["--workspace", demo, "export", "family-demo", "ratings", "--out", out]
    assert curator(*run).code == curator(*run).code == 0
    (out / "mine.txt").write_text("keep", encoding="utf-8")
    assert curator(*run).code == 1
    assert (out / "mine.txt").read_text(encoding="utf-8") == "keep"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_export_of_something_else_is_not_replaced(demo: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run: list[str | Path] = ["--workspace", demo, "export", "family-demo"]
    first = curator(*run, "ratings", "--out", out)
    assert "replaced" not in first.out
    assert "replaced: the earlier export of ratings in out" in curator(*run, "ratings", "--out", out).out
    refused = curator(*run, "events", "--out", out, "--json")
    assert (refused.code, refused.json["error"]["where"]) == (1, "out")
    assert "ratings of family-demo" in refused.json["error"]["problem"]
    assert (out / "ratings.jsonl").exists() or any(out.iterdir())


def test_messages_name_what_was_given(demo: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.jsonl"
    small.write_text("{}", encoding="utf-8")
    restored = curator("--workspace", tmp_path / "w", "restore", small, "--json").json["error"]
    assert (restored["where"], "curator backup" in restored["fix"]) == ("small.jsonl", True)
    (tmp_path / "files").mkdir()
    folder = curator("--workspace", demo, "import", "family-demo", tmp_path / "files", "--json").json["error"]
    assert (folder["where"], folder["problem"]) == ("files", "this is a folder, not a file.")
    here = curator("--workspace", demo, "import", "family-demo", ".", "--json").json["error"]
    assert here["where"] == Path.cwd().name
    port = curator("serve", "--port", "99999", "--json").json["error"]
    assert port["problem"].endswith("65535.")


def test_a_reader_that_has_had_enough_is_no_failure(demo: Path) -> None:
    run = [sys.executable, "-m", "curator", "--workspace", str(demo), "progress", "family-demo"]
    started = subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert started.stdout is not None
    started.stdout.close()  # before anything is written
    assert started.stderr is not None
    with started.stderr as told:
        assert told.read() == b""
    assert started.wait(timeout=60) == 0


def test_progress_says_what_it_counts(demo: Path) -> None:
    told = curator("--workspace", demo, "progress", "family-demo").out
    assert "dialogues submitted  dialogues open" in told


def test_an_untouched_project_is_compared_in_one_line(tmp_path: Path) -> None:
    curator("init", tmp_path / "w")
    curator("--workspace", tmp_path / "w", "project", "create", "p", "--schema", "esconv")
    told = curator("--workspace", tmp_path / "w", "agreement", "p").out
    assert told.startswith("nothing to compare yet: two people have to answer")
    assert "nobody has answered" not in told
