from __future__ import annotations

import pytest

from curator.importers.problems import Problems
from curator.importers.records import records_of


def told(text: str) -> tuple[list[tuple[object, str]], list[str]]:
    problems = Problems("f.json")
    records = [(record.value, record.where) for record in records_of(text, problems)]
    return records, [str(problem) for problem in problems.as_list()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"a": 1}, {"a": 2}]', [({"a": 1}, "dialogue 1"), ({"a": 2}, "dialogue 2")]),
        ('{"a": 1}\n{"a": 2}\n', [({"a": 1}, "line 1"), ({"a": 2}, "line 2")]),
        ('{"a": 1}\r\n\r\n{"a": 2}\r\n', [({"a": 1}, "line 1"), ({"a": 2}, "line 3")]),
        ('\n\n{"a": 1}\n{"a": 2}', [({"a": 1}, "line 3"), ({"a": 2}, "line 4")]),
        ('{"data": [{"a": 1}], "version": 2}', [({"a": 1}, "dialogue 1")]),
        ('{"dialogues": [{"a": 1}]}', [({"a": 1}, "dialogue 1")]),
        ('{"a": 1}\n', [({"a": 1}, "")]),
        ('{\n "a":\n 1}', [({"a": 1}, "")]),
        ("[1]\n[2]\n", [([1], "line 1"), ([2], "line 2")]),
        ("[\n1,\n2]", [(1, "dialogue 1"), (2, "dialogue 2")]),
        ('{"a": "one\u2028line"}\n{"a": 2}', [({"a": "one\u2028line"}, "line 1"), ({"a": 2}, "line 2")]),
        ('["\\ud83d\\ude00"]', [("\U0001f600", "dialogue 1")]),
    ],
)
def test_every_way_to_pack_dialogues(text: str, expected: list[tuple[object, str]]) -> None:
    assert told(text) == (expected, [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "f.json: the file is empty."),
        (" \r\n\t", "f.json: the file is empty."),
        ("[]", "f.json: the file holds no dialogues."),
        ('{"data": []}', "f.json: the file holds no dialogues."),
        ('[{"a": 1},\n {"a" 2}]', "f.json, line 2, column 7: this is not JSON: expecting ':' delimiter."),
        ('[{"a": 1}', "The end is missing"),
        ('{"a": 1}\n{"a": }\n', "f.json, line 2, column 7: this is not JSON: expecting value."),
        ('{"a": }\n{"a": 1}\n', "f.json, line 1, column 7: this is not JSON"),
        ('[{"a": NaN}]', "f.json: NaN is not a JSON number."),
        ('{"a": 1}\n{"a": -Infinity}', "f.json, line 2: -Infinity is not a JSON number."),
        ('[{"a": ' + "9" * 5000 + "}]", "f.json: a number cannot be read"),
        ("[" * 100_000, "f.json: lists or objects are nested too deeply"),
        ('["a", "\\uD83D!"]', "f.json, dialogue 2: \\ud83d is half of a character."),
        ('{"a": 1}\n{"a": "\\udc00"}', "f.json, line 2: \\udc00 is half of a character."),
    ],
)
def test_what_is_not_json_is_placed(text: str, problem: str) -> None:
    (found,) = told(text)[1]
    assert problem in found


def test_every_broken_line_is_told_and_the_good_ones_are_read() -> None:
    records, problems = told('{"a": 1}\n{"a"}\n{"a": 2}\nnonsense\n')
    assert [where for _, where in records] == ["line 1", "line 3"]
    assert [problem.split(":")[0] for problem in problems] == ["f.json, line 2, column 5", "f.json, line 4, column 1"]
