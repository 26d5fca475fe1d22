"""What the command line prints: one strict JSON document with `--json`, else plain lines and tables."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from curator.commands.transport import strict_json
from curator.errors import CuratorError
from curator.model.base import Json

MANY = 1e9  # disagreement is squared: from here on its digits would fill the line
_ORDERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Signs that a terminal obeys, which a name in a file may hold; tabs and line ends are ours."""


def show(answer: Mapping[str, Json], *, as_json: bool) -> None:
    _print(strict_json(answer) if as_json else "\n".join(_lines(answer)), sys.stdout)


def show_error(error: CuratorError, *, as_json: bool) -> None:
    if as_json:
        _print(strict_json({"error": error.as_json()}), sys.stdout)
    else:
        _print(str(error), sys.stderr)


def tell(text: str) -> None:
    """Progress, for a person who watches: on stderr, and only on a terminal."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def table(rows: Sequence[Mapping[str, Json]], columns: Sequence[str] = ()) -> str:
    """Aligned columns; numbers to the right, with three decimals where they have any."""
    names = list(columns) or list(dict.fromkeys(name for row in rows for name in row))
    cells = [[_cell(row.get(name)) for name in names] for row in rows]
    widths = [max(len(line[i]) for line in [names, *cells]) for i in range(len(names))]
    right = [all(isinstance(row.get(name), int | float | None) for row in rows) for name in names]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in [names, *cells]
    )


def say(text: str) -> None:
    """Plain words on stdout."""
    _print(text, sys.stdout)


def _print(text: str, stream: TextIO) -> None:
    """What the terminal's encoding lacks, or would obey, is written as \\u escapes, which JSON understands as well."""
    text = _ORDERS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
    encoding = stream.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = "".join(sign if sign.isascii() else _escaped(sign) for sign in text)
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        # Whoever reads has had enough (`| head`): that is no failure, and what comes after goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _escaped(sign: str) -> str:
    return json.dumps(sign)[1:-1]


def _lines(answer: Mapping[str, Json], indent: str = "") -> list[str]:
    lines: list[str] = []
    for name, value in answer.items():
        label = f"{indent}{name.replace('_', ' ')}"
        if isinstance(value, Mapping) and value:
            lines += [f"{label}:", *_lines(value, indent + "  ")]
        elif _is_table(value):
            lines += [f"{label}:", *(f"{indent}  {line}" for line in table(value).splitlines())]
        elif isinstance(value, list) and value and not all(isinstance(item, int | float) for item in value):
            lines += [f"{label}:", *(f"{indent}  {_cell(item)}" for item in value)]
        else:
            lines.append(f"{label}: {_cell(value)}")
    return lines


def _is_table(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _cell(value: Json) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < MANY else f"{value:.4g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_cell(item) for item in value) or "none"
    return str(value)
