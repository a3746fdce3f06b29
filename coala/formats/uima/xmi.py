"""Reader of a UIMA CAS, in XMI or JSON: chains, mentions with entities, relations.

``cas`` collects the elements of the file. A file has its coreference in one of three forms, tried in this
order unless options say otherwise:

- chains of links (``<Chain first="3"/>``, ``<Link next="4"/>``);
- mentions that name their entity (``<Mention Entity="7"/>``, from CorefAnnotator);
- relations with a Governor and a Dependent, as WebAnno and INCEpTION export them, selected as in WebAnno TSV
  (``webanno.relations``). All annotations of the types that they tie are mentions; of tokens only those that
  are tied.

Each subject of analysis (Sofa) with a text is a document. Offsets are UTF-16 units of that text, as in Java,
and are converted to code points. ``referenceType`` is the type of a mention; ``referenceRelation`` is a
statement about the instance. A broken annotation, link or relation costs only itself.

Expat from the standard library reads the file, not dkpro-cassis: that needs a type system that knows every
type in the file, and otherwise refuses the file or drops, when lenient, all of those types.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import AnnotatedStatement, Annotations, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import problem
from coala.formats.uima.cas import (
    BROKEN,
    ID,
    XMI,
    AnnotationPlace,
    Cas,
    Names,
    SofaTexts,
    check_features,
    choose_likely_chains,
    choose_names,
    iterate_cas,
    list_names,
    read_cas,
    read_type_name,
)
from coala.formats.uima.json_cas import is_json_cas
from coala.formats.webanno.project import is_skipped, make_empty_result
from coala.formats.webanno.relations import TYPE_FEATURES, find_identity_kinds, is_identity, list_kinds
from coala.formats.xml_elements import Element
from coala.model.format_options import FormatOptions

_STRUCTURE = frozenset((ID, "sofa", "begin", "end", "Governor", "Dependent"))
"""Features of a relation that are not its content."""

_TOKEN = "Token"  # noqa: S105  the type of tokens, no secret


class Layer(NamedTuple):
    """A relation layer: a type of relations, such as "webanno.custom.Coref"."""

    name: str
    feature: str  # the feature with the kind of a relation
    identical: set[str]  # the kinds that mean identity


def find_identity_layers(cas: Cas, named: tuple[str, ...]) -> list[Layer]:
    """Return the layers that mean identity: those that are named, else those whose names suggest it."""
    found = []
    for name, relations in cas.relations.items():
        feature = _find_kind_feature(relations, named)
        kinds = {relation.attributes.get(feature, "") for relation in relations}
        identical = find_identity_kinds(name, kinds, named)
        if identical is not None:
            found.append(Layer(name, feature, identical))
    return found


def _find_kind_feature(relations: list[Element], named: tuple[str, ...]) -> str:
    """Return the feature with a named value or one that suggests identity, else the most frequent feature."""
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
    """Return the relation layers of a file with their kinds, or ""."""
    described = []
    for name, relations in cas.relations.items():
        feature = _find_kind_feature(relations, ())
        kinds = {relation.attributes.get(feature, "") for relation in relations}
        described.append(f"{name.rpartition('.')[2]} ({list_kinds(kinds)})")
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
    """Return the annotations that these layers tie, joined by the relations that mean identity."""
    texts = SofaTexts(path, cas, flaws, remarks)
    # The types of annotations that relations tie.
    ends = {
        relation.attributes[end]
        for layer in layers
        for relation in cas.relations[layer.name]
        for end in ("Governor", "Dependent")
    }
    types = {element.name for element in _iterate_annotations(path, data) if element.attributes[ID] in ends}
    # All annotations of these types, numbered, and their mentions, still without instances.
    spans: dict[str, int] = {}
    mentions: list[tuple[int, Mention]] = []
    for element in _iterate_annotations(path, data):
        identifier = element.attributes[ID]
        if element.name not in types or identifier in spans:
            continue
        if identifier in ends or read_type_name(element.name).rpartition(".")[2] != _TOKEN:
            spans[identifier] = len(spans)
            place = texts.find_place(element)
            if place is not None and place.fragments:
                kind = _find_kind(element)
                mention = Mention(place.document, place.fragments, "", (kind,) if kind else ())
                mentions.append((spans[identifier], mention))
    # Join them, and name each instance after its first annotation.
    sets, other_relations = _join_related(cas, layers, spans, flaws)
    identifiers = list(spans)
    keys = [instance_key(stem(path), identifiers[sets.find(place)]) for place in range(len(identifiers))]
    statements = {
        AnnotatedStatement(keys[dependent], kind, keys[governor], True): None
        for dependent, kind, governor in other_relations
    }
    if not options.webanno_relations:
        remarks += [
            ("relation-layer-found", f"{path}, {layer.name} with {list_kinds(layer.identical)}")
            for layer in layers
        ]
    flaws.weigh(len(spans) + sum(len(cas.relations[layer.name]) for layer in layers), "annotations")
    return Annotations(
        tuple(texts.documents),
        tuple(mention._replace(instance=keys[place]) for place, mention in mentions),
        tuple(statements),
        (*remarks, *flaws.remarks),
    )


def _join_related(
    cas: Cas, layers: list[Layer], spans: dict[str, int], flaws: Flaws
) -> tuple[DisjointSets, list[tuple[int, str, int]]]:
    """Join what relations of identity tie; return the sets, and the other relations as statements."""
    sets = DisjointSets()
    other_relations: list[tuple[int, str, int]] = []
    for layer in layers:
        for relation in cas.relations[layer.name]:
            dependent, governor = (spans.get(relation.attributes[end]) for end in ("Dependent", "Governor"))
            kind = relation.attributes.get(layer.feature, "")
            if dependent is None or governor is None:
                flaws.leave_out(BROKEN, relation.line, "a relation does not lead to an annotation")
            elif kind in layer.identical:
                sets.join(dependent, governor)
            else:
                other_relations.append((dependent, kind or layer.name.rpartition(".")[2], governor))
    return sets, other_relations


def _iterate_annotations(path: str, data: bytes) -> Iterator[Element]:
    """Yield all annotations of a file again: only now are the types of mentions known."""
    for element in iterate_cas(path, data):
        if ID in element.attributes and "sofa" in element.attributes and "begin" in element.attributes:
            yield element


def _find_kind(element: Element) -> str:
    """Return the type that an annotation states, or ""."""
    features = {name.lower(): value for name, value in element.attributes.items()}
    return next((features[name] for name in TYPE_FEATURES if features.get(name)), "")


def describe_file(cas: Cas, path: str) -> str:
    """Return a description of a file without chains."""
    relations = describe_relations(cas)
    shown = f"{list_names(cas.others)} in {path}" if cas.others else path
    return f"{shown}, relations {relations}" if relations else shown


def read_entities(
    path: str, cas: Cas, flaws: Flaws, remarks: list[tuple[str, str]], options: FormatOptions
) -> Annotations:
    """Join all mentions that name one entity; a mention that names several belongs to each."""
    texts = SofaTexts(path, cas, flaws, remarks)
    mentions: list[Mention] = []
    for element, feature in cas.naming_mentions:
        place = texts.find_place(element)
        value = element.attributes[feature]
        entities = value.split()
        if options.uima_entity and not all(entity in cas.lines for entity in entities):
            entities = [value]  # a name, not the xmi:id of an element
        for entity in entities:
            if entity not in cas.lines and not options.uima_entity:
                flaws.leave_out(BROKEN, element.line, f"{excerpt(feature)}={excerpt(entity)} is nowhere")
            elif place is not None and place.fragments:
                mentions.append(Mention(place.document, place.fragments, instance_key(stem(path), entity)))
    found_names = {
        f"{read_type_name(element.name).rpartition('.')[2]}.{feature}"
        for element, feature in cas.naming_mentions
    }
    if not found_names:
        remarks.append(("uima-entity-not-met", f"{list_names(cas.others)} in {path}"))
    elif not options.uima_entity:
        remarks.append(("uima-entity-found", f"{list_names(found_names)} in {path}"))
    flaws.weigh(len(cas.naming_mentions), "mentions")
    return Annotations(tuple(texts.documents), tuple(mentions), (), (*remarks, *flaws.remarks))


def looks_like(name: str, start: bytes) -> bool:
    """Return True for XML with the namespace of UIMA, or a JSON CAS."""
    if is_json_cas(start):
        return True
    wide = start[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = start.decode("utf-16" if wide else "utf-8", "replace")
    if "22-rdf-syntax-ns#" in text or XMI not in text:
        return False
    return extension(name) == ".xmi" or "http:///uima/cas.ecore" in text


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one CAS; instances are named after the file and the xmi:id of their chain, entity or mention.

    A chain with links in several Sofas is one instance.

    Raises:
        ReadingError: the file is not XMI, is broken XML or has a DOCTYPE; no Sofa has a text; no chain leads
            to a link; too much of it is broken.
    """
    if is_skipped(path, options):
        return make_empty_result(path)
    flaws = Flaws(path, lenient=options.lenient)
    remarks: list[tuple[str, str]] = []
    form, cas, names, layers = _choose_form(path, data, flaws, remarks, options)
    match form:
        case _Form.RELATIONS:
            return read_relations(path, data, cas, layers, flaws, remarks, options)
        case _Form.ENTITIES:
            return read_entities(path, cas, flaws, remarks, options)
        case _Form.CHAINS:
            return _read_chains(path, cas, names, flaws, remarks)


