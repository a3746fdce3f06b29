"""The block of text that a serialiser repeats for every mention is learnt from one, and read in columns.

A template is a regular expression made from one block: its words stand as they are, and the IRIs and texts in
it are groups; brackets are new nodes in each block. Whatever does not fit to the letter is left to the
parser, so this is no second grammar of RDF.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from coala.model.values import write_literal
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import (
    ANCHOR,
    DOCUMENT,
    FIRST_OTHER,
    MOST_DIGITS,
    TEXT,
    TermTypes,
    number_literals,
    number_strings,
)

_IRI = r'[A-Za-z][A-Za-z0-9+.-]*:[^<>"{}|^`\\\x00-\x20]*'
_TEXT = r'[^"\\\x00-\x08\x0a-\x1f]*'
_LOCAL = r"[A-Za-z0-9_]+"
_DIGITS = rf"[0-9]{{1,{MOST_DIGITS}}}"

_TOKEN = re.compile(
    rf"""(?P<blank>[ \t\n]*)(?:
        <(?P<iri>{_IRI})>
      | "(?P<text>{_TEXT})"(?!")(?:\^\^(?:<{_IRI}>|[A-Za-z0-9_]*:{_LOCAL})|@[A-Za-z0-9-]+)?(?=[ \t\n;,\]])
      | (?P<digits>{_DIGITS})(?=[ \t\n;,\]])
      | (?:_|[A-Za-z][A-Za-z0-9_]*)?:(?P<local>{_LOCAL})(?=[ \t\n;,\]])
      | (?P<a>a)(?=[ \t\n])
      | (?P<empty>\[[ \t\n]*\])
      | (?P<open>\[)
      | (?P<close>\])
      | (?P<mark>[;,.])(?=[ \t\n])
    )""",
    re.VERBOSE,
)

_MAY_BE = {
    "subject": ("iri", "local", "empty"),
    "predicate": ("iri", "local", "a"),
    "object": ("iri", "text", "digits", "local", "empty", "open"),
    "mark": ("mark", "close"),
}
"""What each word of a statement may be."""

_FOLLOWING = {
    "subject": "predicate",
    "predicate": "object",
    "object": "mark",
    "open": "predicate",
    "close": "mark",
    ";": "predicate",
    ",": "object",
    ".": "subject",
}

_BRACKETS = ("empty", "open", "close")

_END = ".\n"
"""Outside of comments and of texts with several lines, this is the end of a statement."""

_LAST_MARK = re.escape(".")

_MOST_TRIPLES = 32
"""In one block; in most graphs a mention has 5 to 10."""

_MOST_TEMPLATES = 16

_MOST_TRIES = 6
"""Blocks of one window that are learnt from."""

_MOST_IN_VAIN = 3
"""Windows, one after the other, less than a quarter of which fits: the next ones will be no better."""

_LEAST_SHARE = 0.02
"""Of a window: a template that finds less does not pay."""

_DIRECTIVE = re.compile(
    r"@(?:prefix|base|version)|(?<![\w:-])(?:prefix|base|version)(?![\w:-])", re.IGNORECASE
)
"""Where there are neither IRIs nor texts nor comments; nothing need stand before or behind it."""

_IN_ONE_LINE = re.compile(
    r"""
        \\.
      | <<
      | <[^>\n]*>
      | "[^"\\\n]*(?:\\.[^"\\\n]*)*"
      | '[^'\\\n]*(?:\\.[^'\\\n]*)*'
      | (?P<comment>\#[^\n\r]*)
    """,
    re.VERBOSE,
)
"""What may hold any sign, each kind where no other is open; outside of them a name escapes a quote or a #."""


class _Token(NamedTuple):
    """One word of a block: ``value`` is what may differ in the next one, between ``before`` and ``after``."""

    kind: str
    before: str
    value: str
    after: str

    @property
    def text(self) -> str:
        """The word as it stands."""
        return self.before + self.value + self.after

    def pattern(self, group: str | None) -> str:
        """The word as it stands, or with a group where it may differ."""
        value = re.escape(self.value) if group is None else f"({group})"
        return re.escape(self.before) + value + re.escape(self.after)


class _Row(NamedTuple):
    """One triple of a block, whose nodes have numbers: 0 is the block's subject, the others are brackets.

    Its object is a word, or of a bracket the number.
    """

    subject: int
    predicate: _Token
    object: _Token | int


class _Slot(NamedTuple):
    """The objects of one triple of all blocks: the number of its subject in the block, its role, and theirs.

    They are a bracket with a number, or values of a group: how these are numbered, and what they may be.
    """

    subject: int
    role: int
    bracket: int = 0
    number: Callable[[list[str]], list[int]] | None = None
    pattern: str = ""

    def numbers(self, texts: list[str]) -> list[int]:
        """The numbers of all values of a window; of those that come again and again each once."""
        assert self.number is not None
        if self.role < ANCHOR:
            return self.number(texts)
        distinct = list(dict.fromkeys(texts))
        if 2 * len(distinct) > len(texts):
            return self.number(texts)
        number_of = dict(zip(distinct, self.number(distinct), strict=True))
        return list(map(number_of.__getitem__, texts))


class _Template(NamedTuple):
    pattern: re.Pattern[str]
    subject: Callable[[list[str]], list[int]] | None
    """How subjects are numbered; None: they are empty brackets."""
    slots: list[_Slot]
    brackets: int
    predicates: tuple[str, ...]

    def take(self, text: str, collector: Collector) -> str:
        """Collect the blocks that fit; what stands between them is given back."""
        parts = self.pattern.split(_END + text)
        width = self.pattern.groups + 1
        columns = iter([parts[place::width] for place in range(1, width)])
        count = (len(parts) - 1) // width
        if count:
            # What it was learnt from may have been words of a text with several lines.
            collector.met.update(dict.fromkeys(self.predicates))
        subjects = collector.number_new(count) if self.subject is None else self.subject(next(columns))
        nodes = [array("q", subjects)]
        nodes += [array("q", collector.number_new(count)) for _ in range(self.brackets)]
        for slot in self.slots:
            objects = nodes[slot.bracket] if slot.bracket else array("q", slot.numbers(next(columns)))
            collector.add_column(slot.role, nodes[slot.subject], objects)
        return "".join(parts[::width])[len(_END) :]


class Blocks:
    """What was learnt from the windows of one file so far."""

    def __init__(
        self, collector: Collector, terms: TermTypes, parse: Callable[[bytes], Iterable[Any]]
    ) -> None:
        """``parse`` gives the triples of some bytes, or raises SyntaxError."""
        self._collector = collector
        self._terms = terms
        self._parse = parse
        self._templates: list[_Template] = []
        self._in_vain = 0

    def forget(self) -> None:
        """Prefixes have changed: what was learnt is worth nothing."""
        self._templates = []

    def take(self, window: bytes) -> bytes | None:
        """Collect the blocks of a window that fit; the rest is given back, and None means: nothing was done.

        A window begins and ends between two statements, and so does each piece of the rest.

        Raises:
            UnicodeDecodeError: the window is not UTF-8.
        """
        text = window.decode("utf-8")
        if self._in_vain == _MOST_IN_VAIN:
            return None
        mark = self._collector.mark()
        rest = text
        for template in self._templates:
            rest = template.take(rest, self._collector)
        for attempt in range(_MOST_TRIES):
            if len(rest) < 2 * _LEAST_SHARE * len(text) or len(self._templates) == _MOST_TEMPLATES:
                break
            # From elsewhere each time: what is said of a document stands there but once.
            start = rest.find(_END, attempt * len(rest) // _MOST_TRIES) + len(_END)
            # This may be in the middle of a block, the next one is whole.
            _, following = _read_block(rest, start)
            learnt = self._learn(rest, following) or self._learn(rest, start)
            if learnt is None:
                continue
            before = len(rest)
            rest = learnt.take(rest, self._collector)
            if before - len(rest) >= _LEAST_SHARE * len(text):
                self._templates.append(learnt)
        self._in_vain = 0 if 4 * len(rest) < 3 * len(text) else self._in_vain + 1
        # No block has a text with several lines, but such a text may have what looks like blocks.
        if '"""' in rest or "'''" in rest or not _is_cut_well(rest):
            self._collector.forget_since(mark)
            return None
        return rest.encode("utf-8")

    def _learn(self, text: str, start: int) -> _Template | None:
        """A template from the statements that begin here."""
        tokens, _ = _read_block(text, start)
        if not tokens:
            return None
        rows = _rows_of(tokens)
        triples = self._triples_of(tokens, rows)
        if triples is None:
            return None
        slots = []
        for row, triple in zip(rows, triples, strict=True):
            slot = self._slot(row, triple)
            if slot is None:
                return None
            slots.append(slot)
        first, *others = tokens
        pattern = first.pattern(None if first.kind == "empty" else _group_of(first))
        groups = iter([slot.pattern for slot in slots if slot.number is not None])
        for token in others:
            if token.kind == "object":
                pattern += token.pattern(next(groups))
            elif token.kind == "subject":
                pattern += re.escape(token.before) + r"\1" + re.escape(token.after)
            else:
                pattern += token.pattern(None)
        subject = None if first.kind == "empty" else self._number_nodes(first, triples[0].subject)
        # From the end of one statement up to that of another: so it begins with what is found fast.
        pattern = rf"\.\n\n?{pattern.removesuffix(_LAST_MARK)}(?=\.\n)"
        brackets = sum(isinstance(row.object, int) for row in rows)
        predicates = tuple(dict.fromkeys(triple.predicate.value for triple in triples))
        return _Template(re.compile(pattern), subject, slots, brackets, predicates)

    def _triples_of(self, tokens: list[_Token], rows: list[_Row]) -> list[Any] | None:
        """What the parser makes of each row; None unless they say together what the block says."""

        def word(node: _Token | int) -> str:
            if isinstance(node, _Token):
                return node.text
            return f"_:bracket{node}" if node or tokens[0].kind == "empty" else tokens[0].text

        lines = "".join(f"{word(row.subject)} {row.predicate.text} {word(row.object)} .\n" for row in rows)
        try:
            # The parser gives the triples of brackets in an order of its own.
            whole, single = (
                list(self._parse(said.encode("utf-8")))
                for said in ("".join(token.text for token in tokens), lines)
            )
        except SyntaxError:
            return None
        blank = self._terms.blank
        of_whole, of_single = (
            Counter(
                (
                    type(triple.subject) is blank or triple.subject,
                    triple.predicate,
                    type(triple.object) is blank or triple.object,
                )
                for triple in triples
            )
            for triples in (whole, single)
        )
        return single if of_whole == of_single and len(single) == len(rows) else None

    def _number_nodes(self, token: _Token, node: Any) -> Callable[[list[str]], list[int]]:
        collector, blank = self._collector, self._terms.blank
        if type(node) is blank:
            return lambda labels: [collector.number_blank(blank(label)) for label in labels]
        namespace = node.value.removesuffix(token.value)
        if not namespace:
            return collector.number_nodes
        return lambda names: collector.number_nodes([namespace + name for name in names])

    def _slot(self, row: _Row, triple: Any) -> _Slot | None:
        collector, obj, token = self._collector, triple.object, row.object
        role = collector.number_predicate(triple.predicate.value)
        leads_on = role >= DOCUMENT and role != TEXT
        if isinstance(token, int):
            return _Slot(row.subject, role, token) if leads_on else None
        slot = partial(_Slot, row.subject, role, 0)
        kind, group = type(obj), _group_of(token)
        if kind is self._terms.iri or kind is self._terms.blank:
            return slot(self._number_nodes(token, obj), group) if leads_on else None
        if kind is not self._terms.literal or obj.value != token.value:
            return None
        if role < ANCHOR:
            is_whole = re.fullmatch(_DIGITS, obj.value)
            return slot(lambda texts: list(map(int, texts)), _DIGITS) if is_whole else None
        if role == ANCHOR:
            return slot(partial(number_strings, collector.anchors), group)
        if role < FIRST_OTHER:
            return None
        number = partial(number_literals, collector.literals, write_literal(obj)[len(obj.value) + 2 :])
        return slot(number, group)


def _group_of(token: _Token) -> str:
    if token.before.endswith("<"):
        return _IRI
    if token.before.endswith('"'):
        return _TEXT
    return _LOCAL if token.before.endswith(":") else _DIGITS


def _read_block(text: str, start: int) -> tuple[list[_Token], int]:
    """The words of the statements about one subject, and where they end; none for all that is unusual."""
    tokens: list[_Token] = []
    complete = triples = depth = 0
    end = start
    wanted, position = "subject", start
    while triples < _MOST_TRIPLES and (match := _TOKEN.match(text, position)):
        kind = str(match.lastgroup)
        if kind not in _MAY_BE[wanted]:
            break
        # What stands before the block belongs to nobody.
        begin = position if tokens else match.end("blank")
        token = _Token(
            kind if kind in _BRACKETS else wanted,
            text[begin : match.start(kind)],
            match[kind],
            text[match.end(kind) : match.end()],
        )
        if wanted == "subject" and tokens and (kind == "empty" or token.text.lstrip() != tokens[0].text):
            break
        tokens.append(token)
        position = match.end()
        depth += (kind == "open") - (kind == "close")
        triples += wanted == "object"
        wanted = _FOLLOWING[token.value if kind == "mark" else kind if kind in ("open", "close") else wanted]
        if depth < 0 or (depth and wanted == "subject"):
            break
        if wanted == "subject":
            complete, end = len(tokens), position
            if not text.startswith(_END, position - 1):
                break
    return tokens[:complete], end


def _rows_of(tokens: list[_Token]) -> list[_Row]:
    rows: list[_Row] = []
    # Inside a bracket there are other subjects and predicates; behind it those from before it.
    subjects = [0]
    predicates = tokens[:1]
    brackets = 0
    for place, token in enumerate(tokens):
        if token.kind == "predicate":
            predicates[-1] = token
        elif token.kind == "object":
            rows.append(_Row(subjects[-1], predicates[-1], token))
        elif token.kind == "close":
            del subjects[-1], predicates[-1]
        elif token.kind in _BRACKETS and place:
            brackets += 1
            rows.append(_Row(subjects[-1], predicates[-1], brackets))
            if token.kind == "open":
                subjects.append(brackets)
                predicates.append(token)
    return rows


def _is_cut_well(rest: str) -> bool:
    """Does each piece end with a statement, and could none have changed what was read meanwhile?"""
    # A dot in a comment ends nothing.
    if any((match["comment"] or "").endswith(".") for match in _IN_ONE_LINE.finditer(rest)):
        return False
    # The lenient parser lets a text that was not closed go on in the next line, over what looks like blocks.
    bare = _IN_ONE_LINE.sub(" ", rest)
    return not ('"' in bare or "'" in bare or _DIRECTIVE.search(bare))
