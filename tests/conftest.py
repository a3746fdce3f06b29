"""Settings for every test."""

from __future__ import annotations

import gc

from tests.support.examples import load_profile

load_profile()


def pytest_collection_finish() -> None:
    """Exempt modules and collected tests from the garbage collector: they live as long as the run."""
    gc.collect()
    gc.freeze()
