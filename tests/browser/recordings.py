"""Invented recordings, and a bare page of the app's own origin that mounts the player and the time line on one."""

from __future__ import annotations

import base64
import math
import struct
import wave
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

from curator.api.guard import HEADERS
from curator.bootstrap import open_services
from curator.model.dialogue import Dialogue, Media, Participant, Turn
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects

RATE = 8_000
NEAR = 0.15
"""Seconds by which playing may leave a turn."""
SCHEME = """
id: heard
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: warm, target: turn, kind: choice, options: ["yes", "no"]}
"""
WATCHED = """
id: watched
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: move, target: turn, applies_to: host, kind: choice, required: true, options: [ask, tell, comfort]}
  - {id: cue, target: dialogue, kind: segments, options: [face, voice]}
  - {id: affect, target: dialogue, kind: segments, states: true, initial: calm, lag: 0.5, options: [calm, warm]}
"""
DIALLED = """
id: dialled
version: 1
fields:
  - {id: affect, target: dialogue, kind: segments, states: true, grid: 0.5, options: [calm, warm]}
"""
SAID = ("I did not sleep.", "<b>What</b> kept you awake? $x$ :smile:", "مرحبا 🙂 كيف", "That sounds hard.")
PEOPLE = (Participant(id="usr", role="guest", name="Uma"), Participant(id="sys", role="host", name="Sol"))


def a_wav(path: Path, seconds: float, turn_s: float) -> None:
    """Tones that change from turn to turn, with a short silence between them."""
    frames = bytearray()
    for at in range(int(seconds * RATE)):
        place = (at / RATE) % turn_s
        loud = 0.0 if place > turn_s - 0.2 else 0.6
        frequency = 220 if int(at / RATE / turn_s) % 2 else 330
        frames += struct.pack("<h", int(32_000 * loud * math.sin(2 * math.pi * frequency * at / RATE)))
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(frames))


def a_timed_talk(name: str, turns: int, turn_s: float, *media: Media) -> Dialogue:
    """Turns t0, t1, … of `turn_s` seconds each, one after the other."""
    said = tuple(
        Turn(
            id=f"t{idx}",
            speakers=(PEOPLE[idx % 2].id,),
            text=SAID[idx % len(SAID)],
            start=idx * turn_s,
            end=(idx + 1) * turn_s,
        )
        for idx in range(turns)
    )
    return Dialogue(id=name, source_id=name, participants=PEOPLE, turns=said, media=media)


def fill_with_recordings(workspace: Path) -> None:
    """`watched` (w1, asked about its recording), `dialled` (w1 without turns), `heard`: everything else.

    There w1 has 12 turns of 2 s and sound, v1 a video that a test makes; the others are what goes wrong.
    """
    sound, video = Media(kind="audio", path="w1.wav"), Media(kind="video", path="sub/v1.webm")
    talks = [
        a_timed_talk("w1", 12, 2.0, sound),
        a_timed_talk("v1", 4, 1.0, video),
        a_timed_talk("short", 24, 2.0, sound),
        a_timed_talk("both", 4, 1.0, Media(kind="audio", path="gone.wav"), sound),
        a_timed_talk("gone", 4, 1.0, Media(kind="audio", path="gone.wav")),
        a_timed_talk("broken", 4, 1.0, Media(kind="audio", path="broken.wav")),
        a_timed_talk("none", 4, 1.0),
        a_timed_talk("long", 200, 2.0, Media(kind="audio", path="gone.wav")),
        a_timed_talk("hour", 2_000, 1.8, Media(kind="audio", path="gone.wav")),
    ]
    services = open_services(Settings(workspace))
    try:
        projects.create(services.store, "heard", parse_schema(SCHEME, where="heard"))
        services.store.add_dialogues("heard", [Incoming(one) for one in talks], source="invented", schema_version=1)
        projects.create(services.store, "watched", parse_schema(WATCHED, where="watched"))
        services.store.add_dialogues("watched", [Incoming(talks[0])], source="invented", schema_version=1)
        projects.create(services.store, "dialled", parse_schema(DIALLED, where="dialled"))
        alone = talks[0].model_copy(update={"turns": ()})
        services.store.add_dialogues("dialled", [Incoming(alone)], source="invented", schema_version=1)
    finally:
        services.close()
    a_wav(workspace / "media" / "w1.wav", 24, 2.0)
    (workspace / "media" / "broken.wav").write_bytes(b"this is no sound at all" * 100)


BENCH = Path(__file__).parent / "media-bench.html"

MAKE_VIDEO = """
async seconds => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 });
  const pen = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
  const pieces = [];
  recorder.ondataavailable = event => pieces.push(event.data);
  const stopped = new Promise(done => { recorder.onstop = done; });
  recorder.start();
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    pen.fillStyle = `hsl(${(performance.now() - began) / 20} 60% 40%)`;
    pen.fillRect(0, 0, 160, 90);
    await new Promise(done => setTimeout(done, 40));
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
}
"""


class Bench:
    """The bare page."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        names = ("board.css", "rows.css", "side.css", "media/media.css")
        styles = "".join(f'<link rel="stylesheet" href="/api/v1/assets/{name}">' for name in names)
        html = BENCH.read_text(encoding="utf-8").replace("STYLES", styles)
        # Under the app's own headers: what its policy forbids fails here as well.
        self.page.route(
            f"{address}/bench", lambda route: route.fulfill(body=html, content_type="text/html", headers=HEADERS)
        )
        self.page.goto(f"{address}/bench")
        self.page.wait_for_function("window.ready")

    def open(self, dialogue: str, *, settings: dict[str, Any] | None = None, loaded: bool = True) -> None:
        self.page.evaluate("([id, settings]) => mountOne(id, settings)", [dialogue, settings or {}])
        if loaded:
            self.page.wait_for_function(
                "recording.player.node.readyState > 0 && recording.player.measuring === undefined"
            )

    def act(self, name: str) -> bool:
        return bool(self.page.evaluate("name => recording.acts[name]()", name))

    def press(self, act: str) -> None:
        """A click on the act's button: a browser plays sound only after one."""
        self.page.locator(f'[data-act="{act}"]').click()

    def js(self, script: str, given: Any = None) -> Any:
        return self.page.evaluate(script, given)

    @property
    def now(self) -> float:
        return float(self.js("recording.now"))

    @property
    def is_playing(self) -> bool:
        return bool(self.js("recording.player.playing"))

    def told(self, name: str) -> list[Any]:
        """What the page was told under a name, without it."""
        return [given[1:] for given in self.js("heard") if given[0] == name]

    def times(self, seconds: float) -> list[float]:
        """The recording's time, looked at every 20 ms for so long."""
        script = """async seconds => {
          const seen = [];
          const until = performance.now() + seconds * 1000;
          while (performance.now() < until) {
            seen.push(recording.now);
            await new Promise(done => setTimeout(done, 20));
          }
          return seen;
        }"""
        return [float(one) for one in self.js(script, seconds)]

    @property
    def trouble(self) -> Locator:
        return self.page.locator(".trouble")

    @property
    def picture(self) -> Locator:
        return self.page.locator(".picture")

    def video(self, path: Path, seconds: float) -> None:
        """Records a canvas in the browser and writes it to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.js(MAKE_VIDEO, seconds)))
