"""The name that several files of a folder give to a document becomes one name for each of them.

Annotators, runs, seeds, splits and encodings lie side by side, and what they say of one document is not the
work of one system. So a name in two folders is that of two documents, told apart by the folders, and a name
in two files of one folder is told apart by the files.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from coala.base.files import stem
from coala.reading.formats.annotations import Annotations
from coala.reading.remarks import Remarks

MOST_FILES_SHOWN = 3
"""Of those that hold one document."""


class DocumentNames:
    """Which file holds documents of which names, and what they are called when a name is not enough."""

    def __init__(self, path: str, files: Sequence[str]) -> None:
        """``files`` are the paths of all files in the folder ``path``."""
        # What is not in a folder need not lie on the same drive.
        paths = [os.path.relpath(file, path) for file in files] if len(files) > 1 else list(files)
        self._files = [file.replace(os.sep, "/") for file in paths]
        self._holders: dict[str, list[int]] = {}
        self._apart: dict[tuple[int, str], str] = {}

    def name(self, file_number: int, annotations: Annotations) -> Annotations:
        """Note the documents of a file, and give them their new names, if they have any."""
        for document in annotations.documents:
            holders = self._holders.setdefault(document.name, [])
            if file_number not in holders:
                holders.append(file_number)
        if not self._apart:
            return annotations
        renamed = (
            document._replace(name=self._apart.get((file_number, document.name), document.name))
            for document in annotations.documents
        )
        return annotations._replace(documents=tuple(renamed))

    def stand_twice(self) -> bool:
        """Does a document stand in several files?"""
        return any(len(holders) > 1 for holders in self._holders.values())

    def tell(self, remarks: Remarks, *, joined: bool) -> None:
        """Remark each document that stands in several files."""
        for name, holders in self._holders.items():
            if len(holders) > 1:
                shown = ", ".join(self._files[holder] for holder in holders[:MOST_FILES_SHOWN])
                unlisted = len(holders) - MOST_FILES_SHOWN
                more = f" and {unlisted} more" if unlisted > 0 else ""
                code = "documents-joined" if joined else "document-in-several-files"
                remarks.add(code, f"{name} stands in {len(holders)} files ({shown}{more})")

    def tell_apart(self) -> None:
        """From now on, give each document whose name stands in several files a name of its own."""
        taken = {name for name, holders in self._holders.items() if len(holders) == 1}
        for name, holders in self._holders.items():
            if len(holders) == 1:
                continue
            in_folder = Counter(self._folder(holder) for holder in holders)
            for holder in holders:
                file, folder = self._files[holder], self._folder(holder)
                own = file if name == stem(file) else f"{file}/{name}"
                new = f"{folder}/{name}" if folder and in_folder[folder] == 1 else own
                while new in taken:
                    new = f"{file}/{new}"
                taken.add(new)
                self._apart[holder, name] = new

    def _folder(self, file_number: int) -> str:
        return self._files[file_number].rpartition("/")[0]
