"""An answer to "Who is who?" in words: which parts of a bag are one thing, by the names of the parts.

For example "A1 and B1 are one, G1 and H1 another; C1 is no mention". Names and answers are explained in
``coala.present.part_names`` and ``coala.verdicts.groups``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import inf
from typing import NamedTuple

from coala.base.numerals import count
from coala.present.part_names import NO_SIGN, join_signs, name_pieces
from coala.verdicts.groups import Groups
from coala.verdicts.links import Part

# Longer lists are not read; the exports have all names.
_MOST_NAMES, _MOST_GROUPS = 12, 8
_SHORTEST_RUN = 3
_LETTERS, _NUMBER = re.compile("[A-Z]+"), re.compile("(?<=[A-Z])[0-9]+")


class MixedPart(NamedTuple):
    """A part of more than one thing, with the mentions of each of its pieces, numbered from 0."""

    name: str
    pieces: tuple[tuple[int, ...], ...]


class NamedGroups(NamedTuple):
    """An answer with the names of parts and pieces in place of spans, in the order of the text."""

    groups: tuple[tuple[str, ...], ...]
    no_mention: tuple[str, ...] = ()
    not_sure: tuple[str, ...] = ()
    mixed: tuple[MixedPart, ...] = ()


def name_groups(signs: Sequence[Sequence[str]], parts: Sequence[Part], groups: Groups) -> NamedGroups:
    """Return an answer by the names of parts, from the signs of all chains (``sign_chains``)."""
    names = [join_signs(signs, part.classes) for part in parts]
    name_of = name_pieces(names, parts, groups)
    return NamedGroups(
        tuple(tuple(name_of[first] for first in group) for group in groups.together),
        tuple(name_of[first] for first in groups.no_mention),
        tuple(name_of[first] for first in groups.not_sure),
        tuple(_list_mixed(names, parts, groups)),
    )


def _list_mixed(names: Sequence[str], parts: Sequence[Part], groups: Groups) -> Iterator[MixedPart]:
    for name, part in zip(names, parts, strict=True):
        # The number of each mention in its part.
        number_of = {span: number for number, span in enumerate(part.spans)}
        pieces = [piece for piece in groups.pieces if piece[0] in number_of]
        if pieces:
            yield MixedPart(name, tuple(tuple(number_of[span] for span in piece) for piece in pieces))


def shorten_names(named: NamedGroups) -> NamedGroups:
    """Return an answer without pieces with shorter names, where the letter or the number of each differs.

    For example "A" and "B" for the parts "A1" and "B1" of a chain that two became; "-1" has no letter.
    """
    names = [name for part in (*named.groups, named.no_mention, named.not_sure) for name in part]
    for keep in (_LETTERS, _NUMBER):
        short = {name: found[0] if (found := keep.search(name)) else name for name in names}
        if len(set(short.values())) == len(names):
            return NamedGroups(
                tuple(tuple(short[name] for name in group) for group in named.groups),
                tuple(short[name] for name in named.no_mention),
                tuple(short[name] for name in named.not_sure),
                named.mixed,
            )
    return named


def groups_to_json(named: NamedGroups) -> dict[str, object]:
    """Return an answer as an answer to a question states it, so that it can be imported again."""
    return {
        "groups": [list(group) for group in named.groups],
        "no_mention": list(named.no_mention),
        "not_sure": list(named.not_sure),
        "mixed": {part.name: [list(piece) for piece in part.pieces] for part in named.mixed},
    }


def say_groups(named: NamedGroups) -> str:
    """Return which parts are one thing: "A1 and B1 are one, G1 and H1 another; C1 is no mention"."""
    together = [group for group in named.groups if len(group) > 1]
    alone = [name for (name,) in (group for group in named.groups if len(group) == 1)]
    clauses = []
    if together:
        shown = [
            f"{_join_names(group)} {'another' if place else 'are one'}"
            for place, group in enumerate(together[:_MOST_GROUPS])
        ]
        more = len(together) - len(shown)
        clauses.append(", ".join([*shown, *([f"and {count(more, 'more group')}"] if more else [])]))
    if alone:
        clauses.append(_say_alone(alone, is_all=not together))
    if named.no_mention:
        is_one = len(named.no_mention) == 1
        clauses.append(f"{_join_names(named.no_mention)} {'is no mention' if is_one else 'are no mentions'}")
    if named.not_sure:
        verb = "is" if len(named.not_sure) == 1 else "are"
        clauses.append(f"not sure who {_join_names(named.not_sure)} {verb}")
    if named.mixed:
        verb = "is" if len(named.mixed) == 1 else "are"
        clauses.append(f"{_join_names(part.name for part in named.mixed)} {verb} mixed")
    return "; ".join(clauses)


def _say_alone(names: Sequence[str], *, is_all: bool) -> str:
    """Return that each part is one thing by itself; ``is_all`` if no parts are together."""
    if is_all:
        return f"{names[0]} is one" if len(names) == 1 else f"{_join_names(names)} are different"
    return f"{names[0]} is apart" if len(names) == 1 else f"{_join_names(names)} are each apart"


def _join_names(names: Iterable[str]) -> str:
    """Return names by letter and number, with "and" before the last one: "A1–D1, A2 and F1"."""
    listed = list(_join_runs(names))
    shown = listed[:_MOST_NAMES]
    if len(listed) > len(shown):
        shown.append(f"{len(listed) - len(shown):,} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _join_runs(names: Iterable[str]) -> Iterator[str]:
    """Yield names in order; three or more with consecutive letters and the same number are one: "A1–D1"."""
    ordered = sorted(map(_read_name, names))
    # Along a run, the letter less the position stays the same.
    for _, run in groupby(enumerate(ordered), key=lambda item: item[1].find_run(item[0])):
        same = [part.name for _, part in run]
        yield from same if len(same) < _SHORTEST_RUN else [f"{same[0]}\N{EN DASH}{same[-1]}"]


class _PartName(NamedTuple):
    """The name of a part or piece, which sorts by the number of its changed chain, then by its letters."""

    number: float  # infinite if the changed graph lacks the part
    length: float  # of the letters, so that Z is before AA; infinite if the baseline lacks the part
    letters: str
    piece: int
    name: str

    def find_run(self, position: int) -> tuple[float, float]:
        """Return a value that is the same for all names of a run, and for no other neighbours."""
        if not self.length:
            return -1, self.number - position
        if self.length > 1 or self.number == inf or self.piece:
            return self.number, -position - 1
        return self.number, ord(self.letters) - position


def _read_name(name: str) -> _PartName:
    sign, _, piece = name.partition("/")
    if sign.startswith(NO_SIGN):
        return _PartName(float(sign.removeprefix(NO_SIGN)), inf, "", int(piece or 0), name)
    letters = sign.rstrip(f"0123456789{NO_SIGN}")
    number = sign.removeprefix(letters)
    # A shortened name has no number.
    place = inf if number == NO_SIGN else float(number or 0)
    return _PartName(place, len(letters), letters, int(piece or 0), name)
