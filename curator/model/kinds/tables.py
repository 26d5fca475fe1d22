"""The tables of kinds in docs/schema-language.md: `python -m curator.model.kinds.tables docs/schema-language.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from curator.model.kinds import KINDS
from curator.model.targets import TARGET_NAMES


def targets_by_kind() -> str:
    """A row a kind: which targets it can be about (■: the labelling page draws it; ●: it cannot yet)."""
    head = f"| kind | {' | '.join(TARGET_NAMES)} |"
    rule = f"|---|{'---|' * len(TARGET_NAMES)}"
    rows = []
    for kind in KINDS:
        signs = " | ".join(_sign(target in kind.targets, kind.drawable) for target in TARGET_NAMES)
        rows.append(f"| `{kind.name}` | {signs} |")
    return "\n".join([head, rule, *rows])


def kinds() -> str:
    """A row a kind: what it is, its value in the API and in exports, its own settings and gold rules."""
    rows = [
        f"| `{kind.name}` | {kind.summary} | {kind.value} | {_words(sorted(kind.settings))} | {_words(kind.rules)} |"
        for kind in KINDS
    ]
    return "\n".join(["| kind | is | value | settings | gold rules |", "|---|---|---|---|---|", *rows])


TABLES = {"targets-by-kind": targets_by_kind, "kinds": kinds}


def renewed(text: str) -> str:
    """The document with each table between `<!-- table NAME -->` and `<!-- end -->` written anew."""
    for name, table in TABLES.items():
        head, begin, rest = text.partition(f"<!-- table {name} -->\n")
        _, end, tail = rest.partition("<!-- end -->")
        text = f"{head}{begin}{table()}\n{end}{tail}" if end else text
    return text


def _sign(can: bool, drawable: bool) -> str:
    if not can:
        return ""
    return "■" if drawable else "●"


def _words(names: Iterable[str]) -> str:
    """`from`, `to`, …; the model calls `from` `from_`, as Python reserves the word."""
    return ", ".join(f"`{name.rstrip('_')}`" for name in names)


if __name__ == "__main__":
    document = Path(sys.argv[1])
    document.write_text(renewed(document.read_text(encoding="utf-8")), encoding="utf-8")
