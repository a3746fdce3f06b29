"""The words of ``coala check`` become a lock of all that some reviews assert, and a graph held against it."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from coala.base.output import STANDARD_OUTPUT, write_text
from coala.cli import terminal
from coala.cli.arguments import AS_REVIEWED, destination, options_of
from coala.diff.row_keys import row_keys
from coala.engine.settings import read_settings
from coala.errors import CoalaError
from coala.model.bag import Bag, Verdict
from coala.model.notices.notice import Notice
from coala.model.option import AUTO, AUTO_OR_FILE
from coala.model.options import OPTIONS, Options
from coala.reading.read import read_graphs
from coala.report.lock.junit import render_junit
from coala.report.lock.render import note_unchecked, render_check_json, render_check_text
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.several.pooling import newest_states
from coala.verdicts.lock.checking import Checked, check_graph
from coala.verdicts.lock.lock import Lock, LockingBag
from coala.verdicts.state import Manner, State

_ASSERTING = (Verdict.BETTER, Verdict.WORSE)

_AS_REVIEWED = tuple(option for option in OPTIONS if option.group in AS_REVIEWED)


def check_reviews(arguments: argparse.Namespace) -> tuple[Checked, Sequence[Notice]]:
    """Check the graph and tell what became of it; returns that, and everything that was noticed."""
    if arguments.json == arguments.junit == STANDARD_OUTPUT:
        raise CoalaError(
            "Only one of --json and --junit can go to standard output; name a file for the other."
        )
    with ExitStack() as stack:
        reviews = [stack.enter_context(Review.open(Path(path), read_only=True)) for path in arguments.against]
        lock = make_lock(reviews)
        options = options_of(arguments, _options_of(reviews, arguments))
        with terminal.progress() as progress:
            (graph,) = read_graphs([arguments.graph], options.reading, progress=progress)
        checked = check_graph(lock, graph, options)
    notices = (*graph.notices, *checked.notices, *note_unchecked(checked))
    terminal.warn(notices)
    if arguments.json:
        write_text(arguments.json, render_check_json(checked))
    if arguments.junit:
        write_text(arguments.junit, render_junit(checked))
    if STANDARD_OUTPUT not in (arguments.json, arguments.junit):
        terminal.print_lines(render_check_text(checked))
    return checked, notices


def _options_of(reviews: Sequence[Review], arguments: argparse.Namespace) -> Options:
    """How the reviews were compared, as far as it decides which spans are one.

    Raises ``CoalaError`` where they were not compared alike, and the command does not say what holds.
    """
    agreed: dict[str, str] = {}
    for option in _AS_REVIEWED:
        said = [review.summary.settings.get(option.name) or option.usual for review in reviews]
        if option.form is AUTO_OR_FILE:
            # A file names the documents of the graph that was compared then.
            said = [text if text == AUTO else "" for text in said]
        if len(set(said)) > 1 and getattr(arguments, destination(option)) is None:
            other = next(place for place, text in enumerate(said) if text != said[0])
            raise CoalaError(
                f"{reviews[0].path} was made with {option.flag} {said[0] or 'not given'}, and "
                f"{reviews[other].path} with {said[other] or 'not given'}; say which holds by {option.flag}, "
                "or check against one at a time."
            )
        if said[0]:
            agreed[option.name] = said[0]
    return read_settings(agreed)


def make_lock(reviews: Sequence[Review]) -> Lock:
    """All that the verdicts of these reviews assert; raises ``ReviewError`` for a damaged one.

    As in the tally a bag counts once, whatever files hold it: with each reviewer's newest verdict, or where
    it was adjudicated only with those of the adjudication.
    """
    of = {str(review.path): review for review in reviews}
    lock = Lock(lambda judged, document: of[judged.review].text(document))
    holders: defaultdict[str, list[tuple[Review, BagEntry]]] = defaultdict(list)
    for review in reviews:
        review.check_on()
        for entry in review.entries:
            holders[entry.fingerprint].append((review, entry))
    newest, _ = newest_states(reviews)
    for fingerprint, held in holders.items():
        said = {name: states[fingerprint] for name, states in newest.items() if fingerprint in states}
        settled = {name: state for name, state in said.items() if _settles(state)}
        for reviewer, state in (settled or said).items():
            if not _asserts(state):
                continue
            # The file in which it stands, where that has the bag still.
            review, entry = next(
                (each for each in held if each[0].states_of(reviewer).get(fingerprint) == state), held[0]
            )
            judged = LockingBag(
                str(review.path), entry.number, entry.fingerprint, entry.title, reviewer, state.verdict
            )
            bag = review.bag(entry.number)
            lock.add(judged, bag, _of_rows(bag, state))
    return lock


def _settles(state: State) -> bool:
    return state.verdict is not None and state.manner is Manner.ADJUDICATION


def _asserts(state: State) -> bool:
    return state.verdict in _ASSERTING or any(verdict in _ASSERTING for _, verdict in state.rows)


def _of_rows(bag: Bag, state: State) -> list[Verdict | None]:
    if not state.rows:
        return [None] * len(bag.divergences)
    of_row = dict(state.rows)
    return [of_row.get(key) for key in row_keys(bag)]
