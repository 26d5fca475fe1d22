"""What is committed speaks of the project alone and is fit for any machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN = {
    "a path of one machine": re.compile(r"/(?:work|tmp|home|root|Users)/(?:main|team|shared|[a-z]+/)"),
    "a package registry's host": re.compile(r"(?:pypi|npmjs|pythonhosted)\.org|index-url"),
}
ENDINGS = {".py", ".js", ".css", ".md", ".toml", ".txt", ".yaml", ".yml", ".sql", ".json", ""}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / line for line in listed.stdout.splitlines()]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_committed_file_names(what: str) -> None:
    this = Path(__file__).resolve()
    texts = {
        path: path.read_text("utf-8") for path in tracked() if path.suffix in ENDINGS and path != this and path.exists()
    }
    found = [
        f"{path.relative_to(ROOT)}: {hit[0]}" for path, text in texts.items() if (hit := FORBIDDEN[what].search(text))
    ]
    assert not found


def test_pins_are_plain() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line)] == []
