"""Reading several dialogues of a project."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from curator.model.dialogue import Dialogue
from curator.store.interface import Store

WORTH_ALL = 8
"""One dialogue by itself costs about as much as so many of a whole project (11 ms against 1.5 ms, of 73 turns)."""


def dialogues_of(store: Store, project: str, ids: Collection[str]) -> Iterator[Dialogue]:
    """Those with these ids, in no particular order; ids that the project does not have are passed over."""
    wanted = set(ids)
    if WORTH_ALL * len(wanted) < len(known := store.dialogue_ids(project)):
        yield from (store.dialogue(project, one) for one in sorted(wanted.intersection(known)))
    else:
        yield from (one for one in store.dialogues(project) if one.id in wanted)
