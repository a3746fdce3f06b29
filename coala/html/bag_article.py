"""The content of one bag for an HTML page: verdicts, changes, evidence and chains, as plain words.

``describe_bag`` returns the values that the template needs. The evidence is the text around the mentions. It
is laid out for the window as a ``Page``: one long text, with *runs* (mentions), *asides* (words of the
program) and links at its offsets. ``lay_out`` cuts that text into lines of marked parts.

The mentions of a chain have a hue and a sign ("A", "B", …). A chain and its partner in the other graph have
the same number, and so the same hue.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

from coala.base.plain_text import clean, one_line
from coala.diff.ranked import rows_by_change
from coala.diff.sentences import BagSentences
from coala.errors import CoalaError
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present.chains import Chains
from coala.present.displayed_bag import DisplayedBag, display_bag
from coala.present.entry_table import MOST_ENTRY_ROWS, EntryRow, list_entry_rows
from coala.present.evidence.evidence import Evidence
from coala.present.evidence.page import Opening, Page, Run, Stretch, find_runs
from coala.present.phrases import VERDICT_SIGNS, share_sentence
from coala.present.prose import MOST_CHAINS, MOST_CHANGES, list_chains, list_changes, say_rest
from coala.present.who_is_who import NamedGroups, say_groups
from coala.results.verdicts.judged import ExportedBag, Judged, ReviewerAnswer
from coala.results.verdicts.named_groups import find_overruled, name_answer
from coala.scores.findings import TITLES
from coala.verdicts.by_kind import judge_changes
from coala.verdicts.comment import LONGEST_NOTE
from coala.verdicts.reviewer_kinds import ReviewerKind

_COLOURS = 8
"""The number of hues, which no two chains share; only signs tell the chains after them apart."""

# A sign has an HTML element of its own, so it needs no isolating characters.
_ISOLATES = re.compile("[\u2066-\u2069]")

# The links that stand for text or mentions which are not shown; other links only work in the window.
_FOLDS = frozenset(
    (Opening.GAP, Opening.BEFORE, Opening.AFTER, Opening.SENTENCES, Opening.CHAINS, Opening.EQUAL)
)
# How many mentions of a chain are not shown, as the window writes it: "▸4", or "▸4 F" for the chain F.
_MORE = re.compile(r"▸([\d,]+)(?: ([^\s▸]+))?")


class MarkedPart(NamedTuple):
    """Words with the hues of the chains that have them."""

    words: str
    # The hue in the baseline and in the changed graph; None if no chain of that graph has the words.
    old: int | None = None
    new: int | None = None
    # True if the two chains are no partners.
    differs: bool = False
    # True for words of the program that are not part of the text.
    aside: bool = False
    # The numbers of the two chains.
    chains: tuple[int | None, int | None] = (None, None)

    @property
    def is_mention(self) -> bool:
        """True if the words belong to a mention."""
        return self.old is not None or self.new is not None


class MarkedLine(NamedTuple):
    """A line of the page; ``signs`` and ``document`` precede it where another excerpt begins."""

    signs: str
    document: str
    parts: tuple[MarkedPart, ...]


def pick_hue(number: int) -> int:
    """Return the hue of a chain's aligned number, which partners share; after the last hue there is grey."""
    return min(number, _COLOURS)


def lay_out(page: Page, displayed: DisplayedBag, chains: Chains) -> Iterator[MarkedLine]:
    """Yield the lines of a page, without the links that only work in the window."""
    runs = find_runs(page, displayed.numbering)
    asides = sorted(page.asides)
    dropped = sorted(Stretch(link.begin, link.end) for link in page.links if link.opening not in _FOLDS)
    labels = {label.begin: label for label in page.labels}
    # Everything begins and ends at an edge, so between two edges all words have the same marks.
    stretches = (*((run.begin, run.end) for run in runs), *asides, *dropped)
    edges = sorted({0, len(page.text), *chain.from_iterable(stretches)})
    begin = 0
    for text in page.text.split("\n"):
        end = begin + len(text)
        label = labels.get(begin)
        # The edges of this line.
        inside = [begin, *edges[bisect_right(edges, begin) : bisect_left(edges, end)], end]
        parts = tuple(
            _make_part(page.text[first:last], first, runs, asides)
            for first, last in pairwise(inside)
            if not _contains(dropped, first)
        )
        if any(part.words.strip() for part in parts):
            signs = label.words if label else ""
            document = displayed.short_name(label.document) if label else ""
            yield MarkedLine(signs, document, parts)
        begin = end + 1


def _make_part(words: str, at: int, runs: Sequence[Run], asides: Sequence[Stretch]) -> MarkedPart:
    """Return the words at position ``at`` of the page with the hues of the run that they are in."""
    if _contains(asides, at):
        return MarkedPart(_say_more(_ISOLATES.sub("", words)), aside=True)
    place = bisect_right(runs, at, key=lambda run: run.begin) - 1
    if place < 0 or runs[place].end <= at:
        return MarkedPart(words)
    _, _, old, new = runs[place]
    return MarkedPart(
        words,
        None if old is None else pick_hue(old),
        None if new is None else pick_hue(new),
        differs=old != new,
        chains=(old, new),
    )


def _say_more(words: str) -> str:
    """Return an aside without the signs by which the window opens something: "(4 more of F)" for "▸4 F"."""

    def say(match: re.Match[str]) -> str:
        number, chain = match.groups()
        return f"({number} more of {chain})" if chain else f"({number} more)"

    return _MORE.sub(say, words).replace("▸ ", "")


def _contains(stretches: Sequence[Stretch], at: int) -> bool:
    place = bisect_right(stretches, at, key=lambda stretch: stretch.begin) - 1
    return place >= 0 and at < stretches[place].end


