"""People and things that annotators add to a dialogue, where the schema lets them (`entities: {open: true}`)."""

from __future__ import annotations

from typing import Literal

from curator.errors import DataError, NotAllowedError
from curator.model.base import Json
from curator.model.dialogue import Participant
from curator.model.identity import digest
from curator.work.access import Person
from curator.work.annotators import annotator
from curator.work.page import participant_json
from curator.work.shelf import Shelf

LONGEST, MOST = 100, 50
_PREFIX = "added-"


def add_person(
    shelf: Shelf,
    person: Person | None,
    project: str,
    task: str,
    dialogue: str,
    *,
    name: str,
    kind: Literal["mentioned", "entity"] = "mentioned",
) -> dict[str, Json]:
    """Somebody spoken about in this dialogue, as the page gets participants. Seen by whoever added them alone; two
    annotators who write the same name get the same id, so that their labels can be compared. The id tells no name.

    Raises NotAllowedError where the schema is closed, DataError (no name, in use, too many).
    """
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task, dialogue).of(who.name)
    if not sheet.book.schema.entities.open:
        raise NotAllowedError("the schema lets nobody be added.", where=project, fix="Write `entities: {open: true}`.")
    shown = _checked(name)
    added = Participant(id=f"{_PREFIX}{digest(dialogue, shown.casefold())}", name=shown, kind=kind)
    known = {one.id: one for one in sheet.dialogue.participants}
    if added.id not in known:
        if shown.casefold() in {text.casefold() for one in known.values() for text in (one.id, one.name)}:
            raise DataError(f"{shown!r} takes part already.", where="name", fix="Choose them from the list.")
        if sum(one.startswith(_PREFIX) for one in known) >= MOST:
            raise DataError(f"more than {MOST} cannot be added to a dialogue.", where="name")
        shelf.store.add_person(project, dialogue=dialogue, annotator=who.name, participant=added)
    return participant_json(known.get(added.id, added))


def _checked(name: str) -> str:
    shown = " ".join(name.split())
    if not shown or len(shown) > LONGEST:
        raise DataError(f"a name has 1 to {LONGEST} characters.", where="name")
    try:
        shown.encode()
    except UnicodeEncodeError as error:
        raise DataError("the name holds half a character.", where="name") from error
    return shown
