"""The notes name every coefficient that can be asked for."""

from __future__ import annotations

from pathlib import Path

from curator.agreement.options import COMPARISONS, FUNCTIONS, options_of_metrics

NOTES = Path(__file__).parents[2] / "docs" / "architecture.md"


def test_every_metric_is_in_the_notes() -> None:
    text = NOTES.read_text(encoding="utf-8").replace("`…_ci_low`", "`alpha_difference_ci_low`")
    text = text.replace("`…_ci_high`", "`alpha_difference_ci_high`")
    names = [*options_of_metrics(), *FUNCTIONS]
    assert [name for name in names if f"`{name}`" not in text] == []
    assert set(COMPARISONS) <= set(names)


def test_every_option_of_some_metrics_is_a_flag_in_the_notes() -> None:
    text = NOTES.read_text(encoding="utf-8")
    options = {option for takes in options_of_metrics().values() for option in takes}
    assert [option for option in sorted(options) if f"`--{option}" not in text] == []
