"""The parser of the command line, and the options and values that it yields (specification, section 7).

A command is a line in ``_COMMANDS`` and a function that adds its arguments, in the order of its help. Options
that are declared in ``coala.model.options`` become flags here, and their arguments become ``Options``.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from coala import __version__
from coala.base.output import standard_output
from coala.base.plain_text import excerpt
from coala.errors import CoalaError
from coala.formats.registry import list_format_names
from coala.model.option import Group, Option
from coala.model.options import DEFAULTS, FILE_OPTIONS, OPTIONS, Options, with_values

if TYPE_CHECKING:
    from coala.scores.relations.scoring import RelationRequest


def add_options(part: argparse.ArgumentParser, *groups: Group) -> None:
    """Add the declared options of some groups; those of formats get a section of the help."""
    formats = None
    for option in OPTIONS:
        if option.group not in groups:
            continue
        if option.group is Group.FORMATS and formats is None:
            what = "what files of other coreference formats leave open"
            formats = part.add_argument_group("formats", what)
        target = formats if formats is not None and option.group is Group.FORMATS else part
        target.add_argument(option.flag, **_list_argparse_arguments(option))


def default_to_none(part: argparse.ArgumentParser, *groups: Group) -> None:
    """Make the options of some groups None by default, instead of their usual value."""
    part.set_defaults(**{attribute_name(option): None for option in OPTIONS if option.group in groups})


def read_options(arguments: argparse.Namespace, usual: Options = DEFAULTS) -> Options:
    """Return the options of a command; those not given, and those that it does not take, are from ``usual``.

    Raises ``CoalaError`` for a value that an option does not have.
    """
    given = ((option, getattr(arguments, attribute_name(option), None)) for option in OPTIONS)
    return with_values(
        usual, ((option, _parse_value(option, words)) for option, words in given if words is not None)
    )


def attribute_name(option: Option) -> str:
    """Return the name of the attribute of an option in the parsed arguments."""
    return option.flag.removeprefix("--").replace("-", "_")


def _list_argparse_arguments(option: Option) -> dict[str, Any]:
    """Return the arguments of ``add_argument`` for a declared option."""
    text = option.help.format(default=option.usual)
    if option.form.switch:
        return {"action": "store_true", "help": text}
    word = {"type": _make_argparse_type(option.form.check), "metavar": option.metavar, "help": text}
    if option.form.several:
        return {"action": "append", "default": [], **word}
    return {"choices": option.choices or None, "default": option.usual or None, **word}


def _make_argparse_type(check: Callable[[str], str]) -> Callable[[str], str]:
    def word(text: str) -> str:
        try:
            return check(text)
        except CoalaError as error:
            raise argparse.ArgumentTypeError(str(error).removesuffix(".")) from None

    return word


def _parse_value(option: Option, words: Any) -> Any:
    if option.form.switch:
        return option.default != words
    return tuple(words) if option.form.several else option.form.parse(words)


_READING = (Group.READING, Group.OFFSETS, Group.FORMATS)

AS_REVIEWED = (Group.MATCHING, Group.DOCUMENTS)
"""Groups of options that ``coala check`` takes from the review if they are not given."""

EXPORT_NAMES = ("csv", "changes", "json", "markdown", "rdf", "html", "graph")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> object:  # type: ignore[override]
        raise CoalaError(f"{message}; see '{self.prog} --help'.")

    def _print_message(self, message: str, file: object = None) -> None:
        # Help or the version; argparse would hide an error in writing them.
        with standard_output() as stream:
            stream.write(message)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = _Parser(prog="coala", description="Review what changed between two coreference outputs.")
    parser.add_argument("--version", action="version", version=f"coala {__version__}")
    parser.set_defaults(words=())
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (what, add_arguments) in _COMMANDS.items():
        part = commands.add_parser(name, help=what)
        part.set_defaults(command=name)
        add_arguments(part)
    return parser


def _add_diff(part: argparse.ArgumentParser) -> None:
    part.add_argument("baseline", metavar="BASELINE", help="a file, a directory, or - for standard input")
    part.add_argument("changed", metavar="CHANGED")
    _add_comparison(part)
    _add_strictness(part)
    _add_json(part, "the comparison")


def _add_review(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "path",
        nargs="*",
        metavar="PATH",
        help="BASELINE CHANGED, or REVIEW.coala, or REVIEW.coala#BAG, or nothing",
    )
    part.add_argument(
        "--reviewer", metavar="NAME", help="who judges: the name that goes with your verdicts in this run"
    )
    _add_column(part, "which column is opened at once")
    _add_comparison(part)


def _add_score(part: argparse.ArgumentParser) -> None:
    part.add_argument("key", metavar="KEY")
    part.add_argument("response", metavar="RESPONSE")
    add_options(part, *_READING, Group.DOCUMENTS)
    _add_strictness(part)
    add_options(part, Group.MATCHING)
    part.add_argument(
        "--crac",
        action="store_true",
        help="as the scorer of the CRAC shared task: heads of CorefUD matched, no singletons, zeros by "
        "dependency; MUC, B³, CEAF-e and their average",
    )
    part.add_argument(
        "--metrics", metavar="NAMES", help="all (default; those of CRAC with --crac), or names with commas"
    )
    part.add_argument("--by", choices=("document", "type"), help="a table for each document or type as well")
    part.add_argument(
        "--singletons",
        choices=("keep", "drop"),
        help="classes of one mention; keep by default, drop with --crac",
    )
    part.add_argument(
        "--relations",
        metavar="NAMES",
        help="a second table, for relations other than identity: all, or names with commas",
    )
    part.add_argument(
        "--unit",
        choices=("np", "link"),
        help="what is counted of relations: mentions that have one (np, default), or each pair of a mention "
        "and what it is related to",
    )
    part.add_argument(
        "--facts", action="store_true", help="a table for facts, the roles of events, and whole events"
    )
    _add_json(part, "the scores")


def _add_agree(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "graph",
        nargs="+",
        metavar="GRAPH|REVIEW.coala",
        help="two or more graphs; or reviews, of which one is enough where several judged in it",
    )
    add_options(part, *_READING, Group.DOCUMENTS, Group.MATCHING)
    _add_strictness(part)
    part.add_argument("--by", choices=("document",), help="a line for each document as well")
    _add_json(part, "the agreement")
    _add_column(part, "which column was judged")


def _add_lint(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "graph", nargs="+", metavar="GRAPH", help="each but the first is held against the first"
    )
    add_options(part, *_READING, Group.DOCUMENTS)
    _add_strictness(part)
    _add_json(part, "the warnings")


def _add_tally(part: argparse.ArgumentParser) -> None:
    _add_reviews(part)
    _add_json(part, "the tally")
    part.add_argument("--csv", metavar="FILE", help="write every bag with its verdict as CSV (- likewise)")
    part.add_argument("--reviewer", metavar="NAME", help="only the verdicts of this reviewer")
    _add_column(part, "only this column; without it a tally for each, and one over all bags")
    part.add_argument(
        "--baseline-precision",
        metavar="P",
        help="MUC's precision of the baseline (the share of its links that are right), such as 0.85: with "
        "it, what became of precision and recall is estimated from the verdicts",
    )


def _add_check(part: argparse.ArgumentParser) -> None:
    part.add_argument("graph", metavar="NEW", help="a file, a directory, or - for standard input")
    part.add_argument(
        "--against",
        nargs="+",
        required=True,
        metavar="REVIEW.coala",
        help="what + says must hold, and what - says must not come back",
    )
    _add_column(part, "which column speaks")
    add_options(part, *_READING, Group.DOCUMENTS, Group.MATCHING)
    _add_strictness(part)
    _add_json(part, "the result")
    part.add_argument("--junit", metavar="FILE", help="write it as JUnit's XML (- likewise)")
    default_to_none(part, *AS_REVIEWED)


def _add_board(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "plan",
        nargs="+",
        metavar="BOARD.toml|NAME=FILE",
        help="a file that names the graphs; or, with --full, each component and the graph without it",
    )
    part.add_argument(
        "--full", metavar="F", help="the graph of the whole system, where no BOARD.toml names it"
    )
    part.add_argument("--gold", metavar="G", help="with --full: a gold graph, against which all are scored")
    part.add_argument(
        "--mode",
        choices=("without", "only", "step", "all"),
        default="all",
        help="which graphs are held against each other: without a component → the whole, nothing → it only, "
        "or step by step; all that there are by default",
    )
    part.add_argument(
        "--metrics",
        metavar="NAMES",
        help="of text, --json and --csv: all, or names with commas (default: muc,b_cubed, as on its page)",
    )
    part.add_argument(
        "--target-precision",
        type=_parse_share,
        metavar="P",
        help="how precise links should be, such as 0.8; what is below is marked (instead of BOARD.toml's)",
    )
    part.add_argument(
        "--fail-below-target",
        action="store_true",
        help="exit status 1 where the links of a component are below the target, and only there",
    )
    part.add_argument("-o", "--output", metavar="BOARD.coala", help="write (or renew) a review of it")
    _add_verdicts(part)
    _add_json(part, "the board")
    part.add_argument("--csv", metavar="FILE", help="write a line for each column as CSV (- likewise)")
    add_options(part, *Group)
    _add_strictness(part)


def _add_export(part: argparse.ArgumentParser) -> None:
    part.add_argument("review", metavar="REVIEW.coala")
    part.add_argument(
        "--to",
        choices=EXPORT_NAMES,
        help="csv (a line a bag and reviewer), changes (CSV, a line a change), json, markdown, rdf (Web "
        "Annotations), html (one page that asks for no network), or graph: the changed graph where it is "
        "better, the baseline where it is worse, as NIF; what the name of OUT says, by default",
    )
    part.add_argument("-o", "--output", required=True, metavar="OUT", help="a file, or - for standard output")
    part.add_argument("--reviewer", metavar="NAME", help="only what NAME says, if several have judged")
    _add_column(part, "which column is written")
    part.add_argument(
        "--rest",
        choices=("baseline", "changed"),
        help="with graph: what is taken of bags that are neither better nor worse (baseline by default)",
    )
    part.add_argument("--baseline", metavar="PATH", help="with graph: where the baseline is now")
    part.add_argument("--changed", metavar="PATH", help="with graph: where the changed graph is now")
    part.add_argument("--gold", metavar="PATH", help="with graph: where the gold graph is now")
    for option in FILE_OPTIONS:
        part.add_argument(option.flag, metavar="PATH", help="with graph: where this is now, as for diff")


def _add_unblind(part: argparse.ArgumentParser) -> None:
    part.add_argument("review", metavar="REVIEW.coala")
    part.add_argument("--reviewer", metavar="NAME", help="who unblinds it; else the login name")


def _add_merge(part: argparse.ArgumentParser) -> None:
    _add_reviews(part, "two or more; none of them is changed")
    part.add_argument("-o", "--output", metavar="REVIEW.coala", help="a new file (default: A--B.coala)")


def _add_check_file(part: argparse.ArgumentParser) -> None:
    _add_reviews(part)
    part.add_argument("--repair", metavar="OUT.coala", help="bring all that is sound into this new file")


def _add_convert(part: argparse.ArgumentParser) -> None:
    part.add_argument("input", metavar="IN", help=list_format_names())
    part.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="a Turtle file, or - for standard output"
    )
    part.add_argument(
        "--to",
        choices=("turtle", "parquet"),
        default="turtle",
        help="parquet: a folder of tables, for 'coala diff --engine duckdb'; IN may be RDF too",
    )
    add_options(part, Group.OFFSETS, Group.FORMATS)


def _add_formats(part: argparse.ArgumentParser) -> None:
    _add_json(part, "the list")


def _add_no_arguments(part: argparse.ArgumentParser) -> None:
    """Add nothing, for a command without arguments."""


def _add_demo(part: argparse.ArgumentParser) -> None:
    add_options(part, *_READING, Group.COUNTING, Group.MATCHING)


_COMMANDS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "diff": ("compare two graphs: summary, JSON, review file", _add_diff),
    "review": ("open the desktop on two graphs or a review file", _add_review),
    "score": ("score a response graph against a key graph", _add_score),
    "agree": ("how far several annotators, or several reviewers, agree", _add_agree),
    "lint": ("say what is suspicious in graphs, before they are compared", _add_lint),
    "tally": ("total the verdicts of review files", _add_tally),
    "check": ("hold a graph against the verdicts of reviews: a lock for CI", _add_check),
    "board": ("what each component of a system is worth, of graphs in which it is switched off", _add_board),
    "export": ("write a review as a table, a page, RDF, or the better graph", _add_export),
    "unblind": ("tell from now on which side is which in a blind review", _add_unblind),
    "merge": ("the verdicts of several reviews of one comparison in one file", _add_merge),
    "check-file": ("say whether review files are sound, and repair a damaged one", _add_check_file),
    "convert": ("write a file or folder of another format as NIF", _add_convert),
    "formats": ("list the formats that COALA reads besides RDF", _add_formats),
    "vocabularies": ("list the vocabularies that COALA knows", _add_no_arguments),
    "demo": ("compare the shipped sample and open it", _add_demo),
}
"""The help of each command and the function that adds its arguments.

