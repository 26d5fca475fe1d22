"""What a person sees of the question in focus, and the way through all the questions of a conversation.

Nothing here computes what the page does: it reads which question stands there, and the keys that are written beside
its answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds import options_for
from curator.model.question import Question
from curator.model.targets import Target
from tests.browser.board import Board
from tests.browser.meaning import Meant, Plan

Place = tuple[str, str, str]
"""(field, the turn or the group of cells beyond turns, whom or what it is about)"""

SEE = """
scope => {
  const board = theBoard();
  const row = board.querySelector('.row[aria-current]');
  const chip = row?.querySelector('.chip.active');
  const found = [...board.querySelectorAll(scope)].find(one => one.checkVisibility());
  const inside = found ?? board.querySelector('.question');
  const keys = one => [...one.querySelectorAll('kbd')].map(key => key.textContent);
  const offered = [...inside.querySelectorAll('[data-option], [data-candidate]')].filter(one => one.checkVisibility());
  const active = board.querySelector('.option.at');
  const follow = board.querySelector('.follow.active');
  return {
    field: chip?.dataset.field ?? '',
    row: row?.dataset.turn || row?.dataset.group || '',
    whom: chip?.dataset.whom ?? '',
    keys: Object.fromEntries(offered.map(one => [one.dataset.option ?? one.dataset.candidate, keys(one)])),
    chosen: offered.filter(one => one.getAttribute('aria-checked') === 'true').map(one => one.dataset.option),
    at: active?.dataset.option ?? '',
    writing: Boolean(board.getRootNode().activeElement?.matches('textarea, input')),
    follows: Object.fromEntries(
      [...(follow?.querySelectorAll('[data-follow]') ?? [])].map(one => [one.dataset.follow, keys(one)[0]])),
    part: [...inside.querySelectorAll('.part.here')].find(one => one.checkVisibility())?.dataset.part ?? '',
    begun: [...inside.querySelectorAll('.partsform [data-act="cancel"]')].some(one => one.checkVisibility()),
    picked: inside.querySelector('.picked-text q')?.textContent ?? '',
    none: keys(board.querySelector('.extra [data-answer="none"]') ?? board)[0] ?? '',
    cannot_tell: keys(board.querySelector('.extra [data-answer="cannot_tell"]') ?? board)[0] ?? '',
  };
}
"""


@dataclass(frozen=True)
class Sight:
    """What is seen of the question in focus; `keys`: option or candidate -> the keys that are written beside it;
    `follows`: the answers to the small question below, with their keys."""

    field: str
    row: str
    whom: str
    keys: dict[str, list[str]]
    chosen: list[str]
    at: str
    writing: bool
    follows: dict[str, str]
    part: str
    begun: bool
    picked: str
    none: str
    cannot_tell: str

    @property
    def place(self) -> Place:
        return (self.field, self.row, self.whom)


def place_of(meant: Meant, dialogue: Dialogue) -> Place:
    """Where a cell is found on the page."""
    target = meant.cell.target
    whom = f"{target.participant}>{target.other}" if target.other else target.participant
    return (
        meant.cell.field.id,
        row_of(meant.cell.field.target, target, dialogue),
        whom or target.part or target.candidate,
    )


def row_of(group: str, target: Target, dialogue: Dialogue) -> str:
    """The turn's id, or the name of the row that is about no single turn."""
    candidates = {one.id: one.turn for one in dialogue.candidates}
    part = next((one for one in dialogue.parts if one.id == target.part), None)
    if part is not None:
        of_candidate = candidates[part.of_id] if part.of_kind == "candidate" else ""
        return (part.of_id if part.of_kind == "turn" else of_candidate) or group
    return target.turn or candidates.get(target.candidate, "") or group


class Hands:
    """Fills in a conversation. How an answer is given is for keyboard and mouse to say."""

    def __init__(self, tab: Board, plan: Plan) -> None:
        self.tab, self.plan = tab, plan
        self.page = tab.page
        self.dialogue = plan.schema.peopled(plan.dialogue)
        self.left = {place_of(one, plan.dialogue): one for one in plan.meant.values() if one.state != "untouched"}
        self.scope = ".question"
        self.target = Target()
        self.turn = ""  # where the last span of this question was marked

    def see(self) -> Sight:
        return Sight(**self.page.evaluate(SEE, self.scope))

    @contextmanager
    def within(self, scope: str) -> Iterator[None]:
        """Looks at a part of the question alone."""
        before, self.scope = self.scope, scope
        yield
        self.scope = before

    def give(self, meant: Meant) -> None:
        """The answer to the question in focus."""
        self.target = meant.cell.target
        field = meant.cell.field
        if meant.state != "value":
            self.beside(meant.state)
        elif field.kind_class.items:
            self.entries(field, meant.value)
        else:
            self.answer(field, meant.value)
        self.sure(meant)

    def entries(self, field: Question, values: list[Json]) -> None:
        self.turn = ""
        for idx, value in enumerate(values):
            self.entry(field, value, idx)

    def name_of(self, question: Question, option_id: str) -> str:
        """What an option is called on the page, in English."""
        option = next((one for one in options_for(question, self.dialogue) if one.id == option_id), None)
        return option_id if option is None or not option.label else option.label["en"]

    # --- for keyboard and mouse to say --------------------------------------------------------------------------------
    def fill(self) -> None:
        """Answers all that is meant. Raises AssertionError where a question is never asked."""
        raise NotImplementedError

    def submit(self) -> None:
        raise NotImplementedError

    def beside(self, state: str) -> None:
        raise NotImplementedError

    def answer(self, question: Question, value: Json) -> None:
        raise NotImplementedError

    def entry(self, question: Question, value: Any, idx: int) -> None:
        raise NotImplementedError

    def sure(self, meant: Meant) -> None:
        raise NotImplementedError
