"""The elements of a UIMA CAS that may hold chains, its texts, and the offsets of annotations in them.

A CAS is a set of typed elements with features. In XMI, a chain is a list of links::

    <cas:Sofa xmi:id="1" sofaID="_InitialView" sofaString="Ann left. She ran."/>     the text
    <type:CoreferenceChain xmi:id="2" first="3"/>
    <type:CoreferenceLink xmi:id="3" sofa="1" begin="0" end="3" next="4"/>
    <type:CoreferenceLink xmi:id="4" sofa="1" begin="10" end="13"/>

``read_cas`` sorts the elements by the role of their type. Options, and a type system with its subtypes,
select the types and features of chains and links; the names above are the usual ones (DKPro Core).
``SofaTexts`` turns begin and end, which count UTF-16 units, into fragments in code points. ``xmi`` joins the
mentions to chains.
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
from coala.formats.uima.json_cas import is_json_cas, parse_json_elements
from coala.formats.webanno.project import find_document_name
from coala.formats.xml_elements import Element, parse_elements
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.model.values import Fragments

_MOST_LISTED = 30
"""Names in a sentence; a CAS seldom has more types, or a type more features."""

_TYPICAL_NAME = re.compile("(?i:coref|chain|link|mention|entit)")
"""Typical names of the types that users look for."""


class Names(NamedTuple):
    """The types of chains and links, and the features that lead along a chain."""

    chains: frozenset[str]
    links: frozenset[str]
    first: str  # the feature that leads from a chain to its first link
    next: str  # the feature that leads from a link to the next one
    is_chain_given: bool  # an option gives the type of the chains
    is_any_given: bool  # an option gives any type or feature of chains


def choose_names(options: FormatOptions) -> Names:
    """Return the names in the options, with their subtypes in the type system.

    Raises:
        ReadingError: the type system is not a type system description.
    """
    children: dict[str, list[str]] = {}
    if options.type_system is not None:
        children = _read_subtypes(options.type_system, options.type_system_name)
    chains, links = _with_subtypes(options.uima_chain, children), _with_subtypes(options.uima_link, children)
    named = options.uima_chain != FORMAT_DEFAULTS.uima_chain
    is_given = any(
        getattr(options, name) != getattr(FORMAT_DEFAULTS, name)
        for name in ("uima_chain", "uima_link", "uima_first", "uima_next")
    )
    return Names(chains, links, options.uima_first, options.uima_next, named, is_given)


@lru_cache(maxsize=1)  # all files of a folder share one
def _read_subtypes(type_system: bytes, shown: str) -> dict[str, list[str]]:
    """Return the direct subtypes of each type of a type system description."""
    children: dict[str, list[str]] = {}
    name = ""
    for element in parse_elements(shown, type_system, ("typeSystemDescription",), texts=True):
        # Compare local names: older files have no namespace.
        local = element.name.rpartition(" ")[2]
        if local == "name" and element.parent == "typeDescription":
            name = element.text.strip()
        elif local == "supertypeName":
            children.setdefault(element.text.strip(), []).append(name)
    return children


def _with_subtypes(name: str, children: dict[str, list[str]]) -> frozenset[str]:
    """Return a type and all its direct and indirect subtypes; the name may lack its package."""
    wanted = {name}
    waiting = [name, *(parent for parent in children if is_one_of(parent, wanted))]
    waiting += [child for group in children.values() for child in group if is_one_of(child, wanted)]
    found: set[str] = set()
    while waiting:
        parent = waiting.pop()
        if parent not in found:
            found.add(parent)
            waiting += children.get(parent, [])
    return frozenset(found)


def is_one_of(kind: str, wanted: frozenset[str] | set[str]) -> bool:
    """Return True if the type, by its full name or without its package, is wanted."""
    return kind in wanted or kind.rpartition(".")[2] in wanted


def read_type_name(expanded: str) -> str:
    """Return the name of a UIMA type from an XML name: "http:///a/b/c.ecore D" -> "a.b.c.D"."""
    namespace, _, local = expanded.rpartition(" ")
    package = re.sub(r"\Ahttp:///|\.ecore\Z", "", namespace).replace("/", ".")
    # Types without a package have this namespace.
    return local if package in ("", "uima.noNamespace") else f"{package}.{local}"


def list_names(names: Iterable[str]) -> str:
    """Return names of types or features for a sentence; those that sound like coreference come first."""
    ordered = sorted(names, key=lambda name: (not _TYPICAL_NAME.search(name), name))
    shown = [name if len(name) <= _MOST_LISTED else f"{name[: _MOST_LISTED - 1]}…" for name in ordered]
    more = ["…"] if len(shown) > _MOST_LISTED else []
    return ", ".join(shown[:_MOST_LISTED] + more) or "nothing"


def check_features(path: str, chains: list[Element], links: list[Element], names: Names) -> None:
    """Refuse feature names from options that no element has.

    Raises:
        ReadingError: no chain has ``first``, or there are more links than chains and none has ``next``.
    """
    if chains and names.first != FORMAT_DEFAULTS.uima_first:
        _check_feature(path, chains, names.first, "--format-option uima-first")
    if len(links) > len(chains) and names.next != FORMAT_DEFAULTS.uima_next:
        _check_feature(path, links, names.next, "--format-option uima-next")


def _check_feature(path: str, among: list[Element], feature: str, option: str) -> None:
    if any(feature in element.attributes for element in among):
        return
    found_features = {name for element in among for name in element.attributes if " " not in name}
    raise problem(
        path,
        among[0].line,
        f"no {excerpt(read_type_name(among[0].name).rpartition('.')[2])} has the feature {excerpt(feature)}, "
        f"only {list_names(found_features)}: name the right one with {option}.",
    )


XMI = "http://www.omg.org/XMI"
ID = f"{XMI} id"
BROKEN = "mark-broken"
"""The code of a flawed annotation."""

_SOFA = "uima.cas.Sofa"
_METADATA = "DocumentMetaData"
_FIRST_VIEW = "_InitialView"
_ENTITY_FEATURE = "Entity"
"""The feature with which mentions of CorefAnnotator name their entity."""
_PART_TYPES = ("DetachedMentionPart", "MentionSurface")
"""CorefAnnotator's types for the parts of its mentions, in its first and in its second type system."""
_PART_FEATURES = ("Discontinuous", "Surface")
"""The features that lead from a mention to its parts."""
_CHAIN_ENDING, _LINK_ENDING = "Chain", "Link"
"""The endings of the two types of a chain layer made in WebAnno; the rest of their names is the same."""
_IDENTIFIERS = re.compile(r"\d+(?: \d+)*\Z", re.ASCII)
_SYNTAX = "de.tudarmstadt.ukp.dkpro.core.api.syntax."
"""The package of dependencies, which look like the relations of an annotator; each token has one."""


