"""What is special about a kind of field stands in the kind's class: nobody else asks for one by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from curator.model.kinds import KINDS

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "curator" / "model" / "kinds"


def _asks_for_a_kind(source: str) -> Iterator[int]:
    """Lines that compare an attribute or variable called `kind` with a kind's name, or match on it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(_is_kind(side) for side in sides) and any(_names_a_kind(side) for side in sides):
                yield node.lineno
        elif isinstance(node, ast.Match) and _is_kind(node.subject):
            yield node.lineno


def _is_kind(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "kind" or (node.attr == "name" and "kind" in ast.unparse(node.value))
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value == "kind"
    return isinstance(node, ast.Name) and node.id == "kind"


def _names_a_kind(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Constant) and one.value in KINDS.names() for one in ast.walk(node))


def test_no_module_outside_the_kinds_asks_for_one_by_name() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "curator").rglob("*.py"))
        if HOME not in path.parents
        for line in _asks_for_a_kind(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "give the kind a method instead"


def test_the_search_finds_what_it_looks_for() -> None:
    seen = [
        'if field.kind == "scale": pass',
        'if "choice" == kind: pass',
        'if field.kind in ("choice", "choices"): pass',
        'x = field["kind"] != "text"',
        'if field.kind_class.name == "spans": pass',
        'match field.kind:\n    case "text": pass',
    ]
    unseen = ['if person.kind == "group": pass', 'if format == "text": pass', "x = field.kind", 'kind == "person"']
    assert [list(_asks_for_a_kind(source)) for source in seen] == [[1]] * len(seen)
    assert [list(_asks_for_a_kind(source)) for source in unseen] == [[]] * len(unseen)
