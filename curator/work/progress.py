"""How much is labelled, by task and annotator: read from the small table that the writer keeps."""

from __future__ import annotations

from collections import Counter

from curator.model.base import Json
from curator.store.interface import Store


def progress(store: Store, project: str) -> dict[str, Json]:
    """{"project", "dialogues", "turns", "comments", "flags", "tasks": [{"task", "submitted", "open", "skipped",
    "annotators": [{"annotator", "submitted", "open", "skipped", "answered", "last_at"}]}]}; times are ISO, UTC.

    A dialogue that was taken and then skipped counts as open and as skipped. Raises NotFoundError."""
    known = store.project(project)
    counts = store.counts(project)
    notes = Counter(note.kind for note in store.notes(project))
    tasks = []
    for task in known.tasks:
        work = store.work(project, task=task.id)
        skips = store.skips(project, task=task.id)
        people = []
        for name in sorted({one.annotator for one in work} | {one.annotator for one in skips}):
            own = [one for one in work if one.annotator == name]
            last = max((one.last_at for one in own if one.last_at), default=None)
            people.append(
                {
                    "annotator": name,
                    "submitted": sum(one.state == "submitted" for one in own),
                    "open": sum(one.state == "open" for one in own),
                    "skipped": sum(one.annotator == name for one in skips),
                    "answered": sum(one.n_answered for one in own),
                    "last_at": last.isoformat() if last else None,
                }
            )
        tasks.append(
            {
                "task": task.id,
                "submitted": len({one.dialogue for one in work if one.state == "submitted"}),
                "open": len({one.dialogue for one in work if one.state == "open"}),
                "skipped": len({one.dialogue for one in skips}),
                "annotators": people,
            }
        )
    return {
        "project": project,
        "dialogues": counts["dialogues"],
        "turns": counts["turns"],
        "comments": notes["comment"],
        "flags": notes["flag"],
        "tasks": tasks,
    }
