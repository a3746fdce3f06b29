"""The words of an answer: a paragraph for the terminal, the window and all pages, and a line for a paper.

What may be said is decided in ``coala.verdicts.answer``. No other module says whether a change helped, so no
two sentences of one output contradict each other. The answer speaks of verdicts only: how similar two systems
are says nothing about which is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from coala.base.numerals import count, signed_count
from coala.base.plain_text import one_line
from coala.model.kinds import PROPERTY_KINDS, Kind
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present.figures import interval, say_p, signed
from coala.verdicts.answer import (
    NEEDED,
    Answer,
    NextStep,
    Reason,
    Saying,
    Step,
    VerdictEvidence,
)
from coala.verdicts.estimates import Bounded, LinkEstimates, LinkShare
from coala.verdicts.groups import Range
from coala.verdicts.link_answers import SideAnswer
from coala.verdicts.tally import Counts, Tally

# A share of fewer links would change with nearly every further verdict.
_FEWEST_LINKS = 10
# A net of 1 or 2 is a bag or two more on one side, which says little about a tag or a kind.
_LEAST_NET = 3
_LONGEST_NAME = 40

_Name = TypeVar("_Name", str, Kind)


class StatedAnswer(NamedTuple):
    """An answer, and what its words need besides it."""

    answer: Answer
    tally: Tally
    links: LinkEstimates | None = None
    column: str = ""
    """The name of a column of a board."""
    nouns: Nouns = IN_TEXTS
    only_models: tuple[str, ...] = ()
    """The models whose verdicts count, if no person has judged."""


def write_answer(stated: StatedAnswer) -> str:
    """Return the paragraph that answers whether the change helped, how sure that is, and what would help."""
    return " ".join(_list_sentences(stated))


def _list_sentences(stated: StatedAnswer) -> Iterator[str]:
    answer = stated.answer
    if answer.says is Saying.NOTHING_DIFFERS:
        yield "The two graphs do not differ, so there is nothing to judge."
        return
    evidence = answer.evidence
    if answer.says is Saying.HIDDEN:
        answered = evidence.interesting - evidence.unjudged
        judged = f": {answered:,} of {count(evidence.interesting, 'bag')} judged" if evidence.unjudged else ""
        yield f"This review is blind{judged}."
        yield "Its result is shown once you reveal which system is which."
        return
    if stated.only_models:
        models = ", ".join(one_line(name, _LONGEST_NAME) for name in stated.only_models)
        yield f"Only models have judged: {models}."
    if stated.column and answer.says is not Saying.OPEN:
        yield f"Column {one_line(stated.column, _LONGEST_NAME)}:"
    yield _SENTENCES[answer.says](answer)
    if answer.says is not Saying.OPEN:
        yield from _describe_links(stated.links, evidence)
        yield from _name_exception(stated.tally, stated.nouns)
    if evidence.divided:
        bags, are = count(evidence.divided, "large bag"), "is" if evidence.divided == 1 else "are"
        yield f"{bags} {are} in no mean, since links or changes are drawn one by one."
    if answer.next_step is not None:
        yield say_step(answer.next_step, evidence)


def _say_direction(answer: Answer) -> str:
    evidence = answer.evidence
    helped = "helped" if evidence.counts.net > 0 else "hurt"
    sentence = f"The change {helped}: {_say_counts(evidence.counts)} ({say_p(answer.p)})."
    if not evidence.open:
        return sentence
    others = "the other bag is" if evidence.open == 1 else f"the other {evidence.open:,} bags are"
    side = "above" if evidence.counts.net > 0 else "below"
    return f"{sentence} Whatever {others}, better minus worse stays {side} 0."


def _say_probably(answer: Answer) -> str:
    evidence = answer.evidence
    helped = "helped" if evidence.counts.net > 0 else "hurt"
    assert evidence.sample is not None
    return (
        f"The change probably {helped}, by a random sample of the {count(evidence.sample.bags, 'bag')}: "
        f"{_say_counts(evidence.counts)} ({say_p(answer.p)})."
    )


def _say_more(answer: Answer) -> str:
    """Return the plain counts with the reason why no direction is said."""
    evidence, counts = answer.evidence, answer.evidence.counts
    if answer.reason is Reason.NO_SAMPLE:
        return (
            f"Of the {count(counts.judged, 'bag')} judged, {counts.better:,} are better and "
            f"{counts.worse:,} worse; they are no random sample of the {evidence.interesting:,}."
        )
    more, less = ("better", "worse") if counts.net > 0 else ("worse", "better")
    most, least = sorted((counts.better, counts.worse), reverse=True)
    opening = f"More bags are {more} than {less}: {most:,} to {least:,}"
    if evidence.interesting == 1:
        opening = f"The only bag is {more}"
    if answer.reason is Reason.CHANCE:
        return f"{opening}. Chance alone could do that ({say_p(answer.p)})."
    opening = f"{opening} ({say_p(answer.p)})"
    if answer.reason is Reason.FEW:
        return f"{opening}, too few for a conclusion."
    if answer.reason is Reason.DISPUTES:
        judged = counts.judged + evidence.disputed
        return f"{opening}, but reviewers disagree on {evidence.disputed:,} of {count(judged, 'bag')}."
    if answer.reason is Reason.OPEN_BAGS:
        return f"{opening}. {_name_open_bags(evidence)} could still change that."
    assert evidence.sample is not None
    limits = interval(evidence.sample.low, evidence.sample.high)
    return f"{opening}. The mean of all {count(evidence.interesting, 'bag')} may still be 0 (95 %: {limits})."


def _say_level(answer: Answer) -> str:
    evidence = answer.evidence
    each = f"{evidence.counts.better:,} each"
    if evidence.unjudged:
        return f"Of the {evidence.counts.judged:,} bags judged, as many are better as worse: {each}."
    return f"As many bags are better as worse: {each}."


def _say_all_same(answer: Answer) -> str:
    judged = answer.evidence.counts.judged
    return "The only bag is the same." if judged == 1 else f"All {judged:,} bags judged are the same."


def _say_needed(answer: Answer) -> str:
    """Return what is still needed, without any direction."""
    evidence = answer.evidence
    judged, bags = evidence.counts.judged, evidence.interesting
    if bags == 1:
        if evidence.disputed:
            return "Reviewers disagree on the only bag."
        return f"The only bag is {'marked not sure' if evidence.counts.unsure else 'not judged'}."
    parts = [f"{judged:,} of {bags:,} bags {'is' if judged == 1 else 'are'} judged"]
    if evidence.counts.unsure or evidence.disputed:
        parts.append(_say_open(evidence))
    return f"{', '.join(parts)}; a conclusion needs {NEEDED if bags >= NEEDED else 'all of them'}."


_SENTENCES = {
    Saying.HELPED: _say_direction,
    Saying.HURT: _say_direction,
    Saying.PROBABLY_HELPED: _say_probably,
    Saying.PROBABLY_HURT: _say_probably,
    Saying.MORE_BETTER: _say_more,
    Saying.MORE_WORSE: _say_more,
    Saying.LEVEL: _say_level,
    Saying.ALL_SAME: _say_all_same,
    Saying.OPEN: _say_needed,
}


def _say_counts(counts: Counts) -> str:
    verb = "bag is" if counts.better == 1 else "bags are"
    return f"{counts.better:,} {verb} better, {counts.worse:,} worse and {counts.same:,} the same"


def _say_open(evidence: VerdictEvidence) -> str:
    """Return the numbers of answered bags that count for no side: "3 not sure and 2 disagreed on"."""
    parts = [
        f"{number:,} {words}"
        for number, words in ((evidence.counts.unsure, "not sure"), (evidence.disputed, "disagreed on"))
        if number
    ]
    return " and ".join(parts)


def _name_open_bags(evidence: VerdictEvidence) -> str:
    """Return the answered bags that count for no side as a subject: "The 3 bags marked not sure"."""
    parts = [
        f"the bag {words}" if number == 1 else f"the {number:,} bags {words}"
        for number, words in (
            (evidence.counts.unsure, "marked not sure"),
            (evidence.disputed, "disagreed on"),
        )
        if number
    ]
    return " and ".join(parts).replace("the", "The", 1)


def _say_all(bags: int) -> str:
    return "the only bag" if bags == 1 else f"all {bags:,} bags"


def _describe_links(links: LinkEstimates | None, evidence: VerdictEvidence) -> Iterator[str]:
    """Yield the good links of both sides if enough are answered, and whether they contradict the bags."""
    if links is None:
        return
    for share, side in ((links.made, MADE), (links.lost, LOST)):
        if share.total and (share.is_complete or share.answer.answered >= _FEWEST_LINKS):
            yield say_links(share, side)
    change = links.change if links.change_of_all is None else links.change_of_all
    net, low, high = evidence.counts.net, change[0], change[1]
    if (net > 0 > high) or (net < 0 < low):
        more, less = ("better", "worse") if net > 0 else ("worse", "better")
        right = say_bounds(Range(round(low), round(high)))
        yield (
            f"More bags are {more} than {less}, but right links change by {right}: "
            "large bags weigh more in a score."
        )


class SideWords(NamedTuple):
    """The words for the links of one side."""

    which: str
    good: str
    bad: str
    verb: str
    verb_of_one: str


MADE = SideWords("that the change made", "right", "wrong", "are", "is")
LOST = SideWords("that the change lost", "wrong", "right", "were", "was")


def say_links(share: LinkShare, side: SideWords) -> str:
    """Return how many links of one side are good, their base, and what is left open.

    The figure is of all links where these are answered or a random sample speaks for them, else of those that
    are answered alone.
    """
    answer, good = share.answer, share.good
    if share.total == 1 and answer.answered:
        found = "open" if good.low < good.high else side.good if good.low else side.bad
        return f"The only link {side.which} {side.verb_of_one} {found}."
    because = _say_why_open(answer, good, side)
    which = side.which + (f", {share.opened:,} of them between pieces of mixed parts" if share.opened else "")
    if share.is_complete:
        percent = f" ({say_share(share.share)})" if share.share is not None and share.share.is_exact else ""
        return f"Of the {share.total:,} links {which}, {_say_range(good, side)}{percent}{because}."
    answered = count(answer.answered, "answered link")
    if share.share is not None:
        links = f"Of the {count(share.total, 'link')} {which}"
        found = f"{say_share(share.share)} {side.verb} {side.good}"
        return f"{links}, {found}, by {answered} of a random sample{because}."
    return f"Of {answered}, out of {share.total:,} {which}, {_say_range(good, side)}{because}."


def _say_why_open(answer: SideAnswer, good: Range, side: SideWords) -> str:
    """Return why a number of good links has two bounds; "" if it has not."""
    if good.low == good.high:
        return ""
    opened = [
        f"{links:,} {words}"
        for links, words in (
            (good.low if not answer.by_whole else 0, f"judged {side.good}"),
            (answer.same, "answered with no difference"),
            (answer.unsure, "not sure or disagreed on"),
        )
        if links
    ]
    listed = f": {', '.join(opened)}" if opened else ""
    if not answer.by_whole:
        return listed
    return f"{listed}; {answer.by_whole:,} {'is' if answer.by_whole == 1 else 'are'} in bags judged as wholes"


def _say_range(good: Range, side: SideWords) -> str:
    number = f"{good.low:,}" if good.low == good.high else f"{good.low:,} to {good.high:,}"
    verb = side.verb_of_one if good == (1, 1) else side.verb
    return f"{number} {verb} {side.good}"


def say_share(share: Bounded, digits: int = 0) -> str:
    """Return a share such as "81 %", "81 % (72 to 88)", or "40 to 81 % (33 to 88)"."""
    low, high, *limits = (
        f"{100 * float(part):.{digits}f}" for part in (share.low, share.high, *share.limits)
    )
    value = low if low == high else f"{low} to {high}"
    return f"{value} %" if share.is_exact else f"{value} % (95 %: {limits[0]} to {limits[1]})"


def say_bounds(bounds: Range) -> str:
    """Return a number of links with its sign: "+69", "+1 to +3"."""
    low, high = map(signed_count, bounds)
    return low if low == high else f"{low} to {high}"


_PLACE_OF_TAG: Mapping[str, str] = MappingProxyType(
    {
        "name": "where namesakes meet",
        "pronoun": "at pronouns",
        "generic": "at generic mentions",
        "part": "where a part is taken for the whole",
    }
)
"""Where the bags with a usual tag are; the reviewer's own tags have no such words."""

