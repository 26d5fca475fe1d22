"""The script that Streamlit runs: who sees which pages, and the way to the labelling page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from curator import asgi
from curator.bootstrap import Services
from curator.model.project import Project
from curator.resources import PACKAGE
from curator.ui.menu import ENTRIES
from curator.ui.signing_in import WILL_NOT_DO
from curator.ui.state import SECRET
from curator.work import labelling
from curator.work.access import MAY, ROLES, Action, Person
from curator.work.progress import by_dialogue
from tests.workspaces import sent

MAIN = PACKAGE / "ui" / "main.py"

Visitor = Callable[[str], AppTest]


def titles(page: AppTest) -> list[str]:
    return [title.value for title in page.title]


def test_nobody_is_asked_to_sign_in(visitor: Visitor) -> None:
    page = visitor("")
    assert not page.exception
    assert titles(page) == ["curator"]
    assert not page.button


@pytest.mark.parametrize("role", ROLES)
def test_each_role_has_its_pages(visitor: Visitor, role: str) -> None:
    page = visitor(role)
    assert not page.exception
    assert titles(page) == ["Projects"]
    for file, _, _, _, action in ENTRIES:
        if role in MAY[action]:
            page.switch_page(f"screens/{file}").run()
            assert not page.exception


def test_the_project_list_counts_my_own_work(visitor: Visitor, small_services: Services) -> None:
    lea = Person("Lea", "annotator", "session")
    labelling.save_events(small_services.shelf, lea, [sent(), sent(turn="t3")])
    labelling.submit(small_services.shelf, lea, "p", "main", 1, "d1")
    page = visitor("annotator")
    assert [header.value for header in page.subheader] == ["Small"]
    assert "1 of 3 dialogues submitted by you" in [text.value for text in page.text]


def test_the_button_opens_the_labelling_page_of_its_project(visitor: Visitor) -> None:
    page = visitor("annotator")
    page.button(key="label:p:main").click().run()
    assert not page.exception
    assert page.session_state["choice"].project == "p"
    assert page.session_state["choice"].task == "main"
    assert not page.title  # the component is all there is


def test_a_session_that_has_ended_leads_to_the_door(visitor: Visitor, small_services: Services) -> None:
    page = visitor("lead")
    small_services.access.sign_out(page.session_state["session"])
    page.run()
    assert titles(page) == ["curator"]
    assert not page.button


def an_error() -> None:
    from curator.errors import StateError
    from curator.ui.telling import tell_error

    assert tell_error(StateError("the *task* $x$ is closed.", where="p", fix="Ask a lead."))


def no_session() -> None:
    from curator.errors import NotSignedInError
    from curator.ui.telling import tell_error

    assert tell_error(NotSignedInError("nobody is signed in."))


def a_surprise() -> None:
    from curator.ui.telling import tell_error

    assert not tell_error(RuntimeError("/secret/path"))


@pytest.mark.usefixtures("small_services")
def test_errors_are_told_as_text_and_surprises_not_at_all() -> None:
    told = AppTest.from_function(an_error).run()
    assert not told.exception
    assert [text.value for text in told.text] == ["p: the *task* $x$ is closed. Ask a lead."]
    assert titles(AppTest.from_function(no_session).run()) == ["curator"]
    nothing = AppTest.from_function(a_surprise).run()
    assert not nothing.exception
    assert not nothing.error


def test_the_door_says_what_roles_do_and_what_will_not_do(visitor: Visitor, small_services: Services) -> None:
    door = AppTest.from_file(str(MAIN), default_timeout=30)
    door.query_params["refused"] = "name"
    door.run()
    assert [error.value for error in door.error] == [WILL_NOT_DO["name"]]
    assert door.table[0].value["role"].tolist() == list(ROLES)


@pytest.mark.parametrize(("file", "action"), [(file, action) for file, _, _, _, action in ENTRIES])
def test_a_page_that_is_not_for_a_role_says_so(visitor: Visitor, file: str, action: Action) -> None:
    page = visitor("annotator").switch_page(f"screens/{file}").run()
    assert not page.exception
    if "annotator" not in MAY[action]:
        assert "This page is for leads" in page.error[0].value
        assert not page.button


def test_a_new_tab_begins_with_the_project_that_was_chosen_last(visitor: Visitor, small_services: Services) -> None:
    scheme = small_services.store.schema("p")
    small_services.store.create_project(Project(id="q", schema_id=scheme.id, schema_version=1), scheme)
    page = visitor("lead").switch_page("screens/data.py").run()
    assert page.selectbox(key="data:project").value == "p"
    page.selectbox(key="data:project").set_value("q").run()
    for file in ("agreement", "progress", "export"):
        page.switch_page(f"screens/{file}.py").run()
        assert not page.exception
        assert page.selectbox(key=f"{file}:project").value == "q"
    later = AppTest.from_file(str(MAIN), default_timeout=30)
    later.session_state[SECRET] = page.session_state[SECRET]
    later.run().switch_page("screens/data.py").run()
    assert later.selectbox(key="data:project").value == "q"


def test_leads_see_how_far_everybody_is_and_what_is_stuck(visitor: Visitor, small_services: Services) -> None:
    ana, ben = (Person(name, "annotator", "session") for name in ("Ana", "Ben"))
    labelling.save_events(small_services.shelf, ana, [sent(), sent(turn="t3")])
    labelling.submit(small_services.shelf, ana, "p", "main", 1, "d1")
    small_services.store.open_work("p", task="main", round=1, dialogue="d2", annotator="Ben")
    page = visitor("lead").switch_page("screens/progress.py").run()
    assert not page.exception
    assert {metric.label: metric.value for metric in page.metric} == {
        "Dialogues": "3", "Submitted": "1", "by two or more": "0", "Open": "0", "Skipped": "0", "Not begun": "2",
    }  # fmt: skip
    people, dialogues = (frame.value.to_dict("records") for frame in page.dataframe)
    assert [(one["annotator"], one["dialogues submitted"]) for one in people] == [("Ana", 1)]
    assert [one["submitted by"] for one in dialogues] == ["Ana", "", ""]
    assert any("without an answer: Ben" in text.value for text in page.text)
    later = datetime.now(UTC) + timedelta(days=9, hours=1)
    labelling.save_events(small_services.shelf, ben, [sent(dialogue="d2")])
    assert [row["stuck"] for row in by_dialogue(small_services.store, "p", "main", now=later)] == [
        "", "Ben has answered nothing for 9 days", "",
    ]  # fmt: skip


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours, #rrggbb."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_white_words_on_our_buttons_can_be_read(theme: str) -> None:
    colour = asgi._UNLESS_SET[f"theme.{theme}.primaryColor"]
    assert contrast(str(colour), "#ffffff") >= 4.5
