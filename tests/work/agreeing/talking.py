"""A small project in which people answer in words: who said what about which target, and who handed in."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from curator.agreement import Result
from curator.model.annotation import Event
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.project import Project, Task
from curator.model.schema import parse_schema
from curator.model.targets import Target
from curator.store import Store, open_store
from curator.store.interface import Incoming
from curator.work.agreeing import AgreementReport, agreement

TEXT = "ten chars."
FAST = {"resamples": 50}


def a_talk(dialogue: str, turns: int, **more: Any) -> Dialogue:
    """A client `c` and a therapist `t` take turns, a partner `p` is silent; turns have TEXT and last a second."""
    people = (
        Participant(id="c", role="client"),
        Participant(id="t", role="therapist"),
        Participant(id="p", role="client"),
    )
    return Dialogue(
        id=dialogue,
        participants=people,
        turns=tuple(
            Turn(id=f"t{idx}", speakers=("ct"[idx % 2],), text=TEXT, start=float(idx), end=idx + 1.0)
            for idx in range(turns)
        ),
        **more,
    )


class Talking:
    """A project `p` with the fields given as YAML lines."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def say(
        self, who: str, field: str, value: Any, *, turn: str = "", dialogue: str = "d1", target: Target | None = None,
        **more: Any,
    ) -> None:  # fmt: skip
        """One answer; None is *none*. Items need an `item`."""
        event = Event(
            id=str(uuid.uuid4()),
            project="p",
            dialogue=dialogue,
            field=field,
            annotator=who,
            target=target or Target(turn=turn),
            state=more.pop("state", "none" if value is None else "value"),
            value=value,
            **more,
        )
        [outcome] = self.store.append([event])
        assert outcome.status == "saved", outcome.reason

    def turns(self, who: str, field: str, values: str, **more: Any) -> None:
        """One answer a turn from t0 on, between blanks; `-` = none, `.` = no answer."""
        for idx, word in enumerate(values.split()):
            if word != ".":
                value = None if word == "-" else int(word) if word.isdigit() else word
                self.say(who, field, value, turn=f"t{idx}", **more)

    def items(self, who: str, field: str, *values: Any, **more: Any) -> None:
        for value in values:
            self.say(who, field, value, item=str(uuid.uuid4()), **more)

    def hand_in(self, *people: str, dialogue: str = "d1", task: str = "main", round: int = 1) -> None:
        for who in people:
            self.store.submit("p", task=task, round=round, dialogue=dialogue, annotator=who, by_submit=[])

    def report(self, **more: Any) -> AgreementReport:
        report = agreement(self.store, "p", asked={**FAST, **more.pop("asked", {})}, **more)
        json.dumps(report.as_json(), allow_nan=False)
        return report

    def results(self, field: str, **more: Any) -> tuple[Result, ...]:
        return self.report(field=field, **more).results

    def one(self, field: str, metric: str = "alpha", **wanted: Any) -> Result:
        """The one result of this metric on independent answers, of sets by MASI; what else is not named is None."""
        named = {
            "round": "independent",
            **dict.fromkeys(("option", "annotators", "by", "part", "match", "weights")),
            **wanted,
        }
        results = self.results(field)
        found = [
            one
            for one in results
            if (one.metric, one.level) != ("alpha", "set_jaccard")
            and one.metric == metric
            and all(getattr(one, name) == value for name, value in named.items())
        ]
        assert len(found) == 1, [(one.metric, one.part, one.by, one.option, one.match) for one in results]
        return found[0]


@contextmanager
def talking(folder: Path, fields: str, *, turns: int = 4, dialogues: int = 1, **more: Any) -> Iterator[Talking]:
    store = open_store(folder / "curator.duckdb")
    schema = parse_schema(f"id: made\nroles: {{client: [], therapist: []}}\nfields:\n{fields}", where="made.yaml")
    tasks = more.pop("tasks", (Task(),))
    store.create_project(Project(id="p", schema_id=schema.id, schema_version=schema.version, tasks=tasks), schema)
    talks = [Incoming(a_talk(f"d{idx + 1}", turns, **more)) for idx in range(dialogues)]
    store.add_dialogues("p", talks, source="made", schema_version=1)
    yield Talking(store)
    store.close()
