"""The alpha of unitizing of 2016 against its equations, segment by segment, and by hand."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings

from curator.errors import UsageError
from tests.agreement.spans.marking import LENGTH, Row, markings, measure

GAP = "(gap)"
Segment = tuple[int, int, str]
Table = dict[tuple[str, str], Fraction]
Lengths = dict[str, Fraction]


def segments(rows: list[Row]) -> dict[str, dict[str, list[Segment]]]:
    """Document -> annotator -> spans and the gaps between them, of documents with two annotators or more."""
    found: dict[str, dict[str, list[Segment]]] = defaultdict(dict)
    for document, who in sorted({(row[0], row[1]) for row in rows}):
        at = 0
        parts: list[Segment] = []
        for start, end, label in sorted(
            (s, e, str(v)) for d, w, s, e, v in rows if (d, w) == (document, who) and s is not None and e is not None
        ):
            parts += [(at, start, GAP)] if at < start else []
            parts.append((start, end, label))
            at = end
        parts += [(at, LENGTH, GAP)] if at < LENGTH else []
        found[document][who] = parts
    return {document: by for document, by in found.items() if len(by) > 1}


def coincidences(rows: list[Row]) -> tuple[Table, Lengths, Lengths]:
    """Equations 1 and 3: lengths of value on value; squared lengths of spans (gaps: lengths); the same of what met."""
    seen: Table = defaultdict(Fraction)
    own: Lengths = defaultdict(Fraction)
    own_met: Lengths = defaultdict(Fraction)
    for by in segments(rows).values():
        for parts in by.values():
            for start, end, value in parts:
                own[value] += (end - start) if value == GAP else (end - start) ** 2
        for one, two in permutations(by, 2):
            for start, end, value in by[one]:
                met = 0
                for other_start, other_end, other in by[two]:
                    length = max(0, min(end, other_end) - max(start, other_start))
                    seen[value, other] += Fraction(length, len(by) - 1)
                    met += length if GAP not in (value, other) else 0
                own_met[value] += Fraction(met**2, len(by) - 1)
    return seen, own, own_met


def chosen(rows: list[Row], variant: str) -> tuple[Table, Lengths]:
    """What the variant looks at."""
    seen, own, own_met = coincidences(rows)
    if variant in ("cu", "ku"):
        return {pair: length for pair, length in seen.items() if GAP not in pair}, own_met
    if variant == "u":
        return seen, own
    merged: Table = defaultdict(Fraction)
    for (one, two), length in seen.items():
        merged[GAP if one == GAP else "*", GAP if two == GAP else "*"] += length
    return merged, {GAP: own[GAP], "*": sum((v for k, v in own.items() if k != GAP), Fraction(0))}


def slow(rows: list[Row], variant: str, label: str = "x") -> Fraction | None:
    """Equations 4 to 13 of Krippendorff et al. 2016; None for 0/0."""
    seen, own = chosen(rows, variant)
    values = sorted({value for pair in seen for value in pair})
    margin = {one: sum((seen.get((one, two), Fraction(0)) for two in values), Fraction(0)) for one in values}
    n = sum(margin.values(), Fraction(0))
    possible = n - sum((own[value] for value in values), Fraction(0)) / n if n else Fraction(0)
    if not possible:
        return None
    chance = {
        (one, two): (margin[one] * margin[two] - (own[one] if one == two else 0)) / possible
        for one in values
        for two in values
    }
    alike = {value: seen.get((value, value), Fraction(0)) for value in values}
    if variant == "ku":
        of_it = sum((chance[label, other] for other in values), Fraction(0)) if label in values else Fraction(0)
        below = of_it - chance.get((label, label), Fraction(0))
        return 1 - of_it / margin[label] * (margin[label] - alike[label]) / below if of_it and below else None
    expected = n - sum((chance[value, value] for value in values), Fraction(0))
    return 1 - (n - sum(alike.values(), Fraction(0))) / expected if expected else None


@pytest.mark.parametrize("variant", ["u", "binary", "cu", "ku"])
@settings(max_examples=60)
@given(rows=markings())
def test_by_its_equations(variant: str, rows: list[Row]) -> None:
    has_x = any(row[4] == "x" for row in rows)
    if variant == "ku" and not has_x:
        return
    result = measure(rows, "u_alpha_2016", variant=variant, label="x" if variant == "ku" else None)
    expected = slow(rows, variant)
    assert (result.value is None) == (expected is None), (result.undefined, expected)
    if expected is not None:
        assert result.value == pytest.approx(float(expected), abs=1e-9)
    assert result.variant == variant


HALF: list[Row] = [("d", "a", 0, 20, "x"), ("d", "b", 0, 20, "x")]


def test_by_hand() -> None:
    # a marks [0, 20) of 40 as x, b marks [0, 10): coincidences x-x 20, x-gap 10 each way, gap-gap 40; margins 30, 50.
    # n = 80, squared spans 20² + 10², gaps 20 + 30: 80 - 550/80 = 73.125; expected 2·30·50/73.125, observed 20
    rows: list[Row] = [("d", "a", 0, 20, "x"), ("d", "b", 0, 10, "x")]
    result = measure(rows, "u_alpha_2016")
    assert result.value == pytest.approx(1 - 20 / (3000 / 73.125))
    assert result.observed == pytest.approx(20 / 80)
    assert result.expected == pytest.approx(3000 / 73.125 / 80)
    assert measure(rows, "u_alpha_2016", variant="binary").value == pytest.approx(result.value)
    assert measure(rows, "u_alpha_2016", variant="cu").value is None  # one label: nothing to tell apart


def test_labels_where_both_marked_something() -> None:
    # Same places, labels x/x and x/y: u and cu see it, binary does not.
    rows: list[Row] = [("d", "a", 20, 30, "x"), ("d", "b", 20, 30, "y")]
    rows += [("d", who, 0, 10, "x") for who in "ab"]
    assert measure(rows, "u_alpha_2016", variant="binary").value == 1
    # x-x 20, x-y 10 each way; margins x 30, y 10, n 40; squares 4·100: 40 - 400/40 = 30; expected 2·300/30, observed 20
    assert measure(rows, "u_alpha_2016", variant="cu").value == pytest.approx(1 - 20 / 20)


def test_equal_work_is_one() -> None:
    for variant in ("u", "binary"):
        assert measure(HALF, "u_alpha_2016", variant=variant).value == 1


@pytest.mark.parametrize(
    ("rows", "variant", "words"),
    [
        ([("d", "a", None, None, None), ("d", "b", None, None, None)], "u", "all is one gap"),
        ([("d", "a", 0, 40, "x"), ("d", "b", 0, 40, "x")], "u", "or one label fills it all"),
        ([("d", "a", 0, 40, "x"), ("d", "b", 0, 40, "y")], "binary", "or everything is marked"),
        ([("d", "a", 0, 9, "x"), ("d", "b", 20, 29, "y")], "cu", "there is one label at most"),
        ([("d", "a", 0, 9, "x")], "u", "needs two annotators; there is only one"),
        ([("d", "a", 0, 9, "x"), ("e", "b", 0, 9, "x")], "u", "no document was marked by two annotators"),
        ([("d", "a", 0, 9, "x"), ("d", "a", 5, 12, "y"), ("d", "b", 0, 9, "x")], "u", "spans of a overlap in 'd'"),
    ],
)
def test_what_has_no_value(rows: list[Row], variant: str, words: str) -> None:
    result = measure(rows, "u_alpha_2016", variant=variant)
    assert result.value is None
    assert words in str(result.undefined)


def test_overlapping_labels_can_be_looked_at_one_by_one() -> None:
    rows: list[Row] = [("d", "a", 0, 9, "x"), ("d", "a", 5, 12, "y"), ("d", "b", 0, 9, "x")]
    assert measure(rows, "u_alpha_2016", label="x").value == 1
    with pytest.raises(UsageError, match=r"no span has the label 'z'\. Labels: x, y"):
        measure(rows, "u_alpha_2016", label="z")


def test_the_variants_and_their_label() -> None:
    with pytest.raises(UsageError, match="the variant ku is about one label"):
        measure(HALF, "u_alpha_2016", variant="ku")
    with pytest.raises(UsageError, match="the variant cu compares labels"):
        measure(HALF, "u_alpha_2016", variant="cu", label="x")


def test_an_unknown_continuum_is_told() -> None:
    assert "from 0 to its last end" in " ".join(measure(HALF, "u_alpha_2016", lengths=False).notes)
    assert not measure(HALF, "u_alpha_2016").notes
