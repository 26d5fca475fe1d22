"""YAML read as text, with lines, and without being talked into endless work."""

from __future__ import annotations

import time

import pytest

from curator.errors import ProblemsError
from curator.model.yaml_source import at, read_yaml


def test_scalars_stay_as_written() -> None:
    source = read_yaml("a: [yes, null, 1.0, 0x1f, 2026-01-01, '', ~]\nb:\nno: on\n", where="s.yaml")
    assert source.data == {"a": ["yes", "null", "1.0", "0x1f", "2026-01-01", "", "~"], "b": "", "no": "on"}


def test_every_value_knows_its_line_and_anchors_work() -> None:
    source = read_yaml("a: &it\n  - x\n  - {y: 1}\nb: *it\n", where="s.yaml")
    assert source.data["b"] == ["x", {"y": "1"}]
    assert at(("a", 1, "y"), source, "s.yaml") == "s.yaml, a[1].y (line 3)"
    assert at(("a", 0, "id"), source, "s.yaml") == "s.yaml, a[0] (line 2)"
    assert at(("entities", "groups"), source, "s.yaml") == "s.yaml"
    assert at(("b",), source, "") == "b (line 4)"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        "a: " + "[" * 100 + "]" * 100,
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
            for before, name in zip("abcdefgh", "bcdefghi", strict=True)
        ),
    ],
    ids=["never closed", "deep", "aliases within aliases"],
)
def test_a_file_that_would_unfold_without_end_is_refused_quickly(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(ProblemsError, match="more than a label schema can"):
        read_yaml(text, where="s.yaml")
    assert time.perf_counter() - start < 10


def test_two_documents_in_one_file_are_refused() -> None:
    with pytest.raises(ProblemsError, match="not YAML"):
        read_yaml("a: 1\n---\nb: 2\n", where="s.yaml")


def test_a_key_that_is_no_text_has_no_name() -> None:
    assert read_yaml("? [a, b]\n: 1\n", where="s.yaml").data == {"?": "1"}
