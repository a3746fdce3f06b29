"""UIMA CAS XMI with chains (first, next …), or mentions that name their entity, becomes ``Annotations``.

Each subject of analysis (Sofa) that has a text is a document. Offsets are UTF-16 units of that text, as
Java counts, and become code points. ``referenceType`` says what a mention is and becomes its type;
``referenceRelation`` says how it is tied to the chain and becomes a statement about the instance.

The file is read by expat from the standard library, not by dkpro-cassis: that needs a type system which
knows every type in the file, and refuses the file if it does not.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.files import extension, stem
from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import parse_offset, problem
from coala.reading.formats.uima.types import Names, check_features, is_one_of, listed, names_told, type_name
from coala.reading.formats.webanno.project import is_passed_over, pass_over
from coala.reading.formats.xml_elements import Element, elements

_XMI = "http://www.omg.org/XMI"
_ID = f"{_XMI} id"
_SOFA = "uima.cas.Sofa"
_FIRST_VIEW = "_InitialView"
_ENTITY = "Entity"
"""The feature with which mentions of CorefAnnotator name their entity."""
_IDENTIFIERS = re.compile(r"\d+(?: \d+)*\Z", re.ASCII)


class _Cas:
    """The elements that count, by their xmi:id."""

    def __init__(self) -> None:
        self.sofas: dict[str, Element] = {}
        self.titles: dict[str, str] = {}
        self.chains: list[Element] = []
        self.links: dict[str, Element] = {}
        self.naming: list[tuple[Element, str]] = []
        """Annotations with a feature that may name their entity, and that feature."""
        self.lines: dict[str, int] = {}
        self.others: dict[str, None] = {}
        """The names of the types that do not count, without their package."""


class _Text(NamedTuple):
    number: int
    name: str
    offsets: Ruler


def looks_like(name: str, start: bytes) -> bool:
    """Is it XMI with the namespace of UIMA?"""
    wide = start[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = start.decode("utf-16" if wide else "utf-8", "replace")
    if "22-rdf-syntax-ns#" in text or _XMI not in text:
        return False
    return extension(name) == ".xmi" or "http:///uima/cas.ecore" in text


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one CAS; instances are named after the file and the xmi:id of their chain.

    A chain whose links lie in several Sofas is one instance all the same.

    Raises:
        ReadingError: it is no XMI or broken XML, or declares a DOCTYPE; an xmi:id occurs twice; ``first``
            or ``next`` leads nowhere; offsets do not fit the text; too many entities are nowhere.
    """
    if is_passed_over(path, options):
        return pass_over(path)
    names = names_told(options)
    cas = _elements_that_count(path, data, names, options.uima_entity)
    remarks: list[tuple[str, str]] = []
    chains_missed = not cas.chains and names.chains_are_told
    if options.uima_entity or (cas.naming and not cas.chains and not cas.links):
        return _by_entity(path, cas, options)
    if not cas.chains and (not cas.links or chains_missed):
        remarks.append(("no-chain-type", f"{listed(cas.others)} in {path}" if cas.others else path))
    check_features(path, cas.chains, list(cas.links.values()), names)
    documents, texts = _documents(path, cas, remarks)
    keys = _chain_of_each_link(path, cas, names, remarks)
    mentions: list[Mention] = []
    statements: dict[AnnotatedStatement, None] = {}
    for identifier, link in cas.links.items():
        text = _text_of(path, link, texts)
        span = _span(path, link, text, remarks)
        if span is None:
            continue
        instance = instance_key(stem(path), keys[identifier])
        kind = link.attributes.get("referenceType", "")
        mentions.append(Mention(text.number, (span,), instance, (kind,) if kind else ()))
        relation = link.attributes.get("referenceRelation", "")
        if relation:
            statements[AnnotatedStatement(instance, "referenceRelation", relation, False)] = None
    return Annotations(tuple(documents), tuple(mentions), tuple(statements), tuple(remarks))


def _by_entity(path: str, cas: _Cas, options: FormatOptions) -> Annotations:
    """The mentions that name their entity; one that names several belongs to each."""
    remarks: list[tuple[str, str]] = []
    flaws = Flaws(path, lenient=options.lenient)
    documents, texts = _documents(path, cas, remarks)
    mentions: list[Mention] = []
    for element, feature in cas.naming:
        text = _text_of(path, element, texts)
        span = _span(path, element, text, remarks)
        value = element.attributes[feature]
        entities = value.split()
        if options.uima_entity and not all(entity in cas.lines for entity in entities):
            entities = [value]  # a name, not the xmi:id of an element
        for entity in entities:
            if entity not in cas.lines and not options.uima_entity:
                flaws.leave_out(
                    "line-left-out", element.line, f"{excerpt(feature)}={excerpt(entity)} is nowhere"
                )
            elif span is not None:
                mentions.append(Mention(text.number, (span,), instance_key(stem(path), entity)))
    met = {f"{type_name(element.name).rpartition('.')[2]}.{feature}" for element, feature in cas.naming}
    if not met:
        remarks.append(("uima-entity-not-met", f"{listed(cas.others)} in {path}"))
    elif not options.uima_entity:
        remarks.append(("uima-entity-found", f"{listed(met)} in {path}"))
    flaws.weigh(len(cas.naming), "mentions")
    return Annotations(tuple(documents), tuple(mentions), (), (*remarks, *flaws.remarks))


