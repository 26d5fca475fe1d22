"""Every coefficient has a name for papers, and every citation a full reference."""

from __future__ import annotations

import re
from dataclasses import replace

from curator.agreement import METRICS
from curator.agreement.options import COMPARISONS
from curator.agreement.spans.metrics import SPAN_METRICS
from curator.work.reporting.coefficients import NAMES, REFERENCES, cited_by, title_of
from tests.work.reporting.results import ALPHA


def test_every_coefficient_has_a_name() -> None:
    assert {*METRICS.names(), *SPAN_METRICS.names(), *COMPARISONS} <= set(NAMES)
    odd = replace(ALPHA, metric="made_up", level=None).as_json()
    assert (title_of(odd), cited_by(odd)) == ("made up", [])


def test_every_citation_is_in_full_somewhere() -> None:
    assert {key for name in NAMES.values() for key in name.cited} <= set(REFERENCES)
    for key, (short, full) in REFERENCES.items():
        year = re.sub(r"\D", "", key)
        assert short.endswith(f", {year}"), key
        assert f"({year})" in full, key
        assert full.startswith(short.split(",")[0].split(" ")[0]), key


def test_weights_forms_and_matchings_are_in_the_name() -> None:
    kappa = replace(ALPHA, metric="cohen_kappa", level=None, weights="linear").as_json()
    assert title_of(kappa) == "Cohen's κ (linear)"
    assert cited_by(kappa) == ["cohen1960", "cohen1968"]
    assert title_of(replace(ALPHA, metric="icc", level="interval", form="2,1").as_json()) == "ICC (interval, 2,1)"