_PLACE_OF_KIND: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.MOVED: "where mentions moved",
        Kind.SPLIT: "where chains were split",
        Kind.MERGED: "where chains were joined",
        Kind.MENTION_ADDED: "where mentions were added",
        Kind.MENTION_DROPPED: "where mentions were dropped",
        Kind.INSTANCE_ADDED: "where chains are new",
        Kind.INSTANCE_DROPPED: "where chains are gone",
        Kind.TYPE: "where types changed",
        Kind.STATEMENT: "where statements changed",
        Kind.LINK: "where entity links changed",
        Kind.FACT_ADDED: "where facts were added",
        Kind.FACT_DROPPED: "where facts were dropped",
        Kind.FACT_CHANGED: "where facts changed",
        Kind.FACT_RETYPED: "where facts have another predicate",
    }
)


def _name_exception(tally: Tally, nouns: Nouns) -> Iterator[str]:
    """Yield where more is worse although more is better on the whole, or the reverse."""
    if not tally.net:
        return
    against = -1 if tally.net > 0 else 1
    by_tag = _find_exception(tally.by_tag, against)
    by_kind = None if by_tag is not None else _find_exception(tally.by_kind, against)
    if by_tag is not None:
        found, unit = tally.by_tag[by_tag], "bags"
        name = f"tag {one_line(by_tag, _LONGEST_NAME)}"
        place = nouns.say(_PLACE_OF_TAG.get(by_tag, ""))
        which, where = ("", f" {place} ({name})") if place else (f" with the {name}", "")
    elif by_kind is not None:
        found, unit = tally.by_kind[by_kind], _name_unit(by_kind)
        which, where = "", f" {nouns.say(_PLACE_OF_KIND[by_kind])}"
    else:
        return
    more, less = ("worse", "better") if against < 0 else ("better", "worse")
    most, least = sorted((found.better, found.worse), reverse=True)
    opened = f", {found.open:,} open" if found.open else ""
    yield f"More {unit}{which} are {more} than {less}{where}: {most:,} to {least:,}{opened}."


