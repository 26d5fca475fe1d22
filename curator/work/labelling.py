"""Labelling one dialogue: open it, take the answers, submit it, take it up again."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from curator.errors import IncompleteError, NotAllowedError, NotFoundError, StateError
from curator.model.annotation import Event, Outcome
from curator.model.base import Json
from curator.model.plan import answers_of, by_submit, missing
from curator.model.targets import Target
from curator.store.interface import StoredEvent, Work
from curator.work.access import Person, allow
from curator.work.answers import checked_event
from curator.work.page import dialogue_json, schema_json
from curator.work.shelf import Book, Sheet, Shelf


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
    sheet = shelf.sheet(project, task_id, dialogue)
    book, task = sheet.book, sheet.task
    kept = shelf.store.labels(project, task=task.id, round=task.round, dialogue=dialogue, annotator=who.name)
    work = {one.dialogue: one for one in shelf.store.work(project, task=task.id, annotator=who.name)}
    revision, markdown = book.guidelines
    own = work.get(dialogue)
    return {
        "project": project,
        "task": task.id,
        "round": task.round,
        "dialogue": dialogue_json(sheet),
        "schema": schema_json(sheet),
        "guidelines": {
            "revision": revision,
            "markdown": markdown,
            "fields": {field.id: field.definition for field in sheet.fields.values()},
        },
        "labels": [_label(one) for one in kept if not one.stale],
        "offered": [_label(one) for one in kept if one.stale],
        "submitted": own is not None and own.state == "submitted",
        "next": _after(book, work.values(), dialogue),
        "progress": _progress(book, work.values()),
    }


def next_dialogue(
    shelf: Shelf, person: Person | None, project: str, task_id: str, after: str | None = None
) -> dict[str, Json]:
    """{"dialogue": id | null, "progress"}: the next one that this person has not submitted, and it becomes theirs.

    Without `after` it is the one they worked on last; with it, the next in the order of loading, round to the start.
    """
    who = annotator(shelf, person, project)
    book = shelf.book(project)
    task = book.task(task_id)
    if after is not None and after not in book.place:
        raise NotFoundError(f"there is no dialogue {after!r}.", where=project)
    work = shelf.store.work(project, task=task.id, annotator=who.name)
    open_ones = [one for one in work if one.state == "open" and one.last_at is not None and one.dialogue in book.place]
    if after is None and open_ones:
        chosen: str | None = max(open_ones, key=lambda one: (one.last_at, one.dialogue)).dialogue
    else:
        chosen = _after(book, work, after)
    if chosen is not None and all(one.dialogue != chosen for one in work):
        shelf.store.open_work(project, task=task.id, round=task.round, dialogue=chosen, annotator=who.name)
    return {"dialogue": chosen, "progress": _progress(book, work)}


def own_progress(shelf: Shelf, person: Person, project: str, task_id: str) -> dict[str, Json]:
    """{"submitted", "of"}: dialogues. Raises NotFoundError."""
    return _progress(shelf.book(project), shelf.store.work(project, task=task_id, annotator=person.name))


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

    Raises IncompleteError (what is missing, in reading order), StateError (another round), NotFoundError.
    """
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task_id, dialogue)
    book, task, store = sheet.book, sheet.task, shelf.store
    _same_round(sheet, round)
    work = store.work(project, task=task.id, annotator=who.name)
    if any(one.dialogue == dialogue and one.state == "submitted" for one in work):
        return {"seq": None, "next": _after(book, work, dialogue)}
    kept = store.labels(project, task=task.id, round=round, dialogue=dialogue, annotator=who.name)
    current = [one.event for one in kept if not one.stale]
    given = answers_of(current)
    lacking = missing(book.schema, task, sheet.dialogue, given)
    if lacking:
        raise IncompleteError(
            f"{len(lacking)} answer{'' if len(lacking) == 1 else 's'} still missing.",
            [cell.as_json() for cell in lacking],
            where=dialogue,
            fix="Answer them, then submit again.",
        )
    heads = {(event.field, event.target): event.id for event in current}
    blanks = [
        _blank(sheet, who, cell.field.id, cell.target, heads.get((cell.field.id, cell.target)))
        for cell in by_submit(book.schema, task, sheet.dialogue, given)
    ]
    seq = store.submit(project, task=task.id, round=round, dialogue=dialogue, annotator=who.name, by_submit=blanks)
    return {"seq": seq, "next": _after(book, work, dialogue)}


def reopen(shelf: Shelf, person: Person | None, project: str, task_id: str, round: int, dialogue: str) -> None:
    """Takes a submitted dialogue up again; no change where it is open. Raises StateError, NotFoundError."""
    who = annotator(shelf, person, project)
    sheet = shelf.sheet(project, task_id, dialogue)
    _same_round(sheet, round)
    work = shelf.store.work(project, task=sheet.task.id, annotator=who.name)
    if any(one.dialogue == dialogue and one.state == "submitted" for one in work):
        shelf.store.reopen(project, task=sheet.task.id, round=round, dialogue=dialogue, annotator=who.name)


def annotator(shelf: Shelf, person: Person | None, project: str) -> Person:
    """Raises NotSignedInError; NotAllowedError where labels of a source file carry the same name."""
    who = allow(person, "label")
    if problem := _name_problem(shelf.book(project), who):
        raise NotAllowedError(problem, where=project, fix="Sign in with another name.")
    return who


def _name_problem(book: Book, who: Person) -> str:
    if who.kind == "run":
        return "a command cannot label; sign in as a person."
    if book.annotators.get(who.name, "person") != "person":
        return f"labels that came with the data carry the name {who.name!r}."
    return ""


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
    if problem := _name_problem(sheet.book, who):
        return Outcome(event_id, "refused", reason=problem)
    event = checked_event(sheet, who.name, shape)
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
        "origin": event.origin,
        "seq": kept.seq,
    }


def _after(book: Book, work: Iterable[Work], after: str | None) -> str | None:
    """The next dialogue in order that is not submitted, round to the start, `after` itself left out."""
    done = {one.dialogue for one in work if one.state == "submitted"}
    order = list(book.place)
    start = book.place[after] + 1 if after is not None else 0
    return next((one for one in (*order[start:], *order[:start]) if one not in done and one != after), None)


def _progress(book: Book, work: Iterable[Work]) -> dict[str, Json]:
    return {"submitted": sum(one.state == "submitted" for one in work), "of": len(book.place)}


def _same_round(sheet: Sheet, round: int) -> None:
    if round != sheet.task.round:
        raise StateError(
            f"round {round} is not open.", where=sheet.task.id, fix=f"The task is in round {sheet.task.round}: reload."
        )


def _blank(sheet: Sheet, who: Person, field: str, target: Target, based_on: str | None) -> Event:
    return Event(
        id=str(uuid.uuid4()),
        project=sheet.book.project.id,
        task=sheet.task.id,
        round=sheet.task.round,
        dialogue=sheet.dialogue.id,
        field=field,
        target=target,
        annotator=who.name,
        state="none",
        based_on=based_on,
        schema_version=sheet.book.schema.version,
        guidelines=sheet.book.guidelines[0],
        text_revision=sheet.text_revision,
        origin="by_submit",
    )
