"""An option is declared once; commands, stored settings, the line about them and the dialog read it off.

The declarations stand beside the values, in ``coala.model.options``; here is what one may say.
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
"""As the vocabulary, the format or the file itself says."""

AUTO = "auto"
"""As it fits what is compared; where nothing tells, as stated."""


class Group(StrEnum):
    """What an option concerns; a command takes all options of a group."""

    READING = "reading"
    OFFSETS = "offsets"
    FORMATS = "formats"
    DOCUMENTS = "documents"
    COUNTING = "what counts"
    MATCHING = "when two spans are one"


class Shown(Enum):
    """How the line about settings shows a value."""

    SHORT = auto()
    WHOLE = auto()
    FILE_NAME = auto()
    """Without its folder, which fills the line and says little."""
    LAST_PARTS = auto()
    """Of each IRI what a person reads."""


class Form(NamedTuple):
    """How the values of an option are written.

    ``parse`` turns the text of a stored setting, or one word of a command, into a value, and ``write`` is
    its inverse. ``check`` gives a word of a command as it is meant; it raises ``CoalaError`` for one that
    means nothing. A ``switch`` takes no word, of ``several`` words each is checked, the word of a ``file``
    is its path, and only a word that ``may_be_empty`` is no slip when it is.
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
    """A stored setting, under the option's name: its place, and whether the usual value is stored as well."""

    place: int
    always: bool = False


class Phrase(NamedTuple):
    """What the line about settings says of a value that is not the usual one: its place, and the words."""

    place: int
    words: str


class FileChoice(NamedTuple):
    """The button with which a file is chosen: for what, and the title and kinds of files of its dialog."""

    what: str
    title: str
    kinds: str


class Field(NamedTuple):
    """The field of the dialog: its place there, its title with the key marked by &, and its tip.

    ``words`` say what the values of a list mean, ``proposed`` are values to choose from where others may be
    written, and ``none`` stands for no value.
    """

    place: int
    title: str
    tip: str
    words: Mapping[str, str] = {}
    proposed: tuple[str, ...] = ()
    none: str = ""
    file: FileChoice | None = None


class Option(NamedTuple):
    """All that is said of one option.

    ``needs`` says what its word must be, where an empty one is told so, and ``choices`` are the words that it
    may be. An option without ``stored`` does not change what comes out. ``name``, ``within`` and
    ``default`` come from where it is declared: a field, the values that hold these values, and its default.
    """

    group: Group
    help: str
    form: Form
    flag: str = ""
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
    # The child process that reads a graph has no paths, and no time to import them.
    from pathlib import Path

    return Path(text) if text else None


def _place(path: Path | str | None) -> str:
    """A path that is the same from every folder, for a review may be opened from another one."""
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
    # What lines of JSON call it.
    return "code-point" if text == "character" else text


def _check_name(text: str) -> str:
    if not text or not text.isprintable() or any(char.isspace() for char in text):
        raise CoalaError(
            f"this is the name of a type, feature or relation, without blanks, not {excerpt(text)}"
        )
    return text


def _check_pattern(text: str) -> str:
    # A child process that is told no pattern does without what this takes.
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
