"""Keys for a labelled turn, beside the peers; keys and seconds for one RESCUE-like turn with every question answered.

Ours are real keys in the browser, counted by the page as they arrive (a chord such as Ctrl + Enter is one), and what
the server has afterwards is compared with what was meant. Peers are constants, measured by hand on the same kind of
turn ("measured peers": installed from PyPI on 30 Nov 2026; label-studio 1.23.2, potato-annotation 2.12.1, doccano
1.8.4); an action is a key or a click. Seconds: the browser pressing key after key without a thought, so what the page
costs; beside it 0.28 s a key, the average typist's of Card, Moran & Newell (1980), for what the hand costs. Reading and
thinking are in neither. The turn is of the made file beside the checkout where there is one, else of an invented
conversation like it.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from benchmarks.figures import Figure
from benchmarks.page import browser
from curator.bootstrap import open_services
from curator.importers.rescue import RescueImporter
from curator.importers.source import SourceFile
from curator.model.dialogue import Dialogue
from curator.model.schema import Schema, load_schema, parse_schema
from curator.resources import schema_file
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects
from tests.browser.board import Board, a_person, a_tab
from tests.browser.projects import a_talk
from tests.browser.server import Server
from tests.paths import SHARED

TURNS = 20
SINGLE = """
id: single
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - id: strategy
    target: turn
    kind: choice
    required: true
    options: [question, paraphrase, reflection, disclosure, reassurance, suggestion, information, other]
"""
# (peer, actions for each turn, actions for each conversation)
PEERS = (
    ("Potato, radio at each turn", 1, 1),
    ("Label Studio, Repeater + Choices", 1, 1),
    ("Label Studio, ParagraphLabels", 2, 1),
    ("doccano, one turn a page", 2, 0),
)
KEY_S = 0.28
ROW = "t1"
MOST = 60
COUNT = """
window.pressed = 0;
addEventListener('keydown', event => {
  if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) pressed += 1;
}, true);
"""
INVENTED = """{"sample_id": "kit_and_lou/1", "scenario": "couple", "participants": ["Kit", "Lou"], "rows": [
{"primary_speaker": "Kit", "dialogue_cleaned": "I wait every evening, and you look at your phone."},
{"primary_speaker": "Lou", "dialogue_cleaned": "I look at it because I am tired."},
{"primary_speaker": "Therapist", "dialogue_cleaned": "So one waits and the other rests."}]}"""


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        workspace = Path(folder) / "workspace"
        talk, name = _rescue()
        _fill(workspace, "single", parse_schema(SINGLE, where="single"), a_talk("d1", TURNS))
        _fill(workspace, "rescue", load_schema(schema_file("rescue-bench")), talk)
        server = Server(workspace)
        server.start()
        try:
            return [*_single(started, server), *_row(started, server, talk, name)]
        finally:
            server.stop()


def _fill(workspace: Path, project: str, schema: Schema, talk: Dialogue) -> None:
    services = open_services(Settings(workspace))
    try:
        projects.create(services.store, project, schema)
        services.store.add_dialogues(project, [Incoming(talk)], source="invented", schema_version=1)
    finally:
        services.close()


def _rescue() -> tuple[Dialogue, str]:
    """A couple's conversation without its labels, and where it is from."""
    schema = load_schema(schema_file("rescue-bench"))
    made = SHARED / "data" / "formats-made" / "rescue_like.jsonl" if SHARED else None
    text = made.read_text(encoding="utf-8") if made and made.exists() else INVENTED.replace("\n", "")
    source = SourceFile("rescue_like.jsonl", text.encode())
    first = next(iter(RescueImporter().read(source, schema, {})))
    return first.dialogue, "rescue_like.jsonl" if text is not INVENTED else "an invented conversation"


