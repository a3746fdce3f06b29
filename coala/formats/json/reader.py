"""Reader of JSON files of clusters: an object is a document, and its keys select a shape.

``{"doc_id": "d1", "text": "Ann left. She ran.", "clusters": [[[0, 3], [10, 13]]]}``, or ``"tokens"`` instead
of the text: a list of tokens or of sentences of tokens. The text is then the tokens joined by one space and
the sentences by a newline; offsets count tokens through the document. A span with a gap is a list of pairs.
The shapes (TOML files in this folder) hold the keys of other systems and corpora, and how they count. An
object is on one line or several, or in a list. Other keys are ignored.

Offsets in a text are characters (code points), end exclusive; offsets in tokens are tokens, end inclusive, as
the common coreference systems write them. The shape or the line states other conventions (``"offsets":
"character"``, also called ``"code-point"``, ``"token"``, ``"utf-16"`` or ``"byte"``; ``"end": "inclusive"``
or ``"exclusive"``), or else an option. A line with text and tokens must state what it counts; its tokens are
then looked up in the text. The n-th cluster (from 0) of a document is the instance "document/n". Predicted
chains are read instead of gold ones if there are both; a remark says so. Linkers write mentions that name an
entry of a knowledge base; the mentions of one entry are one chain in all files.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from coala.base.files import extension, stem
from coala.base.numerals import count
from coala.base.plain_text import excerpt
from coala.errors import FileError
from coala.formats.annotations import Annotations, ChainName, Document, Mention, instance_key, name_chain
from coala.formats.flaws import Flaws
from coala.formats.json.document import Chain, JsonDocument, UnitError
from coala.formats.json.linked_lists import ContextList, ResultLists, has_contexts, has_lists
from coala.formats.json.mention_list import MentionList, is_mention
from coala.formats.json.objects import iterate_objects
from coala.formats.json.shapes import Shape, Tokens, find_key_like_chains, get_shapes
from coala.formats.repeated_documents import SeenDocuments
from coala.formats.text_lines import problem
from coala.model.format_options import FormatOptions
from coala.model.option import AUTO

EXTENSIONS = (".jsonl", ".jsonlines", ".ndjson")

_FIRST_KEY = re.compile(
    rb'[\s\[]*\{\s*"(?:doc_id|doc_key|text|tokens|sentences|clusters|offsets|end|document|sents|vertexSet'
    rb'|cased_words|mention_clusters|coref_chain|corefs|docId|coref)"\s*:'
)

_TYPICAL_KEY = re.compile(
    rb'"(?:context_left|doc_key|clusters|predicted_clusters|span_clusters|mention_clusters|clusters_token_offsets|vertexSet'
    rb'|coref_chain|coref_chains|coref|corefs|tokens_number|tokens_ids|sents|cased_words|text|content|tokens|sentences)"\s*:'
)

_RESULTS_OF_REL = re.compile(rb'\{\s*"[^"]*"\s*:\s*\[\s*\[\s*\d+\s*,\s*\d+\s*,\s*"')

_ENOUGH_MENTIONS = 50
"""Among this number of mentions some have one token, in every known corpus."""


def looks_like(name: str, start: bytes) -> bool:
    """Return True for the extension of JSON lines or a known key, unless it is JSON-LD."""
    if any(key in start for key in (b'"@context"', b'"@graph"', b'"@id"')):
        return False
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if extension(name) in EXTENSIONS or _FIRST_KEY.match(start) or _RESULTS_OF_REL.match(start):
        return True
    return start.startswith((b"{", b"[")) and bool(_TYPICAL_KEY.search(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more documents; one that cannot be read is left out.

    Raises:
        FileError: no document can be read, too many cannot, or all may use another convention.
    """
    found = _File(path, options, _find_predicting(data, options))
    objects = iterate_objects(path, data)
    for number, values in objects:
        found.add(number, values)
        if found.is_hopeless():
            found.give_up(sum(1 for _ in objects))
    return found.finish()


class PlacedObjectDocument(NamedTuple):
    """The document of an object: which object of the file it is, from 0, its name, text and tokens."""

    number: int
    name: str
    source: JsonDocument
    text: str
    tokens: Tokens | None


def place_documents(path: str, data: bytes, options: FormatOptions) -> list[PlacedObjectDocument]:
    """Return the documents of a file for a writer; raises what ``read`` raises.

    Raises:
        FileError: objects are mentions, or documents of linkers, or hold several documents.
    """
    found = _File(path, options, _find_predicting(data, options))
    placed: list[PlacedObjectDocument] = []
    found.placed = placed
    for number, values in iterate_objects(path, data):
        found.add(number, values)
    if len(placed) < len(found.finish().documents) or any(each.source.is_linked for each in placed):
        raise problem(path, None, "its objects are not documents with clusters.")
    return placed


