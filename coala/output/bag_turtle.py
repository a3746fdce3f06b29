"""Export of a bag as two Turtle graphs, one for each side, which have the same divergences when compared.

The graphs are small examples, for instance for a bug report. They are written in NIF, an RDF vocabulary for
mentions in text. A review stores only the bag: values outside the bag, and values too long to be stored, are
known by a label. They are replaced by generated names, such as ``urn:coala:outside:Paris``. A name is the
same on both sides exactly if the graphs agreed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from coala.diff.bag_builder import LONGEST_VALUE
from coala.formats.annotations import Annotations, Document, Mention
from coala.model.bag import BASELINE, Bag, Instance, KnowledgeBaseEntry, Statement
from coala.model.kinds import Kind
from coala.model.knowledge_bases import load_knowledge_bases
from coala.model.values import XSD_STRING, Span, ValueKind, parse_value
from coala.present.prose import BagReport, write_head_comment
from coala.reading.rdf.nif import ENTRY, OWN, document_iri, make_quads, make_term, write_term
from coala.reading.rdf.terms import RDF_TYPE, Blank, Iri, Quad, Text, percent_encode

MOST_TEXT = 200_000
"""The most characters of all texts that a graph includes; with more, each mention states its own words."""

_PREFIXES = {
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "itsrdf": "http://www.w3.org/2005/11/its/rdf#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
_URN = re.compile(r"urn:[A-Za-z0-9][A-Za-z0-9-]*:(?:[\w.~!$'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+")
_COMMON_MENTION = Annotations(
    (Document("elsewhere", "Both have this."),), (Mention(0, ((0, 4),), "both"),), across=frozenset(("both",))
)
"""A mention for both graphs if one side of a bag is empty, or names nothing in a knowledge base.

