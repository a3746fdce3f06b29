"""A review that a program judges: ``coala.open_review``.

::

    with coala.open_review("r.coala", reviewer="model") as review:
        for question in review:
            review.judge(question, ask_a_model(question.to_json()), note="…")

Each verdict is on disk before ``judge`` returns, by the same journal as in the window.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self

from coala.base.plain_text import excerpt
from coala.base.sequences import LruCache
from coala.diff.sentences import BagSentences
from coala.errors import CoalaError, ReviewError
from coala.judging.part_questions import LinkQuestion, NumberedLink, PartWriter, number_links
from coala.judging.questions import BagQuestion, make_question
from coala.judging.who_is_who import WhoIsWho, find_verdict, name_parts, read_groups
from coala.model.bag import CHANGED, Bag, Verdict
from coala.model.sides import GRAPHS, LEFT_RIGHT
from coala.review.blind.shown_sides import ShownSides
from coala.review.drawing import find_sample
from coala.review.file import BAGS_KEPT, Review
from coala.verdicts.by_kind import judge_link
from coala.verdicts.changes import ChangeKeys, ChangeVerdicts
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
from coala.verdicts.links import Part
from coala.verdicts.reviewer_kinds import ReviewerKind, find_kinds, read_kind
from coala.verdicts.sampling import LINK_UNITS, DrawnItem, DrawnSample, DrawnUnit
from coala.verdicts.state import State

_WORDS: Mapping[str, Verdict] = MappingProxyType(
    {
        **{verdict.value: verdict for verdict in Verdict},
        "−": Verdict.WORSE,
        "same": Verdict.SAME,
        "not sure": Verdict.UNSURE,
        "unsure": Verdict.UNSURE,
    }
)
_SIDED_WORDS = {
    False: {**_WORDS, "worse": Verdict.WORSE, "better": Verdict.BETTER},
    True: {**_WORDS, "left": Verdict.WORSE, "right": Verdict.BETTER},
}
"""The words for verdicts: when it is known which side is which, and when the sides are hidden."""

_LINK_WORDS: Mapping[str, bool | None] = MappingProxyType(
    {"yes": True, "no": False, "not sure": None, "unsure": None, "?": None}
)
"""The words for an answer on a link: if it is right, None for not sure."""

_ROUNDS = 200_000
"""Of the hash of a seed."""

_LATE = timedelta(minutes=5)
"""The most by which the clock of another machine may be ahead."""

_LONGEST_NUMBER = 15
"""Digits; Python refuses to parse a number of thousands."""


class PreparedState(NamedTuple):
    """A new state of a bag, to be stored; ``time`` is in ISO 8601, None for now."""

    number: int  # from 0
    state: State
    time: str | None = None
    answers: int = 1  # how many lines it comes from: one on the bag, and those on its links


class AskedItem(NamedTuple):
    """What a review asks: about a bag, by its number (from 1), or about one of its links, by its key."""

    bag: int
    link: str | None = None


class OpenReview:
    """A review file that a program reads as questions and judges.

    With ``blind_seed``, the sides of each bag are exchanged by a coin from the seed and the fingerprint, and
    verdicts are words for sides: "left", "right", "same", "not sure". A review that was made blind is always
    judged so.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        reviewer: str | None = None,
        column: str | None = None,
        blind_seed: int | None = None,
        read_only: bool = False,
        kind: str = ReviewerKind.MODEL,
    ) -> None:
        """Open the file at ``path``; ``column`` names the comparison of a board.

        ``kind`` of the reviewer is "model" or "person", and is stored with each answer. Raises
        ``ReviewError`` if the file cannot be opened, and for a seed if the review is blind itself.
        """
        self._kind = read_kind(kind)
        self.review = Review.open(Path(path), reviewer=reviewer, read_only=read_only, column=column)
        if self.review.blind and blind_seed is not None:
            self.review.close()
            raise ReviewError(f"{path}: this review hides its sides already. Leave the seed out.")
        # A blind review turns its bags itself.
        self._shown = ShownSides(blind_seed)
        self._last_bags = LruCache[int, Bag](BAGS_KEPT)
        self._numbered = LruCache[int, dict[int, NumberedLink]](BAGS_KEPT)
        # The questions about the drawn links of each bag, by the keys of the links.
        self._link_questions: dict[int, dict[str, LinkQuestion]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; every verdict is on disk already."""
        self.review.close()

    def open_again(self) -> OpenReview:
        """Return the same review opened once more, to read it."""
        review, seed = self.review, self._shown.seed
        return OpenReview(review.path, column=review.column, blind_seed=seed, read_only=True)

    def __len__(self) -> int:
        """Return the number of bags."""
        return len(self.review.entries)

    def __iter__(self) -> Iterator[BagQuestion]:
        """Yield the questions of all bags, in the order of the list."""
        return map(self.question, range(1, len(self) + 1))

    @property
    def is_blind(self) -> bool:
        """True if the sides are hidden, so that verdicts are "left" and "right"."""
        return self.review.blind or self._shown.seed is not None

    @property
    def kind(self) -> ReviewerKind:
        """The kind of the reviewer, which is stored with each answer."""
        return self._kind

    @property
    def has_two_kinds(self) -> bool:
        """True if both a person and a model have given answers under the name of this reviewer."""
        return len(find_kinds(self.review.states_of(self.review.reviewer).values())) > 1

    @property
    def has_drawn_links(self) -> bool:
        """True if a sample of this review has drawn single links, from bags of many parts."""
        return bool(self._drawn_links)

    @property
    def is_sampled(self) -> bool:
        """True if the review has a sample to judge."""
        return bool(self._drawn_items)

    @cached_property
    def asked(self) -> Sequence[AskedItem]:
        """What there is to judge: the sample of the review in its order, or else all bags.

        A bag whose changes are drawn one by one is asked about once, at its first one.
        """
        if not self.is_sampled:
            return [AskedItem(number) for number in range(1, len(self) + 1)]
        return list(
            dict.fromkeys(
                AskedItem(item.bag + 1, item.keys[0] if item.unit in LINK_UNITS else None)
                for item in self._drawn_items
            )
        )

    def ask(self, item: AskedItem) -> BagQuestion | LinkQuestion:
        """Return the question about an item of ``asked``."""
        return self.question(item.bag) if item.link is None else self.ask_link(item.bag, item.link)

    def ask_link(self, bag: int, key: str) -> LinkQuestion:
        """Return the question about a drawn link, by the number of its bag (from 1) and its key."""
        return self._ask_links(bag - 1)[key]

    @property
    def identity(self) -> str:
        """A name of the comparison: the same bags have the same name, wherever the file is."""
        fingerprints = "\n".join(sorted(entry.fingerprint for entry in self.review.entries))
        return hashlib.sha256(fingerprints.encode()).hexdigest()[:16]

    @cached_property
    def sides(self) -> str:
        """A token for how the sides are exchanged: "" if they are shown, with a seed one made from it.

        Answers have the token of their questions, so that those given with another seed are not turned the
        wrong way. It takes a tenth of a second, so that a seed is not found by trying all.
        """
        if self._shown.seed is None:
            return "blind" if self.review.blind else ""
        seed, salt = str(self._shown.seed).encode(), self.identity.encode()
        return hashlib.pbkdf2_hmac("sha256", seed, salt, _ROUNDS).hex()[:16]

    @property
    def side_names(self) -> tuple[str, str]:
        """The names of the sides in questions."""
        return (LEFT_RIGHT if self.is_blind else GRAPHS).names

    def question(self, bag: int | str) -> BagQuestion:
        """Return the question about a bag, by its number (from 1) or its fingerprint."""
        number = self.find_bag(bag)
        return make_question(
            self._show(number),
            number + 1,
            self._fingerprint(number),
            self.side_names,
            self.review.text,
            self.shown_parts(number + 1),
            self.drawn_changes(number + 1),
        )

    def link_questions(self, bag: BagQuestion | int | str) -> Iterator[LinkQuestion]:
        """Yield the questions about the links of a bag that a sample of this review has drawn.

        A sample draws links of a bag with more parts than it draws as a whole (``coala review --sample``).
        """
        number = self.find_bag(bag)
        if number in self._drawn_links:
            yield from self._ask_links(number).values()

    def _ask_links(self, number: int) -> dict[str, LinkQuestion]:
        """Return the questions about the drawn links of bag ``number`` (from 0), by the keys of the links."""
        known = self._link_questions.get(number)
        if known is None:
            drawn = self._drawn_links[number]
            writer = PartWriter(self._show(number), self._find_parts(number), self.review.text)
            links = [link for link in self._number_links(number).values() if link.key in drawn]
            fingerprint = self._fingerprint(number)
            asked = writer.describe_links(links, number + 1, fingerprint, self.side_names)
            known = {link.key: question for link, question in zip(links, asked, strict=True)}
            self._link_questions[number] = known
        return known

    def shown_bag(self, bag: int | str) -> Bag:
        """Return a bag as its question shows it, with its sides exchanged by the coin."""
        return self._show(self.find_bag(bag))

    def shown_parts(self, bag: int | str) -> tuple[Part, ...]:
        """Return the parts of a bag in the order of its question; () if it takes a verdict only."""
        return self._find_parts(self.find_bag(bag))

    def unjudged(self) -> Iterator[BagQuestion]:
        """Yield the questions of the bags that this reviewer has not judged."""
        for number, state in enumerate(self.review.states()):
            if not state.is_judged:
                yield self.question(number + 1)

    def verdict(self, bag: BagQuestion | int | str) -> str | None:
        """Return this reviewer's verdict on a bag, as a word, or None."""
        verdict = self._find_state(self.find_bag(bag)).verdict
        words = {found: word for word, found in _SIDED_WORDS[self.is_blind].items() if len(word) > 1}
        return None if verdict is None else {**words, Verdict.UNSURE: "not sure"}[verdict]

    def judge(
        self,
        bag: BagQuestion | int | str,
        verdict: str | None = None,
        *,
        groups: Sequence[Sequence[str]] | None = None,
        no_mention: Sequence[str] | None = None,
        not_sure: Sequence[str] | None = None,
        mixed: Mapping[str, Sequence[Sequence[int]]] | None = None,
        rest: str | None = None,
        changes: Mapping[int | str, str] | None = None,
        note: str | None = None,
        tags: Iterable[str] | None = None,
        confidence: float | None = None,
        time: str | None = None,
    ) -> None:
        """Give a bag a verdict, or say who is who; what is None stays as it is. It is on disk on return.

        ``verdict`` is "worse", "same", "better" or "not sure", or its sign; "left" or "right" if sides are
        hidden. Of a bag with parts, ``groups`` says which of these are one thing, by their names: [["A1",
        "B1"], ["C1"]]. Parts in ``no_mention`` refer to nothing, and those in ``not_sure`` are open.
        ``mixed`` opens parts into pieces, by the numbers of their mentions from 0: {"E1": [[0, 2], [1]]}
        makes "E1/1" and "E1/2", which then take its place in the other lists. Each part is named once, unless
        ``rest`` names the side that has the others right. The verdict follows from the groups if none is
        given.

        ``changes`` has the verdicts on changes of types, statements, entity links or facts, by their number
        or key; one about mentions is refused. ``confidence`` is from 0 to 1.
        Raises ``CoalaError`` for anything that the review does not take, and then stores nothing.
        """
        named = {
            "groups": groups,
            "no_mention": no_mention,
            "not_sure": not_sure,
            "mixed": mixed,
            "rest": rest,
        }
        given = {key: value for key, value in named.items() if value is not None}
        who = WhoIsWho(**given) if given else None
        self.store([self.prepare(bag, verdict, changes, note, tags, confidence, time, who)])

    def judge_link(self, link: LinkQuestion, verdict: str) -> None:
        """Say if a link of a large bag is right: "yes", "no" or "not sure". It is on disk on return."""
        number = self.find_bag(link.fingerprint)
        key, answer = self.read_link(number, link.number, verdict)
        before = self.review.state(self._fingerprint(number))
        self.store([PreparedState(number, self.prepare_links(before, {key: answer}))])

    def find_bag(self, bag: BagQuestion | int | str) -> int:
        """Return the number (from 0) of a bag by its number (from 1), fingerprint or question."""
        if isinstance(bag, BagQuestion):
            bag = bag.fingerprint
        if isinstance(bag, str):
            if bag not in self.review.number_of:
                raise CoalaError(f"This review has no bag with the fingerprint {excerpt(bag)}.")
            return self.review.number_of[bag]
        if not 1 <= bag <= len(self):
            raise CoalaError(f"There is no bag {bag}: this review has bags 1 to {len(self)}.")
        return bag - 1

    def prepare(
        self,
        bag: BagQuestion | int | str,
        verdict: str | None,
        changes: Mapping[int | str, str] | None,
        note: str | None,
        tags: Iterable[str] | None,
        confidence: float | None,
        time: str | None,
        who: WhoIsWho | None = None,
    ) -> PreparedState:
        """Return the new state of a bag after an answer (see ``judge``); nothing is stored yet."""
        number = self.find_bag(bag)
        before = self._find_state(number)
        comment = before.comment
        comment = Comment(
            comment.note if note is None else note, comment.tags if tags is None else tuple(tags)
        ).cleaned()
        comment.require_short()
        if confidence is not None and not 0 <= confidence <= 1:
            raise CoalaError(f"The confidence {confidence} is not between 0 and 1.")
        by_model = self._kind is ReviewerKind.MODEL
        state = before._replace(comment=comment, gold_seen=False, by_model=by_model)
        if confidence is not None:
            state = state._replace(confidence=float(confidence))
        on_bag, groups = None if verdict is None else self.read_verdict(verdict), before.groups
        if who is not None:
            groups, follows = self._read_groups(number, who)
            on_bag = on_bag or follows
        if changes:
            given, derived = self._read_changes(number, changes)
            state = state._replace(rows=tuple(sorted({**dict(state.rows), **given}.items())))
            on_bag = on_bag or derived
        if on_bag is not None:
            state = state._replace(verdict=on_bag, groups=groups)
            if self._shown.seed is not None:
                # As it is shown, no bag is swapped.
                state = state._replace(swapped=False)
        if not state.is_judged:
            raise CoalaError("An answer needs a verdict, on the bag or on its changes.")
        stored = self._shown.store_state(self._fingerprint(number), state, lambda: self._show(number))
        return PreparedState(number, stored, check_time(time))

    def read_link(self, number: int, link: int, word: str) -> tuple[str, Verdict]:
        """Return the key of a link of bag ``number`` (from 0), and the verdict to store for an answer on it.

        That is better for a link that the change made and is right, or that it lost and was wrong.
        """
        links = self._number_links(number)
        if link not in links:
            raise CoalaError(f"Bag {number + 1:,} has no link {excerpt(str(link))}: it has {len(links):,}.")
        word = str(word).strip().casefold()
        if word not in _LINK_WORDS:
            raise CoalaError(f"The verdict {excerpt(word)} on a link is not one of yes, no or not sure.")
        _, side, key, _ = links[link]
        found = judge_link(is_made=side == CHANGED, is_right=_LINK_WORDS[word])
        return key, self._shown.turn_verdict(self._fingerprint(number), found or Verdict.UNSURE)

    def prepare_links(self, state: State, answers: Mapping[str, Verdict]) -> State:
        """Return a state of a bag with answers on links, from ``read_link``."""
        rows = tuple(sorted({**dict(state.rows), **answers}.items()))
        return state._replace(rows=rows, gold_seen=False, by_model=self._kind is ReviewerKind.MODEL)

    def store(self, changes: Iterable[PreparedState]) -> None:
        """Store prepared states in one transaction: all of them, or none."""
        self.review.judge_all((number, state, time) for number, state, time, _ in changes)

    def read_verdict(self, word: str) -> Verdict:
        """Return the verdict that a word or sign means here; raise ``CoalaError`` for any other."""
        words = _SIDED_WORDS[self.is_blind]
        found = words.get(str(word).strip().casefold())
        if found is None:
            known = "left, right, same or not sure" if self.is_blind else "worse, same, better or not sure"
            raise CoalaError(f"The verdict {excerpt(str(word))} is not one of {known}.")
        return found

    def _fingerprint(self, number: int) -> str:
        return self.review.entries[number].fingerprint

    def _show(self, number: int) -> Bag:
        """Return a bag as it is shown in its question."""
        return self._last_bags.get(number, lambda number: self._shown.show_bag(self.review.bag(number)))

    def _find_state(self, number: int) -> State:
        """Return this reviewer's state of a bag for the sides as its question shows them."""
        fingerprint = self._fingerprint(number)
        return self._shown.show_state(fingerprint, self.review.state(fingerprint), lambda: self._show(number))

    def _find_parts(self, number: int) -> tuple[Part, ...]:
        """Return the parts of a bag, with the sides as its question shows them."""
        parts = self.review.find_parts(number)
        return self._shown.turn_parts(self._fingerprint(number), parts)

    def _number_links(self, number: int) -> dict[int, NumberedLink]:
        return self._numbered.get(
            number,
            lambda number: number_links(self._show(number), self._find_parts(number), is_blind=self.is_blind),
        )

    @cached_property
    def _sample(self) -> DrawnSample | None:
        return find_sample(self.review)

    @cached_property
    def _drawn_items(self) -> Sequence[DrawnItem]:
        """The items that a sample has drawn, in their order."""
        return () if self._sample is None else [self._sample.items[item] for item in self._sample.drawn]

    @cached_property
    def _drawn_links(self) -> Mapping[int, Set[str]]:
        """The keys of the links that a sample has drawn, by the numbers of their bags."""
        drawn: defaultdict[int, set[str]] = defaultdict(set)
        for item in self._drawn_items:
            if item.unit in LINK_UNITS:
                drawn[item.bag].add(item.keys[0])
        return drawn

    def drawn_changes(self, bag: int | str) -> Set[str] | None:
        """Return the keys, in a bag as it is shown, of the changes that were drawn from it one by one.

        None if all of its changes are asked about.
        """
        number = self.find_bag(bag)
        if self._sample is None or not self.is_sampled:
            return None
        if all(item.unit is not DrawnUnit.CHANGE for item in self._sample.divided.get(number, ())):
            return None
        items = (item for item in self._drawn_items if item.bag == number)
        drawn = {key for item in items if item.unit is DrawnUnit.CHANGE for key in item.keys}
        return self._shown.show_keys(self._fingerprint(number), drawn, lambda: self._show(number))

    def _read_groups(self, number: int, who: WhoIsWho) -> tuple[Groups, Verdict]:
        """Return groups and the verdict that follows, for the sides as they are shown."""
        parts = self._find_parts(number)
        if not parts:
            raise CoalaError(
                f"Bag {number + 1:,} has no parts to group: none of its links between mentions changed. "
                "Give it a verdict only."
            )
        groups = read_groups(who, name_parts(self._show(number), parts), self.side_names)
        return groups, find_verdict(parts, groups)

    def _read_changes(
        self, number: int, changes: Mapping[int | str, str]
    ) -> tuple[dict[str, Verdict], Verdict | None]:
        """Return verdicts on own changes by the keys of rows, for the sides as they are shown.

        With them comes the verdict on the bag if these are all of its changes.
        """
        bag = self._show(number)
        keys = ChangeKeys(bag, BagSentences(bag).changes)
        given: dict[str, Verdict] = {}
        chosen: dict[int, Verdict] = {}
        for name, word in changes.items():
            verdict, change = self.read_verdict(word), _find_change(keys, name)
            if change is None:
                total = len(keys.changes)
                raise CoalaError(f"Bag {number + 1} has no change {excerpt(str(name))}: it has {total}.")
            if change not in keys.own:
                raise CoalaError(
                    bag.nouns.say(
                        f"Change {change + 1} of bag {number + 1:,} is about mentions, so it takes no "
                        "verdict of its own. Say who is who in the bag, or judge the bag as a whole."
                    )
                )
            if chosen.setdefault(change, verdict) is not verdict:
                raise CoalaError(f"Change {change + 1} has two verdicts.")
            given |= dict.fromkeys(keys.find_keys(change), verdict)
        verdicts = {change: (verdict,) for change, verdict in chosen.items()}
        return given, ChangeVerdicts(len(keys.changes), keys.own, verdicts).derived


def open_review(
    path: str | Path,
    *,
    reviewer: str | None = None,
    column: str | None = None,
    blind_seed: int | None = None,
    kind: str = ReviewerKind.MODEL,
) -> OpenReview:
    """Open a review file to judge it from a program; use it with ``with``.

    ``reviewer`` is the name that goes with the verdicts (default: the login name), ``column`` the comparison
    of a board. With ``blind_seed`` the sides are hidden, and verdicts are "left" or "right". ``kind`` says
    who gives the verdicts, a "model" or a "person".

    Raises ``coala.errors.ReviewError`` if the file cannot be opened, ``CoalaError`` for another kind.
    """
    return OpenReview(path, reviewer=reviewer, column=column, blind_seed=blind_seed, kind=kind)


def check_time(time: str | None) -> str | None:
    """Return a time in ISO 8601 with a time zone, as it is stored; None stays None.

    Raises ``CoalaError`` for any other text, and for a time to come.
    """
    if time is None:
        return None
    moment = parse_time(time)
    if moment > datetime.now(UTC) + _LATE:
        raise CoalaError(f"The time {excerpt(time)} is in the future.")
    return moment.isoformat(timespec="milliseconds")


def parse_time(time: str) -> datetime:
    """Return a time in ISO 8601 with a time zone, in UTC; raise ``CoalaError`` for any other text."""
    try:
        moment = datetime.fromisoformat(time)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except OverflowError:
        raise CoalaError(f"The time {excerpt(time)} is not in the years 1 to 9999 in UTC.") from None
    except (TypeError, ValueError):
        pass
    raise CoalaError(f"The time {excerpt(str(time))} is not ISO 8601 with a time zone.")


def _find_change(keys: ChangeKeys, name: int | str) -> int | None:
    """Return the index of a change by its number (from 1), or by the key of one of its rows."""
    total = len(keys.changes)
    if isinstance(name, str) and not name.isdecimal():
        return next((change for change in range(total) if name in keys.find_keys(change)), None)
    if len(str(name)) > _LONGEST_NUMBER:
        return None
    number = int(name)
    return number - 1 if 1 <= number <= total else None
