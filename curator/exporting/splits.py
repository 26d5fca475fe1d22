"""Seeded splits that never leak: what belongs together stays on one side, and what was assigned stays where it is.

Promises, in this order: (1) a group is on one side; (2) what is given or was assigned before is kept; (3) adding
dialogues moves no old one; (4) shares are met within the size of a group; (5) an attribute is spread as evenly as that
allows. What could not be kept is in the report. Where (1) and (2) contradict each other (a given assignment already
splits a group) the given one wins, and the report names the group.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from curator.errors import Problem, ProblemsError, UsageError
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.identity import canonical_json, digest
from curator.model.schema import Schema
from curator.store.interface import Store

SHARES: Mapping[str, float] = {"train": 0.8, "valid": 0.1, "test": 0.1}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NAME = re.compile(r"\w+(\.\w+)*")
"""What can name a split everywhere, on the Hub too."""
_MARKS = re.compile(r"[\W_]+")
_NOBODY = re.compile(
    r"[a-z]{0,2}[0-9]*|(speaker|user|person|participant|agent|assistant|bot|model|system|human)[ _-]?\w?[0-9]*"
)
"""Ids that every dialogue uses for somebody else: A, B, s1, speaker 2."""
_KIN = _words(
    "mother father mom mum dad mama papa parent parents son daughter child brother sister wife husband spouse partner "
    "grandmother grandfather grandma grandpa aunt uncle cousin friend therapist counselor counsellor client couple "
    "family moderator interviewer narrator unknown other"
)


@dataclass(frozen=True, slots=True)
class Member:
    """A dialogue as far as splitting goes. bonds: what it shares with others (a case, a person, its words)."""

    id: str
    bonds: tuple[str, ...] = ()
    stratum: str = ""


@dataclass(frozen=True)
class SplitReport:
    """assigned: dialogue -> split, of all of them. new: how many were not assigned before.

    sizes: dialogues by split; wanted: what the shares ask for. groups: number of groups. joined: groups of two or more,
    by kind of bond. conflicts: groups that the given assignment has already split (their dialogues). strata: attribute
    value -> dialogues by split; missed: values that some split with a share has none of. notes: what a person should
    know.
    """

    assigned: Mapping[str, str]
    new: int
    sizes: Mapping[str, int]
    wanted: Mapping[str, float]
    groups: int
    joined: Mapping[str, int] = field(default_factory=dict)
    conflicts: Sequence[Sequence[str]] = ()
    strata: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    missed: Sequence[str] = ()
    notes: Sequence[str] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "dialogues": len(self.assigned),
            "new": self.new,
            "sizes": dict(self.sizes),
            "wanted": dict(self.wanted),
            "groups": self.groups,
            "joined": dict(self.joined),
            "conflicts": [list(group) for group in self.conflicts],
            "strata": {value: dict(counts) for value, counts in self.strata.items()},
            "missed": list(self.missed),
            "notes": list(self.notes),
        }


def split_project(
    store: Store,
    project: str,
    *,
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
    given: Mapping[str, str] | None = None,
    stratify: str = "",
) -> SplitReport:
    """Assigns every dialogue of a project and writes the splits down.

    given: dialogue id or source id -> split; it and what was assigned before stay. stratify: a dialogue attribute.
    Raises UsageError (shares, names of splits) and ProblemsError (`given` names unknown dialogues, or another split
    than the one a dialogue is in).
    """
    schema = store.schema(project)
    members, by_source = [], {}
    for dialogue in store.dialogues(project):
        members.append(member(dialogue, schema, stratify=stratify))
        by_source[dialogue.source_id or dialogue.id] = dialogue.id
    frozen = _frozen(store.splits(project), given or {}, {one.id for one in members}, by_source)
    report = split(members, shares=shares, seed=seed, given=frozen)
    store.write_splits(project, report.assigned)
    return report


def member(dialogue: Dialogue, schema: Schema, *, stratify: str = "") -> Member:
    """What a dialogue shares with others: its case; people with ids of their own; the very same words."""
    bonds = [f"case:{dialogue.case}"] if dialogue.case else []
    bonds += [f"person:{person.id}" for person in dialogue.participants if _is_somebody(person.id, person.kind, schema)]
    words = {plain for turn in dialogue.turns if (plain := plain_text(turn.text))}
    if words:
        bonds.append(f"text:{digest(sorted(words))}")
    value: Json = dialogue.attributes.get(stratify) if stratify else None
    stratum = "" if value is None else value if isinstance(value, str) else canonical_json(value)
    return Member(dialogue.id, tuple(bonds), stratum)


def plain_text(text: str) -> str:
    """A turn's words without case, punctuation, blanks and ways of writing the same letter."""
    return _MARKS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def split(
    members: Iterable[Member],
    *,
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
    given: Mapping[str, str] | None = None,
) -> SplitReport:
    """Pure: the same members, shares, seed and given assignment give the same answer, in whatever order they come.

    Groups without a split are taken in the order of a seeded hash of their smallest id; each goes where most is lacking
    (with strata: where most of its values is lacking). No split ends above its share by more than one group.
    """
    wanted_shares = checked_shares(shares)
    people = sorted(members, key=lambda one: one.id)
    given = {one.id: given[one.id] for one in people if one.id in given} if given else {}
    groups = _groups(people)
    assigned, conflicts = dict(given), []
    for group in groups:
        sides = {given[one.id]: None for one in sorted(group, key=lambda one: one.id) if one.id in given}
        if len(sides) > 1:
            conflicts.append([one.id for one in group])
        if sides:
            side = _largest(Counter(given[one.id] for one in group if one.id in given))
            assigned |= {one.id: assigned.get(one.id, side) for one in group}
    _fill([group for group in groups if group[0].id not in assigned], people, assigned, wanted_shares, seed)
    report = _report(people, groups, assigned, given, wanted_shares, conflicts)
    return replace(report, notes=[*_as_weights(shares, wanted_shares), *report.notes])


