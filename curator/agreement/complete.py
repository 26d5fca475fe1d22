"""The shared core of the coefficients that read a full table: units that every annotator rated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curator.agreement.core import Undefined, why_not_pairable
from curator.agreement.ratings import Ints, Ratings


@dataclass(frozen=True)
class Table:
    """values: distinct rows × ratings of a unit, codes of the domain. of_unit: the row of each of the units (codes)."""

    values: Ints
    of_unit: Ints
    units: Ints


def complete_table(ratings: Ratings, what: str, *, any_annotators: bool = False) -> Table | Undefined:
    """The units that all annotators rated, annotators in columns, ascending.

    any_annotators: units with as many ratings as any unit has, whoever gave them; columns then mean nothing.
    """
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    n_columns = int(ratings.per_unit.max()) if any_annotators else len(ratings.annotators)
    units = np.flatnonzero(ratings.per_unit == n_columns)
    if len(units) < 2:
        number = "one unit was" if len(units) else "no unit was"
        return Undefined(f"{what} needs two units that all {n_columns} annotators rated; {number}")
    table = ratings.value[ratings.per_unit[ratings.unit] == n_columns].reshape(-1, n_columns)
    values, of_unit = np.unique(table, axis=0, return_inverse=True)
    return Table(values, of_unit.reshape(-1).astype(np.int64), units)
