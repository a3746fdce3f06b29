"""A level of MMAX2, ``NAME_coref_level.xml``, with the words of ``NAME_words.xml``.

Markables point to words. The scheme decides which attribute holds the chain. Its values are names of chains
(``set_3``) or lead to the antecedent (``markable_7``); "empty" is a markable alone. A markable without the
attribute is left out unless another one leads to it. A pointer ``ref`` whose ``type`` is not "ident" is a
statement. A pointer to another level (``secmark:markable_18``) makes that level's markable a mention as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import path_next_to, problem
from coala.formats.words import Layout, Word, Words, lay_out
from coala.formats.xml_elements import Element, has_root, parse_elements
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments

_LEVEL, _WORDS = "markables", "words"

_ATTRIBUTES = ("coref_class", "anaphor_antecedent", "ref", "coref_set", "antecedent")
"""Attributes of common schemes; the first one that a level has holds its chains."""

_NONE = ("", "empty", "none")
_IDENTITY = ("", "ident", "none")
_NAME = re.compile(r"(.+?)(?:_([^_]+)_level|_markables)?")


class _Markable(NamedTuple):
    element: Element
    span: Fragments


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the root element contains markables, or words with identifiers."""
    return has_root(start, (_LEVEL,)) or (has_root(start, (_WORDS,)) and b"<word " in start)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one level and, by ``options.sibling``, its words; without chains the result is empty.

    Raises:
        ReadingError: the words are missing; either file is broken or contains declarations; more than a few
            markables point to nothing.
    """
    found = _NAME.fullmatch(stem(path))
    name, level = (found[1], found[2] or "") if found else (stem(path), "")
    wanted_level = options.mmax_level
    if has_root(data[:65536], (_WORDS,)) or (wanted_level and wanted_level != level):
        return Annotations((), ())
    written = [
        element
        for element in parse_elements(path, data, (_LEVEL,), bare_doctype=True)
        if element.name.rpartition(" ")[2] == "markable"
    ]
    present = {attribute for element in written for attribute in element.attributes}
    wanted = (options.mmax_attribute,) if options.mmax_attribute else _ATTRIBUTES
    attribute = next((attribute for attribute in wanted if attribute in present), None)
    if attribute is None:
        listed = ", ".join(sorted(present - {"id", "span", "mmax_level"})[:10])
        has = f"which has {excerpt(listed)}" if listed else "whose markables have no attributes"
        return Annotations((), (), (), (("level-without-chains", f"{path}, {has}"),))
    layout = _read_words(path, name, options)
    flaws = Flaws(path, lenient=options.lenient)
    markables: dict[str, _Markable] = {}
    for element in (*written, *_read_other_levels(path, (name, level), attribute, written, options)):
        span = _find_span(element.attributes.get("span", ""), layout.words)
        identifier = element.attributes.get("id", "")
        if not span or identifier in markables:
            shown = element.attributes.get("span", "") if identifier not in markables else identifier
            wrong = "comes twice" if identifier in markables else "are not words"
            flaws.leave_out("mark-broken", element.line, f"{excerpt(shown)} {wrong}")
        else:
            markables[identifier] = _Markable(element, span)
    chains = _build_chains((name, level), attribute, markables, flaws)
    flaws.weigh(len(written), "markables")
    others = (
        ""
        if len(rest := present & set(_ATTRIBUTES)) < 2
        else f", not by {', '.join(sorted(rest - {attribute}))}"
    )
    remarks = [("level-read", f"{path} by {attribute}{others}"), *flaws.remarks, *layout.words.remarks(path)]
    return Annotations((Document(name, layout.text),), *chains, tuple(remarks))


def _build_chains(
    own: tuple[str, str], attribute: str, markables: dict[str, _Markable], flaws: Flaws
) -> tuple[tuple[Mention, ...], tuple[AnnotatedStatement, ...]]:
    name, level = own
    numbers = {identifier: number for number, identifier in enumerate(markables)}
    sets = DisjointSets()
    classes: dict[str, int] = {}
    related: list[tuple[int, str, int]] = []
    marked: set[int] = set()
    for identifier, (element, _) in markables.items():
        value = element.attributes.get(attribute)
        if value is None:
            continue
        number = numbers[identifier]
        marked.add(number)
        kind = element.attributes.get("type", "") if attribute == "ref" else ""
        values = [part.strip() for part in re.split("[;,]", value)]
        for written in values:
            other, _, part = written.rpartition(":")
            if part.strip().lower() in _NONE:
                continue
            part = part.strip() if other == level or not level else written
            target = numbers.get(part)
            if target is None and re.match(r"(\w+:)?markable_", part):
                flaws.leave_out(
                    "mark-broken", element.line, f"{excerpt(part)} is not a markable of the level"
                )
            elif target is None:
                sets.join(number, classes.setdefault(part, number))
            else:
                marked.add(target)
                if len(values) > 1 or kind.lower() not in _IDENTITY:
                    related.append((number, kind or attribute, target))
                else:
                    sets.join(number, target)
    names = list(markables)
    keys = {number: instance_key(name, names[sets.find(number)]) for number in sorted(marked)}
    mentions = tuple(Mention(0, markables[names[number]].span, key) for number, key in keys.items())
    statements = dict.fromkeys(
        AnnotatedStatement(keys[number], predicate, keys[target], True)
        for number, predicate, target in related
    )
    return mentions, tuple(statements)


def _read_other_levels(
    path: str, own: tuple[str, str], attribute: str, written: Sequence[Element], options: FormatOptions
) -> Iterator[Element]:
    """Yield the markables of other levels that this one points to, with the pointers as their ids."""
    name, level = own
    wanted: dict[str, dict[str, str]] = {}
    for element in written:
        for part in re.split("[;,]", element.attributes.get(attribute, "")):
            other, colon, identifier = part.strip().rpartition(":")
            if colon and other != level and re.fullmatch(r"\w+", other):
                wanted.setdefault(other, {})[identifier] = part.strip()
    for other, identifiers in wanted.items():
        file_name = f"{name}_{other}_level.xml"
        data = options.sibling(file_name) if options.sibling else None
        if data is None:
            continue
        for element in parse_elements(path_next_to(path, file_name), data, (_LEVEL,), bare_doctype=True):
            pointer = identifiers.pop(element.attributes.get("id", ""), None)
            if pointer is not None:
                yield element._replace(attributes={"id": pointer, "span": element.attributes.get("span", "")})


def _read_words(path: str, name: str, options: FormatOptions) -> Layout:
    file_name = f"{name}_words.xml"
    sibling = options.sibling or (lambda _: None)
    places = ("", "../Basedata/", "../basedata/")
    data = next((data for place in places if (data := sibling(place + file_name))), None)
    if data is None:
        raise problem(
            path,
            None,
            f"its words, {file_name}, are not beside it or in ../Basedata: put them into the same folder.",
        )
    words = [
        Word(element.attributes.get("id", ""), element.text, element.attributes.get("sent", ""))
        for element in parse_elements(
            path_next_to(path, file_name), data, (_WORDS,), texts=True, bare_doctype=True
        )
        if element.name.rpartition(" ")[2] == "word"
    ]
    return lay_out(words)


def _find_span(written: str, words: Words) -> Fragments:
    """Return the fragments of ``word_1..word_5,word_9``; () if one of its words is missing."""
    ranges: list[tuple[int, int]] = []
    for part in written.split(","):
        begin, _, end = part.strip().partition("..")
        first, last = words.number(begin), words.number(end or begin)
        if first is None or last is None or last < first:
            return ()
        ranges.append((first, last))
    return words.spans(ranges)
