"""What a coefficient says about some ratings: a value with its interval, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

from curator.agreement.values import Json

OPTIONAL = {
    *("field", "option", "annotators", "by", "checked_with", "weights"),
    *("standard_error", "form", "match", "variant", "part", "prevalence"),
}


@dataclass(frozen=True)
class Result:
    """One line of an agreement table.

    value is None exactly when `undefined` gives the reason in words. observed, expected: disagreement for alphas,
    agreement for the others. n_units: units with a rating; n_pairable_units: those that the value compares; n_skipped:
    the rest. n_ratings counts what is left after n_repeated ratings gave way to a later one by the same annotator.
    ci_low, ci_high: bootstrap interval over `interval_over`; None with a `ci_note` where there is no honest one.
    notes: what a reader has to know before the number is quoted. standard_error: analytic, of coefficients that have
    one. form: of an ICC. match: exact or overlap, of spans; variant: of their alpha. part: what part of an item is
    compared ("place", "type given place", a record's part). prevalence: share of each option among the compared values.
    field, option, by, round, treatment say of what the ratings are; whoever gathers the ratings fills them in with
    `dataclasses.replace`.
    """

    metric: str
    level: str | None = None
    field: str | None = None
    option: Json = None
    annotators: tuple[str, ...] | None = None
    by: Mapping[str, Json] | None = None
    round: str | None = None
    treatment: str | None = None
    value: float | None = None
    undefined: str | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    interval_over: Literal["units", "clusters"] = "units"
    n_units: int = 0
    n_pairable_units: int = 0
    n_ratings: int = 0
    n_annotators: int = 0
    n_skipped: int = 0
    observed: float | None = None
    expected: float | None = None
    domain: tuple[Json, ...] = ()
    checked_with: str | None = None
    weights: str | None = None
    n_clusters: int | None = None
    n_repeated: int = 0
    interval: str | None = None
    confidence: float | None = None
    resamples: int = 0
    n_undefined_resamples: int = 0
    seed: int | None = None
    ci_note: str | None = None
    standard_error: float | None = None
    form: str | None = None
    match: str | None = None
    variant: str | None = None
    part: str | None = None
    prevalence: Mapping[str, float] | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.value is None) == (self.undefined is None):
            raise ValueError("a result has either a value or a reason why it has none")

    def as_json(self) -> dict[str, object]:
        """Strict JSON (no NaN); what is optional in the contract is left out where it says nothing."""
        row = {f.name: getattr(self, f.name) for f in fields(self)}
        row |= {name: list(value) for name, value in row.items() if isinstance(value, tuple)}
        row |= {name: dict(value) for name, value in row.items() if isinstance(value, Mapping)}
        return {name: value for name, value in row.items() if value is not None or name not in OPTIONAL}
