"""The evidence for a bag: a sentence for each chain at first, and more of its texts on demand.

Only what is shown is computed, so a page has a few sentences whatever the size of the bag. An ``Excerpt`` is
the part of one document that is shown for a chain. ``ExcerptCutter`` cuts the pieces of text of excerpts,
``ShownMentions`` records which mentions are shown, and ``Evidence`` decides what to show next:

- at first: a sentence for each of the first chains that differ, those with mentions that moved before the
  others, then more mentions that moved
- ``fill``: automatic additions while the window has room; ``unfill`` takes the last one back
- ``open``, ``open_next``, ``show`` and ``set_level``: what the reviewer asks for; it ends the filling
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, Self
from weakref import proxy

from coala.base.numerals import count
from coala.errors import CoalaError
from coala.model.bag import BASELINE, CHANGED, Divergence, FactDifference
from coala.model.kinds import CHAIN_PAIR_KINDS, PROPERTY_KINDS, Kind
from coala.model.nouns import OF_RECORDS
from coala.model.values import Span
from coala.present.chains import Chains, ShownChain
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.excerpts import (
    LONGEST_MENTION,
    REACH,
    Piece,
    add_neighbours,
    find_paragraph,
    find_sentence,
    find_window,
    join_pieces,
)
from coala.present.evidence.facts import NO_MARKS, FactMarks, GoldSigns, mark_fact
from coala.present.evidence.page import Excerpt, Level, Link, Opening, Page
from coala.present.evidence.page_writer import PageWriter
from coala.present.evidence.places import ChainKey, SentenceChoice, SpanPlaces, key_of, loses_or_gains

# The most code points of a document that are shown on either side at once, and the most mentions in them.
_WINDOW, _MENTIONS = 12_000, 400


class ExcerptCutter:
    """Cuts the pieces of excerpts, and finds the spans in them."""

    def __init__(self, places: SpanPlaces, reach: int = REACH) -> None:
        """Take how far a sentence is shown on either side of a mention, in characters."""
        self._places, self._reach = places, reach
        # A cache by span, neighbours and reach: adding a mention cuts all pieces of its excerpt again.
        self._sentences: dict[tuple[int, int, int], list[Piece]] = {}

    def cut(self, excerpt: Excerpt) -> None:
        """Cut the pieces of an excerpt, around its spans and by its level."""
        pieces = [piece for span in excerpt.spans for piece in self._cut_around(excerpt, span)]
        if excerpt.level is Level.DOCUMENT:
            begin, end = self._places.extent(excerpt.focus)
            room = self._room(excerpt.document, begin)
            pieces.append(find_window(excerpt.text or "", begin, min(end, begin + room), room))
        excerpt.pieces = join_pieces([*pieces, *excerpt.extra_pieces])

    def show_marks(self, marks: FactMarks, excerpts: Iterable[Excerpt]) -> None:
        """Show the sentences of a fact in these excerpts, and remove those of the fact before it."""
        written = [excerpt for excerpt in excerpts if excerpt.text is not None]
        for excerpt in written:
            if excerpt.extra_pieces:
                excerpt.extra_pieces = ()
                self.cut(excerpt)
        for document, places in marks.by_document.items():
            there = [excerpt for excerpt in written if excerpt.document == document]
            # A document without an excerpt gets none for the fact.
            for mark in places if there else ():
                if not any(self._is_shown(excerpt, mark.span) for excerpt in there):
                    self._add_fact_place(there[0], mark.span)

    def _add_fact_place(self, excerpt: Excerpt, span: Span) -> None:
        """Show the sentence of a place of a fact; for a long place the sentences of its two ends."""
        length = len(excerpt.text or "")
        begin, end = min(span.begin, length), min(span.end, length)
        if begin >= end:
            return
        ends = [(begin, begin + 1), (end - 1, end)] if end - begin > LONGEST_MENTION else [(begin, end)]
        excerpt.extra_pieces += tuple(find_sentence(excerpt.text or "", low, high) for low, high in ends)
        self.cut(excerpt)

    def inside(self, excerpt: Excerpt) -> list[int]:
        """Return the spans that an excerpt shows in its text."""
        if excerpt.text is None:
            return []
        length = len(excerpt.text)
        spans = self._places.inside(excerpt.document, excerpt.pieces)
        return [span for span in spans if self._places.fits(span, length)]

    def shows_ends(self, excerpt: Excerpt, span: int) -> bool:
        """Return True if an excerpt shows where a span begins and where it ends."""
        begin, end = self._places.extent(span)
        return any(piece.begin <= begin < piece.end for piece in excerpt.pieces) and any(
            piece.begin < end <= piece.end for piece in excerpt.pieces
        )

    def _is_shown(self, excerpt: Excerpt, span: Span) -> bool:
        return all(
            any(piece.begin <= at < piece.end for piece in excerpt.pieces)
            for at in (span.begin, max(span.begin, span.end - 1))
        )

    def repeats_text(self, excerpt: Excerpt, excerpts: Iterable[Excerpt]) -> bool:
        """Return True if an excerpt shows text that another excerpt shows too."""
        return any(
            mine.begin < piece.end and piece.begin < mine.end
            for other in excerpts
            if other is not excerpt and other.document == excerpt.document
            for piece in other.pieces
            for mine in excerpt.pieces
        )

    def unfold(self, excerpt: Excerpt, link: Link) -> None:
        """Show a further window of text before or after a piece."""
        pieces = excerpt.pieces
        # A gap is opened from both sides: after the piece before it, and before the piece after it.
        if link.opening is not Opening.BEFORE:
            number = len(pieces) - 1 if link.opening is Opening.AFTER else link.place - 1
            begin, end = pieces[number]
            pieces[number] = Piece(begin, self._window(excerpt, end).end)
        if link.opening is not Opening.AFTER:
            begin, end = pieces[link.place]
            pieces[link.place] = Piece(self._window(excerpt, begin).begin, end)
        excerpt.pieces = join_pieces(pieces)

    def _cut_around(self, excerpt: Excerpt, span: int) -> list[Piece]:
        """Return the sentence or the paragraph around a span, or around the two ends of a long one."""
        if excerpt.is_flat:
            return self.cut_sentences(excerpt, span, excerpt.neighbours)
        return [find_paragraph(excerpt.text or "", each) for each in self.cut_sentences(excerpt, span, 0)]

    def cut_sentences(self, excerpt: Excerpt, span: int, neighbours: int = 0) -> list[Piece]:
        """Return the sentence around a span, or around both ends of a long one, with its neighbours."""
        text, reach = excerpt.text or "", excerpt.reach or self._reach
        known = self._sentences.get((span, neighbours, reach))
        if known is not None:
            return known
        if neighbours:
            found = [add_neighbours(text, each) for each in self.cut_sentences(excerpt, span, neighbours - 1)]
        else:
            begin, end = self._places.extent(span)
            ends = [(begin, begin + 1), (end - 1, end)] if end - begin > LONGEST_MENTION else [(begin, end)]
            found = [find_sentence(text, low, high, reach) for low, high in ends]
        self._sentences[span, neighbours, reach] = found
        return found

    def _window(self, excerpt: Excerpt, at: int) -> Piece:
        """Return the text on both sides of an offset that is shown at once."""
        return find_window(excerpt.text or "", at, at, self._room(excerpt.document, at))

    def _room(self, document: int, at: int) -> int:
        return max(LONGEST_MENTION, self._places.room(document, at, _WINDOW, _MENTIONS))


@dataclass
class ShownMentions:
    """The mentions on the page, and the chains that these are examples of."""

    chains: Chains
    # Returns the chains that a mention is an example of (``SentenceChoice.chains_shown_by``).
    find_covered: Callable[[int], Iterable[ChainKey]]
    # The spans on the page as keys, in the order in which they were added.
    seen: dict[int, None] = field(default_factory=dict)
    # The chains for which the page has, or once had, an example.
    covered: set[ChainKey] = field(default_factory=set)
    # How many mentions of each chain are on the page.
    _counts: dict[ChainKey, int] = field(default_factory=dict)
    # How many of each chain's mentions that differ were found on the page, in a search from the first one.
    _searched: dict[ChainKey, int] = field(default_factory=dict)

    def copy(self) -> Self:
        """Return an independent copy."""
        seen, covered = dict(self.seen), set(self.covered)
        return replace(
            self, seen=seen, covered=covered, _counts=dict(self._counts), _searched=dict(self._searched)
        )

    def add(self, span: int) -> None:
        """Add a mention to the page."""
        if span in self.seen:
            return
        self.seen[span] = None
        for side in (BASELINE, CHANGED):
            for number in self.chains.numbers_of(side, span):
                key = ChainKey(side, number)
                self._counts[key] = self._counts.get(key, 0) + 1
        self.covered.update(self.find_covered(span))

    def clear(self) -> None:
        """Remove all mentions from the page; ``covered`` is kept."""
        self.seen.clear()
        self._counts.clear()
        self._searched.clear()

    def is_covered(self, shown: ShownChain) -> bool:
        """Return True if the page has had an example of a chain."""
        return key_of(shown) in self.covered

    def count(self, shown: ShownChain) -> int:
        """Return the number of mentions of a chain on the page."""
        return self._counts.get(key_of(shown), 0)

    def count_hidden(self, shown: ShownChain) -> int:
        """Return the number of mentions of a chain that are not on the page."""
        return len(shown.spans) - self.count(shown)

    def next_differing(self, shown: ShownChain) -> int | None:
        """Return a mention of a chain that differs and is not on the page, or None."""
        if not loses_or_gains(shown):
            return None
        # Look at each mention once: a chain may have a hundred thousand.
        at, spans = self._searched.get(key_of(shown), 0), self.chains.divergent_spans(shown)
        while at < len(spans) and int(spans[at]) in self.seen:
            at += 1
        self._searched[key_of(shown)] = at
        return int(spans[at]) if at < len(spans) else None

    def next_other(self, shown: ShownChain) -> int | None:
        """Return a mention of a chain that is not on the page, or None."""
        if not self.count_hidden(shown):
            return None
        return next((span for span in shown.spans if span not in self.seen), None)


TextOf = Callable[[str], str | None]

# The number of chains shown at a time; the others wait until the reviewer asks for more.
CHAINS_PER_STEP = 12
# Below this number of sentences, further mentions that differ are shown.
SENTENCES_AT_FIRST = 6
# The number of sentences that a click or a key opens.
SENTENCES_PER_STEP = 3
# The most mentions of the change in the title that are shown before all others.
_TITLE_MENTIONS = 3
# The number of mentions of a chain that are listed without a text.
_MENTIONS_WITHOUT_TEXT = 8
_NO_TEXT = "(no text: the graphs have none, and no folder of texts was given)"
# Mentions that did not move are added for a chain with fewer mentions on the page: at first, and if there is
# still room after the sentences around what differs.
_MOST_UNMOVED, _MOST_UNMOVED_WITH_ROOM = 4, 12
# The most things that are added to fill a window, and the most sentences shown around another one.
_MOST_FILLS, _MOST_NEIGHBOURS = 60, 1
# The number of unpacked texts that are kept.
_TEXTS_KEPT = 64


class _Snapshot(NamedTuple):
    """The state of the page before a call of ``fill``, so that ``unfill`` can restore it."""

    excerpts: list[Excerpt]
    shown_mentions: ShownMentions
    opened: list[ShownChain]
    taken_chains: list[ShownChain]  # those that this call took from the waiting chains


class Evidence:
    """The excerpts shown for a bag; they grow step by step and are laid out as a page.

    Raises ``CoalaError`` if a text that is shown at first cannot be read. If a later one cannot be read, its
    excerpt reports the problem and shows the words of the mentions.
    """

    def __init__(
        self,
        displayed: DisplayedBag,
        chains: Chains,
        text_of: TextOf,
        change: Divergence | None = None,
        places: SpanPlaces | None = None,
        *,
        title: Divergence | None = None,
    ) -> None:
        """Show the first sentences of the bag, or of one ``change`` of it: its mentions and its chains.

        ``places`` are those of the bag, if they are known already. The chains of the change that is the
        ``title`` of the bag are always shown, and its first mentions if it is about a part of a chain.
        """
        self._displayed, self._chains, self._change, self._title = displayed, chains, change, title
        # A review unpacks a text each time.
        self._text_of = lru_cache(_TEXTS_KEPT)(text_of)
        self._places = places or SpanPlaces(displayed)
        # A reference cycle would keep a large bag in memory until the garbage collector runs.
        itself = proxy(self)
        self._choice = SentenceChoice(displayed, chains, self._places, lambda number: itself._read(number)[0])
        self._fact = NO_MARKS
        # True until the reviewer opens something.
        self._is_untouched = True
        # False while the first excerpts are opened: a text that cannot be read is an error then.
        self._started = False
        self._begin()
        self._started = True

    def _begin(self) -> None:
        """Show the first sentences, and nothing else."""
        chains = self._chains
        self._cutter = ExcerptCutter(self._places, self._choice.reach)
        self._excerpts: list[Excerpt] = []
        self._shown_mentions = ShownMentions(chains, self._choice.chains_shown_by)
        # The chains that differ and are no longer waiting.
        self._opened: list[ShownChain] = []
        self._fills: list[_Snapshot] = []
        # The chains that differ and have no sentence yet, and their number; then the same for equal chains.
        self._waiting: Iterator[ShownChain] = iter(())
        self._equal: Iterator[ShownChain] = iter(())
        self._waiting_count = self._equal_count = 0
        if self._change is not None:
            self._open_change(self._change)
            self._cutter.show_marks(self._fact, self._excerpts)
            return
        left = {side: len(chains.divergent_numbers(side)) for side in (CHANGED, BASELINE)}
        # The side with more chains comes first: the baseline in a merge, the changed graph in a split.
        sides = sorted((BASELINE, CHANGED), key=lambda side: -left[side])
        by_movement = zip(*map(chains.divergent_by_movement, sides), strict=True)
        self._waiting = chain.from_iterable(map(chain.from_iterable, by_movement))
        self._waiting_count = sum(left.values())
        self._equal = chains.equal(BASELINE)
        self._equal_count = len(chains.groups[BASELINE].equal())
        self._open_title()
        self._open_chains(CHAINS_PER_STEP - len(self._opened))
        self._open_differing(SENTENCES_AT_FIRST - sum(len(excerpt.pieces) or 1 for excerpt in self._excerpts))
        self._cutter.show_marks(self._fact, self._excerpts)

    def set_reach(self, reach: int) -> None:
        """Begin again with sentences that are shown this far from a mention.

        Nothing changes after the reviewer has opened something.
        """
        if self._is_untouched and reach != self._choice.reach:
            self._choice.reach = reach
            self._begin()

    def lengthen(self, reaches: Sequence[int], fits: Callable[[], bool]) -> None:
        """Show each excerpt with the longest of these reaches, longest first, with which the page fits."""
        for excerpt in self._excerpts if self._is_untouched else ():
            for excerpt.reach in (*(reach for reach in reaches if reach > self._choice.reach), 0):
                self._cutter.cut(excerpt)
                if not excerpt.reach or fits():
                    break
        self._record_again()

    def show_change(self, change: Divergence) -> Evidence:
        """Return the evidence for one change of the bag."""
        evidence = Evidence(self._displayed, self._chains, self._text_of, change, self._places)
        evidence.show_fact(change.fact)
        return evidence

    @property
    def seen(self) -> Sequence[int]:
        """The spans on the page, in the order in which they were added."""
        return tuple(self._shown_mentions.seen)

    def page(self, gold: GoldSigns | None = None) -> Page:
        """Return the page, with gold's signs if ``gold`` is given."""
        writer = PageWriter(self._displayed, self._chains, gold, self._fact)
        nouns = self._chains.nouns
        # The link for more sentences of a chain is at the end of its last excerpt.
        last = {shown: place for place, excerpt in self._order_excerpts() for shown in excerpt.chains}
        for number, excerpt in self._order_excerpts():
            inside = self._cutter.inside(excerpt)
            writer.write_excerpt(number, excerpt, inside, self._find_telling(excerpt, inside))
            if excerpt.text is not None and excerpt.is_flat and not _is_whole(excerpt):
                writer.write_link("⋯", Opening.CONTEXT, number, tip="Show the text around it")
            for place, shown in enumerate(excerpt.chains):
                more = self._shown_mentions.count_hidden(shown)
                if more and last[shown] == number:
                    words = f"▸{more:,}" if len(excerpt.chains) == 1 else f"▸{more:,} {shown.sign}"
                    what = "records" if nouns == OF_RECORDS else "sentences"
                    further = count(more, f"further {nouns.mention}")
                    tip = f"Show {what} of {shown.sign} {shown.label}: {further}"
                    writer.write_link(words, Opening.SENTENCES, number, place, tip)
        if self._waiting_count:
            writer.write_line(
                f"▸ {count(self._waiting_count, f'more {nouns.chain}')}",
                Opening.CHAINS,
                tip=f"Show their {nouns.mention if nouns == OF_RECORDS else 'sentence'}s",
            )
        if self._equal_count:
            words = f"▸ {count(self._equal_count, f'equal {nouns.chain}')}"
            writer.write_line(
                words, Opening.EQUAL, tip=f"Show the {nouns.chain}s that are the same in both graphs"
            )
        if any(excerpt.problem == _NO_TEXT for excerpt in self._excerpts):
            writer.write_line(
                "▸ choose a folder of texts", Opening.TEXTS, tip="Compare again, with a folder of texts"
            )
        for words in self._fact.elsewhere:
            writer.write_remark(words)
        return writer.finish()

    def _order_excerpts(self) -> list[tuple[int, Excerpt]]:
        """Return the excerpts with their numbers; those of one document are together, changes first.

        The documents of the chains that the title names are first.
        """
        title = self._title
        named = () if title is None or title.kind not in CHAIN_PAIR_KINDS else self._chains.named_by(title)
        if title is not None and title.kind is Kind.SPLIT:
            # What broke off is the last.
            named = named[::-1]
        # The first excerpt of each.
        examples = (next((each for each in self._excerpts if shown in each.chains), None) for shown in named)
        turns: dict[int, int] = {}
        for excerpt in (*filter(None, examples), *self._excerpts):
            turns.setdefault(excerpt.document, len(turns))

        def sort_key(numbered: tuple[int, Excerpt]) -> tuple[int, bool, int, int]:
            number, excerpt = numbered
            begin = excerpt.pieces[0].begin if excerpt.pieces else 0
            return turns[excerpt.document], not self._is_telling(excerpt), begin, number

        return sorted(enumerate(self._excerpts), key=sort_key)

    def _is_telling(self, excerpt: Excerpt) -> bool:
        """Return True if an excerpt was added for a mention that shows what differs."""
        return any(map(self._chains.is_telling, excerpt.spans))

    def _find_telling(self, excerpt: Excerpt, inside: Iterable[int]) -> list[Piece]:
        """Return the parts of an excerpt that show what differs: sentences of moved mentions, and facts."""
        telling = filter(self._chains.is_telling, inside)
        sentences = (self._cutter.cut_sentences(excerpt, span) for span in telling)
        return join_pieces([*chain.from_iterable(sentences), *excerpt.extra_pieces])

    def show_fact(self, fact: FactDifference | None) -> bool:
        """Mark the places of a fact (or none) and show their sentences; return True if the marks changed."""
        marks = mark_fact(self._displayed, fact)
        if marks == self._fact:
            return False
        self._fact = marks
        self._is_untouched &= not self._fills
        self._cutter.show_marks(marks, self._excerpts)
        self._record_again()
        return True

    def fill(self) -> bool:
        """Show one thing more, since there is room for it; return False if there is nothing more.

        First come chains without a sentence, then mentions that moved, then a few other mentions of each
        chain, then the sentences around those that show what differs, then more mentions of each chain. After
        a reviewer has opened something, nothing is added.
        """
        if not self._is_untouched or len(self._fills) >= _MOST_FILLS:
            return False
        self._fills.append(self._take_snapshot())
        is_whole = self._choice.reach == REACH
        if (
            self._fill_with_chain()
            or self._fill_with_mention(_MOST_UNMOVED)
            or (is_whole and self._widen())
            or self._fill_with_mention(_MOST_UNMOVED_WITH_ROOM)
        ):
            return True
        self.unfill()
        return False

    @property
    def is_cut(self) -> bool:
        """True if long sentences are cut near their mentions."""
        return self._choice.reach < REACH

    @property
    def has_few_waiting(self) -> bool:
        """True if some chains wait without a sentence, at most one step, and the reviewer opened nothing."""
        return 0 < self._waiting_count <= CHAINS_PER_STEP and self._is_untouched

    def fill_with_last_chains(self) -> bool:
        """Show a sentence of each chain that waits; return False if none waits, or more than one step."""
        if not self.has_few_waiting:
            return False
        while self._waiting_count and self.fill():
            pass
        return True

    @property
    def fills(self) -> int:
        """The number of things that ``fill`` has shown; 0 once a reviewer has opened something."""
        return len(self._fills) if self._is_untouched else 0

    def fill_to(self, fills: int) -> None:
        """Show or remove things until ``fills`` is reached, or there is nothing more to show."""
        while self.fills > fills:
            self.unfill()
        while self.fills < fills and self.fill():
            pass

    def unfill(self) -> bool:
        """Remove what the last ``fill`` showed; return False if there was none."""
        if not self._is_untouched or not self._fills:
            return False
        before = self._fills.pop()
        self._excerpts, self._shown_mentions, self._opened = (
            before.excerpts,
            before.shown_mentions,
            before.opened,
        )
        self._waiting, self._waiting_count = (
            chain(before.taken_chains, self._waiting),
            self._waiting_count + len(before.taken_chains),
        )
        return True

    def open(self, link: Link) -> int | None:
        """Open what a link of the page names; return a span that was hidden before, or None."""
        self._is_untouched = False
        before = set(self._shown_mentions.seen)
        match link.opening:
            case Opening.CONTEXT:
                self._show_more_context(self._excerpts[link.excerpt])
            case Opening.SENTENCES:
                self._open_sentences(self._excerpts[link.excerpt].chains[link.place])
            case Opening.CHAINS:
                self._open_chains()
            case Opening.EQUAL:
                self._open_equal()
            case _:
                self._cutter.unfold(self._excerpts[link.excerpt], link)
                self._record_spans(self._excerpts[link.excerpt])
        return next((span for span in self._shown_mentions.seen if span not in before), None)

    def show(self, span: int) -> None:
        """Bring the sentence of a mention onto the page."""
        if span not in self._shown_mentions.seen:
            self._is_untouched = False
            found = [each for side in (BASELINE, CHANGED) for each in self._chains.chains_of(side, span)]
            known = [each for each in found if any(each in excerpt.chains for excerpt in self._excerpts)]
            for shown in (known or found)[:1]:
                self._add(shown, span)

    def open_next(self) -> int | None:
        """Open one more step: chains, then mentions that differ, then all other mentions.

        Return a span that was hidden before; None if there is nothing more.
        """
        self._is_untouched = False
        before = set(self._shown_mentions.seen)
        if self._waiting_count:
            # A chain that was not seen yet may change the verdict more than another mention of a seen one.
            self._open_chains()
        elif not self._open_differing(SENTENCES_PER_STEP):
            self._open_others()
        return next((span for span in self._shown_mentions.seen if span not in before), None)

    def level(self, span: int | None = None) -> Level:
        """Return how much is shown around a mention, or around the first one on the page."""
        place = self._excerpt_of(span)
        return Level.SENTENCE if place is None else self._excerpts[place].level

    def set_level(self, span: int | None, level: Level) -> None:
        """Set how much is shown around a mention, or around the first one on the page."""
        self._is_untouched = False
        place = self._excerpt_of(span)
        if place is not None and self._excerpts[place].text is not None:
            excerpt = self._excerpts[place]
            excerpt.level, excerpt.focus = level, excerpt.spans[0] if span is None else span
            self._cutter.cut(excerpt)
            self._record_again()

    def _open_title(self) -> None:
        """Show what the title is about, where other mentions or chains would hide it.

        These are the first mentions of a title about a part of a chain. If chains will wait, a row of each
        chain that the title names is shown too.
        """
        title = self._title
        if title is None or not (ends := self._chains.ends(title)):
            return
        shown = self._chains.chain(*ends[0])
        # Of a whole chain, each mention is an example.
        if title.kind not in PROPERTY_KINDS and len(title.spans) < len(shown.spans):
            for span in title.spans[:_TITLE_MENTIONS]:
                self._add(shown, span)
        if self._waiting_count > CHAINS_PER_STEP:
            for named in self._chains.named_by(title):
                if not self._shown_mentions.count(named):
                    self._show_chain(named)
                if named.divergent and self._shown_mentions.is_covered(named):
                    self._opened.append(named)
            opened = frozenset(self._opened)
            self._waiting = (each for each in self._waiting if each not in opened)
            self._waiting_count -= len(opened)

    def _open_chains(self, most: int = CHAINS_PER_STEP) -> None:
        """Show the best sentence of each of the next chains that differ, of ``most`` chains."""
        opened = 0
        while self._waiting_count and opened < most:
            shown = self._take_chain()
            if not self._shown_mentions.is_covered(shown):
                self._show_chain(shown)
                opened += 1
        if self._waiting_count <= CHAINS_PER_STEP:
            # Chains that the sentences of others have shown need no sentence of their own.
            rest = list(self._waiting)
            self._opened += [shown for shown in rest if self._shown_mentions.is_covered(shown)]
            rest = [shown for shown in rest if not self._shown_mentions.is_covered(shown)]
            self._waiting, self._waiting_count = iter(rest), len(rest)

    def _open_change(self, change: Divergence) -> None:
        """Show the first mentions of a change, then one other mention of each of its chains."""
        ends = [self._chains.chain(*place) for place in self._chains.ends(change)]
        for span in change.spans[:SENTENCES_AT_FIRST] if ends else ():
            self._add(ends[0], span)
        for excerpt in self._excerpts:
            # A statement is about two chains, and each mention may be in one of them only.
            excerpt.chains = tuple(shown for shown in ends if self._has_mention(shown, excerpt.spans))
        own = frozenset(change.spans)
        for shown in ends:
            self._opened.append(shown)
            other = self._choose_other(shown, own)
            if other is not None and other not in self._shown_mentions.seen:
                self._excerpts.append(excerpt := Excerpt((shown,), self._displayed.document_of(other), []))
                self._put(excerpt, shown, other)

    def _has_mention(self, shown: ShownChain, spans: Iterable[int]) -> bool:
        """Return True if one of these spans is a mention of the chain."""
        return any(shown.number in self._chains.numbers_of(shown.side, span) for span in spans)

    def _choose_other(self, shown: ShownChain, own: Set[int]) -> int | None:
        """Return a mention of a chain that says what it is about, besides its ``own`` ones of a change.

        That is one that stays, if possible with the name of the chain.
        """
        others = [span for span in shown.spans if span not in own]
        staying = [span for span in others if not self._chains.is_divergent(span)]
        words = self._displayed.extents.words
        named = (span for span in staying if words(shown.side, span) == shown.label)
        return next(named, next(iter(staying or others), None))

    def _fill_with_chain(self) -> bool:
        """Show the next chain without an example on the page; return False if all have one."""
        while self._waiting_count:
            shown = self._take_chain()
            self._fills[-1].taken_chains.append(shown)
            if not self._shown_mentions.is_covered(shown):
                self._show_chain(shown)
                return True
        return False

    def _take_chain(self) -> ShownChain:
        """Take the next of the chains that wait for a sentence."""
        shown = next(self._waiting)
        self._waiting_count -= 1
        self._opened.append(shown)
        return shown

    def _fill_with_mention(self, most_unmoved: int) -> bool:
        """Show one more mention of the chain with the fewest on the page; mentions that moved come first.

        A mention that did not move is added if the chain has fewer than ``most_unmoved`` on the page.
        """
        mentions = self._shown_mentions
        turns = sorted(self._opened, key=mentions.count)
        others = [shown for shown in turns if mentions.count(shown) < most_unmoved]
        for find, chains in ((mentions.next_differing, turns), (mentions.next_other, others)):
            for shown in chains:
                span = find(shown)
                if span is not None:
                    self._add(shown, span)
                    return True
        return False

    def _widen(self) -> bool:
        """Show the sentences before and after those that show what differs, for each excerpt in turn."""
        telling = filter(self._is_telling, self._excerpts)
        for excerpt in sorted(telling, key=attrgetter("neighbours")):
            old_neighbours, old_pieces = excerpt.neighbours, excerpt.pieces
            # At the end of a text one more sentence may change nothing, so another one is tried.
            while (
                excerpt.text is not None
                and excerpt.neighbours < _MOST_NEIGHBOURS
                and excerpt.pieces == old_pieces
            ):
                excerpt.neighbours += 1
                self._cutter.cut(excerpt)
                if self._cutter.repeats_text(excerpt, self._excerpts):
                    excerpt.neighbours, excerpt.pieces = old_neighbours, old_pieces
                    break
            if excerpt.pieces != old_pieces:
                self._record_spans(excerpt)
                return True
        return False

    def _take_snapshot(self) -> _Snapshot:
        excerpts = [
            replace(excerpt, spans=list(excerpt.spans), pieces=list(excerpt.pieces))
            for excerpt in self._excerpts
        ]
        return _Snapshot(excerpts, self._shown_mentions.copy(), list(self._opened), [])

    def _open_equal(self) -> None:
        for _ in range(min(self._equal_count, CHAINS_PER_STEP)):
            self._equal_count -= 1
            self._show_chain(next(self._equal))

    def _show_chain(self, shown: ShownChain) -> None:
        """Show the best sentence of a chain, also as an example of other chains of the side that it shows."""
        span = self._choice.choose_mention(shown, self._shown_mentions.covered, self._shown_mentions.seen)
        before = set(self._shown_mentions.covered)
        if span is not None:
            excerpt = self._add(shown, span)
            newly_covered = self._shown_mentions.covered - before
            others = (self._chains.chain(*key) for key in sorted(newly_covered) if key.side == shown.side)
            excerpt.chains += tuple(other for other in others if other not in excerpt.chains)
        self._shown_mentions.covered.add(key_of(shown))

    def _open_differing(self, sentences: int) -> bool:
        """Show more mentions that differ, of each chain in turn; return False if there are no more."""
        turns, opened = list(self._opened), False
        while turns and sentences > 0:
            for shown in turns[:sentences]:
                span = self._shown_mentions.next_differing(shown)
                if span is None:
                    turns.remove(shown)
                else:
                    self._add(shown, span)
                    sentences, opened = sentences - 1, True
        return opened

    def _open_others(self) -> None:
        """Show more of the first chain that has more, else the equal chains."""
        for shown in dict.fromkeys(shown for excerpt in self._excerpts for shown in excerpt.chains):
            if self._shown_mentions.count_hidden(shown):
                self._open_sentences(shown)
                return
        self._open_equal()

    def _open_sentences(self, shown: ShownChain) -> None:
        """Show more sentences of a chain; those with mentions that differ come first."""
        for _ in range(SENTENCES_PER_STEP):
            span = self._shown_mentions.next_differing(shown)
            if span is None:
                span = self._shown_mentions.next_other(shown)
            if span is not None:
                self._add(shown, span, alone=True)

    def _excerpt_of(self, span: int | None) -> int | None:
        """Return the number of the excerpt opened for a span, else of the first that shows it, else 0."""
        for place, excerpt in enumerate(self._excerpts):
            if span in excerpt.spans:
                return place
        for place, excerpt in enumerate(self._excerpts):
            if span in self._cutter.inside(excerpt):
                return place
        return 0 if self._excerpts else None

    def _add(self, shown: ShownChain, span: int, *, alone: bool = False) -> Excerpt:
        """Show the sentence of a mention, in the excerpt of its chain and document if there is one.

        ``alone`` is for an excerpt that is of no other chain too.
        """
        document = self._displayed.document_of(span)
        text, _ = self._read_for(document, span)
        place = self._find_or_add_excerpt(shown, span, has_text=text is not None, alone=alone)
        return self._put(self._excerpts[place], shown, span)

    def _put(self, excerpt: Excerpt, shown: ShownChain, span: int) -> Excerpt:
        """Show the sentence of a mention of a chain in an excerpt of its document."""
        document = excerpt.document
        text, problem = self._read_for(document, span)
        excerpt.text, excerpt.problem = text, problem
        excerpt.spans.append(span)
        if text is None:
            # Words alone are short, so those of other mentions of the chain in the document are shown too.
            others = [
                other
                for other in shown.spans
                if other not in self._shown_mentions.seen
                and other != span
                and self._displayed.document_of(other) == document
            ]
            excerpt.spans += others[: _MENTIONS_WITHOUT_TEXT - 1]
        else:
            self._cutter.cut(excerpt)
        self._record_spans(excerpt)
        return excerpt

    def _find_or_add_excerpt(self, shown: ShownChain, span: int, *, has_text: bool, alone: bool) -> int:
        """Return the number of the excerpt for a mention of a chain; insert one if needed.

        What shows a change is not in one excerpt with the rest. A new one is inserted after the last excerpt
        of the chain, or at the end.
        """
        document, is_telling = self._displayed.document_of(span), self._chains.is_telling(span)
        new_place = len(self._excerpts)
        for place, excerpt in enumerate(self._excerpts):
            if shown in excerpt.chains:
                is_apt = (len(excerpt.chains) == 1 or not alone) and self._is_telling(excerpt) is is_telling
                if is_apt and excerpt.document == document and (excerpt.text is not None) is has_text:
                    return place
                new_place = place + 1
        self._excerpts.insert(new_place, Excerpt((shown,), document, []))
        return new_place

    def _show_more_context(self, excerpt: Excerpt) -> None:
        """Show one level more of context; skip a level that adds nothing."""
        before, excerpt.focus = excerpt.pieces, excerpt.spans[0]
        while excerpt.level < Level.DOCUMENT and excerpt.pieces == before:
            excerpt.level = Level(excerpt.level + 1)
            self._cutter.cut(excerpt)
        self._record_spans(excerpt)

    def _record_spans(self, excerpt: Excerpt) -> None:
        """Record which spans of an excerpt are on the page."""
        spans: Iterable[int] = excerpt.spans if excerpt.text is None else self._cutter.inside(excerpt)
        for span in spans:
            known = span in self._shown_mentions.seen
            if not known and (excerpt.text is None or self._cutter.shows_ends(excerpt, span)):
                self._shown_mentions.add(span)

    def _record_again(self) -> None:
        """Record again which spans are on the page."""
        self._shown_mentions.clear()
        for excerpt in self._excerpts:
            self._record_spans(excerpt)

    def _read_for(self, document: int, span: int) -> tuple[str | None, str]:
        """Return a document's text if it has this mention, or None and the reason."""
        text, problem = self._read(document)
        if text is not None and not self._places.fits(span, len(text)):
            return None, f"(outside the text, which has {count(len(text), 'character')})"
        return text, problem

    def _read(self, document: int) -> tuple[str | None, str]:
        """Return a document's text, or None and the reason."""
        try:
            text = self._text_of(self._displayed.documents[document])
        except CoalaError as error:
            if not self._started:
                raise
            return None, f"({error})"
        return text, "" if text is not None else _NO_TEXT


def _is_whole(excerpt: Excerpt) -> bool:
    """Return True if an excerpt is its whole document, so that there is no text around it."""
    text, pieces = excerpt.text or "", excerpt.pieces
    return len(pieces) == 1 and not text[: pieces[0].begin].strip() and not text[pieces[0].end :].strip()
