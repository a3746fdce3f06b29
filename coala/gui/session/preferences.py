"""The preferences of one user, stored in a small JSON file; invalid content is reported, never fatal."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

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

# A NUL byte would raise an error in every path operation; the program writes none.
_Text = Annotated[str, msgspec.Meta(pattern=r"\A[^\0]*\Z")]
_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Pixels = Annotated[int, msgspec.Meta(ge=-_MOST_PIXELS, le=_MOST_PIXELS)]

WindowPlace = tuple[_Pixels, _Pixels, _Pixels, _Pixels]
"""The x, y, width and height of a window on the desktop, in pixels."""


class PageState(msgspec.Struct, frozen=True):
    """The arrangement of a review page, which the next page takes over."""

    columns: tuple[_Pixels, ...] = ()  # the widths of the columns in pixels; () gives the usual widths
    order: BagOrder = BagOrder()  # of the list of bags
    gold_first: bool = False  # gold is shown before the verdict
    zoom: _Pixels = 0  # the size of the text in steps from the usual one
    font: _Text = ""  # the family of the text's font, "" for the window's
    places: Mapping[str, WindowPlace] = {}  # of the tool windows, by title


class Preferences(msgspec.Struct):
    """What the desktop remembers from one start to the next."""

    recent: list[_Text] = []  # the paths of reviews and boards, newest first
    window: WindowPlace | None = None
    maximized: bool = False
    full_screen: bool = False
    colours: Colours = Colours.SYSTEM
    page: PageState = PageState()  # the arrangement of the last review page
    keys: dict[str, list[_Text]] = {}  # the keys that the user chose, by action
    reviewer: _Text = ""  # the name that goes with the verdicts; "" is the login name
    folder: _Text = ""  # of the file that was opened last
    read: list[_Text] = []  # digests of the pages of warnings read, newest first
    progress: dict[str, tuple[_Count, _Count]] = {}  # answered and all bags, by path
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
        # The fields of the page are on the same level as the others. The order is one text; an unknown one
        # gives the order of the text.
        order, unusable = value.get("order", ""), list[str]()
        value["order"] = BagOrder.from_code(order) if isinstance(order, str) else None
        value["page"] = _read_fields(PageState, value, unusable)
        preferences = _read_fields(cls, value, unusable)
        preferences.recent = preferences.recent[:_MOST_RECENT]
        if not unusable:
            return preferences, None
        names = ", ".join(unusable)
        return preferences, f"In the preferences in {path}, {names} cannot be used, so the defaults are used."

    def save(self, path: Path) -> None:
        """Write the file whole or not at all. Raises ``OSError``."""
        fields = msgspec.to_builtins(self)
        fields |= fields.pop("page") | {"order": self.page.order.code}
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with unfinished.open("w", encoding="utf-8", errors="surrogateescape") as file:
                json.dump(fields, file, ensure_ascii=True, indent=2)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)


_Fields = TypeVar("_Fields", bound=msgspec.Struct)


def _read_fields(kind: type[_Fields], value: Mapping[str, Any], unusable: list[str]) -> _Fields:
    """Return a struct with the usable fields of ``value``; add the names of the others to ``unusable``."""
    known = {}
    for field in msgspec.structs.fields(kind):
        if field.name in value:
            try:
                known[field.name] = msgspec.convert(value[field.name], field.type)
            except (msgspec.ValidationError, UnicodeEncodeError):
                # Half of a surrogate pair, where no text is wanted, raises the second.
                unusable.append(field.name)
    return kind(**known)
