"""The alpha of unitizing of 1995 against its formula, section by section."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from curator.agreement import Result
from tests.agreement.spans.marking import LENGTH, Row, markings, measure

Section = tuple[int, int, bool]  # start, length, marked


def sections(rows: list[Row], label: str, who: str, documents: list[str]) -> list[Section]:
    """What an annotator marked with the label and the gaps between, documents end to end."""
    found: list[Section] = []
    for place, document in enumerate(documents):
        at, base = 0, place * (LENGTH + 1)
        spans = sorted(
            (s, e) for d, w, s, e, v in rows if (d, w, v) == (document, who, label) and s is not None and e is not None
        )
        for start, end in [*spans, (LENGTH, LENGTH)]:
            found += [(base + at, start - at, False)] if start > at else []
            found += [(base + start, end - start, True)] if end > start else []
            at = end
    return found


def slow(rows: list[Row]) -> Fraction | None:
    """Krippendorff 1995: squared differences of sections, observed and expected, summed over the labels."""
    people = sorted({row[1] for row in rows})
    documents = sorted(
        d for d in {row[0] for row in rows} if all((d, who) in {(r[0], r[1]) for r in rows} for who in people)
    )
    length, m = len(documents) * LENGTH, len(people)
    observed = expected = Fraction(0)
    for label in sorted({row[4] for row in rows if row[0] in documents and row[4] is not None}):
        parts = {who: sections(rows, str(label), who, documents) for who in people}
        units = [part for who in people for part in parts[who] if part[2]]
        gaps = [part for who in people for part in parts[who] if not part[2]]
        total = 0
        for one in people:
            for other in (who for who in people if who != one):
                for start, size, marked in parts[one]:
                    for other_start, other_size, other_marked in parts[other]:
                        if marked and other_marked and -size < start - other_start < other_size:
                            total += (start - other_start) ** 2 + (start + size - other_start - other_size) ** 2
                        elif marked and not other_marked and 0 <= start - other_start <= other_size - size:
                            total += size**2
                        elif not marked and other_marked and 0 <= other_start - start <= size - other_size:
                            total += other_size**2
        observed += Fraction(total, m * (m - 1) * length**2)
        n = len(units)
        above = sum(
            Fraction(n - 1, 3) * (2 * size**3 - 3 * size**2 + size)
            + size**2 * sum(gap - size + 1 for _, gap, _ in gaps if gap >= size)
            for _, size, _ in units
        )
        below = m * length * (m * length - 1) - sum(size * (size - 1) for _, size, _ in units)
        expected += Fraction(2, length) * above / below
    return 1 - observed / expected if expected else None


@settings(max_examples=60)
@given(rows=markings())
def test_by_its_formula(rows: list[Row]) -> None:
    result = measure(rows, "u_alpha_1995")
    people = {row[1] for row in rows}
    complete = [d for d in {row[0] for row in rows} if people == {who for e, who, *_ in rows if e == d}]
    if len(people) < 2 or not complete:
        assert result.value is None
        return
    expected = slow(rows)
    assert (result.value is None) == (expected is None)
    if expected is not None:
        assert result.value == pytest.approx(float(expected), abs=1e-9)
    assert result.n_pairable_units == len(complete)


def test_by_hand() -> None:
    # 40 long, a marks [0, 10), b marks [0, 8): observed 2·(0 + 2²) / (2·40²).
    # Expected: units 10 and 8, N = 2, gaps 30 and 32. (1/3)(2·1000 - 300 + 10) = 570, (1/3)(2·512 - 192 + 8) = 280;
    # 10²·(21 + 23) = 4400, 8²·(23 + 25) = 3072; 2/40·8322 / (80·79 - 90 - 56)
    rows: list[Row] = [("d", "a", 0, 10, "x"), ("d", "b", 0, 8, "x")]
    observed, expected = 8 / (2 * 1600), 2 / 40 * 8322 / (80 * 79 - 146)
    result = measure(rows, "u_alpha_1995")
    assert result.value == pytest.approx(1 - observed / expected)
    assert result.observed == pytest.approx(observed)
    assert result.expected == pytest.approx(expected)


def test_labels_may_overlap_but_one_label_may_not() -> None:
    rows: list[Row] = [("d", "a", 0, 9, "x"), ("d", "a", 5, 12, "y"), ("d", "b", 0, 9, "x"), ("d", "b", 5, 12, "y")]
    assert measure(rows, "u_alpha_1995").value == 1
    result = measure([*rows, ("d", "b", 8, 14, "x")], "u_alpha_1995")
    assert result.undefined == "spans of b overlap in 'd' although they have one label; use span_f1"


def test_only_documents_of_all_annotators_are_read() -> None:
    rows: list[Row] = [("e", "a", 0, 9, "x"), ("e", "b", 20, 29, "x")]
    rows += [("d", who, 0, 9, "x") for who in "abc"]
    result = measure(rows, "u_alpha_1995")
    assert (result.value, result.n_skipped) == (1, 1)
    apart = measure([row for row in rows if (row[0], row[1]) != ("d", "a")], "u_alpha_1995")
    assert apart.undefined == "no document was marked by all 3 annotators; use u_alpha_2016, or look at each pair"
    nothing: list[Row] = [("d", who, None, None, None) for who in "ab"]
    assert measure(nothing, "u_alpha_1995").undefined == "nothing is marked"


def test_too_many_documents_to_draw_again_leave_the_value_without_interval() -> None:
    def found(documents: int) -> Result:
        rows: list[Row] = [(f"d{d}", who, 3, 13 + (who == "b"), "x") for d in range(documents) for who in "ab"]
        return measure(rows, "u_alpha_1995", resamples=20)

    few, many = found(400), found(5_600)
    assert few.ci_low is not None
    assert (many.ci_low, many.n_pairable_units) == (None, 5_600)
    assert str(many.ci_note).endswith("documents are too many to draw again for this alpha; use u_alpha_2016")
    assert many.value == pytest.approx(few.value, abs=1e-3)
