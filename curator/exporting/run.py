"""Runs a recipe: the project's views through a lens into files, with a manifest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from curator.errors import DataError, IncompleteError, NotFoundError, ProblemsError
from curator.exporting import checks
from curator.exporting.folder import new_folder
from curator.exporting.lens import Lens
from curator.exporting.manifest import ExportReport, file_facts, write_manifest
from curator.exporting.recipe import HUB, Recipe, load_recipe
from curator.exporting.writers import WRITERS, Opener, Writer
from curator.model.question import Question
from curator.model.schema import Schema
from curator.store.interface import RecipeSession, Store

Progress = Callable[[int], None]
"""Called with the number of rows written so far."""
COUNTED = frozenset({"dialogues", "turns", "splits"})
"""The views that every manifest is written from."""
_FILE_NAME = re.compile(r"\w[\w .()+-]*")
_NAMED_AT_MOST = 20


def export(
    store: Store,
    project: str,
    recipe: str | Recipe,
    out: Path,
    *,
    release: str | None = None,
    anonymous: bool = False,
    labels_only: bool = False,
    allow_missing: bool = False,
    agreement: Sequence[Mapping[str, Any]] = (),
    progress: Progress | None = None,
) -> ExportReport:
    """Writes a project through a recipe (a name, `hub`, or a parsed one) into the folder `out`, manifest included.

    agreement: results of the project's agreement as JSON, for the card of the Hub folder.
    Run again on the same data it writes the same bytes. Raises UnknownNameError (no such recipe), ProblemsError (the
    recipe, or what it needs of the schema), IncompleteError (labels that it needs are missing; `missing` lists them),
    StateError (`out` holds other files), StorageFullError. Nothing is left behind when it raises.
    """
    if release is not None:
        raise NotFoundError(f"no release is called {release!r}.", fix="Export without --release: the data as it is.")
    lens = Lens(labels_only=labels_only, anonymous=anonymous, quoting=quoting_fields(store.schema(project)))
    if recipe == HUB:
        from curator.exporting.hub import export_hub  # it runs recipes itself: a circle otherwise

        return export_hub(
            store, project, out, lens=replace(lens, anonymous=True), agreement=agreement, progress=progress
        )
    ready = load_recipe(recipe) if isinstance(recipe, str) else recipe
    schema = store.schema(project)
    views = checks.named(ready.sql) | COUNTED | lens.views
    with store.recipe_session(project, views=views) as session, new_folder(out) as folder:
        run = checked(session, ready, schema, lens)
        rows = run.write(folder, progress)
        if run.missing and not allow_missing:
            raise _incomplete(ready, run.missing)
        report = ExportReport(
            project=project,
            recipe=ready.name,
            recipe_sha256=ready.sha256,
            schema={"id": schema.id, "version": schema.version},
            options={"anonymous": anonymous, "labels_only": labels_only, "allow_missing": allow_missing},
            counts={"rows": sum(rows.values()), **run.counts},
            splits=run.splits,
            left_out=run.left_out(),
            missing=tuple(run.missing),
            files=file_facts(folder, rows),
        )
        write_manifest(folder, report)
    return report


def quoting_fields(schema: Schema) -> tuple[str, ...]:
    """Fields whose answers are free words, which may quote the conversation."""
    return tuple(field.id for field in schema.asked if _may_quote(field))


def _may_quote(question: Question) -> bool:
    return question.open or question.kind_class.quotes or any(_may_quote(part) for part in question.parts)


def checked(session: RecipeSession, recipe: Recipe, schema: Schema, lens: Lens) -> Run:
    """The recipe, ready to run. Raises ProblemsError with everything that is wrong with it for this schema."""
    where = f"{recipe.name}.sql"
    parsed = checks.tree(session, recipe.sql)
    found = [*recipe.unmet(schema), *checks.problems(recipe, parsed)]
    if found:
        raise ProblemsError(found, where=where)
    views = checks.tables(parsed)
    hides_nothing = lens.hides_nothing(session)
    sql = recipe.sql if hides_nothing else lens.over(recipe.sql, views, _wide(session, views))
    columns = session.columns(sql)
    unknown = recipe.unknown_columns(name for name, _ in columns)
    if unknown:
        raise ProblemsError(unknown, where=where)
    return Run(session, recipe, lens, views, sql, columns, hides_nothing)


def _wide(session: RecipeSession, views: Iterable[str]) -> dict[str, list[str]]:
    """The columns of the wide views that are read."""
    wide = [view for view in views if view.startswith("gold_")]
    return {view: [name for name, _ in session.columns(f"SELECT * FROM {view}")] for view in wide}


@dataclass
class Run:
    """One recipe on one session. `missing` is filled while writing."""

    session: RecipeSession
    recipe: Recipe
    lens: Lens
    views: set[str]
    sql: str
    columns: Sequence[tuple[str, str]]
    hides_nothing: bool
    missing: list[dict[str, str]] = default(default_factory=list)

    def write(self, folder: Path, progress: Progress | None = None, *, opener: Opener | None = None) -> dict[str, int]:
        """Rows of each file written. opener: a writer other than that of the recipe's format."""
        header = self.recipe.header
        files = Files(folder, self.recipe, self.columns, opener or WRITERS.get(header.format))
        last: tuple[Any, ...] | None = None
        n_rows = 0
        reader = self.session.stream(self.sql)
        try:
            if not header.places:
                files.add(header.file, pa.RecordBatch.from_pylist([], schema=reader.schema))
            for batch in reader:
                last = self._unique(batch, last)
                self._note_missing(batch)
                files.write(batch)
                n_rows += batch.num_rows
                if progress is not None:
                    progress(n_rows)
        finally:
            files.close()
        return dict(sorted(files.rows.items()))

    def _unique(self, batch: pa.RecordBatch, last: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        """Rows come sorted, so two equal keys stand side by side. Without a total order two runs could differ."""
        order = self.recipe.header.unique_order
        keys = list(zip(*(batch.column(name).to_pylist() for name in order), strict=True))
        before = keys if last is None else [last, *keys]
        twice = next((one for one, other in pairwise(before) if one == other), None)
        if twice is not None:
            names = ", ".join(f"{name} = {value}" for name, value in zip(order, twice, strict=True))
            raise DataError(
                f"two rows have the same place in the order: {names}.",
                where=f"{self.recipe.name}.sql, header.unique_order",
                fix="Add a column that tells the rows apart, to `unique_order` and to ORDER BY.",
            )
        return keys[-1] if keys else last

    def _note_missing(self, batch: pa.RecordBatch) -> None:
        column = self.recipe.header.missing
        if not column:
            return
        lists = batch.column(column).to_pylist()
        names = batch.schema.names
        ids = batch.column("dialogue_id").to_pylist() if "dialogue_id" in names else [""] * batch.num_rows
        self.missing += [
            {"dialogue": dialogue, "turn": turn}
            for dialogue, turns in zip(ids, lists, strict=True)
            for turn in turns or ()
        ]

    @property
    def counts(self) -> dict[str, int]:
        """Dialogues and turns that this export could read."""
        return {"dialogues": sum(self.splits.values()), "turns": self._read[0][2] if self._read else 0}

    @property
    def splits(self) -> dict[str, int]:
        """Dialogues of each split that this export could read."""
        return {split: n for split, n, _ in self._read}

    @cached_property
    def _read(self) -> list[tuple[str, int, int]]:
        """split, its dialogues, the turns of all: one look, for each costs as much as writing a hundred dialogues."""
        sql = (
            "SELECT coalesce(split, '') AS split, count(*) AS n, (SELECT count(*) FROM turns) AS turns "
            "FROM dialogues LEFT JOIN splits USING (dialogue_id) GROUP BY ALL ORDER BY split"
        )
        return self.frame(sql, COUNTED)

    def left_out(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        silent = 0 if self.hides_nothing else self.lens.left_out(self.session, self.views)
        if silent:
            found["consent"] = {"dialogues": silent, "needs": self.lens.needs(self.views)}
        if self.missing:
            found["missing"] = {"turns": len(self.missing), "dialogues": len({m["dialogue"] for m in self.missing})}
        return found

    def frame(self, sql: str, views: Iterable[str]) -> list[Any]:
        # Under the export's own consent level, whatever this little query reads.
        seen = self.lens.over(sql, {*views, *self.views}, {})
        return self.session.frame(seen).rows()


class Files:
    """The open files of a run, by name; a `{column}` in the recipe's file name opens one for each of its values."""

    def __init__(self, folder: Path, recipe: Recipe, columns: Sequence[tuple[str, str]], opener: Opener) -> None:
        self.rows: dict[str, int] = {}
        self._folder, self._recipe, self._header = folder, recipe, recipe.header
        self._opener = opener
        self._names = [name for name, _ in columns if name not in recipe.header.hidden]
        self._json = [name for name, kind in columns if kind == "JSON"]
        self._open: dict[str, Writer] = {}

    def write(self, batch: pa.RecordBatch) -> None:
        for name, part in self._parts(batch):
            self.add(name, part)

    def add(self, name: str, batch: pa.RecordBatch) -> None:
        if name not in self._open:
            self._open[name] = self._opener(self._folder / name, self._names, self._json, self._header)
        self._open[name].write(batch)
        self.rows[name] = self.rows.get(name, 0) + batch.num_rows

    def close(self) -> None:
        for writer in self._open.values():
            writer.close()

    def _parts(self, batch: pa.RecordBatch) -> Iterable[tuple[str, pa.RecordBatch]]:
        places = self._header.places
        if not places:
            return [(self._header.file, batch)]
        keys = list(zip(*(batch.column(place).to_pylist() for place in places), strict=True))
        return [
            (self._file_name(dict(zip(places, key, strict=True))), _where(batch, places, key))
            for key in dict.fromkeys(keys)
        ]

    def _file_name(self, values: dict[str, Any]) -> str:
        for place, value in values.items():
            if value is None or not _FILE_NAME.fullmatch(str(value)):
                where = f"{self._recipe.name}.sql, header.file"
                raise DataError(f"{value!r} in the column {place!r} cannot name a file.", where=where)
        return self._header.file.format_map(values)


def _where(batch: pa.RecordBatch, places: Sequence[str], key: Sequence[Any]) -> pa.RecordBatch:
    mask = None
    for place, value in zip(places, key, strict=True):
        same = pc.equal(batch.column(place), pa.scalar(value, batch.column(place).type))
        mask = same if mask is None else pc.and_(mask, same)
    return batch.filter(pc.fill_null(mask, False))


def _incomplete(recipe: Recipe, missing: list[dict[str, str]]) -> IncompleteError:
    named = "; ".join(f"{entry['dialogue']} {entry['turn']}" for entry in missing[:_NAMED_AT_MOST])
    more = f"; and {len(missing) - _NAMED_AT_MOST} more" if len(missing) > _NAMED_AT_MOST else ""
    needed = ", ".join(name for names in recipe.header.needs.values() for name in names)
    return IncompleteError(
        f"{len(missing)} turn{'' if len(missing) == 1 else 's'} without {needed or 'a needed label'}: {named}{more}.",
        [dict(entry) for entry in missing],
        where=recipe.name,
        fix="Label them, or write them without with --allow-missing.",
    )
