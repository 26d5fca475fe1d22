"""What may be asked, and how a mistake is answered."""

from __future__ import annotations

import pytest

from curator.agreement import AgreementOptions
from curator.errors import CuratorError, UsageError


def test_defaults() -> None:
    options = AgreementOptions.read({"metrics": None, "level": None, "seed": None})
    assert options == AgreementOptions()
    assert (options.metrics, options.level, options.resamples, options.confidence) == (("alpha",), None, 1000, 0.95)


def test_metrics_are_asked_once_each() -> None:
    assert AgreementOptions(metrics=("alpha", "scott_pi", "alpha")).metrics == ("alpha", "scott_pi")


@pytest.mark.parametrize(
    ("flags", "kind", "words"),
    [
        ({"metrics": ["kappa"]}, UsageError, "no metric is called 'kappa'"),
        ({"metrics": ["icc"]}, UsageError, "'icc' is not computed yet"),
        ({"metrics": ["u_alpha_2016"]}, UsageError, "not computed yet"),
        ({"metrics": []}, UsageError, "no metric"),
        ({"label": "x"}, UsageError, "--label belongs to a metric"),
        ({"continuum": "0,56"}, UsageError, "--continuum belongs to a metric"),
        ({"level": "cardinal"}, UsageError, "set_masi"),
        ({"resamples": -1}, UsageError, "resamples"),
        ({"seed": "x"}, UsageError, "seed"),
        ({"confidence": 95}, UsageError, "confidence"),
        ({"interval": "normal"}, UsageError, "interval"),
        ({"weights": "linear"}, UsageError, "Ask for cohen_kappa"),
        ({"weights": "cubic", "metrics": ["cohen_kappa"]}, UsageError, "weights"),
        ({"metrics": ["alpha_ci_low"], "resamples": 0}, UsageError, "needs resamples"),
        ({"annotators": ["a"]}, UsageError, "fewer than two annotators"),
        ({"domain": []}, UsageError, "the domain is a list of labels"),
        ({"domain": ["x", None]}, UsageError, "the domain is a list of labels"),
        ({"domain": [["x"]]}, UsageError, "the domain is a list of labels"),
        ({"domain": "x"}, UsageError, "domain"),
        ({"colour": "red"}, UsageError, "colour"),
    ],
)
def test_mistakes(flags: dict[str, object], kind: type[CuratorError], words: str) -> None:
    with pytest.raises(kind) as caught:
        AgreementOptions.read(flags)
    assert words in str(caught.value)


def test_an_unknown_metric_lists_what_there_is() -> None:
    for name in ("kappa", "gamma"):
        with pytest.raises(UsageError) as caught:
            AgreementOptions.read({"metrics": [name]})
        assert "alpha, alpha_ci_low" in caught.value.fix
        assert "gwet_ac1" in caught.value.fix


def test_malformed_requests_end_a_command_as_usage() -> None:
    with pytest.raises(UsageError) as caught:
        AgreementOptions.read({"seed": "x"})
    assert (caught.value.status, caught.value.exit_code) == (400, 2)
