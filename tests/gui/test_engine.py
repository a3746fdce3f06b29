"""The real engine behind the desktop: samples, comparison, export."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from coala.errors import Cancelled, CoalaError
from coala.gui import engine
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.history import HISTORY, parse_history_counts
from coala.verdicts.state import State
from tests.support.reviews import judge_as, review_of


def never() -> bool:
    return False


def no_progress(what: str, done: int, total: int) -> None:
    pass


def compare_paper(
    folder: Path,
    progress: Callable[[str, int, int], None] = no_progress,
    settings: Mapping[str, str] | None = None,
    verdicts: Sequence[str] = (),
    blind: bool = False,
) -> Path:
    paper = engine.list_samples(folder)[-1]
    wish = replace(paper.wish, settings=settings or {}, verdicts=verdicts, blind=blind)
    return engine.make_review(wish, progress=progress, cancelled=never)


def test_the_samples_are_there(tmp_path: Path) -> None:
    samples = engine.list_samples(tmp_path)
    assert [sample.wish.target.name for sample in samples] == ["newswire.coala", "paper.coala"]
    for sample in samples:
        assert all(
            Path(path).is_file()
            for path in (sample.wish.baseline, sample.wish.changed, sample.wish.gold)
            if path
        )


def test_a_blind_comparison_becomes_a_blind_review(tmp_path: Path) -> None:
    with Review.open(compare_paper(tmp_path, blind=True)) as review:
        assert review.blind
        assert len(review.entries) == 1


def test_a_sample_becomes_a_review_with_progress_and_a_tally(tmp_path: Path) -> None:
    steps: list[str] = []
    path = compare_paper(tmp_path, lambda what, done, total: steps.append(what))
    # Reading, comparing, and writing; each is said once.
    assert len(dict.fromkeys(steps)) == 3
    assert steps[-1] not in steps[:-1]
    with Review.open(path) as review:
        assert len(review.entries) == 1
        review.judge(0, State(Verdict.BETTER))
        engine.export_tally(review, tmp_path / "tally.json")
        with pytest.raises(CoalaError, match="no folder"):
            engine.export_tally(review, tmp_path / "no folder" / "tally.json")
    assert json.loads((tmp_path / "tally.json").read_text(encoding="utf-8"))["net"] == 1


def test_exported_tally_has_the_verdicts_of_this_reviewer_alone(tmp_path: Path) -> None:
    path = review_of(tmp_path / "r.coala", range(5))
    judge_as(path, "Ann", "+-")
    judge_as(path, "Bo", "+++++")
    for reviewer, figures in (("Ann", (2, 1, 1)), ("Bo", (5, 5, 0))):
        with Review.open(path, reviewer=reviewer) as review:
            engine.export_tally(review, tmp_path / "tally.json")
        tally = json.loads((tmp_path / "tally.json").read_text(encoding="utf-8"))
        assert (tally["judged"], tally["better"], tally["worse"]) == figures


def test_a_cancelled_comparison_leaves_no_file(tmp_path: Path) -> None:
    paper = engine.list_samples(tmp_path)[-1]
    with pytest.raises(Cancelled):
        engine.make_review(paper.wish, progress=no_progress, cancelled=lambda: True)
    assert list(tmp_path.iterdir()) == []


def test_a_review_is_made_with_the_settings_that_were_chosen(tmp_path: Path) -> None:
    path = compare_paper(tmp_path, settings={"match": "overlap", "kinds": "types"})
    with Review.open(path) as review:
        assert review.entries == ()
        settings = review.summary.settings
    assert (settings["match"], settings["kinds"]) == ("overlap", "types")
    with pytest.raises(CoalaError, match="'moves'"):
        compare_paper(tmp_path, settings={"kinds": "moves"})
    with pytest.raises(CoalaError, match="'Agnet'"):
        compare_paper(tmp_path, settings={"ignore_types": "Agnet"})


def test_verdicts_of_other_reviews_are_taken_over(tmp_path: Path) -> None:
    first = compare_paper(tmp_path)
    with Review.open(first, reviewer="Ann") as review:
        review.judge(0, State(Verdict.WORSE))
    old = first.rename(tmp_path / "old.coala")
    with Review.open(compare_paper(tmp_path, verdicts=[str(old)]), reviewer="Ann") as review:
        assert review.state(review.entries[0].fingerprint).verdict is Verdict.WORSE
        counts = parse_history_counts(review.header(HISTORY), review.path)
        assert counts is not None
        assert (counts.taken_over, counts.files) == (1, ("old.coala",))
