"""The draft of who is who for a bag that changed since it was judged."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from coala.model.values import Span
from coala.verdicts.groups import NO_MENTION, Groups, PlacedPart, draft_groups, place_parts
from coala.verdicts.links import Part

NOT_SURE = -2
CLASSES = (0, 0)


def spans(letters: str) -> list[Span]:
    """Return a span for each letter; the same letter is the same span in every bag."""
    return [Span("http://example.org/d", ord(letter), ord(letter) + 1) for letter in letters]


def parts_of(letters: str, parts: str) -> list[Part]:
    """Return the parts of a bag with these spans: "ab c" are two."""
    return [Part(tuple(map(letters.index, part)), CLASSES) for part in parts.split()]


def earlier(letters: str, *placed: tuple[str, int]) -> tuple[list[Span], list[PlacedPart]]:
    """Return an earlier bag with its parts, or pieces of them, and the group of each."""
    return spans(letters), [
        PlacedPart(tuple(map(letters.index, part)), CLASSES, 9 if group == NOT_SURE else group)._replace(
            is_sure=group != NOT_SURE
        )
        for part, group in placed
    ]


def draft(letters: str, parts: str, *bags: tuple[Sequence[Span], Sequence[PlacedPart]]) -> Groups | None:
    return draft_groups(spans(letters), parts_of(letters, parts), bags)


def test_part_is_in_the_group_that_most_of_its_mentions_had() -> None:
    bag = earlier("abcde", ("ab", 0), ("cde", 1))
    assert draft("abcde", "ab cde", bag) == Groups(((0,), (2,)))
    assert draft("abcde", "acd b e", bag) == Groups(((0, 4), (1,)))
    # Of equally many, the group that comes first in the text.
    assert draft("abcde", "bc a d e", bag) == Groups(((0, 1), (3, 4)))


def test_part_without_a_known_mention_is_not_sure_and_new_mentions_do_not_vote() -> None:
    bag = earlier("abc", ("a", 0), ("bc", 1))
    assert draft("abcxyz", "axyz b c", bag) == Groups(((0,), (1, 2)))
    assert draft("abcxy", "a bc xy", bag) == Groups(((0,), (1,)), not_sure=(3,))
    assert draft("xy", "x y", bag) is None
    assert draft("abc", "a b c") is None


def test_no_mention_and_not_sure_parts_stay_so() -> None:
    bag = earlier("abcd", ("a", 0), ("bc", NO_MENTION), ("d", NOT_SURE))
    assert draft("abcd", "a b cd", bag) == Groups(((0,),), no_mention=(1, 2))
    assert draft("abcd", "ab c d", bag) == Groups(((0,),), no_mention=(2,), not_sure=(3,))
    assert draft("bcd", "b cd", bag) == Groups((), no_mention=(0, 1))
    assert draft("dx", "d x", bag) is None


def test_pieces_of_an_opened_part_are_not_opened_again() -> None:
    bag = earlier("abcd", ("ac", 0), ("b", 1), ("d", 1))
    assert draft("abcd", "abc d", bag) == Groups(((0,), (3,)))


def test_of_several_earlier_bags_the_one_judged_last_counts() -> None:
    last = earlier("abc", ("a", 0), ("b", 1), ("c", NOT_SURE))
    first = earlier("abcde", ("ab", 0), ("cd", 1), ("e", 0))
    # e was one thing with a and b, and goes along with the first of them.
    assert draft("abcde", "a b c d e", last, first) == Groups(((0, 4), (1,), (3,)), not_sure=(2,))
    assert draft("abcde", "a b c d e", first, last) == Groups(((0, 1, 4), (2, 3)))
    # Of two bags without a common mention, no groups are one.
    assert draft("abxy", "a b x y", earlier("ab", ("ab", 0)), earlier("xy", ("xy", 0))) == Groups(
        ((0, 1), (2, 3))
    )


def test_mention_that_became_none_does_not_take_others_along() -> None:
    last = earlier("ab", ("a", NO_MENTION), ("b", 0))
    first = earlier("axb", ("ax", 0), ("b", 1))
    assert draft("axb", "a x b", last, first) == Groups(((1,), (2,)), no_mention=(0,))


ANSWERS = st.lists(st.sampled_from([NO_MENTION, 0, 1, 2]), min_size=1, max_size=6)


@given(ANSWERS)
def test_draft_for_an_unchanged_bag_is_the_answer(groups: list[int]) -> None:
    letters = "abcdef"[: len(groups)]
    together: dict[int, list[int]] = {}
    for span, group in enumerate(groups):
        together.setdefault(group, []).append(span)
    no_mention = together.pop(NO_MENTION, [])
    answer = Groups.sort(together.values(), no_mention)
    parts = parts_of(letters, " ".join(letters))
    assert draft_groups(spans(letters), parts, [(spans(letters), place_parts(parts, answer))]) == answer
