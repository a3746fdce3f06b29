"""The folder of ``--texts`` with the texts that a graph lacks: text files, and RDF files that state texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coala.errors import ReadingError
from coala.reading.interpretation.documents import find_texts_in_labels
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import Watch, read_file
from coala.reading.rdf.terms import BLANK
from coala.reading.remarks import Remarks
from coala.reading.sources.detect import is_rdf_name
from coala.reading.sources.detected_files import detect_file
from coala.reading.sources.inputs import find_files
from coala.reading.vocabularies.loader import Vocabulary

if TYPE_CHECKING:
    from coala.reading.sources.texts import Texts


class TextFolder:
    """The folder of ``--texts``; its RDF files are read when the first document has no text file."""

    def __init__(
        self, path: str, texts: Texts, vocabulary: Vocabulary, base: str | None, watch: Watch
    ) -> None:
        self._path = path
        self._texts = texts
        self._vocabulary = vocabulary
        self._base = base
        self._watch = watch
        self._stated: dict[str, str] | None = None

    def find_text(self, identifier: str) -> str | None:
        """Return the text of a document, or None.

        Raises:
            OSError: there is a text file, but it cannot be read.
            ValueError: there is one, but it is not UTF-8; or an RDF file in the folder cannot be read; or
                something with its name is not a file.
        """
        text = self._texts.find_text(identifier)
        if text is None:
            if self._stated is None:
                # Empty first, so that an error is raised once and not for each document.
                self._stated = {}
                self._stated = self._read()
            text = self._stated.get(identifier)
        if text is None and (unusable := self._texts.explain_unusable(identifier)):
            raise ValueError(unusable)
        return text

    def list_names(self, identifier: str) -> list[str]:
        """Return the text files that are tried, in order."""
        return self._texts.list_names(identifier)

    def _read(self) -> dict[str, str]:
        """Return the texts that the RDF files of the folder state; the rest of them is ignored."""
        if not self._vocabulary.text:
            return {}
        try:
            # A folder without RDF may have files of other formats, and its own list of documents.
            files = [file for file in find_files(self._path).files if is_rdf_name(file.path)]
        except ReadingError:
            return {}
        collector = Collector(self._vocabulary)
        try:
            for number, file in enumerate(files):
                read_file(detect_file(file), number, self._base, collector, Remarks({}), self._watch)
        except ReadingError as error:
            raise ValueError(str(error)) from error
        names = collector.names
        texts = find_texts_in_labels(collector, set(range(len(names))), self._vocabulary)
        texts.update(collector.texts)
        return {names[node]: text for node, text in texts.items() if names[node] != BLANK}
