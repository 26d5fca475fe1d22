"""`diagnose` and `compare`: what to do about the agreement on a field, and whether it changed."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from curator.commands.command import Call, Command, Request
from curator.model.base import Json
from curator.work.comparing import comparison
from curator.work.diagnosing import WIDTH, diagnosis

Round = Literal["independent", "current"] | int


class Diagnose(Request):
    """width: wanted of the interval, from end to end. options: resamples, seed, confidence."""

    project: str
    field: str
    task: str | None = None
    round: Round = "independent"
    width: float = WIDTH
    options: dict[str, Json] = Field(default_factory=dict)


class Compare(Request):
    """Exactly one of rounds, guidelines and groups. round: where guidelines and groups are looked for.

    options: metrics (the first one counts), resamples, seed, confidence.
    """

    project: str
    field: str
    task: str | None = None
    rounds: tuple[Round, Round] | None = None
    guidelines: tuple[int, int] | None = None
    groups: tuple[list[str], list[str]] | None = None
    round: Round = "independent"
    options: dict[str, Json] = Field(default_factory=dict)


def diagnose(call: Call, request: Diagnose) -> dict[str, Json]:
    return diagnosis(
        call.open_services.store,
        request.project,
        request.field,
        task=request.task,
        round=request.round,
        width=request.width,
        flags=request.options,
    )


def compare(call: Call, request: Compare) -> dict[str, Json]:
    return comparison(
        call.open_services.store,
        request.project,
        request.field,
        rounds=request.rounds,
        guidelines=request.guidelines,
        groups=request.groups,
        task=request.task,
        round=request.round,
        flags=request.options,
    )


COMMANDS: list[Command[Any]] = [
    Command(
        "diagnose", "who and what disagrees on a field, where, and what would help", Diagnose, diagnose, role="engineer"
    ),
    Command(
        "compare", "whether agreement differs between rounds, guidelines or groups", Compare, compare, role="engineer"
    ),
]
