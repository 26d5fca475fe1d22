"""LaTeX: a table to paste that needs no package, and the paragraph on methods under it."""

from __future__ import annotations

from collections.abc import Sequence

from curator.model.base import Json
from curator.work.reporting.lines import Report
from curator.work.reporting.methods import methods, references
from curator.work.reporting.paper import number, paper_rows

_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "−": "$-$",
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "π": r"$\pi$",
    "γ": r"$\gamma$",
    "≥": r"$\geq$",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}
_NUMBERS = frozenset({"dialogues", "units", "annotators", "value"})


def report_as_latex(report: Report, coefficients: Sequence[str] = ()) -> str:
    """The paper's table as a `table` with caption and label, then the methods; references as comments.

    coefficients: as in `paper_lines`.
    """
    table = paper_rows(report, coefficients)
    if not table:
        return "% There is nothing to compare yet, and so there is no table.\n"
    lines = [
        "% Needs no package. Texts in other scripts than Latin need an engine for Unicode (lualatex, xelatex).",
        r"\begin{table}",
        r"\centering",
        r"\caption{Agreement of annotators.}",
        r"\label{tab:agreement}",
        *_tabular([_without_note(row) for row in table]),
        r"\end{table}",
        "",
        *map(tex, methods(report, coefficients)),
        "",
        *(f"% {line}" for line in references(report, coefficients)),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def tex(text: str) -> str:
    """Text as text: no sign of it is a command; line breaks become blanks."""
    return "".join(_SIGNS.get(sign, sign) for sign in " ".join(text.split()))


def _without_note(row: dict[str, Json]) -> dict[str, Json]:
    """Why a value is undefined is too long for a column: the methods say it."""
    return {name: value for name, value in row.items() if name != "note"}


def _tabular(table: list[dict[str, Json]]) -> list[str]:
    names = list(table[0])
    return [
        r"\begin{tabular}{" + "".join("r" if name in _NUMBERS else "l" for name in names) + "}",
        r"\hline",
        " & ".join(tex(name) for name in names) + r" \\",
        r"\hline",
        *(" & ".join(_cell(row[name]) for name in names) + r" \\" for row in table),
        r"\hline",
        r"\end{tabular}",
    ]


def _cell(value: Json) -> str:
    if value is None:
        return "--"
    written = tex(number(value) if isinstance(value, float) else str(value))
    return "{" + written + "}" if written.startswith("[") else written  # after \\ a bracket would be an option
