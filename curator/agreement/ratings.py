"""Who gave which value to which unit: a long table, turned into integer codes once.

All else computes on these codes. Missing is null; the empty list is a value (the empty set); the texts "nan",
"None" and "" are categories like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt
import polars as pl

from curator.agreement import coding
from curator.agreement.coding import Coded, codes_of, codes_of_each, codes_of_rows, order_of, without_gaps
from curator.agreement.values import Key, is_set, key_of, order, show
from curator.errors import DataError, UsageError

Ints = coding.Ints
Floats = npt.NDArray[np.float64]

MOST_CODES = 2**62  # so that one more digit is never lost
MOST_CELLS = 30_000_000  # of a patterns × values table: 240 MB as float64


@dataclass(frozen=True, eq=False)
class Ratings:
    """One entry a rating, sorted by unit and annotator; each annotator rates a unit at most once.

    unit, annotator, value: codes of the ratings; units run from 0 to n_units - 1, each with at least one rating.
    annotators: names, ascending. domain: the values that the codes stand for, as declared, else as observed, ascending.
    labels: for sets the single labels (declared or observed), else the domain.
    cluster: one code a unit, or None. n_repeated: ratings that a later one by the same annotator on the unit replaced.
    """

    unit: Ints
    annotator: Ints
    value: Ints
    annotators: tuple[str, ...]
    domain: tuple[Key, ...]
    labels: tuple[Key, ...]
    is_declared: bool
    n_units: int
    cluster: Ints | None = None
    n_repeated: int = 0

    @classmethod
    def from_frame(
        cls,
        frame: pl.DataFrame,
        *,
        unit: str | Sequence[str] = "unit",
        annotator: str = "annotator",
        value: str = "value",
        cluster: str | None = None,
        domain: Sequence[object] | None = None,
        json_values: bool = False,
    ) -> Ratings:
        """A long table with one row a rating.

        unit: one column, or several that name a unit together. value: numbers, texts, truth values or lists of them;
        with `json_values` a text column that holds JSON. domain: the scheme's values in order (for sets: its labels).
        Raises DataError: unknown column, null unit or annotator, value outside the domain, unit in two clusters.
        """
        units = [unit] if isinstance(unit, str) else list(unit)
        wanted = [*units, annotator, value, *([cluster] if cluster else [])]
        if absent := [name for name in wanted if name not in frame.columns]:
            known = f"The columns are: {', '.join(frame.columns)}."
            raise DataError(f"there is no column {', '.join(map(repr, absent))}.", fix=known)
        names = list(dict.fromkeys(wanted))
        coded = dict(zip(names, codes_of_each([frame[name] for name in names]), strict=True))
        codes, distinct = coded[value]
        raw = distinct.to_list()
        values = [_from_json(text) for text in raw] if json_values else raw
        keys = [None if v is None or v != v else key_of(v) for v in values]  # a float NaN is how Parquet files say null
        return _coded(frame, coded, units, annotator, cluster, codes, keys, domain)

    @classmethod
    def from_rows(
        cls, rows: Iterable[Sequence[object]], *, domain: Sequence[object] | None = None, has_clusters: bool = False
    ) -> Ratings:
        """Rows (unit, annotator, value), with clusters (unit, annotator, value, cluster); values may be of any kind."""
        columns: list[list[object]] = [list(column) for column in zip(*rows, strict=True)]
        columns = columns or [[] for _ in range(4)]
        place: dict[Key | None, int] = {}
        codes = [place.setdefault(None if v is None else key_of(v), len(place)) for v in columns[2]]
        names = {"unit": columns[0], "annotator": columns[1], **({"cluster": columns[3]} if has_clusters else {})}
        frame = pl.DataFrame(
            {name: [as_text(v) for v in column] for name, column in names.items()},
            schema_overrides=dict.fromkeys(names, pl.String),
        )
        cluster = "cluster" if has_clusters else None
        coded = {name: codes_of(frame[name]) for name in names}
        return _coded(
            frame, coded, ["unit"], "annotator", cluster, np.array(codes, dtype=np.int64), list(place), domain
        )

    @classmethod
    def from_numbers(cls, unit: Ints, annotator: Ints, numbers: Floats, annotators: Sequence[str]) -> Ratings:
        """Numbers of units that are clusters of their own; NaN is missing.

        unit, annotator: codes, ascending by unit and then annotator, no two alike. annotators: names, ascending.
        """
        there = np.flatnonzero(~np.isnan(numbers))
        codes, units = without_gaps(unit[there], int(unit.max(initial=-1)) + 1)
        who, used = without_gaps(annotator[there], len(annotators))
        distinct, value = np.unique(numbers[there], return_inverse=True)
        domain = tuple(key_of(number) for number in distinct.tolist())
        names = tuple(annotators[code] for code in used)
        return cls(codes, who, value.astype(np.int64), names, domain, domain, False, len(units), np.arange(len(units)))

    @cached_property
    def per_unit(self) -> Ints:
        """Number of ratings of each unit."""
        return np.bincount(self.unit, minlength=self.n_units)

    @property
    def n_ratings(self) -> int:
        return len(self.unit)

    @cached_property
    def pairable(self) -> Ints:
        """Codes of the units with two ratings or more."""
        return np.flatnonzero(self.per_unit >= 2)

    @cached_property
    def patterns(self) -> Patterns:
        return find_patterns(self)

    @cached_property
    def pairable_counts(self) -> Ints:
        """How often each value of the domain occurs in units with two ratings or more."""
        counted = np.repeat(self.per_unit >= 2, self.per_unit)
        return np.bincount(self.value if counted.all() else self.value[counted], minlength=len(self.domain))

    @cached_property
    def n_clusters(self) -> int | None:
        """Clusters with a unit of two ratings or more; None without clusters."""
        return None if self.cluster is None else np.count_nonzero(np.bincount(self.cluster[self.pairable]))

    @property
    def has_sets(self) -> bool:
        return bool(self.domain) and is_set(self.domain[0])

    def only(self, annotators: Sequence[str], *, keep_domain: bool = False) -> Ratings:
        """The ratings of these annotators. A declared domain stays; an observed one is observed anew unless it is kept.

        Raises UsageError, listing the annotators there are.
        """
        if unknown := [name for name in annotators if name not in self.annotators]:
            known = f"Annotators: {', '.join(self.annotators) or 'none'}."
            raise UsageError(f"nobody called {', '.join(map(repr, unknown))} rated anything.", fix=known)
        names = [name for name in self.annotators if name in set(annotators)]
        chosen = np.isin(self.annotators, names)
        kept = chosen[self.annotator]
        unit, units = without_gaps(self.unit[kept], self.n_units)
        smaller = replace(
            self,
            unit=unit,
            annotator=(np.cumsum(chosen) - 1)[self.annotator[kept]],
            value=self.value[kept],
            annotators=tuple(names),
            n_units=len(units),
            cluster=None if self.cluster is None else self.cluster[units],
        )
        return smaller if keep_domain or (self.is_declared and not self.has_sets) else smaller._observed_anew()

    def declared(self, domain: Sequence[object]) -> Ratings:
        """The same with this domain (for sets: these labels). Raises UsageError, or DataError for values outside it."""
        used = np.flatnonzero(np.bincount(self.value, minlength=len(self.domain)))
        known, labels = _domain({self.domain[code] for code in used}, domain)
        place = np.full(len(self.domain) + 1, -1)
        place[used] = [known.index(self.domain[code]) for code in used]
        return replace(self, value=place[self.value], domain=known, labels=labels, is_declared=True)

    def pairs(self) -> list[tuple[str, str]]:
        """Every two annotators, ascending."""
        return list(combinations(self.annotators, 2))

    def having(self, label: Key) -> Ratings:
        """One label against the rest: true where a value is the label, or for sets holds it."""
        holds = np.array([label in key[1] if isinstance(key[1], tuple) else key == label for key in self.domain])
        two = (key_of(False), key_of(True))
        value = holds[self.value].astype(np.int64) if len(holds) else self.value
        return replace(self, value=value, domain=two, labels=two, is_declared=True)

    def _observed_anew(self) -> Ratings:
        value, seen = without_gaps(self.value, len(self.domain))
        domain = tuple(self.domain[code] for code in seen)
        labels = self.labels if self.is_declared else _labels(domain)
        return replace(self, value=value, domain=domain, labels=labels)


@dataclass(frozen=True, eq=False)
class Patterns:
    """Units collapsed to distinct multisets of values: a coefficient over counts cannot tell such units apart.

    members: patterns × most ratings of a unit; ascending value codes, padded with -1 in front.
    of_unit: the pattern of each unit. size: ratings in each pattern.
    """

    members: Ints
    of_unit: Ints
    size: Ints
    n_values: int

    @cached_property
    def counts(self) -> Floats:
        """patterns × values: how many annotators gave the value. Raises DataError when that is too large to hold."""
        check_size(len(self.members), self.n_values, self.n_values)
        counts = np.zeros((len(self.members), self.n_values))
        for column in self.members.T:
            rows = np.flatnonzero(column >= 0)
            counts[rows, column[rows]] += 1
        return counts


def check_size(rows: int, columns: int, n_values: int) -> None:
    """Raises DataError for a table of more than MOST_CELLS cells that as many distinct values would need."""
    if rows * columns > MOST_CELLS:
        fix = "Compare numbers at the interval level, round them, or merge values."
        raise DataError(f"{n_values} distinct values are too many to compare as categories.", fix=fix)


def find_patterns(ratings: Ratings) -> Patterns:
    """Exact (no hashing): a unit's values become one whole number, which is the same for the same values."""
    per_unit = ratings.per_unit
    of_unit, n = _by_counts(ratings) or _by_places(ratings)
    example = np.zeros(n, dtype=np.int64)
    example[of_unit] = np.arange(ratings.n_units)
    size = per_unit[example]
    # The values of one unit for each pattern, ascending.
    start = (np.cumsum(per_unit) - per_unit)[example]
    pattern = np.repeat(np.arange(n), size)
    rating = np.arange(len(pattern)) - np.repeat(np.cumsum(size) - size - start, size)
    n_values = max(len(ratings.domain), 1)
    value = np.sort(pattern * n_values + ratings.value[rating]) - pattern * n_values
    members = np.full((n, int(size.max(initial=0))), -1, dtype=np.int64)
    members[pattern, _place(size, members.shape[1])] = value
    return Patterns(members, of_unit, size, len(ratings.domain))


