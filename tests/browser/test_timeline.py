"""The time line of a recording in a real browser: what it shows and what it takes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.recordings import NEAR, Bench
from tests.browser.timeline import TRACKS, drag, show_tracks, x_of, y_of


def test_a_click_goes_there_and_names_the_turn(bench: Bench) -> None:
    bench.open("w1")
    bench.page.mouse.click(x_of(bench, 13), y_of(bench, "9"))
    assert bench.now == pytest.approx(13, abs=0.05)
    assert bench.told("turn") == []
    bench.page.mouse.click(x_of(bench, 15), y_of(bench, "place.lanes.get('sys') + 5"))
    assert bench.told("turn") == [["t7"]]
    assert bench.now == pytest.approx(15, abs=0.05)


def test_dragging_marks_a_stretch_that_snaps_to_turns(bench: Bench) -> None:
    bench.open("w1")
    y = y_of(bench, "9")
    drag(bench, (x_of(bench, 4) + 3, y), (x_of(bench, 9.2), y))
    ((stretch,),) = bench.told("stretch")
    assert stretch["start"] == 4
    assert stretch["end"] == pytest.approx(9.2, abs=0.05)
    assert stretch["end"] == round(stretch["end"], 3)
    expect(bench.page.locator(".marked")).to_be_visible()
    expect(bench.page.locator(".line-tools [role=status]")).to_contain_text("Marked: 0:04.000 to 0:09.")


def test_a_stretch_is_marked_by_keys(bench: Bench) -> None:
    bench.open("w1")
    bench.js("recording.player.seek(1.5)")
    bench.act("line_mark")
    bench.js("recording.player.seek(1.2)")
    bench.act("line_mark")
    assert bench.told("stretch") == [[{"start": 1.2, "end": 1.5}]]


def test_edges_are_moved_by_hand_and_by_keys(bench: Bench) -> None:
    bench.open("w1")
    show_tracks(bench)
    y = y_of(bench, "place.tracks[0] + 11")
    bench.page.mouse.click(x_of(bench, 5), y)
    assert bench.told("chosen") == [["cue", "a"]]
    drag(bench, (x_of(bench, 7), y), (x_of(bench, 8) + 2, y))
    assert bench.told("changed")[-1][1] == {"id": "a", "start": 4, "end": 8, "label": "face"}
    edge = bench.page.get_by_role("slider", name="Start of FACE")
    edge.focus()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowLeft"):
        bench.page.keyboard.press(key)
    expect(edge).to_have_attribute("aria-valuetext", "0:04.190")
    for _ in range(50):  # told once the keys have come to rest
        moved = bench.told("changed")[1:]
        if moved and moved[-1][1]["start"] == 4.19:
            break
        bench.page.wait_for_timeout(100)
    assert (moved[0][2]["start"], moved[-1][1]["start"]) == (4, 4.19)


def test_a_stretch_is_moved_and_stays_inside_the_recording(bench: Bench) -> None:
    bench.open("w1")
    show_tracks(bench)
    y = y_of(bench, "place.tracks[0] + 11")
    drag(bench, (x_of(bench, 5.5), y), (x_of(bench, 1), y))
    ((_track, item, was),) = bench.told("changed")
    assert (item["start"], item["end"], was["start"]) == (0, 3, 4)


def test_states_have_only_a_start_to_move(bench: Bench) -> None:
    bench.open("w1")
    show_tracks(bench)
    y = y_of(bench, "place.tracks[1] + 11")
    drag(bench, (x_of(bench, 8), y), (x_of(bench, 10), y))
    ((track, item, _was),) = bench.told("changed")
    assert (track, item["id"]) == ("affect", "s1")
    assert item["start"] == pytest.approx(10, abs=0.1)
    assert bench.page.locator(".edge:visible").count() == 1


def test_what_is_in_view_is_a_list_to_choose_and_play_from(bench: Bench) -> None:
    bench.open("w1")
    bench.js(TRACKS)
    expect(bench.page.locator(".entries li")).to_have_count(3)
    bench.page.get_by_role("button", name="VOICE, 0:09.000 to 0:12.000", exact=True).click()
    assert bench.told("chosen") == [["cue", "b"]]
    bench.page.get_by_role("button", name="Play: VOICE, 0:09.000 to 0:12.000").click()
    seen = bench.times(0.8)
    assert 9 - NEAR <= min(seen) <= max(seen) <= 12
    assert bench.is_playing
    bench.js("recording.timeline.view.show(0, 6); recording.timeline.draw()")
    expect(bench.page.locator(".entries li")).to_have_count(1)


def test_the_position_is_a_slider_with_words(bench: Bench) -> None:
    bench.open("w1")
    slider = bench.page.get_by_role("slider", name="Position in the recording")
    slider.focus()
    bench.page.keyboard.press("PageUp")
    bench.page.keyboard.press("Shift+ArrowRight")
    bench.page.keyboard.press("ArrowLeft")
    assert bench.now == pytest.approx(10.9, abs=0.001)
    expect(slider).to_have_attribute("aria-valuetext", "0:10.9 of 0:24.0, Sol, turn 6")
    bench.page.keyboard.press("Home")
    assert bench.now == 0
    bench.page.keyboard.press("End")
    assert bench.now == pytest.approx(24, abs=0.01)


def test_keys_of_lists_and_sliders_stay_there(bench: Bench) -> None:
    bench.open("w1")
    bench.js("document.addEventListener('keydown', event => heard.push(['key', event.key]))")
    bench.page.get_by_label("Volume").focus()
    bench.page.keyboard.press("ArrowLeft")
    bench.page.locator(".speed").focus()
    bench.page.keyboard.press("ArrowDown")
    assert bench.js("recording.player.settings") == {"speed": 1.25, "volume": 0.95, "subtitles": None, "follow": True}
    bench.page.get_by_role("slider", name="Position in the recording").focus()
    bench.page.keyboard.press("ArrowRight")
    assert bench.told("key") == []
    bench.page.keyboard.press("j")  # the page's own
    assert bench.told("key") == [["j"]]


def test_zoom_keeps_the_moment_under_the_pointer_and_plays_in_view(bench: Bench) -> None:
    bench.open("w1")
    bench.js("recording.player.seek(10)")
    x = x_of(bench, 10)
    bench.page.mouse.move(x, y_of(bench, "9"))
    bench.page.keyboard.down("Control")
    bench.page.mouse.wheel(0, -800)
    bench.page.keyboard.up("Control")
    bench.page.wait_for_function("recording.timeline.view.span < 10")
    assert x_of(bench, 10) == pytest.approx(x, abs=2)
    bench.js("recording.timeline.view.show(9.5, 10.5); recording.timeline.draw()")
    bench.press("media_play")
    bench.page.wait_for_function("recording.timeline.view.from > 9.9")
    bench.press("line_all")
    assert bench.js("recording.timeline.view.span") == pytest.approx(24, abs=0.01)


def test_the_sound_is_drawn(bench: Bench) -> None:
    bench.open("w1")
    bench.page.wait_for_function("recording.timeline.peaks?.length > 0", timeout=15_000)
    loudest = bench.js("Math.max(...recording.timeline.peaks.slice(0, 100))")
    assert 65 <= loudest <= 80  # six tenths of the full range
    assert bench.js("recording.timeline.peaks.length / 2 / 50") == pytest.approx(24, abs=0.1)


@pytest.mark.parametrize(("dialogue", "turns"), [("long", 200), ("hour", 2_000)])
def test_many_turns_are_drawn_fast_and_only_those_in_view(bench: Bench, dialogue: str, turns: int) -> None:
    bench.open(dialogue, loaded=False)
    bench.page.wait_for_function("recording.timeline.place")
    view = "recording.timeline.times.within(recording.timeline.view.from, recording.timeline.view.to).length"
    assert bench.js(view) == turns
    took = bench.js(
        "() => { const began = performance.now();"
        " for (let n = 0; n < 10; n += 1) recording.timeline.drawNow(); return (performance.now() - began) / 10; }"
    )
    assert took < 60
    bench.js("recording.timeline.view.show(100, 110); recording.timeline.drawNow()")
    assert bench.js(view) <= 7
    assert bench.page.locator(".recording *").count() < 80
