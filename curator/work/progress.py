"""How much is labelled, by task, annotator and dialogue: read from the small table that the writer keeps."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from curator.model.base import Json
from curator.store.interface import Skip, Store, Work

STUCK_AFTER = timedelta(days=3)
"""An open dialogue that nobody has answered anything in for so long is stuck."""


def progress(store: Store, project: str) -> dict[str, Json]:
    """{"project", "dialogues", "turns", "comments", "flags", "tasks": [{"task", "submitted", "open", "skipped",
    "only_opened_by", "annotators": [{"annotator", "submitted", "open", "skipped", "answered", "last_at"}]}]}; times are
    ISO, UTC. submitted, open and skipped count dialogues: of a task those of anybody, each once.

    A dialogue that was taken and then skipped counts as open and as skipped. One that was opened and never answered
    counts as neither; who did only that is no annotator, and named in `only_opened_by`. Raises NotFoundError."""
    known = store.project(project)
    counts = store.counts(project)
    notes = Counter(note.kind for note in store.notes(project))
    return {
        "project": project,
        "dialogues": counts["dialogues"],
        "turns": counts["turns"],
        "comments": notes["comment"],
        "flags": notes["flag"],
        "tasks": [_of_task(store, project, task.id) for task in known.tasks],
    }


def handled(store: Store, project: str, task: str) -> int:
    """Dialogues that anybody has submitted."""
    return len({one.dialogue for one in store.work(project, task=task) if one.state == "submitted"})


def by_dialogue(store: Store, project: str, task: str, *, now: datetime | None = None) -> list[dict[str, Json]]:
    """[{"dialogue", "submitted_by", "open_by", "skipped_by", "flags", "comments", "last_at", "stuck"}] of every
    dialogue, in the order they were loaded. `stuck`: why it does not go on, in words, or empty."""
    now = now or datetime.now(UTC)
    work: dict[str, list[Work]] = defaultdict(list)
    for one in store.work(project, task=task):
        if _begun(one):
            work[one.dialogue].append(one)
    skips: dict[str, list[Skip]] = defaultdict(list)
    for skip in store.skips(project, task=task):
        skips[skip.dialogue].append(skip)
    notes = Counter((note.dialogue, note.kind) for note in store.notes(project))
    rows: list[dict[str, Json]] = []
    for name in store.dialogue_ids(project):
        own, left = work[name], skips[name]
        last = _last(own)
        rows.append(
            {
                "dialogue": name,
                "submitted_by": sorted(one.annotator for one in own if one.state == "submitted"),
                "open_by": sorted(one.annotator for one in own if one.state == "open"),
                "skipped_by": sorted(one.annotator for one in left),
                "flags": notes[name, "flag"],
                "comments": notes[name, "comment"],
                "last_at": last.isoformat() if last else None,
                "stuck": "; ".join([*_waiting(own, now), *_skipped(left)]),
            }
        )
    return rows


def _of_task(store: Store, project: str, task: str) -> dict[str, Json]:
    opened = store.work(project, task=task)
    work = [one for one in opened if _begun(one)]
    skips = store.skips(project, task=task)
    names = {one.annotator for one in work} | {one.annotator for one in skips}
    return {
        "task": task,
        "submitted": len({one.dialogue for one in work if one.state == "submitted"}),
        "open": len({one.dialogue for one in work if one.state == "open"}),
        "skipped": len({one.dialogue for one in skips}),
        "only_opened_by": sorted({one.annotator for one in opened} - names),
        "annotators": [_of_annotator(name, work, skips) for name in sorted(names)],
    }


def _of_annotator(name: str, work: Iterable[Work], skips: Iterable[Skip]) -> dict[str, Json]:
    own = [one for one in work if one.annotator == name]
    last = _last(own)
    return {
        "annotator": name,
        "submitted": sum(one.state == "submitted" for one in own),
        "open": sum(one.state == "open" for one in own),
        "skipped": sum(one.annotator == name for one in skips),
        "answered": sum(one.n_answered for one in own),
        "last_at": last.isoformat() if last else None,
    }


def _begun(one: Work) -> bool:
    return one.state == "submitted" or one.n_events > 0


def _last(work: Iterable[Work]) -> datetime | None:
    return max((one.last_at for one in work if one.last_at), default=None)


def _waiting(work: Iterable[Work], now: datetime) -> list[str]:
    return [
        f"{one.annotator} has answered nothing for {(now - one.last_at).days} days"
        for one in work
        if one.state == "open" and one.last_at and now - one.last_at > STUCK_AFTER
    ]


def _skipped(skips: Iterable[Skip]) -> list[str]:
    return [f"{one.annotator} skipped it ({one.text or one.reason})" for one in skips]
