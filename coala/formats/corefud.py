"""CorefUD 1.x (CoNLL-U with ``Entity=`` in MISC) and what stanza writes become ``Annotations``.

``# global.Entity`` names the attributes of an opening bracket: ``eid`` (or GUM's ``GRP``) is the instance,
unique in its document, ``etype`` the type, ``head`` the word of the mention that becomes its minimum (or
GUM's ``minspan``); GUM's ``identity`` becomes a statement; all other attributes speak of the mention alone
and are left aside. ``e5[1/2]`` and ``e5[2/2]`` are one mention with a gap.

Where it names no instance (``etype-identity``, UD Coptic), each mention is one of its own.

``SplitAnte=e3<e11`` is the statement ``SplitAnte`` of e11 about e3; ``Bridge=e12<e124:part`` is the
statement ``Bridge-part`` of e124 about e12.

The IDENTITY column of Universal Anaphora (CoNLL-U Plus) is read as ``exploded.py`` says, links between words
(COREFHEAD) as ``head_links.py``.

What stanza writes in MISC (``coref_chains=start-repr-id3``) is read as well, and instead of ``Entity=`` where
both stand in a file: the one is a system's output, the other came with its input.

The text is that of the sentences (``conllu.py``), joined by a newline. A new paragraph makes no difference
to it: systems lose ``# newpar``, and the offsets of two files must stay comparable. Empty nodes are not
written: a mention of nothing else is a zero at the word that governs it (``zeros.py``), and one that has
words as well is the span of these. A document is named by ``# newdoc id``.

The empty nodes of a sentence become zeros: a word of the text where each stands, and a mark.

A zero stands at the word that governs it, by the first of its DEPS. Its mark is that dependency, and which
zero of this governor and dependency it is: ``nsubj#1``. Where the governor is an empty node itself, its own
dependency comes before: ``conj/nsubj#1``. One zero more or less so moves no other but those of the same
governor and dependency.

Where no governor is known, it stands at the word before it, by order: ``#1``; ``before#1`` at the first word
of a sentence that begins with it.

Links from word to word in columns COREFHEAD and COREFTYPE become mentions of one word, and instances.

``2:9 rel`` says that this word and the ninth of the second sentence of the document are one; only ``holo``,
part and whole, is a statement. So has KorKor it (CoNLL-U Plus). A word that no link begins at or leads to is
no mention.
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
from coala.formats.conllu import Node, Sentence, sentences
from coala.formats.corefud_entities import HEAD_LOST, Attributes, Entities, Entity, Markables, declared
from coala.formats.flaws import Flaws
from coala.formats.text_lines import BEGIN_LINE, CONLL_U_COMMENT, RunningText, problem
from coala.model.format_options import FormatOptions
from coala.model.node_marks import NodeNumber, PlacedNode, parse_dependencies, write_nodes
from coala.model.values import Fragments

_MOST_STEPS = 20
"""From an empty node to its governor, and on to that one's: longer ways are rings, or nonsense."""


class Zero(NamedTuple):
    """Where an empty node stands in the sentence's text, its mark, and whether that is ``by_order`` alone."""

    begin: int
    end: int
    mark: str
    by_order: bool


def place_zeros(nodes: Sequence[Node]) -> dict[int, Zero]:
    """The empty nodes by their place among the nodes; none where the sentence has no word."""
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
        governor, way = _governor(node.number, words, empty)
        at = governor or before or next(word for word in nodes if word.begin < word.end)
        kind = way if governor else "" if before else "before"
        count[at.begin, at.end, kind] += 1
        mark = f"{kind}#{count[at.begin, at.end, kind]}"
        zeros[place] = Zero(at.begin, at.end, mark, by_order=governor is None)
    return zeros


def _governor(
    number: NodeNumber, words: dict[NodeNumber, Node], empty: dict[NodeNumber, str]
) -> tuple[Node | None, str]:
    """The word that governs an empty node, and by what relations."""
    way: list[str] = []
    for _ in range(_MOST_STEPS):
        first = parse_dependencies(empty.get(number, ""))[:1]
        if not first:
            break
        number, relation = first[0]
        way.insert(0, relation)
        if number in words:
            return words[number], "/".join(way)
    return None, ""


