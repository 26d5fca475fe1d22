"""Which dialogue comes next, and how many are done."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from curator.errors import NotFoundError, StateError
from curator.model.base import Json
from curator.store.interface import Skip, Work
from curator.work.access import Person
from curator.work.annotators import annotator
from curator.work.shelf import Book, Sheet, Shelf


def next_dialogue(
    shelf: Shelf, person: Person | None, project: str, task_id: str, after: str | None = None
) -> dict[str, Json]:
    """{"dialogue": id | null, "progress"}: the next one that this person has not submitted or skipped; it becomes
    theirs.

    Without `after` it is the one they worked on last; with it, the next in the order of loading, round to the start.
    """
    who = annotator(shelf, person, project)
    book = shelf.book(project)
    task = book.task(task_id)
    if after is not None and after not in book.place:
        raise NotFoundError(f"there is no dialogue {after!r}.", where=project)
    work = shelf.store.work(project, task=task.id, annotator=who.name)
    skipped = skipped_by(shelf, who, project, task.id)
    handed = book.place.keys() - skipped.keys()
    open_ones = [one for one in work if one.state == "open" and one.last_at is not None and one.dialogue in handed]
    if after is None and open_ones:
        chosen: str | None = max(open_ones, key=lambda one: (one.last_at, one.dialogue)).dialogue
    else:
        chosen = following(book, work, after, skipped)
    if chosen is not None and all(one.dialogue != chosen for one in work):
        shelf.store.open_work(project, task=task.id, round=task.round, dialogue=chosen, annotator=who.name)
    return {"dialogue": chosen, "progress": done_of(book, work)}


def own_progress(shelf: Shelf, person: Person, project: str, task_id: str) -> dict[str, Json]:
    """{"submitted", "of"}: dialogues. Raises NotFoundError."""
    return done_of(shelf.book(project), shelf.store.work(project, task=task_id, annotator=person.name))


def own_work(shelf: Shelf, person: Person | None, project: str, task_id: str) -> dict[str, Json]:
    """{"dialogues": [{"dialogue", "place" (from 1), "state": "new" | "open" | "submitted" | "skipped"}], "progress"}.

    In the order of loading. Raises NotFoundError.
    """
    who = annotator(shelf, person, project)
    book = shelf.book(project)
    task = book.task(task_id)
    work = shelf.store.work(project, task=task.id, annotator=who.name)
    states: dict[str, str] = {one.dialogue: one.state for one in work}
    for dialogue in skipped_by(shelf, who, project, task.id):
        states[dialogue] = "skipped"
    listed: list[Json] = [
        {"dialogue": dialogue, "place": place + 1, "state": states.get(dialogue, "new")}
        for dialogue, place in book.place.items()
    ]
    return {"dialogues": listed, "progress": done_of(book, work)}


def skipped_by(shelf: Shelf, who: Person, project: str, task_id: str) -> dict[str, Skip]:
    """dialogue id -> why, of this person in the task's round."""
    round_ = shelf.book(project).task(task_id).round
    skips = shelf.store.skips(project, task=task_id, annotator=who.name)
    return {one.dialogue: one for one in skips if one.round == round_}


def following(book: Book, work: Iterable[Work], after: str | None, skipped: Collection[str] = ()) -> str | None:
    """The next dialogue in order that is not done, round to the start, `after` itself left out."""
    done = {one.dialogue for one in work if one.state == "submitted"}.union(skipped)
    order = list(book.place)
    start = book.place[after] + 1 if after is not None else 0
    return next((one for one in (*order[start:], *order[:start]) if one not in done and one != after), None)


def done_of(book: Book, work: Iterable[Work]) -> dict[str, Json]:
    return {"submitted": sum(one.state == "submitted" for one in work), "of": len(book.place)}


def same_round(sheet: Sheet, round: int) -> None:
    """Raises StateError where the task is in another round."""
    if round != sheet.task.round:
        raise StateError(
            f"round {round} is not open.", where=sheet.task.id, fix=f"The task is in round {sheet.task.round}: reload."
        )
