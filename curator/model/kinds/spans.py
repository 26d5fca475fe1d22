"""`spans`: labelled stretches of text. Offsets are Unicode code points, half-open; the surface text is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import Wrong, object_with, refuse
from curator.model.kinds.items import Items, labelled
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Spans(Items):
    name = "spans"
    way = "spans"
    summary = "labelled stretches of text"
    quotes = True
    value = 'an item `{"turn", "start", "end", "text", "label"}`'
    targets = ("dialogue", "turn", "part", "participant", "pair", "candidate")
    settings = frozenset({"options", "open", "min", "max", "parts", "tile", "scope"})
    drawable = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        span = object_with(field, value, {"start", "end", "text"}, {"turn", "label", "parts"}, "a span")
        turn_id, whole = self._text(field, span.get("turn", ""), dialogue, target)
        start, end = span["start"], span["end"]
        if not _is_offset(start) or not _is_offset(end) or not 0 <= start < end <= len(whole):
            raise refuse(
                field,
                f"{start!r} to {end!r} is not a stretch of a text of {len(whole)} characters.",
                "Offsets are Unicode code points, half-open.",
            )
        if span["text"] != whole[start:end]:
            raise refuse(
                field,
                f"the text there is {whole[start:end]!r}, not {span['text']!r}.",
                "Offsets are Unicode code points, half-open.",
            )
        place = {"turn": turn_id} if turn_id else {}
        return {**place, "start": start, "end": end, "text": span["text"], **labelled(field, span, dialogue, target)}

    def _text(self, field: Question, turn_id: Json, dialogue: Dialogue, target: Target) -> tuple[str, str]:
        """(turn id, text) that the offsets count in: the turn's, or the part's or candidate's own ("" as turn)."""
        if target.part and not turn_id:
            return "", next((part.text for part in dialogue.parts if part.id == target.part), "")
        if target.candidate and not turn_id:
            found = next((one.content for one in dialogue.candidates if one.id == target.candidate), "")
            return "", found if isinstance(found, str) else str(found.get("text", "")) if isinstance(
                found, dict
            ) else ""
        if target.turn and field.scope in (None, "turn"):
            turn_id = turn_id or target.turn
            if turn_id != target.turn:
                raise refuse(
                    field, f"the span lies in {turn_id!r}, not in this turn.", "Set `scope: dialogue` for that."
                )
        turn = next((turn for turn in dialogue.turns if turn.id == turn_id), None)
        if turn is None:
            raise refuse(field, f"{turn_id!r} is not a turn of this dialogue.")
        return turn.id, turn.text

    def whole(self, field: Question, values: list[Json], dialogue: Dialogue, target: Target) -> bool:
        """With `tile` the spans have to cover the turn's text; white space between them may stay free."""
        if not super().whole(field, values, dialogue, target):
            return False
        if not field.tile:
            return True
        text = next((turn.text for turn in dialogue.turns if turn.id == target.turn), "")
        done = 0
        for span in sorted(values, key=lambda span: (span["start"], span["end"])):
            if span["start"] < done or text[done : span["start"]].strip():
                return False
            done = span["end"]
        return not text[done:].strip()

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from super().wrong(field)
        if field.scope == "case":
            yield Wrong("scope", "a span lies in a turn or in the dialogue.", "Use `turn` or `dialogue`.")
        if field.tile and getattr(field, "target", "turn") != "turn":
            yield Wrong("tile", "only a turn can be covered without gap.", "Use `target: turn`.")


def _is_offset(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
