"""The commands: one function each, listed in ``COMMANDS``. Each takes the parsed arguments.

A command calls the engine, prints the result, and returns the exit status. Most modules are imported inside
of functions, so that a command loads only what it needs and starts fast.

Exit status:

- 0: success; for ``diff``, no bag diverges
- 1: ``diff`` found a difference, ``check`` a broken assertion, or ``file check`` a damaged file
- 2: an error; with ``--strict`` also a warning, after everything has been printed and written, except where
  ``check`` found a broken assertion
- 130: stopped by Ctrl-C
"""

from __future__ import annotations

import argparse
import importlib
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coala.base.output import STANDARD_OUTPUT, discard_buffer, write_text
from coala.base.paths import same_file, suggest_review_name
from coala.base.process import unwind_on_termination
from coala.cli import blind, exporting, importing, reviewers, terminal
from coala.cli.output_checks import check_outputs
from coala.cli.parser import (
    build_parser,
    list_comparison_flags,
    name_command,
    read_metrics,
    read_options,
    read_relations,
    refuse_empty_words,
    write_review_command,
    write_sample_command,
)
from coala.cli.reports import check_reports, prints_text, write_reports
from coala.cli.sampling import check_sampling, draw_samples
from coala.errors import CoalaError
from coala.scores.findings import ALL_METRICS, select_metrics

if TYPE_CHECKING:
    from coala.engine.agree import Agreement
    from coala.engine.compare import Comparison
    from coala.model.notices.notice import Notice
    from coala.review.blind.blindness import BlindWish
    from coala.review.history import HistoryCounts, PastVerdicts

_STANDARD_INPUT = "-"

SAME, DIFFERENT, TROUBLE = 0, 1, 2
INTERRUPTED = 128 + signal.SIGINT
"""The status that a shell expects of a command that Ctrl-C has ended."""

# Always true: a file gets its name, and a comparison its place in a review, only when it is complete.
STOPPED = "stopped; every file is complete, or as it was before."

_MANY_BAGS = 200
"""More bags than this are hardly judged in full, so a sample is proposed."""

_DEMO_PICTURE = "coala-demo.png"


def main(words: Sequence[str] | None = None, interrupted: Callable[[], bool] = lambda: False) -> int:
    """Run one command and return its exit status; an error is one line on standard error.

    ``interrupted`` returns True after Ctrl-C, which a library may have turned into an error of its own. It
    also makes the process ignore a second Ctrl-C.
    """
    has_output = terminal.prepare()
    try:
        given = sys.argv[1:] if words is None else words
        parser = build_parser()
        if not given and not terminal.can_open_window():
            parser.print_help()
        arguments = parser.parse_args(name_command(given))
        arguments.words = tuple(given)
        # The desktop can be started without a terminal.
        if not has_output and arguments.command != "review":
            raise CoalaError("Standard output is closed. Send it to a file, or to the null device.")
        refuse_empty_words(arguments)
        check_outputs(arguments)
        return COMMANDS[arguments.command](arguments)
    except SystemExit:
        raise
    except BaseException as error:  # compiled libraries raise errors that are no Exception
        if interrupted() or isinstance(error, KeyboardInterrupt):
            terminal.say(STOPPED)
            return INTERRUPTED
        if not isinstance(error, CoalaError):
            discard_buffer(sys.stdout)
        terminal.say(_describe_error(error))
    return TROUBLE


def _describe_error(error: BaseException) -> str:
    if isinstance(error, CoalaError):
        return str(error)
    if isinstance(error, MemoryError):
        return "There is not enough memory. Close other programs, or compare fewer files at a time."
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror or error}. Correct this and try again."
    from coala.base.paths import describe_unexpected

    return describe_unexpected(error)