class Cas:
    """The elements of a file that may hold chains; those in dictionaries are found by their xmi:id."""

    def __init__(self) -> None:
        self.sofas: dict[str, Element] = {}
        self.titles: dict[str, str] = {}  # of documents, by the xmi:id of their Sofa
        self.chains: list[Element] = []
        self.links: dict[str, Element] = {}
        # Annotations with a feature that may name their entity, and that feature.
        self.naming_mentions: list[tuple[Element, str]] = []
        # Parts of mentions with a gap.
        self.parts: dict[str, Element] = {}
        # Elements with a Governor and a Dependent, by the name of their type.
        self.relations: dict[str, list[Element]] = {}
        # Other types called chain or link, as in layers of WebAnno, by the name of their type.
        self.likely_chains: dict[str, list[Element]] = {}
        self.likely_links: dict[str, dict[str, Element]] = {}
        # The line of every element, to find repeated identifiers.
        self.lines: dict[str, int] = {}
        # The names of all other types, without their package (an ordered set).
        self.others: dict[str, None] = {}


def choose_likely_chains(cas: Cas) -> str:
    """Use the only chain layer with another name as the chains; return the name of its links, or "".

    With several such layers none is used.
    """
    pairs = [(kind, kind.removesuffix(_CHAIN_ENDING) + _LINK_ENDING) for kind in cas.likely_chains]
    pairs = [(chain, link) for chain, link in pairs if link in cas.likely_links]
    if len(pairs) != 1:
        return ""
    ((chain, link),) = pairs
    cas.chains, cas.links = cas.likely_chains[chain], cas.likely_links[link]
    return link


