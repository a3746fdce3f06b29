"""Options and a type system say which UIMA types and features are chains, and what is said of others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.reading.formats.text_lines import problem
from coala.reading.formats.xml_elements import Element, elements

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
    for element in elements(shown, type_system, ("typeSystemDescription",), texts=True):
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
