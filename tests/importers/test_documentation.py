"""docs/importing.md names every format and every key."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator.importers import IMPORTERS, turns
from curator.importers.esconv import DIALOGUE_FIELDS, TURN_FIELDS

PAGE = (Path(__file__).parents[2] / "docs" / "importing.md").read_text(encoding="utf-8")
KEYS = {
    "list of turns": turns.TURN_LISTS,
    "dialogue id": ("id", *turns.DIALOGUE_IDS),
    "case ": turns.CASES,
    "speaker of a turn": turns.SPEAKERS,
    "text": turns.TEXTS,
    "addressees": turns.ADDRESSEES,
    "start and end": (*turns.STARTS, *turns.ENDS),
    "turn id": turns.TURN_IDS,
}


def test_every_format_has_its_row() -> None:
    rows = [line.split("|")[1].strip() for line in PAGE.splitlines() if line.startswith("| `")]
    assert rows == [f"`{name}`" for name in IMPORTERS.names()]


@pytest.mark.parametrize("what", KEYS)
def test_every_key_is_named_in_its_order(what: str) -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| {what}")]
    assert row.split("`")[1::2] == list(KEYS[what])


def test_fields_of_esconv_are_named() -> None:
    for field in (*TURN_FIELDS, *DIALOGUE_FIELDS):
        assert f"`{field}`" in PAGE