# --- one choice a turn ------------------------------------------------------------------------------------------------
def _single(started: Browser, server: Server) -> list[Figure]:
    tab = _tab(started, server, "single")
    tab.open("d1")
    tab.page.evaluate(COUNT)
    for turn in range(TURNS):
        tab.press(str(turn % 8 + 1))
    tab.is_saved()
    keys = tab.page.evaluate("pressed")
    tab.press("s")
    tab.root.get_by_text("Nothing is left to label here.").wait_for()
    found = _labels(tab, "d1")
    options = SINGLE.split("options: [")[1].split("]")[0].split(", ")
    if found != {f"strategy t{turn}": options[turn % 8] for turn in range(TURNS)}:
        raise RuntimeError(f"the server has something else than what was pressed: {found}")
    same = f"the same {TURNS} turns"
    ours = Figure("curator: keys for each labelled turn", keys / TURNS, "keys", 1, note=f"{same}, moving on included")
    whole = Figure(f"curator: keys for {TURNS} turns, submitted", tab.page.evaluate("pressed"), "keys", TURNS + 1)
    peers = [
        Figure(f"{peer}: actions for {TURNS} turns, handed in", each * TURNS + once, "", note="measured peers")
        for peer, each, once in PEERS
    ]
    return [ours, whole, *peers]


# --- a turn with every question ---------------------------------------------------------------------------------------
def _row(started: Browser, server: Server, talk: Dialogue, name: str) -> list[Figure]:
    tab = _tab(started, server, "rescue")
    tab.open(talk.id)
    tab.press(["Home", "j"])
    tab.page.evaluate(COUNT)
    begun, words, answers = time.perf_counter(), 0, 0
    while tab.turn == ROW:
        asked = tab.question.inner_text()
        words += _answer(tab, asked)
        answers += 1
        if answers > MOST:
            raise RuntimeError(f"the page asks {asked} again and again")
    took = time.perf_counter() - begun
    tab.is_saved()
    keys = tab.page.evaluate("pressed")
    found = _labels(tab, talk.id)
    if len({key.split()[0] for key in found}) != len(ANSWERS):
        raise RuntimeError(f"not every question was answered: {found}")
    note = f"turn 2 of {name}: {len(found)} answers"
    return [
        Figure("RESCUE-like turn, every question: keys", keys, "keys", note=note),
        Figure("of these letters of free text", words, "keys", note="the rest chooses, opens and goes on"),
        Figure("seconds that the page needs for it", took, "s", note="key after key, no thought"),
        Figure("seconds of an average typist's hands", keys * KEY_S, "s", note=f"{KEY_S} s a key"),
    ]


def _tab(started: Browser, server: Server, project: str) -> Board:
    return a_tab(a_person(started, server.address, f"keys-{project}"), server.address, project, [])


def _labels(tab: Board, dialogue: str) -> dict[str, Any]:
    """`field turn people` -> value."""
    answer = tab.page.request.get(f"{tab.address}/api/v1/dialogues/{dialogue}?project={tab.project}&task=main")
    return {
        " ".join([label["field"], *map(str, label["target"].values())]): label["value"]
        for label in answer.json()["labels"]
        if label["state"] == "value"
    }


# What is pressed for each question, by its label; words of more than one letter that are no key's name are typed.
ANSWERS: dict[str, tuple[str, ...]] = {
    "Speaks to": ("1", "Enter"),
    "Type of utterance": ("d",),
    "Tone of voice": ("Enter", "low and quick", "Control+Enter"),
    "Body posture": ("Enter", "turned away", "Control+Enter"),
    "Facial expression": ("Enter", "lips pressed", "Control+Enter"),
    "Self-directed behavior": ("Enter", "rubs the hands", "Control+Enter"),
    "Behavior towards others": ("1", "2", "Enter", "looks away", "Control+Enter", "Tab"),
    "Inner emotion": (" ", "feels cornered", "Tab", "6"),
    "View of the other": (" ", "is too loud", "Tab", "guarded", "Control+Enter", "Tab"),
    "Relation pattern": ("p",),
    "Why this pattern": ("Enter", "one presses, the other leaves", "Control+Enter"),
    "Turns that show it": (" ", "1", "Enter", "2", "Enter", "Escape", "Tab"),
}


def _answer(tab: Board, asked: str) -> int:
    """Answers the question in focus; how many letters were written."""
    written = 0
    for key in ANSWERS[asked]:
        if len(key) > 1 and key[0].islower():
            tab.page.keyboard.type(key)
            written += len(key)
        else:
            tab.page.keyboard.press(key)
    return written