def _elements_that_count(path: str, data: bytes, names: Names, entity: str) -> _Cas:
    cas = _Cas()
    lines = cas.lines
    types: dict[str, str] = {}
    for element in elements(path, data, (f"{_XMI} XMI",)):
        identifier = element.attributes.get(_ID)
        if identifier is None:
            continue
        if identifier in lines:
            raise problem(
                path,
                element.line,
                f"the xmi:id {excerpt(identifier)} was used already in line {lines[identifier]}: "
                "give each element an xmi:id of its own.",
            )
        lines[identifier] = element.line
        if element.name not in types:
            types[element.name] = type_name(element.name)
        kind = types[element.name]
        if kind == _SOFA:
            cas.sofas[identifier] = element
        elif kind.endswith(".DocumentMetaData"):
            title = element.attributes.get("documentTitle") or element.attributes.get("documentUri", "")
            cas.titles[element.attributes.get("sofa", "")] = title
        elif is_one_of(kind, names.chains):
            cas.chains.append(element)
        elif is_one_of(kind, names.links):
            cas.links[identifier] = element
        elif not kind.startswith("uima."):
            cas.others[kind.rpartition(".")[2]] = None
            feature = entity or _ENTITY
            value = element.attributes.get(feature)
            if value is not None and "sofa" in element.attributes and (entity or _IDENTIFIERS.match(value)):
                cas.naming.append((element, feature))
    return cas


def _documents(
    path: str, cas: _Cas, remarks: list[tuple[str, str]]
) -> tuple[list[Document], dict[str, _Text]]:
    documents: list[Document] = []
    texts: dict[str, _Text] = {}
    taken: set[str] = set()
    for identifier, sofa in cas.sofas.items():
        text = sofa.attributes.get("sofaString")
        if text is None:
            remarks.append(("document-without-text", f"{path}:{sofa.line}, Sofa {excerpt(identifier)}"))
            continue
        view = sofa.attributes.get("sofaID", _FIRST_VIEW)
        name = cas.titles.get(identifier) or stem(path)
        name = name if view == _FIRST_VIEW else f"{name}/{view}"
        if name in taken:
            raise problem(
                path, sofa.line, f"a second Sofa is called {excerpt(view)}: give each a sofaID of its own."
            )
        taken.add(name)
        texts[identifier] = _Text(len(documents), name, Ruler(text, "utf-16"))
        documents.append(Document(name, text))
    return documents, texts


def _chain_of_each_link(path: str, cas: _Cas, names: Names, remarks: list[tuple[str, str]]) -> dict[str, str]:
    """The xmi:id of the chain of each link; a link outside every chain begins one of its own.

    Every link is walked over once: a chain that runs into an earlier one is the same chain, one that
    runs into itself ends there.
    """
    owners: dict[str, str] = {}
    same: dict[str, str] = {}
    for chain in cas.chains:
        key = chain.attributes[_ID]
        start = chain.attributes.get(names.first)
        if start is None:
            remarks.append(("instance-without-mention", f"{path}:{chain.line}, chain {excerpt(key)}"))
            continue
        _walk(path, cas, names, key, chain, start, owners, same, remarks)
    targets = {link.attributes.get(names.next) for link in cas.links.values()}
    heads = [identifier for identifier in cas.links if identifier not in targets]
    for identifier in (*heads, *cas.links):  # the second time for rings without a head
        if identifier not in owners:
            link = cas.links[identifier]
            remarks.append(("link-outside-chains", f"{path}:{link.line}, link {excerpt(identifier)}"))
            _walk(path, cas, names, identifier, link, identifier, owners, same, remarks)
    return {link: same.get(owner, owner) for link, owner in owners.items()}


def _walk(
    path: str,
    cas: _Cas,
    names: Names,
    key: str,
    source: Element,
    start: str,
    owners: dict[str, str],
    same: dict[str, str],
    remarks: list[tuple[str, str]],
) -> None:
    feature, target = names.first, start
    while target not in owners:
        link = cas.links.get(target)
        if link is None:
            raise problem(
                path,
                source.line,
                f"{feature}={excerpt(target)} leads to no {excerpt(min(names.links, key=len))}: "
                "mend it, or name the type of the links.",
            )
        owners[target] = key
        if names.next not in link.attributes:
            return
        source, feature, target = link, names.next, link.attributes[names.next]
    if owners[target] != key:
        same[key] = same.get(owners[target], owners[target])
        remarks.append(("chains-joined", f"{path}:{source.line}, chain {excerpt(key)}"))


def _text_of(path: str, link: Element, texts: dict[str, _Text]) -> _Text:
    sofa = link.attributes.get("sofa", "")
    if sofa not in texts:
        raise problem(
            path,
            link.line,
            f"the link belongs to the Sofa {excerpt(sofa)}, which is not there or has no text: "
            "export the CAS with its text.",
        )
    return texts[sofa]


def _span(path: str, link: Element, text: _Text, remarks: list[tuple[str, str]]) -> tuple[int, int] | None:
    written = link.attributes.get("begin", "0"), link.attributes.get("end", "0")
    units = [parse_offset(offset) for offset in written]
    begin, end = [None if unit is None else text.offsets.code_points(unit) for unit in units]
    if begin is None or end is None or begin > end:
        raise _misfit(path, link, written, text)
    if begin == end:
        remarks.append(("offsets-empty", f"{path}:{link.line}, link {excerpt(link.attributes[_ID])}"))
        return None
    return begin, end


def _misfit(path: str, link: Element, written: tuple[str, str], text: _Text) -> ReadingError:
    return problem(
        path,
        link.line,
        f"begin={excerpt(written[0])} and end={excerpt(written[1])} do not fit the text of "
        f"{text.offsets.length:,} UTF-16 units: export the CAS anew, with its own text.",
    )
