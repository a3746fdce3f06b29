"""What gold says of a bag, as a reviewer would: which of its parts are one thing, and what follows.

Gold is the reference graph. It puts each part of the bag into the group of its most frequent gold class
(``coala.verdicts.groups``), so its verdict follows from these groups like that of a reviewer. For example
"better", and "A–F are one, G and H another; gold does not mark Coravil".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import cited_words, isolate
from coala.diff.chain_order import sign_chains
from coala.model.bag import Bag, GoldChain, Verdict
from coala.present.who_is_who import name_groups, say_groups, shorten_names
from coala.verdicts.groups import count_grouped_links, group_by_gold, place_parts
from coala.verdicts.links import find_parts

_MOST_UNMARKED, _LONGEST_WORDS = 3, 40


class GoldRemark(NamedTuple):
    """What gold says of a bag."""

    verdict: Verdict | None
    """The verdict that follows; None if gold marks no part of the bag."""
    sentence: str


def describe_gold(bag: Bag, gold: Sequence[GoldChain]) -> GoldRemark | None:
    """Return what gold says of the mentions of a bag; None if the bag has no links made or lost."""
    parts = find_parts(bag)
    if not parts:
        return None
    groups = group_by_gold(parts, gold)
    if not groups.together:
        return GoldRemark(None, f"gold marks none of these {bag.nouns.mention}s")
    named = shorten_names(name_groups(sign_chains(bag), parts, groups))._replace(no_mention=())
    marked = sum(map(len, groups.together))
    clauses = [] if marked == 1 and groups.no_mention else [f"gold: {say_groups(named)}"]
    if groups.no_mention:
        clauses.append(f"gold does not mark {_name_unmarked(bag, groups.no_mention)}")
    return GoldRemark(count_grouped_links(place_parts(parts, groups)).verdict, "; ".join(clauses))


def _name_unmarked(bag: Bag, firsts: Sequence[int]) -> str:
    """Return the words of parts that gold does not mark, by their first mentions."""
    words = [bag.words[first] for first in firsts]
    known = list(dict.fromkeys(isolate(cited_words(each, _LONGEST_WORDS)) for each in words if each))
    more = len(firsts) - min(len(known), _MOST_UNMARKED)
    shown = known[:_MOST_UNMARKED]
    if not shown:
        return count(len(firsts), "part")
    if len(known) == len(set(words)) <= _MOST_UNMARKED:
        return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
    return f"{', '.join(shown)} and {more:,} more"
