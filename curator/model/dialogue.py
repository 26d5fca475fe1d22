"""A conversation as the project holds it: who took part, what was said, and what came with it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from curator.model.base import Json, Model

ParticipantKind = Literal["person", "group", "mentioned", "entity"]
PartOf = Literal["turn", "candidate", "dialogue", "case"]
May = Literal["speak", "be_addressed", "be_an_end"]
Consent = Literal["research", "share_labels", "share_text", "quote", "media", "external_model"]


class Participant(Model):
    """Somebody (or some group or thing) in a dialogue. `role` is the schema's id for the source's spelling.

    may: what the schema lets somebody be that it adds itself (None = everything); no part of the dialogue's content.
    """

    id: str
    name: str = ""
    role: str = ""
    kind: ParticipantKind = "person"
    members: tuple[str, ...] = ()
    attributes: dict[str, Json] = Field(default_factory=dict)
    may: tuple[May, ...] | None = Field(default=None, exclude=True)

    def can(self, what: May) -> bool:
        return self.may is None or what in self.may


class Turn(Model):
    """One utterance. Text is kept byte for byte; `start` and `end` are seconds from the start of the recording."""

    id: str
    speakers: tuple[str, ...] = Field(min_length=1)
    text: str
    addressees: tuple[str, ...] = ()
    start: float | None = None
    end: float | None = None
    secondary: tuple[Json, ...] = ()
    attributes: dict[str, Json] = Field(default_factory=dict)
    extra: dict[str, Json] = Field(default_factory=dict)


class Part(Model):
    """A given piece (sentence, reasoning step, question) of a turn, a candidate, the dialogue or the case."""

    id: str
    of_kind: PartOf
    of_id: str = ""
    type: str = ""
    text: str = ""


class Candidate(Model):
    """One of several alternatives to a turn, or to the whole dialogue (`turn` empty)."""

    id: str
    turn: str = ""
    source: str = ""
    content: Json = None


class Media(Model):
    kind: Literal["audio", "video"]
    path: str


class Case(Model):
    """Several dialogues of the same people, in order."""

    id: str
    attributes: dict[str, Json] = Field(default_factory=dict)


class Dialogue(Model):
    """One conversation. A turn's index is its position; a dialogue with media and no turns is valid.

    `attributes` are facts that a task may show or a condition may ask for (scenario, situation);
    `extra` holds every other source field unharmed. `consent` is None where the source says nothing.
    Raises pydantic's ValidationError on ids used twice and on speakers or addressees that are not participants.
    """

    id: str = Field(min_length=1)
    source_id: str = ""
    case: str = ""
    participants: tuple[Participant, ...] = ()
    turns: tuple[Turn, ...] = ()
    parts: tuple[Part, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    media: tuple[Media, ...] = ()
    attributes: dict[str, Json] = Field(default_factory=dict)
    extra: dict[str, Json] = Field(default_factory=dict)
    consent: tuple[Consent, ...] | None = None

    @model_validator(mode="after")
    def _ids_fit(self) -> Dialogue:
        people = {person.id for person in self.participants}
        _unique("participant", [person.id for person in self.participants])
        _unique("turn", [turn.id for turn in self.turns])
        _unique("part", [part.id for part in self.parts])
        _unique("candidate", [candidate.id for candidate in self.candidates])
        for turn in self.turns:
            for name in (*turn.speakers, *turn.addressees):
                if name not in people:
                    raise ValueError(f"turn {turn.id!r} names {name!r}, who is not a participant")
        return self

    def role_of(self, participant: str) -> str:
        """The participant's role, or an empty string."""
        return next((person.role for person in self.participants if person.id == participant), "")


def _unique(what: str, ids: list[str]) -> None:
    if len(set(ids)) < len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        raise ValueError(f"the {what} id {twice!r} is used twice")
