"""Conversion of options to settings and back.

Settings are texts by the name of their option: ``{"vocabulary": "auto", "match": "overlap"}``. A review file
stores them (``Summary.settings``), so that the comparison can be repeated with the same options. Each option
declares its setting (``coala.model.options``), and the words that describe it in the settings line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from coala.base.plain_text import last_part, plain_words
from coala.errors import CoalaError
from coala.formats.json.shapes import locate_shape, shipped_shapes
from coala.model.option import AUTO, AUTO_OR_FILE, NAME_OR_FILE, SHAPE_OR_FILE, Option, Shown, Stored
from coala.model.options import DEFAULTS, FILE_OPTIONS, OPTIONS, Options, value_of, with_values
from coala.reading.vocabularies.loader import locate_vocabulary, shipped


def write_settings(options: Options) -> dict[str, str]:
    """Return the settings for these options; they mean the same in every working directory."""
    # Replace the names of files of the user by absolute paths.
    reading = options.reading
    located = reading.formats._replace(json_shape=locate_shape(reading.formats.json_shape))
    reading = reading._replace(vocabulary=locate_vocabulary(reading.vocabulary), formats=located)
    options = options._replace(reading=reading)
    texts = (
        (option.name, _write_setting(option, value_of(options, option)))
        for option in OPTIONS
        if option.stored
    )
    return {name: text for name, text in texts if text is not None}


def _write_setting(option: Option, value: Any) -> str | None:
    """Return the text of a setting; None for a default that is not stored."""
    text = option.form.write(value)
    if option.stored is Stored.ALWAYS:
        return text
    return text if text and value != option.default else None


def read_settings(settings: Mapping[str, str]) -> Options:
    """Return the options for these settings; an option without a setting has its default.

    Raises ``CoalaError`` for a value that an option does not have.
    """
    stated = ((option, settings.get(option.name)) for option in OPTIONS if option.stored)
    return with_values(DEFAULTS, ((option, _parse(option, text)) for option, text in stated if text))


def _parse(option: Option, text: str) -> Any:
    if option.choices and text not in option.choices:
        raise CoalaError(f"There is no {option.name} '{text}'. Choose from {', '.join(option.choices)}.")
    return option.form.parse(text)


def list_named_files(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the paths of files and folders in settings, by the name of their option."""
    stated = ((option, settings.get(option.name)) for option in FILE_OPTIONS)
    return {option.name: text for option, text in stated if text and names_file(option, text)}


def names_file(option: Option, word: str) -> bool:
    """Return True if the value of a file option is a path, not a keyword such as "auto"."""
    if option.form is NAME_OR_FILE:
        return word not in (AUTO, *shipped())
    if option.form is SHAPE_OR_FILE:
        return word not in (AUTO, *shipped_shapes())
    return option.form is not AUTO_OR_FILE or word != AUTO


def describe_settings(settings: Mapping[str, str]) -> str:
    """Return the settings that are not the default, such as "kinds coreference; texts aligned"; else ""."""
    return "; ".join(_describe_each(settings))


def _describe_each(settings: Mapping[str, str]) -> Iterator[str]:
    for option in OPTIONS:
        text = settings.get(option.name)
        if option.phrase and text and text != option.usual:
            yield option.phrase.format(_format_value(option.form.shown, text))


def _format_value(how: Shown, text: str) -> str:
    match how:
        case Shown.WHOLE:
            return text
        case Shown.FILE_NAME:
            return plain_words(PurePath(text).name)
        case Shown.LAST_PARTS:
            return ", ".join(plain_words(last_part(name)) for name in text.split())
    return plain_words(text)
