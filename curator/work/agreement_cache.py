"""What was computed about a project's answers, kept in memory until something that it hangs on changes.

Whoever asks first computes; who asks the same meanwhile waits for that answer instead of computing it, too.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.store.interface import Store

T = TypeVar("T")
Stamp = tuple[int, int, str]

MOST_KEPT = 32
"""Answers a store: a field's whole report is some hundred kilobytes."""


def remembered(store: Store, project: str, question: Mapping[str, Json], compute: Callable[[], T]) -> T:
    """What `compute` gave when the same was asked before, if no answer and nothing else was written since.

    question: all that `compute` depends on beside the store's content. Its errors travel to everybody who waits, and
    are forgotten. What it gives is shared: nobody may change it.
    """
    with _lock:
        answers = _of_store.setdefault(store, _Answers())
    found: T = answers.get(project, stamp(store, project), canonical_json(question), compute)
    return found


def stamp(store: Store, project: str) -> Stamp:
    """Another one after every change that agreement can hang on.

    Events are never taken out, so their number moves with the last one's; projects, schemas and dialogues have a
    revision; judgements of texts can be changed, so the newest one's time counts.
    """
    judged = store.judgements(project)
    last = f"{len(judged)} {max((one.at for one in judged), default='')}"
    return store.revision(), store.counts(project)["events"], last


class _Answers:
    """Of one store. The stamp is taken before computing: an answer is never older than what it is kept under."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, Stamp, str], Future[Any]] = OrderedDict()

    def get(self, project: str, now: Stamp, question: str, compute: Callable[[], Any]) -> Any:
        key = (project, now, question)
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
            else:
                mine = self._kept[key] = Future()
                self._forget(project, now)
        if known is not None:
            return known.result()
        try:
            mine.set_result(compute())
        except BaseException as error:
            with self._lock:
                self._kept.pop(key, None)
            mine.set_exception(error)
            raise
        return mine.result()

    def _forget(self, project: str, now: Stamp) -> None:
        """What nobody can ask for any more, and the longest unasked."""
        for key in [key for key in self._kept if key[0] == project and key[1] != now]:
            del self._kept[key]
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


_lock = threading.Lock()
_of_store: WeakKeyDictionary[Store, _Answers] = WeakKeyDictionary()