def diff(arguments: argparse.Namespace) -> int:
    """Compare two graphs; print a summary, or JSON; write a review file."""
    # Refuse contradicting arguments before reading graphs, which may take minutes.
    check_sampling(arguments, writes=bool(arguments.output))
    check_reports(arguments)
    metrics = select_metrics(read_metrics(arguments), of_records=bool(arguments.record))
    blindness, past = blind.read_blindness(arguments), _read_past_verdicts(arguments)
    shown = [name for name in ("csv", "markdown", "latex", "github") if vars(arguments)[name]]
    if blindness is not None and shown:
        raise CoalaError(f"--{shown[0]} would show what --blind hides. Leave it out.")
    comparison = _compare(arguments, writes=bool(arguments.output))
    from coala.results.diff import list_notices_in_totals, report_diff
    from coala.results.diff_json import render_diff_json

    summary = comparison.summary
    # The report for a blind review must not show what changed; JSON on standard output replaces it.
    has_text = blindness is None and prints_text(arguments)
    # Notices that the text report shows next to its totals are not printed as warnings too.
    in_report = list_notices_in_totals(summary) if has_text else ()
    terminal.warn([notice for notice in summary.notices if notice not in in_report])
    counts = None
    if arguments.output:
        counts = _write_review(Path(arguments.output), comparison, arguments.words, past, blindness)
        draw_samples(arguments, Path(arguments.output), comparison)
    elif past is not None:
        counts = _count_history(comparison, past)
    if arguments.json:
        write_text(arguments.json, render_diff_json(comparison, counts))
    if blindness is not None:
        terminal.print_lines(blind.describe_blind_review(comparison.summary, arguments.output))
    else:
        verbose = arguments.verbose
        write_reports(
            arguments,
            lambda in_file: report_diff(comparison, counts, metrics, verbose=verbose, in_file=in_file),
        )
    is_read_once = _STANDARD_INPUT in (arguments.baseline, arguments.changed)
    if has_text and summary.interesting and not is_read_once:
        terminal.print_lines(["", f"Judge them: {write_review_command(arguments)}"])
        if summary.interesting > _MANY_BAGS and arguments.sample is None:
            terminal.print_lines([f"Judge a random part: {write_sample_command(arguments)}"])
    status = DIFFERENT if summary.interesting else SAME
    return _choose_exit_status(arguments, summary.notices, status)


def review(arguments: argparse.Namespace) -> int:
    """Open the desktop on a review file, on two graphs, or on its start page."""
    paths = arguments.path
    if len(paths) > 2:
        raise CoalaError("Give two graphs or one review file, not more.")
    if len(paths) < 2 and (given := list_comparison_flags(arguments)):
        raise CoalaError(
            f"{', '.join(given)}: this works when two graphs are compared, "
            "but this review exists already. Leave it out."
        )
    if arguments.column is not None and len(paths) != 1:
        raise CoalaError("--column works with a board. Give its file.")
    reviewer = reviewers.read_reviewer(arguments)
    terminal.need_display()
    target: Path | None = None
    bag: int | None = None
    column: str | None = None
    if len(paths) == 2:
        arguments.baseline, arguments.changed = paths
        check_sampling(arguments, writes=True)
        blindness, past = blind.read_blindness(arguments), _read_past_verdicts(arguments)
        comparison = _compare(arguments)
        terminal.warn(comparison.summary.notices)
        target = Path(arguments.output or suggest_review_name(*paths, blind=blindness is not None))
        counts = _write_review(target, comparison, arguments.words, past, blindness)
        if counts is not None:
            terminal.say(counts.sentence)
        draw_samples(arguments, target, comparison)
        terminal.say(f"the verdicts are saved in {target}.")
    elif paths:
        target, bag, column = reviewers.find_target(paths[0], arguments.column)
    return _open_desktop(target, bag, reviewer, column)


