"""Lines that the literature draws, for whoever asks for them: each with its source and what its authors say of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Threshold:
    """title: to choose by. at: the values. says: one sentence with the source."""

    title: str
    at: tuple[float, ...]
    says: str


THRESHOLDS: dict[str, Threshold] = {
    "krippendorff": Threshold(
        "0.667 and 0.800 (Krippendorff, 2004)",
        (0.667, 0.8),
        "Krippendorff (2004) relies on variables with α from .800 on, and draws tentative conclusions from those "
        "between .667 and .800. The lower limit of the interval is what has to reach the line, not the value.",
    ),
    "landis": Threshold(
        "0.2, 0.4, 0.6, 0.8 (Landis & Koch, 1977)",
        (0.2, 0.4, 0.6, 0.8),
        "Landis and Koch (1977) call their divisions of κ clearly arbitrary. A value also depends on how common each "
        "option is and on how many there are.",
    ),
}
