"""Samples of bags and of kept links, drawn before a review and stored in its file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import KeptQuestion, MentionInText, Verdict
from coala.review.file import Review
from coala.verdicts.estimates import KeptLinks
from coala.verdicts.sampling import DrawnSample, SampledBag, draw_sample, sample_from_json, sample_to_json

DEFAULT_SEED = 1
"""The seed if none is given: the same comparison then gives the same sample each time."""

_NAME = "sample"
_LINKS = "kept links"


def find_sample(review: Review) -> DrawnSample | None:
    """Return the sample of the bags of this review, or None.

    A sample of the bags of an earlier comparison does not count.
    """
    kept = review.kept(_NAME)
    if kept is None:
        return None
    try:
        return sample_from_json(kept, [entry.fingerprint for entry in review.entries])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamagedReviewError(f"{review.path}: the sample in this review file is damaged") from error


def draw(review: Review, size: int, seed: int = DEFAULT_SEED) -> DrawnSample:
    """Draw a sample of ``size`` bags and store it, unless the review has the same one already.

    An existing sample is kept: drawing again until the result pleases would bias it. Raises ``ReviewError``
    if the review has another sample.
    """
    there = find_sample(review)
    if there is not None:
        if (there.seed, len(there.drawn)) != (seed, min(size, len(review.entries))):
            raise ReviewError(
                f"{review.path}: this review already has a sample of {len(there.drawn):,} bags, "
                f"drawn with seed {there.seed}. Judge these, or write another review."
            )
        return there
    bags = [SampledBag(entry.fingerprint, entry.kinds, entry.spans) for entry in review.entries]
    sample = draw_sample(bags, size, seed)
    review.keep(_NAME, sample_to_json(sample, [bag.fingerprint for bag in bags]))
    return sample


class KeptSample(NamedTuple):
    """Drawn links that both graphs have, and each reviewer's answers by index."""

    questions: tuple[KeptQuestion, ...]
    answers: Mapping[str, Mapping[int, Verdict]]

    def counted(self) -> KeptLinks:
        """Count the right and the wrong links; a link on which reviewers differ is neither."""
        answers: defaultdict[int, set[Verdict]] = defaultdict(set)
        for given in self.answers.values():
            for place, verdict in given.items():
                if verdict is not Verdict.UNSURE:
                    answers[place].add(verdict)
        agreed = [next(iter(verdicts)) for verdicts in answers.values() if len(verdicts) == 1]
        return KeptLinks(agreed.count(Verdict.BETTER), agreed.count(Verdict.WORSE))


def find_kept_links(review: Review) -> KeptSample | None:
    """Return the drawn links that both graphs have; None if there are no links of these graphs."""
    kept, links = review.kept(_LINKS), review.summary.links
    if kept is None or links is None:
        return None
    try:
        # The numbers of links identify the graphs: the sample may be of an earlier comparison.
        if kept["of"] != list(links):
            return None
        questions = tuple(
            KeptQuestion(MentionInText(*mention), tuple(MentionInText(*one) for one in before), more)
            for mention, before, more in kept["questions"]
        )
        answers = {
            name: {int(place): Verdict(sign) for place, sign in given.items()}
            for name, given in kept["answers"].items()
        }
        sample = KeptSample(questions, answers)
        places = [place for given in answers.values() for place in given]
        words = [part for asked in questions for each in (asked.mention, *asked.before) for part in each]
        if not all(0 <= place < len(questions) for place in places) or not set(map(type, words)) <= {str}:
            raise ValueError("links")
        if not all(asked.before and type(asked.more) is int and asked.more >= 0 for asked in questions):
            raise ValueError("mentions before")
        if any(Verdict.SAME in given.values() for given in answers.values()):
            raise ValueError("answers")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamagedReviewError(
            f"{review.path}: the sample of links in this review file is damaged"
        ) from error
    return sample


def keep_kept_links(review: Review, questions: Sequence[KeptQuestion]) -> KeptSample:
    """Store drawn links; existing ones are kept, as with any sample.

    Raises ``ReviewError`` if the review has others.
    """
    there = find_kept_links(review)
    if there is not None and there.questions != tuple(questions):
        raise ReviewError(
            f"{review.path}: this review already has another sample of "
            f"{count(len(there.questions), 'link')} of both graphs. Judge these, or write "
            "another review."
        )
    if there is None:
        there = KeptSample(tuple(questions), {})
        _write(review, there)
    return there


def answer_kept_link(review: Review, place: int, verdict: Verdict | None) -> KeptSample:
    """Store the answer on one link, by its index: right (``+``), wrong (``-``), ``?``, or none."""
    sample = find_kept_links(review)
    if sample is None or not 0 <= place < len(sample.questions) or verdict is Verdict.SAME:
        raise ReviewError(f"{review.path}: this link is not in the sample of the review.")
    own = {key: given for key, given in sample.answers.get(review.reviewer, {}).items() if key != place}
    if verdict is not None:
        own[place] = verdict
    sample = sample._replace(answers={**sample.answers, review.reviewer: own})
    _write(review, sample)
    return sample


def _write(review: Review, sample: KeptSample) -> None:
    links = review.summary.links
    review.keep(
        _LINKS,
        {
            "of": None if links is None else list(links),
            "questions": sample.questions,
            "answers": {
                name: {str(place): verdict.value for place, verdict in given.items()}
                for name, given in sample.answers.items()
            },
        },
    )