def score(arguments: argparse.Namespace) -> int:
    """Score a response graph against a key graph."""
    from coala.engine.score import METRICS_OF_CRAC, ScoreRequest, score_paths
    from coala.results.scores.score import render_score_json, report_score

    check_reports(arguments)
    if len(arguments.response) > 1:
        return _score_systems(arguments)
    if arguments.picture:
        raise CoalaError("--picture is for several responses. Leave it out, or name more systems.")
    (response,) = arguments.response
    request = ScoreRequest(
        metrics=read_metrics(arguments) or (METRICS_OF_CRAC if arguments.crac else (ALL_METRICS,)),
        singletons=arguments.singletons == "keep" if arguments.singletons else not arguments.crac,
        by=arguments.by,
        slice_way=arguments.slices,
        languages=tuple(arguments.language.split(",")),
        explain=arguments.explain,
        crac=arguments.crac,
        relations=read_relations(arguments),
        facts=arguments.facts,
    )
    options = read_options(arguments)
    _say_if_same(arguments, arguments.key, response, "key", "response")
    with terminal.progress() as progress:
        scored = score_paths(arguments.key, response, request, options=options, progress=progress)
    terminal.warn(scored.notices)
    if arguments.json:
        write_text(arguments.json, [render_score_json(scored)])
    write_reports(arguments, lambda in_file: report_score(scored))
    return _choose_exit_status(arguments, scored.notices, SAME)


def _score_systems(arguments: argparse.Namespace) -> int:
    """Score several systems against one key."""
    from coala.board.systems import score_systems
    from coala.engine.score import ScoreRequest
    from coala.results.scores.systems import render_systems_json, report_systems

    options_of_one = ("explain", "crac", "relations", "unit", "facts")
    defaults = vars(build_parser().parse_args(["score", "KEY", "RESPONSE"]))
    if wrong := [name for name in options_of_one if getattr(arguments, name) != defaults[name]]:
        raise CoalaError(f"--{wrong[0]} is for one response. Leave it out, or score the systems one by one.")
    options = read_options(arguments)
    metrics = select_metrics(read_metrics(arguments), of_records=bool(options.reading.records.record))
    request = None
    if arguments.by:
        request = ScoreRequest(
            metrics,
            singletons=arguments.singletons != "drop",
            by=arguments.by,
            slice_way=arguments.slices,
            languages=tuple(arguments.language.split(",")),
        )
    with terminal.progress() as progress:
        scored = score_systems(arguments.key, arguments.response, request, options=options, progress=progress)
    terminal.warn(scored.notices)
    if arguments.json:
        write_text(arguments.json, [render_systems_json(scored, metrics)])
    if arguments.picture:
        from coala.html.systems_picture import draw_systems

        write_text(arguments.picture, draw_systems(scored))
    nouns = options.reading.records.nouns
    write_reports(arguments, lambda in_file: report_systems(scored, metrics, nouns))
    return _choose_exit_status(arguments, scored.notices, SAME)


def agree(arguments: argparse.Namespace) -> int:
    """Print how far the graphs of several annotators, or the reviewers of some files, agree."""
    from coala.cli.reviewers import agree_reviews, are_reviews

    if are_reviews(arguments):
        if arguments.at_least is not None:
            raise CoalaError("--at-least is for graphs. Leave it out.")
        agree_reviews(arguments)
        return SAME
    from coala.engine.agree import agree_paths
    from coala.results.scores.agree import render_agreement_json, report_agreement

    check_reports(arguments)
    options = read_options(arguments)
    if arguments.by and options.reading.records.record:
        raise CoalaError(
            "--by document is for texts; with --record, each document is one record. Leave it out."
        )
    with terminal.progress() as progress:
        agreement = agree_paths(arguments.graph, options=options, progress=progress)
    terminal.warn(agreement.notices)
    if arguments.json:
        write_text(arguments.json, [render_agreement_json(agreement)])
    by_document, nouns = arguments.by is not None, options.reading.records.nouns
    write_reports(
        arguments, lambda in_file: report_agreement(agreement, by_document=by_document, nouns=nouns)
    )
    return _choose_exit_status(arguments, agreement.notices, _check_agreement(arguments, agreement))


