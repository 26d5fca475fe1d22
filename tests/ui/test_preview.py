"""The page on which a lead tries a schema, with its chooser used and its problems read."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from curator.bootstrap import Services
from curator.work.access import Person

Visitor = Callable[[str], AppTest]
GOOD = """
id: mine
roles: {guest: [usr], host: [sys]}
fields:
  - {id: move, target: turn, applies_to: host, kind: choice, options: [ask, tell], required: true}
  - {id: pace, target: dialogue, kind: scale, from: 1, to: 5, applies_to: {dialogue.form: [chat, call]}}
"""
BAD = """
id: mine
roles: {guest: [usr]}
fields:
  - {id: move, target: turn, kind: choice}
  - {id: "*pace*", target: dialogue, kind: scale, from: 1, to: 5}
"""
LEA = Person("Lea", "lead", "session")


@pytest.fixture
def page(visitor: Visitor) -> AppTest:
    return visitor("lead").switch_page("screens/preview.py").run()


def choose(page: AppTest, content: str | bytes, name: str = "mine.yaml") -> AppTest:
    data = content if isinstance(content, bytes) else content.encode()
    page.file_uploader(key="preview:file").set_value([(name, data, "application/yaml")]).run()
    assert not page.exception
    return page


def boards(page: AppTest) -> list[dict[str, object]]:
    """What the labelling component was given, one for each on the page."""
    found = [element.proto for element in page.main if element.type == "bidi_component"]
    return [json.loads(proto.json) for proto in found]


def texts(page: AppTest) -> str:
    return "\n".join(element.value for element in page.text)


def test_before_a_file_is_chosen_the_page_says_what_it_is_for(page: AppTest, small_services: Services) -> None:
    assert not page.exception
    assert "Nothing of this is kept" in texts(page)
    assert boards(page) == []


def test_all_that_is_wrong_is_told_as_text_with_place_and_mend(page: AppTest) -> None:
    choose(page, BAD)
    assert [error.value for error in page.error] == ["2 things are wrong with this file."]
    told = texts(page)
    assert "mine.yaml, fields[0] (line 5):" in told
    assert "there is nothing to choose from." in told
    assert "List `options`" in told
    assert "'*pace*' is not an id" in told
    assert boards(page) == []


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"fields: [", b""])
def test_a_file_that_is_no_schema_at_all_is_told_too(page: AppTest, content: bytes) -> None:
    choose(page, content)
    assert page.error
    assert "mine.yaml" in texts(page)


def test_a_good_file_is_labelled_and_stays_out_of_the_workspace(page: AppTest, small_services: Services) -> None:
    choose(page, GOOD)
    (board,) = boards(page)
    preview = small_services.previews.find(LEA, str(board["project"]))
    assert preview is not None
    assert (board["dialogue"], board["person"]) == (preview.dialogue, "Lea")
    assert board["workspace"] != small_services.access.workspace_mark
    assert [project.id for project in small_services.store.projects()] == ["p"]


def test_a_rerun_goes_on_with_the_same_preview_and_another_fact_opens_another(page: AppTest) -> None:
    first = boards(choose(page, GOOD))
    assert boards(page.run()) == first
    page.selectbox(key="preview:fact:mine:form").set_value("call").run()
    assert not page.exception
    assert boards(page) != first


def test_a_shipped_schema_can_be_tried(page: AppTest) -> None:
    page.selectbox(key="preview:schema").set_value("family-demo").run()
    assert not page.exception
    assert len(boards(page)) == 1


def test_another_tab_of_the_same_lead_has_a_preview_of_its_own(visitor: Visitor, small_services: Services) -> None:
    tabs = [visitor("lead").switch_page("screens/preview.py").run() for _ in range(2)]
    projects = [str(boards(choose(tab, GOOD))[0]["project"]) for tab in tabs]
    assert all(small_services.previews.find(LEA, project) for project in projects)
    choose(tabs[0], GOOD.replace("tell", "say"))
    assert small_services.previews.find(LEA, projects[0]) is None
    assert boards(tabs[1].run())[0]["project"] == projects[1]