def _find_predicting(data: bytes, options: FormatOptions) -> list[Shape]:
    """Return the shapes with gold mentions whose predicted ones occur in the file."""
    return [
        shape
        for shape in get_shapes(options.shapes).all
        if shape.over
        and not options.clusters
        and re.search(rb'"%s"\s*:' % re.escape(shape.clusters.encode()), data)
    ]


class _File:
    """The content of one file so far: ``add`` takes its objects in order, ``finish`` returns the result."""

    def __init__(self, path: str, options: FormatOptions, predicting: list[Shape]) -> None:
        self._path = path
        self._options = options
        # A document without a prediction there has gold mentions, but the linker found none.
        self._predicting = predicting
        self._entries: set[str] = set()
        self._has_links = False  # the mentions of some document may name entries
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._remarks: list[tuple[str, str]] = []
        self._flaws = Flaws(path, lenient=options.lenient)
        self._span_flaws = Flaws(path, lenient=options.lenient)
        self._first_error: FileError | None = None
        self._seen = SeenDocuments(path, "rename one")
        self._uses_of_name: dict[str, int] = {}
        # The objects that are mentions of a list for cross-document coreference, not documents.
        self._mention_list = MentionList(path, options)
        self._linked_lists = ContextList(path, options.clusters), ResultLists(path)
        self._is_shape_named = get_shapes(options.shapes).named
        self._chain_names: dict[ChainName, None] = {}
        self._predicted = False  # some document has predicted chains
        self._without_prediction: list[str] = []  # documents with gold chains only
        self._object_count = 0
        # Spans whose ends are inclusive by assumption, and those of them with one token.
        self._assumed = self._assumed_single = 0
        self.placed: list[PlacedObjectDocument] | None = None
        """The documents for a writer, if they are requested."""

    def add(self, number: int, values: dict[str, object] | FileError) -> None:
        """Read one object, or count its flaw."""
        self._object_count += 1
        try:
            if isinstance(values, FileError):
                raise values
            contexts, results = self._linked_lists
            if self._is_shape_named:
                self._read(number, values)
            elif is_mention(values):
                self._mention_list.add(number, values)
            elif has_contexts(values):
                contexts.add(number, values)
            elif has_lists(values):
                results.add(number, values)
            else:
                self._read(number, values)
        except UnitError:
            raise
        except FileError as error:
            self._leave_out(number, error)

    def is_hopeless(self) -> bool:
        """Return True if too much could not be read to try the rest."""
        return self._flaws.is_hopeless(self._object_count)

    def give_up(self, more: int) -> NoReturn:
        """Refuse the file, which has ``more`` objects to come.

        Raises:
            FileError: always.
        """
        self._flaws.give_up(self._object_count + more, "documents", self._object_count)

    def _leave_out(self, number: int | None, error: FileError) -> None:
        self._first_error = self._first_error or error
        self._flaws.leave_out("document-left-out", number, error.what)

    def _read(self, number: int, values: dict[str, object]) -> None:
        """Read an object, usually of one document, and add it when all of it could be read."""
        for shape in self._predicting:
            if shape.over in values and shape.clusters not in values:
                values = {**values, shape.clusters: []}
        source = JsonDocument(self._path, number, values, self._options)
        name = source.read_name()
        unnamed = name is None
        if name is None:
            name = f"{stem(self._path)}/{len(self._documents) + 1}"
        parts, wrong_spans = source.split_documents()
        read = []
        for place, document in enumerate(parts):
            text, tokens = document.read_text()
            part_name = name if document is source else f"{name}/{place + 1}"
            read.append((document, part_name, text, tokens, list(document.read_chains(text, tokens))))
        # Remarks about the object.
        for wrong in wrong_spans:
            self._span_flaws.leave_out("span-left-out", number, f"{name}, {wrong}")
        if unnamed:
            self._remarks.append(("document-without-name", f"line {number}"))
        if source.chosen:
            self._remarks.append(("predicted-clusters", f"line {number}: {source.chosen}"))
        if other_key := source.find_other_key():
            self._remarks.append(("chains-beside", f"line {number}: {source.key}, not {other_key}"))
        if source.is_predicted:
            self._predicted = True
        elif source.key in values:
            self._without_prediction.append(f"{self._path}:{number}, {name}")
        if source.chainless:
            found = find_key_like_chains(values)
            shown = f", where {excerpt(found)} looks like chains" if found else ""
            self._remarks.append(("no-clusters", f"line {number}{shown}"))
        # Its documents and their chains.
        for document, part_name, text, tokens, chains in read:
            if self._is_repeated(number, part_name, text, chains):
                continue
            unique = self._make_unique(part_name, number)
            self._add_document(number, document, unique, text)
            if self.placed is not None and document is source:
                self.placed.append(
                    PlacedObjectDocument(self._object_count - 1, unique, document, text, tokens)
                )
            names = set(document.names)
            for chain in chains:
                self._add_chain(chain, name if document is not source else "", named=chain.name in names)

    def _add_document(self, number: int, document: JsonDocument, name: str, text: str) -> None:
        self._has_links = self._has_links or document.is_linked
        self._assumed += document.assumed
        self._assumed_single += document.assumed_single
        for wrong in document.wrong_spans:
            self._span_flaws.leave_out("span-left-out", number, f"{name}, {wrong}")
        self._remarks += (
            (code, f"{self._path}:{number}, {name}, {what}") for code, what in document.link_remarks
        )
        self._remarks += [("outside-part", f"{self._path}:{number}, {name}")] * document.outside
        for unlike in document.unlike_words:
            self._remarks.append(("words-unlike", f"{self._path}:{number}, {name}, {unlike}"))
        self._documents.append(Document(name, text))

    def _add_chain(self, chain: Chain, shared_name: str, *, named: bool) -> None:
        """Add the mentions of a chain of the last document.

        ``shared_name`` is the name of the object if several of its documents share the chain, else "".
        """
        place = len(self._documents) - 1
        name = self._documents[place].name
        if not chain.spans:
            self._remarks.append(("empty-chain", f"{name}, cluster {chain.name}"))
        if chain.is_entry:
            self._entries.add(chain.name)
            instance = chain.name
        else:
            instance = instance_key(shared_name or name, chain.name)
        if named:
            self._chain_names[name_chain(shared_name or name, chain.name)] = None
        self._mentions += (Mention(place, span, instance) for span in chain.spans)

    def _is_repeated(self, number: int, name: str, text: str, chains: list[Chain]) -> bool:
        """Return True if the file has a document with this name and text already.

        Raises:
            UnitError: its chains differ.
        """
        content = tuple((chain.name, tuple(chain.spans)) for chain in chains)
        try:
            return self._seen.is_repeated(number, name, content, among=(name, hash(text)))
        except FileError as error:
            raise UnitError(self._path, number, error.what) from None

    def _make_unique(self, name: str, number: int) -> str:
        """Return the name, with a number if another text has it: systems may write a genre ("nw") as name."""
        times = self._uses_of_name[name] = self._uses_of_name.get(name, 0) + 1
        if times == 1:
            return name
        self._remarks.append(("name-of-several", f"{self._path}:{number}, {name}"))
        return self._make_unique(f"{name}#{times}", number)

    def _add_listed(self, documents: list[Document], mentions: list[Mention]) -> None:
        """Add the documents of a list, and their mentions, which count documents from its first."""
        shift = len(self._documents)
        self._documents += documents
        self._mentions += (mention._replace(document=mention.document + shift) for mention in mentions)

    def finish(self) -> Annotations:
        """Return the annotations of the file.

        Raises:
            FileError: there is no document, or too much was left out.
        """
        textless: set[int] = set()
        for linked in (each.finish() for each in self._linked_lists):
            textless |= {len(self._documents) + place for place in linked.textless}
            self._add_listed(linked.documents, linked.mentions)
            self._remarks += linked.remarks
            self._entries |= linked.entries
            self._has_links = self._has_links or bool(linked.documents)
        # Add the documents of mention lists after the others.
        documents, mentions, remarks, errors = self._mention_list.finish()
        for error in errors:
            self._leave_out(None, error)
        self._remarks += remarks
        list_names = {
            mention.instance: name_chain(stem(self._path), mention.instance, mention.instance)
            for mention in mentions
        }
        textless |= {len(self._documents) + place for place, each in enumerate(documents) if not each.text}
        texts_fit = all(document.text for document in documents)
        self._add_listed(documents, mentions)
        if not self._documents:
            raise self._first_error or problem(
                self._path,
                1,
                "the file has no line with a document: check that it was written to its end.",
            )
        # Weigh what was left out, and add remarks about the whole file.
        self._flaws.weigh(self._object_count, "documents")
        wrong = self._span_flaws.remarks
        self._span_flaws.weigh(len(self._mentions) + len(wrong), "spans")
        if self._assumed >= _ENOUGH_MENTIONS and not self._assumed_single:
            self._remarks.append(("ends-unsure", f"{self._path}, {count(self._assumed, 'mention')}"))
        if self._predicted and not self._options.clusters:
            self._remarks += [("prediction-missing", each) for each in self._without_prediction]
        if self._has_links and self._mentions and not self._entries:
            read = count(len(self._mentions), "mention")
            self._remarks.append(("no-entries-linked", f"{self._path}, {read}"))
        if self._options.offsets == AUTO:
            self._remarks.append(("offsets-of-lines", self._path))
        return Annotations(
            tuple(self._documents),
            tuple(self._mentions),
            remarks=(*self._flaws.remarks, *wrong, *self._seen.remarks, *self._remarks),
            across=frozenset(self._entries),
            textless=frozenset(textless),
            texts_fit=texts_fit and bool(textless),
            names=(*self._chain_names, *list_names.values()),
        )
