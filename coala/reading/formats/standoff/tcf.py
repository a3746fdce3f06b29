"""TCF of WebLicht becomes ``Annotations``: an entity is a chain, its references are lists of tokens.

The text is that of the file, in which the tokens are looked up. The type of a reference ("pro.per3") becomes
one of its instance, its minimal tokens its minimum; ``rel`` and ``target`` within an entity are left aside.
"""

from __future__ import annotations

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import Annotations, Document, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.standoff.words import Word, lay_out
from coala.reading.formats.xml_elements import Element, elements, has_root

_ROOTS = ("D-Spin",)


def looks_like(name: str, start: bytes) -> bool:
    """Is the root element D-Spin?"""
    return has_root(start, _ROOTS)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file, one document; instances are named after the file and the number of their entity.

    Raises:
        ReadingError: the XML is broken or declares something; more than a few references have no tokens.
    """
    name = stem(path)
    text: str | None = None
    tokens: list[tuple[str, str]] = []
    sentences: dict[str, str] = {}
    references: list[tuple[str, Element]] = []
    entities = 0
    for element in elements(path, data, _ROOTS, texts=True, bare_doctype=True):
        kind = element.name.rpartition(" ")[2]
        if kind == "text" and element.parent == "TextCorpus":
            text = element.text
        elif kind == "token" and element.parent == "tokens":
            tokens.append((element.attributes.get("ID", ""), element.text))
        elif kind == "sentence" and element.parent == "sentences":
            of_sentence = element.attributes.get("tokenIDs", "").split()
            sentences.update(dict.fromkeys(of_sentence, str(element.line)))
        elif kind == "reference" and element.parent == "entity":
            references.append((str(entities), element))
        elif kind == "entity" and element.parent == "references":
            entities += 1
    words = [Word(identifier, token, sentences.get(identifier, "")) for identifier, token in tokens]
    layout = lay_out(words, text)
    flaws = Flaws(path, lenient=options.lenient)
    mentions: list[Mention] = []
    for chain, element in references:
        written = element.attributes.get("tokenIDs", "")
        numbers = [layout.words.number(identifier) for identifier in written.split()]
        span = layout.words.span(number for number in numbers if number is not None)
        if None in numbers or not span:
            flaws.leave_out("mark-broken", element.line, f"tokenIDs {excerpt(written)} are no tokens")
            continue
        least = {layout.words.number(part) for part in element.attributes.get("mintokIDs", "").split()}
        minimum = layout.words.span(number for number in least & set(numbers) if number is not None)
        kind = element.attributes.get("type", "")
        mentions.append(
            Mention(
                0,
                span,
                instance_key(name, chain),
                (kind,) if kind else (),
                minimum[0] if len(minimum) == 1 else None,
            )
        )
    flaws.weigh(len(references), "references")
    remarks = flaws.remarks
    remarks += layout.words.remarks(path)
    if layout.differs:
        remarks.append(("text-differs", path))
    if not references:
        remarks.append(("no-entities", path))
    return Annotations((Document(name, layout.text),), tuple(mentions), (), tuple(remarks))
