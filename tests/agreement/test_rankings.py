"""Orders of candidates: Kendall's W, duels, and whether being shown first helps."""

from __future__ import annotations

import pytest

from curator.agreement import AgreementOptions, agree
from curator.agreement.rankings import Orders, concordance, duels, earlier_wins, lists, mean_concordance, ranks
from curator.agreement.report import measure

PLAIN = AgreementOptions(resamples=0)


def order(text: str) -> list[list[str]]:
    """`a bc`: a before b and c, which are tied."""
    return [list(group) for group in text.split()]


def orders(**of_place: dict[str, str]) -> Orders:
    return {("d", name): {who: order(text) for who, text in of.items()} for name, of in of_place.items()}


def test_tied_candidates_share_the_mean_of_their_ranks() -> None:
    assert ranks(order("a bc d")) == {"a": 1, "b": 2.5, "c": 2.5, "d": 4}


@pytest.mark.parametrize(
    ("texts", "w"),
    [
        (("a b c", "a b c"), 1),
        (("a b c", "c b a"), 0),
        # Sums 2 5 5 of mean 4: spread 4 + 1 + 1; W = 12·6 / (4·(27 - 3)).
        (("a b c", "a c b"), 12 * 6 / (4 * 24)),
        # Ranks 1 2.5 2.5 twice: sums 2 5 5, spread 6; ties 2·(8 - 2)·2 = 24: 72 / (96 - 24).
        (("a bc", "a bc"), 1),
        (("abc", "abc"), None),
        (("a b c",), None),
        (("a b", "a c"), None),
    ],
)
def test_kendall_w_of_one_list(texts: tuple[str, ...], w: float | None) -> None:
    found = concordance({str(idx): order(text) for idx, text in enumerate(texts)})
    assert found == (None if w is None else pytest.approx(w))


def test_the_mean_over_lists_leaves_out_what_one_person_ordered() -> None:
    told = orders(x={"ana": "a b", "ben": "a b"}, y={"ana": "a b", "ben": "b a"}, z={"ana": "a b"})
    found = measure(mean_concordance(told), lists(told), PLAIN)
    assert (found.value, found.n_units, found.n_pairable_units) == (0.5, 3, 2)
    nobody = orders(z={"ana": "a b"})
    assert measure(mean_concordance(nobody), lists(nobody), PLAIN).undefined


def test_every_two_candidates_are_a_duel() -> None:
    told = duels(orders(x={"ana": "a b c", "ben": "a bc"}))
    # a-b win win, a-c win win, b-c win tie: two of three agree.
    assert told.n_units == 3
    percent = agree(told, PLAIN.model_copy(update={"metrics": ("percent_agreement",)}))[0]
    assert percent.value == pytest.approx(2 / 3)


def test_position_bias_counts_who_was_shown_earlier() -> None:
    told = orders(x={"ana": "a b c", "ben": "c ab"})
    shown = {("d", "x"): {"ana": ("a", "b", "c"), "ben": ("a", "b", "c")}}
    # ana: a beats b and c, b beats c: 3 of 3. ben: c beats a and b, a and b tie: 0 of 2.
    found = measure(earlier_wins(told, shown), lists(told), PLAIN)
    assert found.value == pytest.approx(3 / 5)
    assert found.expected == 0.5
    assert measure(earlier_wins(told, {}), lists(told), PLAIN).undefined
