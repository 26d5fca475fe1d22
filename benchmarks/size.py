"""Installed size and number of packages: the core alone, and with every extra, each in a new environment.

Counted is what the packages bring, pip included; byte code written beside it comes on top (a fifth).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import Figure

ROOT = Path(__file__).resolve().parents[1]


def measure() -> list[Figure]:
    figures = []
    for what, requirement, limit in (("core", str(ROOT), 750.0), ("[all]", f"{ROOT}[all]", 1000.0)):
        size, packages = _install(requirement)
        figures.append(Figure(f"{what}: size", size, "MB", limit))
        figures.append(Figure(f"{what}: packages", packages, ""))
    return figures


def _install(requirement: str) -> tuple[float, int]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [str(Path(folder) / "bin" / "python"), "-B", "-m", "pip", "--disable-pip-version-check"]
        subprocess.run(
            [*pip, "--quiet", "install", "--no-compile", "--constraint", str(ROOT / "constraints.txt"), requirement],
            check=True,
        )
        listed = subprocess.run([*pip, "list", "--format", "freeze"], check=True, capture_output=True, text=True)
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink())
        return size / 1e6, len(listed.stdout.splitlines())
