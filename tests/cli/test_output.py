"""What people see: aligned tables, plain words; and one JSON document for scripts."""

from __future__ import annotations

import json

import pytest

from curator.cli.output import show, show_error, table
from curator.errors import Problem, ProblemsError


def test_numbers_stand_to_the_right_and_text_to_the_left() -> None:
    rows = [{"name": "a", "n": 5, "value": 0.5}, {"name": "longer", "n": 120, "value": None}]
    assert table(rows).splitlines() == ["name      n  value", "a         5  0.500", "longer  120      –"]


def test_an_answer_reads_as_lines(capsys: pytest.CaptureFixture[str]) -> None:
    show({"n_turns": 2, "done": True, "unknown": {"strategy": {"Odd": 3}}, "warnings": ["one", "two"]}, as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        "n turns: 2",
        "done: yes",
        "unknown:",
        "  strategy:",
        "    Odd: 3",
        "warnings:",
        "  one",
        "  two",
    ]


def test_an_error_is_one_document_on_stdout_or_words_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    error = ProblemsError([Problem("no id.", "x.yaml, line 3", "Write one.")], where="x.yaml")
    show_error(error, as_json=True)
    show_error(error, as_json=False)
    captured = capsys.readouterr()
    assert json.loads(captured.out)["error"]["problems"][0]["where"] == "x.yaml, line 3"
    assert "x.yaml, line 3: no id. Write one." in captured.err


def test_a_terminal_obeys_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    show_error(ProblemsError([Problem("nobody called '\x1b[31mred\x9b'.", "x", "")], where="x"), as_json=False)
    show({"name": "\x1b]0;title\x07", "of": "two\tcells"}, as_json=False)
    captured = capsys.readouterr()
    assert "\\u001b[31mred\\u009b" in captured.err
    assert captured.out == "name: \\u001b]0;title\\u0007\nof: two\tcells\n"


def test_numbers_of_many_digits_are_told_in_short() -> None:
    assert table([{"observed": 1e200, "expected": 2.5}]).splitlines()[1].split() == ["1e+200", "2.500"]
