"""Names of documents and chains that occur in several files of one folder (formats other than RDF).

Annotators, runs, seeds, splits and encodings are often in one folder, and their annotations of one document
are not the output of one system. So documents with the same name in several files are different documents:
their new names begin with the folder, or with the file if one folder has several. For example, ``doc1`` in
``ann/x.conll`` and in ``bob/x.conll`` becomes ``ann/doc1`` and ``bob/doc1``.

The name of a chain is valid in its document, unless an option says otherwise. Most files number the chains of
each document, so that 0, 1 and 2 recur everywhere. Other recurring names may be meant to be one chain, so
they are remarked.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from coala.base.files import stem
from coala.formats.annotations import Annotations, ChainName, Document, instance_key
from coala.reading.remarks import Remarks

_HIGHEST = 10
"""The largest factor between the highest number of a chain and the count of chains, if numbers only count.

It is not 1, since chains of one mention may have numbers without being in the file.
"""

_SHOWN = 2
"""The most documents of a chain name in an example."""


class ChainNames:
    """The names of chains in all files of one graph, by document."""

    def __init__(self) -> None:
        self._names: dict[str, dict[ChainName, None]] = {}

    def add(self, annotations: Annotations) -> None:
        """Add the names of a file; a repeated name counts once."""
        for name in annotations.names:
            self._names.setdefault(name.document, {})[name] = None

    def add_remarks(self, remarks: Remarks) -> None:
        """Remark each name that is in several documents and is not just a number of the chain."""
        documents: dict[str, list[str]] = {}
        counting = self._are_numbered_from_start()
        for document, names in self._names.items():
            numbers = [name.number for name in names if name.number is not None]
            only_count = counting or max(numbers, default=0) < _HIGHEST * (len(names) + 1)
            for name in names:
                if name.number is None or not only_count:
                    documents.setdefault(name.name, []).append(document)
        for chain, holders in documents.items():
            if len(holders) > 1:
                remarks.add("names-recur", f"{chain} in {' and '.join(islice(holders, _SHOWN))}")

    def _are_numbered_from_start(self) -> bool:
        """Return True if numbers begin at 0 or 1 in at least half of the documents that have any."""
        begins = Counter[bool]()
        for names in self._names.values():
            lowest = min((name.number for name in names if name.number is not None), default=None)
            if lowest is not None:
                begins[lowest <= 1] += 1
        return begins[True] >= begins[False]


def join_across(annotations: Annotations) -> Annotations:
    """Make the names of chains valid in all documents; remark on chains without a name."""
    keys = {name.key: instance_key("", name.name) for name in annotations.names}
    mentions = tuple(
        mention._replace(instance=keys.get(mention.instance, mention.instance))
        for mention in annotations.mentions
    )
    statements = tuple(
        statement._replace(
            instance=keys.get(statement.instance, statement.instance),
            value=keys.get(statement.value, statement.value) if statement.about_instance else statement.value,
        )
        for statement in annotations.statements
    )
    links = tuple(
        link._replace(instance=keys.get(link.instance, link.instance)) for link in annotations.links
    )
    across = annotations.across | set(keys.values())
    remarks = annotations.remarks
    nameless = next((mention for mention in mentions if mention.instance not in across), None)
    if nameless:
        document = annotations.documents[nameless.document].name
        remarks = (*remarks, ("names-missing", f"the first in {document}"))
    return annotations._replace(
        mentions=mentions, statements=statements, remarks=remarks, across=across, names=(), links=links
    )


MOST_FILES_SHOWN = 3
"""The most files of one document in an example."""

SHORTEST_TEXT = 40
"""Characters; a shorter text may be a heading that many documents share."""

_FIRST_PART = re.compile(r"/0+\Z")


class DocumentNames:
    """The files of each document name, and new names for documents whose name is ambiguous."""

    def __init__(self, path: str, files: Sequence[str], *, joined: bool = False) -> None:
        """Take the paths of all files in the folder ``path``; ``joined`` if equal names are one document."""
        self._joined = joined
        # A single file may be on another drive, without a relative path.
        paths = [os.path.relpath(file, path) for file in files] if len(files) > 1 else list(files)
        self._files = [file.replace(os.sep, "/") for file in paths]
        # The numbers of the files that have each document name, and whether any name has several.
        self._holders: dict[str, list[int]] = {}
        self._is_repeated = False
        # The new name of a document, by file number and name; empty until ``make_unique``.
        self._unique_names: dict[tuple[int, str], str] = {}
        # The numbers of the files of RDF that have each document.
        self._in_graphs: dict[str, list[int]] = {}
        # The first document (file number, name) with each text, and later ones with the same text.
        self._texts: dict[int, tuple[int, str]] = {}
        self._same_text: dict[tuple[int, str], tuple[int, str]] = {}
        self._chains = ChainNames()

    def rename_documents(self, file_number: int, annotations: Annotations) -> Annotations:
        """Note documents and chains of a file, and replace ambiguous document names."""
        self._chains.add(annotations)
        for document in annotations.documents:
            holders = self._holders.setdefault(self._strip_part(document.name), [])
            if file_number not in holders:
                holders.append(file_number)
                self._is_repeated = self._is_repeated or len(holders) > 1
            self._note_text(file_number, document)
        if not self._unique_names:
            return annotations
        renamed = (
            document._replace(name=self._find_new_name(file_number, document.name))
            for document in annotations.documents
        )
        return annotations._replace(documents=tuple(renamed))

    def _find_new_name(self, file_number: int, name: str) -> str:
        bare = self._strip_part(name)
        new = self._unique_names.get((file_number, bare))
        return name if new is None else new + name[len(bare) :]

    def _note_text(self, file_number: int, document: Document) -> None:
        """Note a document with the text of a document of another name in another file."""
        if len(document.text) < SHORTEST_TEXT or self._unique_names:
            return
        first = self._texts.setdefault(hash(document.text), (file_number, document.name))
        if first[0] != file_number and self._strip_part(first[1]) != self._strip_part(document.name):
            self._same_text[file_number, document.name] = first

    def note_graph(self, file_number: int, documents: Iterable[str]) -> None:
        """Note the documents with mentions in a file of RDF, whose IRIs do not change."""
        for document in documents:
            holders = self._in_graphs.setdefault(document, [])
            if file_number not in holders:
                holders.append(file_number)

    def are_ambiguous(self) -> bool:
        """Return True if a document name is in several files and must be made unique."""
        return self._is_repeated and not self._joined

    def need_second_pass(self) -> bool:
        """Return True if the files will be read again with unique names."""
        return self.are_ambiguous() and not self._unique_names

    def add_remarks(self, remarks: Remarks) -> None:
        """Remark documents in several files, texts under several names, and recurring chain names."""
        self._chains.add_remarks(remarks)
        code = "documents-joined" if self._joined else "document-in-several-files"
        for noticed, documents in ((code, self._holders), ("graph-of-several-files", self._in_graphs)):
            for name, holders in documents.items():
                if len(holders) > 1:
                    shown = ", ".join(self._files[holder] for holder in holders[:MOST_FILES_SHOWN])
                    unlisted = len(holders) - MOST_FILES_SHOWN
                    more = f" and {unlisted} more" if unlisted > 0 else ""
                    remarks.add(noticed, f"{name} is in {len(holders)} files ({shown}{more})")
        for (holder, name), (other, first) in self._same_text.items():
            example = f"{first} ({self._files[other]}) and {name} ({self._files[holder]})"
            remarks.add("text-in-several-files", example)

    def make_unique(self) -> None:
        """Give each document with an ambiguous name its own name from now on."""
        taken = {name for name, holders in self._holders.items() if len(holders) == 1}
        for name, holders in self._holders.items():
            if len(holders) == 1:
                continue
            in_folder = Counter(self._find_folder(holder) for holder in holders)
            for holder in holders:
                file, folder = self._files[holder], self._find_folder(holder)
                own = file if name == stem(file) else f"{file}/{name}"
                new = f"{folder}/{name}" if folder and in_folder[folder] == 1 else own
                while new in taken:
                    new = f"{file}/{new}"
                taken.add(new)
                self._unique_names[holder, name] = new

    def _strip_part(self, name: str) -> str:
        """Return the name without the number of CoNLL's first part, which other formats do not have."""
        return name if self._joined else _FIRST_PART.sub("", name)

    def _find_folder(self, file_number: int) -> str:
        return self._files[file_number].rpartition("/")[0]
