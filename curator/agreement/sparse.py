"""Contributions that are nearly all zero: of sets there may be thousands of distinct values, and a unit has a few."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from curator.agreement.coding import Ints
from curator.agreement.ratings import Floats, check_size


@dataclass(frozen=True, eq=False)
class Entries:
    """Stands in for a table of rows × features in `Prepared.rows`: what is not 0 of it, ascending by row.

    It can do what coefficients do with their rows: be weighted (`weights @ rows`), be chosen from (`rows[codes]`), and
    be looked at feature by feature (`rows.T`). What needs the whole table gets it, or DataError where it is too large.
    """

    row: Ints
    feature: Ints
    amount: Floats
    n_rows: int
    n_features: int

    __array_ufunc__ = None  # so that numpy leaves the product to __rmatmul__

    def __len__(self) -> int:
        return self.n_rows

    def __rmatmul__(self, weights: Any) -> Floats:
        """weights: one a row, or many such. Gives one total a feature for each."""
        many = np.atleast_2d(weights)
        totals = np.empty((len(many), self.n_features))
        for one, total in zip(many, totals, strict=True):
            total[:] = np.bincount(self.feature, one[self.row] * self.amount, self.n_features)
        return totals if np.ndim(weights) == 2 else totals[0]

    def __getitem__(self, chosen: Ints) -> Entries:
        """Some of the rows, each at most once, ascending."""
        place = np.full(self.n_rows, -1, dtype=np.int64)
        place[chosen] = np.arange(len(chosen))
        kept = place[self.row] >= 0
        row = place[self.row[kept]]
        return Entries(row, self.feature[kept], self.amount[kept], len(chosen), self.n_features)

    def summed(self, row_of: Ints, group_of: Ints, n_groups: int) -> Entries:
        """The rows of some units (row_of) added up over groups of these (group_of)."""
        start = np.searchsorted(self.row, np.arange(self.n_rows))
        size = np.bincount(self.row, minlength=self.n_rows)[row_of]
        entry = np.repeat(start[row_of] - (np.cumsum(size) - size), size) + np.arange(int(size.sum()))
        group = np.repeat(group_of, size)
        order = np.argsort(group, kind="stable")
        entry = entry[order]
        return Entries(group[order], self.feature[entry], self.amount[entry], n_groups, self.n_features)

    @property
    def T(self) -> Iterator[Floats]:  # noqa: N802 - as arrays call it
        """One feature after another, as rows long."""
        order = np.argsort(self.feature, kind="stable")
        ends = np.cumsum(np.bincount(self.feature, minlength=self.n_features))
        for chosen in np.split(order, ends[:-1]):
            yield np.bincount(self.row[chosen], self.amount[chosen], self.n_rows).astype(np.float64)

    def __array__(self, *_: object, **__: object) -> Floats:
        """All of it. Raises DataError where that is more than MOST_CELLS."""
        check_size(self.n_rows, self.n_features, self.n_features - 1)
        cells = np.bincount(self.row * self.n_features + self.feature, self.amount, self.n_rows * self.n_features)
        return cells.reshape(self.n_rows, self.n_features).astype(np.float64, copy=False)
