"""The place of a file in a project export tells its document and its annotator.

An export has ``annotation/<document>/<annotator>.tsv`` and ``curation/<document>/CURATION_USER.tsv``, so the
name of a file says nothing about the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from coala.base.files import stem
from coala.base.plain_text import excerpt, readable
from coala.errors import ReadingError
from coala.formats.annotations import Annotations
from coala.model.format_options import FormatOptions

MOST_LISTED = 20
"""Annotators in one sentence."""

_FOLDERS = ("annotation", "curation")
_CURATOR = "CURATION_USER"
_SOURCE = re.compile(r"(?i)(.+)\.(?:txt|tsv|xmi|xml|tei|tcf|conllu?|conll[a-z0-9-]*|json|html?|pdf|docx?)\Z")
"""A folder is called as the file that was imported."""


def document_name(path: str) -> str:
    """What the document of a file is called: the folder in an export, else the file."""
    folder = _document_folder(path)
    if not folder:
        return stem(path)
    source = _SOURCE.match(folder)
    return source[1] if source else folder


def is_passed_over(path: str, options: FormatOptions) -> bool:
    """Is the file by another annotator than the one that was asked for?"""
    return bool(options.annotator and _document_folder(path) and stem(path) != options.annotator)


def check_annotator(folder: str, files: Iterable[str], options: FormatOptions) -> None:
    """Refuse the name of an annotator that no file of an export is by, and list those that are there.

    Raises:
        ReadingError: nothing would be left of the export.
    """
    there = sorted({stem(file) for file in files if _document_folder(file)})
    if not options.annotator or not there or options.annotator in there:
        return
    more = f" and {len(there) - MOST_LISTED:,} more" if len(there) > MOST_LISTED else ""
    raise ReadingError(
        f"{folder}: no file is by the annotator {excerpt(options.annotator)}, as --annotator says: there are "
        f"{', '.join(map(readable, there[:MOST_LISTED]))}{more}."
    )


def pass_over(path: str) -> Annotations:
    """What is left of a file by another annotator: the remark that there is one."""
    return Annotations((), (), (), (("annotator-passed-over", f"{path} by {excerpt(stem(path))}"),))


def _document_folder(path: str) -> str:
    *_, above, folder, _ = ("", "", *re.split(r"[/\\]", path))
    in_export = above in _FOLDERS or stem(path) == _CURATOR or bool(_SOURCE.match(folder))
    return folder if in_export and folder not in ("", ".", "..", *_FOLDERS) else ""
