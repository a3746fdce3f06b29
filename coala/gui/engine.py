"""The desktop's interface to the engine: comparing graphs, writing reviews, and exporting.

The window receives some of these functions as arguments, so a test can pass others. Functions that take
``progress`` and ``cancelled`` may be slow; the window runs them in a background thread (``coala.gui.jobs``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from coala.base.paths import sample_graphs
from coala.errors import Cancelled, CoalaError
from coala.review.blind.blindness import BlindWish
from coala.review.file import Review
from coala.review.history import read_past_verdicts
from coala.review.storage.provenance import DESKTOP
from coala.review.writing import write_review
from coala.verdicts.others import may_show_others
from coala.verdicts.shares import Cluster, Stratum, estimate_share

if TYPE_CHECKING:
    from coala.board.board import BoardPlace
    from coala.diff.sentences import BagSentences
    from coala.engine.compare import Shares
    from coala.reading.read import ReadingProgress
    from coala.results.verdicts.judged import ExportedBag

ReportProgress = Callable[[str, int, int], None]
"""Receives the name of the step, the amount done, and the total (0 if unknown)."""


@dataclass(frozen=True)
class ComparisonWish:
    """A request to compare two graphs and write the review file ``target``.

    ``settings`` has the options that are not at their defaults, as in ``Summary.settings``. ``verdicts`` are
    review files whose verdicts are carried over. A ``blind`` review does not show which side is which.
    """

    baseline: str
    changed: str
    target: Path
    gold: str | None = None
    texts: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    verdicts: Sequence[str] = ()
    blind: bool = False


class MakeReview(Protocol):
    """A function that writes the review file of a wish and returns its path.

    Raises ``CoalaError`` with the sentence to show, and ``Cancelled`` soon after ``cancelled()`` is true.
    """

    def __call__(
        self, wish: ComparisonWish, *, progress: ReportProgress, cancelled: Callable[[], bool]
    ) -> Path: ...


def make_review(wish: ComparisonWish, *, progress: ReportProgress, cancelled: Callable[[], bool]) -> Path:
    """Compare two graphs and write the review file (see ``MakeReview``)."""
    # Imported here so that opening an existing review does not load the readers of graphs.
    from coala.engine.compare import compare
    from coala.engine.settings import read_settings
    from coala.model.options import with_forms

    past = read_past_verdicts(map(Path, wish.verdicts))
    options = with_forms(read_settings({**wish.settings, "texts": wish.texts or ""}))
    comparison = compare(
        wish.baseline,
        wish.changed,
        gold=wish.gold,
        options=options,
        progress=ReadingBar(progress, 2 if wish.gold is None else 3).show,
        cancelled=cancelled,
    )
    summary = comparison.summary
    unmatched = [notice.message for notice in summary.notices if notice.code == "filter-matched-nothing"]
    # The user can correct a name in the dialog. Names of "only" have no field: they are from the old review.
    if unmatched and not options.selection.only_predicates:
        raise CoalaError(" ".join(unmatched))

    def watch_bags() -> Iterator[tuple[BagSentences, Shares]]:
        """Yield the bags to write; report the progress and stop if the job is cancelled."""
        for number, bag in enumerate(comparison.iterate_sentences()):
            if cancelled():
                raise Cancelled("Writing the review was cancelled; nothing was changed.")
            progress("Writing the review file", number, summary.interesting)
            yield bag

    write_review(
        wish.target,
        summary,
        watch_bags(),
        comparison.texts(),
        comparison.context,
        comparison.inputs,
        past,
        command=(DESKTOP,),
        blind=BlindWish() if wish.blind else None,
    )
    return wish.target


class ReadingBar:
    """One progress bar for the bytes read of all ``graphs``, which are read at the same time."""

    def __init__(self, progress: ReportProgress, graphs: int) -> None:
        self._progress = progress
        self._graphs = graphs
        # The number of bytes read and the size in bytes (0 if unknown), by the number of the graph.
        self._read: dict[int, tuple[int, int]] = {}

    def show(self, step: ReadingProgress) -> None:
        """Report the sum over all graphs after one of them was read further."""
        self._read[step.graph] = (step.done_bytes, step.total_bytes or 0)
        done, total = (sum(parts) for parts in zip(*self._read.values(), strict=True))
        if len(self._read) == self._graphs and done >= total > 0:
            self._progress("Comparing", 0, 0)
        else:
            self._progress("Reading the graphs", done, total)


def export_tally(review: Review, path: Path) -> None:
    """Write this reviewer's tally as JSON. Raises ``CoalaError``."""
    from coala.base.output import write_text
    from coala.exports.target import refuse_inputs
    from coala.results.verdicts.tally import render_tally_json

    refuse_inputs(review, str(path))
    # Check the whole journal before any figure is exported.
    # Others' verdicts are hidden until this reviewer has judged all bags.
    write_text(str(path), render_tally_json([review], review.reviewer))


