"""UIMA CAS XMI, or JSON CAS, becomes ``Annotations``: chains, mentions with entities, relations.

Each subject of analysis (Sofa) that has a text is a document. Offsets are UTF-16 units of that text, as
Java counts, and become code points. ``referenceType`` says what a mention is and becomes its type;
``referenceRelation`` says how it is tied to the chain and becomes a statement about the instance. What is
broken costs itself: an annotation, a link, a relation.

The file is read by expat from the standard library, not by dkpro-cassis: that needs a type system which
knows every type in the file, and otherwise refuses the file or drops, when lenient, all of those types.
"""

from __future__ import annotations

from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import AnnotatedStatement, Annotations, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import problem
from coala.reading.formats.uima.cas import (
    BROKEN,
    ID,
    XMI,
    Cas,
    SofaTexts,
    elements_that_count,
    take_likely_chains,
)
from coala.reading.formats.uima.entities import read_entities
from coala.reading.formats.uima.json_cas import is_json_cas
from coala.reading.formats.uima.relations import explain_none, layers_of_identity, read_relations
from coala.reading.formats.uima.types import Names, check_features, names_told
from coala.reading.formats.webanno.project import is_passed_over, pass_over
from coala.reading.formats.xml_elements import Element


def looks_like(name: str, start: bytes) -> bool:
    """Is it XML with the namespace of UIMA, or the JSON of a CAS?"""
    if is_json_cas(start):
        return True
    wide = start[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = start.decode("utf-16" if wide else "utf-8", "replace")
    if "22-rdf-syntax-ns#" in text or XMI not in text:
        return False
    return extension(name) == ".xmi" or "http:///uima/cas.ecore" in text


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one CAS; instances are named after the file and the xmi:id of their chain, entity or mention.

    A chain whose links lie in several Sofas is one instance all the same.

    Raises:
        ReadingError: it is no XMI or broken XML, or declares a DOCTYPE; no Sofa has a text; no chain leads
            to a link; too much of it is broken.
    """
    if is_passed_over(path, options):
        return pass_over(path)
    names = names_told(options)
    flaws = Flaws(path, lenient=options.lenient)
    cas = elements_that_count(path, data, names, options.uima_entity, flaws)
    remarks: list[tuple[str, str]] = []
    layers = layers_of_identity(cas, options.webanno_relations)
    if options.webanno_relations and layers:
        return read_relations(path, data, cas, layers, flaws, remarks, options)
    if options.webanno_relations:
        remarks.append(("webanno-relation-not-met", explain_none(cas, path)))
    if not (cas.chains or cas.links or names.types_are_told):
        link = take_likely_chains(cas)
        if link:
            remarks.append(("chain-layer-found", f"{path} with {excerpt(link)}"))
            names = names._replace(links=frozenset({link}))
    chained = bool(cas.chains or cas.links)
    if layers and (chained or cas.naming or options.uima_entity):
        shown = ", ".join(excerpt(layer.name) for layer in layers)
        remarks.append(("relations-beside-chains", f"{path} with {shown}"))
    if options.uima_entity or (cas.naming and not chained):
        return read_entities(path, cas, flaws, remarks, options)
    if len(layers) == 1 and not chained and not names.chains_are_told:
        return read_relations(path, data, cas, layers, flaws, remarks, options)
    return _read_chains(path, cas, names, flaws, remarks)


def _read_chains(
    path: str, cas: Cas, names: Names, flaws: Flaws, remarks: list[tuple[str, str]]
) -> Annotations:
    if not cas.chains and (not cas.links or names.chains_are_told):
        remarks.append(("no-chain-type", explain_none(cas, path)))
    check_features(path, cas.chains, list(cas.links.values()), names)
    texts = SofaTexts(path, cas, flaws, remarks)
    keys = _Chains(path, cas, names, flaws, remarks).key_of_each_link()
    mentions: list[Mention] = []
    statements: dict[AnnotatedStatement, None] = {}
    for identifier, link in cas.links.items():
        place = texts.place_of(link)
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
    """Walks along the links of each chain, over every link once."""

    def __init__(
        self, path: str, cas: Cas, names: Names, flaws: Flaws, remarks: list[tuple[str, str]]
    ) -> None:
        self._path = path
        self._cas = cas
        self._names = names
        self._flaws = flaws
        self._remarks = remarks
        self._owners: dict[str, str] = {}
        self._same: dict[str, str] = {}

    def key_of_each_link(self) -> dict[str, str]:
        """The xmi:id of the chain of each link; a link outside every chain begins one of its own.

        A chain that runs into an earlier one is the same chain, one that runs into itself ends there.

        Raises:
            ReadingError: there are chains, and no link that one could lead to.
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
                    f"{first}={excerpt(start)} leads to no {self._link}: mend it, or name the type of the "
                    "links.",
                )
            self._walk(key, chain, start)
        targets = {link.attributes.get(self._names.next) for link in links.values()}
        heads = [identifier for identifier in links if identifier not in targets]
        for identifier in (*heads, *links):  # the second time for rings without a head
            if identifier not in self._owners:
                link = links[identifier]
                self._remarks.append(
                    ("link-outside-chains", f"{self._path}:{link.line}, link {excerpt(identifier)}")
                )
                self._walk(identifier, link, identifier)
        return {link: self._same.get(owner, owner) for link, owner in self._owners.items()}

    @property
    def _link(self) -> str:
        return excerpt(min(self._names.links, key=len))

    def _walk(self, key: str, source: Element, start: str) -> None:
        owners, feature, target = self._owners, self._names.first, start
        while target not in owners:
            link = self._cas.links.get(target)
            if link is None:
                what = f"{feature}={excerpt(target)} leads to no {self._link}"
                self._flaws.leave_out(BROKEN, source.line, what)
                return
            owners[target] = key
            if self._names.next not in link.attributes:
                return
            source, feature, target = link, self._names.next, link.attributes[self._names.next]
        if owners[target] != key:
            self._same[key] = self._same.get(owners[target], owners[target])
            self._remarks.append(("chains-joined", f"{self._path}:{source.line}, chain {excerpt(key)}"))
        else:
            what = f"{feature}={excerpt(target)} leads back into its own chain"
            self._flaws.leave_out(BROKEN, source.line, what)
