"""The Hugging Face folder: Parquet by split with typed columns, and a card that says what they are.

Four configurations: `turns` (one row a turn, the default), `dialogues` (one row a dialogue, its turns as a list),
`gold` (one row a decided label of any target, with who decided) and `ratings` (every annotator's label). Annotators are
A1, A2 …; rows are ordered by ids, so the order of loading cannot be seen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from curator.errors import DataError
from curator.exporting.card import card
from curator.exporting.features import Column, Rows, field_column, literal, metadata, struct
from curator.exporting.folder import new_folder
from curator.exporting.lens import Lens
from curator.exporting.manifest import ExportReport, file_facts, write_manifest
from curator.exporting.parquet import ParquetWriter
from curator.exporting.recipe import Grain, Header, Recipe
from curator.exporting.run import Progress, Run, checked
from curator.exporting.splits import can_name_a_split
from curator.exporting.writers import Writer
from curator.model.schema import Schema
from curator.store.interface import RecipeSession, Store

_VIEWS = ("dialogues", "turns", "splits", "events", "ratings", "gold", "gold_turn", "gold_dialogue")
_SAID = "turns t LEFT JOIN gold_turn g ON g.dialogue_id = t.dialogue_id AND g.turn_id = t.turn_id"
_NAME = Column("dialogue_id", "d.dialogue_id")
_TURN = (
    Column("turn_id", "t.turn_id"),
    Column("idx", "t.idx", "int32"),
    Column("speaker", "t.speaker_id"),
    Column("role", "t.role"),
    Column("addressees", "t.addressee_ids", shape="list"),
    Column("text", "t.text"),
    Column("start", "t.start_s", "float64"),
    Column("end", "t.end_s", "float64"),
)
_TAKEN = {"dialogue_id", "source_id", "case_id", "attributes", "turns", "split", *(column.name for column in _TURN)}
_GOLD = (("gold_source", "string"), ("n_annotators", "int64"), ("reason", "string"))
_RATING = (
    ("annotator", "string"),
    ("annotator_kind", "string"),
    ("task", "string"),
    ("round", "int32"),
    ("origin", "string"),
    ("is_independent", "bool"),
    ("schema_version", "int32"),
)
_TARGET = ("turn_id", "participant_id", "other_id", "part_id", "candidate_id", "item_id")


@dataclass(frozen=True)
class Config:
    """One table of the folder. `source` is what follows FROM; `order` the unique key; `key` the dialogue of a row."""

    name: str
    grain: Grain
    columns: tuple[Column | Rows, ...]
    source: str
    order: tuple[str, ...]
    key: str = "d.dialogue_id"

    def recipe(self, unassigned: str) -> Recipe:
        """The recipe that writes it, one file a split."""
        selected = [f"coalesce(splits.split, {literal(unassigned)}) AS split"]
        selected += [f'{column.sql} AS "{column.name}"' for column in self.columns]
        sql = (
            f"SELECT {', '.join(selected)} FROM {self.source} LEFT JOIN splits ON splits.dialogue_id = {self.key} "
            f"ORDER BY {', '.join(self.order)}"
        )
        header = Header.model_validate(
            {
                "title": f"Hub folder, {self.name}",
                "for": "datasets.load_dataset",
                "format": "parquet",
                "file": "{split}.parquet",
                "grain": self.grain,
                "unique_order": self.order,
                "hidden": ("split",),
            }
        )
        return Recipe(f"hub-{self.name}", header, sql, hashlib.sha256(sql.encode()).hexdigest())


def configs(schema: Schema, types: Mapping[str, str]) -> list[Config]:
    """The tables of the folder for a schema. types: the type of each field's column in its wide view."""
    on_turns = _fields(schema, "turn", "g", types)
    on_dialogue = _fields(schema, "dialogue", "gd", types)
    key = ("dialogue_id", "case_id", "field", *_TARGET)
    return [
        _turns((*_TURN, *on_turns)),
        _dialogues((*_TURN, *on_turns), on_dialogue),
        _labels("gold", "gold", _GOLD, key),
        _labels("ratings", "rating", _RATING, (*key, "task", "annotator", "round", "is_independent")),
    ]


def _fields(schema: Schema, target: str, source: str, types: Mapping[str, str]) -> tuple[Column, ...]:
    """The columns of a target's fields; one that is called like a column of every folder is called label_…"""
    columns = [field_column(one, source, types[one.id]) for one in schema.asked if one.target == target]
    return tuple(replace(one, name=f"label_{one.name}") if one.name in _TAKEN else one for one in columns)


def _turns(columns: tuple[Column, ...]) -> Config:
    source = f"{_SAID} JOIN dialogues d ON d.dialogue_id = t.dialogue_id"
    return Config("turns", "turn", (_NAME, *columns), source, ("dialogue_id", "idx"))