class _Form(Enum):
    """The form in which a file has its coreference."""

    CHAINS = "chains"
    ENTITIES = "entities"
    RELATIONS = "relations"


class _ChosenForm(NamedTuple):
    """The form, and the elements, names and layers to read it with."""

    form: _Form
    cas: Cas
    names: Names
    layers: list[Layer]


def _choose_form(
    path: str, data: bytes, flaws: Flaws, remarks: list[tuple[str, str]], options: FormatOptions
) -> _ChosenForm:
    """Sort the elements of a file, and choose between relations, entities and chains; options come first."""
    names = choose_names(options)
    cas = read_cas(path, data, names, options.uima_entity, flaws)
    layers = find_identity_layers(cas, options.webanno_relations)
    if options.webanno_relations and layers:
        return _ChosenForm(_Form.RELATIONS, cas, names, layers)
    if options.webanno_relations:
        remarks.append(("webanno-relation-not-met", describe_file(cas, path)))
    if not (cas.chains or cas.links or names.is_any_given):
        link = choose_likely_chains(cas)
        if link:
            remarks.append(("chain-layer-found", f"{path} with {excerpt(link)}"))
            names = names._replace(links=frozenset({link}))
    has_chains = bool(cas.chains or cas.links)
    if layers and (has_chains or cas.naming_mentions or options.uima_entity):
        shown = ", ".join(excerpt(layer.name) for layer in layers)
        remarks.append(("relations-beside-chains", f"{path} with {shown}"))
    if options.uima_entity or (cas.naming_mentions and not has_chains):
        return _ChosenForm(_Form.ENTITIES, cas, names, layers)
    if len(layers) == 1 and not has_chains and not names.is_chain_given:
        return _ChosenForm(_Form.RELATIONS, cas, names, layers)
    return _ChosenForm(_Form.CHAINS, cas, names, layers)


