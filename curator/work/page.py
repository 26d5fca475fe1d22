"""A dialogue as the labelling page gets it: what is shown, and no more."""

from __future__ import annotations

from collections.abc import Collection

from curator.model import grammar
from curator.model.base import Json
from curator.model.dialogue import Candidate, Participant, Turn
from curator.model.identity import digest
from curator.work.questions import conditions
from curator.work.shelf import Sheet


def dialogue_json(sheet: Sheet, annotator: str) -> dict[str, Json]:
    """`attributes` are those that the task shows; `facts` are others that a condition asks about (not for display)."""
    dialogue, shown = sheet.dialogue, sheet.task.shown
    asked = _asked_attributes(sheet)
    drafts = any(field.prefill == "draft" for field in sheet.fields.values())
    roles = {person.id: person.role for person in dialogue.participants}
    candidates = shown_candidates(sheet, annotator)
    return {
        "id": dialogue.id,
        "source_id": dialogue.source_id,
        "case": dialogue.case,
        "position": [sheet.book.place[dialogue.id] + 1, len(sheet.book.place)],
        "attributes": {key: dialogue.attributes[key] for key in shown.attributes if key in dialogue.attributes},
        "facts": _chosen(dialogue.attributes, asked, "dialogue."),
        "participants": [participant_json(person, asked, shown.names) for person in dialogue.participants],
        "turns": [_turn(turn, idx, roles, asked, drafts=drafts) for idx, turn in enumerate(dialogue.turns)],
        "parts": [{**part.model_dump(mode="json"), "idx": idx} for idx, part in enumerate(dialogue.parts)],
        "candidates": [_candidate(sheet, candidate, idx) for idx, candidate in enumerate(candidates)],
        "shown_order": [candidate.id for candidate in candidates],
        "text_revision": sheet.text_revision,
    }


def shown_candidates(sheet: Sheet, annotator: str) -> list[Candidate]:
    """In the order in which this person sees them: shuffled, it is another for each person and dialogue, and always
    the same for one."""
    settings, candidates = sheet.book.schema.candidates, list(sheet.dialogue.candidates)
    if settings is not None and settings.order == "shuffled":
        seed = (sheet.book.project.id, sheet.dialogue.id, annotator)
        candidates.sort(key=lambda candidate: digest(*seed, candidate.id))
    return candidates


def _candidate(sheet: Sheet, candidate: Candidate, idx: int) -> dict[str, Json]:
    """`idx` counts in the order shown: the place in the file could tell the source."""
    settings = sheet.book.schema.candidates
    shape = {"id": candidate.id, "turn": candidate.turn, "content": candidate.content, "idx": idx}
    return shape if settings is not None and settings.source == "hidden" else {**shape, "source": candidate.source}


def participant_json(person: Participant, asked: Collection[str] = (), names: str = "names") -> dict[str, Json]:
    shown = person.name or person.id
    if names == "roles" and person.kind == "person":
        shown = person.role or person.id
    return {
        "id": person.id,
        "name": shown,
        "role": person.role,
        "kind": person.kind,
        "members": list(person.members),
        "may": ["speak", "be_addressed", "be_an_end"] if person.may is None else list(person.may),
        "attributes": _chosen(person.attributes, asked, "participant."),
    }


def _turn(turn: Turn, idx: int, roles: dict[str, str], asked: set[str], *, drafts: bool) -> dict[str, Json]:
    shape = {
        "id": turn.id,
        "idx": idx,
        "speakers": list(turn.speakers),
        "addressees": list(turn.addressees),
        "text": turn.text,
        "start": turn.start,
        "end": turn.end,
        "roles": [role for speaker in turn.speakers if (role := roles[speaker])],
        "attributes": _chosen(turn.attributes, asked, "turn."),
    }
    return {**shape, "draft": _draft(turn)} if drafts else shape


def _draft(turn: Turn) -> str:
    """What a text with `prefill: draft` begins with: the turn's attribute (or other source field) `draft`."""
    found = turn.attributes.get("draft", turn.extra.get("draft"))
    return found if isinstance(found, str) else ""


def _asked_attributes(sheet: Sheet) -> set[str]:
    """The keys `dialogue.ATTR`, `turn.ATTR` and `participant.ATTR` that conditions of the task ask about."""
    return {test.key for expr in conditions(sheet) for test in grammar.tests(expr) if "." in test.key}


def _chosen(attributes: dict[str, Json], asked: Collection[str], scope: str) -> dict[str, Json]:
    return {key: value for key, value in attributes.items() if scope + key in asked}
