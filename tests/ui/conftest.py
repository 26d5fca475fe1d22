"""Pages over real services, looked at by a person of a given role."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from curator import bootstrap
from curator.bootstrap import Services
from curator.resources import PACKAGE
from curator.ui.state import SECRET
from tests.workspaces import some_services

MAIN = PACKAGE / "ui" / "main.py"


@pytest.fixture
def small_services(tmp_path: Path) -> Iterator[Services]:
    services = some_services(tmp_path)
    bootstrap.share(services)
    yield services
    bootstrap.share(None)
    services.close()


@pytest.fixture
def visitor(small_services: Services) -> Callable[[str], AppTest]:
    """visitor(role): the app as somebody of this role sees it; "" is nobody."""

    def look(role: str) -> AppTest:
        test = AppTest.from_file(str(MAIN), default_timeout=30)
        if role:
            test.session_state[SECRET] = small_services.access.sign_in("Lea", role)[0]
        return test.run()

    return look