def _check_agreement(arguments: argparse.Namespace, agreement: Agreement) -> int:
    """Return the exit status by --at-least, and say which figures it holds and which it does not."""
    if arguments.at_least is None:
        return SAME
    from coala.present.figures import Rate, show

    held_figures = agreement.pooled.held.items()
    figures = {name: show(Rate(None if value is None else float(value))) for name, value in held_figures}
    status = SAME
    for name, least in arguments.at_least:
        value = agreement.pooled.held[name]
        is_held = value is not None and value >= least
        status = status if is_held else DIFFERENT
        terminal.say(f"{name} is {figures[name]}, {'' if is_held else 'not '}at least {float(least):g}.")
    held = {name for name, _ in arguments.at_least}
    others = [f"{name} {shown}" for name, shown in figures.items() if name not in held]
    if others:
        terminal.say(
            f"--at-least does not hold {' and '.join(others)}: add --at-least FIGURE=VALUE to do so."
        )
    return status


def lint(arguments: argparse.Namespace) -> int:
    """Print what is suspicious in graphs, and what prevents a comparison with the first."""
    from coala.engine.lint import lint_paths
    from coala.results.lint import render_lint_json, render_lint_text

    options = read_options(arguments)
    with terminal.progress() as progress:
        linted = lint_paths(arguments.graph, options=options, progress=progress)
    if arguments.json:
        write_text(arguments.json, [render_lint_json(linted)])
    if arguments.json != STANDARD_OUTPUT:
        terminal.print_lines(render_lint_text(linted, options.reading.records.nouns))
    for graph in linted.unreadable:
        terminal.say(graph.message)
    return _choose_exit_status(arguments, tuple(linted.notices), TROUBLE if linted.unreadable else SAME)


def check(arguments: argparse.Namespace) -> int:
    """Check a graph against the verdicts of reviews."""
    from coala.cli.lock import check_reviews

    checked, notices = check_reviews(arguments)
    # A broken assertion is what the job asks about, so a warning does not hide it.
    return DIFFERENT if checked.broken else _choose_exit_status(arguments, notices, SAME)


def board(arguments: argparse.Namespace) -> int:
    """Show what each component of a system is worth."""
    from coala.cli.board import compare_components, is_below_target

    built, notices = compare_components(arguments)
    if arguments.fail_below_target:
        # Every useful board has divergences; with this flag a job is to fail by the target alone.
        return _choose_exit_status(arguments, notices, DIFFERENT if is_below_target(built) else SAME)
    differs = any(column.interesting for column in built.columns)
    return _choose_exit_status(arguments, notices, DIFFERENT if differs else SAME)


def convert(arguments: argparse.Namespace) -> int:
    """Convert files of another coreference format to NIF in Turtle, or a graph to Parquet tables."""
    if arguments.into is not None:
        return _convert_into(arguments)
    if arguments.lossy:
        raise CoalaError("--lossy is for --into only. Leave it out.")
    if arguments.map_documents is not None:
        raise CoalaError("--map-documents is for --into only. Leave it out.")
    if arguments.to == "parquet":
        return _convert_to_tables(arguments)
    from coala.engine.convert import convert as converted

    lines, notices = converted(arguments.input, read_options(arguments).reading)
    write_text(arguments.output, lines)
    terminal.warn(notices)
    return SAME


def _convert_into(arguments: argparse.Namespace) -> int:
    from coala.merge.native import convert_into, is_native

    if arguments.to == "parquet":
        raise CoalaError("--into and --to parquet exclude each other. Leave one out.")
    if not is_native(arguments.output):
        raise CoalaError(
            f"{arguments.output}: with --into, the output has the ending of {arguments.into}. "
            "Choose another name, or leave out --into."
        )
    with terminal.progress() as progress:
        written, notices = convert_into(
            arguments.input,
            arguments.into,
            arguments.output,
            read_options(arguments),
            lossy=arguments.lossy,
            progress=progress,
        )
    written.write()
    terminal.warn(notices)
    for sentence in written.sentences:
        terminal.say(sentence)
    return SAME


def _convert_to_tables(arguments: argparse.Namespace) -> int:
    from coala.reading.read import read_graphs
    from coala.tables.writing import write_tables

    if arguments.output == STANDARD_OUTPUT:
        raise CoalaError("Parquet tables are several files. Give a folder for them.")
    with terminal.progress() as progress:
        (graph,) = read_graphs([arguments.input], read_options(arguments).reading, progress=progress)
    terminal.warn(write_tables(graph, Path(arguments.output)))
    return SAME


