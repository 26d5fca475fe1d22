"""`make bench`, or `python -m benchmarks NAME …`: measures and prints; all together also write results.md."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from benchmarks.figures import machine, table

NAMES = ("agreement", "imports", "export", "saves", "page", "keystrokes", "start", "size")
RESULTS = Path(__file__).parent / "results.md"


def main(names: list[str]) -> int:
    sections = []
    for name in names or NAMES:
        module = importlib.import_module(f"benchmarks.{name}")
        before = machine()
        section = f"## {name}\n\n{(module.__doc__ or '').strip()}\n\nMachine: {before}.\n\n{table(module.measure())}\n"
        print(section, flush=True)
        sections.append(section)
    if not names:
        RESULTS.write_text(
            "# Figures\n\nWritten by `make bench`; machine and load stand with each.\n\n" + "\n".join(sections)
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