Readers take a graph without mentions for a mistake, and a base counts only if both graphs name something in
it.
"""

_LABEL = Iri("http://www.w3.org/2000/01/rdf-schema#label")
_DESCRIPTION = Iri("http://www.w3.org/2000/01/rdf-schema#comment")

_LANGUAGE = re.compile("[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_NOTATION = frozenset('<"([')
"""The first characters of values; a value that begins with none of these is the name of an instance."""

_Node = Iri | Blank
_Values = dict[Statement, Iri | Blank | Text]
"""The value in Turtle of each statement of one instance."""


def bag_to_turtle(report: BagReport, side: int, texts: Mapping[str, str | None]) -> str:
    """Return one side of the bag as a Turtle graph; ``texts`` has the known texts of its documents."""
    quads = _make_quads(report.bag, side, texts)
    return "".join(
        [*write_head_comment(report), *write_prefixes(_PREFIXES), *write_subjects(quads, _PREFIXES)]
    )


def _make_quads(bag: Bag, side: int, texts: Mapping[str, str | None]) -> Iterator[Quad]:
    instances = _list_instances(bag, side)
    nodes = _make_nodes(instances)
    names: dict[str, _Node] = {f"{OWN}instance:{number}": node for number, node in enumerate(nodes)}
    names |= {document_iri(document): make_iri(document) for document in bag.documents}
    mentions = {document_iri(document): number for number, document in enumerate(bag.documents)}

    def rename(node: _Node) -> _Node:
        """Return a node under its own name; ``make_quads`` generates names for instances and documents."""
        document, mark, offsets = node.value.rpartition("#char=")
        if mark and document in mentions:
            return Iri(f"{OWN}mention:{mentions[document]}#char={offsets}")
        return names.get(node.value, node) if isinstance(node, Iri) else node

    for quad in make_quads(_make_annotations(bag, instances, texts)):
        value = quad.object if isinstance(quad.object, Text) else rename(quad.object)
        yield Quad(rename(quad.subject), quad.predicate, value)
    one_sided = _find_one_sided_bases(bag)
    if one_sided or not (bag.baseline and bag.changed):
        yield from make_quads(_COMMON_MENTION)
    for entry in one_sided:
        yield Quad(Iri(f"{OWN}instance:both"), ENTRY, make_iri(entry.name))
    yield from _write_entries(nodes, instances)
    values = _find_agreed_values(bag)[side]
    for number, (node, instance) in enumerate(zip(nodes, instances, strict=True)):
        for kind in instance.types:
            yield Quad(node, Iri(RDF_TYPE), make_iri(kind.name))
        for statement in instance.statements:
            value = values[number][statement]
            predicate = make_iri(statement.predicate.name)
            if not statement.inverse:
                yield Quad(node, predicate, value)
            elif not isinstance(value, Text):
                yield Quad(value, predicate, node)


def _find_one_sided_bases(bag: Bag) -> list[KnowledgeBaseEntry]:
    """Return an entry of each knowledge base in which one side names nothing."""
    first, second = (
        {entry.base: entry for instance in side for entry in instance.entries}
        for side in (bag.baseline, bag.changed)
    )
    both = {**first, **second}
    return [both[base] for base in sorted(first.keys() ^ second.keys())]


def _write_entries(nodes: Sequence[_Node], instances: Sequence[Instance]) -> Iterator[Quad]:
    """Yield the entries of instances that are not their nodes, and what the graph states about these."""
    entries = {}
    for node, instance in zip(nodes, instances, strict=True):
        for entry in instance.entries:
            name = make_iri(entry.name)
            if name != node:
                yield Quad(node, ENTRY, name)
                entries[name] = entry
    for name, entry in entries.items():
        if entry.words:
            yield Quad(name, _LABEL, Text(entry.words))
        if entry.description:
            yield Quad(name, _DESCRIPTION, Text(entry.description))


def _make_annotations(
    bag: Bag, instances: Sequence[Instance], texts: Mapping[str, str | None]
) -> Annotations:
    documents = {document: number for number, document in enumerate(bag.documents)}
    known = {document: text for document in documents if (text := texts.get(document)) is not None}
    if sum(map(len, known.values())) > MOST_TEXT:
        known = {}
    mentions = [
        Mention(
            document=documents[bag.spans[span].document],
            fragments=bag.spans[span].parts,
            instance=str(number),
            zero=_find_sign(bag.spans[span]),
            anchor=""
            if bag.spans[span].document in known or _find_sign(bag.spans[span])
            else bag.words[span] or "",
        )
        for number, instance in enumerate(instances)
        for span in instance.spans
    ]
    return Annotations(
        documents=tuple(Document(name, known.get(name, "")) for name in documents),
        mentions=tuple(mentions),
        across=frozenset(map(str, range(len(instances)))),
        textless=frozenset(number for name, number in documents.items() if name not in known),
    )


def _find_sign(span: Span) -> str:
    """Return the mark that distinguishes a mention without words in the text from others at its place."""
    return span.zero or span.unplaced


def _find_agreed_values(bag: Bag) -> tuple[list[_Values], list[_Values]]:
    """Return the value in Turtle of each statement, for the instances of both sides.

    Where partners agree on a statement but the review has its value under two names, both get one name. Where
    they differ but the review has one name, they get two.
    """
    # 1. The values as each side has them.
    found: tuple[list[_Values], list[_Values]] = ([], [])
    for side, values in enumerate(found):
        instances = _list_instances(bag, side)
        known = dict(zip((instance.name for instance in instances), _make_nodes(instances), strict=True))
        for instance in instances:
            values.append({statement: _make_value(statement, known) for statement in instance.statements})
    # 2. For each pair of partners, the statements that the other one lacks; all others must agree.
    changes: defaultdict[tuple[int | None, int | None], tuple[set[str], set[str]]] = defaultdict(
        lambda: (set(), set())
    )
    for row in bag.divergences:
        if row.kind is Kind.STATEMENT:
            for words, texts in zip(
                changes[row.baseline, row.changed], (row.dropped, row.added), strict=True
            ):
                words.update(texts)
    for pair in bag.partners:
        sides = [_list_instances(bag, side)[index] for side, index in enumerate(pair)]
        lost = [
            {statement for statement in instance.statements if not words.isdisjoint(statement.in_words)}
            for instance, words in zip(sides, changes[pair], strict=True)
        ]
        _unify_names([found[side][index] for side, index in enumerate(pair)], lost, sides, bag)
    return found


def _unify_names(
    values: Sequence[_Values],
    lost: Sequence[set[Statement]],
    sides: Sequence[Instance],
    bag: Bag,
) -> None:
    """Rename values of two partners, so that names are the same exactly where the graphs agree.

    ``values``, ``sides`` and ``lost`` have an item for each partner; ``lost`` has the statements that the
    other one lacks.
    """
    # The statements that both have, by relation; a value inside the bag has a node of its own already.
    inside = [{instance.name for instance in _list_instances(bag, side)} for side in (0, 1)]
    kept: list[defaultdict[tuple[str, bool], list[Statement]]] = [defaultdict(list), defaultdict(list)]
    for side, instance in enumerate(sides):
        for statement in instance.statements:
            if statement.value.name not in inside[side] and statement not in lost[side]:
                kept[side][statement.predicate.name, statement.inverse].append(statement)
    for relation, baseline_statements in kept[0].items():
        changed_statements = kept[1].get(relation, [])
        shared = Counter(values[0][statement] for statement in baseline_statements) & Counter(
            values[1][statement] for statement in changed_statements
        )
        # The partners agree on these too, but their values have different names in the review.
        unlike = [
            _drop_shared(shared, values[side], statements)
            for side, statements in enumerate((baseline_statements, changed_statements))
        ]
        for number, (one, other) in enumerate(zip(*unlike, strict=False)):
            name = Iri(f"{OWN}same:{percent_encode(one.value.label)}-{number + 1}")
            values[0][one] = values[1][other] = name
    # The partners differ in these, but their values may have the same name in the review.
    dropped = {(*_relation_key(statement), values[0][statement]) for statement in lost[0]}
    for statement in lost[1]:
        if (*_relation_key(statement), values[1][statement]) in dropped:
            values[1][statement] = Iri(f"{OWN}other:{percent_encode(statement.value.label)}")


def _relation_key(statement: Statement) -> tuple[str, bool]:
    return statement.predicate.name, statement.inverse


def _drop_shared(
    shared: Counter[_Node | Text], values: _Values, statements: Sequence[Statement]
) -> list[Statement]:
    """Return the statements whose values are not shared; each shared value covers one statement."""
    left = Counter(shared)
    unshared = []
    for statement in statements:
        value = values[statement]
        if left[value]:
            left[value] -= 1
        else:
            unshared.append(statement)
    return unshared


def _make_value(statement: Statement, instances: Mapping[str, _Node]) -> _Node | Text:
    """Return a value as the review has it, or a generated name if it cannot be written."""
    name, label = statement.value.name, statement.value.label
    if name in instances:
        return instances[name]
    if name[:1] not in _NOTATION:
        return Iri(f"{OWN}outside:{percent_encode(label)}")
    # The subject of a triple cannot be a literal.
    stored = _parse_stored(name)
    if isinstance(stored, Iri) or (stored is not None and not statement.inverse):
        return stored
    return Iri(f"{OWN}value:{percent_encode(name)}") if statement.inverse else Text(name)


def _parse_stored(written: str) -> Iri | Text | None:
    """Return a name or a literal that the review has stored in full, otherwise None."""
    if len(written) >= LONGEST_VALUE:
        return None
    try:
        value = parse_value(written)
    except ValueError:
        return None
    if value.kind is ValueKind.NAME:
        return make_iri(value.name)
    if value.kind is not ValueKind.LITERAL:
        return None
    if value.language:
        return Text(value.text, value.language) if _LANGUAGE.fullmatch(value.language) else None
    return Text(value.text, None, make_iri(value.datatype)) if value.datatype else Text(value.text)


def _make_nodes(instances: Sequence[Instance]) -> list[_Node]:
    """Return a node for each instance of a side: its name if that is a unique IRI, otherwise a blank node.

    The name of an instance in a knowledge base may redirect to another one; it is then none of its entries.
    """
    names = [None if instance.name.startswith("_:") else make_iri(instance.name) for instance in instances]
    used = Counter(names)
    used.update(
        make_iri(entry.name)
        for instance in instances
        for entry in instance.entries
        if entry.name != instance.name
    )
    return [
        Blank(f"i{number}")
        if name is None or used[name] > 1 or _is_redirected(name.value, instance)
        else name
        for number, (name, instance) in enumerate(zip(names, instances, strict=True))
    ]


def _is_redirected(name: str, instance: Instance) -> bool:
    """Return True if an instance has entries, but not the one that a name in a knowledge base is."""
    bases = load_knowledge_bases()
    found = bases.find(name) if instance.entries else None
    return found is not None and all(bases.find(entry.name) != found for entry in instance.entries)


def make_iri(name: str) -> Iri:
    """Return an IRI unchanged if it is valid, otherwise a generated one: readers may accept invalid IRIs."""
    return Iri(name) if _URN.fullmatch(name) else make_term(name)


def _list_instances(bag: Bag, side: int) -> Sequence[Instance]:
    return bag.baseline if side == BASELINE else bag.changed


def write_prefixes(prefixes: Mapping[str, str]) -> Iterator[str]:
    """Yield the prefixes at the head of a Turtle file."""
    for prefix, iri in prefixes.items():
        yield f"@prefix {prefix}: <{iri}> .\n"
    yield "\n"


def write_subjects(quads: Iterable[Quad], prefixes: Mapping[str, str]) -> Iterator[str]:
    """Yield the statements, one line for each run of quads with the same subject."""
    for subject, statements in groupby(quads, key=lambda quad: quad.subject):
        lines = " ;\n    ".join(
            f"{_shorten(quad.predicate, prefixes)} {_shorten(quad.object, prefixes)}" for quad in statements
        )
        yield f"{_shorten(subject, prefixes)} {lines} .\n"


def _shorten(node: _Node | Text, prefixes: Mapping[str, str]) -> str:
    if isinstance(node, Iri):
        if node.value == RDF_TYPE:
            return "a"
        for prefix, iri in prefixes.items():
            if node.value.startswith(iri) and node.value.removeprefix(iri).isalpha():
                return f"{prefix}:{node.value.removeprefix(iri)}"
    if isinstance(node, Text) and not node.language and node.datatype.value != XSD_STRING:
        return f"{write_term(Text(node.value))}^^{_shorten(node.datatype, prefixes)}"
    return write_term(node)