def list_formats(arguments: argparse.Namespace) -> int:
    """List the formats besides RDF, and the shapes and layouts of some of them."""
    from coala.results.formats import render_formats_json, render_formats_text

    if arguments.json:
        write_text(arguments.json, [render_formats_json()])
    if arguments.json != STANDARD_OUTPUT:
        terminal.print_lines(render_formats_text())
    return SAME


def list_vocabularies(arguments: argparse.Namespace) -> int:
    """List the shipped vocabularies: short name, name, file."""
    from coala.reading.vocabularies.loader import load_vocabulary, shipped

    terminal.print_lines(
        f"{name:<5} {load_vocabulary(name).name:<40} {file}" for name, file in shipped().items()
    )
    return SAME


def list_completion(arguments: argparse.Namespace) -> int:
    """Print the script that completes the words of a command in a shell."""
    from coala.cli.completion import write_completion

    terminal.print_lines(write_completion(arguments.shell).splitlines())
    return SAME


def demo(arguments: argparse.Namespace) -> int:
    """Compare the shipped sample and open it; without a display, write a picture of the window."""
    from coala.base.paths import sample_graphs, user_folder
    from coala.results.diff import report_brief

    samples = sample_graphs() / "newswire"
    arguments.baseline, arguments.changed = str(samples / "baseline.ttl"), str(samples / "changed.ttl")
    arguments.gold = str(samples / "gold.ttl")
    comparison = _compare(arguments)
    terminal.print_blocks(report_brief(comparison).list_blocks())
    folder = user_folder()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "demo.coala"
    _write_review(target, comparison, arguments.words)
    terminal.print_lines([f"Your verdicts are saved in {target}."])
    if terminal.has_display():
        return _open_desktop(target)
    from coala.gui.system_libraries import explain_import_errors

    with explain_import_errors():
        from coala.gui.run import save_picture
    save_picture(target, Path(_DEMO_PICTURE))
    terminal.print_lines(
        [f"There is no display here, so a picture of the window was saved as {_DEMO_PICTURE}."]
    )
    return SAME


def _compare(arguments: argparse.Namespace, *, writes: bool = True) -> Comparison:
    """Compare the baseline and the changed graph, and score both against gold if it is given.

    If it ``writes`` a review, mentions are read with their forms.
    """
    _say_if_same(arguments, arguments.baseline, arguments.changed, "baseline", "changed graph")
    if getattr(arguments, "engine", "memory") != "memory":
        return _compare_tables(arguments)
    from coala.engine.input_graphs import read_input_graphs
    from coala.model.options import with_forms

    paths = [arguments.baseline, arguments.changed, *filter(None, [arguments.gold])]
    options = read_options(arguments)
    if writes:
        options = with_forms(options)
    with terminal.progress() as progress:
        graphs = read_input_graphs(paths, options, progress, meanwhile=_import_slow_modules)
    from coala.engine.compare import compare_input_graphs

    return compare_input_graphs(graphs, options)


def _say_if_same(
    arguments: argparse.Namespace, path: str, other_path: str, role: str, other_role: str
) -> None:
    """Say that a file is compared with itself, which is most often a slip, but not by several columns."""
    if "," not in (getattr(arguments, "cluster", None) or "") and same_file(Path(path), Path(other_path)):
        terminal.say(f"{path} is both the {role} and the {other_role}, so they cannot differ.")


def _import_slow_modules() -> None:
    """Import the slow modules while the graphs are read: for small graphs both take equally long."""
    importlib.import_module("coala.engine.compare")
    importlib.import_module("coala.results.diff")


def _compare_tables(arguments: argparse.Namespace) -> Comparison:
    from coala.tables.compare import compare_tables

    with terminal.progress() as progress:
        return compare_tables(
            arguments.baseline,
            arguments.changed,
            read_options(arguments),
            progress,
            arguments.gold,
            arguments.engine,
        )


