"""Spans of text and stretches of a recording: what was marked, and how, over everything that could have been."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import polars as pl

from curator.agreement.matching import F1, Place, found_by_both, matched
from curator.agreement.spans import Spans
from curator.agreement.timed import TOLERANCE
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds import AgreementPlan
from curator.model.schema import Field
from curator.model.targets import Target
from curator.work.agreeing.compared import Answered, Compared, Context, answered, by_place
from curator.work.agreeing.items import length, milliseconds, of_items

Row = tuple[str, str, int | None, int | None, str]
"""(document, annotator, start, end, label); no start and end: looked and marked nothing."""
_OF_TEXT = (
    "positions are characters; the texts of a dialogue that the same people looked at are laid end to end, and whole "
    "dialogues are resampled"
)
_OF_TIME = "positions are milliseconds of the recording, up to the last turn's end or the last stretch's"


def spans(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """F1 exact and by characters, unitizing alpha; then the parts of the spans that overlap most."""
    found: list[Row] = []
    lengths: dict[str, float] = {}
    for document, together in _documents(by_place(answered(rows))):
        begin = 0
        for of_place in together:
            begin += _lay_out(found, document, begin, of_place, field, context) + 1  # so that spans never touch
        lengths[document] = begin
    how = "spans of one text that overlap, most first"
    return [_compared(found, lengths, _OF_TEXT), *of_items(rows, field, _overlap, how)]


def _documents(places: Mapping[Place, Mapping[str, Answered]]) -> Iterator[tuple[str, list[Mapping[str, Answered]]]]:
    """The places of a dialogue at which the same people looked, in order: mostly all of them."""
    together: dict[str, list[Mapping[str, Answered]]] = {}
    for (cluster, _), of_place in places.items():
        together.setdefault(json.dumps([cluster, *sorted(of_place)]), []).append(of_place)
    yield from together.items()


def _lay_out(
    found: list[Row],
    document: str,
    begin: int,
    of_place: Mapping[str, Answered],
    field: Field,
    context: Context,
) -> int:
    """Adds the rows of one place, which begins at `begin` in its document; how long the place is."""
    first = next(iter(of_place.values()))
    texts = _texts(field, context.dialogue(first.dialogue), first.target)
    marked = [(value.get("turn", ""), value["end"]) for one in of_place.values() for value in one.values]
    for turn, end in marked:  # a text that was shortened since
        texts[turn] = max(texts.get(turn, 0), end)
    base, size = {}, 0
    for turn, n in texts.items():
        base[turn] = begin + size
        size += n + 1
    for one in of_place.values():
        own = [(base[value.get("turn", "")], value) for value in one.values]
        found += [
            (document, one.annotator, at + value["start"], at + value["end"], str(value.get("label", "")))
            for at, value in own
        ] or [(document, one.annotator, None, None, "")]
    return size


def _texts(field: Field, dialogue: Dialogue, target: Target) -> dict[str, int]:
    """Turn id ("" for the text of a part or a candidate) -> number of characters that could be marked."""
    turns = {turn.id: len(turn.text) for turn in dialogue.turns}
    if target.part:
        return {"": next((len(part.text) for part in dialogue.parts if part.id == target.part), 0)}
    if target.candidate:
        found = next((one.content for one in dialogue.candidates if one.id == target.candidate), "")
        return {"": len(found if isinstance(found, str) else str(found.get("text", "")))}
    if target.turn and field.scope in (None, "turn"):
        return {target.turn: turns.get(target.turn, 0)}
    return turns


def stretches(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """The same on the recording."""
    found: list[Row] = []
    lengths: dict[str, float] = {}
    places = by_place(answered(rows))
    for (cluster, place), of_place in places.items():
        document = json.dumps([cluster, place])
        of_document: list[Row] = []
        for one in of_place.values():
            of_document += [
                (document, one.annotator, milliseconds(it["start"]), milliseconds(it["end"]), str(it.get("label", "")))
                for it in one.values
            ] or [(document, one.annotator, None, None, "")]
        dialogue = next(iter(of_place.values())).dialogue
        told = milliseconds(length(context.dialogue(dialogue))) if dialogue else 0
        lengths[document] = max(told, 1, *(row[3] or 0 for row in of_document))
        found += of_document
    marked = {place: {who: one.values for who, one in of_place.items()} for place, of_place in places.items()}
    close = found_by_both(matched(marked, _near))
    within = f"{TOLERANCE / 1000:g} s"
    near = f"stretches of one label are the same if both ends are at most {within} apart, nearest first"
    return [
        _compared(found, lengths, _OF_TIME),
        Compared(close, measures=(F1,), part=f"both ends within {within}", match="overlap", how=near, details=True),
        *of_items(rows, field, _overlap, "stretches that overlap, most first"),
    ]


def _compared(rows: list[Row], lengths: Mapping[str, float], how: str) -> Compared:
    kinds = {"document": pl.String, "annotator": pl.String, "start": pl.Int64, "end": pl.Int64, "value": pl.String}
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    return Compared(stretches=Spans.from_frame(frame, lengths=lengths), how=how, details=True)


def _near(one: Json, other: Json) -> float:
    if one.get("label") != other.get("label"):
        return 0.0
    apart = max(abs(milliseconds(one[end]) - milliseconds(other[end])) for end in ("start", "end"))
    return 1 / (1 + apart) if apart <= TOLERANCE else 0.0


def _overlap(one: Json, other: Json) -> float:
    """The share of the positions of both that they have in common."""
    if one.get("turn", "") != other.get("turn", ""):
        return 0.0
    both = min(one["end"], other["end"]) - max(one["start"], other["start"])
    either = max(one["end"], other["end"]) - min(one["start"], other["start"])
    return float(max(0.0, both / either))
