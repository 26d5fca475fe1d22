"""Who marked which stretch of which document: a frame, turned into codes and positions once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from curator.agreement.ratings import Floats, Ints, as_text
from curator.agreement.values import Json, Key, as_json, key_of, order
from curator.errors import DataError, UsageError

Bools = npt.NDArray[np.bool_]
FARTHEST = 1e15  # of a position: beyond, the next one is no longer another number
NEEDED = ("document", "annotator", "start", "end", "value")


class Row(NamedTuple):
    """One span as it was given, names as text; without start and end the annotator marked nothing there."""

    document: str
    annotator: str
    start: object
    end: object
    value: object


@dataclass(frozen=True, eq=False)
class Spans:
    """One entry a span, sorted by annotator, document, start and end; half-open [start, end), in any unit of length.

    document, annotator, value: codes. begin, finish: of each document, what could be marked. saw: documents ×
    annotators, true where the annotator worked on the document, marking or not. is_measured: begin and finish are
    known; else a document runs from 0 to its last end.
    """

    document: Ints
    annotator: Ints
    value: Ints
    start: Floats
    end: Floats
    documents: tuple[str, ...]
    annotators: tuple[str, ...]
    labels: tuple[Key, ...]
    begin: Floats
    finish: Floats
    saw: Bools
    is_measured: bool

    @classmethod
    def from_frame(
        cls,
        frame: pl.DataFrame,
        *,
        annotators: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
        lengths: Mapping[str, float] | None = None,
        continuum: tuple[float, float] | None = None,
    ) -> Spans:
        """Columns document, annotator, start, end, value, and perhaps length; a row without start and end says that
        the annotator marked nothing there. A span without a value has the label "".

        annotators, lengths, continuum: as in `from_rows`. Raises DataError also where a column is missing.
        """
        if absent := [name for name in NEEDED if name not in frame.columns]:
            known = f"The columns are: {', '.join(frame.columns)}."
            raise DataError(f"there is no column {', '.join(map(repr, absent))}.", fix=known)
        rows = frame.select(NEEDED).rows()
        return cls.from_rows(rows, annotators=annotators, lengths=lengths or _lengths(frame), continuum=continuum)

    @classmethod
    def from_rows(
        cls,
        given: Iterable[Sequence[object]],
        *,
        annotators: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
        lengths: Mapping[str, float] | None = None,
        continuum: tuple[float, float] | None = None,
    ) -> Spans:
        """Rows (document, annotator, start, end, value).

        annotators: who worked on every document, or on each; None: those with a row in it. lengths: of documents, which
        then run from 0; continuum: start and end of all of them.
        Raises DataError: an end before its start, a span outside the document.
        """
        lengths = lengths or {}
        rows = [Row(str(as_text(row[0])), str(as_text(row[1])), *row[2:5]) for row in given]
        who, where = _names(rows, annotators, lengths)
        of_document, of_annotator = ({name: i for i, name in enumerate(names)} for names in (where, who))
        saw = _saw(rows, annotators, of_document, of_annotator)
        marked = [row for row in rows if not (row.start is None and row.end is None)]
        keys = [key_of("" if row.value is None else row.value) for row in marked]
        labels = tuple(sorted(set(keys), key=order))
        of_label = {key: i for i, key in enumerate(labels)}
        whole = cls(
            document=np.array([of_document[row.document] for row in marked], dtype=np.int64),
            annotator=np.array([of_annotator[row.annotator] for row in marked], dtype=np.int64),
            value=np.array([of_label[key] for key in keys], dtype=np.int64),
            start=_positions([row.start for row in marked], "start"),
            end=_positions([row.end for row in marked], "end"),
            documents=where,
            annotators=who,
            labels=labels,
            begin=np.zeros(len(where)) if continuum is None else np.full(len(where), continuum[0]),
            finish=np.zeros(len(where)),
            saw=saw,
            is_measured=bool(lengths) or continuum is not None,
        )
        return whole._sorted()._measured(lengths, continuum)

    @property
    def length(self) -> Floats:
        return self.finish - self.begin

    def only(self, annotators: Sequence[str]) -> Spans:
        """The spans of these annotators. Raises UsageError, listing the annotators there are."""
        if unknown := [name for name in annotators if name not in self.annotators]:
            known = f"Annotators: {', '.join(self.annotators) or 'none'}."
            raise UsageError(f"nobody called {', '.join(map(repr, unknown))} marked anything.", fix=known)
        chosen = [i for i, name in enumerate(self.annotators) if name in set(annotators)]
        kept = self._kept(np.isin(self.annotator, chosen))
        names = tuple(self.annotators[i] for i in chosen)
        return replace(
            kept,
            annotator=np.searchsorted(chosen, kept.annotator).astype(np.int64),
            annotators=names,
            saw=self.saw[:, chosen],
        )

    def having(self, label: str) -> Spans:
        """The spans with this label (its text). Raises UsageError, listing the labels there are."""
        names = [as_text(as_json(key)) for key in self.labels]
        if label not in names:
            raise UsageError(
                f"no span has the label {label!r}.", where="label", fix=f"Labels: {', '.join(map(str, names))}."
            )
        code = names.index(label)
        kept = self._kept(self.value == code)
        return replace(kept, value=np.zeros_like(kept.value), labels=(self.labels[code],))

    def label_names(self) -> tuple[Json, ...]:
        return tuple(as_json(key) for key in self.labels)

    def on_one_line(self) -> tuple[Floats, Floats, float]:
        """Starts and ends with the documents laid end to end, and how long that is.

        Documents stand one apart, so that spans of two of them do not even touch.
        """
        room = self.length + 1
        base = (np.cumsum(room) - room - self.begin)[self.document]
        return self.start + base, self.end + base, float(room.sum())

    def _kept(self, mask: Bools) -> Spans:
        names = ("document", "annotator", "value", "start", "end")
        return replace(self, **{name: getattr(self, name)[mask] for name in names})

    def _sorted(self) -> Spans:
        chosen = np.lexsort((self.end, self.start, self.document, self.annotator))
        names = ("document", "annotator", "value", "start", "end")
        return replace(self, **{name: getattr(self, name)[chosen] for name in names})

    def _measured(self, lengths: Mapping[str, float] | None, continuum: tuple[float, float] | None) -> Spans:
        """With the ends of the documents; checks that spans lie inside."""
        finish: Floats = np.full(len(self.documents), continuum[1] if continuum else 0.0)
        if lengths and continuum is None:
            if unknown := [name for name in self.documents if name not in lengths]:
                raise DataError(f"the length of {unknown[0]!r} is not given.", fix="Give each document's length.")
            finish = np.array([float(lengths[name]) for name in self.documents])
        elif continuum is None:
            np.maximum.at(finish, self.document, self.end)
        wrong = (self.end <= self.start) | (self.start < self.begin[self.document]) | (self.end > finish[self.document])
        if wrong.any():
            first = int(np.flatnonzero(wrong)[0])
            where = f"{self.annotators[self.annotator[first]]}, [{self.start[first]:g}, {self.end[first]:g})"
            inside = f"[{self.begin[self.document[first]]:g}, {finish[self.document[first]]:g})"
            what = (
                "ends where it starts or before" if self.end[first] <= self.start[first] else f"lies outside {inside}"
            )
            fix = "Spans are half-open: [start, end)."
            if "outside" in what:
                fix += " How far they may go is said by --continuum START,END or a column length."
            raise DataError(f"a span {what}.", where=where, fix=fix)
        return replace(self, finish=finish)


def _lengths(frame: pl.DataFrame) -> dict[str, float]:
    """The column length, where there is one."""
    if "length" not in frame.columns:
        return {}
    known = frame.select("document", "length").drop_nulls("length").unique()
    if known["document"].n_unique() < len(known):
        raise DataError("a document has two lengths.", fix="Give each document one length.")
    return {str(as_text(name)): float(length) for name, length in known.iter_rows()}


def _names(
    rows: Sequence[Row],
    annotators: Sequence[str] | Mapping[str, Sequence[str]] | None,
    lengths: Mapping[str, float],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Annotators and documents, ascending: those with a row and those named."""
    who, where = {row.annotator for row in rows}, {row.document for row in rows}
    if isinstance(annotators, Mapping):
        where |= set(annotators)
        who |= {name for names in annotators.values() for name in names}
    elif annotators is not None:
        where |= set(lengths)
        who |= set(annotators)
    return tuple(sorted(who)), tuple(sorted(where))


