"""What Python and the browser have to agree on: `python -m tests.model.plan_cases` writes plan-cases.json anew.

A case is written by hand but for `payload`: the same dialogue and questions as the labelling page gets them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from curator.model.annotation import Event
from curator.model.dialogue import Dialogue
from curator.model.grammar import Answer
from curator.model.plan import answers_of
from curator.model.project import Project, Task
from curator.model.schema import Schema, parse_schema
from curator.model.targets import Target
from curator.work.page import dialogue_json
from curator.work.questions import schema_json
from curator.work.shelf import Book, sheet_of

FILE = Path(__file__).with_name("plan-cases.json")


def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def schema_of(case: dict[str, Any]) -> Schema:
    return parse_schema(json.dumps({"id": "case", **case["schema"]}), where="plan-cases.json")


def task_of(case: dict[str, Any]) -> Task:
    return Task.model_validate(case.get("task", {}))


def dialogue_of(case: dict[str, Any]) -> Dialogue:
    return Dialogue.model_validate({"id": "d", **case["dialogue"]})


def given_of(case: dict[str, Any]) -> dict[tuple[str, Target], Answer]:
    events = [
        Event(
            id=str(place),
            project="p",
            dialogue="d",
            field=one["field"],
            annotator="ana",
            state=one.get("state", "value"),
            value=one.get("value"),
            target=Target.of_json(one["target"]),
            item=one.get("item") or "",
        )
        for place, one in enumerate(case.get("given", []))
    ]
    return answers_of(events)


def payload_of(case: dict[str, Any]) -> dict[str, Any]:
    """`dialogue`, `schema` and `labels` of `GET dialogues/{id}`."""
    schema, task = schema_of(case), task_of(case)
    project = Project(id="p", schema_id=schema.id, schema_version=1, tasks=(task,))
    sheet = sheet_of(Book(project, schema, (1, ""), {"d": 0}, {}), task, dialogue_of(case))
    labels = [
        {"id": str(place), "item": None, "state": "value", "value": None, "seq": place, **one}
        for place, one in enumerate(case.get("given", []))
    ]
    shape = {"dialogue": dialogue_json(sheet, "ana"), "schema": schema_json(sheet) | {"cannot_draw": []}}
    written: dict[str, Any] = json.loads(json.dumps(shape | {"labels": labels}))
    return written


def written(all_cases: list[dict[str, Any]]) -> str:
    """A case a block; what is written by hand on lines of its own, the payload on one."""
    blocks = []
    for case in all_cases:
        lines = []
        for key, value in {**case, "payload": payload_of(case)}.items():
            dumped = json.dumps(value, ensure_ascii=False)
            if isinstance(value, list) and value:
                inner = ",\n".join(f"    {json.dumps(one, ensure_ascii=False)}" for one in value)
                dumped = f"[\n{inner}\n  ]"
            elif key in ("schema", "dialogue"):
                inner = ",\n".join(f"    {json.dumps(k)}: {_listed(v)}" for k, v in value.items())
                dumped = f"{{\n{inner}\n  }}"
            lines.append(f"  {json.dumps(key)}: {dumped}")
        blocks.append("{\n" + ",\n".join(lines) + "\n}")
    return "[\n" + ",\n".join(blocks) + "\n]\n"


def _listed(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = ",\n".join(f"      {json.dumps(one, ensure_ascii=False)}" for one in value)
    return f"[\n{inner}\n    ]"


if __name__ == "__main__":
    FILE.write_text(written(cases()), encoding="utf-8")
