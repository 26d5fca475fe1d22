"""Every question of every scheme is answered by keyboard, then by mouse; the API gives back what was meant."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from curator.bootstrap import open_services
from curator.model.schema import Schema, load_schema
from curator.resources import schema_files
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects
from tests.browser.board import Board, a_tab
from tests.browser.hands import Hands
from tests.browser.keyboard import Keyboard
from tests.browser.meaning import Plan, plan_for
from tests.browser.mouse import Mouse
from tests.browser.server import Script, Server
from tests.browser.talks import a_talk_for
from tests.model.invented import invented

SHIPPED = {name: load_schema(path) for name, path in schema_files().items()}
FINISHED = {name: schema for name, schema in SHIPPED.items() if schema.status != "outline"}
SCHEMAS: dict[str, Schema] = {**invented(), **SHIPPED}
TRIED = [*invented(), *FINISHED]
HANDS: dict[str, type[Hands]] = {"keyboard": Keyboard, "mouse": Mouse}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One project a scheme, each with one conversation."""
    workspace = tmp_path_factory.mktemp("every") / "workspace"
    services = open_services(Settings(workspace))
    for name, schema in SCHEMAS.items():
        projects.create(services.store, name, schema)
        talk = Incoming(a_talk_for(schema))
        services.store.add_dialogues(name, [talk], source="invented", schema_version=schema.version)
    services.close()
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def opened(person: Callable[..., BrowserContext], served: Server, strangers: list[str]) -> Callable[..., Board]:
    def one(project: str, name: str, **screen: Any) -> Board:
        tab = a_tab(person(name, served.address, **screen), served.address, project, strangers)
        tab.page.set_default_timeout(10_000)
        tab.open("d1")
        return tab

    return one


def stored(served: Server, name: str, project: str) -> dict[str, tuple[str, Any, int | None]]:
    """`field target` -> (state, value or all items, certainty), as the API gives it."""
    status, body = Script.sign_in(served.address, name).ask("GET", f"dialogues/d1?project={project}&task=main")
    assert status == 200, body
    found: dict[str, tuple[str, Any, int | None]] = {}
    for label in body["labels"]:
        key = place(label["field"], label["target"])
        if label["state"] == "retracted":
            continue
        if label["item"] is None:
            found[key] = (label["state"], label["value"], label["certainty"])
        else:
            found.setdefault(key, ("value", [], None))[1].append(label["value"])
    return found


def meant(plan: Plan, *, submitted: bool) -> dict[str, tuple[str, Any, int | None]]:
    told = {
        place(name, target.as_json()): (one.state, one.value, one.certainty)
        for (name, target), one in plan.meant.items()
        if one.state != "untouched"
    }
    blank = {place(name, target.as_json()): ("none", None, None) for name, target in plan.blanks}
    return told | blank if submitted else told


def place(field: str, target: dict[str, Any]) -> str:
    return f"{field} {json.dumps(target, sort_keys=True)}"


@pytest.mark.parametrize("way", HANDS)
@pytest.mark.parametrize("project", TRIED)
def test_what_comes_back_is_what_was_meant(
    opened: Callable[..., Board], served: Server, project: str, way: str
) -> None:
    schema = SCHEMAS[project]
    plan = plan_for(schema, a_talk_for(schema))
    name = f"{way}-{project}"
    tab = opened(project, name)
    hands = HANDS[way](tab, plan)
    hands.fill()
    tab.is_saved()
    assert stored(served, name, project) == meant(plan, submitted=False)
    hands.submit()
    expect(tab.root).to_contain_text("Nothing is left to label here.")
    assert stored(served, name, project) == meant(plan, submitted=True)
