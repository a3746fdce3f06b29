"""The tally of verdicts."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.by_kind import BagKinds, KindCount
from coala.verdicts.tally import Counts, Judgement, bound_mean, tally_as_json, tally_verdicts

BETTER, WORSE, SAME, UNSURE = Verdict


def verdicts(text: str, *kinds: Kind) -> Counter[Judgement]:
    """Return one bag for each sign in ``text``, all of the same kinds."""
    return Counter(Judgement(Verdict(sign), BagKinds(unlinked=kinds)) for sign in text)


def test_the_example_of_the_specification() -> None:
    result = tally_as_json(tally_verdicts(146, verdicts("++++++--==", Kind.MERGED)))

    by_kind = {"merged": {"better": 6, "worse": 2, "same": 2, "unsure": 0, "net": 4, "open": 0}}
    assert list(result) == [
        *("format", "interesting", "judged", "disputed", "better", "worse", "same", "unsure", "net", "mean"),
        *("interval", "sign_test_p", "sign_test_dropped", "by_kind", "changes", "bags_judged_by_change"),
        "by_tag",
        "judged_with_gold_in_sight",
        "taken_over",
    ]
    assert result == {
        "format": "coala-tally/1",
        "interesting": 146,
        "judged": 10,
        "disputed": 0,
        "better": 6,
        "worse": 2,
        "same": 2,
        "unsure": 0,
        "net": 4,
        "mean": 0.4,
        "interval": None,
        "sign_test_p": 0.2890625,
        "sign_test_dropped": 2,
        "by_kind": by_kind,
        "changes": {"judged": 10} | by_kind["merged"],
        "bags_judged_by_change": 0,
        "by_tag": {},
        "judged_with_gold_in_sight": 0,
        "taken_over": {},
    }


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
def test_interval_is_between_the_least_and_the_greatest_mean_that_open_bags_allow(
    better: int, worse: int, same: int, unsure: int, disputed: int
) -> None:
    counts = Counts(better, worse, same, unsure)
    answered = counts.judged + unsure + disputed
    assert bound_mean(counts, answered + 1, disputed) is None
    found = bound_mean(counts, max(1, answered), disputed)
    if not counts.judged:
        assert found is None
        return
    means = [
        (better - worse + sum(values)) / answered
        for values in itertools.product((-1, 0, 1), repeat=unsure + disputed)
    ]
    assert found == (min(means), max(means))
    assert (found[0] == found[1]) == (not unsure + disputed)


def test_a_tally_of_one_verdict_does_not_wait_for_scipy() -> None:
    program = (
        "import sys; from coala.verdicts.tally import Judgement, tally_verdicts; "
        "from coala.verdicts.by_kind import BagKinds; from coala.model.bag import Verdict; "
        "tally_verdicts(9, {Judgement(Verdict.BETTER, BagKinds()): 1}); "
        "sys.exit('scipy' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2]).returncode == 0


VERDICTS = st.sampled_from(Verdict)
CHANGES = st.lists(st.tuples(st.sampled_from(Kind), VERDICTS | st.none()), max_size=5)


@given(st.lists(st.tuples(VERDICTS, CHANGES), max_size=20))
def test_the_tally_counts_each_bag_once_and_each_change_once_under_its_kind(
    bags: list[tuple[Verdict, list[tuple[Kind, Verdict | None]]]],
) -> None:
    # A change has a verdict of its own, or (None) that of its bag; none of them has links.
    judgements: Counter[Judgement] = Counter()
    changes: list[tuple[Kind, Verdict]] = []
    for on_bag, own in bags:
        judged = [(kind, verdict or on_bag) for kind, verdict in own]
        by_change = (
            tuple(KindCount(*each, 1) for each in judged) if any(verdict for _, verdict in own) else None
        )
        judgements[
            Judgement(on_bag, BagKinds(unlinked=tuple(kind for kind, _ in own)), changes=by_change)
        ] += 1
        changes += judged
    total = tally_verdicts(30, judgements)

    on_bags = [verdict for verdict, _ in bags]
    assert (total.better, total.worse, total.same, total.unsure) == tuple(map(on_bags.count, Verdict))
    for kind, counts in total.by_kind.items():
        counted = (counts.better, counts.worse, counts.same, counts.unsure)
        assert counted == tuple(changes.count((kind, verdict)) for verdict in Verdict)
    sums = total.changes
    assert sums.judged + sums.unsure == len(changes)
    for verdict in ("better", "worse", "same", "unsure"):
        assert sum(getattr(counts, verdict) for counts in total.by_kind.values()) == getattr(sums, verdict)
