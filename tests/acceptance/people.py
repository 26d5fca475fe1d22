"""An annotator who talks to the app over HTTP, answering turn after turn."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any

from tests.browser.server import Script


@dataclass
class Annotator:
    """Signed in; labels one dialogue after another in one project, as the labelling page does."""

    script: Script
    project: str
    page: dict[str, Any] = field(default_factory=dict)
    current: dict[tuple[str, str], str] = field(default_factory=dict)
    """(field, turn) -> the event that this page saw as current."""

    @classmethod
    def at(cls, address: str, name: str, project: str = "p") -> Annotator:
        return cls(Script.sign_in(address, name), project)

    def next(self) -> str:
        """Opens the next dialogue; its id, or "" when all is done."""
        status, answer = self.script.ask("POST", "next", {"project": self.project})
        assert status == 200, answer
        return self.open(answer["dialogue"]) if answer["dialogue"] else ""

    def open(self, dialogue: str) -> str:
        status, self.page = self.script.ask("GET", f"dialogues/{dialogue}?project={self.project}&task=main")
        assert status == 200, self.page
        self.current = {(one["field"], one["target"].get("turn", "")): one["id"] for one in self.page["labels"]}
        return dialogue

    def event(self, name: str, value: Any, turn: str = "", **other: Any) -> dict[str, Any]:
        """What the page sends for one answer; `turn` "" is about the whole dialogue."""
        dialogue = self.page["dialogue"]
        made = {
            "id": str(uuid.uuid4()),
            "project": self.project,
            "task": "main",
            "round": self.page["round"],
            "dialogue": dialogue["id"],
            "field": name,
            "target": {"turn": turn} if turn else {},
            "item": None,
            "state": "value",
            "value": value,
            "based_on": self.current.get((name, turn)),
            "client_at": "2026-01-01T00:00:00.000Z",
            "visible_ms": 900,
            "schema_version": self.page["schema"]["version"],
            "guidelines": self.page["guidelines"]["revision"],
            "text_revision": dialogue["text_revision"],
            "origin": "typed",
        }
        return made | other

    def send(self, *events: dict[str, Any]) -> tuple[int, Any]:
        """(status, answer). What was saved is current from now on."""
        status, answer = self.script.ask("POST", "events", {"events": list(events)})
        if status == 200:
            for sent, result in zip(events, answer["results"], strict=True):
                if result["status"] == "saved":
                    self.current[sent["field"], sent["target"].get("turn", "")] = sent["id"]
        return status, answer

    def say(self, name: str, value: Any, turn: str = "") -> dict[str, Any]:
        """One answer that has to be saved."""
        event = self.event(name, value, turn)
        status, answer = self.send(event)
        assert status == 200, answer
        assert answer["results"][0]["status"] == "saved", answer
        return event

    def submit(self) -> tuple[int, Any]:
        whole = {"project": self.project, "task": "main", "round": self.page["round"]}
        return self.script.ask("POST", "submit", {**whole, "dialogue": self.page["dialogue"]["id"]})
