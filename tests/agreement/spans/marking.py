"""Invented spans for tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Result, Spans
from curator.agreement.spans import agree_on_spans

Row = tuple[str, str, int | None, int | None, str | None]
LENGTH = 40


def measure(rows: Sequence[Row], metric: str, *, lengths: bool = True, **options: object) -> Result:
    """Every document is 40 long."""
    asked = AgreementOptions.read({"metrics": [metric], "resamples": 0, **options})
    spans = Spans.from_rows(rows, lengths=dict.fromkeys({row[0] for row in rows}, LENGTH) if lengths else None)
    return agree_on_spans(spans, asked)[0]


@st.composite
def markings(draw: st.DrawFn, *, labels: str = "xyz", annotators: str = "abc", documents: int = 3) -> list[Row]:
    """Documents that some of the annotators worked on; nobody's spans overlap each other."""
    rows: list[Row] = []
    for document in range(draw(st.integers(1, documents))):
        for who in annotators[: draw(st.integers(1, len(annotators)))]:
            rows.append((f"d{document}", who, None, None, None))
            cuts = sorted(draw(st.sets(st.integers(0, LENGTH), max_size=6)))
            for start, end in zip(cuts[::2], cuts[1::2], strict=False):
                rows.append((f"d{document}", who, start, end, draw(st.sampled_from(labels))))
    return rows


def invented(*, documents: int = 30, seed: int = 0, noise: int = 2, labels: str = "xy") -> list[Row]:
    """Three annotators mark the same two spans in each document, each a little off."""
    rng = np.random.default_rng(seed)
    rows: list[Row] = []
    for document in range(documents):
        for at in (3, 22):
            label = labels[int(rng.integers(0, len(labels)))]
            for who in "abc":
                off, longer = (int(step) for step in rng.integers(0, noise + 1, 2))
                rows.append((f"d{document}", who, at + off, at + 10 + longer, label))
    return rows
