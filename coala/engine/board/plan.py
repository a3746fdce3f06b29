"""A plan says which graphs a board holds against each other, and what each pair of them is to tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from coala.base.plain_text import readable
from coala.errors import CoalaError

MOST_VARIANTS = 200
"""A page of more rows answers no question, and each of them is up to three graphs in the memory."""


class Role(StrEnum):
    """What a graph of a component is, and so which pair is compared [CAMP: "in isolation, or by blocking"].

    ``WITHOUT``: without X → full: what only X can do. ``ONLY``: nothing → X alone: what it can do by itself.
    ``STEP``: the components before → these and X: what it adds in its turn; the steps add up to the whole.
    """

    WITHOUT = "without"
    ONLY = "only"
    STEP = "step"


class Variant(NamedTuple):
    """A component by its name, and the paths of the graphs that show it; None for a role that it lacks."""

    name: str
    without: str | None = None
    only: str | None = None
    step: str | None = None

    def path(self, role: Role) -> str | None:
        """Where the graph of that role is."""
        return {Role.WITHOUT: self.without, Role.ONLY: self.only, Role.STEP: self.step}[role]


@dataclass(frozen=True)
class Plan:
    """The graphs of a board by their paths; steps go in the order of the variants.

    ``nothing`` is the system without any of its components, with the same mentions. ``target_precision`` is
    between 0 and 1.
    """

    full: str
    variants: tuple[Variant, ...]
    gold: str | None = None
    nothing: str | None = None
    target_precision: float | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that it names, as often as it does."""
        of_variants = (variant.path(role) for variant in self.variants for role in Role)
        return tuple(path for path in (self.gold, self.full, self.nothing, *of_variants) if path is not None)


def check_plan(plan: Plan) -> None:
    """Raise ``CoalaError`` for a plan from which no board can be made."""
    if not plan.variants:
        raise CoalaError("A board needs a variant: name at least one component and a graph without it.")
    if len(plan.variants) > MOST_VARIANTS:
        raise CoalaError(
            f"A board takes at most {MOST_VARIANTS} variants, and there are {len(plan.variants):,}; "
            "make several boards of them."
        )
    for variant in plan.variants:
        if not variant.name.strip():
            raise CoalaError("A variant has no name: say which component it is.")
        if not any(variant.path(role) for role in Role):
            raise CoalaError(
                f"The variant {readable(variant.name)} has no graph: give it one for 'without', 'only' or "
                "'step'."
            )
    name, times = Counter(variant.name for variant in plan.variants).most_common(1)[0]
    if times > 1:
        raise CoalaError(
            f"{times} variants are called {readable(name)}; each needs a name of its own (one variant may "
            "have a graph for each of 'without', 'only' and 'step')."
        )
    if plan.paths.count("-") > 1:
        raise CoalaError("Standard input can be only one of the graphs: give the other ones as files.")
    if plan.target_precision is not None and not 0 <= plan.target_precision <= 1:
        raise CoalaError(
            f"The target precision is {plan.target_precision:g}; it must lie between 0 and 1, such as 0.8."
        )
