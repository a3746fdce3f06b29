"""The situations of a review, and the answer in each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS
from coala.present.answer import StatedAnswer, write_answer, write_for_paper
from coala.verdicts.answer import SampleMean, VerdictEvidence, answer_question
from coala.verdicts.by_kind import BagKinds
from coala.verdicts.estimates import LinkEstimates, estimate_links
from coala.verdicts.links import LinkCounts, RowLinks
from coala.verdicts.sampling import SampledItem, draw_sample, estimate_all
from coala.verdicts.state import State
from coala.verdicts.tally import Judgement, Tally, tally_verdicts
from tests.support.link_evidence import judge_bag

_KEY = "a" * 16

Part = tuple[str, tuple[Kind, ...], tuple[str, ...]] | str
"""The signs of some bags, or these with the kinds of the changes and the tags of each bag."""


def tally_of(bags: int, *parts: Part, disputed: int = 0) -> Tally:
    """Return the tally of verdicts on some of the bags."""
    judged: Counter[Judgement] = Counter()
    for part in parts:
        signs, kinds, tags = (part, (), ()) if isinstance(part, str) else part
        # Each change is the only link of a bag, so it has the verdict of the bag.
        counted = BagKinds(tuple((kind, 1) for kind in kinds), min(1, len(kinds)))
        judged.update(Judgement(Verdict(sign), counted, tags) for sign in signs)
    return tally_verdicts(bags, judged, disputed)


def tell(
    bags: int,
    *parts: Part,
    disputed: int = 0,
    agreement: Fraction | None = None,
    sample: SampleMean | None = None,
    divided: int = 0,
    blind: bool = False,
    drawn: int = 0,
    links: LinkEstimates | None = None,
    column: str = "",
    only_models: tuple[str, ...] = (),
) -> StatedAnswer:
    """Return the answer to a review with these verdicts."""
    tally = tally_of(bags, *parts, disputed=disputed)
    evidence = VerdictEvidence(bags, tally, disputed, sample, agreement, divided, blind, drawn)
    return StatedAnswer(answer_question(evidence), tally, links, column, IN_TEXTS, only_models)


def judge_sample(bags: int, size: int, signs: str) -> SampleMean:
    """Return the mean of all bags by a sample with verdicts on its first bags; "!" is disputed."""
    sample = draw_sample([SampledItem(f"{number:064x}", (Kind.SPLIT,), 3) for number in range(bags)], size, 1)
    verdicts: list[Verdict | None] = [None] * bags
    for number, sign in zip(sample.order, signs, strict=False):
        verdicts[number] = None if sign == "!" else Verdict(sign)
    passed = [number for number, sign in zip(sample.order, signs, strict=False) if sign == "!"]
    found = estimate_all(sample, verdicts, passed=passed)
    assert found.mean is not None
    mean = float(found.mean.value)
    return SampleMean(found.judged, found.left, mean, found.mean.low, found.mean.high, bags)


def tell_sample(
    bags: int, size: int, signs: str, *, divided: int = 0, links: LinkEstimates | None = None
) -> StatedAnswer:
    """Return the answer to a sample with these signs, in the order of the sample."""
    settled = signs.replace("!", "")
    return tell(
        bags,
        settled,
        disputed=len(signs) - len(settled),
        sample=judge_sample(bags, size, signs),
        divided=divided,
        links=links,
    )


def judge_links(
    made: Sequence[tuple[int, str]] = (), lost: Sequence[tuple[int, str]] = (), *, is_sample: bool = False
) -> LinkEstimates:
    """Return the links that bags made, or lost, each with its sign, " " without a verdict."""
    rows = [(links, 0, sign) for links, sign in made] + [(0, links, sign) for links, sign in lost]
    return estimate_links(
        [
            judge_bag(
                LinkCounts(1, (RowLinks(_KEY, Kind.MERGED, gained, given_up),)),
                State() if sign == " " else State(Verdict(sign)),
                drawn=sign != " " or not is_sample,
            )
            for gained, given_up, sign in rows
        ],
        is_sample=is_sample,
    )


def repeat(links: int, signs: str) -> list[tuple[int, str]]:
    """Return a bag of this many links for each sign."""
    return [(links, sign) for sign in signs]


def make_situations() -> dict[str, StatedAnswer]:
    """Return every situation by its heading."""
    return {
        # Nothing, or too little, is judged.
        "Nothing differs": tell(0),
        "None of 146 bags is judged": tell(146),
        "9 of 146 bags are judged, all better": tell(146, "+" * 9),
        "None of 3 bags is judged": tell(3),
        "1 of 3 bags is judged": tell(3, "+"),
        "The only bag is not judged": tell(1),
        "The only bag is not sure": tell(1, "?"),
        "The only bag is disagreed on": tell(1, disputed=1),
        "All 12 bags are not sure": tell(12, "?" * 12),
        "30 of 31 bags are not sure, one is better": tell(
            31, "+" + "?" * 30, links=judge_links(repeat(1, "+" + "?" * 30))
        ),
        "9 of 20 bags judged, some not sure and disagreed on": tell(20, "+" * 9 + "???", disputed=2),
        "A blind review": tell(40, "+" * 28, blind=True),
        "A blind review of one bag": tell(1, "+", blind=True),
        # All bags are judged.
        "The only bag is better": tell(1, "+"),
        "The only bag is the same": tell(1, "="),
        "All 3 bags are judged": tell(3, "++-"),
        "10 of 11 bags are judged": tell(11, "+" * 6 + "---="),
        "All 28 bags are judged, clearly better": tell(
            28, "+" * 20 + "---" + "=" * 5, links=judge_links(repeat(3, "+" * 20 + "---" + "=" * 5))
        ),
        "All 28 bags are judged, clearly worse": tell(28, "+++" + "-" * 20 + "=" * 5),
        "All 30 bags are judged, by chance": tell(30, "+" * 16 + "-" * 11 + "==="),
        "All 30 bags are judged, by chance worse": tell(30, "+" * 11 + "-" * 16 + "==="),
        "All 12 bags are the same": tell(12, "=" * 12),
        "All 10 bags are judged, level": tell(10, "+" * 5 + "-" * 5),
        "6 are better, none is worse, the rest is the same": tell(40, "+" * 6 + "=" * 34),
        "Better on the whole, worse where namesakes meet": tell(
            40, "+" * 30, ("+-------", (), ("name",)), "=="
        ),
        "Worse on the whole, better where chains were split": tell(
            20, "-" * 15, ("++++", (Kind.SPLIT,), ()), "="
        ),
        "Better on the whole, worse in bags with an own tag": tell(14, "+" * 11, ("---", (), ("date",))),
        # Some bags are not judged, in the order of the text.
        "14 of 20 bags are judged, all better": tell(20, "+" * 14),
        "14 of 15 bags are judged, all worse": tell(15, "-" * 14),
        "14 of 200 bags are judged: 12 better, 2 worse": tell(200, "+" * 12 + "--"),
        "30 of 200 bags are judged, level": tell(200, "+" * 15 + "-" * 15),
        "12 of 200 bags are judged, all the same": tell(200, "=" * 12),
        "27 of 146 bags are judged, by chance": tell(146, "+" * 16 + "-" * 11),
        # Reviewers disagree, or are not sure.
        "A quarter of the bags is disagreed on": tell(40, "+" * 28 + "--", disputed=10),
        "An eighth is disagreed on, and κ is low": tell(
            40, "+" * 31 + "----", disputed=5, agreement=Fraction(3, 10)
        ),
        "An eighth is disagreed on, and κ is high": tell(
            40, "+" * 31 + "----", disputed=5, agreement=Fraction(7, 10)
        ),
        "Nearly all bags are disagreed on": tell(146, "+" * 12, disputed=130),
        "All bags are disagreed on": tell(12, disputed=12),
        "A third person settled all disagreements": tell(
            40, "+" * 31 + "----" + "=" * 5, agreement=Fraction(3, 10)
        ),
        "Bags marked not sure could turn the sign": tell(40, "+" * 15 + "---" + "=" * 5 + "?" * 17),
        "Bags marked not sure and disagreed on could turn the sign": tell(
            40, "+" * 15 + "---" + "=" * 8 + "?" * 10, disputed=4
        ),
        # A random sample.
        "A sample of 40 of 146 bags, none of them judged": tell(146, drawn=40),
        "A sample of 40 of 146 bags, 4 of them judged": tell_sample(146, 40, "++-+"),
        "A sample of 40 of 146 bags, 20 of them judged, open": tell_sample(146, 40, "++-+=++-+-" * 2),
        "A sample of 40 of 146 bags, all judged, better": tell_sample(
            146,
            40,
            "++=+++-+=+" * 4,
            links=judge_links(repeat(2, "++=+++-+=+" * 4 + " " * 106), is_sample=True),
        ),
        "A sample of 40 of 146 bags, all judged, worse": tell_sample(146, 40, "--=---+-=-" * 4),
        "A sample of 24 of 146 bags, all judged, not yet clear": tell_sample(146, 24, "++=+-+-+=+-+" * 2),
        "A sample of 12 of 146 bags, all judged, level": tell_sample(146, 12, "+-=" * 4),
        "A sample of 40 of 146 bags with 10 not sure, at their worst no direction": tell_sample(
            146, 40, "++=?++-?+-" * 4
        ),
        "A sample of 40 of 146 bags with 12 disagreed on": tell_sample(146, 40, "+!+=+++!+!" * 4),
        "A sample of 60 of 146 bags, 40 of them judged, better": tell_sample(146, 60, "++=+++-+=+" * 4),
        "A finished sample with changes drawn of a great bag": tell_sample(
            146, 40, "++=+++-+=+" * 4, divided=1
        ),
        "A finished sample with changes drawn of three great bags": tell_sample(
            146, 40, "++=+++-+=+" * 4, divided=3
        ),
        # Links.
        "Links left open by =": tell(
            30,
            "++" + "=" * 28,
            links=judge_links([(3, "+"), (3, "+"), *repeat(4, "=" * 22), *repeat(1, "=" * 6)]),
        ),
        "Links of some bags in the order of the text": tell(
            200,
            "+" * 12 + "--",
            links=judge_links(repeat(2, "+" * 12 + "--" + " " * 86), repeat(1, " " * 100)),
        ),
        "Links made and lost, some not sure and disagreed on": tell(
            26,
            "+" * 16 + "---" + "==" + "??",
            disputed=3,
            agreement=Fraction(3, 5),
            links=judge_links(repeat(2, "+" * 10 + "-" * 3), repeat(3, "+" * 6 + "==" + "?????")),
        ),
        "One link is made and one is lost": tell(2, "++", links=judge_links([(1, "+")], [(1, "+")])),
        "One link is made and one is lost, both for the worse": tell(
            2, "--", links=judge_links([(1, "-")], [(1, "-")])
        ),
        "One link is made, left open by ?": tell(12, "+" * 11 + "?", links=judge_links([(1, "?")])),
        "One great bag": tell(1, "+", links=judge_links([(900, "+")])),
        "Bags against links": tell(
            27, "+" * 20 + "--" + "=" * 5, links=judge_links(repeat(1, "+" * 20), [(80, "-"), (75, "-")])
        ),
        # Several comparisons, columns, and models.
        "Two comparisons together": tell(42, "+" * 25 + "-" * 4 + "=" * 13),
        "A column of a board": tell(12, "+" * 12, column="without/titles"),
        "A column of a board, level": tell(12, "+" * 6 + "-" * 6, column="without/titles"),
        "Only models have judged": tell(40, "+" * 31 + "-" * 4 + "=" * 5, only_models=("gpt-9", "opus-12")),
    }


def say_answers() -> Iterator[tuple[str, str]]:
    """Yield each situation with its answer, a sentence a line, and the line for a paper if there is one."""
    for heading, stated in make_situations().items():
        answer = write_answer(stated).replace(". ", ".\n")
        yield heading, "\n".join(filter(None, (answer, write_for_paper(stated.answer))))