def _name_unit(kind: Kind) -> str:
    """Return the word for what counts under a kind; a new or gone chain of one mention has no link."""
    if kind in PROPERTY_KINDS:
        return "changes"
    return "links and changes" if kind in (Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED) else "links"


def _find_exception(counts: Mapping[_Name, Counts], against: int) -> _Name | None:
    """Return the tag or kind whose net has the sign ``against`` most clearly; None if all are small.

    Its net keeps that sign even if all of its open links have the other one.
    """
    surely = {
        name: net - found.open
        for name, found in counts.items()
        if (net := against * found.net) >= _LEAST_NET and net > found.open
    }
    return max(surely, key=surely.__getitem__, default=None)


_STEP_OF_ONLY_BAG = {
    Step.JUDGE: "Judge it.",
    Step.SETTLE: "Settle that disagreement.",
    Step.DECIDE: "Decide it.",
}


def say_step(step: NextStep, evidence: VerdictEvidence) -> str:
    """Return the next step as a sentence."""
    bags = step.bags
    if evidence.interesting == 1 and step.step in _STEP_OF_ONLY_BAG:
        return _STEP_OF_ONLY_BAG[step.step]
    if step.step is Step.JUDGE_SAMPLE:
        many = f"the {bags:,}" if evidence.sample is None else f"{bags:,} more"
        return f"Judge {many} of the sample."
    if step.step is Step.SETTLE:
        return "Settle the disagreement." if bags == 1 else f"Settle the {bags:,} disagreements."
    if step.step is Step.DECIDE:
        return f"Decide the {'bag' if bags == 1 else f'{bags:,} bags'} marked not sure."
    if step.step is Step.DRAW and evidence.sample is None:
        return "Draw a sample: only random bags speak for the others."
    if step.step is Step.DRAW and bags < evidence.unjudged:
        return f"Draw about {count(bags, 'more bag')}."
    is_first = evidence.unjudged == evidence.interesting
    return f"Judge {count(bags, 'bag' if is_first else 'more bag')}."


