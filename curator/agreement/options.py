"""What may be asked of agreement, checked in one place for the command line, the API and the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator, model_validator

from curator.agreement.distances import LEVELS, Level
from curator.errors import UsageError

NOT_YET = (
    "icc",
    "gwet_ac2",
    "kendall_w",
    "conger_kappa",
    "light_kappa",
    "dawid_skene",
    "set_distance",
    "span_f1",
    "u_alpha_1995",
    "u_alpha_2016",
    "gamma",
    "gamma_cat",
    "gamma_best_alignment_disorder",
    "alt_winning_rate",
    "alpha_difference",
    "alpha_difference_ci_low",
    "alpha_difference_ci_high",
)
FLAGS_NOT_YET = ("label", "variant", "match", "continuum")  # of metrics in NOT_YET


Form: TypeAlias = Literal["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"]


class AgreementOptions(BaseModel):
    """The flags of `curator agreement --ratings`. Raises UsageError.

    metrics: names in METRICS. level: None is nominal, for sets set_masi. domain: the labels in order. unit, annotator,
    value, cluster: names of columns; with a cluster the bootstrap resamples clusters. resamples: 0 for no interval.
    confidence: between 0 and 1. annotators: only these, in any order.
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

    @classmethod
    def read(cls, flags: Mapping[str, object]) -> Self:
        """Flags whose value is None are left at their default."""
        given = {name: value for name, value in flags.items() if value is not None}
        if later := [name for name in FLAGS_NOT_YET if name in given]:
            raise UsageError(
                f"--{later[0]} belongs to a metric that curator does not compute yet.", fix=_metrics_there_are()
            )
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise UsageError(f"{first['msg']}.", where=place, fix=_allowed(place)) from error

    @field_validator("metrics")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        from curator.agreement.metrics import METRICS  # the metrics read these options, so this import waits

        if not names:
            raise UsageError("no metric is asked for.", where="metric", fix=_metrics_there_are())
        for name in names:
            if name not in METRICS and name not in NOT_YET:
                raise UsageError(f"no metric is called {name!r}.", where="metric", fix=_metrics_there_are())
            if name in NOT_YET:
                raise UsageError(f"the metric {name!r} is not computed yet.", where="metric", fix=_metrics_there_are())
        return tuple(dict.fromkeys(names))

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        from curator.agreement.metrics import METRICS

        asked = [METRICS.get(name) for name in self.metrics]
        if self.weights and not any(metric.has_weights for metric in asked):
            able = ", ".join(metric.name for metric in METRICS if metric.has_weights)
            raise UsageError("none of these metrics takes weights.", where="weights", fix=f"Ask for {able}.")
        if not self.resamples and any(metric.bound for metric in asked):
            raise UsageError("a limit of the interval needs resamples.", where="resamples", fix="Ask for 1000 or more.")
        if self.annotators is not None and len(set(self.annotators)) < 2:
            raise UsageError(
                "fewer than two annotators are chosen.", where="annotators", fix='Example: ["ana", "ben"].'
            )
        if self.domain is not None and (not self.domain or any(isinstance(x, list | dict | None) for x in self.domain)):
            raise UsageError("the domain is a list of labels.", where="domain", fix='Example: ["low", "high"].')
        return self


def _metrics_there_are() -> str:
    from curator.agreement.metrics import METRICS

    return f"Known: {', '.join(METRICS.names())}."


def _allowed(place: str) -> str:
    return f"Levels: {', '.join(LEVELS)}." if place == "level" else ""
