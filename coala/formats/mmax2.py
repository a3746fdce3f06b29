"""Reader of MMAX2: a level, ``NAME_coref_level.xml``, with the words of ``NAME_words.xml``.

The file ``common_paths.xml`` of a project says in which folders these files are and what the names of its
levels end in, and ``NAME.mmax`` names the file of words.

::

    <word id="word_1">Ann</word>
    <markable id="markable_7" span="word_1..word_2,word_5" coref_class="set_3"/>

Markables point to words. The scheme of a project decides which attribute holds the chain. Its values are
names of chains (``set_3``) or lead to the antecedent (``markable_7``); "empty" is a markable alone. A
markable without the attribute is left out unless another one leads to it. A pointer ``ref`` whose ``type`` is
not "ident" is a statement. A pointer to another level (``secmark:markable_18``) makes that level's markable a
mention as well.
"""

from __future__ import annotations

import os.path
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import stem
from coala.base.plain_text import excerpt, readable
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import path_next_to, problem
from coala.formats.words import Layout, Word, Words, lay_out
from coala.formats.xml_elements import Element, has_root, parse_elements
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments

_LEVEL_ROOT, _WORDS_ROOT = "markables", "words"

_CHAIN_ATTRIBUTES = ("coref_class", "anaphor_antecedent", "ref", "coref_set", "antecedent")
"""Attributes of common schemes; the first one that a level has holds its chains."""

_NO_CHAIN = ("", "empty", "none")
_IDENTITY = ("", "ident", "none")
_FILE_NAME = re.compile(r"(.+?)(?:_([^_]+)_level|_markables)?")


_WORDS_ATTRIBUTE = re.compile(rb'<mmax_project\s[^<>]*?\bwords\s*=\s*"([^"<>&]+)"')

_COMMON_PATHS = "common_paths.xml"
_MOST_FOLDERS_UP = 2
"""The most folders between a level and the file with the paths of its project."""

_DEFAULT_LEVEL = "$_{}_level.xml"


class _Project(NamedTuple):
    """The paths of a project, as far as they are known for a level; $ is the name of the document."""

    up: str = ""  # from the folder of the level to that of the project, such as "../"
    words_folder: str = ""  # from the folder of the project
    levels: Mapping[str, str] = {}  # the name of each level, and of its files

    def name_level(self, name: str, level: str) -> str:
        """Return the name of a file with a level of a document."""
        return self.levels.get(level, _DEFAULT_LEVEL.format(level)).replace("$", name)

    def split_name(self, file_name: str) -> tuple[str, str]:
        """Return the document and the level of a file, which may be ""."""
        for level, pattern in self.levels.items():
            before, _, after = pattern.partition("$")
            name = file_name.removeprefix(before).removesuffix(after)
            if name and before + name + after == file_name:
                return name, level
        found = _FILE_NAME.fullmatch(stem(file_name))
        return (found[1], found[2] or "") if found else (stem(file_name), "")


class _Markable(NamedTuple):
    element: Element
    span: Fragments


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the root element contains markables, or words with identifiers."""
    return has_root(start, (_LEVEL_ROOT,)) or (has_root(start, (_WORDS_ROOT,)) and b"<word " in start)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one level and, by ``options.sibling``, its words; without chains the result is empty.

    Raises:
        ReadingError: the words are missing; either file is broken or contains declarations; more than a few
            markables point to nothing.
    """
    if has_root(data[:65536], (_WORDS_ROOT,)):
        return Annotations((), ())
    project = _find_project(path, options)
    name, level = project.split_name(os.path.basename(path))
    if options.mmax_level not in ("", level):
        return Annotations((), ())
    # Find the markables and the attribute with their chains.
    written = [
        element
        for element in parse_elements(path, data, (_LEVEL_ROOT,), bare_doctype=True)
        if element.name.rpartition(" ")[2] == "markable"
    ]
    present = {attribute for element in written for attribute in element.attributes}
    wanted = (options.mmax_attribute,) if options.mmax_attribute else _CHAIN_ATTRIBUTES
    attribute = next((attribute for attribute in wanted if attribute in present), None)
    if attribute is None:
        listed = ", ".join(sorted(present - {"id", "span", "mmax_level"})[:10])
        has = f"which has {excerpt(listed)}" if listed else "whose markables have no attributes"
        return Annotations((), (), (), (("level-without-chains", f"{path}, {has}"),))
    # Find the words of each markable.
    layout = _read_words(path, name, project, options)
    flaws = Flaws(path, lenient=options.lenient)
    markables: dict[str, _Markable] = {}
    others = _read_other_levels(path, (name, level), attribute, written, project, options)
    for element in (*written, *others):
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
    unread = (
        ""
        if len(rest := present & set(_CHAIN_ATTRIBUTES)) < 2
        else f", not by {', '.join(sorted(rest - {attribute}))}"
    )
    remarks = [("level-read", f"{path} by {attribute}{unread}"), *flaws.remarks, *layout.words.remarks(path)]
    return Annotations((Document(name, layout.text),), *chains, tuple(remarks))


