"""A recording has its place on the labelling page: questions hear of it, states and stretches are labelled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.board import a_tab
from tests.browser.recordings import Bench
from tests.browser.server import Server
from tests.browser.timeline import TRACKS, drag, x_of, y_of


# --- its place on the page --------------------------------------------------------------------------------------------
def test_the_place_is_empty_without_recordings_and_keeps_settings(bench: Bench) -> None:
    bench.js("mountPlace('none')")
    expect(bench.page.locator(".media-place")).to_be_hidden()
    assert not bench.js("spot.act('media_play')")
    bench.js("mountPlace('w1')")
    expect(bench.page.locator(".media-place")).to_be_visible()
    expect(bench.page.locator('[data-act="media_play"] kbd')).to_have_text(", P")
    expect(bench.page.locator('[data-act="media_turn"] kbd')).to_have_text("T")
    assert bench.js("spot.act('media_faster')")
    assert not bench.js("spot.has('submit')")
    bench.page.wait_for_function("recording.player.node.readyState > 0")
    bench.press("media_play")
    bench.page.wait_for_function("recording.player.playing")
    bench.js("window.was = recording.player.node")
    bench.js("mountPlace('w1')")  # the next conversation: the one before is silent
    assert bench.js("[was.paused, was.src]") == [True, ""]
    assert bench.js("recording.player.settings.speed") == 1.25
    bench.js("spot.setTurn('t3')")
    assert bench.now == pytest.approx(6, abs=0.01)


def test_a_question_hears_of_the_time_line_only_while_it_is_in_focus(bench: Bench) -> None:
    bench.js("mountPlace('w1')")
    bench.page.wait_for_function("recording.player.node.readyState > 0")
    bench.js("spot.listen({ stretch: note('stretch') })")
    bench.js(TRACKS)
    expect(bench.page.locator(".entries li")).to_have_count(3)
    y = y_of(bench, "9")
    drag(bench, (x_of(bench, 4), y), (x_of(bench, 6), y))
    assert len(bench.told("stretch")) == 1
    bench.js("spot.listen(null)")
    expect(bench.page.locator(".entries li")).to_have_count(0)
    expect(bench.page.locator(".marked")).to_be_hidden()
    drag(bench, (x_of(bench, 4), y), (x_of(bench, 6), y))
    assert len(bench.told("stretch")) == 1


@pytest.mark.parametrize(
    ("busy", "follows"),
    [
        ("spot.setTurn('t0')", True),
        ("spot.setTurn(null)", False),  # at a question about the whole conversation
        ("spot.setTurn('t0'); spot.listen({})", False),  # at a question about the recording
        ("spot.setTurn('t0'); spot.element.append(document.createElement('textarea'));"
         " document.querySelector('textarea').focus()", False),
    ],
)  # fmt: skip
def test_the_recording_takes_nobody_away_from_what_they_do(bench: Bench, busy: str, follows: bool) -> None:
    bench.js("mountPlace('w1')")
    bench.page.wait_for_function("recording.player.node.readyState > 0")
    bench.press("media_play")
    bench.js(f"{busy}; spot.recording.player.set({{ speed: 2 }}); heard.length = 0")
    bench.page.wait_for_function("recording.now > 4.2")
    assert bool(bench.told("goTo")) is follows


# --- states while playing ---------------------------------------------------------------------------------------------
def test_a_dial_sets_states_while_playing_and_takes_them_back(bench: Bench) -> None:
    bench.open("w1", settings={"speed": 2})
    bench.js("mountDial({ initial: 'neutral', lag: 0.5 })")
    panel = bench.page.locator(".dial")
    expect(panel.locator(".holding")).to_have_text("Now: neutral")
    bench.press("media_play")
    bench.page.wait_for_function("recording.now > 2")
    panel.get_by_role("button", name="warm").click()
    (change,) = bench.js("dial.changes")
    assert 1.5 <= change["start"] < 3.5
    assert bench.is_playing
    bench.press("media_play")
    bench.js("recording.player.seek(9)")
    panel.get_by_role("button", name="cold").click()
    assert [one["label"] for one in bench.js("dial.changes")] == ["warm", "cold"]
    assert bench.js("dial.changes[1].start") == 8.5
    panel.get_by_role("button", name="Take the last change back").click()
    expect(panel.locator(".holding")).to_have_text("Now: warm")
    assert len(bench.told("dial")) == 3


# --- on the labelling page --------------------------------------------------------------------------------------------
def test_stretches_and_states_are_labelled_by_keys_on_the_page(
    person: Callable[..., BrowserContext], heard: Server, strangers: list[str]
) -> None:
    tab = a_tab(person("uli", heard.address), heard.address, "watched", strangers)
    tab.open("w1")
    clock, play = tab.root.locator(".clock"), tab.root.locator('[data-act="media_play"]')
    assert tab.turn == "t1"
    expect(clock).to_have_text("0:02.0 / 0:24.0")
    tab.press("t")
    expect(play).to_contain_text("Pause")
    expect(play).to_contain_text("Play", timeout=10_000)
    expect(clock).to_have_text("0:04.0 / 0:24.0")
    tab.press("j")
    assert tab.turn == "t2"
    tab.press(["End", " ", *"]" * 10, " ", "1"])  # a stretch of a second, begun and ended by Space
    tab.is_saved()
    expect(tab.root.locator(".entries li")).to_have_count(1)
    tab.press(["Tab", "2"])
    tab.is_saved()
    answer = tab.page.request.get(f"{heard.address}/api/v1/dialogues/w1?project=watched")
    found = {label["field"]: label["value"] for label in answer.json()["labels"]}
    assert found == {
        "cue": {"start": 4, "end": 5, "label": "face"},
        "affect": {"start": 4.5, "label": "warm"},
    }


def test_a_stretch_does_not_lie_beyond_the_recording(
    person: Callable[..., BrowserContext], heard: Server, strangers: list[str]
) -> None:
    tab = a_tab(person("ulf", heard.address), heard.address, "watched", strangers)
    tab.open("w1")
    expect(tab.root.locator(".clock")).to_have_text("0:02.0 / 0:24.0")
    tab.press(["End"])
    start, end = tab.root.get_by_label("Start", exact=True), tab.root.get_by_label("End", exact=True)
    start.fill("0:20")
    end.fill("0:30")
    end.press("Enter")
    expect(tab.root.locator(".times .warning")).to_have_text("The recording ends at 0:24.0")
    end.fill("0:24")
    end.press("Enter")
    tab.press("1")
    tab.is_saved()
    answer = tab.page.request.get(f"{heard.address}/api/v1/dialogues/w1?project=watched")
    assert [label["value"] for label in answer.json()["labels"]] == [{"start": 20, "end": 24, "label": "face"}]


def test_a_recording_without_turns_is_labelled_while_it_plays(
    person: Callable[..., BrowserContext], heard: Server, strangers: list[str]
) -> None:
    tab = a_tab(person("ugo", heard.address), heard.address, "dialled", strangers)
    tab.open("w1")
    expect(tab.root.locator(".clock")).to_have_text("0:00.0 / 0:24.0")
    tab.press("p")
    expect(tab.root.locator(".clock")).to_contain_text("0:02.", timeout=10_000)
    tab.press("2")
    expect(tab.root.locator(".clock")).to_contain_text("0:04.", timeout=10_000)
    tab.press(["1", "p"])
    expect(tab.root.locator(".entries li")).to_have_count(2)
    tab.is_saved()
    answer = tab.page.request.get(f"{heard.address}/api/v1/dialogues/w1?project=dialled")
    found = sorted((label["value"]["start"], label["value"]["label"]) for label in answer.json()["labels"])
    assert [label for _start, label in found] == ["warm", "calm"]
    assert [start % 0.5 for start, _label in found] == [0, 0]
    assert 2 <= found[0][0] < found[1][0] <= 5.5


# --- without a page ---------------------------------------------------------------------------------------------------
CASES = Path(__file__).parent / "media-cases.js"


def test_stretches_dials_and_times_hold_their_rules(bench: Bench) -> None:
    bench.page.add_script_tag(content=CASES.read_text(encoding="utf-8"))
    results = bench.js("runCases()")
    assert [one for one in results if not one["holds"]] == []
    assert len(results) > 50
