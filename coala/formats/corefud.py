"""Reader of CoNLL-U with coreference: CorefUD 1.x (``Entity=`` in MISC), Universal Anaphora, stanza, KorKor.

::

    # global.Entity = eid-etype-head-other
    1    The   …  Entity=(e5-person-2-     opens a mention of chain e5; its head is its second word
    2    girl  …  Entity=e5)
    3    left  …  _
    3.1  _     …  Entity=(e5-person-1-)    a zero: a dropped pronoun, written as an empty node

``# global.Entity`` names the attributes of an opening bracket. ``eid`` (or GUM's ``GRP``) is the instance,
unique in its document, and ``etype`` its type. ``head`` (or GUM's ``minspan``) is the word of the mention
that is its minimum. GUM's ``identity`` is a statement. Other attributes concern single mentions and are
ignored. ``e5[1/2]`` and ``e5[2/2]`` are one mention with a gap. If ``# global.Entity`` names no instance
(``etype-identity``, UD Coptic), each mention is an instance of its own.

``SplitAnte=e3<e11`` is the statement ``SplitAnte`` of e11 about e3; ``Bridge=e12<e124:part`` is the statement
``Bridge-part`` of e124 about e12. The IDENTITY column of Universal Anaphora (CoNLL-U Plus) is read by
``Markables``, links between words (COREFHEAD) by ``HeadLinks``. Stanza's chains in MISC
(``coref_chains=start-repr-id3``) are read instead of ``Entity=`` if a file has both: they are the output of a
system, ``Entity=`` came with its input.

The text is that of the sentences (``conllu.py``), joined by a newline. A new paragraph does not change it:
systems lose ``# newpar``, and the offsets of two files must stay comparable. A document is named by
``# newdoc id``. Empty nodes are not in the text: a mention of empty nodes only is a zero at the word that
governs it, and one with words is the span of its words.

Zeros at one word are distinguished by a mark: the first dependency of its DEPS, and its number among the
zeros with the same governor and dependency (``nsubj#1``). If the governor is an empty node itself, its own
dependency comes first: ``conj/nsubj#1``. So the marks in two files stay comparable if one of them has another
zero less. A zero without a known governor is placed at the previous word, by order: ``#1``; ``before#1`` at
the first word if the sentence begins with the zero.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from sys import intern
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import (
    AnnotatedStatement,
    Annotations,
    ChainName,
    Document,
    Mention,
    instance_key,
    name_chain,
)
from coala.formats.conllu import Node, Sentence, read_sentences
from coala.formats.corefud_entities import (
    HEAD_LOST,
    Attributes,
    Entities,
    Entity,
    Markables,
    parse_attributes,
)
from coala.formats.flaws import Flaws
from coala.formats.mention_forms import form_of_tag, form_of_words
from coala.formats.repeated_documents import SeenDocuments
from coala.formats.text_lines import BEGIN_LINE, CONLL_U_COMMENT, RunningText, problem
from coala.model.format_options import FormatOptions
from coala.model.node_marks import NodeNumber, PlacedNode, parse_dependencies, write_nodes
from coala.model.values import Fragments

_MOST_GOVERNORS = 20
"""Steps from an empty node to its governor and beyond: longer paths are cycles, or nonsense."""


class Zero(NamedTuple):
    """An empty node: the offsets of the word at which it is placed, and its mark (see above)."""

    begin: int
    end: int
    mark: str
    is_by_order: bool  # its governor is unknown


def place_zeros(nodes: Sequence[Node]) -> dict[int, Zero]:
    """Return the zero of each empty node, by the index of the node; {} if the sentence has no word."""
    words = {node.number: node for node in reversed(nodes) if node.begin < node.end}
    if not words:
        return {}
    empty = {node.number: node.deps for node in nodes if node.number[1]}
    count: Counter[tuple[int, int, str]] = Counter()
    zeros: dict[int, Zero] = {}
    before = None
    for place, node in enumerate(nodes):
        if node.begin < node.end:
            before = node
        if not node.number[1]:
            continue
        governor, relations = _find_governor(node.number, words, empty)
        at = governor or before or next(word for word in nodes if word.begin < word.end)
        kind = relations if governor else "" if before else "before"
        count[at.begin, at.end, kind] += 1
        mark = f"{kind}#{count[at.begin, at.end, kind]}"
        zeros[place] = Zero(at.begin, at.end, mark, is_by_order=governor is None)
    return zeros


def _find_governor(
    number: NodeNumber, words: dict[NodeNumber, Node], empty: dict[NodeNumber, str]
) -> tuple[Node | None, str]:
    """Return the word that governs an empty node, and the relations from it: "conj/nsubj".

    Return (None, "") if no word is found.
    """
    relations: list[str] = []
    for _ in range(_MOST_GOVERNORS):
        first = parse_dependencies(empty.get(number, ""))[:1]
        if not first:
            break
        number, relation = first[0]
        relations.insert(0, relation)
        if number in words:
            return words[number], "/".join(relations)
    return None, ""


_HEAD = re.compile(r"(\d{1,9}):(\d{1,9})\Z", re.ASCII)
_STATEMENTS = frozenset({"holo"})


class HeadLinks:
    """The links between the words of one document, in columns COREFHEAD and COREFTYPE.

    ``2:9 rel`` says that this word and the ninth of the second sentence of the document corefer; only
    ``holo``, part and whole, is a statement. KorKor writes these links (CoNLL-U Plus). Each linked word is a
    mention of one word; other words are not mentions.
    """

    def __init__(self, flaws: Flaws) -> None:
        self._flaws = flaws
        self._sentence = 0
        self._nodes: dict[tuple[int, int], int] = {}  # by sentence and word, both from 1
        self._names: dict[int, str] = {}  # by node: "sentence:word"
        self._lines: dict[int, int] = {}  # by node
        self._links: list[tuple[int, int, str]] = []  # line, node, both columns
        self._statements: list[tuple[int, int, str, int]] = []  # line, node, predicate, other node
        self._sets = DisjointSets()

    def begin_sentence(self) -> None:
        """Start the next sentence."""
        self._sentence += 1

    def add(self, line: int, here: int, number: int, link: str) -> int:
        """Add node ``here``, word ``number`` of its sentence; return the number of its links."""
        self._nodes.setdefault((self._sentence, number), here)
        self._names[here] = f"{self._sentence}:{number}"
        self._lines[here] = line
        if link == "_":
            return 0
        self._links.append((line, here, link))
        return 1

    def complete(self) -> list[Entity]:
        """Return the mentions at the end of the document; a link to no word is left out."""
        linked_nodes: dict[int, None] = {}
        for line, here, link in self._links:
            head, _, kind = link.partition(" ")
            place = _HEAD.match(head)
            other = self._nodes.get((int(place[1]), int(place[2]))) if place else None
            if other is None:
                self._flaws.leave_out(
                    "misc-unusable", line, f"COREFHEAD {excerpt(head)} does not lead to a word"
                )
                continue
            linked_nodes.update({here: None, other: None})
            if kind in _STATEMENTS:
                self._statements.append((line, here, kind, other))
            else:
                self._sets.join(here, other)
        entities = []
        for node in linked_nodes:
            entity = Entity(self._lines[node], self._name(node), "", None)
            entity.ranges.append((node, node))
            entities.append(entity)
        return entities

    def find_links(self) -> list[tuple[int, str, str, str]]:
        """Return the statements about instances: line, instance, predicate, other instance."""
        return [
            (line, self._name(instance), kind, self._name(other))
            for line, instance, kind, other in self._statements
        ]

    def _name(self, node: int) -> str:
        return self._names[self._sets.find(node)]


_EMPTY_CELLS = ("_", "-", "")
_MOST_MARKS = 8
_NEWDOC = re.compile(r"#[ \t]*newdoc\b(?:[ \t]*id[ \t]*=)?")
_COREFUD_KEYS = frozenset({"Entity", "SplitAnte", "Bridge"})
_STANZA_KEYS = frozenset({"coref_chains", "ner"})
# Until June 2026 stanza wrote its chains with the key of names, next to these.
_STANZA_NER_CHAINS = re.compile(rb"ner=(?:unit|start|middle|end)-(?:repr-)?id\d")
_CHAIN_COLUMN = re.compile(rb"(?m)^#[ \t]*global\.columns[ \t]*=.*\b(?:IDENTITY|COREFHEAD)\b")
_NER_CHAIN = re.compile(r"(?:unit|start|middle|end)-(?:repr-)?id\d", re.ASCII)
_ATTRIBUTES = re.compile(r"#[ \t]*global\.Entity[ \t]*=[ \t]*(\S*)")


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the extension or the first comments are those of CoNLL-U."""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()[:200].decode("utf-8", "replace")
    if BEGIN_LINE.match(text):  # CoNLL-2012, whatever its extension
        return False
    return extension(name) == ".conllu" or bool(CONLL_U_COMMENT.match(text))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more documents.

    Raises:
        ReadingError: the file cannot be read, or too much of it must be left out.
    """
    flaws = Flaws(path, lenient=options.lenient)
    rows = 0
    keys = _select_misc_keys(data, options.clusters)
    reader = _CorefudReader(path, Flaws(path, lenient=options.lenient), keys, options)
    for sentence in read_sentences(path, data, flaws):
        rows += len(sentence.nodes)
        reader.add_sentence(sentence)
    flaws.weigh(max(rows, len(flaws.remarks)), "lines")
    if not rows:
        raise problem(path, 1, "the file has no sentence: check that it was written to its end.")
    return reader.finish(flaws.remarks)


def _select_misc_keys(data: bytes, wanted: str) -> frozenset[str]:
    """Return the keys of MISC to read: those of ``Entity`` if wanted, else stanza's if the file has them.

    A file whose chains have a column of their own has no such keys.
    """
    if wanted == "Entity":
        return _COREFUD_KEYS
    if _CHAIN_COLUMN.search(data):
        return frozenset()
    has_stanza = b"coref_chains=" in data or (b"ner=" in data and _STANZA_NER_CHAINS.search(data))
    return _STANZA_KEYS if has_stanza else _COREFUD_KEYS


class PlacedDocument(NamedTuple):
    """A document with all that its chains are written at, for a writer."""

    name: str
    attributes: Attributes | None
    nodes: list[tuple[int, Node]]
    """Each node with the number of its sentence; offsets are in the document's text."""
    zeros: dict[int, Zero]
    """By node: the zero at an empty node."""
    entities: list[tuple[Entity, Mention | None]]
    """Each complete entity, and its mention, or None if the text has no place for it."""


