"""Labelling one dialogue: open it, take the answers, submit it, take it up again."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from curator.errors import IncompleteError, NotFoundError
from curator.model.annotation import Event, Outcome, State
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.plan import Cell, Given, answers_of, by_submit, missing
from curator.model.project import Task
from curator.model.rules import broken_rules
from curator.model.schema import Schema
from curator.model.targets import Target
from curator.store.interface import StoredEvent
from curator.work.access import Person, allow
from curator.work.annotators import annotator, name_problem
from curator.work.answers import checked_event
from curator.work.cases import has_case_questions, kept_place, page_labels
from curator.work.handout import done_of, following, same_round, skipped_by
from curator.work.notes import seen_notes
from curator.work.page import dialogue_json
from curator.work.questions import schema_json
from curator.work.shelf import Sheet, Shelf


@dataclass(frozen=True)
class Checked:
    """A batch sorted out: what may be appended, and what became of the rest, by place in the batch."""

    events: list[Event]
    places: list[int]
    outcomes: dict[int, Outcome]

    def results(self, appended: Sequence[Outcome]) -> list[Outcome]:
        """One outcome an event, in the order of the batch."""
        all_of_them = {**self.outcomes, **dict(zip(self.places, appended, strict=True))}
        return [all_of_them[place] for place in sorted(all_of_them)]


def open_dialogue(shelf: Shelf, person: Person | None, project: str, task_id: str, dialogue: str) -> dict[str, Json]:
    """What the page needs to draw a dialogue (docs: HTTP, `GET dialogues/{id}`). Raises NotFoundError."""
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task_id, dialogue).of(who.name)
    book, task = sheet.book, sheet.task
    kept = page_labels(shelf.store, sheet, who.name)
    skipped = skipped_by(shelf, who, project, task.id)
    work = {one.dialogue: one for one in shelf.store.work(project, task=task.id, annotator=who.name)}
    revision, markdown = book.guidelines
    own = work.get(dialogue)
    return {
        "project": project,
        "task": task.id,
        "round": task.round,
        "dialogue": dialogue_json(sheet, who.name),
        "schema": schema_json(sheet),
        "guidelines": {
            "revision": revision,
            "markdown": markdown,
            "fields": {field.id: field.definition for field in sheet.fields.values()},
        },
        "labels": [_label(one) for one in kept if not one.stale],
        "offered": [_label(one) for one in kept if one.stale],
        "notes": seen_notes(shelf, who, project, dialogue),
        "skipped": skipped[dialogue].reason if dialogue in skipped else None,
        "submitted": own is not None and own.state == "submitted",
        "next": following(book, work.values(), dialogue, skipped),
        "progress": done_of(book, work.values()),
    }


def can_check_at_once(shelf: Shelf, shapes: Iterable[Json]) -> bool:
    """Whether everything that `check_events` reads is in memory already."""
    wanted = {_names(shape) for shape in shapes} - {None}
    return all(shelf.at_hand(*names) is not None for names in wanted if names)


def check_events(shelf: Shelf, person: Person | None, shapes: Sequence[Json]) -> Checked:
    """Each event against schema, task and dialogue; what does not fit is refused with a reason in plain words.

    Raises NotSignedInError, NotAllowedError.
    """
    who = allow(person, "label")
    checked = Checked([], [], {})
    for place, shape in enumerate(shapes):
        event = _checked(shelf, who, shape)
        if isinstance(event, Event):
            checked.events.append(event)
            checked.places.append(place)
        else:
            checked.outcomes[place] = event
    return checked


def save_events(shelf: Shelf, person: Person | None, shapes: Sequence[Json]) -> list[Outcome]:
    """One outcome an event, in order, after COMMIT. The API does the same without holding a thread."""
    checked = check_events(shelf, person, shapes)
    return checked.results(shelf.store.append(checked.events) if checked.events else [])


def submit(
    shelf: Shelf, person: Person | None, project: str, task_id: str, round: int, dialogue: str
) -> dict[str, Json]:
    """{"seq", "next"}; untouched cells that count as none are written. `seq` null: it had been submitted before.

    Raises IncompleteError (what is missing, or the rules that stop), StateError (another round), NotFoundError.
    """
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task_id, dialogue).of(who.name)
    book, task, store = sheet.book, sheet.task, shelf.store
    same_round(sheet, round)
    work = store.work(project, task=task.id, annotator=who.name)
    skipped = set(skipped_by(shelf, who, project, task.id)) - {dialogue}
    after = following(book, work, dialogue, skipped)
    if any(one.dialogue == dialogue and one.state == "submitted" for one in work):
        return {"seq": None, "next": after}
    current = [one.event for one in page_labels(store, sheet, who.name) if not one.stale]
    given = answers_of(current)
    blanks = by_submit(*_asked(sheet), given)
    _complete(sheet, given, blanks)
    written = [_written(sheet, who, cell.field.id, cell.target, "none") for cell in blanks]
    written += [
        _written(sheet, who, event.field, event.target, "retracted", event.id)
        for event in current
        if _is_overtaken(event, given)
    ]
    seq = store.submit(
        project,
        task=task.id,
        round=round,
        dialogue=dialogue,
        annotator=who.name,
        by_submit=written,
        case=sheet.dialogue.case if has_case_questions(sheet) else "",
    )
    store.unskip(project, task=task.id, round=round, dialogue=dialogue, annotator=who.name)
    return {"seq": seq, "next": after}


def reopen(shelf: Shelf, person: Person | None, project: str, task_id: str, round: int, dialogue: str) -> None:
    """Takes a submitted dialogue up again; no change where it is open. Raises StateError, NotFoundError."""
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task_id, dialogue)
    same_round(sheet, round)
    work = shelf.store.work(project, task=sheet.task.id, annotator=who.name)
    if any(one.dialogue == dialogue and one.state == "submitted" for one in work):
        shelf.store.reopen(project, task=sheet.task.id, round=round, dialogue=dialogue, annotator=who.name)


def _checked(shelf: Shelf, who: Person, shape: Json) -> Event | Outcome:
    names = _names(shape)
    event_id = shape.get("id") if isinstance(shape, dict) else None
    event_id = event_id if isinstance(event_id, str) else ""
    if names is None:
        return Outcome(event_id, "refused", reason="The event lacks its id, project, task or dialogue.")
    try:
        sheet = shelf.at_hand(*names) or shelf.sheet(*names)
    except NotFoundError as error:
        return Outcome(event_id, "refused", reason=str(error))
    if problem := name_problem(sheet.book, who):
        return Outcome(event_id, "refused", reason=problem)
    event = checked_event(sheet.of(who.name), who.name, shape)
    return event if isinstance(event, Event) else Outcome(event_id, "refused", reason=event)


def _names(shape: Json) -> tuple[str, str, str] | None:
    """(project, task, dialogue) of an event, if it has them and an id."""
    if not isinstance(shape, dict):
        return None
    project, task, dialogue = shape.get("project"), shape.get("task", "main"), shape.get("dialogue")
    if isinstance(project, str) and isinstance(task, str) and isinstance(dialogue, str) and shape.get("id"):
        return project, task, dialogue
    return None


def _label(kept: StoredEvent) -> dict[str, Json]:
    event = kept.event
    return {
        "id": event.id,
        "field": event.field,
        "target": event.target.as_json(),
        "item": event.item or None,
        "state": event.state,
        "value": event.value,
        "certainty": event.certainty,
        "origin": event.origin,
        "seq": kept.seq,
    }


def _asked(sheet: Sheet) -> tuple[Schema, Task, Dialogue]:
    return sheet.book.schema, sheet.task, sheet.dialogue


def _complete(sheet: Sheet, given: Given, blanks: Sequence[Cell]) -> None:
    """Raises IncompleteError naming what is missing, or the rules that stop."""
    lacking = missing(*_asked(sheet), given, blanks)
    if lacking:
        raise IncompleteError(
            f"{len(lacking)} answer{'' if len(lacking) == 1 else 's'} still missing.",
            [cell.as_json() for cell in lacking],
            where=sheet.dialogue.id,
            fix="Answer them, then submit again.",
        )
    broken = [one for one in broken_rules(*_asked(sheet), given, blanks) if one.rule.level == "stop"]
    if broken:
        raise IncompleteError(
            broken[0].rule.say if len(broken) == 1 else f"{len(broken)} rules are broken: {broken[0].rule.say}",
            [],
            [one.as_json() for one in broken],
            where=sheet.dialogue.id,
            fix="Change the answers there, then submit again.",
        )


def _is_overtaken(event: Event, given: Given) -> bool:
    """Whether *nothing found* was followed by an item: then it does not hold any more."""
    if event.item or event.state not in ("none", "cannot_tell"):
        return False
    answer = given.get((event.field, event.target))
    return answer is not None and answer.state == "value"


def _written(sheet: Sheet, who: Person, field: str, target: Target, state: State, based_on: str | None = None) -> Event:
    """An event of the submit itself; the store puts it on top of what stands there."""
    dialogue, place = kept_place(sheet, target)
    return Event(
        id=str(uuid.uuid4()),
        project=sheet.book.project.id,
        task=sheet.task.id,
        round=sheet.task.round,
        dialogue=dialogue,
        field=field,
        target=place,
        annotator=who.name,
        state=state,
        based_on=based_on,
        schema_version=sheet.book.schema.version,
        guidelines=sheet.book.guidelines[0],
        text_revision=sheet.text_revision,
        origin="by_submit",
    )
