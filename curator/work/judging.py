"""Judging texts: whether what two annotators wrote about the same thing says the same. Nobody sees who wrote what.

Free texts have no coefficient. A person reads two of them side by side, in an order drawn anew for each pair and judge,
and says *same*, *partly* or *different*. Equal texts (but for case, blanks and the last full stop) are *same* unread.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import get_args

from curator.errors import DataError, NotFoundError
from curator.model.base import Json
from curator.model.identity import digest
from curator.model.schema import Field
from curator.model.targets import COLUMNS
from curator.store.interface import Judgement, Store, Verdict
from curator.work.access import Person, allow
from curator.work.applying import parents_of, without_not_applicable

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Text:
    """What one annotator wrote; `seq` is the number of the rating."""

    seq: int
    annotator: str
    words: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts about one thing, the earlier one first. target: values of COLUMNS."""

    task: str
    dialogue: str
    target: tuple[str, ...]
    first: Text
    second: Text

    @property
    def key(self) -> tuple[int, int]:
        return self.first.seq, self.second.seq

    @property
    def turn(self) -> str:
        return self.target[COLUMNS.index("turn_id")]

    @property
    def alike(self) -> bool:
        """Whether there is nothing to judge."""
        return _plain(self.first.words) == _plain(self.second.words)

    def sides(self, judge: str) -> tuple[str, str]:
        """The two texts from left to right: which is where tells nothing of who wrote them."""
        words = self.first.words, self.second.words
        return words if int(digest("sides", judge, *self.key), 16) % 2 else (words[1], words[0])


def text_fields(store: Store, project: str) -> list[Field]:
    """The fields that are answered in free words. Raises NotFoundError."""
    return [one for one in store.schema(project).asked if one.kind_class.free_text]


def pairs(store: Store, project: str, field: str) -> list[Pair]:
    """Every two independent texts of persons about one thing, by dialogue, target and time.

    A *none* is no text: whether both wrote at all is another question. Raises NotFoundError (project, field).
    """
    schema = store.schema(project)
    found = next((one for one in text_fields(store, project) if one.id == field), None)
    if found is None:
        known = ", ".join(one.id for one in text_fields(store, project)) or "none"
        raise NotFoundError(f"no field {field!r} is answered in free words.", where=schema.id, fix=f"Known: {known}.")
    labels = store.ratings(project, field=field)
    labels = labels.filter(labels["is_independent"] & (labels["annotator_kind"] == "person"))
    if found.when is not None:
        parents = [store.ratings(project, field=name) for name in parents_of(schema, found)]
        parents = [rows.filter(rows["is_independent"]) for rows in parents]
        labels = without_not_applicable(store, project, schema, found, labels, parents)
    written = labels.filter(labels["state"] == "value").sort("dialogue_id", *COLUMNS, "task", "seq")
    rows = written.select("task", "dialogue_id", *COLUMNS, "seq", "annotator", "value").iter_rows()
    made: list[Pair] = []
    for (task, dialogue, *target), own in itertools.groupby(rows, key=lambda row: row[:-3]):
        texts = [Text(seq, annotator, json.loads(value)) for *_, seq, annotator, value in own]
        made += [Pair(task, dialogue, tuple(target), *two) for two in itertools.combinations(texts, 2)]
    return made


def waiting(store: Store, project: str, field: str, judge: str) -> list[Pair]:
    """The pairs that this person may still judge, in an order of their own; those that nobody has judged come first.

    Pairs with a text of one's own are left out, and those that there is no need to judge.
    """
    given = store.judgements(project, field=field)
    judged = {(one.first, one.second) for one in given}
    own = {(one.first, one.second) for one in given if one.judge == judge}
    open_ = [one for one in pairs(store, project, field) if one.key not in own and _may(one, judge)]
    return sorted(open_, key=lambda one: (one.key in judged, digest("order", judge, *one.key)))


def judge(store: Store, person: Person | None, project: str, field: str, key: tuple[int, int], verdict: str) -> None:
    """Keeps the verdict; a second one on the same pair takes the place of the first.

    Raises NotAllowedError, NotFoundError (no such pair, or not for this person), DataError (verdict).
    """
    who = allow(person, "judge")
    kept = next((one for one in VERDICTS if one == verdict), None)
    if kept is None:
        raise DataError(f"{verdict!r} is no verdict.", where="verdict", fix=f"Use one of: {', '.join(VERDICTS)}.")
    if not any(one.key == key and _may(one, who.name) for one in pairs(store, project, field)):
        raise NotFoundError("there is no such pair of texts for you to judge.", where=field)
    store.judge(Judgement(project, field, *key, judge=who.name, verdict=kept, at=datetime.now(UTC)))


def judgements(store: Store, project: str, field: str, *, of: set[int] | None = None) -> dict[str, Json]:
    """{"n_pairs", "judged", "same", "partly", "different", "identical", "judged_twice", "judges_agree"}.

    judged: pairs with a verdict, identical ones (counted as *same*) among them; of several verdicts on a pair the
    first one counts. judged_twice: pairs with verdicts of two or more people; judges_agree: those of them where the
    first two say the same. of: numbers of ratings (`seq`), where only pairs of these count. Raises NotFoundError.
    """
    found = [one for one in pairs(store, project, field) if of is None or of.issuperset(one.key)]
    verdicts = _verdicts(store.judgements(project, field=field))
    counted: Counter[str] = Counter()
    twice = agreed = identical = 0
    for pair in found:
        given = verdicts.get(pair.key, [])
        if pair.alike:
            identical += 1
            counted["same"] += 1
        elif given:
            counted[given[0].verdict] += 1
            twice += len(given) > 1
            agreed += len(given) > 1 and given[0].verdict == given[1].verdict
    return {
        "n_pairs": len(found),
        "judged": counted.total(),
        **{verdict: counted[verdict] for verdict in VERDICTS},
        "identical": identical,
        "judged_twice": twice,
        "judges_agree": agreed,
    }


JUDGED = (
    *("task", "dialogue_id", "field", *COLUMNS, "first_seq", "second_seq"),
    *("first_annotator", "second_annotator", "judge", "verdict", "judged_at"),
)
"""The columns of `judged_rows`."""


def judged_rows(store: Store, project: str, fields: Iterable[str]) -> Iterator[dict[str, Json]]:
    """A row a verdict, with the numbers of both ratings as the export `ratings` has them (`seq`); no texts."""
    for field in fields:
        known = {one.key: one for one in pairs(store, project, field)}
        for one in store.judgements(project, field=field):
            pair = known.get((one.first, one.second))
            if pair is None:  # one of the texts counts no more
                continue
            yield {
                "task": pair.task,
                "dialogue_id": pair.dialogue,
                "field": field,
                **dict(zip(COLUMNS, pair.target, strict=True)),
                "first_seq": one.first,
                "second_seq": one.second,
                "first_annotator": pair.first.annotator,
                "second_annotator": pair.second.annotator,
                "judge": one.judge,
                "verdict": one.verdict,
                "judged_at": one.at.isoformat(timespec="seconds"),
            }


def _may(pair: Pair, judge: str) -> bool:
    return not pair.alike and judge not in (pair.first.annotator, pair.second.annotator)


def _verdicts(given: Sequence[Judgement]) -> Mapping[tuple[int, int], list[Judgement]]:
    found: dict[tuple[int, int], list[Judgement]] = {}
    for one in given:
        found.setdefault((one.first, one.second), []).append(one)
    return found


def _plain(words: str) -> str:
    return " ".join(words.casefold().split()).rstrip(".。")
