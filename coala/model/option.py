"""The declaration of an option.

Each option is declared once, in the annotation of the field that holds its value (``coala.model.options`` and
``coala.model.format_options``). Four things are derived from the declaration:

- the argument of the commands that have the option's group
- the setting under which a review file stores the value (``Stored``)
- the words of the settings line, which lists what is not the default
- the field of the dialog that compares two graphs (``Field``)

All of them are in the order in which the options are declared.
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
    RECORDS = "tables of records"
    DOCUMENTS = "documents"
    COUNTING = "what counts"
    MATCHING = "matching mentions"
    NAMES = "names of knowledge bases"


class Shown(Enum):
    """How the settings line shows a value."""

    SHORT = auto()
    """On one line; a long value is cut."""
    WHOLE = auto()
    """As it is, however long."""
    FILE_NAME = auto()
    """Without its folder, which is long and not informative."""
    LAST_PARTS = auto()
    """The readable last part of each IRI."""


class Form(NamedTuple):
    """How the values of an option are written as text."""

    parse: Callable[[str], Any]  # the text of a stored setting, or a word on the command line -> the value
    write: Callable[[Any], str]  # the inverse of ``parse``
    check: Callable[[str], str] = str  # normalizes a word on the command line, or raises ``CoalaError``
    switch: bool = False  # True for an option without a word, such as --lenient
    several: bool = False  # True if the option takes several words; each is checked
    file: bool = False  # True if the word is the path of a file or folder
    may_be_empty: bool = False  # an empty word is an error otherwise
    shown: Shown = Shown.SHORT


class Stored(Enum):
    """When a review file stores the value, as the setting with the option's name."""

    ALWAYS = auto()
    IF_CHANGED = auto()
    """Only if it is not the default."""


class FileChoice(NamedTuple):
    """The button of a field that chooses a file."""

    what: str  # what the file is, such as "vocabulary"
    title: str  # of the file dialog
    kinds: str  # the filter of the file dialog


class Field(NamedTuple):
    """The field of the dialog that compares two graphs."""

    title: str  # ``&`` marks the letter of its shortcut
    tip: str
    words: Mapping[str, str] = {}  # value -> its explanation, for a field that is a list
    proposed: tuple[str, ...] = ()  # suggestions, for a field that accepts other values too
    none: str = ""  # shown in a field without a value
    file: FileChoice | None = None


class Option(NamedTuple):
    """The declaration of one option.

    The last three fields are not declared: they are taken from the field that has the declaration. The option
    ``memory_bytes`` of ``Options.reading`` is ``within`` ``("reading",)``.
    """

    group: Group
    help: str
    form: Form
    flag: str = ""  # on the command line; by default made from the name
    key: str = ""  # for ``--format-option KEY=…``, if only a single format has the option
    metavar: str | None = None
    needs: str = ""  # the expected word, for the error about an empty one
    choices: tuple[str, ...] = ()  # the allowed words; () allows any
    stored: Stored | None = None  # None if the option does not change the result
    phrase: str = ""  # for the settings line if the value is not the default; ``{}`` is the value
    field: Field | None = None

    name: str = ""  # of the field that holds the value
    within: tuple[str, ...] = ()  # the path from ``Options`` to the values that contain the field
    default: Any = None

    @property
    def on_command_line(self) -> str:
        """The option as a user writes it: ``--texts`` or ``--format-option uima-chain=TYPE``."""
        return f"{self.flag} {self.key}={self.metavar}" if self.key else self.flag

    @property
    def usual(self) -> str:
        """The default as text."""
        return self.form.write(self.default)


# Functions to parse and to write values, for the forms at the end of this module.


def _keep(text: str) -> str:
    return text


def _parse_optional(text: str) -> str | None:
    return text or None


def _write_optional(text: str | None) -> str:
    return text or ""


def _parse_path(text: str) -> Path | None:
    # The child process that reads a graph needs no paths, and importing them takes time.
    from pathlib import Path

    return Path(text) if text else None


def _write_path(path: Path | str | None) -> str:
    """Return an absolute path, since a review may be opened from another folder."""
    from pathlib import Path

    return str(Path(path).absolute()) if path else ""


def _write_optional_path(path: str | None) -> str:
    return os.path.abspath(path) if path else ""


def _write_auto_or_path(source: str | None) -> str:
    return os.path.abspath(source) if source and source != AUTO else source or ""


def _parse_words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _parse_yes(text: str) -> bool:
    return text == "yes"


def _write_yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def _parse_gigabytes(gigabytes: str) -> int:
    """Return the number of bytes."""
    return int(float(gigabytes or 0) * 2**30)


def _write_gigabytes(number: int) -> str:
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


def _check_template(text: str) -> str:
    if not text or not text.isprintable():
        raise CoalaError(f"this must be a template on one line, such as [WORDS](#ID), not {excerpt(text)}")
    return text


def _check_pattern(text: str) -> str:
    # Imported here so that a child process without a pattern does not load it.
    from coala.base.patterns import compile_pattern

    compile_pattern(text)
    return text


def _check_bases(text: str) -> str:
    """Return "on", "off", or keys of knowledge bases with commas; which keys there are depends on a file."""
    keys = [key.strip().lower() for key in text.split(",")]
    for key in keys:
        if not key or not key.isascii() or not key.replace("-", "").replace("_", "").isalnum():
            raise CoalaError(
                "this must be on, off, or knowledge bases with commas, such as wikidata,dbpedia-de, "
                f"not {excerpt(text)}"
            )
    if len(keys) > 1 and not {"on", "off"}.isdisjoint(keys):
        raise CoalaError(f"write on or off alone, or knowledge bases, not {excerpt(text)}")
    return ",".join(dict.fromkeys(keys))


def _check_languages(text: str) -> str:
    """Return the languages of lists of pronouns, separated by commas without blanks."""
    # Imported here so that a child process does not load it.
    from coala.model.pronouns import join_pronouns

    languages = list(dict.fromkeys(name.strip().lower() for name in text.split(",")))
    join_pronouns(languages)
    return ",".join(languages)


WORD = Form(_keep, _keep)
LANGUAGES = WORD._replace(check=_check_languages)
OPTIONAL_TEXT = Form(_parse_optional, _write_optional)
SWITCH = Form(_parse_yes, _write_yes_or_no, switch=True)
UNIT = WORD._replace(check=_check_unit)
NAME = WORD._replace(check=_check_name)
TEMPLATE = WORD._replace(check=_check_template, may_be_empty=True)
BASES = WORD._replace(check=_check_bases)
PATTERN = WORD._replace(check=_check_pattern, may_be_empty=True)
PATH = Form(_parse_path, _write_path, file=True, shown=Shown.FILE_NAME)
OPTIONAL_FILE = Form(_parse_optional, _write_optional_path, file=True, shown=Shown.FILE_NAME)
AUTO_OR_FILE = Form(_parse_optional, _write_auto_or_path, file=True, shown=Shown.FILE_NAME)
NAME_OR_FILE = Form(_keep, _keep, file=True)
SHAPE_OR_FILE = Form(_keep, _keep, file=True, shown=Shown.FILE_NAME)
IRI_LIST = Form(_parse_words, " ".join, several=True, shown=Shown.LAST_PARTS)
NAME_LIST = IRI_LIST._replace(check=_check_name, shown=Shown.SHORT)
GIGABYTES = Form(_parse_gigabytes, _write_gigabytes, _check_gigabytes)
