"""Export of a review as RDF in Turtle: verdicts as Web Annotations, with their provenance.

Everything is written as triples (``Quad`` without a graph), which ``coala.reading.rdf.turtle`` writes. A
verdict is an ``oa:Annotation`` whose target is a bag or a change. A bag is the composite of its spans, and a
span is a part of a document's text (``oa:TextPositionSelector``). PROV states who judged, when, with which
program and from which files.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain

from coala.base.plain_text import storable
from coala.diff.row_keys import row_keys
from coala.model.bag import Verdict
from coala.model.values import Span
from coala.reading.rdf.nif import make_term
from coala.reading.rdf.terms import (
    RDF,
    RDF_TYPE,
    Blank,
    Iri,
    Quad,
    Text,
    make_document_iri,
    make_number,
    percent_encode,
)
from coala.reading.rdf.turtle import write_prefixes, write_subjects
from coala.results.verdicts.judged import ExportedBag, Judged, ReviewerAnswer
from coala.results.verdicts.tally import VERDICT_NAMES
from coala.results.words import format_place
from coala.verdicts.by_kind import judge_changes
from coala.verdicts.groups import NO_MENTION, PlacedPart
from coala.verdicts.reviewer_kinds import ReviewerKind
from coala.verdicts.state import State

_OWN = "urn:coala:"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_PREFIXES = {
    "oa": "http://www.w3.org/ns/oa#",
    "as": "https://www.w3.org/ns/activitystreams#",
    "prov": "http://www.w3.org/ns/prov#",
    "dcterms": "http://purl.org/dc/terms/",
    "rdf": RDF,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": _XSD,
    "coala": _OWN,
}
_AGENTS = {ReviewerKind.PERSON: "prov:Person", ReviewerKind.MODEL: "prov:SoftwareAgent"}
_TIME = re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?")
_DIGITS = 32
_URN = re.compile(r"urn:[A-Za-z0-9][A-Za-z0-9-]*:(?:[\w.~!$'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+")

_Node = Iri | Blank
_Value = Iri | Blank | Text


def write_annotations(judged: Judged) -> Iterator[str]:
    """Yield the Turtle, bag by bag, for bags with a verdict."""
    yield from write_prefixes(_PREFIXES)
    writer = _TripleWriter(judged)
    yield from write_subjects(writer.provenance(), _PREFIXES)
    for bag in judged.walk(judged.bags):
        if bag.is_judged:
            yield from write_subjects(writer.bag(bag), _PREFIXES)


def _make_term(name: str) -> Iri:
    """Return the full IRI of a prefixed name: "oa:hasBody"."""
    prefix, _, local = name.partition(":")
    return Iri(_PREFIXES[prefix] + local)


def _make_text(words: str) -> Text:
    return Text(storable(words))


def _make_time(text: str) -> Text:
    """Return a typed time, or plain text if it is not a time: a review file may contain anything."""
    return Text(text, None, Iri(f"{_XSD}dateTime")) if _TIME.fullmatch(text) else _make_text(text)


def _name_by_text(kind: str, name: str) -> Iri:
    """Return an IRI that shows the name of a thing: "urn:coala:reviewer:Ada"."""
    return Iri(f"{_OWN}{kind}:{percent_encode(storable(name))}")


def _name_by_hash(kind: str, *parts: object) -> Iri:
    """Return an IRI for a thing that only these parts together identify."""
    content = "\0".join(map(str, parts)).encode("utf-8", "backslashreplace")
    return Iri(f"{_OWN}{kind}:{sha256(content).hexdigest()[:_DIGITS]}")


def _name_document(name: str) -> Iri:
    iri = _make_iri(storable(name))
    return iri if iri.value == name else Iri(make_document_iri(storable(name)))


def _describe(subject: _Node, *pairs: tuple[str, _Value]) -> Iterator[Quad]:
    """Yield a triple for each (predicate, value); "a" is rdf:type."""
    for predicate, value in pairs:
        name = Iri(RDF_TYPE) if predicate == "a" else _make_term(predicate)
        yield Quad(subject, name, value)


class _TripleWriter:
    """Makes the triples of one review."""

    def __init__(self, judged: Judged) -> None:
        self._judged = judged
        provenance = judged.provenance
        hashes = [source.sha256 for _, side in provenance.inputs for source in side.sources]
        paths = [side.path for _, side in provenance.inputs]
        self._comparison = _name_by_hash("comparison", *hashes, *paths, provenance.settings)
        self._blanks = 0

    def provenance(self) -> Iterator[Quad]:
        """Yield the export, the comparison, its inputs and options, and the reviewers."""
        provenance = self._judged.provenance
        tool = _name_by_text("tool", f"COALA {provenance.tool}")
        export = _name_by_hash("export", provenance.review, provenance.time)
        yield from _describe(
            export,
            ("a", _make_term("prov:Activity")),
            ("rdfs:label", _make_text(f"Export of {provenance.review}")),
            ("prov:endedAtTime", _make_time(provenance.time)),
            ("prov:wasAssociatedWith", tool),
            ("prov:used", self._comparison),
        )
        for version in dict.fromkeys((provenance.tool, provenance.compared_by)):
            yield from _describe(
                _name_by_text("tool", f"COALA {version}"),
                ("a", _make_term("prov:SoftwareAgent")),
                ("rdfs:label", _make_text(f"COALA {version}")),
            )
        yield from self._describe_comparison()
        for judge in provenance.reviewers:
            yield from _describe(
                _name_by_text("reviewer", judge.name),
                ("a", _make_term(_AGENTS[judge.kind])),
                ("rdfs:label", _make_text(judge.name)),
            )

    def _describe_comparison(self) -> Iterator[Quad]:
        """Yield the comparison with its options, and its files with their hashes."""
        provenance = self._judged.provenance
        yield from _describe(
            self._comparison,
            ("a", _make_term("prov:Entity")),
            ("prov:wasAttributedTo", _name_by_text("tool", f"COALA {provenance.compared_by}")),
        )
        if provenance.made is not None:
            made = provenance.made
            yield from _describe(
                self._comparison,
                ("prov:generatedAtTime", _make_time(made.time)),
                ("coala:command", _make_text(shlex.join(made.command))),
                ("coala:loggedIn", _make_text(made.who)),
            )
        for name, value in provenance.settings:
            yield from _describe(self._comparison, ("coala:option", _make_text(f"{name} = {value}")))
        # One node for each file, or for a graph whose files are not known.
        files = [
            (role, side.path, source)
            for role, side in provenance.inputs
            for source in (side.sources or (None,))
        ]
        nodes = [
            _name_by_hash("input", role, path)
            if source is None
            else _name_by_text("file", f"sha256-{source.sha256}")
            for role, path, source in files
        ]
        for node in nodes:
            yield from _describe(self._comparison, ("prov:wasDerivedFrom", node))
        for node, (role, path, source) in zip(nodes, files, strict=True):
            yield from _describe(
                node,
                ("a", _make_term("prov:Entity")),
                ("coala:role", _make_text(role)),
                ("rdfs:label", _make_text(path if source is None else source.path)),
            )
            if source is not None:
                yield from _describe(
                    node,
                    ("coala:sha256", _make_text(source.sha256)),
                    ("dcterms:extent", make_number(source.size)),
                )

    def bag(self, judged: ExportedBag) -> Iterator[Quad]:
        """Yield one bag, its spans, and the verdicts on it."""
        bag = self._judged.read_bag(judged)
        target = _name_by_text("bag", bag.fingerprint)
        yield from _describe(
            target,
            ("a", _make_term("oa:Composite")),
            ("a", _make_term("coala:Bag")),
            ("rdfs:label", _make_text(judged.entry.title)),
            ("dcterms:identifier", _make_text(bag.fingerprint)),
            ("prov:wasDerivedFrom", self._comparison),
        )
        spans = [
            _name_by_hash("span", span.document, format_place(span), span.zero, span.unplaced)
            for span in bag.spans
        ]
        yield from self._list_items(target, spans)
        yield from chain.from_iterable(map(self._describe_span, spans, bag.spans, bag.words))
        keys = row_keys(bag)
        rows = dict(zip(keys, bag.divergences, strict=True))
        for answer in judged.answers:
            node = self._name_annotation(target, answer)
            yield from self._annotate(target, answer, answer.state.verdict)
            given = answer.state.rows
            if answer.state.groups is not None:
                placed = self._judged.review.place_parts(judged.entry.number, answer.state.groups)
                yield from self._describe_groups(node, placed, spans)
                # Who is who gives changes of mentions their verdicts.
                changes = [(row,) for row in bag.divergences]
                found = judge_changes(bag, changes, None, given, (answer.state.groups,))
                given = tuple((key, each) for key, each in zip(keys, found, strict=True) if each is not None)
            for key, verdict in given:
                row = Iri(f"{_OWN}change:{percent_encode(key)}")
                # Note and tags belong to the bag, so the annotation of a change has a verdict only.
                yield from self._annotate(row, answer._replace(state=State()), verdict)
                if key in rows:
                    yield from _describe(
                        row,
                        ("a", _make_term("coala:Change")),
                        ("dcterms:isPartOf", target),
                        ("coala:kind", _make_text(rows[key].kind.value)),
                        ("rdfs:label", _make_text(rows[key].sentence)),
                    )

    def _describe_groups(
        self, node: Iri, placed: Sequence[PlacedPart], spans: Sequence[Iri]
    ) -> Iterator[Quad]:
        """Yield who is who: the spans of each group, those that are no mention, and those not sure."""
        groups: dict[int, Blank] = {}
        for part in placed:
            is_mention = part.group != NO_MENTION
            if is_mention and part.is_sure and part.group not in groups:
                group = groups[part.group] = self._make_blank()
                yield from _describe(node, ("coala:group", group))
                yield from _describe(group, ("a", _make_term("coala:Group")))
            for span in part.spans:
                if not is_mention:
                    yield from _describe(node, ("coala:noMention", spans[span]))
                elif not part.is_sure:
                    yield from _describe(node, ("coala:notSure", spans[span]))
                else:
                    yield from _describe(groups[part.group], ("coala:mention", spans[span]))

    def _list_items(self, target: _Node, items: Sequence[Iri]) -> Iterator[Quad]:
        """Yield an RDF list item by item: nested brackets for a large bag would be too deep for parsers."""
        nodes: list[_Node] = [self._make_blank() for _ in items]
        yield Quad(target, _make_term("as:items"), nodes[0] if nodes else Iri(f"{RDF}nil"))
        for number, (node, item) in enumerate(zip(nodes, items, strict=True), 1):
            rest = nodes[number] if number < len(nodes) else Iri(f"{RDF}nil")
            yield from _describe(node, ("rdf:first", item), ("rdf:rest", rest))

    def _describe_span(self, node: Iri, span: Span, words: str | None) -> Iterator[Quad]:
        selector, quote = self._make_blank(), self._make_blank()
        yield from _describe(
            node,
            ("a", _make_term("oa:SpecificResource")),
            ("oa:hasSource", _name_document(span.document)),
            ("oa:hasSelector", selector),
        )
        if words:
            yield from _describe(node, ("oa:hasSelector", quote))
        if span.fragments:
            yield from _describe(node, ("coala:fragments", _make_text(format_place(span))))
        if span.sign:
            yield from _describe(node, ("coala:withoutWords", _make_text(span.sign)))
        yield from _describe(
            selector,
            ("a", _make_term("oa:TextPositionSelector")),
            ("oa:start", make_number(span.begin)),
            ("oa:end", make_number(span.end)),
        )
        if words:
            yield from _describe(
                quote, ("a", _make_term("oa:TextQuoteSelector")), ("oa:exact", _make_text(words))
            )

    def _name_annotation(self, target: Iri, answer: ReviewerAnswer) -> Iri:
        return _name_by_hash("verdict", target.value, answer.reviewer, answer.time)

    def _annotate(self, target: Iri, answer: ReviewerAnswer, verdict: Verdict | None) -> Iterator[Quad]:
        """Yield an annotation of a bag or a change, with a body for the verdict, the note and each tag."""
        state = answer.state
        node = self._name_annotation(target, answer)
        reviewer = _name_by_text("reviewer", answer.reviewer)
        bodies = [("oa:commenting", state.comment.note)] if state.comment.note else []
        bodies += [("oa:tagging", tag) for tag in state.comment.tags]
        if verdict is not None:
            bodies.insert(0, ("oa:assessing", VERDICT_NAMES[verdict]))
        blanks = [self._make_blank() for _ in bodies]
        yield from _describe(
            node,
            ("a", _make_term("oa:Annotation")),
            ("oa:motivatedBy", _make_term("oa:assessing")),
            ("oa:hasTarget", target),
            *(("oa:hasBody", blank) for blank in blanks),
            ("dcterms:creator", reviewer),
            ("prov:wasAttributedTo", reviewer),
        )
        if answer.time:
            yield from _describe(
                node,
                ("dcterms:created", _make_time(answer.time)),
                ("prov:generatedAtTime", _make_time(answer.time)),
            )
        if state.manner:
            yield from _describe(node, ("coala:manner", _make_text(state.manner.value)))
        if state.origin is not None:
            yield from _describe(node, ("dcterms:source", _make_text(" ".join(state.origin))))
        for blank, (purpose, words) in zip(blanks, bodies, strict=True):
            yield from _describe(
                blank,
                ("a", _make_term("oa:TextualBody")),
                ("oa:hasPurpose", _make_term(purpose)),
                ("rdf:value", _make_text(words)),
            )

    def _make_blank(self) -> Blank:
        self._blanks += 1
        return Blank(f"b{self._blanks}")


def _make_iri(name: str) -> Iri:
    """Return an IRI unchanged if it is valid, otherwise a generated one: readers may accept invalid IRIs."""
    return Iri(name) if _URN.fullmatch(name) else make_term(name)