def _saw(
    rows: Sequence[Row],
    annotators: Sequence[str] | Mapping[str, Sequence[str]] | None,
    of_document: Mapping[str, int],
    of_annotator: Mapping[str, int],
) -> Bools:
    saw = np.zeros((len(of_document), len(of_annotator)), dtype=np.bool_)
    for row in rows:
        saw[of_document[row.document], of_annotator[row.annotator]] = True
    if isinstance(annotators, Mapping):
        for name, who in annotators.items():
            saw[of_document[name], [of_annotator[one] for one in who]] = True
    elif annotators is not None:
        saw[:, [of_annotator[one] for one in annotators]] = True
    return saw


def _positions(cells: Sequence[object], what: str) -> Floats:
    for cell in cells:
        check_position(cell, what)
    return np.array(cells, dtype=np.float64)


def check_position(cell: object, what: str, where: str = "") -> None:
    """Raises DataError for what is no number, or one so large that the places beside it cannot be told apart."""
    fix = "Starts and ends are numbers; both are empty if nothing is marked."
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        raise DataError(f"{what} is {'missing' if cell is None else repr(cell)}.", where=where, fix=fix)
    if not abs(cell) <= FARTHEST:
        raise DataError(f"{what} is too far away, or no number.", where=where, fix=fix)
