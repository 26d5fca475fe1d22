"""Invented conversations in ESConv's flattened form, any number of them, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

STRATEGIES = (
    "Question",
    "Restatement or Paraphrasing",
    "Reflection of feelings",
    "Self-disclosure",
    "Affirmation and Reassurance",
    "Providing Suggestions",
    "Information",
    "Others",
)
SENTENCE = "the day felt long and I keep thinking about what she said at home before work again yes maybe 愛 café 🙂"
WORDS = SENTENCE.split()


def dialogues(count: int, *, seed: int = 7) -> Iterator[dict[str, Any]]:
    """29 turns each on average, as in ESConv: 1,310 dialogues are 38,000 turns."""
    random_ = random.Random(seed)
    for number in range(count):
        turns = []
        for index in range(random_.randint(16, 42)):
            turn = {"text": " ".join(random_.choices(WORDS, k=random_.randint(3, 30))), "speaker": "usr"}
            if index % 2:
                turn |= {"speaker": "sys", "strategy": random_.choice(STRATEGIES)}
            turns.append(turn)
        yield {
            "experience_type": "Current Experience",
            "emotion_type": "anxiety",
            "problem_type": "job crisis",
            "situation": f"Invented situation {number}.",
            "survey_score": {"seeker": {"initial_emotion_intensity": "4"}, "supporter": {}},
            "dialog": turns,
        }