_METRICS_SHOWN = ("muc", "b_cubed")
"""The metrics by which the effect of a bag is shown."""

# The badges (CSS class, sign, words) of a bag without a single verdict.
_DISPUTED = "disputed", "≠", "disputed"
_OPEN = "open", "○", "no verdict"


class Badge(NamedTuple):
    """A verdict as a CSS class, a sign and words."""

    key: str
    sign: str
    words: str


def make_badge(verdict: Verdict | None, *, disputed: bool = False) -> Badge:
    """Return the badge of a verdict, of a missing verdict, or of a dispute."""
    if disputed:
        return Badge(*_DISPUTED)
    if verdict is None:
        return Badge(*_OPEN)
    return Badge(verdict.name.lower(), VERDICT_SIGNS[verdict], VERDICT_WORDS[verdict])


def list_badges(found: Iterable[Badge]) -> list[Badge]:
    """Return the distinct badges in the order of the selection list."""
    present = frozenset(found)
    order = (*map(make_badge, Verdict), Badge(*_DISPUTED), Badge(*_OPEN))
    return [badge for badge in order if badge in present]


def describe_bag(judged: Judged, bag: ExportedBag) -> dict[str, Any]:
    """Return the template's values for a bag."""
    content, entry = judged.read_bag(bag), bag.entry
    displayed = display_bag(content)
    chains = Chains(displayed)
    title = BagSentences(content).first
    lines: list[MarkedLine] = []
    problem = ""
    try:
        lines = list(
            lay_out(Evidence(displayed, chains, judged.review.text, title=title).page(), displayed, chains)
        )
    except CoalaError as error:
        problem = clean(str(error))
    shares = judged.shares(bag)
    titles = {metric: TITLES[metric] for metric in _METRICS_SHOWN if metric in shares}
    # The bags that gold joins have one effect together.
    joined = judged.review.groups.find_group(entry.number)
    return make_badge(bag.verdict, disputed=bag.disputed)._asdict() | {
        "number": entry.number + 1,
        "title": one_line(BagSentences(content, chains.order).title),
        "size": content.nouns.size(entry.spans, entry.documents),
        "effect": share_sentence(titles, shares, joined),
        "answers": [
            _describe_answer(
                answer,
                name_answer(judged.review, entry.number, answer.state),
                find_overruled(judged.review, entry.number, answer.state),
                named=len(judged.provenance.reviewers) > 1,
            )
            for answer in bag.answers
        ],
        "changes": list(_describe_changes(judged, bag, content, chains)),
        "more_changes": say_rest(len(rows_by_change(content)), MOST_CHANGES, "change"),
        "lines": lines,
        "problem": problem,
        "sides": [
            describe_side(chains, side, name, title)
            for side, name in ((BASELINE, "Baseline"), (CHANGED, "Changed"))
        ],
        "fingerprint": entry.fingerprint,
        "more_title": content.nouns.say("Chains and fingerprint"),
    }


def _describe_answer(
    answer: ReviewerAnswer, groups: NamedGroups, follows: Verdict | None, *, named: bool
) -> dict[str, Any]:
    state = answer.state
    how = [answer.kind.value] if answer.kind is ReviewerKind.MODEL else []
    if answer.manner:
        how.append(answer.manner)
    if state.origin is not None:
        how.append(f"from {clean(state.origin.file)} by {clean(state.origin.reviewer)}")
    if state.gold_seen:
        how.append("with gold visible")
    if follows is not None:
        how.append(f"overrules {VERDICT_WORDS[follows]}, which follows")
    return make_badge(state.verdict)._asdict() | {
        "named": named,
        "reviewer": clean(answer.reviewer),
        "tags": list(map(clean, state.comment.tags)),
        "how": ", ".join(how),
        "groups": say_groups(groups),
        "note": "\n".join(clean(line, LONGEST_NOTE) for line in state.comment.note.splitlines()),
    }


def _describe_changes(
    judged: Judged, bag: ExportedBag, content: Bag, chains: Chains
) -> Iterator[dict[str, Any]]:
    """Yield each change; it has a verdict if it is judged by itself, or if the bag has groups that say so."""
    given, groups, shows_gold = bag.rows(), judged.groups_of(bag), judged.shows_gold(bag)
    # With the signs of the chains, so that a chain has one name in all rows.
    sentences = BagSentences(content, chains.order)
    listed = list(list_changes(sentences))
    verdicts: Sequence[Verdict | None] = [None] * len(listed)
    if given or groups:
        changes = [sentences.changes.rows_of(each.place) for each in listed]
        verdicts = judge_changes(content, changes, None, tuple(given.items()), groups)
    for (_, change, kind, sentence), verdict in zip(listed, verdicts, strict=True):
        yield {
            "kind": kind,
            "sentence": one_line(sentence),
            "verdict": None if verdict is None else make_badge(verdict),
            "direction": change.direction.value if shows_gold else "",
            "entries": [row for row in list_entry_rows(content, change) if _is_described(row)],
        }


def _is_described(row: EntryRow) -> bool:
    return bool(row.before.description or row.now.description)


def describe_side(chains: Chains, side: int, name: str, title: Divergence | None) -> dict[str, Any]:
    """Return the template's values for the chains of a side."""
    return {
        "name": name,
        "mark": "o" if side == BASELINE else "n",
        "chains": [
            {
                "sign": chain.sign,
                "label": label,
                "size": size,
                "hue": pick_hue(chain.number),
                "entries": [clean(entry.shown) for entry in chain.entries[:MOST_ENTRY_ROWS]],
            }
            for chain, label, size in list_chains(chains, side, title)
        ],
        "more": say_rest(chains.count(side), MOST_CHAINS, chains.nouns.chain),
    }
