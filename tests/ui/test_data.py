"""The data page, with its buttons pressed and the store looked at afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from curator import bootstrap, resources
from curator.bootstrap import Services
from curator.model.project import Project
from curator.model.schema import load_schema
from curator.settings import Settings
from curator.ui.state import SECRET

PAGE = resources.PACKAGE / "ui" / "screens" / "data.py"
RECORD: dict[str, Any] = {
    "emotion_type": "anxiety",
    "dialog": [
        {"text": "I *cannot* $sleep$", "speaker": "usr"},
        {"text": "Since when?", "speaker": "sys", "strategy": "Question"},
        {"text": "Go to bed.", "speaker": "sys", "strategy": "Direct Guidance"},
        {"text": "I listen", "speaker": "friend"},
    ],
}
GOOD = ("made.jsonl", json.dumps(RECORD).encode(), "application/json")
BAD = ("bad.jsonl", b'{"dialog": [{"text": "Hi"}]}', "application/json")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = bootstrap.open_services(Settings(tmp_path))
    services.store.create_project(
        Project(id="p", schema_id="esconv", schema_version=1), load_schema(resources.schema_file("esconv"))
    )
    bootstrap.share(services)
    yield services
    bootstrap.share(None)
    services.close()


@pytest.fixture
def page(services: Services) -> AppTest:
    return as_role(services, "lead")


def as_role(services: Services, role: str) -> AppTest:
    test = AppTest.from_file(str(PAGE), default_timeout=30)
    test.session_state[SECRET] = services.access.sign_in("Lea", role)[0]
    return test.run()


def press(page: AppTest, button: str) -> AppTest:
    page.button(key=f"data:{button}").click().run()
    assert not page.exception
    return page


def choose(page: AppTest, *files: tuple[str, bytes, str], project: str = "p") -> AppTest:
    page.file_uploader(key=f"data:files:{project}").set_value(files).run()
    assert not page.exception
    return page


def texts(page: AppTest) -> str:
    return "\n".join(element.value for element in page.text)


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def test_nothing_can_be_pressed_before_files_are_chosen(page: AppTest) -> None:
    assert not page.exception
    assert page.button(key="data:check").disabled
    assert page.button(key="data:import").disabled


def test_checking_shows_what_would_come_in_and_writes_nothing(page: AppTest, services: Services) -> None:
    press(choose(page, GOOD), "check")
    assert metrics(page) == {
        "Dialogues": "1",
        "Turns": "4",
        "New": "1",
        "Unchanged": "0",
        "Changed": "0",
        "New labels": "3",
    }
    assert "made.jsonl: read as ESConv, flattened" in texts(page)
    labels, roles, turns = (element.value.to_dict("records") for element in page.dataframe)
    assert labels == [{"field": "strategy", "in the file": "Direct Guidance", "times": 1}]
    assert roles == [{"in the file": "friend", "turns": 1}]
    assert turns[0] == {"speaker": "usr", "role": "seeker", "text": "I *cannot* $sleep$"}
    assert services.store.dialogue_ids("p") == []
    assert not page.button(key="data:import").disabled


def test_importing_brings_the_dialogues_in(page: AppTest, services: Services) -> None:
    press(press(choose(page, GOOD), "check"), "import")
    (dialogue,) = services.store.dialogues("p")
    assert [turn.text for turn in dialogue.turns] == [turn["text"] for turn in RECORD["dialog"]]
    assert [element.value for element in page.success] == ["Imported into p."]
    assert metrics(page)["New"] == "1"
    assert page.button(key="data:import").disabled


def test_checking_the_same_file_again_finds_nothing_new(page: AppTest) -> None:
    press(press(press(choose(page, GOOD), "check"), "import"), "check")
    assert (metrics(page)["New"], metrics(page)["Unchanged"]) == ("0", "1")


def test_format_encoding_and_split_reach_the_import(page: AppTest, services: Services) -> None:
    content = '{"dialog": [{"text": "Grüße", "speaker": "usr"}]}'.encode("latin-1")
    choose(page, ("old.json", content, "application/json"))
    press(page, "check")
    assert "is not UTF-8 text" in texts(page)
    page.selectbox(key="data:encoding").set_value("latin-1")
    page.selectbox(key="data:format").set_value("esconv-flat")
    page.text_input(key="data:split").set_value("train").run()
    press(press(page, "check"), "import")
    (dialogue,) = services.store.dialogues("p")
    assert dialogue.turns[0].text == "Grüße"
    assert services.store.splits("p") == {dialogue.id: "train"}


def test_one_bad_file_keeps_all_out_and_says_why(page: AppTest, services: Services) -> None:
    press(choose(page, GOOD, BAD), "check")
    assert [element.value for element in page.error] == ["Nothing was imported. This is wrong with the files:"]
    assert "the turn has no speaker" in texts(page)
    assert page.button(key="data:import").disabled
    assert services.store.dialogue_ids("p") == []


def test_a_changed_choice_asks_for_a_new_check(page: AppTest) -> None:
    press(choose(page, GOOD), "check")
    choose(page, GOOD, BAD)
    assert not page.metric
    assert page.button(key="data:import").disabled


def test_a_file_name_loses_its_folders(page: AppTest, services: Services) -> None:
    press(press(choose(page, (r"C:\data\made.jsonl", *GOOD[1:])), "check"), "import")
    press(choose(page, ("home/made.jsonl", *GOOD[1:])), "check")
    assert metrics(page)["Unchanged"] == "1"


def test_a_new_project_is_made_and_chosen_from(page: AppTest, services: Services) -> None:
    page.text_input(key="data:new:title").set_value("The *second* pilot")
    page.text_input(key="data:new:id").set_value("pilot-2")
    press(page, "new:create")
    assert {project.id: project.title for project in services.store.projects()}["pilot-2"] == "The *second* pilot"
    assert [element.value.partition(",")[0] for element in page.success] == ["Created"]
    assert page.selectbox(key="data:project").value == "pilot-2"
    assert page.button(key="data:import").label == "Import into pilot-2"
    press(choose(page, GOOD, project="pilot-2"), "check")
    # A label and a role of the file are unknown: said on the button, and above all that scrolls.
    assert page.button(key="data:import").label == "Import into pilot-2, with 2 warnings"
    assert [element.value for element in page.info] == ["Nothing has been imported yet. This would come into pilot-2:"]
    press(page, "import")
    assert len(services.store.dialogue_ids("pilot-2")) == 1
    assert services.store.dialogue_ids("p") == []


def test_a_taken_project_id_is_refused(page: AppTest, services: Services) -> None:
    for wrong, why in (("p", "p"), ("My Study!", "'My Study!' is not an id"), (" ", "needs an id")):
        page.text_input(key="data:new:id").set_value(wrong)
        press(page, "new:create")
        assert [element.value for element in page.error] == ["The project was not created."]
        assert why in texts(page)
        assert "project create" not in texts(page)
    assert len(services.store.projects()) == 1


def test_annotators_are_turned_away(services: Services) -> None:
    page = as_role(services, "annotator")
    assert not page.exception
    assert [element.value for element in page.error] == ["This page is for leads."]
    assert not page.button
