"""The preferences of one user, stored in a small JSON file; invalid content is reported, never fatal."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from coala.base.files import read_small
from coala.gui.session.bag_filter import BagOrder
from coala.gui.widgets.theme import Colours

# More are hard to survey in a menu.
_MOST_RECENT = 10
# In bytes. A preferences file is a page of text; anything larger is not one.
_MOST_BYTES = 2**20
# A user with more reviews than this at a time reads a page of warnings twice.
_MOST_READ = 100
# Wider than any desktop: Qt counts pixels in 32 bits.
_MOST_PIXELS = 100_000


WindowPlace = tuple[int, int, int, int]
"""The x, y, width and height of a window on the desktop, in pixels."""


@dataclass(frozen=True)
class PageState:
    """The arrangement of a review page, which the next page takes over."""

    columns: tuple[int, ...] = ()  # the widths of the columns in pixels; () gives the usual widths
    order: BagOrder = field(default_factory=BagOrder)  # of the list of bags
    gold_first: bool = False  # gold is shown before the verdict
    zoom: int = 0  # the size of the text in steps from the usual one
    font: str = ""  # the family of the text's font, "" for the window's
    places: Mapping[str, WindowPlace] = field(default_factory=dict)  # of the tool windows, by title


@dataclass
class Preferences:
    """What the desktop remembers from one start to the next."""

    recent: list[str] = field(default_factory=list)  # the paths of reviews and boards, newest first
    window: list[int] = field(default_factory=list)  # x, y, width and height in pixels, or empty
    maximized: bool = False
    full_screen: bool = False
    colours: Colours = Colours.SYSTEM
    page: PageState = field(default_factory=PageState)  # the arrangement of the last review page
    keys: dict[str, list[str]] = field(default_factory=dict)  # the keys that the user chose, by action
    reviewer: str = ""  # the name that goes with the verdicts; "" is the login name
    folder: str = ""  # of the file that was opened last
    read: list[str] = field(default_factory=list)  # digests of the pages of warnings read, newest first
    progress: dict[str, tuple[int, int]] = field(default_factory=dict)  # answered and all bags, by path
    legend_closed: bool = False  # the legend of the first run was closed

    def remember(self, path: Path) -> None:
        """Put a review at the head of the recent ones."""
        name = str(path.absolute())
        self.recent = [name, *(other for other in self.recent if other != name)][:_MOST_RECENT]
        self.progress = {path: known for path, known in self.progress.items() if path in self.recent}

    def remember_progress(self, path: Path, answered: int, total: int) -> None:
        """Store how many bags of a recent review are answered."""
        self.progress[str(path.absolute())] = answered, total

    def forget(self, path: Path) -> None:
        self.recent = [other for other in self.recent if other != str(path)]

    def remember_read(self, digest: str) -> None:
        """Store that a page of warnings was read."""
        self.read = [digest, *(other for other in self.read if other != digest)][:_MOST_READ]

    @classmethod
    def load(cls, path: Path) -> tuple[Preferences, str | None]:
        """Return the preferences at ``path``, and a message if something in the file could not be used.

        A missing file gives the defaults without a message.
        """
        try:
            value = json.loads(read_small(str(path), _MOST_BYTES))
            if not isinstance(value, dict):
                raise TypeError("not an object")
        except FileNotFoundError:
            return cls(), None
        except (OSError, ValueError, TypeError, RecursionError):
            return cls(), f"The preferences in {path} cannot be read, so the defaults are used."
        return _from_json(value, path)

    def save(self, path: Path) -> None:
        """Write the file whole or not at all. Raises ``OSError``."""
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with unfinished.open("w", encoding="utf-8", errors="surrogateescape") as file:
                json.dump(_to_json(self), file, ensure_ascii=True, indent=2)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)


def _to_json(preferences: Preferences) -> dict[str, object]:
    """Return the names and values of the file; those of the page are on the same level as the others."""
    fields = asdict(preferences)
    del fields["page"]
    page = preferences.page
    fields["columns"] = list(page.columns)
    fields["colours"] = preferences.colours.value
    fields["order"] = page.order.code
    fields["places"] = {title: list(place) for title, place in page.places.items()}
    fields["gold_first"] = page.gold_first
    fields["zoom"] = page.zoom
    fields["font"] = page.font
    return {name: fields[name] for name in _CHECKS}


def _from_json(value: Mapping[str, Any], path: Path) -> tuple[Preferences, str | None]:
    """Return the preferences with the usable values of the file, and a message that names the others."""
    known = {name: value[name] for name, fits in _CHECKS.items() if name in value and fits(value[name])}
    unusable = [name for name in _CHECKS if name in value and name not in known]
    page = PageState(
        columns=tuple(known.pop("columns", ())),
        order=BagOrder.from_code(known.pop("order", "")),
        places={title: tuple(place) for title, place in known.pop("places", {}).items()},
        gold_first=known.pop("gold_first", False),
        zoom=known.pop("zoom", 0),
        font=known.pop("font", ""),
    )
    known["progress"] = {path: tuple(pair) for path, pair in known.get("progress", {}).items()}
    known["colours"] = Colours(known.get("colours", Colours.SYSTEM))
    preferences = Preferences(page=page, **known)
    preferences.recent = preferences.recent[:_MOST_RECENT]
    if not unusable:
        return preferences, None
    names = ", ".join(unusable)
    return preferences, f"In the preferences in {path}, {names} cannot be used, so the defaults are used."


def _is_text(value: object) -> bool:
    # A NUL byte would raise an error in every path operation; the program writes none.
    return isinstance(value, str) and "\0" not in value


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(item) for item in value)


def _is_keys(value: object) -> bool:
    return isinstance(value, dict) and all(_is_texts(keys) for keys in value.values())


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_zoom(value: object) -> bool:
    return type(value) is int and abs(value) <= _MOST_PIXELS


def _is_sizes(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is int and abs(item) <= _MOST_PIXELS for item in value)


def _is_colours(value: object) -> bool:
    return value in tuple(Colours)


def _is_places(value: object) -> bool:
    return isinstance(value, dict) and all(_is_sizes(place) and len(place) == 4 for place in value.values())


def _is_progress(value: object) -> bool:
    counts = value.values() if isinstance(value, dict) else [None]
    return all(isinstance(pair, list) and len(pair) == 2 and all(map(_is_count, pair)) for pair in counts)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _is_window(value: object) -> bool:
    return _is_sizes(value) and isinstance(value, list) and len(value) in (0, 4)


# The names of the values in the file, in its order, and the check of each value.
_CHECKS = {
    "recent": _is_texts,
    "window": _is_window,
    "maximized": _is_flag,
    "full_screen": _is_flag,
    "colours": _is_colours,
    "columns": _is_sizes,
    "keys": _is_keys,
    "reviewer": _is_text,
    "folder": _is_text,
    "order": _is_text,
    "places": _is_places,
    "gold_first": _is_flag,
    "zoom": _is_zoom,
    "font": _is_text,
    "read": _is_texts,
    "progress": _is_progress,
    "legend_closed": _is_flag,
}
