"""Recordings in a real browser: what is played, what the time line shows and takes, and what is said when it fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.board import a_tab
from tests.browser.recordings import Bench, fill_with_recordings
from tests.browser.server import Server

NEAR = 0.15
"""Seconds by which playing may leave a turn."""


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace = tmp_path_factory.mktemp("media") / "workspace"
    fill_with_recordings(workspace)
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def bench(person: Callable[..., BrowserContext], heard: Server) -> Iterator[Bench]:
    made = Bench(person("ana", heard.address), heard.address)
    yield made
    assert made.errors == []


@pytest.fixture
def video(bench: Bench, heard: Server) -> Bench:
    """The bench with a video of some 4 s whose file does not say how long it is."""
    path = heard.workspace / "media" / "sub" / "v1.webm"
    if not path.exists():
        bench.video(path, 4.2)
    bench.open("v1")
    return bench


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
    before = bench.now
    bench.page.wait_for_timeout(1_500)
    assert 0.4 < bench.now - before < 1.2
    bench.page.locator(".speed").select_option("2")
    before = bench.now
    bench.page.wait_for_timeout(1_500)
    assert bench.now - before > 1.8
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
    video.page.wait_for_timeout(300)
    shown = [float(video.js("recording.player.shown"))]
    for act in ("media_frame_on", "media_frame_on", "media_frame_back"):
        video.act(act)
        video.page.wait_for_timeout(400)
        shown.append(float(video.js("recording.player.shown")))
    assert shown[0] < shown[1] < shown[2] > shown[3]
    assert shown[3] == pytest.approx(shown[1], abs=0.005)
    assert shown[1] - shown[0] < 0.3
    video.js("recording.player.seek(1)")
    video.act("media_on")
    assert video.now == pytest.approx(1.1, abs=0.001)


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


# --- the time line ----------------------------------------------------------------------------------------------------
TRACKS = """
recording.setTracks([{
  id: 'cue', label: 'Cue', kind: 'segments', options: [{ id: 'face', colour: '#b24a6f' }, { id: 'voice' }],
  nameOf: label => label.toUpperCase(),
  items: [{ id: 'a', start: 4, end: 7, label: 'face' }, { id: 'b', start: 9, end: 12, label: 'voice' }],
}, {
  id: 'affect', label: 'Affect', kind: 'states', options: [{ id: 'warm' }, { id: 'cold' }],
  nameOf: label => label,
  items: [{ id: null, start: 0, end: 8, label: 'warm' }, { id: 's1', start: 8, end: 24, label: 'cold' }],
}])
"""


def x_of(bench: Bench, time: float) -> float:
    box = bench.picture.bounding_box()
    assert box
    return box["x"] + 1 + float(bench.js("time => recording.timeline.view.xOf(time)", time))


def y_of(bench: Bench, what: str) -> float:
    """The middle of a track or lane; `what` is an expression over the layout `place`."""
    box = bench.picture.bounding_box()
    assert box
    return box["y"] + 1 + float(bench.js(f"(({{ place }}) => {what})(recording.timeline)"))


def show_tracks(bench: Bench) -> None:
    """Tracks stand still once the waveform is there: it moves them down."""
    bench.js(TRACKS)
    bench.page.wait_for_function("() => recording.timeline.peaks && recording.timeline.place.tracks.length === 2")
    bench.page.wait_for_timeout(100)


def drag(bench: Bench, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = bench.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, end[1], steps=3)
    mouse.move(*end, steps=3)
    mouse.up()


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