class PlacedLink(NamedTuple):
    """A link, the xmi:id of its chain, and its document and fragments, or None without a place."""

    element: Element
    chain: str
    place: AnnotationPlace | None


class PlacedChains(NamedTuple):
    """The chains of a file for a writer: its elements by role, links by xmi:id, and texts."""

    cas: Cas
    names: Names
    links: dict[str, PlacedLink]
    texts: SofaTexts


def place_chains(path: str, data: bytes, options: FormatOptions) -> PlacedChains:
    """Return the chains and links of a file; raises what ``read`` raises.

    Raises:
        ReadingError: its coreference is not in chains of links.
    """
    flaws = Flaws(path, lenient=True)
    form, cas, names, _ = _choose_form(path, data, flaws, [], options)
    if form is not _Form.CHAINS:
        raise problem(path, None, "its coreference is not in chains of links.")
    texts = SofaTexts(path, cas, flaws, [])
    keys = _Chains(path, cas, names, flaws, []).find_keys()
    links = {
        identifier: PlacedLink(link, keys[identifier], texts.find_place(link))
        for identifier, link in cas.links.items()
    }
    return PlacedChains(cas, names, links, texts)


def _read_chains(
    path: str, cas: Cas, names: Names, flaws: Flaws, remarks: list[tuple[str, str]]
) -> Annotations:
    """Return the annotations of the chains and links of a file."""
    if not cas.chains and (not cas.links or names.is_chain_given):
        remarks.append(("no-chain-type", describe_file(cas, path)))
    check_features(path, cas.chains, list(cas.links.values()), names)
    texts = SofaTexts(path, cas, flaws, remarks)
    keys = _Chains(path, cas, names, flaws, remarks).find_keys()
    mentions: list[Mention] = []
    statements: dict[AnnotatedStatement, None] = {}
    for identifier, link in cas.links.items():
        place = texts.find_place(link)
        if place is None or not place.fragments:
            continue
        instance = instance_key(stem(path), keys[identifier])
        kind = link.attributes.get("referenceType", "")
        mentions.append(Mention(place.document, place.fragments, instance, (kind,) if kind else ()))
        relation = link.attributes.get("referenceRelation", "")
        if relation:
            statements[AnnotatedStatement(instance, "referenceRelation", relation, False)] = None
    flaws.weigh(len(cas.chains) + len(cas.links), "chains and links")
    return Annotations(tuple(texts.documents), tuple(mentions), tuple(statements), (*remarks, *flaws.remarks))