def _by_counts(ratings: Ratings) -> tuple[Ints, int] | None:
    """The pattern of each unit: how often it has each value are the digits of a number. None if that is too long."""
    base = int(ratings.per_unit.max(initial=0)) + 1
    if not ratings.n_units or base ** len(ratings.domain) > MOST_CODES:
        return None
    digit = np.array([base**place for place in range(len(ratings.domain))], dtype=np.int64)
    starts = np.cumsum(ratings.per_unit) - ratings.per_unit
    code, used = without_gaps(np.add.reduceat(digit[ratings.value], starts), base ** len(ratings.domain))
    return code, len(used)


def _by_places(ratings: Ratings) -> tuple[Ints, int]:
    """The same from its values in order, folded one at a time."""
    n_values, unit = max(len(ratings.domain), 1), ratings.unit
    widest = int(ratings.per_unit.max(initial=0))
    table = np.zeros((widest, ratings.n_units), dtype=np.int64)
    table[_place(ratings.per_unit, widest), unit] = np.sort(unit * n_values + ratings.value) - unit * n_values + 1
    code: Ints = np.zeros(ratings.n_units, dtype=np.int64)
    size = 1
    for row in table:
        if size > MOST_CODES // (n_values + 1):
            code, used = without_gaps(code, size)
            size = len(used)
        code = code * (n_values + 1) + row
        size *= n_values + 1
    code, used = without_gaps(code, size)
    return code, len(used)


