"""What a command was given is checked for slips, and becomes the values that are no declared options."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from coala.cli.words.declared_options import destination
from coala.cli.words.parser import parser
from coala.errors import CoalaError
from coala.model.options import OPTIONS

if TYPE_CHECKING:
    from coala.scores.relations.scoring import RelationWish

_NEEDS = {
    "json": "the name of a file",
    "csv": "the name of a file",
    "junit": "the name of a file",
    "output": "the name of a file",
    "gold": "a file or a folder",
    "full": "a file or a folder",
    "target_precision": "a share such as 0.8",
    "metrics": "names of metrics",
    "reviewer": "a name",
    "column": "the name of a column",
    "repair": "the name of a new file",
    "baseline_precision": "a share such as 0.85",
    "relations": "names of relations with commas, or all",
}


def refuse_empty_words(arguments: argparse.Namespace) -> None:
    """Raise ``CoalaError`` where a word is empty, as it is when a variable of a script is not set."""
    needs = _NEEDS | {destination(option): option.needs for option in OPTIONS if option.needs}
    may_be_empty = {destination(option) for option in OPTIONS if option.form.may_be_empty}
    for name, given in vars(arguments).items():
        if name in needs and given == "":
            raise CoalaError(f"--{name.replace('_', '-')} needs {needs[name]}, and was given nothing.")
        if (given == "" and name not in may_be_empty) or (isinstance(given, list) and "" in given):
            raise CoalaError(f"There is an empty word where {name} belongs; check the command.")


def relations_of(arguments: argparse.Namespace) -> RelationWish | None:
    """Which relations are to be scored; None where none are asked for."""
    if arguments.relations is None:
        if arguments.unit is not None:
            raise CoalaError("--unit says what is counted of relations; give --relations as well.")
        return None
    from coala.scores.relations.counts import Unit
    from coala.scores.relations.scoring import RelationWish

    # An IRI in brackets may hold a comma.
    names = re.findall(r"<[^>]*>|[^,]+", arguments.relations)
    stripped = [name.strip() for name in names]
    return RelationWish(tuple(filter(None, stripped)), Unit(arguments.unit or Unit.NP))


def metrics_of(arguments: argparse.Namespace) -> list[str]:
    """The names of the metrics that are asked for, or that the others leave to choose."""
    from coala.engine.score import ALL_METRICS, METRICS_OF_CRAC

    if arguments.metrics is None:
        return list(METRICS_OF_CRAC if arguments.crac else (ALL_METRICS,))
    return [name.strip() for name in arguments.metrics.split(",")]


def given_for_comparing(arguments: argparse.Namespace) -> list[str]:
    """The flags of ``coala review`` that were given, none of which means anything without two graphs."""
    return flags_besides(arguments, ["review"], "path", "reviewer", "column")


def flags_besides(arguments: argparse.Namespace, least: list[str], *expected: str) -> list[str]:
    """The flags that were given although the command, as in ``least``, means nothing by them here."""
    usual = vars(parser().parse_args(least))
    passed = (*expected, "words")
    given = [name for name, value in vars(arguments).items() if name not in passed and value != usual[name]]
    return [f"--{name.replace('_', '-')}" for name in given]
