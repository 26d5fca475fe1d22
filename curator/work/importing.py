"""Bringing files into a project: all of them or none, each dialogue once, and a word on everything not understood."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from curator.errors import DataError, Problem, ProblemsError, UsageError
from curator.importers import IMPORTERS, Imported, SourceFile, importer_for
from curator.importers.labels import spelling
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.schema import Schema
from curator.store.interface import Added, Incoming, Store
from curator.work import media

__all__ = ["ImportReport", "Progress", "SourceFile", "format_names", "import_files"]

Progress = Callable[[float, str], None]
"""Told the share that is done (0 to 1) and what is being done, in words."""
_FIRST_TURNS = 6


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came in, or would come in. `dialogues` and `turns` count the files, `labels` what is new to the project.

    unknown_labels: field -> source spelling -> how often. unknown_roles: source spelling -> number of turns.
    formats: file name -> importer. first_turns: the start of the first dialogue, for a look before the import.
    """

    dialogues: int
    turns: int
    new: int
    unchanged: int
    changed: int
    labels: int
    unknown_labels: dict[str, dict[str, int]]
    unknown_roles: dict[str, int]
    warnings: list[str]
    formats: dict[str, str]
    first_turns: list[dict[str, Json]]
    dry_run: bool

    def as_json(self) -> dict[str, Json]:
        """The shape of the contract; a dry run also shows the first turns."""
        names = ("dialogues", "turns", "new", "unchanged", "changed", "labels")
        shape: dict[str, Json] = {name: getattr(self, name) for name in names}
        shape |= {"unknown_labels": self.unknown_labels, "unknown_roles": self.unknown_roles, "warnings": self.warnings}
        return shape | ({"dry_run": True, "first_turns": self.first_turns} if self.dry_run else {})


@dataclass(frozen=True, slots=True)
class _ReadFile:
    name: str
    format: str
    imported: list[Imported]