def export_review(
    review: Review, name: str, path: Path, progress: ReportProgress, cancelled: Callable[[], bool]
) -> None:
    """Write the export ``name``, bag by bag; other reviewers' verdicts are in it as far as they may be shown.

    Raises ``CoalaError``, and ``Cancelled`` soon after ``cancelled()`` is true; then nothing is written.
    """
    from coala.base.output import write_text
    from coala.exports.registry import EXPORTS
    from coala.exports.target import refuse_inputs
    from coala.results.verdicts.judged import collect_answers

    refuse_inputs(review, str(path))

    def walk(bags: Sequence[ExportedBag]) -> Iterator[ExportedBag]:
        """Yield the bags to write; report the progress and stop if the job is cancelled."""
        for number, bag in enumerate(bags):
            if cancelled():
                raise Cancelled("The export was cancelled; nothing was written.")
            progress("Writing", number, len(bags))
            yield bag

    judged = collect_answers(review, may_show=partial(may_show_others, review), walk=walk)
    write_text(str(path), EXPORTS[name].write(judged))


def export_graph(review: Review, rest: str, path: Path) -> Callable[..., object]:
    """Return the work for a job that writes the better side of each bag as one graph.

    Bags that are neither better nor worse are written from the graph ``rest``, "baseline" or "changed". The
    work returns sentences that say how often each graph was taken. The review is read before this function
    returns, since the thread must not use it while the window does.
    """
    from coala.exports.target import refuse_inputs
    from coala.merge.merged_graph import prepare_graph
    from coala.merge.merging import DefaultSide
    from coala.results.verdicts.judged import collect_answers

    refuse_inputs(review, str(path))
    make_graph = prepare_graph(
        collect_answers(review, may_show=partial(may_show_others, review)), DefaultSide(rest), {}, str(path)
    )

    def work(*, progress: ReportProgress, cancelled: Callable[[], bool]) -> object:
        written = make_graph(ReadingBar(progress, 2).show, cancelled)
        progress("Writing", 0, 0)
        written.write()
        return written.sentences

    return work


def export_board(path: Path, reviewer: str, name: str, target: Path) -> Callable[..., object]:
    """Return the work for a job that exports the whole board at ``path``, as ``reviewer`` may see it.

    A board is a file with several comparisons, its columns. ``name`` is "html", "csv" or "json". The tally
    has this reviewer's verdicts only. The work returns an empty tuple and raises ``CoalaError``, and
    ``Cancelled`` soon after ``cancelled()`` is true.
    """

    def work(*, progress: ReportProgress, cancelled: Callable[[], bool]) -> object:
        from coala.base.output import write_text
        from coala.exports.target import refuse_board_inputs
        from coala.html.board_report import write_board_report
        from coala.results.board.tally import render_board_tally_json
        from coala.results.verdicts.tally import render_tally_csv
        from coala.review.board.board_file import open_columns, read_board, tally_board
        from coala.review.storage.opening import kept_as_it_is

        def stop_if_cancelled() -> None:
            if cancelled():
                raise Cancelled("The export was cancelled; nothing was written.")

        def walk(bags: Sequence[BoardPlace]) -> Iterator[BoardPlace]:
            for number, bag in enumerate(bags):
                stop_if_cancelled()
                progress("Writing", number, len(bags))
                yield bag

        progress("Reading the board", 0, 0)
        with kept_as_it_is(path):
            # Read the file again: it has the verdicts that were given since the board was shown.
            stored = read_board(path, reviewer)
            stop_if_cancelled()
            refuse_board_inputs(path, stored.board.plan, str(target))
            if name == "html":
                written = write_board_report(stored, may_show=partial(may_show_others, stored), walk=walk)
            elif name == "csv":
                written = iter([render_tally_csv(open_columns(stored), reviewer)])
            else:
                tallied = tally_board(stored, reviewer)
                written = iter([render_board_tally_json(stored, tallied, open_columns(stored), reviewer)])
            # The tally is computed in one step, so check for a cancel after it.
            stop_if_cancelled()
            write_text(str(target), written)
        return ()

    return work


@dataclass(frozen=True)
class Sample:
    """A pair of graphs to try COALA with."""

    name: str
    description: str
    wish: ComparisonWish


def list_samples(folder: Path) -> list[Sample]:
    """List the shipped pairs of graphs; their reviews are kept in ``folder``."""
    root = sample_graphs()
    newswire, paper = root / "newswire", root / "paper"
    pairs = [
        Sample(
            "Newswire: resolver with and without a knowledge base",
            "Two outputs of one program on short news texts, with a gold graph",
            ComparisonWish(
                str(newswire / "baseline.ttl"),
                str(newswire / "changed.ttl"),
                folder / "newswire.coala",
                gold=str(newswire / "gold.ttl"),
            ),
        ),
        Sample(
            "Paper: Bob Smith, John Doe, X against Z",
            "The example of the COALA paper: one mention moves",
            ComparisonWish(str(paper / "X.ttl"), str(paper / "Z.ttl"), folder / "paper.coala"),
        ),
    ]
    return [sample for sample in pairs if Path(sample.wish.baseline).is_file()]


def warm_up() -> None:
    """Load the libraries that the first tally with a confidence interval needs, by computing one."""
    estimate_share([Stratum([Cluster(1, 1), Cluster(1, 0)], 1, 1)])
