"""Every target and setting by keyboard and by mouse; what the server has afterwards is what was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.board import Board, a_tab
from tests.browser.house import fill_house
from tests.browser.server import Script, Server

Opened = Callable[..., Board]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace = tmp_path_factory.mktemp("house") / "workspace"
    fill_house(workspace)
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def house(person: Callable[..., BrowserContext], server: Server, strangers: list[str]) -> Opened:
    """`house(project, name)`: a tab at dialogue f1, signed in under that name."""

    def opened(project: str, name: str, dialogue: str = "f1", **screen: Any) -> Board:
        tab = a_tab(person(name, server.address, **screen), server.address, project, strangers)
        tab.page.set_default_timeout(8_000)
        tab.open(dialogue)
        return tab

    return opened


def labels(server: Server, name: str, project: str) -> dict[str, Any]:
    """`field ends@turn` -> the value that the server has as current, or the state where there is none."""
    status, body = Script.sign_in(server.address, name).ask("GET", f"dialogues/f1?project={project}&task=main")
    assert status == 200
    return {
        place(label["field"], label["target"]): label["value"] if label["state"] == "value" else label["state"]
        for label in body["labels"]
        if label["state"] != "retracted"
    }


def place(field: str, target: dict[str, Any]) -> str:
    ends = target.get("pair") or [target[key] for key in ("participant", "part", "candidate", "case") if key in target]
    turn = f"@{target['turn']}" if "turn" in target else ""
    return " ".join(filter(None, [field, ">".join(ends)])) + turn


def whom(tab: Board) -> str:
    return tab.root.locator(".asked .whom").inner_text()


def chip(tab: Board, field: str, ends: str, turn: str = "") -> Any:
    row = tab.row(turn) if turn else tab.root.locator(".row.whole")
    return row.locator(f'.chip[data-field="{field}"][data-whom="{ends}"]')


def cell(tab: Board, field: str, ends: str) -> Any:
    """A place in the table of people."""
    return tab.root.locator(f'.grid .place[data-field="{field}"][data-whom="{ends}"]')


# --- people and pairs -------------------------------------------------------------------------------------------------
def test_people_of_a_turn_by_keyboard(house: Opened, server: Server) -> None:
    tab = house("people", "pia")
    tab.press("1")
    assert (tab.question.inner_text(), whom(tab)) == ("emotion", "Ana client")
    tab.press("2")  # fear: how strong is asked next, of the same person
    assert (tab.question.inner_text(), whom(tab)) == ("strength", "Ana client")
    tab.press("4")
    assert (tab.question.inner_text(), whom(tab)) == ("emotion", "Ben client")
    tab.press("o")  # nobody else
    assert (tab.question.inner_text(), whom(tab)) == ("stance", "Ana client → Ben client")
    tab.is_saved()
    assert labels(server, "pia", "people") == {
        "move@t0": "ask",
        "emotion ana@t0": "fear",
        "strength ana@t0": 4,
        "emotion ben@t0": "none",
        "emotion kim@t0": "none",
    }
    tab.press(["Control+z"])  # one step back
    tab.is_saved()
    assert "emotion kim@t0" not in labels(server, "pia", "people")
    assert whom(tab) == "Ben client"
    tab.press(["Control+y"])
    tab.is_saved()
    assert labels(server, "pia", "people")["emotion kim@t0"] == "none"


def test_a_table_of_people_by_keyboard(house: Opened, server: Server) -> None:
    tab = house("people", "tabea")
    tab.press(["1", "o"])
    assert whom(tab) == "Ana client → Ben client"
    tab.press("2")  # Ana above Ben: Ben below Ana is proposed
    assert whom(tab) == "Ana client → Kim client"
    expect(cell(tab, "stance", "ben>ana")).to_have_class("place proposed")
    expect(cell(tab, "stance", "ben>ana")).to_have_text("below")
    tab.press("1")
    assert whom(tab) == "Ben client → Ana client"
    expect(tab.root.locator(".proposal")).to_contain_text("below")
    tab.press(["Enter"])
    assert whom(tab) == "Ben client → Kim client"
    tab.press(["ArrowDown"])  # over the hole where Kim meets herself: the edge, so the turn after
    assert tab.turn == "t1"
    chip(tab, "stance", "kim>ana", "t0").click()
    tab.press("=")  # all that is proposed
    tab.is_saved()
    assert {key: value for key, value in labels(server, "tabea", "people").items() if "stance" in key} == {
        "stance ana>ben@t0": "above",
        "stance ben>ana@t0": "below",
        "stance ana>kim@t0": "closer",
        "stance kim>ana@t0": "closer",
    }


def test_dimensions_of_pairs_in_one_table(house: Opened, server: Server) -> None:
    tab = house("people", "dima")
    tab.press(["End"])
    tab.press(["k"])
    tab.press("2")
    tab.press("34")
    assert (tab.question.inner_text(), whom(tab)) == ("allies", "Ana client + Ben client")  # what is needed comes first
    tab.root.get_by_role("button", name="Relation").click()
    assert (tab.root.locator(".asked .of").inner_text(), tab.question.inner_text()) == ("Relation", "Equality")
    expect(tab.root.locator(".anchors")).to_contain_text("unequal")
    tab.press("1")
    assert (tab.question.inner_text(), whom(tab)) == ("Closeness", "Ana client → Ben client")
    tab.press("3")
    assert (tab.question.inner_text(), whom(tab)) == ("Equality", "Ana client → Kim client")
    tab.press(["ArrowRight", "ArrowDown", "2"])
    tab.is_saved()
    found = labels(server, "dima", "people")
    assert found["bond.equal ana>ben"] == -1
    assert found["bond.close ana>ben"] == 1
    assert found["bond.close ben>ana"] == 0
    assert [found[f"load {name}"] for name in ("ana", "ben", "kim")] == [2, 3, 4]


def test_people_and_pairs_by_mouse(house: Opened, server: Server) -> None:
    tab = house("people", "mo")
    tab.row("t1").click()
    tab.option("warmth").click()
    tab.root.locator('.option[data-option="5"]').click()
    chip(tab, "emotion", "ana", "t1").click()
    tab.option("anger").click()
    tab.root.get_by_role("button", name="stance").last.click()
    cell(tab, "stance", "kim>ben").click()
    tab.option("below").click()
    chip(tab, "stance", "ben>kim", "t1").click()  # dashed: a proposal
    tab.root.get_by_role("button", name="Take the proposal").click()
    chip(tab, "allies", "ana>kim").click()
    tab.option("yes").click()
    tab.root.get_by_role("button", name="Undo").click()
    tab.option("no").click()
    tab.is_saved()
    assert labels(server, "mo", "people") == {
        "emotion ana@t1": "anger",
        "strength ana@t1": 5,
        "stance kim>ben@t1": "below",
        "stance ben>kim@t1": "above",
        "allies ana>kim": "no",
    }


def test_submit_names_people_and_pairs(house: Opened) -> None:
    tab = house("people", "suba", "f2")
    tab.press("s")
    note = tab.root.locator(".submit-note")
    expect(note).to_contain_text("8 answers are missing")
    expect(note).to_contain_text("The people, one by one: load · Ana")
    note.get_by_role("button", name="load · Ben").click()
    assert whom(tab) == "Ben client"


# --- settings ---------------------------------------------------------------------------------------------------------
def test_what_persists_is_carried_and_changed(house: Opened, server: Server) -> None:
    tab = house("settings", "percy")
    tab.press("1")
    expect(tab.chip("t2", "stage")).to_have_class("chip carried")
    expect(tab.chip("t2", "stage")).to_have_text("stagebeginsince 1")
    tab.chip("t3", "stage").click()
    expect(tab.root.locator(".held-note")).to_contain_text("holds since turn 1")
    tab.press("2")
    expect(tab.chip("t2", "stage")).to_contain_text("begin")
    expect(tab.chip("t5", "stage")).to_have_text("stageworksince 4")
    tab.chip("t5", "stage").click()
    tab.press(["Enter"])  # kept: nothing is written
    tab.chip("t3", "stage").click()
    tab.press(["Delete"])
    expect(tab.chip("t5", "stage")).to_have_text("stagebeginsince 1")
    tab.is_saved()
    assert {key: value for key, value in labels(server, "percy", "settings").items() if "stage" in key} == {
        "stage@t0": "begin"
    }


def test_certainty_strength_and_a_proposed_speaker(house: Opened, server: Server) -> None:
    tab = house("settings", "certa")
    tab.press(["1", "2", "3", "Enter"])
    expect(tab.root.locator(".follow.active")).to_contain_text("How sure?")
    tab.press("2")
    expect(tab.question).to_have_text("to")
    expect(tab.root.locator(".proposal")).to_contain_text("Tess")
    tab.press(["Enter"])
    tab.chip("t1", "mix").click()
    tab.press("1")
    expect(tab.root.locator(".follow.active")).to_contain_text("How strong: anger?")
    tab.press("332")
    expect(tab.chip("t1", "mix")).to_contain_text("anger 3, warmth 2")
    tab.press(["Tab"])
    expect(tab.root.locator(".asked .of")).to_have_text("Feeling")
    tab.press("45")
    tab.root.locator('.row[data-group="dialogue"]').click()
    tab.page.keyboard.type("the shoes")
    tab.press(["Enter"])
    tab.press("3")
    tab.root.locator('[data-follow="1"]').click()
    tab.is_saved()
    found = labels(server, "certa", "settings")
    assert found == {
        "stage@t0": "begin",
        "move@t0": ["calm", "steer"],
        "to@t0": ["tess"],
        "mix@t1": [{"option": "anger", "intensity": 3}, {"option": "warmth", "intensity": 2}],
        "vad.pleasant@t1": 4,
        "vad.awake@t1": 5,
        "theme": "the shoes",
        "sure": 3,
    }
    _, body = Script.sign_in(server.address, "certa").ask("GET", "dialogues/f1?project=settings&task=main")
    sure = {label["field"]: label["certainty"] for label in body["labels"]}
    assert (sure["move"], sure["sure"]) == (2, 1)


def test_rules_ask_and_stop(house: Opened, server: Server) -> None:
    tab = house("settings", "rula", "f3")
    tab.press(["1", "4"])
    rule = tab.root.locator(".rule")
    expect(rule).to_have_text("Nothing other at the beginning.")
    tab.press(["Enter", "3", "Enter"])  # how sure; then who: the last question of the turn
    expect(tab.root.get_by_role("button", name="Go on all the same")).to_be_visible()
    assert tab.turn == "t0"
    tab.press(["Enter"])
    assert tab.turn != "t0"
    tab.chip("t4", "stage").click()
    tab.press("3")
    tab.chip("t4", "move").click()
    tab.press("1")
    expect(rule).to_have_text("The end is calm.")
    tab.press("s")
    note = tab.root.locator(".submit-note")
    expect(note).to_contain_text("The end is calm.")
    assert tab.turn == "t4"
    tab.chip("t4", "move").click()
    tab.press("2")
    expect(note).to_have_text("")
    tab.press("s")
    expect(tab.root.locator(".position")).to_contain_text("Conversation 4 of")


def test_somebody_who_is_spoken_about_is_added(house: Opened, server: Server) -> None:
    tab = house("settings", "adda")
    tab.press("1")
    tab.chip("t1", "to").click()
    tab.press("+")
    tab.page.keyboard.type("Aunt 1j")
    tab.press(["Enter"])
    option = tab.root.locator(".option", has_text="Aunt 1j")
    option.click()
    tab.press("1")
    expect(tab.chip("t1", "to")).to_contain_text("Tess, Aunt 1j")
    assert tab.turn == "t1"
    tab.press("uuu")  # also what came before the new lay-out is taken back
    tab.is_saved()
    assert labels(server, "adda", "settings") == {}


# --- pieces -----------------------------------------------------------------------------------------------------------
def test_candidates_parts_and_the_case(house: Opened, server: Server) -> None:
    tab = house("pieces", "cara")
    assert tab.turn == "t4"
    expect(tab.row("t4").locator(".candidate").first).to_contain_text("Kim, say more about the music.")
    expect(tab.root).not_to_contain_text("model-x")
    expect(tab.root.locator(".asked blockquote")).to_have_text("Kim, say more about the music.")
    tab.press("2")
    assert whom(tab).startswith("Alternative B")
    tab.press("3")
    expect(tab.root.locator(".asked blockquote")).to_have_text("Kim is the one who left.")
    tab.press("2")
    chip(tab, "fit", "w1").click()
    tab.press("1")
    tab.root.locator('.row[data-group="part"]').click()
    expect(tab.root.locator(".asked blockquote")).to_have_text("Who is heard least?")
    tab.press(["Enter"])
    tab.page.keyboard.type("Kim")
    tab.press(["Control+Enter"])
    tab.root.locator('.row[data-group="case"]').click()
    tab.option("long").click()
    tab.row("t1").click()
    tab.press("12")
    tab.is_saved()
    assert labels(server, "cara", "pieces") == {
        "fit c1": 2,
        "fit c2": 3,
        "fit w1": 1,
        "step_ok r1": "wrong",
        "answer q1": "Kim",
        "history family-1": "long",
        "sentence s1": "fact",
        "sentence s2": "view",
    }


def test_a_reload_comes_back_to_the_very_cell(house: Opened) -> None:
    tab = house("people", "rela")
    tab.press(["1", "o", "ArrowDown", "ArrowRight"])
    before = (tab.question.inner_text(), whom(tab))
    tab.is_saved()
    tab.page.wait_for_timeout(400)
    tab.reload()
    assert (tab.question.inner_text(), whom(tab)) == before


def test_small_and_dark(house: Opened) -> None:
    for screen in ({"viewport": {"width": 420, "height": 900}}, {"color_scheme": "dark"}):
        tab = house("people", f"small-{len(str(screen))}", **screen)
        tab.press(["1", "o", "2"])
        expect(cell(tab, "stance", "ben>ana")).to_have_text("below")
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
