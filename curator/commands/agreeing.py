"""`agreement`: on the labels of a project, or on any file of ratings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from curator.agreement import AgreementOptions, agree_content
from curator.commands.command import Call, Command, Request
from curator.errors import UsageError
from curator.model.annotation import AnnotatorKind
from curator.model.base import Json
from curator.work import agreeing

_NO_COLUMNS = "A project has no columns to name: the label schema says what a field is answered about."
OF_A_FILE = {
    **dict.fromkeys(("level", "domain"), "In a project the label schema says what a field's level and labels are."),
    **dict.fromkeys(("unit", "annotator", "value"), _NO_COLUMNS),
    "cluster": "In a project whole dialogues are resampled.",
    "continuum": "In a project the texts and recordings say how far they go.",
    "compare": "In a project use `curator compare`.",
}
"""What a project knows by itself, and how."""


class Agreement(Request):
    """round: independent | current | the number of a round. No field: every field that has a coefficient.
    annotator_kinds: whose answers are compared.

    options: as in `AgreementOptions`, without OF_A_FILE.
    """

    project: str
    field: str | None = None
    task: str | None = None
    round: Literal["independent", "current"] | int = "independent"
    annotator_kinds: list[AnnotatorKind] = Field(default_factory=lambda: list(agreeing.PERSONS))
    options: dict[str, Json] = Field(default_factory=dict)


class RatingsAgreement(Request):
    """The file travels as "ratings" (CSV, JSONL or Parquet by its ending). options: as in `AgreementOptions`."""

    options: dict[str, Json] = Field(default_factory=dict)


def agree_on_project(call: Call, request: Agreement) -> dict[str, Json]:
    if strange := [name for name in OF_A_FILE if request.options.get(name) is not None]:
        raise UsageError(f"--{strange[0]} is for --ratings FILE.", fix=OF_A_FILE[strange[0]])
    report = agreeing.agreement(
        call.open_services.store,
        request.project,
        field=request.field,
        task=request.task,
        round=request.round,
        annotator_kinds=request.annotator_kinds,
        asked=request.options,
    )
    return report.as_json()


def agree_on_file(call: Call, request: RatingsAgreement) -> dict[str, Json]:
    options = AgreementOptions.read(request.options)
    upload = call.file("ratings")
    if upload is None:
        raise UsageError("no file of ratings was given.", where="--ratings")
    return {"results": [result.as_json() for result in agree_content(upload.content, upload.name, options)]}


COMMANDS: list[Command[Any]] = [
    Command("agreement", "how far annotators agree, with intervals", Agreement, agree_on_project, role="engineer"),
    Command(
        "agreement-ratings",
        "agreement on any file of ratings",
        RatingsAgreement,
        agree_on_file,
        role="annotator",
        pure=True,
        parts=("ratings",),
    ),
]