def checked_shares(shares: Mapping[str, float]) -> dict[str, float]:
    """Shares that add up to 1. Raises UsageError on names that cannot be a file's, and on shares below 0 or all 0."""
    for name, share in shares.items():
        if not can_name_a_split(name):
            raise UsageError(f"{name!r} cannot name a split.", where="shares", fix="Use letters, digits and _.")
        if not share >= 0:
            raise UsageError(f"the share of {name} is {share}.", where="shares", fix="Shares are 0 or more.")
    total = sum(shares.values())
    if not 0 < total < float("inf"):
        raise UsageError("the shares add up to nothing.", where="shares", fix="Such as train=0.8,valid=0.1,test=0.1.")
    return {name: share / total for name, share in shares.items()}


def can_name_a_split(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def _is_somebody(person: str, kind: str, schema: Schema) -> bool:
    plain = person.strip().casefold()
    nobody = schema.role_of(person) is not None or plain in _KIN or _NOBODY.fullmatch(plain) is not None
    return kind == "person" and not nobody


def _groups(people: Sequence[Member]) -> list[list[Member]]:
    """Members joined by any chain of bonds; each group and the list of them sorted by id."""
    root: dict[str, str] = {}

    def find(node: str) -> str:
        while root.setdefault(node, node) != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for one in people:
        for bond in one.bonds:
            root[find(f"bond:{bond}")] = find(f"dialogue:{one.id}")
    found: dict[str, list[Member]] = defaultdict(list)
    for one in people:
        found[find(f"dialogue:{one.id}")].append(one)
    return list(found.values())


def _fill(
    groups: list[list[Member]],
    people: Sequence[Member],
    assigned: dict[str, str],
    shares: Mapping[str, float],
    seed: int,
) -> None:
    totals = Counter(one.stratum for one in people)
    held: Counter[tuple[str, str]] = Counter((assigned[one.id], one.stratum) for one in people if one.id in assigned)
    sizes = Counter(assigned.values())

    def lacking(split_name: str, group: Sequence[Member]) -> tuple[float, float]:
        share = shares[split_name]
        whole = share * len(people) - sizes[split_name]
        fit = sum(share * totals[one.stratum] - held[split_name, one.stratum] for one in group) / len(group)
        # A split without room comes last, however well a stratum would fit: shares come before strata.
        return (min(whole, 0.0), fit if whole > 0 else 0.0)

    names = [name for name, share in shares.items() if share > 0]
    for group in sorted(groups, key=lambda group: _place(seed, group[0].id)):
        side = max(names, key=lambda name: lacking(name, group))
        for one in group:
            assigned[one.id] = side
            sizes[side] += 1
            held[side, one.stratum] += 1


def _place(seed: int, name: str) -> bytes:
    return hashlib.blake2b(f"{seed}:{name}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _largest(counts: Counter[str]) -> str:
    return min(counts, key=lambda name: (-counts[name], name))


def _report(
    people: Sequence[Member],
    groups: Sequence[Sequence[Member]],
    assigned: Mapping[str, str],
    given: Mapping[str, str],
    shares: Mapping[str, float],
    conflicts: Sequence[Sequence[str]],
) -> SplitReport:
    strata: dict[str, Counter[str]] = defaultdict(Counter)
    for one in people:
        strata[one.stratum][assigned[one.id]] += 1
    with_strata = (
        {value: dict(sorted(counts.items())) for value, counts in sorted(strata.items())} if set(strata) - {""} else {}
    )
    asked = [name for name, share in shares.items() if share > 0]
    largest = max((len(group) for group in groups), default=0)
    notes = []
    if largest > len(people) / 2 and len(people) > 2:
        bond = Counter(bond for one in people for bond in one.bonds).most_common(1)[0][0]
        notes.append(f"one group holds {largest} of {len(people)} dialogues; what most of them share is {bond}.")
    sizes = Counter(assigned.values())
    notes += _kept(given, asked)
    notes += [_why_empty(name, shares[name], people, groups, given) for name in asked if people and not sizes[name]]
    return SplitReport(
        assigned=dict(sorted(assigned.items())),
        new=len(assigned) - len(given),
        sizes=dict(sorted(sizes.items())),
        wanted={name: share * len(people) for name, share in shares.items()},
        groups=len(groups),
        joined=_joined(people),
        conflicts=conflicts,
        strata=with_strata,
        missed=[
            value for value, counts in with_strata.items() if value and any(not counts.get(name) for name in asked)
        ],
        notes=notes,
    )


def _as_weights(given: Mapping[str, float], taken: Mapping[str, float]) -> list[str]:
    total = sum(given.values())
    if math.isclose(total, 1.0, abs_tol=1e-6):
        return []
    shares = ", ".join(f"{name} {share:.3g}" for name, share in taken.items())
    return [f"the shares add up to {total:.4g}, not to 1, and are taken as weights: {shares}."]


def _kept(given: Mapping[str, str], asked: Sequence[str]) -> list[str]:
    """That shares are for new dialogues, where older ones are in the way of them."""
    if not given:
        return []
    counts = Counter(given.values())
    where = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    strange = sorted(set(counts) - set(asked))
    more = f" {', '.join(strange)} is kept though no share asks for it." if strange else ""
    return [f"{len(given)} dialogues had a split already and keep it ({where}): the shares are for new ones.{more}"]


def _why_empty(
    name: str, share: float, people: Sequence[Member], groups: Sequence[Sequence[Member]], given: Mapping[str, str]
) -> str:
    """Why a split that has a share got nothing, and what to do about it."""
    largest = max(len(group) for group in groups)
    wanted = f"its share of {len(people)} dialogues is {share * len(people):.1f}"
    if given:
        why = f"{wanted}, and {len(given)} had a split before"
    elif largest > 1:
        why = f"{wanted}, and dialogues go in whole groups ({len(groups)} groups, the largest of {largest})"
    else:
        why = f"{wanted}, and the others took all {len(groups)}"
    mend = "Bring in more dialogues" if len(given) == len(people) else f"Give {name} a larger share, or bring in more"
    return f"{name} is empty: {why}. {mend}; dialogues can also be given to {name} by a file."


def _joined(people: Sequence[Member]) -> dict[str, int]:
    """Bonds that two or more dialogues share, counted by their kind."""
    shared = Counter(bond for one in people for bond in set(one.bonds))
    return dict(sorted(Counter(bond.partition(":")[0] for bond, count in shared.items() if count > 1).items()))


def _frozen(
    before: Mapping[str, str], given: Mapping[str, str], ids: set[str], by_source: Mapping[str, str]
) -> dict[str, str]:
    """What stays. `given` names dialogues by their id or by their source's."""
    frozen, problems = dict(before), []
    for name, side in given.items():
        found = name if name in ids else by_source.get(name)
        if found is None:
            problems.append(Problem(f"no dialogue is called {name!r}.", "given"))
        elif not can_name_a_split(side):
            problems.append(Problem(f"{side!r} cannot name a split.", f"given, {name}"))
        elif before.get(found, side) != side:
            fix = "What is assigned stays: take this line out."
            problems.append(Problem(f"{name!r} is in {before[found]} already, not in {side}.", "given", fix))
        else:
            frozen[found] = side
    if problems:
        raise ProblemsError(problems, where="given")
    return frozen
