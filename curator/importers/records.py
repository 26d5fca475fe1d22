"""JSON and JSON lines, however a file packs its dialogues: values with the place where each was found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from curator.importers.problems import Problems
from curator.model.base import Json

WRAPPERS = ("data", "dialogues")
"""Keys of a one-object file whose list holds the dialogues."""


class Record(NamedTuple):
    """where: "line 3" in JSON lines, "dialogue 3" in an array (counted from 1), "" for the only object of a file."""

    value: Json
    where: str


class _NotJsonError(ValueError):
    """A number such as NaN that Python's reader takes and JSON does not know."""


def records_of(text: str, problems: Problems) -> list[Record]:
    """An array of values, one value a line, {"data": [values]}, or one object.

    What is not JSON is added to `problems` with line and column; the good lines are returned all the same, so that
    their own problems are found in the same go.
    """
    start = _skip_blank(text, 0)
    if start == len(text):
        problems.add("the file is empty.", fix="Choose a file that holds dialogues.")
        return []
    if _is_lines(text, start):
        return list(_lines(text, problems))
    value = _parsed(text, "", problems)
    if value is None:
        return []
    records = _unwrapped(value[0])
    if not records:
        problems.add("the file holds no dialogues.", fix="Choose a file that does.")
    _refuse_half_characters(text, records, problems)
    return records


def _skip_blank(text: str, start: int) -> int:
    found = _BLANK.match(text, start)
    return found.end() if found else start


_BLANK = re.compile(r"[ \t\r\n]*")


def _is_lines(text: str, start: int) -> bool:
    """Several values, each on a line of its own: the first line is a whole value, and more follows it."""
    end = text.find("\n", start)
    if end < 0 or _skip_blank(text, end) == len(text):
        return False
    try:
        _DECODER.decode(text[start:end])
    except (ValueError, RecursionError):
        # A first line that is broken: lines all the same if the second begins as a record does.
        more_follows = text.startswith("{", _skip_blank(text, end))
        return text[start] == "{" and not text[start + 1 : end].isspace() and more_follows
    return True


def _lines(text: str, problems: Problems) -> Iterator[Record]:
    # Not str.splitlines: U+2028 and its like may stand inside a JSON string.
    for number, line in enumerate(text.split("\n"), start=1):
        if line and not line.isspace():
            value = _parsed(line, f"line {number}", problems)
            if value is not None:
                record = Record(value[0], f"line {number}")
                _refuse_half_characters(line, [record], problems)
                yield record


def _parsed(text: str, where: str, problems: Problems) -> tuple[Json] | None:
    """The value in a tuple of one (a value may be null), or None if it is not JSON."""
    try:
        return (_DECODER.decode(text),)
    except json.JSONDecodeError as error:
        place = f"{where or f'line {error.lineno}'}, column {error.colno}"
        problems.add(f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}.", where=place, fix=_fix_for(error))
    except _NotJsonError as error:
        problems.add(f"{error} is not a JSON number.", where=where, fix="Write null where a number is missing.")
    except RecursionError:
        problems.add("lists or objects are nested too deeply to read.", where=where, fix="Take the extra levels out.")
    except ValueError as error:
        problems.add(f"a number cannot be read ({error}).", where=where, fix="Write ids as text, in quotes.")
    return None


def _fix_for(error: json.JSONDecodeError) -> str:
    if error.pos >= len(error.doc.rstrip()):
        return "The end is missing: was the file cut short when it was copied?"
    return "Mend the file there, or save it again as JSON."


def _refuse_constant(name: str) -> None:
    raise _NotJsonError(name)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _unwrapped(value: Json) -> list[Record]:
    if isinstance(value, dict):
        inside = next((value[key] for key in WRAPPERS if isinstance(value.get(key), list)), None)
        if inside is None:
            return [Record(value, "")]
        value = inside
    if isinstance(value, list):
        return [Record(item, f"dialogue {number}") for number, item in enumerate(value, start=1)]
    return [Record(value, "")]


_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _refuse_half_characters(text: str, records: list[Record], problems: Problems) -> None:
    """Half of a surrogate pair is no character: no database and no UTF-8 file could hold it."""
    if not _HALF.search(text):
        return
    for record in records:
        try:
            json.dumps(record.value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            half = f"\\u{ord(error.object[error.start]):04x}"
            problems.add(
                f"{half} is half of a character.", where=record.where, fix="Write the whole pair, or the character."
            )
