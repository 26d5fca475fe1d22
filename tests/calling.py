"""The command line, called in this process: what it printed and with which code it left."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from curator.cli import main


@dataclass(frozen=True)
class Called:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout; NaN and Infinity are refused."""

        def refuse(name: str) -> Any:
            raise ValueError(f"{name} is not JSON")

        return json.loads(self.out, parse_constant=refuse)


def curator(*args: str | Path) -> Called:
    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([str(arg) for arg in args])
        except SystemExit as leaving:
            code = leaving.code
    return Called(code or 0, out.getvalue(), err.getvalue())
