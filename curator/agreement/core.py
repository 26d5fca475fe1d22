"""What every coefficient has in common: additive contributions of units, and a statistic of their totals.

The value is the statistic of the totals over all units. A bootstrap resample is a weighted total, a jackknife step the
total without one unit, a cluster the sum of its units: so one statistic, written for many totals at once, serves all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from curator.agreement.coding import without_gaps
from curator.agreement.ratings import Floats, Ints, Ratings
from curator.agreement.values import said

if TYPE_CHECKING:
    from curator.agreement.options import AgreementOptions

# Totals of integers stay exact; totals of thirds, with a unit taken out again, may leave a crumb of about 1e-16.
CRUMB = 1e-12


class Estimates(NamedTuple):
    """One entry for each of the totals; NaN where the statistic is 0/0. (NaN never leaves this folder.)"""

    value: Floats
    observed: Floats
    expected: Floats


@dataclass(frozen=True)
class Prepared:
    """A coefficient, ready to be computed on some ratings.

    rows: distinct contributions × features. units: codes of the units used. row_of_unit: the row of each of these.
    estimate: totals (any number × features) to estimates. no_value: the reason to give where the estimate is undefined.
    n_pairable: units that the value compares; n_skipped counts the others.
    linearised: of each row, its unit's share in the value's sampling error (Gwet 2008), for the standard error.
    no_interval: why resampling would say nothing, or an empty text. notes: what to know before the value is quoted.
    """

    rows: Floats
    row_of_unit: Ints
    units: Ints
    estimate: Callable[[Floats], Estimates]
    no_value: str
    n_pairable: int
    linearised: Floats | None = None
    no_interval: str = ""
    notes: tuple[str, ...] = ()

    def totals(self) -> Floats:
        """1 × features."""
        times = np.bincount(self.row_of_unit, minlength=len(self.rows))
        totals: Floats = times.astype(np.float64) @ self.rows
        return totals.reshape(1, -1)


@dataclass(frozen=True)
class Undefined:
    """There is nothing to compute, and why."""

    reason: str


@dataclass(frozen=True)
class Metric:
    """A coefficient by name. `bound` is set for metrics that answer an end of the interval in place of the value.

    title: as papers call it. has_level, has_weights, has_form: it reads the level of measurement, weights, or form.
    takes: other options that it reads. has_second_opinion: the package `krippendorff` computes it, too.
    """

    name: str
    title: str
    prepare: Callable[[Ratings, AgreementOptions], Prepared | Undefined]
    has_level: bool = False
    has_weights: bool = False
    has_form: bool = False
    takes: frozenset[str] = frozenset()
    has_second_opinion: bool = False
    bound: str = ""

    @property
    def options(self) -> frozenset[str]:
        """The options that only some metrics read and this one does."""
        own = {"weights": self.has_weights, "form": self.has_form}
        return self.takes | {name for name, reads in own.items() if reads}


def divide(above: Floats, below: Floats) -> Floats:
    """above / below; NaN where below is 0."""
    out = np.full(np.broadcast(above, below).shape, np.nan)
    return np.asarray(np.divide(above, below, out=out, where=below != 0))


def why_not_pairable(ratings: Ratings) -> str:
    """The reason why nothing at all can be compared, or an empty text."""
    if not ratings.n_ratings:
        return "there are no ratings"
    if len(ratings.annotators) < 2:
        return "needs two annotators; there is only one"
    if not len(ratings.pairable):
        return "no unit was rated by two annotators"
    return ""


def no_variation(ratings: Ratings, counts: Ints) -> str:
    """The reason of a 0/0; `counts` are the values that the coefficient compares."""
    if np.count_nonzero(counts) > 1:
        return "no variation that rounding leaves: the values that can be compared differ too little"
    value = said(ratings.domain[int(np.argmax(counts))])
    return f"no variation: every value that can be compared is {value}, so chance agreement is complete"


def prepared_patterns(
    ratings: Ratings, rows: Floats, estimate: Callable[[Floats], Estimates], no_value: str, *, pairable_only: bool
) -> Prepared:
    """Contributions that depend on a unit's pattern alone; `rows` has one row for each pattern of the ratings."""
    units = ratings.pairable if pairable_only else np.arange(ratings.n_units)
    row_of_unit, used = without_gaps(ratings.patterns.of_unit[units], len(rows))
    return Prepared(
        rows if len(used) == len(rows) else rows[used], row_of_unit, units, estimate, no_value, len(ratings.pairable)
    )
