"""Recordings in a real browser: what is played, and what is said when it fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.recordings import NEAR, Bench
from tests.browser.server import Server

PACE = """async () => {
  const [at, since] = [recording.now, performance.now()];
  await new Promise(done => setTimeout(done, 1500));
  return (recording.now - at) / ((performance.now() - since) / 1000);
}"""
"""Seconds of the recording in a second of the clock."""


# --- playing ----------------------------------------------------------------------------------------------------------
def test_the_file_comes_in_ranges(bench: Bench) -> None:
    with bench.page.expect_response(lambda answer: "/media/" in answer.url) as found:
        bench.open("w1")
    assert found.value.status == 206
    assert found.value.headers["content-range"].endswith(f"/{24 * 8000 * 2 + 44}")
    assert bench.js("recording.length") == pytest.approx(24, abs=0.01)


def test_a_turn_is_played_from_its_start_to_its_end(bench: Bench) -> None:
    bench.open("w1")
    bench.js("recording.setTurn('t3')")
    bench.press("media_turn")
    seen = bench.times(2.6)
    assert 6 - 0.01 <= min(seen) <= max(seen) <= 8 + NEAR
    assert not bench.is_playing
    assert bench.now == pytest.approx(8, abs=0.02)


def test_the_last_turn_is_looped_although_the_file_ends_there(bench: Bench) -> None:
    bench.open("w1", settings={"speed": 2})
    bench.js("recording.setTurn('t11')")
    bench.press("media_loop")
    seen = bench.times(2.6)
    assert 22 - NEAR <= min(seen) <= max(seen) <= 24 + NEAR
    assert any(after < before - 1 for before, after in pairwise(seen))
    assert bench.is_playing


@pytest.mark.parametrize("speed", [1, 2])
def test_a_loop_stays_within_the_turn(bench: Bench, speed: float) -> None:
    bench.open("w1", settings={"speed": speed})
    bench.js("recording.setTurn('t2')")
    bench.press("media_loop")
    seen = bench.times(4.6)
    assert bench.is_playing
    assert 4 - NEAR <= min(seen) <= max(seen) <= 6 + NEAR
    returns = sum(after < before - 1 for before, after in pairwise(seen))
    assert returns >= (1 if speed == 1 else 3)
    bench.js("recording.setTurn('t5')")  # walking on, the next turn is looped
    seen = bench.times(1.0)
    assert 10 - NEAR <= min(seen) <= max(seen) <= 12 + NEAR
    bench.press("media_loop")
    bench.times(2.5 / speed)
    assert not bench.is_playing
    assert bench.now == pytest.approx(12, abs=0.02)


def test_the_current_turn_moves_along_and_can_be_left_alone(bench: Bench) -> None:
    bench.open("w1", settings={"speed": 2})
    bench.js("recording.setTurn('t0')")
    bench.press("media_play")
    bench.times(2.6)
    assert [turn for (turn,) in bench.told("followed")][:2] == ["t1", "t2"]
    bench.press("media_follow")
    bench.js("heard.length = 0")
    bench.times(1.2)
    assert bench.told("followed") == []
    assert bench.is_playing


def test_at_rest_the_recording_waits_at_the_current_turn(bench: Bench) -> None:
    bench.open("w1")
    bench.js("recording.setTurn('t7')")
    assert bench.now == pytest.approx(14, abs=0.01)
    bench.js("recording.player.seek(14.7); recording.setTurn('t8'); recording.setTurn('t7')")
    assert bench.now == pytest.approx(14, abs=0.01)
    bench.page.wait_for_function("Math.abs(recording.player.node.currentTime - 14) < 0.01")
    bench.js("recording.setTurn('t9')")
    bench.press("media_play")  # at once: it plays from there, not from where it was
    seen = bench.times(0.4)
    assert 18 - NEAR <= min(seen) <= max(seen) <= 19


def test_speed_goes_by_steps_between_half_and_double(bench: Bench) -> None:
    bench.open("w1")
    speeds = []
    for _ in range(4):
        bench.act("media_faster")
        speeds.append(bench.js("recording.player.node.playbackRate"))
    assert speeds == [1.25, 1.5, 1.75, 2]
    assert not bench.act("media_faster")
    for _ in range(6):
        bench.act("media_slower")
    assert bench.js("recording.player.node.playbackRate") == 0.5
    assert not bench.act("media_slower")
    bench.press("media_play")
    assert 0.25 < bench.js(PACE) < 0.8
    bench.page.locator(".speed").select_option("2")
    assert 1.2 < bench.js(PACE) < 2.6
    assert bench.told("kept")[-1][0]["speed"] == 2


def test_steps_are_exact_and_add_up(bench: Bench) -> None:
    bench.open("w1")
    bench.js("recording.player.seek(5)")
    bench.js("for (let n = 0; n < 7; n += 1) recording.acts.media_on()")
    assert bench.now == pytest.approx(5.7, abs=0.001)
    bench.press("media_back")
    assert bench.now == pytest.approx(5.6, abs=0.001)
    bench.js("recording.player.seek(0.03)")
    bench.act("media_back")
    assert bench.now == 0


def test_subtitles_come_from_the_turns_as_they_stand(bench: Bench) -> None:
    bench.open("w1")
    caption = bench.page.locator(".caption")
    bench.js("recording.player.seek(2.5)")
    expect(caption).to_be_hidden()  # sound alone: the text stands beside it
    bench.press("media_subtitles")
    expect(caption).to_have_text("Sol <b>What</b> kept you awake? $x$ :smile:")
    bench.js("recording.player.seek(4.5)")
    expect(caption.locator("span")).to_have_css("direction", "rtl")
    bench.press("media_subtitles")
    expect(caption).to_be_hidden()
    bench.press("media_subtitles")
    expect(caption).to_be_visible()


def test_volume_and_settings_are_kept_by_the_page(bench: Bench) -> None:
    bench.open("w1", settings={"volume": 0.5, "subtitles": False, "follow": False})
    assert bench.js("recording.player.node.volume") == 0.5
    expect(bench.page.locator('[data-act="media_follow"]')).to_have_attribute("aria-pressed", "false")
    bench.page.get_by_label("Volume").fill("0.2")
    assert bench.told("kept")[-1] == [{"speed": 1, "volume": 0.2, "subtitles": False, "follow": False}]


def test_a_video_steps_from_picture_to_picture(video: Bench) -> None:
    assert 3 < video.js("recording.length") < 8
    video.press("media_play")
    video.page.wait_for_timeout(1_500)
    video.press("media_play")
    shown = [the_picture_at_rest(video)]
    for act in ("media_frame_on", "media_frame_on", "media_frame_back"):
        video.act(act)
        video.page.wait_for_function("before => recording.player.shown !== before", arg=shown[-1])
        shown.append(the_picture_at_rest(video))
    assert shown[0] < shown[1] < shown[2] > shown[3]
    assert shown[3] == pytest.approx(shown[1], abs=0.005)
    assert shown[1] - shown[0] < 0.3
    video.js("recording.player.seek(1)")
    video.act("media_on")
    assert video.now == pytest.approx(1.1, abs=0.001)


def the_picture_at_rest(video: Bench) -> float:
    """The time of the picture that is shown, once no other follows it."""
    shown = -1.0
    while (now := float(video.js("recording.player.shown"))) != shown:
        shown = now
        video.page.wait_for_timeout(500)
    return shown


def test_a_video_has_subtitles_from_the_start(video: Bench) -> None:
    video.js("recording.player.seek(1.5)")
    expect(video.page.locator(".caption")).to_be_visible()


def test_a_turn_of_a_video_is_looped(video: Bench) -> None:
    video.js("recording.setTurn('t1')")
    video.press("media_loop")
    seen = video.times(2.6)
    assert 1 - NEAR <= min(seen) <= max(seen) <= 2 + NEAR
    assert video.is_playing


# --- what goes wrong --------------------------------------------------------------------------------------------------
def test_a_missing_file_is_said_and_everything_else_goes_on(bench: Bench) -> None:
    bench.open("gone", loaded=False)
    expect(bench.trouble).to_contain_text("its file is missing on the server. You can go on labelling")
    for act in bench.js("Object.keys(recording.player.acts)"):
        bench.act(act)
    bench.js("recording.setTurn('t2')")
    assert bench.js("recording.length") == 4  # as far as the turns go
    assert bench.told("told")


def test_a_file_that_goes_missing_later_is_told_apart_from_one_that_cannot_be_played(
    bench: Bench, heard: Server
) -> None:
    bench.open("broken", loaded=False)
    expect(bench.trouble).to_contain_text("This browser cannot play the recording")
    path = heard.workspace / "media" / "broken.wav"
    kept = path.read_bytes()
    path.unlink()
    bench.page.get_by_role("button", name="Try again").click()
    expect(bench.trouble).to_contain_text("its file is missing on the server")
    path.write_bytes((path.parent / "w1.wav").read_bytes())
    bench.page.get_by_role("button", name="Try again").click()
    expect(bench.trouble).to_be_hidden()
    bench.press("media_play")
    bench.page.wait_for_function("recording.now > 0.2")
    path.write_bytes(kept)


def test_a_server_that_does_not_answer(bench: Bench) -> None:
    bench.page.route("**/media/**", lambda route: route.abort())
    bench.open("w1", loaded=False)
    expect(bench.trouble).to_contain_text("The server does not answer")
    bench.page.unroute("**/media/**")
    bench.page.get_by_role("button", name="Try again").click()
    expect(bench.trouble).to_be_hidden()


def test_a_stalled_load_is_said_and_forgotten_when_it_goes_on(bench: Bench) -> None:
    bench.page.clock.install()
    held: list[Callable[[], None]] = []
    bench.page.route("**/media/**", lambda route: held.append(route.continue_))
    bench.open("w1", loaded=False)
    bench.page.clock.run_for(9_000)
    expect(bench.trouble).to_contain_text("slow to load")
    bench.page.wait_for_timeout(50)
    held[0]()
    expect(bench.trouble).to_be_hidden()


def test_another_recording_of_the_same_conversation(bench: Bench) -> None:
    bench.open("both")
    assert bench.js("recording.player.index") == 1  # the first one is missing
    bench.js("recording.player.seek(3)")
    bench.page.locator(".which").select_option("0")
    expect(bench.trouble).to_contain_text("its file is missing")
    bench.page.locator(".which").select_option("1")
    expect(bench.trouble).to_be_hidden()


def test_without_times_a_turn_cannot_be_played_and_it_says_so(bench: Bench) -> None:
    bench.open("w1")
    bench.js("recording.player.times.byId.delete('t4'); recording.setTurn('t4')")
    bench.press("media_turn")
    expect(bench.trouble).to_have_text(re.compile("This turn has no times in the recording"))
    bench.open("short")
    bench.js("recording.setTurn('t20')")
    bench.press("media_turn")
    expect(bench.trouble).to_have_text(re.compile("This turn lies beyond the end of the recording"))
    assert not bench.is_playing
