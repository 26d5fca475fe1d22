"""Comparing texts: the next pair, three buttons, and thinking again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from curator.bootstrap import Services
from curator.work import judging, labelling
from curator.work.access import Person
from tests.workspaces import sent

Visitor = Callable[[str], AppTest]


def open_page(visitor: Visitor, role: str = "lead") -> AppTest:
    page = visitor(role).switch_page("screens/texts.py").run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return "\n".join(element.value for element in page.text)


@pytest.fixture
def written(small_services: Services) -> Services:
    """Two people's texts on two turns."""
    for who, first, second in (("Ana", "*Calm*", "Hope"), ("Ben", "Quiet", "Fear")):
        person = Person(who, "annotator", "session")
        for turn, words in (("t1", first), ("t3", second)):
            labelling.save_events(small_services.shelf, person, [sent(value="reflection", turn=turn)])
            labelling.save_events(small_services.shelf, person, [sent("why", words, turn=turn)])
        labelling.submit(small_services.shelf, person, "p", "main", 1, "d1")
    return small_services


def verdicts(services: Services) -> list[tuple[str, str]]:
    return [(one.judge, one.verdict) for one in services.store.judgements("p")]


def test_two_texts_stand_side_by_side_without_names(visitor: Visitor, written: Services) -> None:
    page = open_page(visitor)
    pair = judging.waiting(written.store, "p", "why", "Lea")[0]
    assert {pair.first.words, pair.second.words} <= {element.value for element in page.text}
    assert "▶ " in shown(page)  # the turn that they are about
    assert "Ana" not in shown(page)
    assert "Ben" not in shown(page)
    assert {metric.label: metric.value for metric in page.metric}["Pairs"] == "2"


def test_a_verdict_leads_to_the_next_pair_and_can_be_changed(visitor: Visitor, written: Services) -> None:
    page = open_page(visitor)
    first, second = judging.waiting(written.store, "p", "why", "Lea")
    page.button(key=f"texts:same:p:{first.first.seq}:{first.second.seq}").click().run()
    assert verdicts(written) == [("Lea", "same")]
    assert {second.first.words, second.second.words} <= {element.value for element in page.text}
    page.button(key=f"texts:again:different:{first.first.seq}:{first.second.seq}").click().run()
    assert verdicts(written) == [("Lea", "different")]
    page.button(key=f"texts:partly:p:{second.first.seq}:{second.second.seq}").click().run()
    assert not page.exception
    assert "no pair of texts for you to judge" in page.info[0].value
    assert {metric.label: metric.value for metric in page.metric} == {
        "Pairs": "2", "Judged": "2", "The same": "0", "Partly the same": "1", "Something different": "1",
    }  # fmt: skip


def test_a_key_pressed_too_soon_changes_nothing(visitor: Visitor, written: Services) -> None:
    page = open_page(visitor)
    first, _ = judging.waiting(written.store, "p", "why", "Lea")
    late = page.button(key=f"texts:same:p:{first.first.seq}:{first.second.seq}")
    judging.judge(written.store, Person("Lea", "lead", "session"), "p", "why", first.key, "different")
    late.click().run()
    assert not page.exception
    assert verdicts(written) == [("Lea", "different")]


def test_who_wrote_does_not_judge(visitor: Visitor, written: Services) -> None:
    page = open_page(visitor)
    page.session_state["session"] = written.access.sign_in("Ana", "lead")[0]
    page.run()
    assert not page.exception
    assert "no pair of texts for you to judge" in page.info[0].value


def test_nothing_to_compare_is_said(visitor: Visitor, small_services: Services) -> None:
    page = open_page(visitor)
    assert "No two people have written and submitted a text" in shown(page)
    assert not page.button
