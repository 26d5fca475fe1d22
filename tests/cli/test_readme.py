"""The README's table of commands is the command line's own."""

from __future__ import annotations

from pathlib import Path

from curator.cli import command_table, readme_table

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_table_is_current() -> None:
    _, _, rest = README.read_text(encoding="utf-8").partition("<!-- commands -->\n")
    shown, _, _ = rest.partition("\n<!-- /commands -->")
    assert shown == readme_table(), f"Put this between the markers in README.md:\n{readme_table()}"


def test_every_command_has_one_line_of_help() -> None:
    table = dict(command_table())
    assert "curator project create ID" in table
    assert all(summary and "\n" not in summary and not summary.endswith("...") for summary in table.values())
