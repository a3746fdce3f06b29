"""The elements of a CAS that count, its texts, and the spans of annotations in them.

Options and a type system say which UIMA types and features are chains, and what is said of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.formats.annotations import Document
from coala.formats.flaws import Flaws
from coala.formats.text_lines import parse_offset, problem
from coala.formats.uima.json_cas import is_json_cas, json_elements
from coala.formats.webanno.project import document_name
from coala.formats.xml_elements import Element, parse_elements
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.model.values import Fragments

_MOST_LISTED = 30
"""Names in a sentence; a CAS seldom has more types, or a type more features."""

_LIKELY = re.compile("(?i:coref|chain|link|mention|entit)")
"""What the types that somebody looks for are mostly called."""


class Names(NamedTuple):
    """The types that count, and the features that lead along a chain."""

    chains: frozenset[str]
    links: frozenset[str]
    first: str
    next: str
    chains_are_told: bool
    """Whether the type of the chains was given by hand."""
    types_are_told: bool
    """Whether any type or feature of them was."""


def names_told(options: FormatOptions) -> Names:
    """The names by the options, with the subtypes that the type system has.

    Raises:
        ReadingError: the type system is no such XML.
    """
    children: dict[str, list[str]] = {}
    if options.type_system is not None:
        children = _subtypes(options.type_system, options.type_system_name)
    chains, links = _with_subtypes(options.uima_chain, children), _with_subtypes(options.uima_link, children)
    named = options.uima_chain != FORMAT_DEFAULTS.uima_chain
    told = any(
        getattr(options, name) != getattr(FORMAT_DEFAULTS, name)
        for name in ("uima_chain", "uima_link", "uima_first", "uima_next")
    )
    return Names(chains, links, options.uima_first, options.uima_next, named, told)


@lru_cache(maxsize=1)  # all files of a folder have the same
def _subtypes(type_system: bytes, shown: str) -> dict[str, list[str]]:
    """The direct subtypes of each type of a type system description."""
    children: dict[str, list[str]] = {}
    name = ""
    for element in parse_elements(shown, type_system, ("typeSystemDescription",), texts=True):
        # Both are asked for their last part: older files have no namespace.
        local = element.name.rpartition(" ")[2]
        if local == "name" and element.parent == "typeDescription":
            name = element.text.strip()
        elif local == "supertypeName":
            children.setdefault(element.text.strip(), []).append(name)
    return children


def _with_subtypes(name: str, children: dict[str, list[str]]) -> frozenset[str]:
    found = {name}
    waiting = [parent for parent in children if is_one_of(parent, found)]
    waiting += [child for group in children.values() for child in group if is_one_of(child, found)]
    while waiting:
        parent = waiting.pop()
        if parent not in found:
            found.add(parent)
            waiting += children.get(parent, [])
    return frozenset(found)


def is_one_of(type_name: str, wanted: frozenset[str] | set[str]) -> bool:
    """Is the type, by its whole name or without its package, among the wanted ones?"""
    return type_name in wanted or type_name.rpartition(".")[2] in wanted


def type_name(expanded: str) -> str:
    """The name of a UIMA type from an XML name: "http:///a/b/c.ecore D" -> "a.b.c.D"."""
    namespace, _, local = expanded.rpartition(" ")
    package = re.sub(r"\Ahttp:///|\.ecore\Z", "", namespace).replace("/", ".")
    # Types without a package have this namespace.
    return local if package in ("", "uima.noNamespace") else f"{package}.{local}"


def listed(names: Iterable[str]) -> str:
    """Names of types or features for a sentence, those first that sound like coreference."""
    ordered = sorted(names, key=lambda name: (not _LIKELY.search(name), name))
    shown = [name if len(name) <= _MOST_LISTED else f"{name[: _MOST_LISTED - 1]}…" for name in ordered]
    more = ["…"] if len(shown) > _MOST_LISTED else []
    return ", ".join(shown[:_MOST_LISTED] + more) or "nothing"


def check_features(path: str, chains: list[Element], links: list[Element], names: Names) -> None:
    """Refuse names of features that were given by hand and that nothing has.

    Raises:
        ReadingError: no chain has ``first``, or links that are more than the chains have no ``next``.
    """
    if chains and names.first != FORMAT_DEFAULTS.uima_first:
        _check_feature(path, chains, names.first, "--uima-first")
    if len(links) > len(chains) and names.next != FORMAT_DEFAULTS.uima_next:
        _check_feature(path, links, names.next, "--uima-next")


def _check_feature(path: str, among: list[Element], feature: str, option: str) -> None:
    if any(feature in element.attributes for element in among):
        return
    met = {name for element in among for name in element.attributes if " " not in name}
    raise problem(
        path,
        among[0].line,
        f"no {excerpt(type_name(among[0].name).rpartition('.')[2])} has the feature {excerpt(feature)}, "
        f"only {listed(met)}: name the right one with {option}.",
    )


XMI = "http://www.omg.org/XMI"
ID = f"{XMI} id"
BROKEN = "mark-broken"
"""What a flaw of an annotation is called."""

_SOFA = "uima.cas.Sofa"
_METADATA = "DocumentMetaData"
_FIRST_VIEW = "_InitialView"
_ENTITY = "Entity"
"""The feature with which mentions of CorefAnnotator name their entity."""
_PARTS = ("DetachedMentionPart", "MentionSurface")
"""What CorefAnnotator calls the parts of its mentions, in its first and in its second type system."""
_LEADING = ("Discontinuous", "Surface")
"""The features that lead from a mention to them."""
_CHAIN, _LINK = "Chain", "Link"
"""How the two types of a chain layer end that was made in WebAnno; the rest of their names is the same."""
_IDENTIFIERS = re.compile(r"\d+(?: \d+)*\Z", re.ASCII)
_SYNTAX = "de.tudarmstadt.ukp.dkpro.core.api.syntax."
"""The package of dependencies, which look like the relations of an annotator; there is one a token."""


class Cas:
    """The elements that count, by their xmi:id."""

    def __init__(self) -> None:
        self.sofas: dict[str, Element] = {}
        self.titles: dict[str, str] = {}
        self.chains: list[Element] = []
        self.links: dict[str, Element] = {}
        self.naming: list[tuple[Element, str]] = []
        """Annotations with a feature that may name their entity, and that feature."""
        self.parts: dict[str, Element] = {}
        self.relations: dict[str, list[Element]] = {}
        """Those with a Governor and a Dependent, by the name of their type."""
        self.likely_chains: dict[str, list[Element]] = {}
        self.likely_links: dict[str, dict[str, Element]] = {}
        """By the name of their type: what else is called a chain or a link, as layers of WebAnno are."""
        self.lines: dict[str, int] = {}
        self.others: dict[str, None] = {}
        """The names of the types that do not count, without their package."""


def take_likely_chains(cas: Cas) -> str:
    """Take the one chain layer of another name for the chains; gives the name of its links, "" if none is.

    Of several none is taken.
    """
    pairs = [(kind, kind.removesuffix(_CHAIN) + _LINK) for kind in cas.likely_chains]
    pairs = [(chain, link) for chain, link in pairs if link in cas.likely_links]
    if len(pairs) != 1:
        return ""
    ((chain, link),) = pairs
    cas.chains, cas.links = cas.likely_chains[chain], cas.likely_links[link]
    return link


class _SofaText(NamedTuple):
    """The text of a Sofa: which document it is, and its offsets."""

    number: int
    name: str
    offsets: Ruler


class AnnotationPlace(NamedTuple):
    """Where a mention stands; without fragments it is empty."""

    document: int
    fragments: Fragments


def iterate_cas(path: str, data: bytes) -> Iterator[Element]:
    """All that a CAS holds, from XMI or from JSON.

    Raises:
        ReadingError: it is neither, broken or cut off, or declares a DOCTYPE.
    """
    return json_elements(path, data, ID) if is_json_cas(data) else parse_elements(path, data, (f"{XMI} XMI",))


def elements_that_count(path: str, data: bytes, names: Names, entity: str, flaws: Flaws) -> Cas:
    """The elements of a file; ``entity`` is the feature that names an entity, if one was given.

    Raises:
        ReadingError: it is no XMI or broken XML, or declares a DOCTYPE.
    """
    cas = Cas()
    lines = cas.lines
    roles: dict[str, _Role] = {}
    for element in iterate_cas(path, data):
        attributes = element.attributes
        identifier = attributes.get(ID)
        if identifier is None:
            continue
        if identifier in lines:
            what = f"the xmi:id {excerpt(identifier)} was used already in line {lines[identifier]}"
            flaws.leave_out(BROKEN, element.line, what)
            continue
        lines[identifier] = element.line
        role = roles.get(element.name)
        if role is None:
            role = roles[element.name] = _role(element.name, names)
            if role.is_other:
                cas.others[role.bare] = None
        if role.is_other:
            _add_other(cas, element, role, entity)
        elif role.kind == _SOFA:
            cas.sofas[identifier] = element
        elif role.is_chain:
            cas.chains.append(element)
        elif role.is_link:
            cas.links[identifier] = element
        elif role.bare == _METADATA:
            title = attributes.get("documentTitle") or attributes.get("documentUri", "")
            cas.titles[attributes.get("sofa", "")] = title
    return cas


class _Role(NamedTuple):
    """What a type is, asked once: its name, the same without its package, and what its elements are."""

    kind: str
    bare: str
    is_chain: bool
    is_link: bool
    is_other: bool


def _role(name: str, names: Names) -> _Role:
    kind = type_name(name)
    bare = kind.rpartition(".")[2]
    # The metadata come first, whatever the types of chains are called.
    known = kind == _SOFA or (bare == _METADATA and kind != bare)
    is_chain = not known and is_one_of(kind, names.chains)
    is_link = not known and not is_chain and is_one_of(kind, names.links)
    is_other = not (known or is_chain or is_link or kind.startswith("uima."))
    return _Role(kind, bare, is_chain, is_link, is_other)


def _add_other(cas: Cas, element: Element, role: _Role, entity: str) -> None:
    attributes = element.attributes
    kind, bare = role.kind, role.bare
    if bare in _PARTS:
        cas.parts[attributes[ID]] = element
    elif bare.endswith(_CHAIN) and "first" in attributes:
        cas.likely_chains.setdefault(kind, []).append(element)
    elif "Governor" in attributes and "Dependent" in attributes and not kind.startswith(_SYNTAX):
        cas.relations.setdefault(kind, []).append(element)
    elif bare.endswith(_LINK) and "begin" in attributes:
        cas.likely_links.setdefault(kind, {})[attributes[ID]] = element
    feature = entity or _ENTITY
    value = attributes.get(feature)
    if value is None or not (entity or _IDENTIFIERS.match(value)):
        return
    if "sofa" in attributes or any(name in attributes for name in _LEADING):
        cas.naming.append((element, feature))


class SofaTexts:
    """The texts of a file, and the places of annotations in them."""

    def __init__(self, path: str, cas: Cas, flaws: Flaws, remarks: list[tuple[str, str]]) -> None:
        self.documents: list[Document] = []
        self._path = path
        self._parts = cas.parts
        self._flaws = flaws
        self._remarks = remarks
        self._of_sofas: dict[str, _SofaText] = {}
        taken: set[str] = set()
        for identifier, sofa in cas.sofas.items():
            text = sofa.attributes.get("sofaString")
            if text is None:
                remarks.append(("document-without-text", f"{path}:{sofa.line}, Sofa {excerpt(identifier)}"))
                continue
            view = sofa.attributes.get("sofaID", _FIRST_VIEW)
            name = cas.titles.get(identifier) or document_name(path)
            name = name if view == _FIRST_VIEW else f"{name}/{view}"
            if name in taken:
                raise problem(
                    path,
                    sofa.line,
                    f"a second Sofa is called {excerpt(view)}: give each a sofaID of its own.",
                )
            taken.add(name)
            self._of_sofas[identifier] = _SofaText(len(self.documents), name, Ruler(text, "utf-16"))
            self.documents.append(Document(name, text))

    def place_of(self, element: Element) -> AnnotationPlace | None:
        """Where an annotation stands with its parts, None if it cannot be told, which is counted.

        Raises:
            ReadingError: no Sofa has a text.
        """
        leading = (element.attributes.get(name, "").split() for name in _LEADING)
        wanted = [identifier for identifiers in leading for identifier in identifiers]
        pieces = [element] if "begin" in element.attributes or not wanted else []
        for identifier in wanted:
            part = self._parts.get(identifier)
            if part is None:
                self._flaws.leave_out(BROKEN, element.line, f"the part {excerpt(identifier)} is nowhere")
            else:
                pieces.append(part)
        spans = [self._span(piece) for piece in pieces]
        documents = {span.document for span in spans if span is not None}
        if None in spans or len(documents) != 1:
            return None
        fragments = _joined(sorted(part for span in spans if span for part in span.fragments))
        if not fragments:
            shown = f"{self._path}:{element.line}, link {excerpt(element.attributes[ID])}"
            self._remarks.append(("offsets-empty", shown))
        return AnnotationPlace(documents.pop(), fragments)

    def _span(self, element: Element) -> AnnotationPlace | None:
        attributes = element.attributes
        sofa = attributes.get("sofa", "")
        if sofa not in self._of_sofas:
            what = f"the Sofa {excerpt(sofa)} is not there or has no text"
            if not self._of_sofas:
                raise problem(self._path, element.line, f"{what}: export the CAS with its text.")
            self._flaws.leave_out(BROKEN, element.line, what)
            return None
        text = self._of_sofas[sofa]
        written = attributes.get("begin", "0"), attributes.get("end", "0")
        units = [parse_offset(offset) for offset in written]
        begin, end = [None if unit is None else text.offsets.code_points(unit) for unit in units]
        if begin is None or end is None or begin > end:
            self._flaws.leave_out(
                BROKEN,
                element.line,
                f"begin={excerpt(written[0])} and end={excerpt(written[1])} do not fit the text of "
                f"{text.offsets.length:,} UTF-16 units",
            )
            return None
        return AnnotationPlace(text.number, ((begin, end),) if begin < end else ())


def _joined(parts: list[tuple[int, int]]) -> Fragments:
    """Sorted parts, of which those that touch or overlap are one."""
    joined: list[tuple[int, int]] = []
    for begin, end in parts:
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return tuple(joined)
