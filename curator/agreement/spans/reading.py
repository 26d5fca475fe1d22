"""Files of spans: columns annotator, start, end, value, and perhaps one for the document."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from curator.agreement.options import AgreementOptions
from curator.agreement.sheets import ending_of, need_columns, placed, read_frame, read_sheet
from curator.agreement.spans.table import Spans, check_position
from curator.errors import DataError

START, END = "start", "end"
DOCUMENT, LENGTH = "document", "length"


def parse_spans(content: bytes, name: str, options: AgreementOptions) -> Spans:
    """One span a row, half-open [start, end); a row with an annotator alone says that nothing was marked.

    The document is the column that `options.unit` names, else `document` or `unit` where there is one; without any, the
    file is one document. A column `length` gives the documents' lengths, `options.continuum` one range for all of them.
    `options.annotators` worked on every document, also those without a row.
    Raises UsageError for another ending, DataError for what is wrong inside.
    """
    with placed(name):
        find = partial(_wanted, options=options, name=name)
        if ending_of(name) == ".parquet":
            frame = read_frame(content, name, find)
            places = [f"row {row}" for row in range(1, len(frame) + 1)]
            columns = {column: frame[column].to_list() for column in frame.columns}
        else:
            sheet = read_sheet(content, name, find)
            columns = dict(sheet.columns)
            places = [sheet.where(row) for row in range(len(sheet.lines))]
            for column in (START, END, LENGTH):
                if column in columns:
                    columns[column] = sheet.numbers(column)
            if columns:
                columns[options.value] = sheet.values(options.value)
        n = len(next(iter(columns.values()), []))
        document = _document(list(columns), options)
        of_document = columns[document] if document else [""] * n
        cells = [columns.get(column, []) for column in (options.annotator, START, END, options.value)]
        for place, where, who, start, end in zip(places, of_document, *cells[:3], strict=True):
            if who in (None, "") or where is None or (document and where == ""):
                fix = "Fill it in or drop the row."
                raise DataError("a span without annotator or document.", where=place, fix=fix)
            if start is not None or end is not None:
                check_position(start, START, place)
                check_position(end, END, place)
        for place, length in zip(places, columns.get(LENGTH, ()), strict=False):
            if length is not None:
                check_position(length, LENGTH, place)
        return Spans.from_rows(
            list(zip(of_document, *cells, strict=True)),
            annotators=options.annotators,
            lengths=_lengths(of_document, columns.get(LENGTH)),
            continuum=options.continuum,
        )


def _wanted(there: Sequence[str], *, options: AgreementOptions, name: str) -> Sequence[str]:
    needed = [options.annotator, START, END, options.value]
    if "unit" in options.model_fields_set:
        needed.append(options.unit)
    need_columns(needed, there, name)
    document = _document(there, options)
    return list(dict.fromkeys([*needed, *([document] if document else []), *([LENGTH] if LENGTH in there else [])]))


def _document(there: Sequence[str], options: AgreementOptions) -> str | None:
    if "unit" in options.model_fields_set:
        return options.unit
    return next((column for column in (DOCUMENT, options.unit) if column in there), None)


def _lengths(documents: Sequence[object], cells: Sequence[object] | None) -> dict[str, float] | None:
    """Of the documents that have one; Spans asks for the others."""
    if cells is None:
        return None
    found: dict[str, float] = {}
    for document, cell in zip(documents, cells, strict=True):
        if isinstance(cell, int | float) and found.setdefault(str(document), float(cell)) != cell:
            raise DataError(f"{document} has two lengths.", fix="Give each document one length.")
    return found
