"""The random order of items and samples of kept links, drawn before a review and stored in its file.

An item is a bag, that is, chains of both graphs that share mentions. From a bag of many parts, links are
drawn one by one, and so are many own changes, such as those of types (``sampling``). A *kept link* is a
coreference link that both graphs have: "this mention is in one chain with those before it". Bags show only
what changed, so a reviewer judges some kept links as well (right or wrong) to estimate the precision of a
whole graph.

Both are JSON values that a review keeps under a name (``Review.keep``). This module writes them, and
checks them when they are read, since a file may come from anybody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from coala.base.numerals import count
from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import RowKeys
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Bag, KeptQuestion, Verdict
from coala.model.kinds import Kind
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.storage.samples import StoredSample, read_sample, store_sample
from coala.scores.findings import LinkTotals
from coala.verdicts.changes import is_great, takes_verdict
from coala.verdicts.estimates import KeptLinks
from coala.verdicts.links import LinkCounts, LinkKeys, find_links
from coala.verdicts.sampling import (
    LINK_UNITS,
    MOST_PARTS,
    DrawnItem,
    DrawnSample,
    DrawnUnit,
    SampledItem,
    draw_sample,
)

DEFAULT_SEED = 1
"""The seed if none is given: the same comparison then gives the same sample each time."""

# The names under which a review keeps the samples.
SAMPLE_OF_BAGS = "sample"
SAMPLE_OF_LINKS = "kept links"


def find_sample(review: Review) -> DrawnSample | None:
    """Return the sample of the bags of this review, or None.

    A sample of the bags of an earlier comparison does not count.
    """
    kept = review.kept(SAMPLE_OF_BAGS, StoredSample)
    try:
        return None if kept is None else read_sample(kept, [entry.fingerprint for entry in review.entries])
    except ValueError as error:
        raise DamagedReviewError(f"{review.path}: the sample in this review file is damaged") from error


def draw(review: Review, size: int, seed: int | None = None) -> DrawnSample:
    """Store that the first ``size`` items of the review's random order are to be judged.

    A sample of another size begins with the same items. An existing order is kept: drawing again until the
    result pleases would bias it. Raises ``ReviewError`` if ``seed`` is not the seed of that order.
    """
    if size < 1:
        raise ReviewError("A sample needs at least one item. Give a greater number.")
    existing = find_sample(review)
    if existing is None:
        sample = _draw(review, size, DEFAULT_SEED if seed is None else seed)
    elif seed not in (None, existing.seed):
        raise ReviewError(
            f"{review.path}: the bags of this review were drawn with seed {existing.seed}. Draw with that "
            "seed, or write another review."
        )
    else:
        sample = replace(existing, size=min(size, len(existing.order)))
    if sample != existing:
        _keep(review, sample)
    return sample


def draw_order(review: Review) -> DrawnSample:
    """Return the random order of the items; draw and store it if the review has none."""
    sample = find_sample(review)
    if sample is None:
        sample = _draw(review, 0, DEFAULT_SEED)
        if not review.read_only:
            _keep(review, sample)
    return sample


def _draw(review: Review, size: int, seed: int) -> DrawnSample:
    items: list[SampledItem] = []
    divided = {}
    for entry, links in zip(review.entries, review.link_counts(), strict=True):
        whole = SampledItem(entry.fingerprint, entry.kinds, links.total)
        if _count_items(links) == (1, 0, 0):
            items.append(whole)
            continue
        found = list(_divide(review.peek(entry.number), entry, links))
        divided[entry.number] = tuple(item for item, _ in found)
        items += [
            whole
            if item.is_whole
            else SampledItem(f"{entry.fingerprint} {item.keys[0]}", (kind,), int(item.unit in LINK_UNITS))
            for item, kind in found
        ]
    return draw_sample(items, size, seed, divided)


def _divide(bag: Bag, entry: BagEntry, counts: LinkCounts) -> Iterator[tuple[DrawnItem, Kind]]:
    """Yield the items of a bag that is drawn in several, each with its kind."""
    whole, links, changes = _count_items(counts)
    number = entry.number
    if whole:
        yield DrawnItem(number), entry.kinds[0]
    if links:
        link_keys, found = LinkKeys(bag), find_links(bag)
        for unit, side in ((DrawnUnit.MADE, found.made), (DrawnUnit.LOST, found.lost)):
            for link in side:
                kind = entry.kinds[0] if link.row is None else bag.divergences[link.row].kind
                yield DrawnItem(number, unit, (link_keys.get_key(link),)), kind
    if changes:
        find_keys = RowKeys(bag).get_keys
        for rows in rows_by_change(bag):
            if takes_verdict(rows[0].kind):
                yield DrawnItem(number, DrawnUnit.CHANGE, find_keys(rows)), rows[0].kind


def _count_items(links: LinkCounts) -> tuple[int, int, int]:
    """Return as how many items a bag is drawn: as a bag (0 or 1), as links, and as own changes."""
    if links.parts > MOST_PARTS:
        # Without the bag itself, its changes can only be drawn one by one, however few.
        return 0, links.total, links.own
    changes = links.own if is_great(links.own) else 0
    return int(changes < links.changes), 0, changes


class ItemCount(NamedTuple):
    """The number of items of a sample: ``whole`` bags, and links and changes of ``divided`` bags."""

    items: int
    whole: int
    divided: int


def count_items(review: Review) -> ItemCount:
    """Count the items of a new sample."""
    found = [_count_items(links) for links in review.link_counts()]
    return ItemCount(
        sum(map(sum, found)), sum(whole for whole, _, _ in found), sum(each != (1, 0, 0) for each in found)
    )


def count_drawn_items(sample: DrawnSample) -> ItemCount:
    """Count the items of a sample, drawn or not."""
    return ItemCount(len(sample.order), sum(sample.whole_sizes), len(sample.divided))


def _keep(review: Review, sample: DrawnSample) -> None:
    fingerprints = [entry.fingerprint for entry in review.entries]
    review.keep(SAMPLE_OF_BAGS, store_sample(sample, fingerprints))


class KeptSample(NamedTuple):
    """Drawn links that both graphs have, and the reviewers' answers.

    ``answers`` maps a reviewer to the index of a question and the answer: {"Ann": {0: Verdict.BETTER}}.
    ``BETTER`` (``+``) means that the link is right, ``WORSE`` (``-``) that it is wrong.
    """

    questions: tuple[KeptQuestion, ...]
    answers: Mapping[str, Mapping[int, Verdict]]

    def counted(self) -> KeptLinks:
        """Count the right and the wrong links; a link on which reviewers differ is neither."""
        verdicts_on: defaultdict[int, set[Verdict]] = defaultdict(set)
        for given in self.answers.values():
            for index, verdict in given.items():
                if verdict is not Verdict.UNSURE:
                    verdicts_on[index].add(verdict)
        agreed = [next(iter(verdicts)) for verdicts in verdicts_on.values() if len(verdicts) == 1]
        return KeptLinks(agreed.count(Verdict.BETTER), agreed.count(Verdict.WORSE))


class _StoredLinks(msgspec.Struct, forbid_unknown_fields=True):
    """A sample of links as a review stores it; the links ``of`` the graphs identify these."""

    of: LinkTotals | None
    questions: tuple[KeptQuestion, ...]
    answers: dict[str, dict[int, Verdict]]

    @property
    def is_sound(self) -> bool:
        """Return True if each question has mentions before it, and each answer is on a question."""
        asked = all(question.before and question.more >= 0 for question in self.questions)
        return asked and all(
            0 <= index < len(self.questions) and verdict is not Verdict.SAME
            for given in self.answers.values()
            for index, verdict in given.items()
        )


def find_kept_links(review: Review) -> KeptSample | None:
    """Return the drawn links that both graphs have; None if there are no links of these graphs."""
    kept = review.kept(SAMPLE_OF_LINKS, _StoredLinks)
    # The sample may be of an earlier comparison.
    if kept is None or kept.of is None or kept.of != review.summary.links:
        return None
    if not kept.is_sound:
        raise DamagedReviewError(f"{review.path}: the sample of links in this review file is damaged")
    return KeptSample(kept.questions, kept.answers)


def keep_kept_links(review: Review, questions: Sequence[KeptQuestion]) -> KeptSample:
    """Store drawn links; existing ones are kept, as with any sample.

    Raises ``ReviewError`` if the review has others.
    """
    existing = find_kept_links(review)
    if existing is None:
        drawn = KeptSample(tuple(questions), {})
        _write(review, drawn)
        return drawn
    if existing.questions != tuple(questions):
        raise ReviewError(
            f"{review.path}: this review already has another sample of "
            f"{count(len(existing.questions), 'link')} of both graphs. Judge these, or write "
            "another review."
        )
    return existing


def clear_answers(kept: Any) -> Any:
    """Return a value that a review keeps under a name, without the answers if it is a sample of links."""
    return {**kept, "answers": {}} if isinstance(kept, dict) and "answers" in kept else kept


def answer_kept_link(review: Review, place: int, verdict: Verdict | None) -> KeptSample:
    """Store the answer on one link, by its index: right (``+``), wrong (``-``), ``?``, or none."""
    sample = find_kept_links(review)
    if sample is None or not 0 <= place < len(sample.questions) or verdict is Verdict.SAME:
        raise ReviewError(f"{review.path}: this link is not in the sample of the review.")
    own = dict(sample.answers.get(review.reviewer, {}))
    own.pop(place, None)
    if verdict is not None:
        own[place] = verdict
    sample = sample._replace(answers={**sample.answers, review.reviewer: own})
    _write(review, sample)
    return sample


def _write(review: Review, sample: KeptSample) -> None:
    answers = {name: dict(given) for name, given in sample.answers.items()}
    review.keep(SAMPLE_OF_LINKS, _StoredLinks(review.summary.links, sample.questions, answers))
