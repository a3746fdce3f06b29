"""The text files of documents in a folder, found by the identifier of the document.

For ``http://example.org/news/a%20b#char=0,99``, the first existing file of these is read:
``example.org/news/a b``, ``news/a b``, ``a b``, each also with ``.txt`` added. A file ``documents.tsv``
(identifier, TAB, name of the file in the folder) has priority.

Identifiers are not trusted: they never lead out of the folder. Texts are UTF-8. Their line ends are kept,
since offsets count them, but a byte order mark at the start is removed.
"""

from __future__ import annotations

import os
from urllib.parse import unquote

from coala.base.files import is_safe_name, open_regular_file

_MAP = "documents.tsv"


class Texts:
    """A folder of text files."""

    def __init__(self, folder: str) -> None:
        self._root = os.path.realpath(folder)
        self._map = self._read_map()

    def find_text(self, identifier: str) -> str | None:
        """Return the text of a document exactly as stored, or None if the folder has no file for it.

        Raises:
            OSError: there is a file, but it cannot be read.
            ValueError: there is a file, but it is not UTF-8.
        """
        for name in self.list_names(identifier):
            file = self._locate(name)
            if file is not None:
                return _read(file)
        return None

    def explain_unusable(self, identifier: str) -> str | None:
        """Return why there is no text although the folder has something with its name, or None."""
        for name in self.list_names(identifier):
            parts = name.replace("\\", "/").split("/")
            # Skip names that are not allowed, and those of readable files.
            if not all(map(is_safe_name, parts)) or self._locate(name) is not None:
                continue
            path = os.path.join(self._root, *parts)
            if os.path.islink(path):
                return f"{name} is a link that does not lead to a file in the folder"
            # Folders may be named after the host, or after parts of the path.
            if os.path.lexists(path) and not (os.path.isdir(path) and not path.endswith(".txt")):
                return f"{name} is not a regular file"
        return None

    def list_names(self, identifier: str) -> list[str]:
        """Return the names that are tried, in order."""
        if identifier in self._map:
            return [self._map[identifier]]
        path = identifier.partition("#")[0].partition("?")[0]
        # After "://" is a host; without it ("urn:x:a/b"), all after the last colon counts.
        _, separator, below = path.partition("://")
        full = unquote(below if separator else path.rpartition(":")[2]).strip("/")
        below_host = full.partition("/")[2] if separator else full
        candidates = dict.fromkeys(name for name in (full, below_host, full.rpartition("/")[2]) if name)
        return [name + suffix for name in candidates for suffix in ("", ".txt")]

    def _locate(self, name: str) -> str | None:
        """Return the real path of a regular file in the folder, or None."""
        parts = name.replace("\\", "/").split("/")
        if any(not is_safe_name(part) for part in parts):
            return None
        try:
            file = os.path.realpath(os.path.join(self._root, *parts))
            if os.path.commonpath([self._root, file]) != self._root:
                return None
            return file if os.path.isfile(file) else None
        except (OSError, ValueError):
            return None

    def _read_map(self) -> dict[str, str]:
        """Return the name of the file by identifier, as ``documents.tsv`` states them."""
        file = self._locate(_MAP)
        if file is None:
            return {}
        lines = (line.split("\t") for line in _read(file).splitlines())
        return {fields[0].strip(): fields[1].strip() for fields in lines if len(fields) >= 2}


def _read(file: str) -> str:
    with open_regular_file(file) as stream:
        return stream.read().decode("utf-8-sig")