def import_files(
    store: Store,
    project: str,
    files: Sequence[SourceFile],
    *,
    format: str | None = None,
    encoding: str | None = None,
    dry_run: bool = False,
    split: str = "",
    workspace: Path | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Reads every file, then stores all dialogues in one transaction; a dry run stops before it.

    format: name of an importer; None = each file is looked at. encoding: of all files; None = UTF-8 or what the file's
    byte order mark says. split: a given split for all dialogues of these files. workspace: where recordings that the
    files name are looked for; those that are not there are a warning.

    Raises ProblemsError or DataError (what is wrong with the files, all together), UsageError (format, encoding),
    UnknownNameError (no such format), NotFoundError (no such project), StorageFullError. Then nothing has changed.
    """
    if not files:
        raise UsageError("no file was given.", where="import", fix="Name the files to import.")
    tell = progress or (lambda share, doing: None)
    wanted = [replace(file, encoding=encoding or file.encoding) for file in files]
    with _collection_paused():
        report = _bring(store, project, wanted, format, split=split, dry_run=dry_run, workspace=workspace, tell=tell)
    tell(1.0, "done")
    return report


def _bring(
    store: Store,
    project: str,
    files: Sequence[SourceFile],
    format: str | None,
    *,
    split: str,
    dry_run: bool,
    workspace: Path | None,
    tell: Progress,
) -> ImportReport:
    version = store.project(project).schema_version
    read = _read_all(store.schema(project, version), files, format, tell)
    incoming = [Incoming(one.dialogue, one.labels) for file in read for one in file.imported]
    source = ", ".join(file.name for file in files)
    if dry_run:
        tell(0.6, "comparing with the project")
        added = store.preview_dialogues(project, incoming, source=source, schema_version=version)
    else:
        tell(0.6, "storing")
        added = store.add_dialogues(project, incoming, source=source, split=split, schema_version=version)
    report = _report(read, added, dry_run=dry_run)
    return report if workspace is None else replace(report, warnings=[*report.warnings, *_missing(read, workspace)])


def format_names() -> dict[str, str]:
    """Name -> title of every format that can be imported."""
    return {importer.name: importer.title for importer in IMPORTERS}


def _read_all(schema: Schema, files: Sequence[SourceFile], format: str | None, tell: Progress) -> list[_ReadFile]:
    """Raises what is wrong with the files: one file's error as it is, several files' as one ProblemsError."""
    read: list[_ReadFile] = []
    wrong: list[DataError] = []
    for count, file in enumerate(files):
        tell(0.6 * count / len(files), f"reading {file.name}")
        try:
            importer = importer_for(file) if format is None else IMPORTERS.get(format)
            read.append(_ReadFile(file.name, importer.name, list(importer.read(file, schema, {}))))
        except DataError as error:
            wrong.append(error)
    if len(wrong) == 1:
        raise wrong[0]
    problems = [problem for error in wrong for problem in _problems_of(error)] or list(_ids_of_two_files(read))
    if problems:
        raise ProblemsError(problems, where=", ".join(file.name for file in files))
    return read


def _problems_of(error: DataError) -> list[Problem]:
    return error.problems if isinstance(error, ProblemsError) else [Problem(error.problem, error.where, error.fix)]


def _ids_of_two_files(files: Sequence[_ReadFile]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for file in files:
        ids = [one.dialogue.id for one in file.imported]
        shared = [name for name in ids if name in seen]
        if shared:
            yield Problem(
                f"{_count(len(shared), 'dialogue')} ({shared[0]!r}, …) also in {seen[shared[0]]}: ids are used once.",
                file.name,
                "Import each file once, or give the dialogues ids of their own.",
            )
        seen |= dict.fromkeys(ids, file.name)


def _report(files: Sequence[_ReadFile], added: Added, *, dry_run: bool) -> ImportReport:
    unknown_labels: dict[str, Counter[str]] = {}
    unknown_roles: Counter[str] = Counter()
    for one in (one for file in files for one in file.imported):
        unknown_roles.update(one.unknown_roles)
        for label in one.labels:
            if label.state == "unmapped":
                unknown_labels.setdefault(label.field, Counter())[spelling(label.raw)] += 1
    first = next((file.imported[0].dialogue for file in files if file.imported), None)
    return ImportReport(
        dialogues=sum(len(file.imported) for file in files),
        turns=added.turns,
        new=added.new,
        unchanged=added.unchanged,
        changed=added.changed,
        labels=added.labels,
        unknown_labels={field: dict(counts.most_common()) for field, counts in unknown_labels.items()},
        unknown_roles=dict(unknown_roles.most_common()),
        warnings=[*_warnings_of(files), *_warnings_about(added)],
        formats={file.name: file.format for file in files},
        first_turns=_turns_of(first) if first else [],
        dry_run=dry_run,
    )


def _warnings_of(files: Sequence[_ReadFile]) -> list[str]:
    """Equal warnings of a file as one, with the number of dialogues."""
    told = []
    for file in files:
        counts = Counter(warning for one in file.imported for warning in dict.fromkeys(one.warnings))
        told += [f"{file.name}: {warning} ({_count(n, 'dialogue')})." for warning, n in counts.items()]
    return told


def _missing(files: Sequence[_ReadFile], workspace: Path) -> Iterator[str]:
    """A word on recordings that are not in the media folder (yet)."""
    named = [medium for file in files for one in file.imported for medium in one.dialogue.media]
    absent = [medium.path for medium in named if not media.is_there(workspace, medium)]
    if absent:
        yield (
            f"{_count(len(absent), 'recording')} of {len(named):,} not in the workspace's media folder, or of no type "
            f"that browsers play ({absent[0]!r}{', …' if len(absent) > 1 else ''}): labelling goes on without."
        )


def _warnings_about(added: Added) -> list[str]:
    told = []
    if added.changed:
        told.append(
            f"{_count(added.changed, 'dialogue')} of the project had other content under the same id: "
            "the new content replaces it, the labels stay."
        )
    if added.same_texts:
        told.append(
            f"{_count(added.same_texts, 'new dialogue')} with the same speakers and texts as one that the project has "
            "under another id (a renamed file?): both are kept."
        )
    return told


def _turns_of(dialogue: Dialogue) -> list[dict[str, Json]]:
    return [
        {"speakers": list(turn.speakers), "role": dialogue.role_of(turn.speakers[0]), "text": turn.text}
        for turn in dialogue.turns[:_FIRST_TURNS]
    ]


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


@contextmanager
def _collection_paused() -> Iterator[None]:
    """A file becomes some hundred thousand objects that all stay: looking for garbage among them doubles the time.

    (Reading 38,000 turns: 0.5 s against 0.25 s.) They have to be let go before the pause ends, or that costs it all.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
