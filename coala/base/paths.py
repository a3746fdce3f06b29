"""What the program ships with, and what belongs to the user, is found by name: here are the paths."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def sample_graphs() -> Path:
    """The shipped samples: inside the package once installed, at the top of a checkout."""
    return _shipped("sample_graphs")


def resources() -> Path:
    """The icons: inside the package once installed, at the top of a checkout."""
    return _shipped("resources")


def user_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for preferences, logs and the demo's review; it need not exist yet."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(environment.get("APPDATA", home / "AppData" / "Roaming")) / "coala"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "coala"
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "coala"


def _shipped(name: str) -> Path:
    installed = PACKAGE / f"_{name}"
    return installed if installed.is_dir() else PACKAGE.parent / name


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file that is there."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
