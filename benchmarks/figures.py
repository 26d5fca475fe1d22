"""What a benchmark tells: a figure beside the limit or the peer that it was measured against, in the same run."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """`limit` is the most it may be (or the least, where `at_least`); None: nothing to hold it against."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.limit is None:
            return ""
        return "ok" if (self.value >= self.limit if self.at_least else self.value <= self.limit) else "missed"

    def row(self) -> str:
        bound = "" if self.limit is None else f"{'≥' if self.at_least else '≤'} {self.limit:g}"
        return f"| {self.what} | {self.value:.3g} {self.unit} | {bound} | {self.verdict} | {self.note} |"


def table(figures: Iterable[Figure]) -> str:
    head = "| what | measured | limit | | note |\n|---|---|---|---|---|\n"
    return head + "\n".join(figure.row() for figure in figures)


def machine() -> str:
    """Cores, memory and load: a figure means little without them."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = "/".join(f"{value:.1f}" for value in os.getloadavg())
    return f"{os.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}, load {load}"


def seconds(act: Callable[[], object], *, times: int = 3) -> float:
    """The median of some runs."""
    return statistics.median(_once(act) for _ in range(times))


def _once(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
