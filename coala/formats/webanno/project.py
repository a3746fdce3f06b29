"""The document and the annotator of a file, from its place in a project that WebAnno or INCEpTION exported.

An export has ``annotation/story.txt/ann.tsv`` (document "story", annotator "ann") and
``curation/story.txt/CURATION_USER.tsv``, so the name of a file is not that of its document.
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
_IMPORTED_FILE = re.compile(
    r"(?i)(.+)\.(?:txt|tsv|xmi|xml|tei|tcf|conllu?|conll[a-z0-9-]*|json|html?|pdf|docx?)\Z"
)
"""A folder has the name of the imported file."""


def find_document_name(path: str) -> str:
    """Return the name of a file's document: the folder in an export, else the file."""
    folder = _document_folder(path)
    if not folder:
        return stem(path)
    source = _IMPORTED_FILE.match(folder)
    return source[1] if source else folder


def is_skipped(path: str, options: FormatOptions) -> bool:
    """Return True if the file is by another annotator than the one in the options."""
    return bool(options.annotator and _document_folder(path) and stem(path) != options.annotator)


def check_annotator(folder: str, files: Iterable[str], options: FormatOptions) -> None:
    """Check that the annotator in the options has a file in the export; the error lists the annotators.

    Raises:
        ReadingError: no file of the export would be left.
    """
    annotators = sorted({stem(file) for file in files if _document_folder(file)})
    if not options.annotator or not annotators or options.annotator in annotators:
        return
    more = f" and {len(annotators) - MOST_LISTED:,} more" if len(annotators) > MOST_LISTED else ""
    raise ReadingError(
        f"{folder}: no file is by the annotator {excerpt(options.annotator)} (--format-option annotator): "
        f"there are {', '.join(map(readable, annotators[:MOST_LISTED]))}{more}."
    )


def make_empty_result(path: str) -> Annotations:
    """Return empty annotations for a file by another annotator, with a remark."""
    return Annotations((), (), (), (("annotator-passed-over", f"{path} by {excerpt(stem(path))}"),))


def _document_folder(path: str) -> str:
    """Return the folder of a document if the path is in an export, else ""."""
    *_, above, folder, _ = ("", "", *re.split(r"[/\\]", path))
    in_export = above in _FOLDERS or stem(path) == _CURATOR or bool(_IMPORTED_FILE.match(folder))
    return folder if in_export and folder not in ("", ".", "..", *_FOLDERS) else ""