def write_for_paper(answer: Answer) -> str:
    """Return the figures to quote, "" while there are none for all bags."""
    evidence, counts = answer.evidence, answer.evidence.counts
    if answer.says in (Saying.NOTHING_DIFFERS, Saying.HIDDEN, Saying.OPEN) or not counts.judged:
        return ""
    signs = f"{counts.better:,} better, {counts.worse:,} worse, {counts.same:,} same"
    if answer.p is not None:
        signs += f"; sign test {say_p(answer.p)}"
    if evidence.sample is not None:
        sample = evidence.sample
        bags = count(sample.bags, "bag")
        limits = interval(sample.low, sample.high)
        judged = count(sample.judged, "bag")
        # The signs are of all judged bags, which may be more than the sample.
        counted = f" ({signs})" if sample.judged == counts.judged else ""
        return (
            f"For a paper: mean {signed(sample.mean)} (95 % {limits}) of {bags}, "
            f"by a random sample with {judged} judged{counted}."
        )
    if evidence.unjudged:
        return ""
    every = _say_all(evidence.interesting)
    if not evidence.open:
        return f"For a paper: mean {signed(counts.net / counts.judged)} of {every} ({signs})."
    low, high = ((counts.net + sign * evidence.open) / evidence.interesting for sign in (-1, 1))
    return f"For a paper: mean {interval(low, high)} of {every}, {_say_open(evidence)} ({signs})."
