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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from coala.base.files import read_toml
from coala.base.plain_text import excerpt, readable
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

_KEYS = ("full", "gold", "nothing", "target_precision", "variant")
_KEYS_OF_VARIANT = ("name", *Role)


class _Reader(NamedTuple):
    """A reader of the parsed TOML of one file, whose paths are relative to its folder."""

    path: str
    table: Mapping[str, Any]

    def plan(self) -> Plan:
        """Return the plan in the table.

        Raises:
            CoalaError: something is missing, misspelt or of the wrong kind.
        """
        self._check_keys("", self.table, _KEYS)
        full = self._graph("", self.table, "full")
        if full is None:
            raise self._error("full", "is missing: name the graph of the whole system")
        return Plan(
            full=full,
            variants=tuple(self._variants()),
            gold=self._graph("", self.table, "gold"),
            nothing=self._graph("", self.table, "nothing"),
            target_precision=self._number("target_precision"),
        )

    def _variants(self) -> Iterator[Variant]:
        variants = self.table.get("variant", [])
        if not isinstance(variants, list) or not all(isinstance(variant, dict) for variant in variants):
            raise self._error("variant", "must be a list of tables: write [[variant]] above each component")
        for number, variant in enumerate(variants, start=1):
            place = f"variant {number}"
            self._check_keys(place, variant, _KEYS_OF_VARIANT)
            name = variant.get("name")
            if not isinstance(name, str) or not name.strip():
                raise self._error(f"{place}, name", "is missing or not a text: name the component")
            place = f"variant {readable(name)}"
            yield Variant(name.strip(), **{role: self._graph(place, variant, role) for role in Role})

    def _check_keys(self, place: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Raise ``CoalaError`` for an unknown key; ``place`` names the table in the message."""
        for key in table:
            if key not in known:
                raise self._error(
                    _format_key(place, readable(key)), f"is unknown; known are {', '.join(known)}"
                )

    def _graph(self, place: str, table: Mapping[str, Any], key: str) -> str | None:
        value = table.get(key)
        if value is None:
            return None
        # Standard input is an argument of a command; a file cannot name it.
        if not isinstance(value, str) or value in ("", "-") or "\0" in value:
            raise self._error(_format_key(place, key), "must be the path of a graph, in quotes")
        return os.path.join(os.path.dirname(self.path), value)

    def _number(self, key: str) -> float | None:
        value = self.table.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise self._error(key, "must be a number between 0 and 1, such as 0.8")
        return float(value)

    def _error(self, key: str, what: str) -> CoalaError:
        return CoalaError(f"{self.path}: {key} {what}.")


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
    plan = _Reader(path, table).plan()
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


def _format_key(place: str, key: str) -> str:
    return f"{place}, {key}" if place else key


def _exists(path: str) -> bool:
    try:
        return path == "-" or os.path.exists(path)
    except ValueError:
        return False