def place_entities(path: str, data: bytes, options: FormatOptions) -> list[PlacedDocument]:
    """Return the documents of a file with nodes and entities; raises what ``read`` raises.

    Raises:
        ReadingError: the chains are not in ``Entity=`` with identifiers.
    """
    keys = _select_misc_keys(data, options.clusters)
    reader = _CorefudReader(path, Flaws(path, lenient=options.lenient), keys, options)
    placed: list[PlacedDocument] = []
    reader.placed = placed
    for sentence in read_sentences(path, data, Flaws(path, lenient=options.lenient)):
        reader.add_sentence(sentence)
    reader.finish([])
    if keys != _COREFUD_KEYS or any(
        not document.attributes or not document.attributes.name_instances for document in placed
    ):
        raise problem(path, None, "its chains are not in Entity= with identifiers.")
    return placed


class _Document:
    """A document while it is being read.

    A node is a word or an empty node, numbered through the document from 0. ``words_before[n]`` is the number
    of words before node n, so nodes 3 to 5 cover the words ``words_before[3]`` to ``words_before[6]``
    (exclusive).
    """

    def __init__(self, path: str, name: str, line: int, flaws: Flaws) -> None:
        self.name = name
        self.line = line  # of its first sentence
        self.text = RunningText()
        # Offsets of the words: an empty node can neither begin nor end a mention in the text.
        self.begins, self.ends = array("q"), array("q")
        self.words_before = array("q", [0])  # for each node, and one more
        self.zeros: dict[int, Zero] = {}  # by empty node with a place, with offsets in the document
        self.sentences = 0
        # For marks that name all nodes of a mention, if requested: (sentence, ID) of each node, and the DEPS
        # of each empty node.
        self.nodes: list[PlacedNode] = []
        self.deps: dict[int, str] = {}
        self.upos: list[str] = []  # of each node, if forms are requested
        self.placed: list[tuple[int, Node]] = []  # as ``PlacedDocument.nodes``, if they are requested
        self.entities = Entities(path, flaws)
        self.markables = Markables(flaws)
        self.heads = HeadLinks(flaws)
        self.links: list[tuple[int, str, str, str]] = []  # line, instance, predicate, other instance


