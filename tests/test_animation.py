"""The animation of the README, which is made by keys in the real window."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

image = pytest.importorskip("PIL.Image", reason="Pillow of coala-review[docs] is not installed")

ROOT = Path(__file__).parents[1]


def test_animation_shows_a_verdict_in_twenty_seconds(tmp_path: Path) -> None:
    target = tmp_path / "animation.webp"
    # In a process of its own, since it changes the style of all windows.
    subprocess.run([sys.executable, "-m", "docs.animation", str(target)], cwd=ROOT, check=True)
    seen, milliseconds = [], 0
    with image.open(target) as frames:
        for number in range(frames.n_frames):
            frames.seek(number)
            seen.append(frames.convert("RGB").tobytes())
            milliseconds += frames.info["duration"]
    assert len(seen) == 7
    assert milliseconds == 20_000
    # Each key changes what is seen.
    assert all(before != after for before, after in pairwise(seen))
    assert target.stat().st_size < 1_000_000
