"""``coala export`` writes a review in another shape, or the graph that its verdicts make.

It is apart from the other commands because it needs more than any of them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from coala.base.output import write_text
from coala.cli import terminal
from coala.errors import CoalaError


def export(arguments: argparse.Namespace) -> int:
    """Write the review as the words say; its exit status."""
    from coala.exports.judged import gather
    from coala.exports.registry import EXPORTS, GRAPH, name_by_suffix
    from coala.review.file import Review

    name = arguments.to or name_by_suffix(arguments.output)
    if name != GRAPH and (arguments.rest or arguments.baseline or arguments.changed):
        raise CoalaError("--rest, --baseline and --changed are for '--to graph'; leave them out.")
    with Review.open(Path(arguments.review), read_only=True) as review:
        judged = gather(review, reviewer=arguments.reviewer)
        if name != GRAPH:
            write_text(arguments.output, EXPORTS[name].write(judged))
            return 0
        from coala.exports.best_of_both.choice import Rest
        from coala.exports.graph import best_of_both, write_graph

        given = {"baseline": arguments.baseline, "changed graph": arguments.changed}
        with terminal.progress() as progress:
            best = best_of_both(judged, Rest(arguments.rest or Rest.BASELINE), given, progress)
        write_text(arguments.output, write_graph(judged, best))
    for sentence in best.counts.sentences:
        terminal.say(sentence)
    return 0
