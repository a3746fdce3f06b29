"""Other chains in a UIMA CAS as XMI: links get other successors, and views other members.

Links that the file has keep their xmi:id and features. All other elements stay byte for byte. The elements of
XMI are all children of the root, and their values are attributes, so start tags are found by a pattern; the
result is read again and checked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from coala.formats.annotations import Annotations
from coala.formats.text_lines import parse_offset
from coala.formats.uima.cas import ID, read_type_name
from coala.formats.uima.json_cas import is_json_cas
from coala.formats.uima.xmi import PlacedChains, place_chains, read
from coala.formats.writing.chains import (
    LabelledChain,
    MentionPlace,
    Rewritten,
    WantedChain,
    check_written,
    find_scopes,
    keep_writable,
    label_chains,
    list_own_chains,
    refuse_layout,
)
from coala.model.format_options import FormatOptions

_TAG = re.compile(r"""<([\w.-]+:[\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*/?>""")
_ATTRIBUTE = re.compile(r"""\s+([\w.:-]+)\s*=\s*("[^"<]*"|'[^'<]*')""")
_NAMESPACE = re.compile(r"""\sxmlns:([\w.-]+)\s*=\s*["']([^"'<]*)["']""")
_ROOT = re.compile(r"<[\w.-]+:XMI")
_USUAL_NAMESPACE = "http:///de/tudarmstadt/ukp/dkpro/core/api/coref/type.ecore"
_USUAL_LINK, _USUAL_CHAIN = "CoreferenceLink", "CoreferenceChain"
_ID, _VIEW = "xmi:id", "uima.cas.View"


class _Tag(NamedTuple):
    """A start tag: its place in the text, its name with the prefix, and its attributes as written."""

    begin: int
    end: int
    name: str
    attributes: dict[str, str]  # values with their quotes

    @property
    def identifier(self) -> str:
        """The xmi:id, "" without one."""
        return self.attributes.get(_ID, "")[1:-1]

    def write(self) -> str:
        """Return the tag of an element without content."""
        return f"<{self.name}{''.join(f' {name}={value}' for name, value in self.attributes.items())}/>"


def replace_chains(
    path: str, data: bytes, chains: Sequence[WantedChain], options: FormatOptions
) -> Rewritten:
    """Return the file with these chains in place of its own.

    A link has one begin and one end, so mentions with gaps are lost.

    Raises:
        CoalaError: the coreference is not in XMI with chains of links, or the result has other chains.
    """
    if is_json_cas(data[:4096]):
        raise refuse_layout(path, "it is a CAS in JSON")
    placed = place_chains(path, data, options)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise refuse_layout(path, "it is not UTF-8") from None
    annotations = read(path, data, options)
    lost: list[str] = []
    fitting = keep_writable(chains, lambda place: place.is_one_piece, lost)
    # One chain may have links in several Sofas.
    scopes = find_scopes(annotations, across=True)
    own = list_own_chains(annotations, scopes).get("", {})
    editor = _Editor(path, text, placed, annotations)
    labelled = label_chains(own, fitting, editor.fresh)
    written = data[: len(data) - len(data.lstrip(b"\xef\xbb\xbf"))] + editor.write(labelled).encode()
    check_written(path, read(path, written, options), labelled, scopes)
    return Rewritten(written, (*lost, *editor.lost))


class _Editor:
    """Edits the tags of one file."""

    def __init__(self, path: str, text: str, placed: PlacedChains, annotations: Annotations) -> None:
        self._path = path
        self._text = text.removeprefix("\ufeff")
        self._placed = placed
        self._documents = {document.name: number for number, document in enumerate(annotations.documents)}
        self._tags: dict[str, _Tag] = {}
        self._views: dict[str, _Tag] = {}  # by the xmi:id of the Sofa
        namespaces: dict[str, str] = dict(_NAMESPACE.findall(self._text))
        for found in _TAG.finditer(self._text):
            tag = _Tag(found.start(), found.end(), found[1], dict(_ATTRIBUTE.findall(found[2])))
            prefix, _, local = tag.name.partition(":")
            if read_type_name(f"{namespaces.get(prefix, '')} {local}") == _VIEW:
                self._views.setdefault(tag.attributes.get("sofa", "")[1:-1], tag)
            elif tag.identifier:
                self._tags.setdefault(tag.identifier, tag)
        missing = [identifier for identifier in placed.links if identifier not in self._tags]
        if missing:
            raise refuse_layout(path, f"the link {missing[0]} is written in an unusual way")
        highest = max((parse_offset(each) or 0 for each in self._tags), default=0)
        self.fresh = map(str, count(highest + 1))
        # By place: the links there, by their chain.
        self._links: defaultdict[MentionPlace, dict[str, list[str]]] = defaultdict(dict)
        # By chain: its links with and without a place.
        self._usable: defaultdict[str, set[str]] = defaultdict(set)
        self._placeless: defaultdict[str, set[str]] = defaultdict(set)
        for identifier, link in placed.links.items():
            if link.place is not None and link.place.fragments:
                place = MentionPlace(annotations.documents[link.place.document].name, link.place.fragments)
                self._links[place].setdefault(link.chain, []).append(identifier)
                self._usable[link.chain].add(identifier)
            else:
                self._placeless[link.chain].add(identifier)
        self._namespaces = namespaces
        self._edits: list[tuple[int, int, str]] = []
        self._added: list[str] = []
        self._members: defaultdict[str, list[str]] = defaultdict(list)  # new ones, by Sofa
        self._removed: set[str] = set()

    def write(self, chains: Sequence[LabelledChain]) -> str:
        """Return the text with these chains; a label is the xmi:id of a chain, or of a link without one."""
        labels = {each.label for each in chains}
        own = {element.attributes[ID]: element for element in self._placed.cas.chains}
        used: set[str] = set()
        pattern = next(iter(own), "")
        for each in chains:
            links = self._choose_links(each, used)
            if set(links) == self._usable[each.label]:
                used.update(self._placeless[each.label])
                continue
            if not links:
                continue
            for link, following in zip(links, [*links[1:], ""], strict=True):
                self._set_feature(link, self._placed.names.next, following)
            if each.label in own:
                self._set_feature(each.label, self._placed.names.first, links[0])
            elif (pattern or not self._placed.links) and each.label not in self._placed.links:
                self._add_chain(pattern, each.label, links[0], next(iter(each.chain.mentions)))
        self._removed |= self._placed.links.keys() - used
        self._removed |= self._usable.keys() & own.keys() - labels
        return self._apply()

    @property
    def lost(self) -> list[str]:
        """Links without a place in the text, whose chain got other links."""
        placeless = [link for links in self._placeless.values() for link in links]
        return [f"link {link}" for link in placeless if link in self._removed]

    def _choose_links(self, each: LabelledChain, used: set[str]) -> list[str]:
        """Return the links of a chain in the order of the text: its own, those of others, or new ones."""
        found: list[tuple[MentionPlace, str]] = []
        for place in each.chain.mentions:
            by_chain = self._links.get(place, {})
            same = by_chain.get(each.label, [])
            free = [link for links in by_chain.values() for link in links if link not in used]
            chosen = [link for link in same if link not in used] or free[:1]
            used.update(chosen)
            found += [(place, link) for link in chosen] or [(place, self._add_link(place))]
        return [link for _, link in sorted(found)]

    def _set_feature(self, identifier: str, name: str, value: str) -> None:
        """Set or, with "", remove a feature of an element of the file."""
        tag = self._tags.get(identifier)
        if tag is None:  # a new link
            self._added = [
                each.replace("/>", f' {name}="{value}"/>')
                if value and f'{_ID}="{identifier}"' in each
                else each
                for each in self._added
            ]
            return
        if tag.attributes.get(name, '""')[1:-1] == value:
            return
        attributes = {key: old for key, old in tag.attributes.items() if key != name}
        if value:
            attributes[name] = f'"{value}"'
        # Only the inside of the tag changes, so that content and the closing tag stay.
        closing = "/>" if self._text[tag.end - 2 : tag.end] == "/>" else ">"
        self._edits.append((tag.begin, tag.end, tag._replace(attributes=attributes).write()[:-2] + closing))

    def _add_link(self, place: MentionPlace) -> str:
        identifier = next(self.fresh)
        sofa, begin, end = self._placed.texts.count_units(
            self._documents[place.document], (place.begin, place.end)
        )
        own = next(iter(self._placed.links), "")
        name = self._tags[own].name if own else f"{self._find_prefix()}:{_USUAL_LINK}"
        attributes = {_ID: identifier, "sofa": sofa, "begin": str(begin), "end": str(end)}
        self._add(_Tag(0, 0, name, {key: f'"{value}"' for key, value in attributes.items()}), sofa)
        return identifier

    def _add_chain(self, like: str, identifier: str, first: str, place: MentionPlace) -> None:
        """Add a chain with the type of another one, or with the usual type if the file has no chain."""
        sofa, _, _ = self._placed.texts.count_units(self._documents[place.document], (place.begin, place.end))
        name = self._tags[like].name if like else f"{self._find_prefix()}:{_USUAL_CHAIN}"
        attributes = {_ID: identifier, "sofa": sofa, self._placed.names.first: first}
        self._add(_Tag(0, 0, name, {key: f'"{value}"' for key, value in attributes.items()}), sofa)

    def _find_prefix(self) -> str:
        """Return the prefix of DKPro's types of coreference; declare it at the root if it is not there."""
        for prefix, namespace in self._namespaces.items():
            if namespace == _USUAL_NAMESPACE:
                return prefix
        prefix = next(name for number in count() if (name := f"coref{number}") not in self._namespaces)
        self._namespaces[prefix] = _USUAL_NAMESPACE
        root = _ROOT.search(self._text)
        assert root is not None
        self._edits.append((root.end(), root.end(), f' xmlns:{prefix}="{_USUAL_NAMESPACE}"'))
        return prefix

    def _add(self, tag: _Tag, sofa: str) -> None:
        self._added.append(tag.write())
        self._members[sofa].append(tag.identifier)

    def _apply(self) -> str:
        """Return the text with all edits."""
        text, edits = self._text, list(self._edits)
        for identifier in self._removed:
            tag = self._tags[identifier]
            if not text.endswith("/>", tag.begin, tag.end):
                raise refuse_layout(self._path, f"the element {identifier} has content")
            begin, end = len(text[: tag.begin].rstrip(" \t")), tag.end
            if text[begin - 1 : begin] != "\n":
                begin = tag.begin
            elif text.startswith("\n", end):  # it is alone on its line
                end += 1
            edits.append((begin, end, ""))
        for sofa, view in self._views.items():
            before = view.attributes.get("members", '""')[1:-1].split()
            after = [each for each in before if each not in self._removed] + self._members[sofa]
            if after != before:
                attributes = {**view.attributes, "members": f'"{" ".join(after)}"'}
                edits.append((view.begin, view.end, view._replace(attributes=attributes).write()))
        if self._added:
            first = min((view.begin for view in self._views.values()), default=text.rindex("</"))
            edits.append((first, first, "".join(self._added)))
        pieces: list[str] = []
        done = 0
        for begin, end, replaced in sorted(edits):
            pieces += [text[done:begin], replaced]
            done = end
        return "".join([*pieces, text[done:]])