def _place(sizes: Ints, widest: int) -> Ints:
    """Places 0 … for each of some groups of these sizes, so that all of them end at `widest`."""
    return np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - widest, sizes)


def as_text(name: object) -> str | None:
    """Units, annotators and clusters are named by text; other JSON values by their JSON."""
    return name if name is None or isinstance(name, str) else json.dumps(name, ensure_ascii=False)


def _coded(
    frame: pl.DataFrame,
    coded: Mapping[str, Coded],
    units: list[str],
    annotator: str,
    cluster: str | None,
    codes: Ints,
    keys: Sequence[Key | None],
    domain: Sequence[object] | None,
) -> Ratings:
    """Ratings out of a table whose values have been coded already; `keys` are what the codes stand for, -1 is null."""
    known, labels = _domain({key for key in keys if key is not None}, domain)
    place = {key: code for code, key in enumerate(known)}
    value = np.array([*(-1 if key is None else place[key] for key in keys), -1], dtype=np.int64)[codes]
    there = value >= 0
    for name in (*units, annotator, *([cluster] if cluster else [])):
        if frame[name].null_count() and frame[name].is_null().to_numpy()[there].any():
            raise DataError(f"a rating has no {name}.", fix="Every rating needs a unit and an annotator.")
    kept = np.flatnonzero(there)
    of_row, n_units = codes_of_rows([coded[name] for name in units])
    unit, units_used = without_gaps(of_row[kept], n_units)
    of_row, names = _names(*coded[annotator])
    who, names_used = without_gaps(of_row[kept], len(names))
    chosen = _last_of_each(unit * max(len(names_used), 1) + who, len(units_used) * len(names_used))
    return Ratings(
        unit=unit[chosen],
        annotator=who[chosen],
        value=value[kept[chosen]],
        annotators=tuple(names.gather(names_used).to_list()),
        domain=known,
        labels=labels,
        is_declared=domain is not None,
        n_units=len(units_used),
        cluster=_cluster_of_unit(cluster, coded[cluster], kept, unit, len(units_used)) if cluster else None,
        n_repeated=len(unit) - len(chosen),
    )