class _SofaText(NamedTuple):
    """The text of a Sofa: the number and name of its document, and its offsets."""

    number: int
    name: str
    offsets: Ruler


class AnnotationPlace(NamedTuple):
    """The document and the fragments of a mention; an empty mention has no fragments."""

    document: int
    fragments: Fragments


def iterate_cas(path: str, data: bytes) -> Iterator[Element]:
    """Yield all elements of a CAS, from XMI or from JSON.

    Raises:
        ReadingError: the file is neither, is broken or cut off, or has a DOCTYPE.
    """
    return (
        parse_json_elements(path, data, ID)
        if is_json_cas(data)
        else parse_elements(path, data, (f"{XMI} XMI",))
    )


def read_cas(path: str, data: bytes, names: Names, entity: str, flaws: Flaws) -> Cas:
    """Return the elements of a file that matter; ``entity`` is the feature that names an entity, or "".

    Raises:
        ReadingError: the file is not XMI, is broken XML, or has a DOCTYPE.
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
            what = f"the xmi:id {excerpt(identifier)} is already used in line {lines[identifier]}"
            flaws.leave_out(BROKEN, element.line, what)
            continue
        lines[identifier] = element.line
        role = roles.get(element.name)
        if role is None:
            role = roles[element.name] = _find_role(element.name, names)
            if role.is_other:
                cas.others[role.short_name] = None
        if role.is_other:
            _add_other(cas, element, role, entity)
        elif role.kind == _SOFA:
            cas.sofas[identifier] = element
        elif role.is_chain:
            cas.chains.append(element)
        elif role.is_link:
            cas.links[identifier] = element
        elif role.short_name == _METADATA:
            title = attributes.get("documentTitle") or attributes.get("documentUri", "")
            cas.titles[attributes.get("sofa", "")] = title
    return cas


class _Role(NamedTuple):
    """The role of a type, found once for all of its elements."""

    kind: str  # its name with its package
    short_name: str  # its name without it
    is_chain: bool
    is_link: bool
    is_other: bool


def _find_role(name: str, names: Names) -> _Role:
    """Return the role of the type with an expanded XML name."""
    kind = read_type_name(name)
    short_name = kind.rpartition(".")[2]
    # Check metadata first, whatever the types of chains are called.
    known = kind == _SOFA or (short_name == _METADATA and kind != short_name)
    is_chain = not known and is_one_of(kind, names.chains)
    is_link = not known and not is_chain and is_one_of(kind, names.links)
    is_other = not (known or is_chain or is_link or kind.startswith("uima."))
    return _Role(kind, short_name, is_chain, is_link, is_other)


def _add_other(cas: Cas, element: Element, role: _Role, entity: str) -> None:
    """Add an element of another type if it is a part, a relation, of a likely chain, or names an entity."""
    attributes = element.attributes
    kind, short_name = role.kind, role.short_name
    if short_name in _PART_TYPES:
        cas.parts[attributes[ID]] = element
    elif short_name.endswith(_CHAIN_ENDING) and "first" in attributes:
        cas.likely_chains.setdefault(kind, []).append(element)
    elif "Governor" in attributes and "Dependent" in attributes and not kind.startswith(_SYNTAX):
        cas.relations.setdefault(kind, []).append(element)
    elif short_name.endswith(_LINK_ENDING) and "begin" in attributes:
        cas.likely_links.setdefault(kind, {})[attributes[ID]] = element
    feature = entity or _ENTITY_FEATURE
    value = attributes.get(feature)
    if value is None or not (entity or _IDENTIFIERS.match(value)):
        return
    if "sofa" in attributes or any(name in attributes for name in _PART_FEATURES):
        cas.naming_mentions.append((element, feature))


class SofaTexts:
    """The texts of a file, and the offsets of annotations in them. Each Sofa with a text is a document."""

    def __init__(self, path: str, cas: Cas, flaws: Flaws, remarks: list[tuple[str, str]]) -> None:
        self.documents: list[Document] = []
        self._path = path
        self._parts = cas.parts
        self._flaws = flaws
        self._remarks = remarks
        self._sofas: dict[str, _SofaText] = {}
        used: set[str] = set()
        for identifier, sofa in cas.sofas.items():
            text = sofa.attributes.get("sofaString")
            if text is None:
                remarks.append(("document-without-text", f"{path}:{sofa.line}, Sofa {excerpt(identifier)}"))
                continue
            view = sofa.attributes.get("sofaID", _FIRST_VIEW)
            name = cas.titles.get(identifier) or find_document_name(path)
            name = name if view == _FIRST_VIEW else f"{name}/{view}"
            if name in used:
                raise problem(
                    path,
                    sofa.line,
                    f"a second Sofa is called {excerpt(view)}: give each a sofaID of its own.",
                )
            used.add(name)
            self._sofas[identifier] = _SofaText(len(self.documents), name, Ruler(text, "utf-16"))
            self.documents.append(Document(name, text))

    def count_units(self, document: int, place: tuple[int, int]) -> tuple[str, int, int]:
        """Return the xmi:id of a document's Sofa, and begin and end of a place in UTF-16 units."""
        for identifier, sofa in self._sofas.items():
            if sofa.number == document:
                return identifier, sofa.offsets.units(place[0]), sofa.offsets.units(place[1])
        raise KeyError(document)

    def find_place(self, element: Element) -> AnnotationPlace | None:
        """Return the place of an annotation with its parts; None, counted as a flaw, if there is no place.

        Raises:
            ReadingError: no Sofa has a text.
        """
        # Find the pieces of the mention: the element itself, or the parts that its features refer to.
        leading = (element.attributes.get(name, "").split() for name in _PART_FEATURES)
        wanted = [identifier for identifiers in leading for identifier in identifiers]
        pieces = [element] if "begin" in element.attributes or not wanted else []
        for identifier in wanted:
            part = self._parts.get(identifier)
            if part is None:
                self._flaws.leave_out(BROKEN, element.line, f"the part {excerpt(identifier)} is missing")
            else:
                pieces.append(part)
        # Join their spans, which must be in one document.
        spans = [self._find_span(piece) for piece in pieces]
        documents = {span.document for span in spans if span is not None}
        if None in spans or len(documents) != 1:
            return None
        fragments = _join_parts(sorted(part for span in spans if span for part in span.fragments))
        if not fragments:
            shown = f"{self._path}:{element.line}, link {excerpt(element.attributes[ID])}"
            self._remarks.append(("offsets-empty", shown))
        return AnnotationPlace(documents.pop(), fragments)

    def _find_span(self, element: Element) -> AnnotationPlace | None:
        """Return the place of one element in code points; None, counted as a flaw, if it does not fit."""
        attributes = element.attributes
        sofa = attributes.get("sofa", "")
        if sofa not in self._sofas:
            what = f"the Sofa {excerpt(sofa)} is missing or has no text"
            if not self._sofas:
                raise problem(self._path, element.line, f"{what}: export the CAS with its text.")
            self._flaws.leave_out(BROKEN, element.line, what)
            return None
        text = self._sofas[sofa]
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


def _join_parts(parts: list[tuple[int, int]]) -> Fragments:
    """Merge sorted parts that touch or overlap."""
    joined: list[tuple[int, int]] = []
    for begin, end in parts:
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return tuple(joined)
