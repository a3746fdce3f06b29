"""The share of right facts among those that were added or dropped, from verdicts on their rows.

A fact is a statement between entities, or an event with its arguments. A row is one difference inside a bag,
the item that a reviewer judges. Facts are counted with the classes for coreference links (specification,
section 6a): an added fact as a link *made*, a dropped fact as a link *lost*. A row about a changed fact adds
one and drops one. ``+`` means that the added fact is right and the dropped one was wrong, ``-`` the reverse;
``=`` and ``?`` leave both open. Statements, types and entity links are counted in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import RowKeys
from coala.model.bag import Bag
from coala.model.kinds import FACT_KINDS, FACTS, STATEMENTS, TYPES, Kind
from coala.verdicts.links import LinkCounts, RowLinks

ENTITY_LINKS = "entity_links"
"""The content of rows about links to knowledge bases; "links" alone are those of coreference."""

KINDS_OF_CONTENT: Mapping[str, frozenset[Kind]] = MappingProxyType(
    {
        FACTS: FACT_KINDS,
        STATEMENTS: frozenset({Kind.STATEMENT}),
        TYPES: frozenset({Kind.TYPE}),
        ENTITY_LINKS: frozenset({Kind.LINK}),
    }
)
"""The kinds of rows that each content is counted by."""

_CONTENT_OF = {kind: content for content, kinds in KINDS_OF_CONTENT.items() for kind in kinds}


def name_content(content: str) -> str:
    """Return the noun for one piece of a content: "statement", "entity link"."""
    return content.removesuffix("s").replace("_", " ")


def count_content(bag: Bag) -> Mapping[str, LinkCounts]:
    """Count what each row of a bag added (as links made) and dropped (as links lost), by content.

    Content that no row is about is left out.
    """
    rows = [row for row in bag.divergences if row.kind in _CONTENT_OF]
    found: dict[str, list[RowLinks]] = {}
    for row, key in zip(rows, RowKeys(bag).get_keys(rows), strict=True):
        links = RowLinks(key, row.kind, len(row.added), len(row.dropped))
        found.setdefault(_CONTENT_OF[row.kind], []).append(links)
    changes = len(rows_by_change(bag)) if rows else 0
    return {content: LinkCounts(changes, tuple(links)) for content, links in found.items()}
