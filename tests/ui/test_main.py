"""The script that Streamlit runs: who sees which pages, and the way to the labelling page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from curator.bootstrap import Services
from curator.ui.menu import ENTRIES
from curator.work import labelling
from curator.work.access import MAY, ROLES, Person
from tests.workspaces import sent

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
