"""How an option is declared; commands, stored settings, the settings line and the dialog are derived from it.

The declarations themselves are next to the values, in ``coala.model.options``.
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Mapping
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from coala.base.plain_text import excerpt
from coala.errors import CoalaError

if TYPE_CHECKING:
    from pathlib import Path

STATED = "stated"
"""Use what the vocabulary, the format or the file itself states."""

AUTO = "auto"
"""Use what fits the data; without evidence, use what is stated."""


class Group(StrEnum):
    """The subject of an option; a command has all options of a group."""

    READING = "reading"
    OFFSETS = "offsets"
    FORMATS = "formats"
    DOCUMENTS = "documents"
    COUNTING = "what counts"
    MATCHING = "when two spans are one"


class Shown(Enum):
    """How the settings line shows a value."""

    SHORT = auto()
    WHOLE = auto()
    FILE_NAME = auto()
    """Without its folder, which is long and not informative."""
    LAST_PARTS = auto()
    """The readable last part of each IRI."""


class Form(NamedTuple):
    """The notation of the values of an option.

    ``parse`` turns the text of a stored setting, or one word on the command line, into a value; ``write`` is
    its inverse. ``check`` normalizes a word on the command line, and raises ``CoalaError`` if it is invalid.
    A ``switch`` takes no word, an option with ``several`` checks each of its words, and the word of a
    ``file`` is its path. An empty word is an error unless it ``may_be_empty``.
    """

    parse: Callable[[str], Any]
    write: Callable[[Any], str]
    check: Callable[[str], str] = str
    switch: bool = False
    several: bool = False
    file: bool = False
    may_be_empty: bool = False
    shown: Shown = Shown.SHORT


class Stored(NamedTuple):
    """A stored setting under the option's name: its position, and whether the default is stored too."""

    place: int
    always: bool = False


class Phrase(NamedTuple):
    """The words of the settings line for a value that is not the default, and their position."""

    place: int
    words: str


class FileChoice(NamedTuple):
    """The button that chooses a file: its purpose, and the title and file kinds of its dialog."""

    what: str
    title: str
    kinds: str


class Field(NamedTuple):
    """The field of the dialog: its position, its title with the key marked by &, and its tip.

    ``words`` explain the values of a list, ``proposed`` are suggestions for a field that accepts others too,
    and ``none`` is shown for no value.
    """

    place: int
    title: str
    tip: str
    words: Mapping[str, str] = {}
    proposed: tuple[str, ...] = ()
    none: str = ""
    file: FileChoice | None = None


class Option(NamedTuple):
    """The declaration of one option.

    ``needs`` describes the expected word, for the error about an empty one; ``choices`` are the allowed
    words. An option of a single format has a ``key`` for ``--format-option``. An option without ``stored``
    does not change the result. ``name``, ``within`` and ``default`` come from the declaration: the field, the
    path to the values that contain it, and its default.
    """

    group: Group
    help: str
    form: Form
    flag: str = ""
    key: str = ""
    metavar: str | None = None
    needs: str = ""
    choices: tuple[str, ...] = ()
    stored: Stored | None = None
    phrase: Phrase | None = None
    field: Field | None = None
    name: str = ""
    within: tuple[str, ...] = ()
    default: Any = None

    @property
    def on_command_line(self) -> str:
        """How a user names the option: ``--texts`` or ``--format-option uima-chain=TYPE``."""
        return f"{self.flag} {self.key}={self.metavar}" if self.key else self.flag

    @property
    def usual(self) -> str:
        """The default as text."""
        return self.form.write(self.default)


def _same(text: str) -> str:
    return text


def _unless_empty(text: str) -> str | None:
    return text or None


def _or_empty(text: str | None) -> str:
    return text or ""


def _path(text: str) -> Path | None:
    # The child process that reads a graph needs no paths, and importing them takes time.
    from pathlib import Path

    return Path(text) if text else None


def _place(path: Path | str | None) -> str:
    """Return an absolute path, since a review may be opened from another folder."""
    from pathlib import Path

    return str(Path(path).absolute()) if path else ""


def _place_unless_auto(source: str | None) -> str:
    return os.path.abspath(source) if source and source != AUTO else source or ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _is_yes(text: str) -> bool:
    return text == "yes"


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def _bytes(gigabytes: str) -> int:
    return int(float(gigabytes or 0) * 2**30)


def _gigabytes(number: int) -> str:
    return str(number / 2**30) if number else ""


def _check_gigabytes(text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.1 <= value <= 4096:
        raise CoalaError(f"a memory limit is between 0.1 and 4096 gigabytes, not '{text}'")
    return text


def _check_unit(text: str) -> str:
    # JSON lines call it "character".
    return "code-point" if text == "character" else text


def _check_name(text: str) -> str:
    if not text or not text.isprintable() or any(char.isspace() for char in text):
        raise CoalaError(
            f"this must be the name of a type, feature or relation, without blanks, not {excerpt(text)}"
        )
    return text


def _check_pattern(text: str) -> str:
    # Imported here so that a child process without a pattern does not load it.
    from coala.base.patterns import compile_pattern

    compile_pattern(text)
    return text


WORD = Form(_same, _same)
OPTIONAL_TEXT = Form(_unless_empty, _or_empty)
SWITCH = Form(_is_yes, _yes_or_no, switch=True)
UNIT = WORD._replace(check=_check_unit)
NAME = WORD._replace(check=_check_name)
PATTERN = WORD._replace(check=_check_pattern, may_be_empty=True)
PATH = Form(_path, _place, file=True, shown=Shown.FILE_NAME)
AUTO_OR_FILE = Form(_unless_empty, _place_unless_auto, file=True, shown=Shown.FILE_NAME)
NAME_OR_FILE = Form(_same, _same, file=True)
SHAPE_OR_FILE = Form(_same, _same, file=True, shown=Shown.FILE_NAME)
IRI_LIST = Form(_words, " ".join, several=True, shown=Shown.LAST_PARTS)
NAME_LIST = IRI_LIST._replace(check=_check_name, shown=Shown.SHORT)
GIGABYTES = Form(_bytes, _gigabytes, _check_gigabytes)
