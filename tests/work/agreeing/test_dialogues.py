"""Labels of turns over whole dialogues."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from curator.agreement import METRICS, AgreementOptions
from curator.agreement.counts import NEEDED, OverDialogues, over_dialogues
from tests.work.agreeing.talking import talking

OPTIONS = AgreementOptions.read({"metrics": ["icc"], "form": "2,1", "resamples": 0})


def numbers(words: dict[str, dict[str, str]]) -> dict[tuple[str, str], OverDialogues]:
    """(label, what) -> result. words: dialogue -> annotator -> a label a turn."""
    rows = [
        (dialogue, "client", f"t{idx}", idx, who, [] if label == "-" else [label])
        for dialogue, of in words.items()
        for who, labels in of.items()
        for idx, label in enumerate(labels.split())
    ]
    kinds = [pl.String(), pl.String(), pl.String(), pl.Int64(), pl.String(), pl.List(pl.String)]
    table = pl.DataFrame(rows, schema=dict(zip(NEEDED, kinds, strict=True)), orient="row")
    found = over_dialogues(table, ["a", "b", "never"], METRICS.get("icc"), METRICS.get("alpha"), OPTIONS)
    return {(one.label, one.what): one for one in found}


def test_as_often_elsewhere_agrees_over_dialogues_and_not_on_turns() -> None:
    found = numbers(
        {
            "d1": {"ana": "a - - -", "ben": "- a - -"},
            "d2": {"ana": "a a - -", "ben": "- - a a"},
            "d3": {"ana": "a a a -", "ben": "a a - a"},
        }
    )
    assert {what for _, what in found} == {"count", "share", "first", "last"}
    count = found["a", "count"]
    assert count.result.value == pytest.approx(1)
    assert (count.n_dialogues, count.turn_level is not None and count.turn_level < 0) == (3, True)
    assert "forgive where" in count.note
    assert "everybody used it" in found["a", "first"].note


def test_icc_by_hand() -> None:
    # Counts of a: 1 2, 2 2, 3 4. Means of rows 1.5 2 3.5, of columns 2 8/3, of all 7/3. MSR = 2·(25 + 4 + 49)/36 / 2 =
    # 13/6; MSC = 3·2·(1/9) = 2/3; SSE = SST - SSR - SSC = 16/3 - 13/3 - 2/3 = 1/3, MSE = 1/6.
    # ICC(2,1) = (13/6 - 1/6) / (13/6 + 1/6 + 2·(2/3 - 1/6)/3) = 2 / (8/3).
    found = numbers(
        {
            "d1": {"ana": "a - - -", "ben": "a a - -"},
            "d2": {"ana": "a a - -", "ben": "a a - -"},
            "d3": {"ana": "a a a -", "ben": "a a a a"},
        }
    )
    assert found["a", "count"].result.value == pytest.approx(3 / 4)
    assert found["a", "first"].result.undefined


def test_three_who_share_too_little_give_way_to_the_two_who_share_most() -> None:
    found = numbers(
        {
            "d1": {"ana": "a -", "ben": "a -"},
            "d2": {"ana": "a a", "ben": "a a"},
            "d3": {"ana": "- -", "cy": "- -"},
        }
    )
    assert found["a", "count"].result.value == pytest.approx(1)
    assert "of ana and ben alone" in found["a", "count"].note


def test_the_report_tells_options_by_who_speaks(tmp_path: Path) -> None:
    fields = "  - {id: move, target: turn, kind: choice, options: [ask, calm]}\n"
    with talking(tmp_path, fields, dialogues=3) as people:
        for idx, values in enumerate(("ask ask ask ask", "calm ask calm ask", "ask calm ask calm"), start=1):
            for who in ("ana", "ben"):
                people.turns(who, "move", values, dialogue=f"d{idx}")
                people.hand_in(who, dialogue=f"d{idx}")
        rows: Any = people.report().dialogue_level
        assert {row["role"] for row in rows} == {"client", "therapist"}
        one = next(row for row in rows if (row["option"], row["role"], row["what"]) == ("calm", "client", "count"))
        assert (one["field"], one["metric"], one["value"], one["n_dialogues"]) == ("move", "icc_2_1", 1, 3)
        assert one["turn_level_value"] == 1
        assert not one["note"]  # no interval, and so none that is too narrow
        assert not people.report(details=False).dialogue_level


def test_an_interval_from_few_dialogues_is_said_to_be_too_narrow(tmp_path: Path) -> None:
    fields = "  - {id: move, target: turn, kind: choice, options: [ask, calm]}\n"
    words = ("ask ask ask ask", "calm ask calm ask", "ask calm ask ask", "calm calm ask calm", "calm ask ask calm")
    with talking(tmp_path, fields, dialogues=len(words)) as people:
        for idx, values in enumerate(words, start=1):
            for who in ("ana", "ben"):
                people.turns(who, "move", values, dialogue=f"d{idx}")
                people.hand_in(who, dialogue=f"d{idx}")
        rows: Any = people.report().dialogue_level
        with_interval = [row for row in rows if row["ci_low"] is not None]
        assert with_interval
        assert all("only 5 dialogues: an interval" in row["note"] for row in with_interval)