_HEAD = re.compile(r"(\d{1,9}):(\d{1,9})\Z", re.ASCII)
_STATEMENTS = frozenset({"holo"})


class HeadLinks:
    """The words of one document, and the links between them, as far as it is read."""

    def __init__(self, flaws: Flaws) -> None:
        self._flaws = flaws
        self._sentence = 0
        self._nodes: dict[tuple[int, int], int] = {}
        self._names: dict[int, str] = {}
        self._lines: dict[int, int] = {}
        self._links: list[tuple[int, int, str]] = []  # line, node, both columns
        self._said: list[tuple[int, int, str, int]] = []
        self._sets = DisjointSets()

    def begin_sentence(self) -> None:
        """The next sentence begins."""
        self._sentence += 1

    def take(self, line: int, here: int, number: int, link: str) -> int:
        """Take the node ``here``, a word of this ``number`` in its sentence; gives how many links it has."""
        self._nodes.setdefault((self._sentence, number), here)
        self._names[here] = f"{self._sentence}:{number}"
        self._lines[here] = line
        if link == "_":
            return 0
        self._links.append((line, here, link))
        return 1

    def complete(self) -> list[Entity]:
        """The mentions, now that the document ends; a link to no word is left out."""
        tied: dict[int, None] = {}
        for line, here, link in self._links:
            head, _, kind = link.partition(" ")
            place = _HEAD.match(head)
            other = self._nodes.get((int(place[1]), int(place[2]))) if place else None
            if other is None:
                self._flaws.leave_out("misc-unusable", line, f"COREFHEAD {excerpt(head)} leads to no word")
                continue
            tied.update({here: None, other: None})
            if kind in _STATEMENTS:
                self._said.append((line, here, kind, other))
            else:
                self._sets.join(here, other)
        entities = []
        for node in tied:
            entity = Entity(self._lines[node], self._name(node), "", None)
            entity.ranges.append((node, node))
            entities.append(entity)
        return entities

    def links(self) -> list[tuple[int, str, str, str]]:
        """What is said of the instances: line, instance, predicate, other instance."""
        return [(line, self._name(one), kind, self._name(other)) for line, one, kind, other in self._said]

    def _name(self, node: int) -> str:
        return self._names[self._sets.find(node)]


_NOTHING = ("_", "-", "")
_MOST_MARKS = 8
_NEWDOC = re.compile(r"#[ \t]*newdoc\b(?:[ \t]*id[ \t]*=)?")
_OF_COREFUD = frozenset({"Entity", "SplitAnte", "Bridge"})
_OF_STANZA = frozenset({"coref_chains", "ner"})
# Until June 2026 stanza wrote its chains with the key of names, beside these.
_OLD_CHAINS = re.compile(rb"ner=(?:unit|start|middle|end)-(?:repr-)?id\d")
_CHAIN_COLUMN = re.compile(rb"(?m)^#[ \t]*global\.columns[ \t]*=.*\b(?:IDENTITY|COREFHEAD)\b")
_OF_NER = re.compile(r"(?:unit|start|middle|end)-(?:repr-)?id\d", re.ASCII)
_ATTRIBUTES = re.compile(r"#[ \t]*global\.Entity[ \t]*=[ \t]*(\S*)")


