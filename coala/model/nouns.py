"""The nouns for what a comparison groups: mentions in chains, or records in clusters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import readable

_RECORD = re.compile(r"urn:coala:record:([^\s<>,;]*)")
_OF_RECORDS = re.compile(
    # Quoted words and options such as --map-documents stay as they are.
    rf'"[^"]*"|--[\w-]+|{_RECORD.pattern}|'
    r"\b(?:(?P<article>[Aa])n )?(?P<noun>[Mm]ention|[Dd]ocument|[Cc]hain|[Ii]nstance)(?=s?\b)"
)
_OURS = re.compile(r"--[\w-]+|\b([Mm]ention|[Cc]hain)(?=s?\b)")


class Nouns(NamedTuple):
    """The words for the items of a graph and for their groups."""

    mention: str
    chain: str

    def say(self, text: str) -> str:
        """Return a text about mentions and chains with these nouns; it must quote no data."""
        if self == IN_TEXTS:
            return text

        def replace(match: re.Match[str]) -> str:
            if not match[1]:
                return match[0]
            noun = self.mention if match[1].lower() == "mention" else self.chain
            return noun.capitalize() if match[1][0].isupper() else noun

        return _OURS.sub(replace, text)

    def size(self, mentions: int, documents: int, document: str = "document") -> str:
        """Return a size in words: "5 mentions in 2 documents"; a record is a document by itself."""
        words = count(mentions, self.mention)
        return words if self == OF_RECORDS else f"{words} in {count(documents, document)}"


RECORD_PREFIX = "urn:coala:record:"
"""Before the identifier of a record, percent-encoded, in the name of its document."""

BETWEEN_FIELDS = " · "
"""Between the fields of a record in its text."""


def _decode(text: str) -> str:
    """Return percent-encoded text as it was."""
    # The process that reads files loads this module, but should load no large library.
    from urllib.parse import unquote

    return unquote(text)


def find_record(document: str) -> str | None:
    """Return the identifier of the record that a document is, None for another document."""
    return _decode(document.removeprefix(RECORD_PREFIX)) if document.startswith(RECORD_PREFIX) else None


def are_records(documents: Iterable[str]) -> bool:
    """Return True if the documents of a graph are records, by the name of the first one."""
    return find_record(next(iter(documents), "")) is not None


def speak_of_records(text: str) -> str:
    """Return a message about documents, mentions and chains that names records and clusters instead.

    Identifiers of records are as in the table, and quoted words as they are.
    """

    def replace(match: re.Match[str]) -> str:
        if not match["noun"]:
            return cite_records(match[0])
        noun = "cluster" if match["noun"].lower() in ("chain", "instance") else "record"
        noun = noun.capitalize() if match["noun"][0].isupper() else noun
        # "An instance" is "a cluster".
        return f"{match['article']} {noun}" if match["article"] else noun

    return _OF_RECORDS.sub(replace, text)


def cite_records(text: str) -> str:
    """Return a text with the identifiers of records as in their table."""
    return _RECORD.sub(lambda match: readable(_decode(match[1])), text)


IN_TEXTS = Nouns("mention", "chain")
OF_RECORDS = Nouns("record", "cluster")


def choose_nouns(settings: Mapping[str, str]) -> Nouns:
    """Return the nouns for a comparison with these settings."""
    return OF_RECORDS if settings.get("record") else IN_TEXTS
