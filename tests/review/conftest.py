"""A review to judge, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.reviews import put_comparison, three_splits


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a review of three bags: a split in each of three chains."""
    path = tmp_path / "review.coala"
    put_comparison(path, *three_splits())
    return path
