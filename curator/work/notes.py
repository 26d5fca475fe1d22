"""Comments and flags, and dialogues that are passed over with a reason."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from curator.errors import DataError, NotAllowedError, NotFoundError, StateError
from curator.model.base import Json
from curator.store.interface import Note, NoteKind
from curator.work.access import Person, allow
from curator.work.annotators import annotator
from curator.work.handout import following, same_round, skipped_by
from curator.work.shelf import Shelf

LONGEST = 5_000
REASONS = ("distressing", "unclear", "language", "other")


def add_note(
    shelf: Shelf,
    person: Person | None,
    project: str,
    task: str,
    dialogue: str,
    *,
    kind: NoteKind,
    text: str,
    turn: str = "",
    note_id: str = "",
) -> dict[str, Json]:
    """The note as it is kept. note_id: a UUID of the client's, so that a retried request changes nothing.

    Raises DataError (no text, too long, half a character), NotFoundError (dialogue, turn), StateError (id in use).
    """
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task, dialogue)
    if turn and all(one.id != turn for one in sheet.dialogue.turns):
        raise NotFoundError(f"this dialogue has no turn {turn!r}.", where=dialogue)
    words = _text(text)
    if kind == "comment" and not words:
        raise DataError("a comment says something.", where="text")
    try:
        name = str(uuid.UUID(note_id)) if note_id else str(uuid.uuid4())
    except ValueError as error:
        raise DataError(f"{note_id[:60]!r} is not a UUID.", where="id") from error
    note = Note(name, project, task, dialogue, turn, kind, words, who.name, datetime.now(UTC))
    return note_json(shelf.store.add_note(note), who)


def remove_note(shelf: Shelf, person: Person | None, note_id: str) -> None:
    """One's own alone. Raises NotFoundError, NotAllowedError."""
    who = allow(person, "label")
    if shelf.store.note(note_id).author != who.name:
        raise NotAllowedError("this is somebody else's note.", where="notes")
    shelf.store.remove_note(note_id)


def skip(
    shelf: Shelf,
    person: Person | None,
    project: str,
    task: str,
    round: int,
    dialogue: str,
    *,
    reason: str,
    text: str = "",
) -> dict[str, Json]:
    """{"next"}: the dialogue is not handed out again to this person. Raises StateError where it is submitted."""
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task, dialogue)
    same_round(sheet, round)
    work = shelf.store.work(project, task=task, annotator=who.name)
    if any(one.dialogue == dialogue and one.state == "submitted" for one in work):
        raise StateError("this dialogue is submitted.", where=dialogue, fix="Take it up again first.")
    shelf.store.skip(
        project, task=task, round=round, dialogue=dialogue, annotator=who.name, reason=reason, text=_text(text)
    )
    return {"next": following(sheet.book, work, dialogue, skipped_by(shelf, who, project, task))}


def unskip(shelf: Shelf, person: Person | None, project: str, task: str, round: int, dialogue: str) -> None:
    """The dialogue is handed out again; no change where it is not skipped."""
    who = annotator(shelf, person, project)
    same_round(shelf.sheet(project, task, dialogue), round)
    shelf.store.unskip(project, task=task, round=round, dialogue=dialogue, annotator=who.name)


def seen_notes(shelf: Shelf, who: Person, project: str, dialogue: str) -> list[dict[str, Json]]:
    """One's own; a lead sees everybody's. Annotators do not see each other's: what they say would travel."""
    kept = shelf.store.notes(project, dialogue=dialogue)
    return [note_json(one, who) for one in kept if one.author == who.name or who.role in ("lead", "admin")]


def note_json(note: Note, who: Person) -> dict[str, Json]:
    return {
        "id": note.id,
        "turn": note.turn,
        "kind": note.kind,
        "text": note.text,
        "author": note.author,
        "at": note.at.isoformat(),
        "mine": note.author == who.name,
    }


def _text(text: str) -> str:
    if len(text) > LONGEST:
        raise DataError(f"the text is longer than {LONGEST} characters.", where="text", fix="Write less.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise DataError("the text holds half a character.", where="text") from error
    return text.strip()