``coala.cli.commands.COMMANDS`` has the functions that run the commands.
"""


def _add_comparison(part: argparse.ArgumentParser) -> None:
    part.add_argument("--gold", metavar="G", help="a gold graph: both systems are scored against it")
    part.add_argument("-o", "--output", metavar="REVIEW.coala", help="write (or renew) a review file")
    _add_verdicts(part)
    part.add_argument(
        "--blind", action="store_true", help="keep from the reviewer which side is which, bag by bag"
    )
    part.add_argument(
        "--engine",
        choices=("memory", "duckdb"),
        default="memory",
        help="duckdb: for graphs larger than the memory, as Parquet tables; without gold",
    )
    _add_sampling(part)
    add_options(part, *Group)


def _add_sampling(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--sample",
        type=_parse_whole_number,
        metavar="N",
        help="draw N of the bags by kind and size: judge these, and the tally says what holds of all",
    )
    part.add_argument(
        "--sample-links",
        type=_parse_whole_number,
        metavar="M",
        help="draw M of the links that both graphs have, to be judged in the window: they say how precise "
        "the baseline is",
    )
    part.add_argument(
        "--seed", type=_parse_whole_number, metavar="S", help="draw by this number (1; --blind: any)"
    )


def _add_verdicts(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--verdicts",
        action="append",
        default=[],
        metavar="OLD.coala",
        help="take over the verdicts of another review where a bag is the same (several times: of several)",
    )


def _add_reviews(part: argparse.ArgumentParser, what: str | None = None) -> None:
    part.add_argument("review", nargs="+", metavar="REVIEW.coala", help=what)


def _add_column(part: argparse.ArgumentParser, what: str) -> None:
    part.add_argument("--column", metavar="COLUMN", help=f"of a board: {what}, such as without/surnames")


def _add_json(part: argparse.ArgumentParser, what: str) -> None:
    part.add_argument("--json", metavar="FILE", help=f"write {what} as JSON (- for standard output)")


def _add_strictness(part: argparse.ArgumentParser) -> None:
    part.add_argument("--strict", action="store_true", help="exit status 2 when there is any warning")


def _parse_share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is no share between 0 and 1, such as 0.8")
    return value


def _parse_whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is no whole number of at most 9 digits")
    return int(text)


_NEEDS = {
    "json": "the name of a file",
    "csv": "the name of a file",
    "junit": "the name of a file",
    "output": "the name of a file",
    "gold": "a file or a folder",
    "full": "a file or a folder",
    "target_precision": "a share such as 0.8",
    "metrics": "names of metrics",
    "reviewer": "a name",
    "column": "the name of a column",
    "repair": "the name of a new file",
    "baseline_precision": "a share such as 0.85",
    "relations": "names of relations with commas, or all",
}


def refuse_empty_words(arguments: argparse.Namespace) -> None:
    """Raise ``CoalaError`` for an empty argument: in a script, a variable may not be set."""
    needs = _NEEDS | {attribute_name(option): option.needs for option in OPTIONS if option.needs}
    may_be_empty = {attribute_name(option) for option in OPTIONS if option.form.may_be_empty}
    for name, given in vars(arguments).items():
        if name in needs and given == "":
            raise CoalaError(f"--{name.replace('_', '-')} needs {needs[name]}, and was given nothing.")
        if (given == "" and name not in may_be_empty) or (isinstance(given, list) and "" in given):
            raise CoalaError(f"There is an empty word where {name} belongs; check the command.")


def read_relations(arguments: argparse.Namespace) -> RelationRequest | None:
    """Return which relations to score, None without ``--relations``; ``CoalaError`` for ``--unit`` alone."""
    if arguments.relations is None:
        if arguments.unit is not None:
            raise CoalaError("--unit says what is counted of relations; give --relations as well.")
        return None
    from coala.scores.relations.intervals import Unit
    from coala.scores.relations.scoring import RelationRequest

    # An IRI in brackets may hold a comma.
    names = re.findall(r"<[^>]*>|[^,]+", arguments.relations)
    stripped = [name.strip() for name in names]
    return RelationRequest(tuple(filter(None, stripped)), Unit(arguments.unit or Unit.NP))


def read_metrics(arguments: argparse.Namespace) -> list[str]:
    """Return the names after ``--metrics``, or the default: all, or those of CRAC with ``--crac``."""
    from coala.engine.score import ALL_METRICS, METRICS_OF_CRAC

    if arguments.metrics is None:
        return list(METRICS_OF_CRAC if arguments.crac else (ALL_METRICS,))
    return [name.strip() for name in arguments.metrics.split(",")]


def list_comparison_flags(arguments: argparse.Namespace) -> list[str]:
    """Return the given flags of ``coala review`` that only apply to two graphs."""
    return list_unused_flags(arguments, ["review"], "path", "reviewer", "column")


def list_unused_flags(arguments: argparse.Namespace, least: list[str], *expected: str) -> list[str]:
    """Return the given flags but those ``expected``; ``least`` is the command without any option."""
    usual = vars(build_parser().parse_args(least))
    passed = (*expected, "words")
    given = [name for name, value in vars(arguments).items() if name not in passed and value != usual[name]]
    return [f"--{name.replace('_', '-')}" for name in given]
