"""A small, valid file of each format that has a reader, with the files next to it.

They are the cases of ``tests/formats/cases`` that are called ``sample: NAME``. A sample is a folder: the
first file is the one to read, the others are its texts or words.
"""

from __future__ import annotations

from pathlib import Path

from tests.support.format_cases import list_format_cases

SAMPLES: dict[str, dict[str, str]] = {each.sample: each.inputs for each in list_format_cases() if each.sample}
"""Name -> file names and their texts."""

TEXTS_ELSEWHERE = {"AIDA without words", "EDL", "JSON of REL"}
"""Samples of formats that do not have the texts of their documents."""


def write_sample(folder: Path, name: str) -> Path:
    """Write a sample into a folder; returns the file to read."""
    for file, text in SAMPLES[name].items():
        (folder / file).write_text(text, encoding="utf-8", newline="")
    return folder / next(iter(SAMPLES[name]))
