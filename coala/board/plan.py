"""The plan of a board: which graphs it compares, read from a board.toml or from the command line.

A board shows what each component of a system is worth. Its graphs are outputs of the same system with other
components switched on:

    full = "all.ttl"                       # the whole system
    gold = "gold.ttl"                      # optional
    nothing = "none.ttl"                   # optional: without any of the components

    [[variant]]
    name = "surnames"                      # a component, with a graph for each role:
    without = "without-surnames.ttl"       # all but this component
    only = "only-surnames.ttl"             # this component alone
    step = "upto-surnames.ttl"             # this component and those above it

``docs/how-to/which-component-pays.md`` explains the file to its authors; every error names the file and the
key.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from coala.base.files import read_toml
from coala.base.plain_text import excerpt, readable
from coala.base.schema import Rule, Schema, SchemaError, allow_text, read_table
from coala.errors import CoalaError

MOST_VARIANTS = 200
"""A longer table is hard to read, and each row takes up to three graphs in memory."""


class Role(StrEnum):
    """The role of a component's graph, which names the pair of graphs to compare.

    For a component X, as baseline → changed graph (CAMP: "in isolation, or by blocking"):

    - ``WITHOUT``: without X → full, what only X can do.
    - ``ONLY``: nothing → X alone, what X can do by itself.
    - ``STEP``: the components before X → these and X, what X adds in its turn; the steps add up to the whole.
    """

    WITHOUT = "without"
    ONLY = "only"
    STEP = "step"


class Variant(NamedTuple):
    """A component: its name and the paths of its graphs, None for a role without one."""

    name: str
    without: str | None = None
    only: str | None = None
    step: str | None = None

    def path(self, role: Role) -> str | None:
        """Return the path of the graph of a role."""
        return {Role.WITHOUT: self.without, Role.ONLY: self.only, Role.STEP: self.step}[role]


@dataclass(frozen=True)
class Plan:
    """The graphs of a board by their paths; steps are in the order of the variants.

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
        """All paths in the plan, with repetitions."""
        paths_of_variants = (variant.path(role) for variant in self.variants for role in Role)
        paths = (self.gold, self.full, self.nothing, *paths_of_variants)
        return tuple(path for path in paths if path is not None)


def check_plan(plan: Plan) -> None:
    """Raise ``CoalaError`` for a plan that makes no board."""
    if not plan.variants:
        raise CoalaError("A board needs at least one component: give a graph without it.")
    if len(plan.variants) > MOST_VARIANTS:
        raise CoalaError(
            f"A board has at most {MOST_VARIANTS} variants, and this one has "
            f"{len(plan.variants):,}. Split it into several boards."
        )
    for variant in plan.variants:
        if not variant.name.strip():
            raise CoalaError("A variant has no name. Give the name of its component.")
        if not any(variant.path(role) for role in Role):
            raise CoalaError(
                f"The variant {readable(variant.name)} has no graph. Add one as 'without', 'only' or 'step'."
            )
    name, times = Counter(variant.name for variant in plan.variants).most_common(1)[0]
    if times > 1:
        raise CoalaError(
            f"{times} variants have the name {readable(name)}. Give each its own name; one "
            "variant may have a graph for each of 'without', 'only' and 'step'."
        )
    if plan.paths.count("-") > 1:
        raise CoalaError("Only one graph can come from standard input. Give the others as files.")
    if plan.target_precision is not None and not 0 <= plan.target_precision <= 1:
        raise CoalaError(
            f"The target precision is {plan.target_precision:g}, but must be between 0 and 1, such as 0.8."
        )


_FEWEST_VERSIONS = 2

_LARGEST_FILE = 1 << 20
"""In bytes; a file with ten components has two thousand."""


def _read_path(value: Any) -> str | None:
    # Standard input is an argument of a command; a file cannot name it.
    is_path = isinstance(value, str) and value not in ("", "-") and "\0" not in value
    return value if is_path else None


def _read_share(value: Any) -> float | None:
    is_share = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return float(value) if is_share else None


def _read_tables(value: Any) -> list[Any] | None:
    is_list = isinstance(value, list) and all(isinstance(each, dict) for each in value)
    return value if is_list else None


