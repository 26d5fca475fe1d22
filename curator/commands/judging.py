"""`judgements`: whether the texts of two annotators say the same, as people who did not see the names found."""

from __future__ import annotations

from typing import Any

from curator.commands.command import Call, Command, Request
from curator.model.base import Json
from curator.work import judging


class Judgements(Request):
    """No field: every field that is answered in free words."""

    project: str
    field: str | None = None


def judgements(call: Call, request: Judgements) -> dict[str, Json]:
    """{"fields": [{"field", …counts}], "judgements": [a row a verdict, without the texts]}."""
    store = call.open_services.store
    fields = [request.field] if request.field else [one.id for one in judging.text_fields(store, request.project)]
    return {
        "fields": [{"field": field, **judging.judgements(store, request.project, field)} for field in fields],
        "judgements": list(judging.judged_rows(store, request.project, fields)),
    }


COMMANDS: list[Command[Any]] = [
    Command("judgements", "whether texts say the same, as judged", Judgements, judgements, role="engineer"),
]
