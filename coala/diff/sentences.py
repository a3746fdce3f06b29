"""Labels and divergences become plain sentences that a person reads; whatever a file says stays plain text.

The words are neutral on purpose: a merge or a split is a kind of change, not a good or a bad one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from coala.base import numerals
from coala.base.plain_text import isolate, last_part, plain_words
from coala.model.bag import Bag, Direction, Divergence, Instance
from coala.model.kinds import Kind

# How many added or dropped types or statements a sentence lists before it counts the rest.
LISTED = 3

_PRONOUNS = frozenset(
    "i me my mine myself you your yours yourself he him his himself she her hers herself it its itself "
    "we us our ours ourselves they them their theirs themselves this that these those who whom whose "
    "which what there here one".split()
)
_DETERMINERS = frozenset("a an the this that these those my your his her its our their some any each".split())


def quoted(text: str) -> str:
    """Words of the source as a sentence cites them."""
    return f'"{isolate(plain_words(text))}"'


def looks_proper(words: str) -> bool:
    """Whether a mention's text looks like a name: it starts and ends with a capital, without a determiner."""
    parts = words.split()
    if not parts or parts[0].casefold() in _DETERMINERS:
        return False
    if len(parts) == 1 and parts[0].casefold() in _PRONOUNS:
        return False
    return parts[0][0].isupper() and (parts[-1][0].isupper() or parts[-1][0].isdigit())


def instance_label(stated: str | None, mentions: Iterable[str | None], name: str) -> str:
    """What an instance is called: its label, else its longest name, else its longest mention, else its IRI.

    Of equally long texts the first in alphabetical order is taken, so that the result does not depend on
    the order of the input.
    """
    if stated and stated.strip():
        return stated
    words = sorted({text for text in mentions if text and text.strip()}, key=_longest_first)
    proper = next((text for text in words if looks_proper(text)), None)
    return proper or next(iter(words), None) or last_part(name) or "(no name)"


def document_label(identifier: str) -> str:
    """A short name of a document: the last part of its identifier without offsets or an extension."""
    head, mark, fragment = identifier.partition("#")
    stem = last_part(head if mark and re.match(r"(char|offset)[=_]", fragment) else identifier)
    return re.sub(r"\.(txt|ttl|xml|html?|naf|json)$", "", stem) or identifier


def describe(
    kind: Kind,
    baseline: str | None,
    changed: str | None,
    words: Sequence[str | None],
    added: Sequence[str] = (),
    dropped: Sequence[str] = (),
) -> str:
    """One divergence in words.

    ``baseline`` and ``changed`` are the labels of its instances, ``words`` the texts of its spans.
    """
    old, new = (None if label is None else isolate(plain_words(label)) for label in (baseline, changed))
    span = _spans(words)
    match kind:
        case Kind.MOVED:
            return f"{span} moved from {old} to {new}"
        case Kind.SPLIT:
            return (
                f"{span} split from {old}" if _only(changed, words) else f"{span} split from {old} as {new}"
            )
        case Kind.MERGED:
            return (
                f"{span} merged into {new}"
                if _only(baseline, words)
                else f"{span} of {old} merged into {new}"
            )
        case Kind.MENTION_ADDED:
            return f"{span} added to {new}"
        case Kind.MENTION_DROPPED:
            return f"{span} dropped from {old}"
        case Kind.INSTANCE_ADDED:
            return f"{new} is new, with {numerals.count(len(words), 'mention')}"
        case Kind.INSTANCE_DROPPED:
            return f"{old} is gone, with {numerals.count(len(words), 'mention')}"
        case Kind.TYPE:
            return f"{new} {_change('type', added, dropped)}"
        case Kind.STATEMENT:
            return f"{new} {_change('statement', added, dropped)}"


def group_changes(bag: Bag) -> tuple[Divergence, ...]:
    """The divergences of a bag, one row for all spans that took the same way between two instances."""
    groups: dict[tuple[Kind, int | None, int | None, Direction], list[Divergence]] = {}
    for row in bag.divergences:
        groups.setdefault((row.kind, row.baseline, row.changed, row.direction), []).append(row)
    return tuple(rows[0] if len(rows) == 1 else _group(rows, bag) for rows in groups.values())


def choose_title(bag: Bag) -> str:
    """The bag in one line: its first change, and how many more there are."""
    rows = group_changes(bag)
    first = rows[0]
    whole = _whole_instance(first, bag)
    text = whole or first.sentence
    return text if len(rows) == 1 else f"{text}, and {len(rows) - 1:,} more"


def _whole_instance(row: Divergence, bag: Bag) -> str | None:
    """A split or a merge named by its instances when the instance went over with all its mentions."""
    if row.baseline is None or row.changed is None:
        return None
    old, new = bag.baseline[row.baseline], bag.changed[row.changed]
    old_label, new_label = _label(old), _label(new)
    if old_label.casefold() == new_label.casefold():
        # Equal names are told apart by the sizes of their chains.
        old_label, new_label = f"{old_label} ({len(old.spans):,})", f"{new_label} ({len(new.spans):,})"
    if row.kind is Kind.SPLIT and row.spans == new.spans:
        return f"{new_label} split from {old_label}"
    if row.kind is Kind.MERGED and row.spans == old.spans:
        return f"{old_label} merged into {new_label}"
    return None


def _group(rows: Sequence[Divergence], bag: Bag) -> Divergence:
    first = rows[0]
    spans = tuple(sorted({span for row in rows for span in row.spans}))
    old = None if first.baseline is None else bag.baseline[first.baseline].label
    new = None if first.changed is None else bag.changed[first.changed].label
    text = describe(first.kind, old, new, [bag.words[span] for span in spans])
    merged = first._replace(spans=spans)
    return merged._replace(sentence=_whole_instance(merged, bag) or text)


def _label(instance: Instance) -> str:
    return isolate(plain_words(instance.label))


def _spans(words: Sequence[str | None]) -> str:
    shown = [quoted(text) if text else "a mention" for text in words[:LISTED]]
    rest = len(words) - len(shown)
    if rest:
        return f"{', '.join(shown)} and {rest:,} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _only(label: str | None, words: Sequence[str | None]) -> bool:
    """Whether naming the instance beside its mentions would say the same twice."""
    return (
        label is not None
        and len(words) == 1
        and words[0] is not None
        and plain_words(words[0]) == plain_words(label)
    )


def _change(noun: str, added: Sequence[str], dropped: Sequence[str]) -> str:
    if len(added) == len(dropped) == 1:
        return f"changed {noun}: {plain_words(dropped[0])} → {plain_words(added[0])}"
    parts = []
    if dropped:
        parts.append(f"lost {numerals.count(len(dropped), noun)}: {_list(dropped)}")
    if added:
        parts.append(f"gained {numerals.count(len(added), noun)}: {_list(added)}")
    return "; ".join(parts)


def _list(items: Sequence[str]) -> str:
    shown = ", ".join(plain_words(item) for item in items[:LISTED])
    return shown if len(items) <= LISTED else f"{shown} and {len(items) - LISTED:,} more"


def _longest_first(text: str) -> tuple[int, str]:
    return -len(text), text
