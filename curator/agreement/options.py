"""What may be asked of agreement, checked in one place for the command line, the API and the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator, model_validator

from curator.agreement.distances import LEVELS, Level
from curator.errors import UsageError

Form: TypeAlias = Literal["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"]
Variant: TypeAlias = Literal["u", "binary", "cu", "ku"]

FUNCTIONS = ("set_distance", "dawid_skene")  # computed, but not one number of a file of ratings
COMPARISONS = {"alpha_difference": "", "alpha_difference_ci_low": "ci_low", "alpha_difference_ci_high": "ci_high"}
"""Metrics of two versions in one file, with the end of the interval that they answer in place of the value."""
OF_SOME = ("weights", "form", "label", "variant", "match", "continuum", "candidate", "epsilon", "compare")
"""Options that only some metrics read: given to others they would be ignored in silence, so they are refused."""


class AgreementOptions(BaseModel):
    """The flags of `curator agreement --ratings`. Raises UsageError.

    metrics: names in METRICS, or in SPAN_METRICS, or in COMPARISONS. level: None is nominal, for sets set_masi.
    domain: the labels in order. unit, annotator, value, cluster: names of columns; with a cluster the bootstrap
    resamples clusters. resamples: 0 for no interval. confidence: between 0 and 1. annotators: only these, in any order.
    form: of the ICC. label: one label of spans; variant: of the alpha of spans; match: how spans match; continuum: the
    start and end of what could be marked. candidate: who is tested against the others, who may lose by epsilon.
    compare: a column with two values, whose alphas are compared.
    Build it from flags or JSON of unknown types with `read`, which also turns wrong types into UsageError.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    metrics: tuple[str, ...] = ("alpha",)
    level: Level | None = None
    domain: tuple[JsonValue, ...] | None = None
    weights: Literal["linear", "quadratic"] | None = None
    unit: str = "unit"
    annotator: str = "annotator"
    value: str = "value"
    cluster: str | None = None
    resamples: int = Field(default=1000, ge=0, le=100_000)
    seed: int = Field(default=0, ge=0)
    confidence: float = Field(default=0.95, gt=0, lt=1)
    interval: Literal["percentile", "bca"] = "percentile"
    annotators: tuple[str, ...] | None = None
    form: Form = "2,1"
    label: str | None = None
    variant: Variant = "u"
    match: Literal["exact", "overlap"] = "exact"
    continuum: tuple[float, float] | None = None
    candidate: str | None = None
    epsilon: float = Field(default=0.15, ge=0, lt=1)
    compare: str | None = None

    @classmethod
    def read(cls, flags: Mapping[str, object]) -> Self:
        """Flags whose value is None are left at their default."""
        given = {name: value for name, value in flags.items() if value is not None}
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise UsageError(f"{first['msg']}.", where=place, fix=_allowed(place)) from error

    @field_validator("metrics")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        there = options_of_metrics()
        known = f"Known: {', '.join(there)}."
        if not names:
            raise UsageError("no metric is asked for.", where="metric", fix=known)
        for name in names:
            if name in FUNCTIONS:
                fix = f"Call curator.agreement.{name} from Python."
                raise UsageError(f"{name!r} is a function, not a coefficient of a file.", where="metric", fix=fix)
            if name not in there:
                raise UsageError(f"no metric is called {name!r}.", where="metric", fix=known)
        return tuple(dict.fromkeys(names))

    @field_validator("continuum", mode="before")
    @classmethod
    def _two_ends(cls, given: object) -> object:
        """Flags say START,END."""
        if not isinstance(given, str):
            return given
        try:
            start, end = map(float, given.split(","))
        except ValueError as error:
            raise UsageError(f"{given!r} is no START,END.", where="continuum", fix="Example: 0,56.") from error
        return start, end

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        from curator.agreement.metrics import METRICS  # the metrics read these options, so this import waits
        from curator.agreement.spans.metrics import SPAN_METRICS
        from curator.agreement.spans.table import FARTHEST

        self._taken_by_a_metric()
        for others, what in ((SPAN_METRICS, "spans"), (COMPARISONS, "two versions")):
            apart = [name for name in self.metrics if name in others]
            if 0 < len(apart) < len(self.metrics):
                fix = f"Ask for {', '.join(apart)} by itself."
                raise UsageError(f"metrics of {what} and others are asked together.", where="metric", fix=fix)
        if self.metrics[0] in COMPARISONS and self.compare is None:
            fix = "Name the column that tells them apart: --compare COL."
            raise UsageError("which versions are compared?", where="compare", fix=fix)
        bounds = [COMPARISONS.get(name) or (name in METRICS and METRICS.get(name).bound) for name in self.metrics]
        if not self.resamples and any(bounds):
            raise UsageError("a limit of the interval needs resamples.", where="resamples", fix="Ask for 1000 or more.")
        if self.annotators is not None and len(set(self.annotators)) < 2:
            raise UsageError(
                "fewer than two annotators are chosen.", where="annotators", fix='Example: ["ana", "ben"].'
            )
        if self.domain is not None and (not self.domain or any(isinstance(x, list | dict | None) for x in self.domain)):
            raise UsageError("the domain is a list of labels.", where="domain", fix='Example: ["low", "high"].')
        if self.continuum is not None and not all(abs(place) <= FARTHEST for place in self.continuum):
            raise UsageError(
                "the continuum has no two numbers, or too large ones.", where="continuum", fix="Example: 0,56."
            )
        if self.continuum is not None and not self.continuum[0] < self.continuum[1]:
            raise UsageError("the continuum ends before it starts.", where="continuum", fix="Example: 0,56.")
        return self

    def _taken_by_a_metric(self) -> None:
        there = options_of_metrics()
        for option in OF_SOME:
            changed = option in self.model_fields_set and getattr(self, option) is not None
            if changed and not any(option in there[name] for name in self.metrics):
                able = ", ".join(name for name, takes in there.items() if option in takes)
                raise UsageError(f"none of these metrics takes {option}.", where=option, fix=f"Ask for {able}.")


def options_of_metrics() -> dict[str, frozenset[str]]:
    """Every metric that can be asked for, with those of OF_SOME that it reads."""
    from curator.agreement.metrics import METRICS
    from curator.agreement.spans.metrics import SPAN_METRICS

    found = {metric.name: metric.options for metric in METRICS} | {one.name: one.options for one in SPAN_METRICS}
    return found | dict.fromkeys(COMPARISONS, frozenset({"compare"}))


def _allowed(place: str) -> str:
    return f"Levels: {', '.join(LEVELS)}." if place == "level" else ""
