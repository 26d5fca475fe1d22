"""The card of a Hub folder (README.md): what is in it, who labelled, how well they agree, and what to mind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import yaml

from curator.exporting.manifest import ExportReport
from curator.model.schema import Field, Schema

if TYPE_CHECKING:
    from curator.exporting.hub import Config

_FRONT = "---"
_UNLISTED = "A dialogue that came without a list of what its people agreed to is taken as the publisher's to share."
_FIRST = ("train", "valid", "validation", "dev", "test")
"""Splits in the order in which people name them."""


def card(
    report: ExportReport,
    schema: Schema,
    tables: Sequence[Config],
    agreement: Sequence[Mapping[str, Any]],
    annotators: Sequence[tuple[str, str, int]],
    facts: Mapping[str, Mapping[str, Any]],
) -> str:
    """The whole card. facts: {"rows", "bytes"} of each Parquet file, by its path in the folder."""
    files = _files(facts)
    front = yaml.safe_dump(_front(report, tables, files), allow_unicode=True, sort_keys=False, width=120)
    parts = [
        f"{_FRONT}\n{front}{_FRONT}",
        f"# {report.project}",
        _what(report, schema),
        "## Tables\n\n" + _tables(tables, files),
        "## Fields\n\n" + "\n\n".join(_field(one) for one in schema.asked),
        "The whole label schema is in `schema.yaml`, the annotators' guidelines are in `guidelines.md`.",
        "## Annotators\n\n" + _annotators(annotators),
        "## Agreement\n\n" + _agreement(agreement),
        "## Licence\n\nNot stated here. Ask the people who publish this folder before you use or share it.",
        "## Consent\n\n" + _consent(report),
        "## Limits\n\n" + _limits(schema),
    ]
    return "\n\n".join(parts) + "\n"


@dataclass(frozen=True)
class _File:
    split: str
    path: str
    rows: int
    bytes: int

    @property
    def place(self) -> tuple[int, str]:
        return (_FIRST.index(self.split) if self.split in _FIRST else len(_FIRST), self.split)


def _files(facts: Mapping[str, Mapping[str, Any]]) -> dict[str, list[_File]]:
    """The files of each table, in the order of splits."""
    found: dict[str, list[_File]] = defaultdict(list)
    for name, fact in facts.items():
        if "rows" in fact:
            path = PurePosixPath(name)
            found[path.parts[0]].append(_File(path.stem, name, fact["rows"], fact["bytes"]))
    return {table: sorted(files, key=lambda file: file.place) for table, files in found.items()}


def _front(report: ExportReport, tables: Sequence[Config], files: Mapping[str, Sequence[_File]]) -> dict[str, Any]:
    filled = [table for table in tables if files.get(table.name)]
    return {
        "pretty_name": report.project,
        "license": "unknown",
        "configs": [
            {
                "config_name": table.name,
                **({"default": True} if table is filled[0] else {}),
                "data_files": [{"split": file.split, "path": file.path} for file in files[table.name]],
            }
            for table in filled
        ],
        "dataset_info": [
            {
                "config_name": table.name,
                "features": [column.as_card() for column in table.columns],
                "splits": [
                    {"name": file.split, "num_bytes": file.bytes, "num_examples": file.rows}
                    for file in files[table.name]
                ],
            }
            for table in filled
        ],
    }


def _what(report: ExportReport, schema: Schema) -> str:
    title = text_of(schema.title) or schema.id
    sources = "".join(f"\n- {source}" for source in schema.sources)
    return (
        f"Conversations labelled with *{title}* (`{schema.id}`, version {schema.version}, status: {schema.status}): "
        f"{report.counts['dialogues']} dialogues, {report.counts['turns']} turns."
        + (f"\n\nSources of the scheme:\n{sources}" if sources else "")
    )


def _tables(tables: Sequence[Config], files: Mapping[str, Sequence[_File]]) -> str:
    lines = [(table.name, table.grain, file.split, file.rows) for table in tables for file in files.get(table.name, ())]
    return (
        table_of(("configuration", "one row is a", "split", "rows"), lines)
        + "\n\nClass labels are option ids; an empty cell (null) is a turn without a decided label: not asked, nothing "
        "found, or people did not agree. `gold` tells these apart (`state`, `reason`)."
    )


def _field(field: Field) -> str:
    lines = [
        f"### {field.id}",
        f"{text_of(field.label)}. On each {field.target}; kind: {field.kind}.".removeprefix(". "),
    ]
    if field.definition:
        lines.append(field.definition)
    if field.options:
        aliased = any(option.export_alias for option in field.options)
        rows = [
            (option.id, text_of(option.label), *([option.export_alias] if aliased else []), option.definition)
            for option in field.options
        ]
        lines.append(table_of(("id", "label", *(["spelled in exports"] if aliased else []), "definition"), rows))
    return "\n\n".join(lines)


def _annotators(annotators: Sequence[tuple[str, str, int]]) -> str:
    if not annotators:
        return "Nobody has labelled yet."
    return table_of(("annotator", "kind", "labels"), annotators)


def _agreement(results: Sequence[Mapping[str, Any]]) -> str:
    """All annotators of a field together: pairs would single people out."""
    together = [one for one in results if not one.get("annotators") and one.get("option") is None]
    if not together:
        return "Not computed for this export."
    rows = [
        (
            ", ".join(map(str, filter(None, [one.get("field"), one.get("part"), *(one.get("by") or {}).values()]))),
            ", ".join(filter(None, [one["metric"], one.get("level"), one.get("weights"), one.get("form")])),
            _number(one["value"]) if one["value"] is not None else one["undefined"],
            f"{_number(one['ci_low'])} to {_number(one['ci_high'])}" if one.get("ci_low") is not None else "",
            one["n_pairable_units"],
            one["n_annotators"],
        )
        for one in together
    ]
    said: dict[str, dict[str, None]] = defaultdict(dict)
    for one in together:
        if one.get("treatment"):
            said[one["treatment"]][str(one.get("field") or "")] = None
    head = ("field", "coefficient", "value", "95% interval", "units compared", "annotators")
    return table_of(head, rows) + "".join(f"\n\n{', '.join(names)}: {words}." for words, names in said.items())


def _consent(report: ExportReport) -> str:
    if not report.left_out:
        return f"No dialogue was left out. {_UNLISTED}"
    lines = [
        f"- {why}: {', '.join(f'{key} {value}' for key, value in facts.items())}"
        for why, facts in report.left_out.items()
    ]
    return "Left out, because consent does not cover it:\n\n" + "\n".join(lines) + f"\n\n{_UNLISTED}"


def _limits(schema: Schema) -> str:
    outline = {
        "paraphrased": "The scheme paraphrases a published one. ",
        "outline": "The published label set is not public; the scheme is an outline of it. ",
    }
    return (
        outline.get(schema.status, "")
        + "Labels are what people saw in a text, not what the speakers felt. A decided label hides dissent: use "
        "`ratings` to see it. Splits that curator made keep a case, a person and the same words on one side as far as "
        "the data tells; near-copies with other words may cross. Splits that came with the source are as the source "
        "made them."
    )


def text_of(words: Mapping[str, str]) -> str:
    """English where there is some, else the first language."""
    return words.get("en") or next(iter(words.values()), "")


def table_of(head: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    """A markdown table."""
    lines = [_line(head), _line(["---"] * len(head)), *(_line(row) for row in rows)]
    return "\n".join(lines)


def _line(cells: Sequence[object]) -> str:
    shown = (" ".join(str(cell).split()).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(shown)} |"


def _number(value: float) -> str:
    return f"{value:.3f}"
