"""Agreement on a file: of ratings, or of spans when a metric of spans is asked for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from curator.agreement.options import COMPARISONS, AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.reading import parse_ratings
from curator.agreement.report import agree
from curator.agreement.result import Result
from curator.agreement.sheets import read_bytes
from curator.agreement.spans.metrics import SPAN_METRICS
from curator.agreement.spans.reading import parse_spans
from curator.agreement.spans.report import agree_on_spans
from curator.agreement.versions import agree_on_versions
from curator.errors import DataError, UsageError

MISSING = {"nan", "null", "na", "n/a", "#n/a"}
"""How other programs write that there is nothing."""


def agree_content(content: bytes, name: str, options: AgreementOptions | None = None) -> list[Result]:
    """One result for each metric asked for, from the bytes of a file and its name: an upload.

    Raises what `parse_ratings`, `parse_spans` and `agree` raise.
    """
    try:
        return _agree_content(content, name, options or AgreementOptions())
    except DataError as error:
        if error.where:
            raise
        raise DataError(error.problem, where=name, fix=error.fix) from error


def _agree_content(content: bytes, name: str, options: AgreementOptions) -> list[Result]:
    if options.metrics[0] in SPAN_METRICS:
        return agree_on_spans(parse_spans(content, name, options), options)
    if options.metrics[0] in COMPARISONS:
        return agree_on_versions(content, name, options)
    ratings = parse_ratings(
        content,
        name,
        unit=options.unit,
        annotator=options.annotator,
        value=options.value,
        cluster=options.cluster,
    )
    if options.candidate is not None and options.candidate not in ratings.annotators:
        known = f"Annotators: {', '.join(ratings.annotators) or 'none'}."
        raise UsageError(f"nobody called {options.candidate!r} rated anything.", where="candidate", fix=known)
    notes = _look_alikes(ratings)
    return [replace(result, notes=result.notes + notes) for result in agree(ratings, options)]


def _look_alikes(ratings: Ratings) -> tuple[str, ...]:
    """What was perhaps not meant: nobody typed these values and names into one scheme."""
    notes = []
    texts = [key[1] for key in ratings.labels if isinstance(key[1], str)]
    if missing := [text for text in texts if text == "None" or text.strip().casefold() in MISSING]:
        said = ", ".join(map(repr, missing))
        notes.append(f"{said} counts as an answer like any other; leave the cell empty where one is missing")
    labels = [json.dumps(key[1]) if isinstance(key[1], bool) else key[1] for key in ratings.labels]
    for what, names in (("values", labels), ("annotators", ratings.annotators)):
        alike: dict[str, list[str]] = {}
        for name in names:
            if isinstance(name, str):
                alike.setdefault(" ".join(name.split()).casefold(), []).append(name)
        found = [" and ".join(map(repr, same)) for same in alike.values() if len(same) > 1]
        if found:
            notes.append(f"{what} that differ in capitals or blanks alone count as different: {', '.join(found)}")
    return tuple(notes)


def agree_file(path: Path, options: AgreementOptions | None = None) -> list[Result]:
    """The same on a file. Raises NotFoundError, or DataError if it cannot be read, too."""
    return agree_content(read_bytes(path), path.name, options)
