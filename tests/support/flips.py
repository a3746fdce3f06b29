"""Reviews with one flipped bit, for the suite and for the benchmark."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from coala.errors import ReviewError
from coala.model.bag import Bag, Verdict
from coala.results.verdicts.tally import render_tally_csv, report_tally
from coala.review.file import Review
from coala.review.rescue import Salvage, repair, salvage
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, State
from tests.support.damage import assert_is_a_sentence
from tests.support.reports import text_of
from tests.support.reviews import put_comparison, three_splits


def a_full_review(path: Path) -> Path:
    """Return a small review with all content: gold, two reviewers, notes, groups, drafts, an undo."""
    together, apart = three_splits()
    put_comparison(path, together, apart, together)
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, State(Verdict.BETTER, Comment("a note", ("name", "pronoun")), gold_seen=True))
        review.judge(1, State(Verdict.WORSE, rows=(("00000000000000ff", Verdict.WORSE),)))
        review.undo(review.history()[-1])
        review.keep_draft(2, Comment("half a note"))
        review.keep_half_answer(2, Groups((), not_sure=(1,)))
        review.keep("trial", {"seed": 7})
        review.go_on_as("Bo")
        review.judge(0, State(Verdict.SAME, manner=Manner.ADJUDICATION))
        review.judge(2, State(Verdict.UNSURE, groups=Groups(((0,), (1,)), start=1, moved=0)))
    return path


def use(path: Path) -> list[object]:
    """Return everything that a window or a tally reads of a review."""
    with Review.open(path, reviewer="Ann", read_only=True) as review:
        used: list[object] = [review.summary, review.entries, review.history(), review.judged()]
        used += [review.provenance(), review.kept("trial"), review.inputs(), review.link_counts()]
        used += [(name, dict(review.states_of(name)), review.times_of(name)) for name in review.reviewers()]
        for entry in review.entries:
            used += [review.bag(entry.number), review.shares(entry.number), review.state(entry.fingerprint)]
            used += [review.gold(entry.number), review.draft(entry.number), review.history_of(entry.number)]
            used += [review.half_answer(entry.number), review.draft_groups(entry.number)]
            documents = review.bag(entry.number).documents
            used += [(review.text(document), review.mentions_of(document)) for document in documents]
        # A search may find less in a damaged file, but no bag is wrong.
        assert set(review.search("he bob")) <= {entry.number for entry in review.entries}
        used += [review.shares_of("b_cubed"), render_tally_csv([review]), *text_of(report_tally([review]))]
    return used


def flipped(whole: bytes, seed: int, flips: int) -> Iterator[bytes]:
    """Yield copies of a file with one flipped bit each."""
    draw = random.Random(seed)
    for _ in range(flips):
        damaged = bytearray(whole)
        damaged[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        yield bytes(damaged)


class BeforeDamage(ABC):
    """The content of a file before its damage, to compare with a repaired one."""

    def __init__(self, path: Path) -> None:
        self._used = self.use(path)

    def try_damaged(self, path: Path, target: Path) -> str:
        """Return what became of a damaged file: "unhurt", "repaired" or "lost"; fail for a wrong content."""
        try:
            assert self.use(path) == self._used
            opened = True
        except ReviewError as error:
            assert_is_a_sentence(str(error))
            opened = False
        try:
            found = salvage(path)
        except ReviewError as error:
            assert_is_a_sentence(str(error))
            assert not opened
            return "lost"
        assert opened or not found.is_sound, "a file that does not open is called sound"
        if found.is_sound:
            return "unhurt"
        assert all(sentence.endswith(".") for sentence in found.damages)
        target.unlink(missing_ok=True)
        repair(found, target)
        assert salvage(target).damages == []
        self.compare(target, found)
        return "repaired"

    @abstractmethod
    def use(self, path: Path) -> list[object]:
        """Return everything that a window, a page or a tally reads of the file."""

    @abstractmethod
    def compare(self, target: Path, found: Salvage) -> None:
        """Assert that everything in a repaired file was in the original at some time."""


class Original(BeforeDamage):
    """A review of one comparison."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._bags: dict[str, Bag] = {}
        self._states: defaultdict[tuple[str, str], list[State]] = defaultdict(lambda: [State()])
        with Review.open(path, read_only=True) as review:
            for entry in review.entries:
                self._bags[entry.fingerprint] = review.bag(entry.number)
                for name in review.reviewers():
                    review.go_on_as(name)
                    for act in review.history_of(entry.number):
                        self._states[act.reviewer, entry.fingerprint].append(act.state)

    def use(self, path: Path) -> list[object]:
        return use(path)

    def compare(self, target: Path, found: Salvage) -> None:
        with Review.open(target) as review:
            for entry in review.entries:
                assert review.bag(entry.number) == self._bags[entry.fingerprint]
            for name in review.reviewers():
                for bag, state in review.states_of(name).items():
                    assert state in self._states[name, bag]
