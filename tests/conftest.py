"""Fixtures for all tests, and the rule for tests on real files."""

from __future__ import annotations

import pytest

from tests.paths import SHARED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `shared` run wherever that folder lies beside the checkout, and are skipped elsewhere."""
    if SHARED is None:
        for item in items:
            if item.get_closest_marker("shared"):
                item.add_marker(pytest.mark.skip(reason="no folder `shared` beside the checkout"))
