"""AnnoMI: motivational interviewing as a CSV table, one row for each utterance and annotator.

    transcript_id, utterance_id, interlocutor, utterance_text, timestamp, annotator_id, mi_quality, topic, …, and labels

The column of a label is called like the schema's field. An empty cell is *not annotated*. `n/a` is *not applicable*
where the question is not asked (a therapist's field in a client's row, the type of something that is not there) and
then no label, as everywhere; where it is asked, `n/a` stays as the annotator's answer outside the scheme.
Without `annotator_id` (AnnoMI-simple) nobody says whose the labels are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from curator.importers.annomi_labels import COLUMNS, labels_of
from curator.importers.drafting import Ids, Roles, build, check_utterance
from curator.importers.interface import Imported, refuse_options
from curator.importers.problems import Problems
from curator.importers.source import SourceFile
from curator.importers.tables import Row, header_of, rows_of
from curator.model.base import Json
from curator.model.schema import Schema

TRANSCRIPT, UTTERANCE, SPEAKER, TEXT = "transcript_id", "utterance_id", "interlocutor", "utterance_text"
NEEDED = (TRANSCRIPT, UTTERANCE, SPEAKER, TEXT)
ANNOTATOR, TIME = "annotator_id", "timestamp"
ATTRIBUTES = ("mi_quality", "topic", "video_title", "video_url")
VIDEO = "video_url"
"""Transcripts of one video are one case: the same people, who must not stand on both sides of a split."""
_TIME = re.compile(r"(\d\d):([0-5]\d):([0-5]\d)")


class AnnomiImporter:
    name = "annomi"
    title = "AnnoMI (CSV, one row for each utterance and annotator)"

    def sniff(self, head: str, name: str) -> float:
        return 0.95 if set(NEEDED) <= set(header_of(head)) else 0.0

    def read(self, source: SourceFile, schema: Schema, options: Mapping[str, Json]) -> Iterator[Imported]:
        refuse_options(self, options)
        problems = Problems(source.name)
        reading = _Reading(source.name, schema, problems)
        transcripts: dict[str, dict[str, list[Row]]] = {}
        for row in rows_of(source.text, NEEDED, problems):
            if reading.is_placed(row):
                utterances = transcripts.setdefault(row.cells[TRANSCRIPT], {})
                utterances.setdefault(row.cells[UTTERANCE], []).append(row)
        imported = [reading.dialogue(name, utterances) for name, utterances in transcripts.items()]
        problems.raise_any()
        return (one for one in imported if one is not None)


class _Reading:
    """One pass over one file."""

    def __init__(self, name: str, schema: Schema, problems: Problems) -> None:
        self.schema, self.problems = schema, problems
        self.roles, self.ids = Roles(schema), Ids(name, problems)

    def is_placed(self, row: Row) -> bool:
        lacking = [name for name in (TRANSCRIPT, UTTERANCE) if not row.cells[name].strip()]
        for name in lacking:
            self.problems.add(
                f"the row has no {name}.", where=row.where, fix="Say which utterance of which transcript it is."
            )
        return not lacking

    def dialogue(self, name: str, utterances: dict[str, list[Row]]) -> Imported | None:
        ordered = _in_order(utterances)
        fine = [self._is_one(rows) for rows in ordered]
        if not all(fine):
            return None
        warnings: list[str] = []
        rows = [row for group in ordered for row in group]
        own = {*NEEDED, ANNOTATOR, TIME, *(field for field in COLUMNS if self.schema.field(field) is not None)}
        rest = [column for column in rows[0].cells if column not in own]
        of_all = {column: found for column in rest if (found := _same(rows, column))}
        turns = [self._turn(group, [column for column in rest if column not in of_all], warnings) for group in ordered]
        _say_what_is_odd(turns, rest, rows, warnings)
        speaking = Counter(group[0].cells[SPEAKER] for group in ordered)
        draft: dict[str, Json] = {
            "id": self.ids.given(name, rows[0].where),
            "source_id": name,
            "case": of_all.get(VIDEO, ""),
            "participants": [{"id": speaker, "role": self.roles.of(speaker) or ""} for speaker in speaking],
            "turns": turns,
            "attributes": {column: of_all[column] for column in ATTRIBUTES if column in of_all},
            "extra": {column: found for column, found in of_all.items() if column not in ATTRIBUTES},
        }
        dialogue = build(draft, rows[0].where, self.problems)
        if dialogue is None:
            return None
        cells = [{rater_of(row): row.cells for row in group} for group in ordered]
        labels = labels_of(self.schema, dialogue, cells)
        return Imported(dialogue, labels, self.roles.unknown(speaking), warnings)

    def _is_one(self, rows: Sequence[Row]) -> bool:
        """Whether the rows of an utterance agree on who said what, and hold one row for each annotator."""
        first, fine = rows[0], True
        for row in rows:
            fine &= check_utterance(row.cells, SPEAKER, TEXT, row.where, self.problems)
            others = [name for name in (SPEAKER, TEXT, TIME) if row.cells.get(name) != first.cells.get(name)]
            for name in others:
                self.problems.add(
                    f"utterance {row.cells[UTTERANCE]} has another {name} here than in {first.where}.",
                    where=row.where,
                    fix="Rows of one utterance differ in the annotator and the labels alone.",
                )
            fine &= not others
        seen: dict[str, Row] = {}
        for row in rows:
            before = seen.setdefault(row.cells.get(ANNOTATOR, ""), row)
            if before.cells != row.cells:
                self.problems.add(
                    f"the annotator {row.cells.get(ANNOTATOR, '')!r} labelled this utterance in {before.where} as well,"
                    " in another way.",
                    where=row.where,
                    fix="Leave one row for each utterance and annotator.",
                )
                fine = False
        return fine

    def _turn(self, rows: Sequence[Row], rest: Sequence[str], warnings: list[str]) -> dict[str, Json]:
        cells = rows[0].cells
        draft: dict[str, Json] = {"id": cells[UTTERANCE], "speakers": (cells[SPEAKER],), "text": cells[TEXT]}
        extra: dict[str, Json] = {column: kept for column in rest if (kept := _kept(rows, column)) is not None}
        stamp = cells.get(TIME, "")
        if found := _TIME.fullmatch(stamp):
            hours, minutes, seconds = map(int, found.groups())
            draft["start"] = 3600.0 * hours + 60 * minutes + seconds
        elif stamp.strip():
            extra[TIME] = stamp
            warnings.append("a timestamp is not HH:MM:SS; it is kept as it stands")
        if len({rater_of(row) for row in rows}) < len(rows):
            warnings.append("a row stands in the file twice; it counts once")
        return {**draft, "extra": extra}


def rater_of(row: Row) -> str | None:
    """None where the file does not say."""
    return row.cells.get(ANNOTATOR, "").strip() or None


def _in_order(utterances: dict[str, list[Row]]) -> list[list[Row]]:
    """By number where all utterances have one, else as they stand."""
    if all(name.isdecimal() for name in utterances):
        return [utterances[name] for name in sorted(utterances, key=int)]
    return list(utterances.values())


def _same(rows: Sequence[Row], column: str) -> str:
    """What the column says in every one of the rows; empty where it says several things, or nothing."""
    found = {row.cells[column] for row in rows}
    return found.pop() if len(found) == 1 else ""


def _kept(rows: Sequence[Row], column: str) -> Json:
    """What a column that is no label says of an utterance: one text, or what each annotator's row says."""
    if all(not row.cells[column] for row in rows):
        return None
    return _same(rows, column) or {rater_of(row) or "": row.cells[column] for row in rows}


def _say_what_is_odd(
    turns: Sequence[Mapping[str, Json]], rest: Sequence[str], rows: Sequence[Row], warnings: list[str]
) -> None:
    starts = [turn["start"] for turn in turns if "start" in turn]
    if starts != sorted(starts):
        warnings.append("a turn begins before the one above it; times are kept as they stand")
    strange = [column for column in rest if column in COLUMNS and any(row.cells[column].strip() for row in rows)]
    warnings += [
        f"the schema has no field {column!r}: the source's values stay with the turns, but are not labels"
        for column in strange
    ]
