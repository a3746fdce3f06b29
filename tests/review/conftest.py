"""Reviews to judge or to damage, for the tests of this folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.flips import a_full_review
from tests.support.reviews import put_comparison, three_splits


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two reviews, which are written once since each waits for the disk."""
    folder = tmp_path_factory.mktemp("written")
    put_comparison(folder / "review.coala", *three_splits())
    a_full_review(folder / "full.coala")
    return folder


@pytest.fixture
def path(written: Path, tmp_path: Path) -> Path:
    """Return a review of three bags: a split in each of three chains."""
    return Path(shutil.copy(written / "review.coala", tmp_path))


@pytest.fixture
def full(written: Path, tmp_path: Path) -> Path:
    """Return a review with all content (``tests.support.flips.a_full_review``)."""
    return Path(shutil.copy(written / "full.coala", tmp_path))
