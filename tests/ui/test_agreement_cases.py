"""The agreement page where there is little or nothing to compare, and on every kind of field: sentences, not errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from curator import bootstrap, resources
from curator.bootstrap import Services
from curator.ui.state import SECRET
from curator.work import labelling, reporting
from curator.work.access import Person
from curator.work.agreeing import agreement
from tests.everything import answers, everything, services_with
from tests.workspaces import sent, some_services

PAGE = resources.PACKAGE / "ui" / "screens" / "agreement.py"
NOTHING = "There is nothing to compare yet"
Answers = Sequence[tuple[str, str, str]]
"""(who, dialogue, what) of turns t1 and t3, submitted."""


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = some_services(tmp_path)
    bootstrap.share(made)
    yield made
    bootstrap.share(None)
    made.close()


def answer(services: Services, given: Answers) -> None:
    for who, dialogue, what in given:
        person = Person(who, "annotator", "session")
        moves = [sent(value=what, turn=turn, dialogue=dialogue) for turn in ("t1", "t3")]
        labelling.save_events(services.shelf, person, moves)
        if what == "reflection":
            whys = [sent("why", "So it is.", turn=turn, dialogue=dialogue) for turn in ("t1", "t3")]
            labelling.save_events(services.shelf, person, whys)
        labelling.submit(services.shelf, person, "p", "main", 1, dialogue)


def open_page(services: Services) -> AppTest:
    page = AppTest.from_file(str(PAGE), default_timeout=60)
    page.session_state[SECRET] = services.access.sign_in("Lea", "lead")[0]
    page.run()
    assert not page.exception
    return page


def choose(page: AppTest, field: str) -> AppTest:
    page.selectbox(key="agreement:field:p").set_value(field).run()
    assert not page.exception, (field, page.exception)
    return page


def told(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.warning, *page.text])


def undefined(page: AppTest) -> list[str]:
    rows = page.dataframe[0].value.to_dict("records")
    return [row["undefined"] for row in rows if row["metric"].startswith("alpha")]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([("Ana", "d1", "question")], "annotator"),
        ([("Ana", "d1", "question"), ("Ben", "d2", "reflection")], "two"),
    ],
    ids=["one annotator", "disjoint"],
)
def test_nothing_in_common_is_a_sentence(services: Services, given: Answers, why: str) -> None:
    answer(services, given)
    page = open_page(services)
    assert NOTHING in told(page)
    assert "of 3 dialogues submitted, by Ana" in told(page)
    choose(page, "strategy")
    assert NOTHING in told(page)
    assert all(why in reason for reason in undefined(page)), undefined(page)
    assert "cannot be told" in told(page)  # how many more dialogues it takes


def test_nobody_at_all_is_a_sentence(services: Services) -> None:
    page = choose(open_page(services), "strategy")
    assert NOTHING in told(page)
    assert "0 of 3 dialogues submitted" in told(page)
    assert not page.dataframe
    assert not page.header


def test_unanimous_work_has_a_reason_and_no_value(services: Services) -> None:
    answer(services, [(who, dialogue, "question") for who in ("Ana", "Ben") for dialogue in ("d1", "d2")])
    page = choose(open_page(services), "strategy")
    assert NOTHING not in told(page)  # percent agreement has a value
    assert "no variation" in undefined(page)[0]
    assert all(undefined(page)), undefined(page)


def test_every_kind_of_field_is_told(tmp_path: Path) -> None:
    """Two people answer all that can be asked; the page of each kind, the files and the JSON are made."""
    services = services_with(tmp_path, "d1", "d2")
    bootstrap.share(services)
    try:
        for who in ("ana_z", "ben_z"):
            person = Person(who, "annotator", "session")
            for dialogue in ("d1", "d2"):
                labelling.save_events(services.shelf, person, answers(dialogue))
                labelling.submit(services.shelf, person, "p", "main", 1, dialogue)
        page = open_page(services)
        for field in {one.kind: one for one in everything().asked}.values():
            choose(page, field.id)
        report = agreement(services.store, "p").as_json()
        json.dumps(report, allow_nan=False)
        for write in (reporting.report_as_html, reporting.report_as_latex):
            assert "nan" not in write(report).lower().replace("annan", "")
    finally:
        bootstrap.share(None)
        services.close()
