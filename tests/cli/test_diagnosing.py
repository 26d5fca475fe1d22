"""`curator diagnose` and `curator compare` on the demo: for people, and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.calling import Called, curator


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("diagnosing") / "w"
    assert curator("demo", folder).code == 0
    return folder


def call(demo: Path, *args: str) -> Called:
    return curator("--workspace", demo, *args, "--field", "move", "--resamples", "20")


def test_a_person_reads_what_to_do(demo: Path) -> None:
    called = call(demo, "diagnose", "family-demo", "--width", "0.2")
    assert (called.code, called.err) == (0, "")
    for title in ("all together:", "each annotator against the rest:", "turns that cost most:", "by position:"):
        assert title in called.out.splitlines()
    assert "would bring the interval from" in called.out


def test_the_same_in_json(demo: Path) -> None:
    found = call(demo, "diagnose", "family-demo", "--json").json
    assert {
        "confusion",
        "confused_pairs",
        "against_rest",
        "leave_one_out",
        "drift",
        "costly_turns",
        "merges",
        "more",
    } < {*found}
    assert (found["agreement"]["resamples"], found["more"]["width"]) == (20, 0.1)


def test_two_rounds_side_by_side(demo: Path) -> None:
    called = call(demo, "compare", "family-demo", "--rounds", "independent", "current")
    assert [line.split()[0] for line in called.out.splitlines()[:4]] == ["side", "first", "second", "difference"]
    assert "resampled together" in called.out
    as_json = call(demo, "compare", "family-demo", "--rounds", "independent", "current", "--json").json
    assert as_json["sides"] == ["independent", "current"]
    assert as_json["difference"]["value"] == as_json["second"]["value"] - as_json["first"]["value"]


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--rounds", "independent", "last"), "'last' is not a round"),
        (("--groups", "ana", "ben"), "this is not JSON"),
        (("--groups", '["Nobody"]', '["Else"]'), "nobody called"),
        ((), "what is compared?"),
        (("--rounds", "1", "2", "--guidelines", "1", "2"), "rounds and guidelines are given"),
        (("--rounds", "1", "2", "--round", "2"), "told by --rounds"),
        (("--groups", "[]", '["Hanna", "Luis"]'), "nobody alone is no group"),
        (("--groups", '["Hanna", "Hanna"]', '["Mei", "Luis"]'), "Hanna alone is no group"),
        (("--rounds", "1", "2", "--metric", "alpha_difference"), "is a difference already"),
    ],
)
def test_wrong_flags(demo: Path, flags: tuple[str, ...], says: str) -> None:
    called = call(demo, "compare", "family-demo", *flags, "--json")
    assert (called.code, called.err) == (2, "")
    assert says in called.json["error"]["problem"]


def test_a_metric_that_is_not_for_a_field_is_told_as_such(demo: Path) -> None:
    called = call(demo, "agreement", "family-demo", "--metric", "icc")
    assert called.out == "move: none of the metrics that are asked for is for answers of this kind\n"
