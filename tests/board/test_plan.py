"""Invalid plans, each refused in one sentence that says what to do.

A board says what each component of a system is worth. Its plan names the graph of the full system and, for
each component (a variant), the graph without it, the one with it alone, or the one after its step.
"""

from __future__ import annotations

import pytest

from coala.board.plan import MOST_VARIANTS, Plan, Variant, check_plan, order_steps
from coala.errors import CoalaError


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan("f", ()), "A board needs at least one component"),
        (Plan("f", (Variant("a", without="x"), Variant("a", only="y"))), "2 variants have the name a"),
        (Plan("f", (Variant("a"),)), "The variant a has no graph"),
        (Plan("f", (Variant("  ", without="x"),)), "A variant has no name"),
        (
            Plan("-", (Variant("a", without="x"), Variant("b", step="-"))),
            "Only one graph can come from standard input",
        ),
        (Plan("f", (Variant("a", without="x"),), target_precision=80), "between 0 and 1"),
        (Plan("f", (Variant("a", without="x"),), target_precision=float("nan")), "between 0 and 1"),
        (
            Plan("f", tuple(Variant(str(number), without="x") for number in range(MOST_VARIANTS + 1))),
            f"at most {MOST_VARIANTS} variants",
        ),
    ],
)
def test_a_plan_without_sense_is_refused_in_one_sentence(plan: Plan, says: str) -> None:
    with pytest.raises(CoalaError, match=says) as told:
        check_plan(plan)
    assert "\n" not in str(told.value)


def test_versions_in_order_are_steps_on_the_first() -> None:
    plan = order_steps(["a/v1.ttl", "a/v2.ttl", "b/v2.ttl", "a/v3.nt.gz"], "gold.ttl")
    assert (plan.nothing, plan.full, plan.gold) == ("a/v1.ttl", "a/v3.nt.gz", "gold.ttl")
    assert plan.variants == (
        Variant("a/v2.ttl", step="a/v2.ttl"),
        Variant("b/v2.ttl", step="b/v2.ttl"),
        Variant("v3", step="a/v3.nt.gz"),
    )
    with pytest.raises(CoalaError, match="two or more versions"):
        order_steps(["a/v1.ttl"], None)