def _build_chains(
    own: tuple[str, str], attribute: str, markables: dict[str, _Markable], flaws: Flaws
) -> tuple[tuple[Mention, ...], tuple[AnnotatedStatement, ...]]:
    """Return the mentions of the chains in an attribute, and statements; ``own`` is document and level.

    Markables are numbered, and joined if they have the same chain or one leads to the other.
    """
    name, level = own
    numbers = {identifier: number for number, identifier in enumerate(markables)}
    sets = DisjointSets()
    first_of_class: dict[str, int] = {}
    relations: list[tuple[int, str, int]] = []
    in_chains: set[int] = set()
    for identifier, (element, _) in markables.items():
        value = element.attributes.get(attribute)
        if value is None:
            continue
        number = numbers[identifier]
        in_chains.add(number)
        kind = element.attributes.get("type", "") if attribute == "ref" else ""
        values = [part.strip() for part in re.split("[;,]", value)]
        for written in values:
            other, _, part = written.rpartition(":")
            if part.strip().lower() in _NO_CHAIN:
                continue
            part = part.strip() if other == level or not level else written
            target = numbers.get(part)
            if target is None and re.match(r"(\w+:)?markable_", part):
                flaws.leave_out(
                    "mark-broken", element.line, f"{excerpt(part)} is not a markable of the level"
                )
            elif target is None:
                sets.join(number, first_of_class.setdefault(part, number))
            else:
                in_chains.add(target)
                if len(values) > 1 or kind.lower() not in _IDENTITY:
                    relations.append((number, kind or attribute, target))
                else:
                    sets.join(number, target)
    names = list(markables)
    keys = {number: instance_key(name, names[sets.find(number)]) for number in sorted(in_chains)}
    mentions = tuple(Mention(0, markables[names[number]].span, key) for number, key in keys.items())
    statements = dict.fromkeys(
        AnnotatedStatement(keys[number], predicate, keys[target], True)
        for number, predicate, target in relations
    )
    return mentions, tuple(statements)


def _read_other_levels(
    path: str,
    own: tuple[str, str],
    attribute: str,
    written: Sequence[Element],
    project: _Project,
    options: FormatOptions,
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
        file_name = project.name_level(name, other)
        data = options.sibling(file_name) if options.sibling else None
        if data is None:
            continue
        for element in parse_elements(path_next_to(path, file_name), data, (_LEVEL_ROOT,), bare_doctype=True):
            pointer = identifiers.pop(element.attributes.get("id", ""), None)
            if pointer is not None:
                yield element._replace(attributes={"id": pointer, "span": element.attributes.get("span", "")})


def _find_project(path: str, options: FormatOptions) -> _Project:
    """Return the paths of the project of a level, from its folder or one above it."""
    for folders_up in range(_MOST_FOLDERS_UP + 1 if options.sibling else 0):
        up = "../" * folders_up
        data = options.sibling(up + _COMMON_PATHS) if options.sibling else None
        if data is None:
            continue
        shown = path_next_to(path, up + _COMMON_PATHS)
        elements = list(parse_elements(shown, data, ("common_paths",), texts=True, bare_doctype=True))
        folders = {element.name.rpartition(" ")[2]: element.text.strip() for element in elements}
        levels = {
            element.attributes["name"]: element.text.strip()
            for element in elements
            if element.name.rpartition(" ")[2] == "level" and element.attributes.get("name")
        }
        return _Project(up, folders.get("basedata_path", "").replace("\\", "/"), levels)
    return _Project()


def _read_words(path: str, name: str, project: _Project, options: FormatOptions) -> Layout:
    """Read the words of a document from its folder, from ``Basedata`` next to it, or as its project says."""
    sibling = options.sibling or (lambda _: None)
    file_name = f"{name}_words.xml"
    if described := sibling(f"{project.up}{name}.mmax"):
        shown = path_next_to(path, f"{project.up}{name}.mmax")
        file_name = _find_words_name(shown, described) or file_name
    # Paths lead to no folder above the one with the project.
    stated = posixpath.normpath(f"{project.words_folder}/{file_name}".lstrip("/"))
    places = [f"{place}{file_name}" for place in ("", "../Basedata/", "../basedata/")]
    if not stated.startswith("../../"):
        places.insert(0, posixpath.normpath(project.up + stated))
    data = next((data for place in places if (data := sibling(place))), None)
    if data is None:
        stated_in = f"{project.words_folder} ({_COMMON_PATHS})" if project.words_folder else "../Basedata"
        raise problem(
            path,
            None,
            f"its words, {file_name}, are not next to it or in {readable(stated_in)}. Put them into the same "
            "folder.",
        )
    words = [
        Word(element.attributes.get("id", ""), element.text, element.attributes.get("sent", ""))
        for element in parse_elements(
            path_next_to(path, file_name), data, (_WORDS_ROOT,), texts=True, bare_doctype=True
        )
        if element.name.rpartition(" ")[2] == "word"
    ]
    return lay_out(words)


def _find_words_name(path: str, data: bytes) -> str:
    """Return the name of the file of words in a file .mmax: an attribute of its root, or an element."""
    elements = parse_elements(path, data, ("mmax_project",), texts=True, bare_doctype=True)
    named = [element.text.strip() for element in elements if element.name.rpartition(" ")[2] == "words"]
    found = _WORDS_ATTRIBUTE.search(data)
    return found[1].decode("utf-8", "replace") if found else next(iter(named), "")


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
