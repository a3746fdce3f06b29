"""A sample of the bags is drawn before a review, kept in its file, and found there again."""

from __future__ import annotations

from coala.errors import ReviewError
from coala.review.file import Review
from coala.verdicts.sampling import DrawnSample, SampledBag, draw_sample, sample_from_json, sample_to_json

DEFAULT_SEED = 1
"""Of who names none: the same comparison gives the same sample each time."""

_NAME = "sample"


def find_sample(review: Review) -> DrawnSample | None:
    """The sample that was drawn of the bags of this review; None where there is none.

    One that was drawn of other bags, before the comparison was made again, is none of these.
    """
    kept = review.kept(_NAME)
    if kept is None:
        return None
    try:
        return sample_from_json(kept, [entry.fingerprint for entry in review.entries])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ReviewError(f"{review.path}: the sample in this review file is damaged.") from error


def draw(review: Review, size: int, seed: int = DEFAULT_SEED) -> DrawnSample:
    """Draw a sample of so many bags and keep it; one that is there stays, for what is drawn again until it
    pleases is no sample.

    Raises ``ReviewError`` where another one is there.
    """
    there = find_sample(review)
    if there is not None:
        if (there.seed, len(there.drawn)) != (seed, min(size, len(review.entries))):
            raise ReviewError(
                f"{review.path}: this review has a sample of {len(there.drawn):,} bags, drawn with seed "
                f"{there.seed}; judge these, or write another review file."
            )
        return there
    bags = [SampledBag(entry.fingerprint, entry.kinds, entry.spans) for entry in review.entries]
    sample = draw_sample(bags, size, seed)
    review.keep(_NAME, sample_to_json(sample, [bag.fingerprint for bag in bags]))
    return sample
