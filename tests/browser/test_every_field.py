"""Every question of every scheme is answered by keyboard, then by mouse; the API gives back what was meant."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from curator.bootstrap import open_services
from curator.model.plan import cells
from curator.model.schema import Schema, load_schema
from curator.resources import schema_files
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects
from tests.browser.board import Board, a_tab
from tests.browser.hands import Hands, row_of
from tests.browser.keyboard import Keyboard
from tests.browser.meaning import TASK, Plan, plan_for
from tests.browser.mouse import Mouse
from tests.browser.server import Script, Server
from tests.browser.talks import a_talk_for
from tests.calling import curator
from tests.model.invented import invented

SHIPPED = {name: load_schema(path) for name, path in schema_files().items()}
FINISHED = {name: schema for name, schema in SHIPPED.items() if schema.status != "outline"}
SCHEMAS: dict[str, Schema] = {**invented(), **SHIPPED}
TRIED = [*invented(), *FINISHED]
HANDS: dict[str, type[Hands]] = {"keyboard": Keyboard, "mouse": Mouse}


PATIENCE = 60_000  # a machine may be busy with much else
PLANNED = """
async ([project]) => {
  const { Sheet } = await import('/api/v1/assets/state.js');
  const answer = await fetch(`/api/v1/dialogues/d1?project=${project}&task=main`);
  return [...new Sheet(await answer.json(), 'ana').cells()].map(cell => [cell.field.id, cell.target]);
}
"""


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
        tab.page.set_default_timeout(PATIENCE)
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


def shown_orders(served: Server, name: str, project: str, out: Path) -> list[tuple[str, list[str] | None]]:
    """(field, order of candidates shown) of each value, as the running app exports them."""
    called = curator("--workspace", served.workspace, "export", project, "events", "--out", out)
    assert called.code == 0, called.err
    events = [json.loads(line) for line in (out / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    own = [one for one in events if one["annotator"] == name and one["state"] == "value"]
    return [(one["field"], one["shown_order"]) for one in own]


@pytest.mark.parametrize("way", HANDS)
@pytest.mark.parametrize("project", TRIED)
def test_what_comes_back_is_what_was_meant(
    opened: Callable[..., Board], served: Server, tmp_path: Path, project: str, way: str
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
    expect(tab.root).to_contain_text("Nothing is left to label here.", timeout=PATIENCE)
    assert stored(served, name, project) == meant(plan, submitted=True)
    ordered = {one.id for one in schema.asked if one.target == "candidate" or one.of == "candidates"}
    if ordered:
        _, page = Script.sign_in(served.address, name).ask("GET", f"dialogues/d1?project={project}&task=main")
        given = shown_orders(served, name, project, tmp_path / "out")
        assert {field for field, _ in given} >= ordered
        assert all(order == (page["dialogue"]["shown_order"] if field in ordered else None) for field, order in given)


@pytest.mark.parametrize("project", SCHEMAS)
def test_the_page_draws_the_cells_of_the_plan(opened: Callable[..., Board], project: str) -> None:
    """Schemes that are no more than an outline, too: all rows stand there, with the questions of the plan."""
    schema = SCHEMAS[project]
    talk = a_talk_for(schema)
    tab = opened(project, f"looking-{project}")
    page = tab.page.evaluate(PLANNED, [project])
    assert page == [[cell.field.id, cell.target.as_json()] for cell in cells(schema, TASK, talk)]
    expect(tab.root.locator(".count")).to_be_visible()
    assert not tab.root.get_by_text("This page cannot draw").is_visible()
    rows = {row_of(cell.field.target, cell.target, talk) for cell in cells(schema, TASK, talk)}
    drawn = tab.root.locator(".row").evaluate_all("rows => rows.map(row => row.dataset.turn || row.dataset.group)")
    assert set(drawn) <= rows | {turn.id for turn in talk.turns}
    assert set(drawn) & rows
