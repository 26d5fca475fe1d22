"""Where things stand on the time line of a recording, and how they are dragged there."""

from __future__ import annotations

from tests.browser.recordings import Bench

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