def _read_past_verdicts(arguments: argparse.Namespace) -> PastVerdicts | None:
    """Return the verdicts to take over, or None without ``--verdicts``."""
    if not arguments.verdicts:
        return None
    from coala.review.history import read_past_verdicts

    return read_past_verdicts(map(Path, arguments.verdicts))


def _count_history(comparison: Comparison, past: PastVerdicts) -> HistoryCounts:
    from coala.review.history import count_history

    return count_history((bag for bag, _ in comparison.iterate_bags()), past)


def _write_review(
    path: Path,
    comparison: Comparison,
    words: Sequence[str],
    past: PastVerdicts | None = None,
    blindness: BlindWish | None = None,
) -> HistoryCounts | None:
    """Write a comparison into a review; return the counts of verdicts carried over, None without ``past``.

    ``words`` is the command line, which the review stores. ``past`` has the verdicts to take over. If
    ``path`` is a review already, it is renewed: say which bags came and went, and if the settings differ.
    """
    from coala.cli.progress import show_progress
    from coala.engine.settings import describe_settings
    from coala.review.comparison_tables import LaterBags
    from coala.review.file import Review
    from coala.review.listing import stored_fingerprints, stored_settings
    from coala.review.writing import write_review

    settings_before, bags_before = stored_settings(path), stored_fingerprints(path)
    interesting = comparison.summary.interesting
    # A second process describes the last two fifths and makes the rows of documents; this one inserts all.
    first = 3 * interesting // 5
    bags = show_progress(comparison.iterate_sentences(range(first)), first, "writing the review")
    later = LaterBags(first, comparison.iterate_sentences(range(first, interesting)))
    with unwind_on_termination():
        counts = write_review(
            path,
            comparison.summary,
            bags,
            comparison.texts(),
            comparison.context,
            comparison.inputs,
            past,
            command=words,
            blind=blindness,
            later=later,
        )
    counts_taken_over = None if past is None else counts
    if settings_before is None:
        return counts_taken_over
    with Review.open(path, read_only=True) as review:
        terminal.say(f"{path}: {review.changes_since(bags_before).sentence}")
    described = describe_settings(settings_before)
    if described != describe_settings(comparison.summary.settings):
        terminal.say(
            f"warning: {path} was made with other settings ({described or 'the defaults'}); verdicts "
            "are kept where bags stay the same."
        )
    return counts_taken_over


def _open_desktop(
    target: Path | None, bag: int | None = None, reviewer: str = "", column: str | None = None
) -> int:
    """Run the window on a review or a board, or on its start page; return its exit status.

    ``bag`` counts from 0, and ``column`` is a column of the board.
    """
    from coala.base.paths import user_folder
    from coala.gui.system_libraries import check_x11, explain_import_errors

    check_x11()
    with explain_import_errors():
        from coala.gui.run import run
    preferences = user_folder() / "preferences.json"
    return run(target, bag=bag, reviewer=reviewer, column=column, preferences_path=preferences)


def _choose_exit_status(arguments: argparse.Namespace, notices: Sequence[Notice], status: int) -> int:
    """Return the exit status: ``status``, or ``TROUBLE`` if ``--strict`` is given and there is a warning."""
    from coala.model.notices.notice import is_flaw

    flaws = sum(map(is_flaw, notices)) if arguments.strict else 0
    if not flaws:
        return status
    terminal.say(f"{flaws} warning{'' if flaws == 1 else 's'}, which --strict does not allow.")
    return TROUBLE


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "diff": diff,
    "review": review,
    "score": score,
    "agree": agree,
    "lint": lint,
    "tally": reviewers.tally,
    "check": check,
    "board": board,
    "export": exporting.export,
    "import": importing.import_file,
    "convert": convert,
    "demo": demo,
    "file check": reviewers.check_files,
    "file repair": reviewers.repair_file,
    "file merge": reviewers.merge,
    "file blank": reviewers.blank,
    "file reveal": blind.reveal,
    "list formats": list_formats,
    "list vocabularies": list_vocabularies,
    "list completion": list_completion,
}
