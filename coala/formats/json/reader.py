"""JSON of clusters becomes ``Annotations``: an object is a document, and its keys say how it is written.

``{"doc_id": "d1", "text": "Ann left. She ran.", "clusters": [[[0, 3], [10, 13]]]}``, or instead of the
text ``"tokens"``, a list of tokens or of sentences of tokens: its text is the tokens joined by one space
and the sentences by a newline, and offsets count tokens through the whole document. A span with a gap is a
list of pairs. What other systems and corpora call these things, and how they count, is in the shapes beside
this module. One object stands on a line or on several, or in a list. All other keys are left aside.

Beside a text offsets are characters (code points) and the end is exclusive; beside tokens they are tokens
and the end is inclusive, as the common coreference systems write them. Where it is otherwise, the shape or
the line says so (``"offsets": "character"``, also called ``"code-point"``, ``"token", "utf-16"`` or
``"byte"``, ``"end": "inclusive"`` or ``"exclusive"``), or else an option. A line with text and tokens must
say what it counts; its tokens are then looked up in the text. The n-th cluster (from 0) of a document is the
instance "document/n". Where predicted chains stand beside the gold ones, they are read, and a remark says so.
"""

from __future__ import annotations

import re
from typing import NoReturn

from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.errors import FileError
from coala.formats.annotations import Annotations, ChainName, Document, Mention, instance_key, name_chain
from coala.formats.flaws import Flaws
from coala.formats.json.document import Chain, JsonDocument, UnitError
from coala.formats.json.mention_list import MentionList, is_mention
from coala.formats.json.objects import iterate_objects
from coala.formats.json.shapes import find_key_like_chains, shapes_told
from coala.formats.text_lines import problem
from coala.model.format_options import FormatOptions
from coala.model.option import AUTO

EXTENSIONS = (".jsonl", ".jsonlines", ".ndjson")

_FIRST_KEY = re.compile(
    rb'[\s\[]*\{\s*"(?:doc_id|doc_key|text|tokens|sentences|clusters|offsets|end|document|sents|vertexSet'
    rb'|cased_words|mention_clusters|coref_chain|corefs|docId|coref)"\s*:'
)

_TELLING_KEY = re.compile(
    rb'"(?:doc_key|clusters|predicted_clusters|span_clusters|mention_clusters|clusters_token_offsets|vertexSet'
    rb'|coref_chain|coref_chains|coref|corefs|tokens_number|tokens_ids|sents|cased_words|text|content|tokens|sentences)"\s*:'
)

_TELLING = 50
"""Of so many mentions some have one token, in every corpus that is known."""


