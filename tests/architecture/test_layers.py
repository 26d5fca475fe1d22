"""Arrows point down: the import contracts of pyproject.toml hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_import_contracts_hold() -> None:
    command = [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_a_broken_contract_would_be_noticed(tmp_path: Path) -> None:
    package = tmp_path / "curator"
    (package / "model").mkdir(parents=True)
    (package / "errors.py").write_text("import curator.model\n")
    for folder in (package, package / "model"):
        (folder / "__init__.py").write_text("")
    config = (
        '[tool.importlinter]\nroot_package = "curator"\n'
        '[[tool.importlinter.contracts]]\nname = "down"\ntype = "layers"\n'
        'layers = ["curator.model", "curator.errors"]\n'
    )
    (tmp_path / "pyproject.toml").write_text(config)
    code = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    answer = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert answer.returncode == 1, answer.stdout + answer.stderr
