"""`next`, `work`, `dialogues/{id}`, `submit`, `reopen`: an annotator's way through the dialogues."""

from __future__ import annotations

from starlette.responses import Response

from curator.api.ask import Ask, Body, Op
from curator.api.errors import json_response
from curator.work import handout, labelling, media


class Next(Body):
    project: str
    task: str = "main"
    after: str | None = None


class OneDialogue(Body):
    project: str
    task: str = "main"
    round: int = 1
    dialogue: str


def next_dialogue(ask: Ask) -> Response:
    wanted = ask.body(Next)
    found = handout.next_dialogue(ask.shelf(wanted.project), ask.person, wanted.project, wanted.task, wanted.after)
    return json_response(found)


def own_work(ask: Ask) -> Response:
    task = ask.request.query_params.get("task") or "main"
    project = ask.query("project")
    return json_response(handout.own_work(ask.shelf(project), ask.person, project, task))


def dialogue(ask: Ask) -> Response:
    task = ask.request.query_params.get("task") or "main"
    dialogue_id = ask.request.path_params.get("dialogue") or ask.query("dialogue")
    services, project = ask.services, ask.query("project")
    found = labelling.open_dialogue(ask.shelf(project), ask.person, project, task, dialogue_id)
    held = ask.shelf(project).sheet(project, task, dialogue_id).dialogue
    found["dialogue"]["media"] = media.listed(held, project, services.settings.workspace, services.settings.base_path)
    return json_response(found)


def submit(ask: Ask) -> Response:
    one = ask.body(OneDialogue)
    return json_response(
        labelling.submit(ask.shelf(one.project), ask.person, one.project, one.task, one.round, one.dialogue)
    )


def reopen(ask: Ask) -> Response:
    one = ask.body(OneDialogue)
    labelling.reopen(ask.shelf(one.project), ask.person, one.project, one.task, one.round, one.dialogue)
    return json_response({"reopened": one.dialogue})


OPS = [
    Op("POST", "next", "the next dialogue to label", next_dialogue, takes=("json",), body=Next),
    Op("GET", "work", "one's own dialogues and how each stands", own_work),
    Op("GET", "dialogues/{dialogue:path}", "a dialogue, its questions and one's own answers", dialogue),
    # An id may be any text; "." and ".." cannot travel in a path.
    Op("GET", "dialogues", "the same, with the id as ?dialogue=", dialogue),
    Op("POST", "submit", "submit a dialogue", submit, takes=("json",), body=OneDialogue),
    Op("POST", "reopen", "take a submitted dialogue up again", reopen, takes=("json",), body=OneDialogue),
]
