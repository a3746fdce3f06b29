"""A browser in which the pages of this folder are opened."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.support.chromium import BROWSER, BrowserPage, browser_page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserPage]:
    """Start a Chromium for the tests of a module that are marked ``browser``."""
    if BROWSER is None or os.name != "posix":
        pytest.skip("there is no Chromium here (chromium-headless-shell)")
    with browser_page(tmp_path_factory.mktemp("chromium")) as page:
        yield page