def looks_like(name: str, start: bytes) -> bool:
    """Is the extension that of JSON lines, or a key one of ours (and it is no JSON-LD)?"""
    if any(key in start for key in (b'"@context"', b'"@graph"', b'"@id"')):
        return False
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if extension(name) in EXTENSIONS or _FIRST_KEY.match(start):
        return True
    return start.startswith((b"{", b"[")) and bool(_TELLING_KEY.search(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more documents; one that cannot be read is left out.

    Raises:
        FileError: no document can be read, or too many cannot, or all may be meant otherwise.
    """
    found = _File(path, options)
    objects = iterate_objects(path, data)
    for number, values in objects:
        found.add(number, values)
        if found.is_hopeless():
            found.give_up(sum(1 for _ in objects))
    return found.finish()


class _File:
    """What was read of one file so far."""

    def __init__(self, path: str, options: FormatOptions) -> None:
        self._path = path
        self._options = options
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._remarks: list[tuple[str, str]] = []
        self._flaws = Flaws(path, lenient=options.lenient)
        self._flaws_of_spans = Flaws(path, lenient=options.lenient)
        self._first_error: FileError | None = None
        self._lines: dict[tuple[str, int], int] = {}
        self._times: dict[str, int] = {}
        self._list = MentionList(path, options)
        self._named = shapes_told(options.shapes).named
        self._names: dict[ChainName, None] = {}
        self._predicted = False
        self._unpredicted: list[str] = []
        self._units = 0
        self._assumed = self._assumed_of_one = 0

    def add(self, number: int, values: dict[str, object] | FileError) -> None:
        """Read one object, or count what is wrong with it."""
        self._units += 1
        try:
            if isinstance(values, FileError):
                raise values
            if is_mention(values) and not self._named:
                self._list.add(number, values)
            else:
                self._read(number, values)
        except UnitError:
            raise
        except FileError as error:
            self._leave_out(number, error)

    def is_hopeless(self) -> bool:
        """Return True if so much could not be read that the rest need not be tried."""
        return self._flaws.is_hopeless(self._units)

    def give_up(self, more: int) -> NoReturn:
        """Refuse the file, in which so many ``more`` objects follow.

        Raises:
            FileError: always.
        """
        self._flaws.give_up(self._units + more, "documents", self._units)

    def _leave_out(self, number: int | None, error: FileError) -> None:
        self._first_error = self._first_error or error
        self._flaws.leave_out("document-left-out", number, error.what)

    def _read(self, number: int, values: dict[str, object]) -> None:
        whole = JsonDocument(self._path, number, values, self._options)
        name = whole.name()
        unnamed = name is None
        if name is None:
            name = f"{stem(self._path)}/{len(self._documents) + 1}"
        parts, wrong_spans = whole.parts()
        read = []
        for place, document in enumerate(parts):
            text, tokens = document.text()
            part_name = name if document is whole else f"{name}/{place + 1}"
            read.append((document, part_name, text, list(document.clusters(text, tokens))))
        for wrong in wrong_spans:
            self._flaws_of_spans.leave_out("span-left-out", number, f"{name}, {wrong}")
        if unnamed:
            self._remarks.append(("document-without-name", f"line {number}"))
        if whole.chosen:
            self._remarks.append(("predicted-clusters", f"line {number}: {whole.chosen}"))
        if beside := whole.key_beside():
            self._remarks.append(("chains-beside", f"line {number}: {whole.key}, not {beside}"))
        if whole.is_predicted:
            self._predicted = True
        elif whole.key in values:
            self._unpredicted.append(f"{self._path}:{number}, {name}")
        if whole.chainless:
            found = find_key_like_chains(values)
            shown = f", where {excerpt(found)} looks like chains" if found else ""
            self._remarks.append(("no-clusters", f"line {number}{shown}"))
        for document, part_name, text, chains in read:
            self._add_document(number, document, self._unlike(part_name, text, number), text)
            names = set(document.names)
            for chain in chains:
                self._add_chain(chain, name if document is not whole else "", named=chain.name in names)

    def _add_document(self, number: int, document: JsonDocument, name: str, text: str) -> None:
        self._assumed += document.assumed
        self._assumed_of_one += document.assumed_of_one
        for wrong in document.wrong_spans:
            self._flaws_of_spans.leave_out("span-left-out", number, f"{name}, {wrong}")
        for unlike in document.unlike_words:
            self._remarks.append(("words-unlike", f"{self._path}:{number}, {name}, {unlike}"))
        self._documents.append(Document(name, text))

    def _add_chain(self, chain: Chain, several: str, *, named: bool) -> None:
        """Add the mentions of a chain of the last document; ``several`` names the object it shares."""
        place = len(self._documents) - 1
        name = self._documents[place].name
        if not chain.spans:
            self._remarks.append(("empty-chain", f"{name}, cluster {chain.name}"))
        instance = instance_key(several or name, chain.name)
        if named:
            self._names[name_chain(several or name, chain.name)] = None
        self._mentions += (Mention(place, span, instance) for span in chain.spans)

    def _unlike(self, name: str, text: str, number: int) -> str:
        """The name, with a number if another text had it: what systems call "nw" is a genre."""
        same = (name, hash(text))
        if same in self._lines:
            raise UnitError(
                self._path,
                number,
                f"the document {excerpt(name)} is there twice, first in line {self._lines[same]}: "
                "rename one.",
            )
        self._lines[same] = number
        times = self._times[name] = self._times.get(name, 0) + 1
        if times == 1:
            return name
        self._remarks.append(("name-of-several", f"{self._path}:{number}, {name}"))
        return self._unlike(f"{name}#{times}", text, number)

    def finish(self) -> Annotations:
        """All of it, if it is not mostly flaws."""
        documents, mentions, remarks, errors = self._list.finish()
        for error in errors:
            self._leave_out(None, error)
        self._remarks += remarks
        of_lists = {
            mention.instance: name_chain(stem(self._path), mention.instance, mention.instance)
            for mention in mentions
        }
        shift = len(self._documents)
        self._documents += documents
        self._mentions += (mention._replace(document=mention.document + shift) for mention in mentions)
        if not self._documents:
            raise self._first_error or problem(
                self._path,
                1,
                "the file has no line with a document: check that it was written to its end.",
            )
        self._flaws.weigh(self._units, "documents")
        wrong = self._flaws_of_spans.remarks
        self._flaws_of_spans.weigh(len(self._mentions) + len(wrong), "spans")
        if self._assumed >= _TELLING and not self._assumed_of_one:
            self._remarks.append(("ends-unsure", f"{self._path}, {self._assumed:,} mentions"))
        if self._predicted and not self._options.clusters:
            self._remarks += [("prediction-missing", each) for each in self._unpredicted]
        if self._options.offsets == AUTO:
            self._remarks.append(("offsets-of-lines", self._path))
        return Annotations(
            tuple(self._documents),
            tuple(self._mentions),
            remarks=(*self._flaws.remarks, *wrong, *self._remarks),
            textless=frozenset(shift + place for place, each in enumerate(documents) if not each.text),
            names=(*self._names, *of_lists.values()),
        )
