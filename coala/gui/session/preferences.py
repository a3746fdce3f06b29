"""A small JSON file to the settings of one user's desktop, and back; odd content is told, never fatal."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from coala.base.files import read_small

# More are hard to overlook in a menu.
MOST_RECENT = 10
# A preferences file is a page of text; anything larger is not one.
_LARGEST = 2**20
# Who works on more reviews than this at a time reads a page of warnings twice.
MOST_READ = 100
# Wider than any desktop: Qt counts pixels in 32 bits.
FARTHEST = 100_000


@dataclass
class Preferences:
    """What the desktop remembers. ``window`` is x, y, width, height; ``keys`` maps actions to their keys.

    ``read`` has the digests of the pages of warnings that were read, newest first.
    """

    recent: list[str] = field(default_factory=list)
    window: list[int] = field(default_factory=list)
    maximized: bool = False
    columns: list[int] = field(default_factory=list)
    bag_pane: str = ""
    keys: dict[str, list[str]] = field(default_factory=dict)
    reviewer: str = ""
    folder: str = ""
    order: str = ""
    all_metrics: bool = False
    read: list[str] = field(default_factory=list)

    def remember(self, path: Path) -> None:
        """Put a review at the head of the recent ones."""
        name = str(path.absolute())
        self.recent = [name, *(other for other in self.recent if other != name)][:MOST_RECENT]

    def forget(self, path: Path) -> None:
        self.recent = [other for other in self.recent if other != str(path)]

    def remember_read(self, digest: str) -> None:
        """Note that a page of warnings was read."""
        self.read = [digest, *(other for other in self.read if other != digest)][:MOST_READ]

    @classmethod
    def load(cls, path: Path) -> tuple[Preferences, str | None]:
        """The preferences at ``path``, and a sentence where something in it could not be used.

        A missing file gives the defaults without a word.
        """
        try:
            value = json.loads(read_small(str(path), _LARGEST))
            if not isinstance(value, dict):
                raise TypeError("not an object")
        except FileNotFoundError:
            return cls(), None
        except (OSError, ValueError, TypeError, RecursionError):
            return cls(), f"The preferences in {path} cannot be read; the defaults are used instead."
        return _from_json(value, path)

    def save(self, path: Path) -> None:
        """Write the file whole or not at all. Raises ``OSError``."""
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with unfinished.open("w", encoding="utf-8", errors="surrogateescape") as file:
                json.dump(asdict(self), file, ensure_ascii=True, indent=2)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)


def _from_json(value: Mapping[str, Any], path: Path) -> tuple[Preferences, str | None]:
    preferences = Preferences()
    odd = []
    for name, fits in _CHECKS.items():
        if name in value:
            if fits(value[name]):
                setattr(preferences, name, value[name])
            else:
                odd.append(name)
    preferences.recent = preferences.recent[:MOST_RECENT]
    if not odd:
        return preferences, None
    return preferences, f"In the preferences in {path}, {', '.join(odd)} cannot be used; the defaults are."


def _is_text(value: object) -> bool:
    # A NUL byte would raise in every path operation; no text of ours has one.
    return isinstance(value, str) and "\0" not in value


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(item) for item in value)


def _is_keys(value: object) -> bool:
    return isinstance(value, dict) and all(_is_texts(keys) for keys in value.values())


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_sizes(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is int and abs(item) <= FARTHEST for item in value)


def _is_window(value: object) -> bool:
    return _is_sizes(value) and isinstance(value, list) and len(value) in (0, 4)


_CHECKS = {
    "recent": _is_texts,
    "window": _is_window,
    "maximized": _is_flag,
    "columns": _is_sizes,
    "bag_pane": _is_text,
    "keys": _is_keys,
    "reviewer": _is_text,
    "folder": _is_text,
    "order": _is_text,
    "all_metrics": _is_flag,
    "read": _is_texts,
}