_GRAPH = Rule("the path of a graph, in quotes", _read_path, None)
_SCHEMA: Schema = {
    "full": _GRAPH._replace(advice="name the graph of the whole system"),
    "gold": _GRAPH,
    "nothing": _GRAPH,
    "target_precision": Rule("a number between 0 and 1, such as 0.8", _read_share, None),
    "variant": Rule("a list of tables with [[variant]] above each component", _read_tables, ()),
}
_SCHEMA_OF_VARIANT: Schema = {
    "name": allow_text("name the component"),
    **dict.fromkeys(map(str, Role), _GRAPH),
}


def _read_variant(table: dict[str, Any], number: int) -> dict[str, Any]:
    name = table.get("name")
    place = f"variant {readable(name) if isinstance(name, str) and name.strip() else number}"
    values = read_table(table, _SCHEMA_OF_VARIANT, place)
    return values | {"name": values["name"].strip()}


def read_plan(path: str) -> Plan:
    """Read the plan in a board.toml; paths in it are relative to its folder.

    Raises:
        CoalaError: the file cannot be read, or its plan makes no board.
    """
    try:
        table = read_toml(path, _LARGEST_FILE)
    except OSError as error:
        raise CoalaError(
            f"{path}: the board cannot be read ({error.strerror or error}). Give a board.toml."
        ) from error
    except ValueError as error:
        page = "docs/how-to/which-component-pays.md"
        raise CoalaError(f"{path}: this is not valid TOML: {error}; see {page}.") from error
    try:
        values = read_table(table, _SCHEMA)
        variants = [_read_variant(each, number) for number, each in enumerate(values["variant"], start=1)]
    except SchemaError as error:
        raise CoalaError(f"{path}: {error}.") from error
    folder = os.path.dirname(path)

    def locate(given: str | None) -> str | None:
        return None if given is None else os.path.join(folder, given)

    plan = Plan(
        full=os.path.join(folder, values["full"]),
        variants=tuple(
            Variant(each["name"], **{role: locate(each[role]) for role in Role}) for each in variants
        ),
        gold=locate(values["gold"]),
        nothing=locate(values["nothing"]),
        target_precision=values["target_precision"],
    )
    try:
        check_plan(plan)
    except CoalaError as error:
        raise CoalaError(f"{path}: {error}") from error
    return plan


def parse_plan(words: Sequence[str], full: str, gold: str | None) -> Plan:
    """Return the plan of a command line such as ``--full F NAME=FILE``: each file lacks one component.

    Raises:
        CoalaError: an argument has another form, or the plan makes no board.
    """
    variants = []
    for word in words:
        name, sign, path = word.partition("=")
        if not sign or not name.strip() or not path:
            raise CoalaError(
                f"{excerpt(word)}: after --full, write each component as NAME=FILE, where FILE "
                "is the graph without it."
            )
        variants.append(Variant(name.strip(), without=path))
    plan = Plan(full=full, variants=tuple(variants), gold=gold)
    check_plan(plan)
    return plan


def order_steps(paths: Sequence[str], gold: str | None) -> Plan:
    """Return the plan of versions that are built on one another, the first one first.

    The first version is ``nothing``, the last one ``full``, and all but the first are steps, named by their
    files.

    Raises:
        CoalaError: there are too few versions, or the plan makes no board.
    """
    if len(paths) < _FEWEST_VERSIONS:
        raise CoalaError("--steps needs two or more versions of a system, the first one first.")
    names = [os.path.basename(os.path.normpath(path)).partition(".")[0] or path for path in paths]
    # Equal names of files in several folders are no names.
    names = [path if names.count(name) > 1 else name for path, name in zip(paths, names, strict=True)]
    steps = (Variant(name, step=path) for path, name in zip(paths[1:], names[1:], strict=True))
    plan = Plan(full=paths[-1], variants=tuple(steps), gold=gold, nothing=paths[0])
    check_plan(plan)
    return plan


def require_graphs(plan: Plan, roles: Sequence[Role]) -> None:
    """Raise ``CoalaError`` if graphs for these roles are missing, before any graph is read."""
    named = [("full", plan.full), ("gold", plan.gold), ("nothing", plan.nothing)]
    named += [
        (f"{role.value} of {readable(variant.name)}", variant.path(role))
        for variant in plan.variants
        for role in roles
    ]
    missing = [(what, path) for what, path in named if path is not None and not _exists(path)]
    if missing:
        what, path = missing[0]
        more = f" (and {len(missing) - 1:,} more)" if len(missing) > 1 else ""
        raise CoalaError(f"{path}: no such file; the board names it as {what}{more}. Correct the path.")


def _exists(path: str) -> bool:
    try:
        return path == "-" or os.path.exists(path)
    except ValueError:
        return False
