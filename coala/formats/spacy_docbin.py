"""Reader of spaCy's DocBin, a binary file of documents; span groups ``coref_clusters_1`` … are chains.

spacy-experimental writes its chains this way; its groups of heads, ``coref_head_clusters_1``, are not chains.
The text is the tokens with their white space. Documents of a DocBin have no names and are numbered if there
are several. spaCy itself reads the file, and is imported only then.
"""

from __future__ import annotations

import importlib
import os
import re
import zlib
from typing import Any, NamedTuple

from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import problem
from coala.model.format_options import FormatOptions

_EXTENSION = ".spacy"
_CHAIN_GROUPS = "coref_clusters"
_DOCBIN_START = re.compile(rb"[\x80-\x8f](?:\xa7version|\xa5attrs)")
"""The start of an unpacked DocBin."""
_UNPACKED_BYTES = 64
_MOST_LISTED_GROUPS = 5


class _Chain(NamedTuple):
    """A span group: its name, and its spans in tokens, end exclusive."""

    name: str
    spans: list[tuple[int, int]]


class _Doc(NamedTuple):
    """A document: its words, whether a blank follows each, its chains, and the names of other groups."""

    words: list[str]
    spaces: list[bool]
    chains: list[_Chain]
    others: list[str]


def looks_like(name: str, start: bytes) -> bool:
    """Return True for the extension .spacy, or if the data unpacks to the start of a DocBin."""
    if extension(name) == _EXTENSION:
        return True
    if start[:1] != b"\x78":
        return False
    try:
        return bool(_DOCBIN_START.match(zlib.decompressobj().decompress(start, _UNPACKED_BYTES)))
    except zlib.error:
        return False


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file; ``options.clusters`` names other groups than ``coref_clusters``.

    Raises:
        ReadingError: spaCy is not installed or cannot read the file; too many spans are outside the tokens.
    """
    flaws = Flaws(path, lenient=options.lenient)
    remarks: list[tuple[str, str]] = []
    documents: list[Document] = []
    mentions: list[Mention] = []
    docs = _read_docs(path, data, options.clusters or _CHAIN_GROUPS)
    spans = 0
    for doc in docs:
        number = len(documents)
        name = stem(path) if len(docs) == 1 else f"{stem(path)}/{number + 1}"
        if len(docs) > 1:
            remarks.append(("document-without-name", name))
        if not doc.chains:
            listed = ", ".join(map(excerpt, doc.others[:_MOST_LISTED_GROUPS])) or "none"
            remarks.append(("no-clusters", f"{name}, span groups: {listed}"))
        text, begins = _join_words(doc)
        documents.append(Document(name, text))
        for chain in doc.chains:
            for first, after in chain.spans:
                spans += 1
                if not 0 <= first < after <= len(doc.words):
                    what = f"tokens {first} to {after} of {name} in {excerpt(chain.name)} are not a span"
                    flaws.leave_out("mark-broken", None, what)
                    continue
                end = begins[after - 1] + len(doc.words[after - 1])
                key = instance_key(name, chain.name)
                if begins[first] < end:
                    mentions.append(Mention(number, ((begins[first], end),), key))
    flaws.weigh(spans, "spans")
    return Annotations(tuple(documents), tuple(mentions), (), (*remarks, *flaws.remarks))


def _join_words(doc: _Doc) -> tuple[str, list[int]]:
    """Return the text, and the begin of each word in it."""
    pieces: list[str] = []
    begins: list[int] = []
    length = 0
    for word, space in zip(doc.words, doc.spaces, strict=True):
        begins.append(length)
        piece = f"{word} " if space else word
        pieces.append(piece)
        length += len(piece)
    return "".join(pieces), begins


def _read_docs(path: str, data: bytes, prefix: str) -> list[_Doc]:
    """Return the documents; groups named ``prefix`` with a number are chains."""
    # More threads take more memory than the child process may use.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        tokens = importlib.import_module("spacy.tokens")
        vocab = importlib.import_module("spacy.vocab").Vocab()
        orth = importlib.import_module("spacy.attrs").ORTH
    except ImportError as error:
        raise problem(
            path,
            None,
            f"a DocBin is read by spaCy, which cannot be imported ({error}): in a checkout: "
            "pip install '.[spacy]'.",
        ) from None
    try:
        docbin = tokens.DocBin().from_bytes(data)
        for string in docbin.strings:
            vocab.strings.add(string)
        # docbin.tokens has a row for each token and a column for each attribute; ORTH is the number of its
        # word.
        column = docbin.attrs.index(orth)
        return [
            _read_doc(tokens.Doc, vocab, docbin, number, column, re.compile(rf"{re.escape(prefix)}_\d+\Z"))
            for number in range(len(docbin.tokens))
        ]
    except (MemoryError, ReadingError):
        raise
    except Exception as error:
        # spaCy checks nothing, so it may raise anything.
        raise problem(
            path, None, f"spaCy cannot read it as a DocBin ({type(error).__name__}): write it again."
        ) from None


def _read_doc(
    doc_class: Any, vocab: Any, docbin: Any, number: int, column: int, wanted: re.Pattern[str]
) -> _Doc:
    """Return document ``number`` of a DocBin; span groups whose name is ``wanted`` are its chains.

    ``doc_class`` and ``vocab`` are spaCy's, ``column`` is that of the words among the attributes of tokens.
    """
    words = [vocab.strings[int(code)] for code in docbin.tokens[number][:, column]]
    unknown = docbin.flags[number].get("has_unknown_spaces")
    spaces = [True] * len(words) if unknown else [bool(space) for space in docbin.spaces[number][:, 0]]
    # Span groups are stored as bytes, which only a Doc can read.
    groups = docbin.span_groups[number]
    chains: list[_Chain] = []
    others: list[str] = []
    if groups and words:
        doc = doc_class(vocab, words=words, spaces=spaces)
        doc.spans.from_bytes(groups)
        for name, group in doc.spans.items():
            if wanted.match(name):
                chains.append(_Chain(name, [(span.start, span.end) for span in group]))
            else:
                others.append(name)
    return _Doc(words, spaces, chains, others)