def _dialogues(turn: tuple[Column, ...], fields: tuple[Column, ...]) -> Config:
    columns: tuple[Column | Rows, ...] = (
        _NAME,
        Column("source_id", "d.source_id"),
        Column("case_id", "d.case_id"),
        Column("attributes", "d.attributes::VARCHAR"),
        *fields,
        Rows("turns", "coalesce(said.turns, [])", turn),
    )
    said = f"(SELECT t.dialogue_id, list({struct(turn)} ORDER BY t.idx) AS turns FROM {_SAID} GROUP BY ALL) said"
    source = f"dialogues d LEFT JOIN {said} USING (dialogue_id) LEFT JOIN gold_dialogue gd USING (dialogue_id)"
    return Config("dialogues", "dialogue", columns, source, ("dialogue_id",))


def _labels(view: str, grain: Grain, more: Sequence[tuple[str, str]], order: tuple[str, ...]) -> Config:
    """A long table of labels; value and raw as JSON text."""
    text = ("dialogue_id", "case_id", "field", *_TARGET, "state")
    columns = [
        *(Column(name, f"v.{name}") for name in text),
        Column("value", "v.value::VARCHAR"),
        Column("raw", "v.raw::VARCHAR"),
        *(Column(name, f"v.{name}", dtype) for name, dtype in more),
    ]
    # Without `dialogues`: labels alone need less consent than texts.
    return Config(view, grain, tuple(columns), f"{view} v", order, "v.dialogue_id")


def export_hub(
    store: Store,
    project: str,
    out: Path,
    *,
    lens: Lens,
    agreement: Sequence[Mapping[str, Any]] = (),
    progress: Progress | None = None,
) -> ExportReport:
    """Writes the folder. Raises DataError where a split's name cannot be one on the Hub, and what `export` raises."""
    schema = store.schema(project)
    with store.recipe_session(project, views=_VIEWS) as session, new_folder(out) as folder:
        rows: dict[str, int] = {}
        splits = _split_names(session)
        unassigned = "unassigned" if splits else "train"
        wide = ("gold_turn", "gold_dialogue")
        types = {name: kind for view in wide for name, kind in session.columns(f"SELECT * FROM {view}")}
        tables = configs(schema, types)
        runs = [checked(session, table.recipe(unassigned), schema, lens) for table in tables]
        for table, run in zip(tables, runs, strict=True):
            (folder / table.name).mkdir()
            opener = partial(_open, metadata(table.columns))
            written = run.write(folder / table.name, progress, opener=opener)
            rows |= {f"{table.name}/{name}": count for name, count in written.items()}
        report = _report(project, schema, runs, lens, rows)
        (folder / "schema.yaml").write_text(schema.as_yaml(), encoding="utf-8", newline="\n")
        guidelines = store.guidelines(project)[1]
        (folder / "guidelines.md").write_text(guidelines or "(none written)\n", encoding="utf-8", newline="\n")
        facts = file_facts(folder, rows)
        text = card(report, schema, tables, agreement, _annotators(runs[-1]), facts)
        (folder / "README.md").write_text(text, encoding="utf-8", newline="\n")
        report = _report(project, schema, runs, lens, rows, folder)
        write_manifest(folder, report)
    return report


def _open(facts: Mapping[str, Any], path: Path, names: Sequence[str], json: Sequence[str], header: Header) -> Writer:
    return ParquetWriter(path, names, facts)


def _split_names(session: RecipeSession) -> list[str]:
    names: list[str] = session.frame("SELECT DISTINCT split FROM splits ORDER BY split")["split"].to_list()
    wrong = [name for name in names if not can_name_a_split(name)]
    if wrong:
        raise DataError(f"{wrong[0]!r} cannot name a split on the Hub.", where="splits", fix="Use letters, digits, _.")
    return names


def _annotators(ratings: Run) -> list[tuple[str, str, int]]:
    """(alias, kind, number of ratings) of everybody who labelled."""
    sql = "SELECT annotator, annotator_kind, count(*) FROM ratings GROUP BY ALL"
    found = ratings.frame(sql, {"ratings"})
    return sorted(found, key=lambda row: (row[1], len(row[0]), row[0]))


def _report(
    project: str, schema: Schema, runs: Sequence[Run], lens: Lens, rows: Mapping[str, int], folder: Path | None = None
) -> ExportReport:
    left_out = {f"{run.recipe.name}: {why}": facts for run in runs for why, facts in run.left_out().items()}
    return ExportReport(
        project=project,
        recipe="hub",
        recipe_sha256=hashlib.sha256("".join(run.recipe.sha256 for run in runs).encode()).hexdigest(),
        schema={"id": schema.id, "version": schema.version},
        options={"anonymous": lens.anonymous, "labels_only": lens.labels_only, "allow_missing": True},
        counts={"rows": sum(rows.values()), **runs[0].counts},
        splits=runs[0].splits,
        left_out=left_out,
        files=file_facts(folder, rows) if folder else {},
    )
