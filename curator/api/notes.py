"""`notes`, `people`, `skip`, `unskip`: what an annotator says beside the labels."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from starlette.responses import Response

from curator.api.ask import Ask, Body, Op
from curator.api.errors import json_response
from curator.api.work import OneDialogue
from curator.work import notes, people


class NewNote(Body):
    """`turn` empty: about the whole dialogue. `id`: a UUID made by the client, so that it can ask again."""

    project: str
    task: str = "main"
    dialogue: str
    turn: str = ""
    kind: Literal["comment", "flag"] = "comment"
    text: str = Field(default="", max_length=notes.LONGEST)
    id: str = ""


class Skipped(OneDialogue):
    reason: Literal["distressing", "unclear", "language", "other"]
    text: str = Field(default="", max_length=notes.LONGEST)


class Added(Body):
    project: str
    task: str = "main"
    dialogue: str
    name: str = Field(max_length=400)
    kind: Literal["mentioned", "entity"] = "mentioned"


def add(ask: Ask) -> Response:
    new = ask.body(NewNote)
    note = notes.add_note(
        ask.shelf(new.project),
        ask.person,
        new.project,
        new.task,
        new.dialogue,
        kind=new.kind,
        text=new.text,
        turn=new.turn,
        note_id=new.id,
    )
    return json_response({"note": note})


def remove(ask: Ask) -> Response:
    note_id = str(ask.request.path_params["id"])
    notes.remove_note(ask.shelf(ask.request.query_params.get("project", "")), ask.person, note_id)
    return json_response({"removed": note_id})


def skip(ask: Ask) -> Response:
    one = ask.body(Skipped)
    found = notes.skip(
        ask.shelf(one.project),
        ask.person,
        one.project,
        one.task,
        one.round,
        one.dialogue,
        reason=one.reason,
        text=one.text,
    )
    return json_response(found)


def unskip(ask: Ask) -> Response:
    one = ask.body(OneDialogue)
    notes.unskip(ask.shelf(one.project), ask.person, one.project, one.task, one.round, one.dialogue)
    return json_response({"unskipped": one.dialogue})


def add_person(ask: Ask) -> Response:
    new = ask.body(Added)
    added = people.add_person(
        ask.shelf(new.project), ask.person, new.project, new.task, new.dialogue, name=new.name, kind=new.kind
    )
    return json_response({"participant": added})


OPS = [
    Op("POST", "notes", "comment on a turn or a dialogue, or flag it", add, takes=("json",), body=NewNote),
    # A preview keeps its notes apart: its page names it as ?project=.
    Op("DELETE", "notes/{id}", "take back a note of one's own", remove),
    Op("POST", "people", "add somebody who is spoken about", add_person, takes=("json",), body=Added),
    Op("POST", "skip", "pass over a dialogue, with a reason", skip, takes=("json",), body=Skipped),
    Op("POST", "unskip", "have a skipped dialogue handed out again", unskip, takes=("json",), body=OneDialogue),
]
