"""Reader of WebLicht's TCF.

::

    <text>Ann left.</text>
    <tokens><token ID="t1">Ann</token> … </tokens>
    <entity><reference type="nam" tokenIDs="t1" mintokIDs="t1"/> … </entity>

An entity is a chain, its references are mentions of tokens. The text is that of the file, in which the tokens
are looked up. The type of a reference ("pro.per3") is a type of its instance, its minimal tokens are its
minimum; ``rel`` and ``target`` within an entity are ignored.
"""

from __future__ import annotations

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.words import Word, Words, lay_out
from coala.formats.xml_elements import Element, has_root, parse_elements
from coala.model.format_options import FormatOptions

_ROOTS = ("D-Spin",)


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the root element is D-Spin."""
    return has_root(start, _ROOTS)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file as one document; instances are named after the file and the number of their entity.

    Raises:
        ReadingError: the XML is broken or contains declarations; more than a few references have no tokens.
    """
    file = _File()
    for element in parse_elements(path, data, _ROOTS, texts=True, bare_doctype=True):
        file.add(element)
    layout = lay_out(file.build_words(), file.text)
    flaws = Flaws(path, lenient=options.lenient)
    name = stem(path)
    mentions: list[Mention] = []
    for chain, element in file.references:
        mention = _build_mention(instance_key(name, str(chain)), element, layout.words)
        if mention is None:
            written = excerpt(element.attributes.get("tokenIDs", ""))
            flaws.leave_out("mark-broken", element.line, f"tokenIDs {written} are not tokens")
        else:
            mentions.append(mention)
    flaws.weigh(len(file.references), "references")
    remarks = flaws.remarks
    remarks += layout.words.remarks(path)
    if layout.differs:
        remarks.append(("text-differs", path))
    if not file.references:
        remarks.append(("no-entities", path))
    return Annotations((Document(name, layout.text),), tuple(mentions), (), tuple(remarks))


class _File:
    """The content of one file. Elements arrive when they end: references before their entity."""

    def __init__(self) -> None:
        self.text: str | None = None
        self.references: list[tuple[int, Element]] = []
        """Each with the number of its entity."""
        self._tokens: list[tuple[str, str]] = []  # identifier and text
        self._sentence_by_token: dict[str, str] = {}
        self._sentences = 0
        self._entities = 0  # those that ended so far

    def add(self, element: Element) -> None:
        """Add the next element."""
        kind = element.name.rpartition(" ")[2]
        if kind == "text" and element.parent == "TextCorpus":
            self.text = element.text
        elif kind == "token" and element.parent == "tokens":
            self._tokens.append((element.attributes.get("ID", ""), element.text))
        elif kind == "sentence" and element.parent == "sentences":
            tokens = element.attributes.get("tokenIDs", "").split()
            # Numbered, not by line: a file may be one line.
            self._sentences += 1
            self._sentence_by_token.update(dict.fromkeys(tokens, str(self._sentences)))
        elif kind == "reference" and element.parent == "entity":
            self.references.append((self._entities, element))
        elif kind == "entity" and element.parent == "references":
            self._entities += 1

    def build_words(self) -> list[Word]:
        """Return the tokens, each in its sentence."""
        return [Word(token, text, self._sentence_by_token.get(token, "")) for token, text in self._tokens]


def _build_mention(key: str, element: Element, words: Words) -> Mention | None:
    """Return the mention of a reference; None if one of its tokens is missing."""
    numbers = [words.number(token) for token in element.attributes.get("tokenIDs", "").split()]
    span = words.span(number for number in numbers if number is not None)
    if None in numbers or not span:
        return None
    minimal = {words.number(token) for token in element.attributes.get("mintokIDs", "").split()}
    minimum = words.span(number for number in minimal & set(numbers) if number is not None)
    kind = element.attributes.get("type", "")
    return Mention(0, span, key, (kind,) if kind else (), minimum[0] if len(minimum) == 1 else None)
