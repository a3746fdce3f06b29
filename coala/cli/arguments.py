"""The words after ``coala`` become options: what each command takes (specification, section 7)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from coala import __version__
from coala.base.output import standard_output
from coala.base.plain_text import excerpt
from coala.cli.sampling import add_sampling
from coala.errors import CoalaError
from coala.model.option import Group, Option
from coala.model.options import DEFAULTS, OPTIONS, Options, with_values
from coala.reading.formats.registry import names_of_formats

if TYPE_CHECKING:
    from coala.scores.relations.scoring import RelationWish

_READING = (Group.READING, Group.OFFSETS, Group.FORMATS)

AS_REVIEWED = (Group.MATCHING, Group.DOCUMENTS)
"""What ``coala check`` does as the comparison was made, unless it is told otherwise."""

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


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> object:  # type: ignore[override]
        raise CoalaError(f"{message}; see '{self.prog} --help'.")

    def _print_message(self, message: str, file: object = None) -> None:
        # Help or the version; argparse says nothing of it when they cannot be written.
        with standard_output() as stream:
            stream.write(message)


def parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="coala", description="Review what changed between two coreference outputs.")
    parser.add_argument("--version", action="version", version=f"coala {__version__}")
    parser.set_defaults(words=())
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    part = commands.add_parser("diff", help="compare two graphs: summary, JSON, review file")
    part.set_defaults(command="diff")
    part.add_argument("baseline", metavar="BASELINE", help="a file, a directory, or - for standard input")
    part.add_argument("changed", metavar="CHANGED")
    _add_comparison(part)
    _add_strictness(part)
    part.add_argument("--json", metavar="FILE", help="write the comparison as JSON (- for standard output)")

    part = commands.add_parser("review", help="open the desktop on two graphs or a review file")
    part.set_defaults(command="review")
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

    part = commands.add_parser("score", help="score a response graph against a key graph")
    part.set_defaults(command="score")
    part.add_argument("key", metavar="KEY")
    part.add_argument("response", metavar="RESPONSE")
    _add_options(part, *_READING, Group.DOCUMENTS)
    _add_strictness(part)
    _add_options(part, Group.MATCHING)
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
    part.add_argument("--json", metavar="FILE", help="write the scores as JSON (- for standard output)")

    part = commands.add_parser("agree", help="how far several annotators, or several reviewers, agree")
    part.set_defaults(command="agree")
    part.add_argument(
        "graph",
        nargs="+",
        metavar="GRAPH|REVIEW.coala",
        help="two or more graphs; or reviews, of which one is enough where several judged in it",
    )
    _add_options(part, *_READING, Group.DOCUMENTS, Group.MATCHING)
    _add_strictness(part)
    part.add_argument("--by", choices=("document",), help="a line for each document as well")
    part.add_argument("--json", metavar="FILE", help="write the agreement as JSON (- for standard output)")
    _add_column(part, "which column was judged")

    part = commands.add_parser("lint", help="say what is suspicious in graphs, before they are compared")
    part.set_defaults(command="lint")
    part.add_argument(
        "graph", nargs="+", metavar="GRAPH", help="each but the first is held against the first"
    )
    _add_options(part, *_READING, Group.DOCUMENTS)
    _add_strictness(part)
    part.add_argument("--json", metavar="FILE", help="write the warnings as JSON (- for standard output)")

    part = commands.add_parser("tally", help="total the verdicts of review files")
    part.set_defaults(command="tally")
    part.add_argument("review", nargs="+", metavar="REVIEW.coala")
    part.add_argument("--json", metavar="FILE", help="write the tally as JSON (- for standard output)")
    part.add_argument("--csv", metavar="FILE", help="write every bag with its verdict as CSV (- likewise)")
    part.add_argument("--reviewer", metavar="NAME", help="only the verdicts of this reviewer")
    _add_column(part, "only this column; without it a tally for each, and one over all bags")
    part.add_argument(
        "--baseline-precision",
        metavar="P",
        help="share of the baseline's links that are right, such as 0.85: with it, what became of precision "
        "and recall is estimated from the verdicts",
    )
    part.add_argument(
        "--count-groups",
        action="store_true",
        help="what verdicts say of links: count also those given by group or taken over",
    )

    part = commands.add_parser("check", help="hold a graph against the verdicts of reviews: a lock for CI")
    part.set_defaults(command="check")
    part.add_argument("graph", metavar="NEW", help="a file, a directory, or - for standard input")
    part.add_argument(
        "--against",
        nargs="+",
        required=True,
        metavar="REVIEW.coala",
        help="what + says must hold, and what - says must not come back",
    )
    _add_column(part, "which column speaks")
    _add_options(part, *_READING, Group.DOCUMENTS, Group.MATCHING)
    _add_strictness(part)
    part.add_argument("--json", metavar="FILE", help="write the result as JSON (- for standard output)")
    part.add_argument("--junit", metavar="FILE", help="write it as JUnit's XML (- likewise)")
    # What is not said is as the reviews were made.
    part.set_defaults(**{destination(option): None for option in OPTIONS if option.group in AS_REVIEWED})

    _add_board(commands)
    _add_export(commands)

    part = commands.add_parser("unblind", help="tell from now on which side is which in a blind review")
    part.set_defaults(command="unblind")
    part.add_argument("review", metavar="REVIEW.coala")
    part.add_argument("--reviewer", metavar="NAME", help="who unblinds it; else the login name")

    part = commands.add_parser("merge", help="the verdicts of several reviews of one comparison in one file")
    part.set_defaults(command="merge")
    part.add_argument(
        "review", nargs="+", metavar="REVIEW.coala", help="two or more; none of them is changed"
    )
    part.add_argument("-o", "--output", metavar="REVIEW.coala", help="a new file (default: A--B.coala)")

    part = commands.add_parser(
        "check-file", help="say whether review files are sound, and repair a damaged one"
    )
    part.set_defaults(command="check-file")
    part.add_argument("review", nargs="+", metavar="REVIEW.coala")
    part.add_argument("--repair", metavar="OUT.coala", help="bring all that is sound into this new file")

    part = commands.add_parser("convert", help="write a file or folder of another format as NIF")
    part.set_defaults(command="convert")
    part.add_argument("input", metavar="IN", help=names_of_formats())
    part.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="a Turtle file, or - for standard output"
    )
    part.add_argument(
        "--to",
        choices=("turtle", "parquet"),
        default="turtle",
        help="parquet: a folder of tables, for 'coala diff --engine duckdb'; IN may be RDF too",
    )
    _add_options(part, Group.OFFSETS, Group.FORMATS)

    part = commands.add_parser("formats", help="list the formats that COALA reads besides RDF")
    part.set_defaults(command="formats")
    part.add_argument("--json", metavar="FILE", help="write the list as JSON (- for standard output)")

    part = commands.add_parser("vocabularies", help="list the vocabularies that COALA knows")
    part.set_defaults(command="vocabularies")

    part = commands.add_parser("demo", help="compare the shipped sample and open it")
    part.set_defaults(command="demo")
    _add_options(part, *_READING, Group.COUNTING, Group.MATCHING)
    return parser


def _add_column(part: argparse.ArgumentParser, what: str) -> None:
    part.add_argument("--column", metavar="COLUMN", help=f"of a board: {what}, such as without/surnames")


def _add_export(commands: Any) -> None:
    part = commands.add_parser("export", help="write a review as a table, a page, RDF, or the better graph")
    part.set_defaults(command="export")
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


def _add_board(commands: Any) -> None:
    part = commands.add_parser(
        "board", help="what each component of a system is worth, of graphs in which it is switched off"
    )
    part.set_defaults(command="board")
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
    part.add_argument("--metrics", metavar="NAMES", help="all, or names with commas (default: muc,b_cubed)")
    part.add_argument(
        "--target-precision",
        type=_share,
        metavar="P",
        help="how precise links should be, such as 0.8; what is below is marked (instead of BOARD.toml's)",
    )
    part.add_argument(
        "--fail-below-target",
        action="store_true",
        help="exit status 1 where the links of a component are below the target, and only there",
    )
    part.add_argument("-o", "--output", metavar="BOARD.coala", help="write (or renew) a review of it")
    _add_memory(part)
    part.add_argument("--json", metavar="FILE", help="write the board as JSON (- for standard output)")
    part.add_argument("--csv", metavar="FILE", help="write a line for each column as CSV (- likewise)")
    _add_options(part, *Group)
    _add_strictness(part)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is no share between 0 and 1, such as 0.8")
    return value


EXPORT_NAMES = ("csv", "changes", "json", "markdown", "rdf", "html", "graph")


def options_of(arguments: argparse.Namespace, usual: Options = DEFAULTS) -> Options:
    """The options that a command was given; those that it does not take, or was not given, are as usual.

    Raises ``CoalaError`` for a word that means nothing.
    """
    given = ((option, getattr(arguments, destination(option), None)) for option in OPTIONS)
    return with_values(
        usual, ((option, _value(option, words)) for option, words in given if words is not None)
    )


def destination(option: Option) -> str:
    """The name of the attribute that holds the words of an option."""
    return option.flag.removeprefix("--").replace("-", "_")


def refuse_empty_words(arguments: argparse.Namespace) -> None:
    """Raise ``CoalaError`` where a word is empty, as it is when a variable of a script is not set."""
    needs = _NEEDS | {destination(option): option.needs for option in OPTIONS if option.needs}
    may_be_empty = {destination(option) for option in OPTIONS if option.form.may_be_empty}
    for name, given in vars(arguments).items():
        if name in needs and given == "":
            raise CoalaError(f"--{name.replace('_', '-')} needs {needs[name]}, and was given nothing.")
        if (given == "" and name not in may_be_empty) or (isinstance(given, list) and "" in given):
            raise CoalaError(f"There is an empty word where {name} belongs; check the command.")


def relations_of(arguments: argparse.Namespace) -> RelationWish | None:
    """Which relations are to be scored; None where none are asked for."""
    if arguments.relations is None:
        if arguments.unit is not None:
            raise CoalaError("--unit says what is counted of relations; give --relations as well.")
        return None
    from coala.scores.relations.counts import Unit
    from coala.scores.relations.scoring import RelationWish

    # An IRI in brackets may hold a comma.
    names = re.findall(r"<[^>]*>|[^,]+", arguments.relations)
    stripped = [name.strip() for name in names]
    return RelationWish(tuple(filter(None, stripped)), Unit(arguments.unit or Unit.NP))


def metrics_of(arguments: argparse.Namespace) -> list[str]:
    """The names of the metrics that are asked for, or that the others leave to choose."""
    from coala.engine.score import ALL_METRICS, METRICS_OF_CRAC

    if arguments.metrics is None:
        return list(METRICS_OF_CRAC if arguments.crac else (ALL_METRICS,))
    return [name.strip() for name in arguments.metrics.split(",")]


def given_for_comparing(arguments: argparse.Namespace) -> list[str]:
    """The flags of ``coala review`` that were given, none of which means anything without two graphs."""
    return flags_besides(arguments, ["review"], "path", "reviewer", "column")


def flags_besides(arguments: argparse.Namespace, least: list[str], *expected: str) -> list[str]:
    """The flags that were given although the command, as in ``least``, means nothing by them here."""
    usual = vars(parser().parse_args(least))
    passed = (*expected, "words")
    given = [name for name, value in vars(arguments).items() if name not in passed and value != usual[name]]
    return [f"--{name.replace('_', '-')}" for name in given]


def _add_comparison(part: argparse.ArgumentParser) -> None:
    part.add_argument("--gold", metavar="G", help="a gold graph: both systems are scored against it")
    part.add_argument("-o", "--output", metavar="REVIEW.coala", help="write (or renew) a review file")
    _add_memory(part)
    part.add_argument(
        "--blind", action="store_true", help="keep from the reviewer which side is which, bag by bag"
    )
    part.add_argument(
        "--engine",
        choices=("memory", "duckdb"),
        default="memory",
        help="duckdb: for graphs larger than the memory, as Parquet tables; without gold",
    )
    add_sampling(part)
    _add_options(part, *Group)


def _add_memory(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--verdicts",
        action="append",
        default=[],
        metavar="OLD.coala",
        help="take over the verdicts of another review where a bag is the same (several times: of several)",
    )


def _add_strictness(part: argparse.ArgumentParser) -> None:
    part.add_argument("--strict", action="store_true", help="exit status 2 when there is any warning")


def _add_options(part: argparse.ArgumentParser, *groups: Group) -> None:
    """Add the declared options of some groups; those of formats stand under a title of their own."""
    formats = None
    for option in OPTIONS:
        if option.group not in groups:
            continue
        if option.group is Group.FORMATS and formats is None:
            what = "what files of other coreference formats leave open"
            formats = part.add_argument_group("formats", what)
        target = formats if formats is not None and option.group is Group.FORMATS else part
        target.add_argument(option.flag, **_declaration(option))


def _declaration(option: Option) -> dict[str, Any]:
    """What is declared of an option, as argparse wants it."""
    text = option.help.format(default=option.usual)
    if option.form.switch:
        return {"action": "store_true", "help": text}
    word = {"type": _checked(option.form.check), "metavar": option.metavar, "help": text}
    if option.form.several:
        return {"action": "append", "default": [], **word}
    return {"choices": option.choices or None, "default": option.usual or None, **word}


def _checked(check: Callable[[str], str]) -> Callable[[str], str]:
    def word(text: str) -> str:
        try:
            return check(text)
        except CoalaError as error:
            raise argparse.ArgumentTypeError(str(error).removesuffix(".")) from None

    return word


def _value(option: Option, words: Any) -> Any:
    if option.form.switch:
        return option.default != words
    return tuple(words) if option.form.several else option.form.parse(words)