class _Chains:
    """Follows the links of each chain, visiting every link once."""

    def __init__(
        self, path: str, cas: Cas, names: Names, flaws: Flaws, remarks: list[tuple[str, str]]
    ) -> None:
        self._path = path
        self._cas = cas
        self._names = names
        self._flaws = flaws
        self._remarks = remarks
        self._chain_of_link: dict[str, str] = {}
        # Chains that run into an earlier one, with that chain.
        self._same_chain: dict[str, str] = {}

    def find_keys(self) -> dict[str, str]:
        """Return the xmi:id of the chain of each link; a link outside every chain begins one of its own.

        A chain that runs into an earlier one is the same chain; one that runs into itself ends there.

        Raises:
            ReadingError: there are chains but no links.
        """
        links, first = self._cas.links, self._names.first
        for chain in self._cas.chains:
            key = chain.attributes[ID]
            start = chain.attributes.get(first)
            if start is None:
                self._remarks.append(
                    ("instance-without-mention", f"{self._path}:{chain.line}, chain {excerpt(key)}")
                )
                continue
            if not links:
                raise problem(
                    self._path,
                    chain.line,
                    f"{first}={excerpt(start)} does not lead to a {self._link_name}: correct it, or name "
                    "the type of the links.",
                )
            self._follow(key, chain, start)
        targets = {link.attributes.get(self._names.next) for link in links.values()}
        heads = [identifier for identifier in links if identifier not in targets]
        for identifier in (*heads, *links):  # the second pass is for rings without a head
            if identifier not in self._chain_of_link:
                link = links[identifier]
                self._remarks.append(
                    ("link-outside-chains", f"{self._path}:{link.line}, link {excerpt(identifier)}")
                )
                self._follow(identifier, link, identifier)
        return {link: self._same_chain.get(owner, owner) for link, owner in self._chain_of_link.items()}

    @property
    def _link_name(self) -> str:
        return excerpt(min(self._names.links, key=len))

    def _follow(self, key: str, source: Element, start: str) -> None:
        """Give all links from ``start`` on to chain ``key``, up to one that was visited before."""
        chain_of_link, feature, target = self._chain_of_link, self._names.first, start
        while target not in chain_of_link:
            link = self._cas.links.get(target)
            if link is None:
                what = f"{feature}={excerpt(target)} does not lead to a {self._link_name}"
                self._flaws.leave_out(BROKEN, source.line, what)
                return
            chain_of_link[target] = key
            if self._names.next not in link.attributes:
                return
            source, feature, target = link, self._names.next, link.attributes[self._names.next]
        if chain_of_link[target] != key:
            self._same_chain[key] = self._same_chain.get(chain_of_link[target], chain_of_link[target])
            self._remarks.append(("chains-joined", f"{self._path}:{source.line}, chain {excerpt(key)}"))
        else:
            what = f"{feature}={excerpt(target)} leads back into its own chain"
            self._flaws.leave_out(BROKEN, source.line, what)
