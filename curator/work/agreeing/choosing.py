"""Which answers are compared: of whom, of which round, under which version of the schema, and after what influence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import polars as pl

from curator.errors import NotFoundError
from curator.model.annotation import AnnotatorKind
from curator.model.base import Json
from curator.model.kinds import AgreementPlan
from curator.model.schema import Field
from curator.model.targets import COLUMNS
from curator.store.interface import Store

Round = Literal["independent", "current"] | int
TARGET = ["dialogue_id", *COLUMNS]
UNIT = [*TARGET, "item_id"]
AFTER_A_SUGGESTION = ["accepted", "edited", "reviewed"]
"""Origins of answers that somebody gave with a suggestion in view."""
_WHOSE = {
    "person": "persons",
    "participant": "participants about themselves",
    "model": "models",
    "group": "groups",
    "adjudicator": "adjudicators",
    "unknown": "unnamed raters",
}


@dataclass(frozen=True)
class Part:
    """Some rows of a field that may be compared with each other. by: what sets them apart. field: as it was asked of
    them. others: rows of annotators who are left out."""

    rows: pl.DataFrame
    by: Mapping[str, Json]
    field: Field
    others: int = 0
    n_versions: int = 1


def chosen(labels: pl.DataFrame, task: str, round: Round) -> pl.DataFrame:
    """The rows of one task and round, at most one for each annotator and unit."""
    rows = labels.filter(pl.col("task") == task)
    if round == "independent":
        return rows.filter(pl.col("is_independent"))
    if round == "current":
        return rows.filter(pl.col("is_current"))
    rows = rows.filter(pl.col("round") == round).sort("seq")
    return rows.unique([*UNIT, "annotator"], keep="last", maintain_order=True)


def of_kinds(labels: pl.DataFrame, kinds: Sequence[AnnotatorKind]) -> pl.DataFrame:
    return labels.filter(pl.col("annotator_kind").is_in(list(kinds)))


def parts(store: Store, project: str, field: Field, rows: pl.DataFrame, kinds: Sequence[AnnotatorKind]) -> list[Part]:
    """The rows, apart by what may not be mixed: versions of the schema that ask the field in another way, and answers
    given with a suggestion in view. One part, empty perhaps, where nothing sets rows apart."""
    mine = of_kinds(rows, kinds)
    found = []
    versions = _versions(store, project, field, mine)
    for names, asked in versions:
        of_version = mine.filter(pl.col("schema_version").is_in(names)) if len(versions) > 1 else mine
        by: dict[str, Json] = {"schema_version": _listed(names)} if len(versions) > 1 else {}
        others = rows.height - mine.height if asked is field else 0
        for more, some in _by_suggestion(of_version):
            found.append(Part(some, {**by, **more}, asked, others, len(names)))
    return found


def _by_suggestion(rows: pl.DataFrame) -> Iterable[tuple[dict[str, Json], pl.DataFrame]]:
    after = pl.col("origin").is_in(AFTER_A_SUGGESTION)
    suggested = rows.filter(after)
    if not suggested.height:
        return [({}, rows)]
    blind = rows.filter(~after)
    first = ({"suggested": "suggested first"}, suggested)
    return [({"suggested": "blind"}, blind), first] if blind.height else [first]


def _versions(store: Store, project: str, field: Field, rows: pl.DataFrame) -> list[tuple[list[int], Field]]:
    """Groups of versions that ask the field alike, the one in force first. A migrated answer speaks today's version."""
    written = rows.filter(pl.col("origin") != "migrated")["schema_version"].unique().sort().to_list()
    groups: list[tuple[list[int], Field]] = [([], field)]
    for version in written:
        asked = _asked_in(store, project, field, version)
        same = next((group for group in groups if asked is None or _alike(group[1], asked)), None)
        if same is not None:
            same[0].append(version)
        elif asked is not None:
            groups.append(([version], asked))
    return [group for group in groups if group[0]] or [([], field)]


def _asked_in(store: Store, project: str, field: Field, version: int) -> Field | None:
    """The field as that version asks it; None where the version is not kept or does not have it."""
    try:
        return store.schema(project, version).field(field.id)
    except NotFoundError:
        return None


def _alike(one: Field, other: Field) -> bool:
    """Whether the answers to both mean the same: words and examples may differ, what can be answered may not."""
    return one.kind == other.kind and list(one.option_ids) == list(other.option_ids) and one.settings == other.settings


def _listed(versions: Sequence[int]) -> Json:
    return versions[0] if len(versions) == 1 else ", ".join(map(str, versions))


def treatment(part: Part, plan: AgreementPlan, round: Round, kinds: Sequence[AnnotatorKind], nothing: str) -> str:
    """What was compared, in one sentence that can be printed under the table. nothing: what *none* counts as."""
    which = {"independent": "independent answers (as at the first submit)", "current": "newest answers"}.get(
        str(round), f"answers of round {round}"
    )
    whose = " and ".join(_WHOSE[kind] for kind in kinds)
    sentence = f"{which} of {whose}; {nothing}; cannot tell, unmapped and not applicable count as missing"
    missing = part.rows.filter(~pl.col("state").is_in(["value", "none"])).height
    if missing:
        sentence += f" ({missing} such)"
    if part.others:
        left = ", ".join(words for kind, words in _WHOSE.items() if kind not in kinds)
        sentence += f"; {part.others} {'answer' if part.others == 1 else 'answers'} of others ({left}) left out"
    if part.n_versions > 1:
        sentence += f"; {part.n_versions} versions of the schema ask this alike and are taken together"
    if part.field.persists:
        sentence += "; the answer holds until it is changed, and changes alone are compared"
    return sentence
