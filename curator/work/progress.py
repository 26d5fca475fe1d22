"""How much is labelled, by task and annotator: read from the small table that the writer keeps."""

from __future__ import annotations

from curator.model.base import Json
from curator.store.interface import Store


def progress(store: Store, project: str) -> dict[str, Json]:
    """{"project", "dialogues", "turns", "tasks": [{"task", "submitted", "open", "annotators": [{"annotator",
    "submitted", "open", "answered", "last_at"}]}]}; times are ISO, UTC. Raises NotFoundError."""
    known = store.project(project)
    counts = store.counts(project)
    tasks = []
    for task in known.tasks:
        work = store.work(project, task=task.id)
        people = []
        for name in sorted({one.annotator for one in work}):
            own = [one for one in work if one.annotator == name]
            last = max((one.last_at for one in own if one.last_at), default=None)
            people.append(
                {
                    "annotator": name,
                    "submitted": sum(one.state == "submitted" for one in own),
                    "open": sum(one.state == "open" for one in own),
                    "answered": sum(one.n_answered for one in own),
                    "last_at": last.isoformat() if last else None,
                }
            )
        tasks.append(
            {
                "task": task.id,
                "submitted": len({one.dialogue for one in work if one.state == "submitted"}),
                "open": len({one.dialogue for one in work if one.state == "open"}),
                "annotators": people,
            }
        )
    return {"project": project, "dialogues": counts["dialogues"], "turns": counts["turns"], "tasks": tasks}
