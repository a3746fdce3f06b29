"""Detection of documents that do not match: different texts, or one text under two identifiers.

``find_document_pairs`` pairs documents of two graphs that have different identifiers, and are probably the
same. The functions that begin with ``note_`` make notices of all this.

The documents of a graph are given by identifier, each with its text, or None where that is not known.
``roles`` are the words for the two graphs in messages, such as "baseline" and "changed graph".
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.plain_text import readable
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.nouns import are_records

Documents = Mapping[str, str | None]

EQUAL = "equal"
"""The texts are equal."""

ALIGNED = "aligned"
"""Nearly all characters of the texts have a counterpart in the other."""

BY_NAME = "named"
"""A text is not known, and the names are equal but for an extension or folders."""

_MOST_NAMES = 1_000_000
"""The most pairs of names of one text whose words are compared."""

# Characters shown before and after the first difference of two texts.
_AROUND = 12


class DocumentPair(NamedTuple):
    """A document of each graph that may be the same one."""

    first: str  # the identifier in the first graph
    second: str  # the identifier in the second graph
    how: str  # ``EQUAL``, ``ALIGNED``, ``BY_NAME``, or a difference to be ignored, such as "white space"
    share: float = 1.0  # the share of the longer text's characters, without blanks, that align
    by_name: bool = False  # True if the names decide: other documents have the same text, or it is not known


class DocumentPairs(NamedTuple):
    """Likely pairs, and groups of documents with several equally likely pairs, so that no pair was chosen."""

    pairs: tuple[DocumentPair, ...]
    undecided: tuple[
        tuple[tuple[str, ...], tuple[str, ...]], ...
    ]  # identifiers of both graphs, for each group


def _unify_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unify_normal_form(text: str) -> str:
    return unicodedata.normalize("NFC", _unify_line_ends(text))


def _unify_white_space(text: str) -> str:
    return " ".join(_unify_normal_form(text).split())


def _unify_spellings(text: str) -> str:
    # Imported here since most graphs have the same texts under the same identifiers.
    from coala.prepare.spelling import read_common_signs

    return read_common_signs(text).text


_FORMS: dict[str, Callable[[str], str]] = {
    # Each ignores what those before it ignore, and a little more.
    "line ends": _unify_line_ends,
    "Unicode normal form": _unify_normal_form,
    "white space": _unify_white_space,
    "usual spellings": _unify_spellings,
}


def compare_texts(first: str, second: str) -> str:
    """Return ``EQUAL``, the smallest difference to ignore to make two texts equal, or ""."""
    if first == second:
        return EQUAL
    return next((name for name, form in _FORMS.items() if form(first) == form(second)), "")


def find_document_pairs(
    first: Documents, second: Documents, *, aligned: bool = True, named: bool = True
) -> DocumentPairs:
    """Pair documents that only one graph has with documents that the other has under another identifier.

    Equal texts are paired first, nearly equal ones last. If several documents have one text, they are paired
    by name, provided that the names decide and are more than numbers (``named``); otherwise they are not
    paired. Texts that only align are compared if ``aligned`` is true, since that takes time. If a text is not
    known, names that are equal but for an extension or folders make a pair. The pairs are one to one, and
    sorted by the first graph's identifiers. Records are not paired: many have the same fields.
    """
    if are_records(first):
        return DocumentPairs((), ())
    left, right = _select_unshared(first, second), _select_unshared(second, first)
    pairs: list[DocumentPair] = []
    # 1. Equal texts, ignoring more and more differences. ``several`` are the groups that the last form left.
    several: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for how, form in ({EQUAL: str} | _FORMS).items():
        several = []
        for ours, theirs in _group_equal_forms(left, right, form) if left and right else ():
            alone = len(ours) == len(theirs) == 1
            if not alone and not named:
                several.append((tuple(sorted(ours)), tuple(sorted(theirs))))
                continue
            together = [(ours[0], theirs[0])] if alone else pair_names(ours, theirs)
            for one, other in together:
                pairs.append(DocumentPair(one, other, how, by_name=not alone))
                del left[one], right[other]
            ours, theirs = [name for name in ours if name in left], [name for name in theirs if name in right]
            if ours and theirs:
                several.append((tuple(sorted(ours)), tuple(sorted(theirs))))
    # 2. Nearly equal texts, among the documents that are still alone.
    wanted = (
        left.keys() - {name for ours, _ in several for name in ours},
        right.keys() - {name for _, theirs in several for name in theirs},
    )
    if aligned and all(wanted):
        from coala.prepare.similar_texts import find_similar

        known = [{name: text for name, text in side.items() if text} for side in (first, second)]
        found = find_similar(known[0], known[1], wanted, pair_names if named else None)
        pairs += [DocumentPair(*pair[:2], ALIGNED, *pair[2:]) for pair in found.pairs]
        several += found.undecided
    # 3. Documents without a known text, by their names.
    if named:
        named_alike = pair_documents_by_names(first, second, pairs)
        # If both texts are known, they differ.
        pairs += [pair for pair in named_alike if not (first[pair.first] and second[pair.second])]
    return DocumentPairs(tuple(sorted(pairs)), tuple(sorted(several)))


def pair_documents_by_names(
    first: Documents, second: Documents, pairs: Sequence[DocumentPair] = ()
) -> Iterator[DocumentPair]:
    """Pair the documents that ``pairs`` leaves over by names that differ by an extension or folders."""
    left = dict.fromkeys(first.keys() - second.keys() - {pair.first for pair in pairs})
    right = dict.fromkeys(second.keys() - first.keys() - {pair.second for pair in pairs})
    for find in (_pair_by_words, _pair_by_last_words):
        for one, other in list(find(list(left), list(right))):
            # A number alone, such as that of a part, is not a name.
            if _LETTER.search(" ".join(_split_last_part(one))):
                yield DocumentPair(one, other, BY_NAME, by_name=True)
                del left[one], right[other]


def pair_names(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[str, str]]:
    """Pair names of one text in two graphs, as far as the names decide.

    Names decide if they are equal but for an extension, or but for folders, or if each has more words in
    common with the other than with any further name. If two names are left over, they are a pair too.
    """
    left, right = dict.fromkeys(ours), dict.fromkeys(theirs)
    pairs: list[tuple[str, str]] = []
    for find in (_pair_by_words, _pair_by_last_words, _pair_by_common_words):
        for one, other in find(list(left), list(right)):
            pairs.append((one, other))
            del left[one], right[other]
    if pairs and len(left) == len(right) == 1:
        pairs += zip(left, right, strict=True)
    return pairs


_EXTENSION = re.compile(r"\.[A-Za-z]\w{0,11}\Z")
_WORDS = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")
_END_OF_FOLDERS = re.compile(r"[/:#?=]")


def _split_name(name: str) -> tuple[str, ...]:
    """Return the words of a name without its extension: ``news/Day-1.txt`` as ``("news", "day", "1")``."""
    return tuple(_WORDS.findall(_EXTENSION.sub("", unquote(name)).casefold()))


def _split_last_part(name: str) -> tuple[str, ...]:
    """Return the words of a name without its extension and its folders: ``("day", "1")``."""
    return _split_name(_END_OF_FOLDERS.split(unquote(name).rstrip("/"))[-1])


def _pair_by_words(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[str, str]]:
    return _pair_unique_forms(ours, theirs, _split_name)


def _pair_by_last_words(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[str, str]]:
    return _pair_unique_forms(ours, theirs, _split_last_part)


def _pair_unique_forms(
    ours: Sequence[str], theirs: Sequence[str], form: Callable[[str], tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    """Yield pairs of names whose form is unique on each side."""
    named: defaultdict[tuple[str, ...], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, names in enumerate((ours, theirs)):
        for name in names:
            named[form(name)][side].append(name)
    for words, (left, right) in named.items():
        if words and len(left) == len(right) == 1:
            yield left[0], right[0]


def _pair_by_common_words(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[str, str]]:
    """Pair names that have most words in common with each other; words that all names have do not count."""
    if len(ours) * len(theirs) > _MOST_NAMES:
        return []
    # The number of common words of each pair, and for each name the other one with most of them.
    words = {name: set(_WORDS.findall(unquote(name).casefold())) for name in (*ours, *theirs)}
    usual = set.intersection(*words.values()) if words else set()
    shared = {(one, other): len((words[one] & words[other]) - usual) for one in ours for other in theirs}
    best = {one: _find_only_best({other: shared[one, other] for other in theirs}) for one in ours}
    back = {other: _find_only_best({one: shared[one, other] for one in ours}) for other in theirs}
    return [(one, other) for one, other in best.items() if other is not None and back[other] == one]


def _find_only_best(shared: Mapping[str, int]) -> str | None:
    """Return the name that has most words in common, or None if there is no single one."""
    most = max(shared.values(), default=0)
    names = [name for name, number in shared.items() if number == most]
    return names[0] if most and len(names) == 1 else None


def note_document_pairs(
    first: Documents,
    second: Documents,
    roles: Sequence[str],
    pairs: Sequence[DocumentPair],
    *,
    divergences: bool = True,
) -> Iterator[Notice]:
    """Yield the differences of two graphs in texts and documents; ``pairs`` may be the same documents.

    Without ``divergences`` documents in one graph alone are ignored: scores leave them out.
    """
    yield from note_different_texts(first, second, roles)
    if divergences:
        yield from _note_missing_documents(first, second, roles[0])
        yield from _note_missing_documents(second, first, roles[1])
    yield from _note_renamed_documents(pairs, roles)


def describe_difference(first: str, second: str) -> str:
    """Describe the first difference of two texts: ``from character 9 on: “a b” against “a c”``."""
    low, high = 0, min(len(first), len(second))
    while low < high:  # the longest common beginning, by halves
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    one, other = (_quote_around(text, low) for text in (first, second))
    return f"from character {low:,} on: “{one}” against “{other}”"


def _quote_around(text: str, place: int) -> str:
    begin, end = max(0, place - _AROUND), place + _AROUND
    return f"{'…' if begin else ''}{readable(text[begin:end])}{'…' if end < len(text) else ''}"


def _select_unshared(one: Documents, other: Documents) -> dict[str, str]:
    """Return the texts, by identifier, of the documents that the other graph does not have."""
    return {name: text for name, text in one.items() if name not in other and text}


def _group_equal_forms(
    left: dict[str, str], right: dict[str, str], form: Callable[[str], str]
) -> list[tuple[list[str], list[str]]]:
    """Return groups of documents of both graphs whose texts have one form; empty texts do not count."""
    named: defaultdict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, documents in enumerate((left, right)):
        for name, text in documents.items():
            named[form(text)][side].append(name)
    return [group for text, group in named.items() if text and all(group)]


def note_different_texts(first: Documents, second: Documents, roles: Sequence[str]) -> Iterator[Notice]:
    """Yield a notice about the documents for which the two graphs have different texts."""
    differ = [
        (name, text, other)
        for name, text in first.items()
        if text is not None and (other := second.get(name)) is not None and other != text
    ]
    if not differ:
        return
    hows = [compare_texts(text, other) for _, text, other in differ]
    examples = tuple(
        f"<{readable(name)}> differs {describe_difference(text, other)}"
        + (f" (only in {how})" if how else "")
        for (name, text, other), how in zip(differ[:MOST_EXAMPLES], hows, strict=False)
    )
    yield make_notice(
        "texts-differ", len(differ), examples, first=roles[0], second=roles[1], explained=_summarise(hows)
    )


def _summarise(hows: Sequence[str]) -> str:
    counts = Counter(how for how in hows if how)
    return f" ({', '.join(f'{count:,} only in {how}' for how, count in counts.items())})" if counts else ""


def _note_missing_documents(one: Documents, other: Documents, role: str) -> Iterator[Notice]:
    missing = [name for name in one if name not in other]
    if missing:
        yield make_notice("document-in-one-graph", len(missing), missing, role=role, all=f"{len(one):,}")


def _note_renamed_documents(pairs: Sequence[DocumentPair], roles: Sequence[str]) -> Iterator[Notice]:
    equal = [pair for pair in pairs if pair.how == EQUAL]
    named = [pair for pair in pairs if pair.how == BY_NAME]
    others = [pair for pair in pairs if pair.how not in (EQUAL, BY_NAME)]
    for code, alike_pairs in (
        ("documents-renamed", equal),
        ("documents-nearly-equal", others),
        ("documents-named-alike", named),
    ):
        if alike_pairs:
            examples = tuple(
                f"<{readable(pair.first)}> of the {roles[0]} and <{readable(pair.second)}> of the {roles[1]}"
                + _explain(pair)
                for pair in alike_pairs[:MOST_EXAMPLES]
            )
            yield make_notice(code, len(alike_pairs), examples)


def _explain(pair: DocumentPair) -> str:
    if pair.how == ALIGNED:
        return f" ({format_percent(pair.share)} of the characters)"
    return "" if pair.how in (EQUAL, BY_NAME) else f" (but for {pair.how})"


def format_percent(share: float) -> str:
    """Return a share as a percentage, rounded down."""
    return f"{math.floor(1000 * share) / 10:.1f} %"
