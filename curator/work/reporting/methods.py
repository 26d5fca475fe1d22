"""The paragraph on methods, from the report alone: which answers, coefficients and intervals, with citations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from curator import __version__
from curator.work.reporting.coefficients import REFERENCES, cited, cited_by, named
from curator.work.reporting.lines import Line, Report, answered, grouped, resampled, treatments
from curator.work.reporting.paper import paper_lines, percent


def methods(report: Report, coefficients: Sequence[str] = ()) -> list[str]:
    """Sentences about `paper_lines`, in order; none where nothing could be compared. No annotator is named."""
    _, unanswered = answered(report["results"])
    lines = paper_lines(report, coefficients)
    if not lines:
        return []
    sentences = [
        f"Agreement was computed with curator {__version__}.",
        *_answers(lines),
        *_coefficients(lines),
        *_intervals(lines),
        *_missing(lines, unanswered),
    ]
    return [*sentences, *_texts(report)]


def references(report: Report, coefficients: Sequence[str] = ()) -> list[str]:
    """What `methods` cites, in full, by name and year."""
    lines = paper_lines(report, coefficients)
    keys = {key for one in lines for key in (*cited_by(one), *_cited_intervals(one))}
    return sorted(REFERENCES[key][1] for key in keys)


def _answers(lines: list[Line]) -> list[str]:
    of_all, of_some = treatments(lines)
    what = [f"Compared were {'; '.join([*of_all, *of_some])}."] if of_all or of_some else []
    least, most = min(one["n_annotators"] for one in lines), max(one["n_annotators"] for one in lines)
    people = f"{least}" if least == most else f"{least} to {most}"
    return [*what, f"Each value rests on {people} annotators; units with fewer than two answers compare nothing."]


def _coefficients(lines: list[Line]) -> list[str]:
    """One sentence a coefficient, with the fields that it is reported for."""
    fields: dict[str, dict[str, None]] = {}
    keys: dict[str, list[str]] = {}
    for one in lines:
        title = ", ".join(filter(None, named(one)))
        fields.setdefault(title, {})[one.get("field") or ""] = None
        keys[title] = cited_by(one)
    everywhere = _fields(lines)
    return [
        f"{title[:1].upper()}{title[1:]}{cited(keys[title])} is reported{_for(found, everywhere)}."
        for title, found in fields.items()
    ]


def _intervals(lines: list[Line]) -> list[str]:
    said: dict[str, dict[str, None]] = {}
    for one in lines:
        if one.get("confidence") and one["ci_low"] is not None:
            said.setdefault(_interval(one), {})[one.get("field") or ""] = None
    notes = [
        (one["ci_note"].replace("clusters", resampled(one)), one.get("field") or "")
        for one in lines
        if one.get("ci_note")
    ]
    plain = {line for line, _ in notes}  # what begins with a field's id keeps it as it is
    narrow = [f"{line[:1].upper() + line[1:] if line in plain else line}." for line in grouped(notes, _fields(lines))]
    checked = {one["checked_with"]: None for one in lines if one.get("checked_with")}
    sentences = [f"{line}{_for(found, _fields(lines))}." for line, found in said.items()]
    return [*sentences, *narrow, *(f"The values of α were checked with {name}." for name in checked)]


def _interval(one: Line) -> str:
    over = resampled(one)
    why = "" if over == "units" else f", as the units of one {over.removesuffix('s')} are not independent"
    return (
        f"Intervals are {percent(one['confidence'])} {'BCa' if one['interval'] == 'bca' else one['interval']} "
        f"bootstrap intervals from {one['resamples']:,} resamples of {over} (seed {one['seed']}){why}"
        f"{cited(_cited_intervals(one))}"
    )


def _cited_intervals(one: Line) -> list[str]:
    if not one.get("confidence") or one["ci_low"] is None:
        return []
    return [
        "zapf2016" if resampled(one) == "units" else "field2007",
        *(["efron1987"] if one["interval"] == "bca" else []),
    ]


def _missing(lines: list[Line], unanswered: list[str]) -> list[str]:
    said = grouped([(one["undefined"], one.get("field") or "") for one in lines if one["undefined"]], set())
    undefined = [f"Undefined: {'; '.join(said)}."] if said else []
    return [*undefined, *([f"Nobody has answered {_and(unanswered)}."] if unanswered else [])]


def _texts(report: Report) -> list[str]:
    """Free texts have no coefficient: what was judged."""
    return [
        f"Of {one['judged']} pairs of texts on {one['field']}, judged by people who did not see who wrote them"
        f"{_equal(one.get('identical'))}, {one['same']} say the same ({one['same'] / one['judged']:.0%}), "
        f"{one['partly']} partly, {one['different']} something different."
        for one in report.get("texts") or ()
        if one.get("judged")
    ]


def _equal(n: int | None) -> str:
    return f" or equal to the letter ({n})" if n else ""


def _for(found: Iterable[str], everywhere: set[str]) -> str:
    names = [name for name in found if name]
    return f" for {_and(names)}" if names and set(names) != everywhere else ""


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _fields(lines: list[Line]) -> set[str]:
    return {one.get("field") or "" for one in lines}