def _names(codes: Ints, distinct: pl.Series) -> Coded:
    """Codes of names, ascending as texts; names that are numbers are written out once each, not once a rating."""
    if distinct.dtype == pl.String:
        return codes, distinct
    place, names = codes_of(distinct.cast(pl.String))
    return np.append(place, -1)[codes], names


def _last_of_each(key: Ints, size: int) -> Ints:
    """Positions of the last row of each key, in the order of the keys, which are below `size`."""
    by_key = order_of(key, size)
    ascending = key[by_key]
    last = np.ones(len(key), dtype=np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=last[:-1])
    return by_key if last.all() else by_key[last]


def _cluster_of_unit(name: str, coded: Coded, kept: Ints, unit: Ints, n_units: int) -> Ints:
    of_row, distinct = coded
    codes, _ = without_gaps(of_row[kept], len(distinct))
    of_unit = np.zeros(n_units, dtype=np.int64)
    of_unit[unit] = codes
    if (of_unit[unit] != codes).any():
        raise DataError(
            f"a unit lies in two clusters ({name}).",
            fix="Give every unit one cluster, and clusters units of their own.",
        )
    return of_unit


def _domain(seen: set[Key], declared: Sequence[object] | None) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """The values that get codes, and the labels. Raises UsageError (bad domain) or DataError (values outside it)."""
    n_sets = sum(map(is_set, seen))
    if n_sets not in (0, len(seen)):
        alone = show(sorted((key for key in seen if not is_set(key)), key=order))
        raise DataError(f"lists and single values are mixed ({alone}).", fix="Write every value as a list, or none.")
    observed = tuple(sorted(seen, key=order))
    if declared is None:
        return observed, _labels(observed)
    labels = tuple(key_of(value, where="domain") for value in declared)
    if len(set(labels)) < len(labels) or any(map(is_set, labels)):
        raise UsageError("the domain names each label once, in order.", where="domain", fix='Example: ["low", "high"].')
    if outside := sorted(set(_labels(observed)) - set(labels), key=order):
        raise DataError(f"outside the domain: {show(outside)}.", fix=f"The domain is {show(labels, 50)}.")
    return (observed if n_sets else labels), labels


def _labels(domain: tuple[Key, ...]) -> tuple[Key, ...]:
    """Of sets the labels in them, ascending; of single values these."""
    if not any(map(is_set, domain)):
        return domain
    return tuple(sorted({item for key in domain if isinstance(key[1], tuple) for item in key[1]}, key=order))


def _from_json(text: str | None) -> object:
    if text is None:
        return None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{text!r} is not JSON ({error.msg}).") from error