def looks_like(name: str, start: bytes) -> bool:
    """Is the extension that of CoNLL-U, or are the first comments those of CoNLL-U with documents?"""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()[:200].decode("utf-8", "replace")
    if BEGIN_LINE.match(text):  # CoNLL-2012, whatever it is called
        return False
    return extension(name) == ".conllu" or bool(CONLL_U_COMMENT.match(text))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more documents.

    Raises:
        ReadingError: it cannot be read at all, or too much of it must be left out.
    """
    flaws = Flaws(path, lenient=options.lenient)
    rows = 0
    keys = _keys(data, options.clusters)
    reader = _Reader(path, Flaws(path, lenient=options.lenient), keys, mark_nodes=options.nodes)
    for sentence in sentences(path, data, flaws):
        rows += len(sentence.nodes)
        reader.sentence(sentence)
    flaws.weigh(max(rows, len(flaws.remarks)), "lines")
    if not rows:
        raise problem(path, 1, "the file has no sentence: check that it was written to its end.")
    return reader.annotations(flaws.remarks)


def _keys(data: bytes, wanted: str) -> frozenset[str]:
    """The keys of MISC that are read, given the whole file: what is wanted, or stanza's where there are any.

    Where the chains have a column of their own, they are none.
    """
    if wanted == "Entity":
        return _OF_COREFUD
    if _CHAIN_COLUMN.search(data):
        return frozenset()
    of_stanza = b"coref_chains=" in data or (b"ner=" in data and _OLD_CHAINS.search(data))
    return _OF_STANZA if of_stanza else _OF_COREFUD


class _Document:
    """A document as it is being read."""

    def __init__(self, path: str, name: str, flaws: Flaws) -> None:
        self.name = name
        self.text = RunningText()
        # Of the words in the text: an empty node is none, so it can neither begin nor end a mention.
        self.begins, self.ends = array("q"), array("q")
        self.words_before = array("q", [0])  # of each node, and one more
        self.zeros: dict[int, Zero] = {}  # of each empty node that has a place, with offsets in the document
        self.sentences = 0
        self.nodes: list[PlacedNode] = []  # of each node, where they are asked for
        self.deps: dict[int, str] = {}  # and of each empty one
        self.entities = Entities(path, flaws)
        self.markables = Markables(flaws)
        self.heads = HeadLinks(flaws)
        self.links: list[tuple[int, str, str, str]] = []  # line, instance, predicate, other instance


class _Reader:
    """Takes the sentences in their order."""

    def __init__(self, path: str, flaws: Flaws, keys: frozenset[str], *, mark_nodes: bool) -> None:
        self._path = path
        self._flaws = flaws
        self._keys = keys
        self._has_columns = not keys
        self._mark_nodes = mark_nodes
        self._unread = False  # Was there an Entity= beside other chains?
        self._marks = 0  # brackets and links
        self._linked = 0  # links between words
        self._attributes: Attributes | None = None
        self._document: _Document | None = None
        self._names: set[str] = set()
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._statements: dict[AnnotatedStatement, None] = {}
        self._chain_names: list[ChainName] = []
        self._remarks: list[tuple[str, str]] = []

    def sentence(self, sentence: Sentence) -> None:
        """Take one sentence with its comments."""
        for comment in sentence.comments:
            if found := _ATTRIBUTES.match(comment):
                self._attributes = declared(self._path, sentence.line, found[1])
            elif found := _NEWDOC.match(comment):
                self._finish()
                self._begin(sentence.line, comment[found.end() :].strip())
        if self._document is None:
            self._begin(sentence.line, stem(self._path))
        document = self._document
        assert document is not None
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
        for node in sentence.nodes:
            if node.begin < node.end:
                document.begins.append(offset + node.begin)
                document.ends.append(offset + node.end)
            document.words_before.append(len(document.begins))
            if "=" in node.misc:
                self._misc(document, node)
            if self._has_columns:
                self._columns(document, node)

    def annotations(self, remarks: list[tuple[str, str]]) -> Annotations:
        """What was read, once there are no more sentences; ``remarks`` tell of the lines.

        Raises:
            ReadingError: too many brackets and links were left out.
        """
        self._finish()
        self._flaws.weigh(self._marks, "brackets and links")
        if self._attributes and not self._attributes.name_instances:
            self._remarks.append(("entities-without-identity", stem(self._path)))
        if self._unread:
            self._remarks.append(("entities-beside-chains", stem(self._path)))
        if self._linked:
            self._remarks.append(("words-linked", stem(self._path)))
        if self._attributes is None and not self._marks:
            self._remarks.append(("no-marks", stem(self._path)))
        return Annotations(
            tuple(self._documents),
            tuple(self._mentions),
            tuple(self._statements),
            (*remarks, *self._flaws.remarks, *self._remarks),
            names=tuple(self._chain_names),
        )

    def _begin(self, line: int, name: str) -> None:
        name = name or f"{stem(self._path)}/{len(self._documents) + 1}"
        if name in self._names:
            raise problem(
                self._path,
                line,
                f"the document {excerpt(name)} begins a second time: give each its own newdoc id.",
            )
        self._names.add(name)
        self._document = _Document(self._path, name, self._flaws)

    def _misc(self, document: _Document, node: Node) -> None:
        seen: set[str] = set()
        for item in node.misc.split("|"):
            key, _, value = item.partition("=")
            if key not in self._keys:
                self._unread = self._unread or key == "Entity"
                continue
            if key == "coref_chains" or (key == "ner" and _OF_NER.match(value)):
                here = len(document.words_before) - 2
                self._marks += document.entities.take_chains(node.line, here, value)
                continue
            if key == "ner":
                continue
            if key in seen:
                self._leave_out(node.line, f"{key}= stands twice in MISC, and the first counts")
                continue
            seen.add(key)
            if key == "Entity":
                here = len(document.words_before) - 2
                self._marks += document.entities.take(node.line, here, self._attributes, value)
            else:
                self._links(document, node.line, key, value)

    def _columns(self, document: _Document, node: Node) -> None:
        """Take the columns of Universal Anaphora, or of links between words."""
        if node.identity not in _NOTHING:
            here = len(document.words_before) - 2
            self._marks += document.markables.take(node.line, here, node.identity)
        if node.bridging not in _NOTHING:
            self._marks += document.markables.take_bridging(node.line, node.bridging)
        if not node.number[1]:
            here = len(document.words_before) - 2
            links = document.heads.take(node.line, here, node.number[0], node.link)
            self._marks += links
            self._linked += links
        if "(" in node.deixis:
            self._remarks.append(("deixis-unread", f"{self._path}:{node.line}, {excerpt(node.deixis)}"))

    def _leave_out(self, line: int, what: str) -> None:
        self._flaws.leave_out("misc-unusable", line, what)

    def _links(self, document: _Document, line: int, predicate: str, value: str) -> None:
        for link in value.split(","):
            self._marks += 1
            other, _, instance = link.partition("<")
            instance, _, relation = instance.partition(":")
            if not other or not instance:
                self._leave_out(line, f'{predicate}={excerpt(value)} is no list of links such as "e3<e11"')
                continue
            full = f"{predicate}-{unquote(relation)}" if relation else predicate
            document.links.append((line, instance, full, other))

    def _finish(self) -> None:
        """The document that is being read is complete."""
        document, self._document = self._document, None
        if document is None:
            return
        named = [*document.entities.complete(), *document.markables.complete()]
        entities = [*named, *document.heads.complete()]
        eids = {entity.eid for entity in entities}
        if self._attributes is None or self._attributes.name_instances:
            names = dict.fromkeys(entity.eid for entity in named)
            self._chain_names += [name_chain(document.name, eid, lettered=True) for eid in names]
        place = len(self._documents)
        self._documents.append(Document(document.name, document.text.text()))
        mentions = [mention for entity in entities if (mention := self._mention(document, place, entity))]
        self._mentions += sorted(mentions, key=lambda mention: mention.fragments)
        self._remarks += [
            ("markable-not-referring", f"{self._path}:{line}, {excerpt(eid)}")
            for line, eid in document.markables.not_referring
        ]
        document.links += document.markables.links() + document.heads.links()
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

    def _mention(self, document: _Document, place: int, entity: Entity) -> Mention | None:
        minimum = self._minimum(document, entity)
        ranges = sorted(
            (document.words_before[first], document.words_before[last + 1]) for first, last in entity.ranges
        )
        joined: list[tuple[int, int]] = []
        for first, after in ranges:
            if first == after:
                continue
            # Parts with nothing but an empty node between them have no gap in the text.
            if joined and first <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(after, joined[-1][1]))
            else:
                joined.append((first, after))
        zero = None if joined else self._zero(document, entity)
        if zero:
            fragments: Fragments = ((zero.begin, zero.end),)
        elif joined:
            fragments = _without_overlap(
                (document.begins[first], document.ends[after - 1]) for first, after in joined
            )
        else:
            return None
        kinds = (entity.kind,) if entity.kind else ()
        instance = intern(instance_key(document.name, entity.eid))
        mark = zero.mark if zero else ""
        if self._mark_nodes:
            mark = self._nodes(document, entity)
        return Mention(place, fragments, instance, kinds, minimum, zero=mark)

    def _nodes(self, document: _Document, entity: Entity) -> str:
        """The mark that names the nodes of a mention."""
        nodes = sorted({node for first, last in entity.ranges for node in range(first, last + 1)})
        head = entity.node(entity.head[0]) if entity.head else None
        if head is None:
            head = nodes[0]
        if len(nodes) > 1 and (entity.head is None or entity.head[0] != entity.head[1]):
            where = f"{document.name}/{entity.eid}, line {entity.line}"
            self._remarks.append(("head-not-stated", where))
        numbers = (document.nodes[node] for node in nodes)
        return write_nodes(numbers, document.nodes[head], document.deps.get(head, ""))

    def _zero(self, document: _Document, entity: Entity) -> Zero | None:
        """A mention of empty nodes alone: where its head stands, or its first node, with the marks of all."""
        where = f"{document.name}/{entity.eid}, line {entity.line}"
        head = entity.node(entity.head[0]) if entity.head else None
        zero = document.zeros.get(entity.ranges[0][0] if head is None else head)
        if zero is None:
            self._remarks.append(("empty-node", where))
            return None
        if zero.by_order and not self._mark_nodes:
            self._remarks.append(("zero-by-order", where))
        # A mention has a few nodes; of a hostile one so many tell it from others.
        nodes = chain.from_iterable(range(first, last + 1) for first, last in entity.ranges)
        marks = [document.zeros[node].mark for node in islice(nodes, _MOST_MARKS) if node in document.zeros]
        count = sum(last + 1 - first for first, last in entity.ranges)
        if count > _MOST_MARKS:
            marks.append(str(count))
        return zero._replace(mark="+".join(marks))

    def _minimum(self, document: _Document, entity: Entity) -> tuple[int, int] | None:
        if entity.words:
            return self._minimum_of_words(document, entity, *entity.words)
        if entity.head is None:
            return None
        nodes = [node for number in entity.head if (node := entity.node(number)) is not None]
        if len(nodes) < len(entity.head):
            self._flaws.leave_out(
                HEAD_LOST, entity.line, f"the mention of {excerpt(entity.eid)} has no node {entity.head[1]:,}"
            )
            return None
        words = [document.words_before[node] for node in nodes]
        if any(document.words_before[node + 1] == word for node, word in zip(nodes, words, strict=True)):
            return None  # an empty node
        return document.begins[words[0]], document.ends[words[1]]

    def _minimum_of_words(
        self, document: _Document, entity: Entity, first: int, last: int
    ) -> tuple[int, int] | None:
        before = document.words_before
        if any(before[begin] <= first <= last < before[end + 1] for begin, end in entity.ranges):
            return document.begins[first], document.ends[last]
        self._flaws.leave_out(
            HEAD_LOST,
            entity.line,
            f"the mention of {excerpt(entity.eid)} has no words {first + 1:,},{last + 1:,}",
        )
        return None


def _without_overlap(parts: Iterable[tuple[int, int]]) -> Fragments:
    """The sorted parts, those joined that share a word: of several nodes in one each has all of it."""
    found: list[tuple[int, int]] = []
    for begin, end in parts:
        if found and begin < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return tuple(found)
