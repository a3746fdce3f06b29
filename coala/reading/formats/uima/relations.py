"""Relations with a Governor and a Dependent, as WebAnno and INCEpTION export them, become ``Annotations``.

Which of them mean identity is told as in WebAnno TSV (``webanno.relations``). All annotations of the types
that such relations tie are mentions; of tokens only those that are tied.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import stem
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import AnnotatedStatement, Annotations, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.uima.cas import BROKEN, ID, Cas, SofaTexts, iterate_cas
from coala.reading.formats.uima.types import listed, type_name
from coala.reading.formats.webanno.relations import TYPE_FEATURES, identical_kinds, is_identity, shown_kinds
from coala.reading.formats.xml_elements import Element

_STRUCTURE = frozenset((ID, "sofa", "begin", "end", "Governor", "Dependent"))
"""What a relation has whatever it says."""

_TOKEN = "Token"  # noqa: S105  the type of tokens, no secret


class Layer(NamedTuple):
    """A relation layer: its type, the feature that tells what a relation is, and what of it is identity."""

    name: str
    feature: str
    identical: set[str]


def layers_of_identity(cas: Cas, named: tuple[str, ...]) -> list[Layer]:
    """The layers that mean identity: those that were named, else those that are called so."""
    found = []
    for name, relations in cas.relations.items():
        feature = _telling_feature(relations, named)
        kinds = {relation.attributes.get(feature, "") for relation in relations}
        identical = identical_kinds(name, kinds, named)
        if identical is not None:
            found.append(Layer(name, feature, identical))
    return found


def _telling_feature(relations: list[Element], named: tuple[str, ...]) -> str:
    """The feature that has a named value or one that is called identity, else the one that most have."""
    counts: dict[str, int] = {}
    for relation in relations:
        for feature, value in relation.attributes.items():
            if feature in _STRUCTURE:
                continue
            if value in named or (not named and is_identity(value)):
                return feature
            counts[feature] = counts.get(feature, 0) + 1
    return max(counts, key=lambda feature: counts[feature], default="")


def describe_relations(cas: Cas) -> str:
    """The relation layers of a file with what they say, "" if there is none."""
    described = []
    for name, relations in cas.relations.items():
        feature = _telling_feature(relations, ())
        kinds = {relation.attributes.get(feature, "") for relation in relations}
        described.append(f"{name.rpartition('.')[2]} ({shown_kinds(kinds)})")
    return ", ".join(described)


def read_relations(
    path: str,
    data: bytes,
    cas: Cas,
    layers: list[Layer],
    flaws: Flaws,
    remarks: list[tuple[str, str]],
    options: FormatOptions,
) -> Annotations:
    """The annotations that relations of these layers tie, joined by those that mean identity."""
    texts = SofaTexts(path, cas, flaws, remarks)
    ends = {
        relation.attributes[end]
        for layer in layers
        for relation in cas.relations[layer.name]
        for end in ("Governor", "Dependent")
    }
    types = {element.name for element in _annotations(path, data) if element.attributes[ID] in ends}
    spans: dict[str, int] = {}
    mentions: list[tuple[int, Mention]] = []
    for element in _annotations(path, data):
        identifier = element.attributes[ID]
        if element.name not in types or identifier in spans:
            continue
        if identifier in ends or type_name(element.name).rpartition(".")[2] != _TOKEN:
            spans[identifier] = len(spans)
            place = texts.place_of(element)
            if place is not None and place.fragments:
                kind = _kind(element)
                mention = Mention(place.document, place.fragments, "", (kind,) if kind else ())
                mentions.append((spans[identifier], mention))
    sets, said = _tie(cas, layers, spans, flaws)
    identifiers = list(spans)
    keys = [instance_key(stem(path), identifiers[sets.find(place)]) for place in range(len(identifiers))]
    statements = {AnnotatedStatement(keys[one], kind, keys[other], True): None for one, kind, other in said}
    if not options.webanno_relations:
        remarks += [
            ("relation-layer-found", f"{path}, {layer.name} with {shown_kinds(layer.identical)}")
            for layer in layers
        ]
    flaws.weigh(len(spans) + sum(len(cas.relations[layer.name]) for layer in layers), "annotations")
    return Annotations(
        tuple(texts.documents),
        tuple(mention._replace(instance=keys[place]) for place, mention in mentions),
        tuple(statements),
        (*remarks, *flaws.remarks),
    )


def _tie(
    cas: Cas, layers: list[Layer], spans: dict[str, int], flaws: Flaws
) -> tuple[DisjointSets, list[tuple[int, str, int]]]:
    """What relations of identity join, and what the others say of what."""
    sets = DisjointSets()
    said: list[tuple[int, str, int]] = []
    for layer in layers:
        for relation in cas.relations[layer.name]:
            one, other = (spans.get(relation.attributes[end]) for end in ("Dependent", "Governor"))
            kind = relation.attributes.get(layer.feature, "")
            if one is None or other is None:
                flaws.leave_out(BROKEN, relation.line, "a relation leads to no annotation")
            elif kind in layer.identical:
                sets.join(one, other)
            else:
                said.append((one, kind or layer.name.rpartition(".")[2], other))
    return sets, said


def _annotations(path: str, data: bytes) -> Iterator[Element]:
    """Once more all annotations of a file: only now is it known which of them count."""
    for element in iterate_cas(path, data):
        if ID in element.attributes and "sofa" in element.attributes and "begin" in element.attributes:
            yield element


def _kind(element: Element) -> str:
    """What an annotation says of what type it is, "" if it says nothing."""
    features = {name.lower(): value for name, value in element.attributes.items()}
    return next((features[name] for name in TYPE_FEATURES if features.get(name)), "")


def explain_none(cas: Cas, path: str) -> str:
    """What a file has in which no chain was found."""
    relations = describe_relations(cas)
    there = f"{listed(cas.others)} in {path}" if cas.others else path
    return f"{there}, relations {relations}" if relations else there
