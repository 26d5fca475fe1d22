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
        ({"metrics": ["dawid_skene"]}, UsageError, "Call curator.agreement.dawid_skene from Python"),
        ({"metrics": ["set_distance"]}, UsageError, "'set_distance' is a function"),
        ({"metrics": ["alpha", "span_f1"]}, UsageError, "Ask for span_f1 by itself"),
        ({"metrics": []}, UsageError, "no metric"),
        ({"form": "2,1"}, UsageError, "none of these metrics takes form. Ask for icc."),
        ({"form": "4,1", "metrics": ["icc"]}, UsageError, "'1,1', '2,1'"),
        ({"label": "x"}, UsageError, "none of these metrics takes label. Ask for span_f1"),
        ({"variant": "u", "metrics": ["span_f1"]}, UsageError, "Ask for u_alpha_2016."),
        ({"match": "exact", "metrics": ["u_alpha_2016"]}, UsageError, "Ask for span_f1, span_precision, span_recall."),
        ({"continuum": "0,56"}, UsageError, "takes continuum"),
        ({"continuum": "0-56", "metrics": ["span_f1"]}, UsageError, "'0-56' is no START,END"),
        ({"continuum": "56,0", "metrics": ["span_f1"]}, UsageError, "ends before it starts"),
        ({"candidate": "gpt"}, UsageError, "Ask for alt_winning_rate."),
        ({"epsilon": 1, "metrics": ["alt_winning_rate"]}, UsageError, "epsilon"),
        ({"level": "cardinal"}, UsageError, "set_masi"),
        ({"resamples": -1}, UsageError, "resamples"),
        ({"seed": "x"}, UsageError, "seed"),
        ({"confidence": 95}, UsageError, "confidence"),
        ({"interval": "normal"}, UsageError, "interval"),
        ({"weights": "linear"}, UsageError, "Ask for cohen_kappa, gwet_ac2, conger_kappa, light_kappa."),
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
    with pytest.raises(UsageError) as caught:
        AgreementOptions.read({"metrics": ["kappa"]})
    for name in ("alpha, alpha_ci_low", "gwet_ac1", "icc", "u_alpha_2016", "gamma"):
        assert name in caught.value.fix


def test_malformed_requests_end_a_command_as_usage() -> None:
    with pytest.raises(UsageError) as caught:
        AgreementOptions.read({"seed": "x"})
    assert (caught.value.status, caught.value.exit_code) == (400, 2)
