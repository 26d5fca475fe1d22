"""Fixtures for all tests, and the rule for tests on real files."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.paths import SHARED

# Machines are noisy: no example is timed. The gate tries the same examples each time; people try new ones.
settings.register_profile("people", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("gate", settings.get_profile("people"), derandomize=True)
settings.load_profile("gate" if os.environ.get("CI") else "people")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `shared` run wherever that folder lies beside the checkout, and are skipped elsewhere."""
    if SHARED is None:
        for item in items:
            if item.get_closest_marker("shared"):
                item.add_marker(pytest.mark.skip(reason="no folder `shared` beside the checkout"))
