"""The export page: the button writes what the command would, or says what is missing."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from curator import bootstrap, resources
from curator.bootstrap import Services
from curator.exporting.run import export
from curator.model.schema import load_schema
from curator.settings import Settings
from curator.ui.exporting import Made, zipped
from curator.ui.state import SECRET
from curator.work.importing import SourceFile, import_files
from curator.work.projects import create

PAGE = resources.PACKAGE / "ui" / "screens" / "export.py"
RECORD: dict[str, Any] = {
    "emotion_type": "anxiety",
    "dialog": [
        {"text": "I cannot sleep", "speaker": "usr"},
        {"text": "Since when?", "speaker": "sys", "strategy": "Question"},
        {"text": "Please tell.", "speaker": "sys"},
    ],
}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = bootstrap.open_services(Settings(tmp_path / "w"))
    create(services.store, "p", load_schema(resources.schema_file("esconv")))
    import_files(services.store, "p", [SourceFile("made.jsonl", json.dumps(RECORD).encode())])
    bootstrap.share(services)
    yield services
    bootstrap.share(None)
    services.close()


def open_page(services: Services, role: str = "engineer") -> AppTest:
    page = AppTest.from_file(str(PAGE), default_timeout=60)
    page.session_state[SECRET] = services.access.sign_in("Lea", role)[0]
    page.run()
    assert not page.exception
    return page


def press(page: AppTest, recipe: str, **checked: bool) -> AppTest:
    page.selectbox(key="export:recipe:p").set_value(recipe)
    for name, value in checked.items():
        page.checkbox(key=f"export:{name}").set_value(value)
    page.button(key="export:make").click().run()
    assert not page.exception
    return page


def made(page: AppTest) -> Made:
    kept = page.session_state["export:made"]
    assert isinstance(kept, Made)
    return kept


def files(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_download_is_what_the_command_writes(services: Services, tmp_path: Path) -> None:
    page = press(open_page(services), "ratings", anonymous=True)
    export(services.store, "p", "ratings", tmp_path / "out", anonymous=True)
    assert files(made(page).content) == {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert page.get("download_button")
    assert {metric.label: metric.value for metric in page.metric}["Dialogues"] == "1"
    assert "manifest.json" not in page.dataframe[0].value["file"].tolist()


def test_what_is_missing_is_listed_and_can_be_allowed(services: Services) -> None:
    page = press(open_page(services), "esconv")
    assert [element.value for element in page.error] == ["Nothing was written."]
    assert page.dataframe[0].value["turn"].tolist() == ["t2"]
    assert not page.get("download_button")
    press(page, "esconv", allow_missing=True)
    assert not page.error
    assert "left out, missing: 1 (turns), 1 (dialogues)" in [element.value for element in page.text]


def test_an_export_of_other_choices_is_not_offered(services: Services) -> None:
    page = press(open_page(services), "ratings")
    page.checkbox(key="export:labels_only").set_value(True).run()
    assert not page.get("download_button")


def test_an_annotator_is_sent_away(services: Services) -> None:
    page = open_page(services, "annotator")
    assert [element.value for element in page.error] == ["This page is for leads and engineers."]
    assert not page.button


def test_a_zip_says_nothing_of_when_it_was_made(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder / "sub").mkdir(parents=True)
        (tmp_path / folder / "sub" / "a.txt").write_text("a", encoding="utf-8")
    assert zipped(tmp_path / "one") == zipped(tmp_path / "two")
    assert files(zipped(tmp_path / "one")) == {"sub/a.txt": b"a"}


def test_formats_that_do_not_fit_are_not_offered_and_say_why(services: Services) -> None:
    create(services.store, "family", load_schema(resources.schema_file("family-demo")))
    page = open_page(services)
    page.selectbox(key="export:project").set_value("family").run()
    offered = page.selectbox(key="export:recipe:family").options
    assert "Hugging Face folder" in offered
    assert not any("ESConv" in title for title in offered)
    assert any("needs strategy on each turn" in text.value for text in page.text)


def test_a_lead_assigns_splits_and_is_told_what_is_empty(services: Services) -> None:
    page = open_page(services, "lead")
    page.number_input(key="export:share:train").set_value(0.5)
    page.button(key="export:split").click().run()
    assert not page.exception
    told = "\n".join(text.value for text in page.text)
    assert "the shares add up to 0.7, not to 1" in told
    assert "test is empty: its share of 1 dialogues" in told
    assert len(services.store.splits("p")) == 1
    assert not any(button.key == "export:split" for button in open_page(services, "engineer").button)