class _CorefudReader:
    """The reader of one file: ``add_sentence`` takes its sentences, ``finish`` returns the result."""

    def __init__(self, path: str, flaws: Flaws, keys: frozenset[str], options: FormatOptions) -> None:
        self._path = path
        self._flaws = flaws
        self._keys = keys
        self._has_columns = not keys  # the chains have columns of their own instead of MISC
        self._mark_nodes = options.nodes
        self._finds_forms = options.forms
        self._has_unread_entities = False  # there was an Entity= next to other chains
        self._mark_count = 0  # brackets and links
        self._word_links = 0  # links between words
        self._attributes: Attributes | None = None
        self._document: _Document | None = None
        self._seen = SeenDocuments(self._path, "give each its own newdoc id")
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._statements: dict[AnnotatedStatement, None] = {}
        self._chain_names: list[ChainName] = []
        self._remarks: list[tuple[str, str]] = []
        self.placed: list[PlacedDocument] | None = None
        """The documents for a writer, if they are requested."""

    def add_sentence(self, sentence: Sentence) -> None:
        """Add one sentence with its comments."""
        for comment in sentence.comments:
            if found := _ATTRIBUTES.match(comment):
                self._attributes = parse_attributes(self._path, sentence.line, found[1])
            elif found := _NEWDOC.match(comment):
                self._finish_document()
                self._begin_document(sentence.line, comment[found.end() :].strip())
        if self._document is None:
            self._begin_document(sentence.line, stem(self._path))
        document = self._document
        assert document is not None
        # Add the text, and place the zeros in it.
        if not sentence.text and not sentence.nodes:
            return
        if sentence.text_differs:
            self._remarks.append(("text-differs", f"{document.name}, the sentence of line {sentence.line}"))
        offset, _ = document.text.add(sentence.text)
        document.text.end_sentence()
        document.heads.begin_sentence()
        if any(node.number[1] for node in sentence.nodes):
            first = len(document.words_before) - 1
            for place, zero in place_zeros(sentence.nodes).items():
                begin, end = offset + zero.begin, offset + zero.end
                document.zeros[first + place] = zero._replace(begin=begin, end=end)
        document.sentences += 1
        if self._mark_nodes:
            for node in sentence.nodes:
                if node.number[1]:
                    document.deps[len(document.nodes)] = node.deps
                document.nodes.append((document.sentences, *node.number))
        if self._finds_forms:
            document.upos += [node.upos for node in sentence.nodes]
        if self.placed is not None:
            document.placed += [
                (document.sentences, node._replace(begin=offset + node.begin, end=offset + node.end))
                for node in sentence.nodes
            ]
        # Add the nodes with their brackets and links.
        for node in sentence.nodes:
            if node.begin < node.end:
                document.begins.append(offset + node.begin)
                document.ends.append(offset + node.end)
            document.words_before.append(len(document.begins))
            if "=" in node.misc:
                self._add_misc(document, node)
            if self._has_columns:
                self._add_columns(document, node)

    def finish(self, remarks: list[tuple[str, str]]) -> Annotations:
        """Return the annotations of all sentences; ``remarks`` are those about lines.

        Raises:
            ReadingError: too many brackets and links were left out.
        """
        self._finish_document()
        self._flaws.weigh(self._mark_count, "brackets and links")
        if self._attributes and not self._attributes.name_instances:
            self._remarks.append(("entities-without-identity", stem(self._path)))
        if self._has_unread_entities:
            self._remarks.append(("entities-beside-chains", stem(self._path)))
        if self._word_links:
            self._remarks.append(("words-linked", stem(self._path)))
        if self._attributes is None and not self._mark_count:
            self._remarks.append(("no-marks", stem(self._path)))
        return Annotations(
            tuple(self._documents),
            tuple(self._mentions),
            tuple(self._statements),
            (*remarks, *self._flaws.remarks, *self._seen.remarks, *self._remarks),
            names=tuple(self._chain_names),
        )

    def _begin_document(self, line: int, name: str) -> None:
        name = name or f"{stem(self._path)}/{len(self._documents) + 1}"
        self._document = _Document(self._path, name, line, self._flaws)

    def _add_misc(self, document: _Document, node: Node) -> None:
        """Add the chains in MISC: items such as ``Entity=(e5-person-1-)``, separated by ``|``."""
        seen: set[str] = set()
        for item in node.misc.split("|"):
            key, _, value = item.partition("=")
            if key not in self._keys:
                self._has_unread_entities = self._has_unread_entities or key == "Entity"
                continue
            if key == "coref_chains" or (key == "ner" and _NER_CHAIN.match(value)):
                here = len(document.words_before) - 2
                self._mark_count += document.entities.add_chains(node.line, here, value)
                continue
            if key == "ner":
                continue
            if key in seen:
                self._leave_out(node.line, f"{key}= occurs twice in MISC, and the first counts")
                continue
            seen.add(key)
            if key == "Entity":
                here = len(document.words_before) - 2
                self._mark_count += document.entities.add(node.line, here, self._attributes, value)
            else:
                self._add_links(document, node.line, key, value)

    def _add_columns(self, document: _Document, node: Node) -> None:
        """Add the columns of Universal Anaphora, or of links between words."""
        if node.identity not in _EMPTY_CELLS:
            here = len(document.words_before) - 2
            self._mark_count += document.markables.add(node.line, here, node.identity)
        if node.bridging not in _EMPTY_CELLS:
            self._mark_count += document.markables.add_bridging(node.line, node.bridging)
        if not node.number[1]:
            here = len(document.words_before) - 2
            links = document.heads.add(node.line, here, node.number[0], node.link)
            self._mark_count += links
            self._word_links += links
        if "(" in node.deixis:
            self._remarks.append(("deixis-unread", f"{self._path}:{node.line}, {excerpt(node.deixis)}"))

    def _leave_out(self, line: int, what: str) -> None:
        self._flaws.leave_out("misc-unusable", line, what)

    def _add_links(self, document: _Document, line: int, predicate: str, value: str) -> None:
        """Add the links of ``SplitAnte=e3<e11,e4<e11`` or ``Bridge=e12<e124:part`` as statements."""
        for link in value.split(","):
            self._mark_count += 1
            other, _, instance = link.partition("<")
            instance, _, relation = instance.partition(":")
            if not other or not instance:
                self._leave_out(line, f'{predicate}={excerpt(value)} is not a list of links such as "e3<e11"')
                continue
            full = f"{predicate}-{unquote(relation)}" if relation else predicate
            document.links.append((line, instance, full, other))

    def _finish_document(self) -> None:
        """Add the mentions and statements of the current document to the result."""
        document, self._document = self._document, None
        if document is None:
            return
        named = [*document.entities.complete(), *document.markables.complete()]
        entities = [*named, *document.heads.complete()]
        place, text = len(self._documents), document.text.text()
        built = [(entity, self._build_mention(document, place, entity)) for entity in entities]
        mentions = [mention for _, mention in built if mention]
        document.links += document.markables.find_links() + document.heads.find_links()
        content = (
            text,
            tuple(mention._replace(document=0) for mention in mentions),
            tuple(document.entities.identities),
            tuple(link[1:] for link in document.links),
        )
        if self._seen.is_repeated(document.line, document.name, content):
            return
        # Mentions, in the order of the text.
        eids = {entity.eid for entity in entities}
        if self._attributes is None or self._attributes.name_instances:
            names = dict.fromkeys(entity.eid for entity in named)
            self._chain_names += [name_chain(document.name, eid, lettered=True) for eid in names]
        self._documents.append(Document(document.name, text))
        self._mentions += sorted(mentions, key=lambda mention: mention.fragments)
        if self.placed is not None:
            self.placed.append(
                PlacedDocument(document.name, self._attributes, document.placed, document.zeros, built)
            )
        self._remarks += [
            ("markable-not-referring", f"{self._path}:{line}, {excerpt(eid)}")
            for line, eid in document.markables.not_referring
        ]
        # Statements about instances that have a mention.
        for eid, link in document.entities.identities:
            if eid in eids:
                key = instance_key(document.name, eid)
                self._statements[AnnotatedStatement(key, "identity", link, about_instance=False)] = None
        for line, instance, predicate, other in document.links:
            missing = next((eid for eid in (instance, other) if eid not in eids), None)
            if missing is not None:
                self._leave_out(
                    line, f"{excerpt(predicate)} refers to {excerpt(missing)}, which has no mention"
                )
                continue
            about = instance_key(document.name, other)
            self._statements[
                AnnotatedStatement(
                    instance_key(document.name, instance), predicate, about, about_instance=True
                )
            ] = None

    def _build_mention(self, document: _Document, place: int, entity: Entity) -> Mention | None:
        """Return the mention of an entity in document number ``place``; None if it is not in the text."""
        minimum = self._find_minimum(document, entity)
        # Turn ranges of nodes into ranges of words (first, after the last).
        ranges = sorted(
            (document.words_before[first], document.words_before[last + 1]) for first, last in entity.ranges
        )
        joined: list[tuple[int, int]] = []
        for first, after in ranges:
            if first == after:
                continue
            # Parts with only an empty node between them have no gap in the text.
            if joined and first <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(after, joined[-1][1]))
            else:
                joined.append((first, after))
        # A mention without words is a zero.
        zero = None if joined else self._build_zero(document, entity)
        if zero:
            fragments: Fragments = ((zero.begin, zero.end),)
        elif joined:
            fragments = _join_overlaps(
                (document.begins[first], document.ends[after - 1]) for first, after in joined
            )
        else:
            return None
        kinds = (entity.kind,) if entity.kind else ()
        instance = intern(instance_key(document.name, entity.eid))
        mark = zero.mark if zero else ""
        if self._mark_nodes:
            mark = self._name_nodes(document, entity)
        form = self._find_form(document, entity) if self._finds_forms else ""
        return Mention(place, fragments, instance, kinds, minimum, zero=mark, form=form)

    def _find_form(self, document: _Document, entity: Entity) -> str:
        """Return the form of a mention by the part of speech of its head, or of its last word without one."""
        head = entity.find_node(entity.head[1]) if entity.head else None
        if head is not None:
            return form_of_tag(document.upos[head])
        nodes = sorted({node for first, last in entity.ranges for node in range(first, last + 1)})
        return form_of_words([document.upos[node] for node in nodes])

    def _name_nodes(self, document: _Document, entity: Entity) -> str:
        """Return the mark that names the nodes of a mention."""
        nodes = sorted({node for first, last in entity.ranges for node in range(first, last + 1)})
        head = entity.find_node(entity.head[0]) if entity.head else None
        if head is None:
            head = nodes[0]
        if len(nodes) > 1 and (entity.head is None or entity.head[0] != entity.head[1]):
            where = f"{document.name}/{entity.eid}, line {entity.line}"
            self._remarks.append(("head-not-stated", where))
        numbers = (document.nodes[node] for node in nodes)
        return write_nodes(numbers, document.nodes[head], document.deps.get(head, ""))

    def _build_zero(self, document: _Document, entity: Entity) -> Zero | None:
        """Return the zero of a mention of empty nodes, at its head or first node, with the marks of all."""
        where = f"{document.name}/{entity.eid}, line {entity.line}"
        head = entity.find_node(entity.head[0]) if entity.head else None
        zero = document.zeros.get(entity.ranges[0][0] if head is None else head)
        if zero is None:
            self._remarks.append(("empty-node", where))
            return None
        if zero.is_by_order and not self._mark_nodes:
            self._remarks.append(("zero-by-order", where))
        # A mention has a few nodes; the first marks tell a hostile one from others.
        nodes = chain.from_iterable(range(first, last + 1) for first, last in entity.ranges)
        marks = [document.zeros[node].mark for node in islice(nodes, _MOST_MARKS) if node in document.zeros]
        count = sum(last + 1 - first for first, last in entity.ranges)
        if count > _MOST_MARKS:
            marks.append(str(count))
        return zero._replace(mark="+".join(marks))

    def _find_minimum(self, document: _Document, entity: Entity) -> tuple[int, int] | None:
        """Return the offsets of the head or minimal span of an entity; None if it has none in the text."""
        if entity.words:
            return self._find_minimum_words(document, entity, *entity.words)
        if entity.head is None:
            return None
        nodes = [node for number in entity.head if (node := entity.find_node(number)) is not None]
        if len(nodes) < len(entity.head):
            self._flaws.leave_out(
                HEAD_LOST, entity.line, f"the mention of {excerpt(entity.eid)} has no node {entity.head[1]:,}"
            )
            return None
        words = [document.words_before[node] for node in nodes]
        if any(document.words_before[node + 1] == word for node, word in zip(nodes, words, strict=True)):
            return None  # an empty node
        return document.begins[words[0]], document.ends[words[1]]

    def _find_minimum_words(
        self, document: _Document, entity: Entity, first: int, last: int
    ) -> tuple[int, int] | None:
        """Return the offsets of words of the document, unless they are outside of the mention."""
        before = document.words_before
        if any(before[begin] <= first <= last < before[end + 1] for begin, end in entity.ranges):
            return document.begins[first], document.ends[last]
        self._flaws.leave_out(
            HEAD_LOST,
            entity.line,
            f"the mention of {excerpt(entity.eid)} has no words {first + 1:,},{last + 1:,}",
        )
        return None


def _join_overlaps(parts: Iterable[tuple[int, int]]) -> Fragments:
    """Join sorted parts that share characters: several nodes of one multiword token each cover all of it."""
    found: list[tuple[int, int]] = []
    for begin, end in parts:
        if found and begin < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return tuple(found)
