"""Who is who in an answer: groups of named parts, read into the form that a review stores.

A part has the mentions of a bag that both sides keep together, and a name such as "A1"
(``coala.present.part_names``). An answer names every part once: in a group, as no mention, or as not sure. A
mixed part, which is of more than one thing, is opened into pieces, which are named in its place::

    {"groups": [["A1", "B1"], ["E1/1"]], "no_mention": ["C1"], "not_sure": ["E1/2"],
     "mixed": {"E1": [[0, 2], [1]]}}

Names that are left out follow the side in ``rest``, if there is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from coala.base.plain_text import excerpt
from coala.diff.chain_order import sign_chains
from coala.errors import CoalaError
from coala.model.bag import Bag, Verdict
from coala.present.part_names import join_signs
from coala.verdicts.groups import Groups, count_grouped_links, count_moved, group_as, place_parts
from coala.verdicts.links import NO_CLASS, Part

_MOST_NAMED = 8
"""Parts in a message."""
_FEW = 8
"""Parts of a bag for which the answers are kept."""


_NOTHING: Mapping[str, Any] = MappingProxyType({})


class WhoIsWho(NamedTuple):
    """Who is who by the names of parts, as somebody wrote it; nothing is checked yet."""

    groups: Any = ()
    no_mention: Any = ()
    not_sure: Any = ()
    mixed: Any = _NOTHING
    rest: Any = None


class NamedParts:
    """The parts of a bag by their names, as its question shows them."""

    def __init__(self, parts: tuple[Part, ...], names: Sequence[str]) -> None:
        self.parts = parts
        self.by_name = dict(zip(names, parts, strict=True))
        self.firsts = {name: part.spans[0] for name, part in self.by_name.items()}
        """The first span of each part, by which a review stores it."""


def name_parts(bag: Bag, parts: tuple[Part, ...]) -> NamedParts:
    """Name the parts of a bag."""
    signs = sign_chains(bag)
    return NamedParts(parts, [join_signs(signs, part.classes) for part in parts])


def read_groups(answer: WhoIsWho, named: NamedParts, side_names: tuple[str, str]) -> Groups:
    """Return the groups of an answer; raise ``CoalaError`` unless it names every part once."""
    opened = _open_parts(answer.mixed, named)
    left = dict(opened.firsts)

    def place(name: Any) -> int:
        if type(name) is not str:
            raise CoalaError(f"{excerpt(str(name))} among the groups is not the name of a part.")
        first = left.pop(name, None)
        if first is None:
            raise CoalaError(_explain(name, opened, named))
        return first

    together = [
        [place(name) for name in _check_list(group, _GROUPS)] for group in _check_list(answer.groups, _GROUPS)
    ]
    no_mention = [place(name) for name in _check_list(answer.no_mention, _NO_MENTION)]
    not_sure = [place(name) for name in _check_list(answer.not_sure, _NOT_SURE)]
    if answer.rest is None:
        if left:
            raise CoalaError(f"{_name_some(left)} left out. Name every part once, or add 'rest'.")
        return Groups.sort(together, no_mention, not_sure, opened.pieces)
    side = _read_side(answer.rest, side_names)
    rest: defaultdict[int, list[int]] = defaultdict(list)
    for name, first in left.items():
        rest[opened.owners[name].classes[side]].append(first)
    no_mention += rest.pop(NO_CLASS, [])
    together += rest.values()
    groups = Groups.sort(together, no_mention, not_sure, opened.pieces)
    count = _count_few if len(named.parts) <= _FEW else _count_moved
    return groups._replace(start=side, moved=count(named.parts, groups, side))


def _count_moved(parts: tuple[Part, ...], groups: Groups, side: int) -> int:
    return count_moved(groups, group_as(parts, side))


# Most bags have few parts, and the same as others.
_count_few = lru_cache(maxsize=1_000)(_count_moved)


def find_verdict(parts: tuple[Part, ...], groups: Groups) -> Verdict:
    """Return the verdict that follows from groups, for the sides of these parts."""
    return (_find_for_few if len(parts) <= _FEW else _find_for_all)(parts, groups)


def _find_for_all(parts: tuple[Part, ...], groups: Groups) -> Verdict:
    return count_grouped_links(place_parts(parts, groups)).verdict


_find_for_few = lru_cache(maxsize=1_000)(_find_for_all)


class _Opened(NamedTuple):
    """What can be named: for each name its first span and its part, with pieces in the place of some."""

    firsts: Mapping[str, int]
    owners: Mapping[str, Part]
    pieces: Sequence[Sequence[int]]


_GROUPS = "The groups are not lists of parts, such as [['A1', 'B1'], ['C1']]."
_NO_MENTION = "no_mention is not a list of parts, such as ['A1', 'B1']."
_NOT_SURE = "not_sure is not a list of parts, such as ['A1', 'B1']."
_MIXED = "mixed is not written as {'A1': [[0, 2], [1]]}."


def _open_parts(mixed: Any, named: NamedParts) -> _Opened:
    if mixed is _NOTHING or mixed == {}:
        return _Opened(named.firsts, named.by_name, ())
    if not isinstance(mixed, Mapping):
        raise CoalaError(_MIXED)
    firsts, owners = dict(named.firsts), dict(named.by_name)
    pieces: list[Sequence[int]] = []
    for name, listed in mixed.items():
        part = named.by_name.get(name) if isinstance(name, str) else None
        if part is None:
            raise CoalaError(_list_parts(name, named))
        del firsts[name]
        found = list(_read_pieces(name, part, listed))
        if found != sorted(found):
            # Otherwise E1/1 might be the first one listed, or the first one in the text.
            raise CoalaError(
                f"List the pieces of the mixed part {name} in the order of their first mentions."
            )
        for number, piece in enumerate(found, 1):
            firsts[f"{name}/{number}"] = piece[0]
            owners[f"{name}/{number}"] = part
            pieces.append(piece)
    return _Opened(firsts, owners, pieces)


def _read_pieces(name: str, part: Part, listed: Any) -> Iterator[list[int]]:
    """Yield the spans of each piece of a part, from the numbers of its mentions."""
    left = dict(enumerate(part.spans))
    pieces = _check_list(listed, _MIXED)
    if len(pieces) < 2:
        raise CoalaError(f"The mixed part {name} has fewer than two pieces. Leave it out of 'mixed'.")
    for piece in pieces:
        numbers = _check_list(piece, _MIXED)
        if not numbers:
            raise CoalaError(f"A piece of the mixed part {name} has no mention.")
        for number in numbers:
            if type(number) is not int:
                raise CoalaError(f"{excerpt(str(number))} is not the number of a mention of part {name}.")
            if number not in left:
                last = len(part.spans) - 1
                raise CoalaError(
                    f"Mention {number} of part {name} is in two places."
                    if 0 <= number <= last
                    else f"Part {name} has no mention {excerpt(str(number))}: they are 0 to {last}."
                )
            del left[number]
        yield sorted(part.spans[number] for number in numbers)
    if left:
        raise CoalaError(f"Mention {next(iter(left))} of part {name} is in none of its pieces.")


def _read_side(rest: Any, side_names: tuple[str, str]) -> int:
    if not isinstance(rest, str) or rest not in side_names:
        raise CoalaError(f"rest is '{side_names[0]}' or '{side_names[1]}', not {excerpt(str(rest))}.")
    return side_names.index(rest)


def _check_list(value: Any, problem: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise CoalaError(problem)
    return value


def _explain(name: str, opened: _Opened, named: NamedParts) -> str:
    """Return why a name cannot be placed."""
    if name in opened.firsts:
        return f"Part {name} is named twice."
    if name in opened.owners:
        return f"Part {name} is mixed. Name its pieces in its place, such as {name}/1."
    return _list_parts(name, named)


def _list_parts(name: Any, named: NamedParts) -> str:
    return f"This bag has no part {excerpt(str(name))}. It has {_list_names(tuple(named.by_name))}."


def _name_some(names: Mapping[str, int]) -> str:
    return f"Part {next(iter(names))} is" if len(names) == 1 else f"Parts {_list_names(tuple(names))} are"


def _list_names(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
