"""A wheel holds what the app needs at run time: schemas, recipes, the page's modules."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_a_wheel_carries_schemas_recipes_and_assets(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    answer = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    names = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    data = {path.name for folder in ("schemas", "exports") for path in (ROOT / folder).iterdir()}
    assert data <= {Path(name).name for name in names if name.startswith("curator/_data/")}
    code = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "curator").rglob("*")
        if path.suffix in {".py", ".js", ".css", ".sql"}
    }
    assert code <= names
