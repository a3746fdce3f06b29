"""The parser of the command line, and the options and values that it yields.

Each command has an entry in ``_COMMANDS``: its help, and a function that adds its arguments to ``part``, the
parser of this command. The functions that run the commands are in ``coala.cli.commands``.

Options about graphs are declared once, in ``coala.model.options``. ``add_options`` adds the flags of these
declarations to a command, and ``read_options`` turns the parsed arguments into ``Options``. An option of one
format has no flag but a key: ``--format-option uima-chain=TYPE``.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from coala import __version__
from coala.base.output import standard_output
from coala.base.plain_text import excerpt
from coala.errors import CoalaError
from coala.formats.registry import list_format_names
from coala.model.option import Group, Option
from coala.model.options import DEFAULTS, FILE_OPTIONS, FORMAT_OPTIONS, OPTIONS, Options, with_values
from coala.scores.findings import ATTRIBUTE, FILTER, MAIN_METRICS, SCORE_TABLES

if TYPE_CHECKING:
    from coala.scores.relations.scoring import RelationRequest


_COMMON = {"--texts", "--kinds", "--match"}
"""The declared options that the short help shows."""


def add_options(part: Parser, *groups: Group) -> None:
    """Add the declared options of some groups to a command, each group as a section of the full help.

    Options of single formats share the flag ``--format-option``.
    """
    for option in OPTIONS:
        if option.group not in groups or option.key:
            continue
        target = part if option.flag in _COMMON else part.section(option.group.value)
        target.add_argument(option.flag, **_list_argparse_arguments(option))
    if Group.FORMATS in groups:
        _add_format_options(part, FORMAT_OPTIONS)


def _add_format_options(part: Parser, known: Mapping[str, Option]) -> None:
    """Add ``--format-option`` for these options of single formats."""
    part.section(Group.FORMATS.value).add_argument(
        FORMAT_FLAG,
        action="append",
        default=[],
        type=_make_argparse_type(partial(_check_format_option, known)),
        metavar="KEY=VALUE",
        help="an option of one format, with a key from the list below (can be repeated)",
    )
    part.keys = known


def _check_format_option(known: Mapping[str, Option], text: str) -> str:
    """Return ``KEY=VALUE`` with its value normalized; raise ``CoalaError`` if it is not a valid one."""
    key, is_given, value = text.partition("=")
    if key not in known:
        # Keys of one format begin with its name.
        near = [name for name in known if name.partition("-")[0] == key.partition("-")[0]]
        raise CoalaError(f"there is no key {excerpt(key)}; choose from {', '.join(near or known)}")
    option = known[key]
    if not is_given or (not value and not option.form.may_be_empty):
        raise CoalaError(f"{key} needs a value: write {key}={option.metavar}")
    try:
        return f"{key}={option.form.check(value)}"
    except CoalaError as error:
        raise CoalaError(f"{key}: {error}") from None


def default_to_none(part: Parser, *groups: Group) -> None:
    """Make the options of some groups None by default, instead of their usual value."""
    part.set_defaults(**{attribute_name(option): None for option in OPTIONS if option.group in groups})


def read_options(arguments: argparse.Namespace, usual: Options = DEFAULTS) -> Options:
    """Return the options of a command; those not given, and those that it does not take, are from ``usual``.

    Raises ``CoalaError`` for a value that an option does not have.
    """
    given = ((option, read_words(arguments, option)) for option in OPTIONS)
    return with_values(
        usual, ((option, _parse_value(option, words)) for option, words in given if words is not None)
    )


def read_words(arguments: argparse.Namespace, option: Option) -> Any:
    """Return the word given for an option, a list if it takes several, or True for a switch; else None."""
    given = getattr(arguments, attribute_name(option), None)
    if not option.key or given is None:
        return given
    pairs = (text.partition("=") for text in given)
    words = [value for key, _, value in pairs if key == option.key]
    if len(words) > 1 and not option.form.several:
        raise CoalaError(
            f"{FORMAT_FLAG} {option.key} is given twice, but only one value counts. Give it once."
        )
    if not words:
        return None
    return words if option.form.several else words[0]


def attribute_name(option: Option) -> str:
    """Return the name of the attribute of an option in the parsed arguments."""
    return option.flag.removeprefix("--").replace("-", "_")


def _list_argparse_arguments(option: Option) -> dict[str, Any]:
    """Return the arguments of ``add_argument`` for a declared option."""
    text = _fill_help(option)
    if option.form.switch:
        return {"action": "store_true", "help": text}
    word = {"type": _make_argparse_type(option.form.check), "metavar": option.metavar, "help": text}
    if option.form.several:
        return {"action": "append", "default": [], **word}
    return {"choices": option.choices or None, "default": option.usual or None, **word}


def _fill_help(option: Option) -> str:
    return option.help.format(default=option.usual)


def _make_argparse_type(check: Callable[[str], str]) -> Callable[[str], str]:
    """Return ``check`` as a ``type`` for argparse, which expects its own error, without a full stop."""

    def check_word(text: str) -> str:
        try:
            return check(text)
        except CoalaError as error:
            raise argparse.ArgumentTypeError(str(error).removesuffix(".")) from None

    return check_word


def _parse_value(option: Option, words: Any) -> Any:
    if option.form.switch:
        # A switch that was given (True) turns its default around; one that was not given leaves it.
        return option.default != words
    return tuple(words) if option.form.several else option.form.parse(words)


_READING = (Group.READING, Group.OFFSETS, Group.FORMATS, Group.RECORDS)

AS_REVIEWED = (Group.MATCHING, Group.DOCUMENTS, Group.NAMES)
"""Groups of options that ``coala check`` takes from the review if they are not given."""

EXPORT_NAMES = ("csv", "changes", "json", "markdown", "rdf", "html", "judging-page", "graph", "questions")


FORMAT_FLAG = "--format-option"


class Parser(argparse.ArgumentParser):
    """A parser with a short help, and a full one (``--help-all``) that has the options in sections.

    ``parts`` are the parsers of its commands by name, and ``keys`` the options that ``--format-option``
    takes.
    """

    def __init__(self, *, screen: str = "", **settings: Any) -> None:
        """Make a parser; ``screen`` replaces all of its help, and ``settings`` are for argparse."""
        super().__init__(add_help=False, **settings)
        self.register("action", None, _StoreOnce)
        self.register("action", "store", _StoreOnce)
        self.given: set[str] = set()
        self._positionals.title = "arguments"
        self.parts: dict[str, Parser] = {}
        self.keys: Mapping[str, Option] = {}
        self._screen = screen
        self._sections: dict[str, argparse._ArgumentGroup] = {}
        self.add_argument("-h", "--help", action="help", help="show this help")
        self.add_argument("--help-all", action=_FullHelp, nargs=0, help=argparse.SUPPRESS)

    def section(self, title: str) -> argparse._ArgumentGroup:
        """Return the section of the full help with this title."""
        if title not in self._sections:
            self._sections[title] = self.add_argument_group(title)
        return self._sections[title]

    def add_parts(self, commands: Mapping[str, tuple[str, Callable[[Parser], None]]], prefix: str) -> None:
        """Add commands below this parser; ``prefix`` begins their names in ``arguments.command``."""
        added = self.add_subparsers(required=True, metavar="COMMAND", title="commands")
        for name, (what, add_arguments) in commands.items():
            part = added.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
            part.set_defaults(command=f"{prefix}{name}")
            self.parts[name] = part
            add_arguments(part)

    def parse_known_args(self, *arguments: Any, **settings: Any) -> Any:
        """Parse as argparse does, and forget which options an earlier call was given."""
        self.given.clear()
        return super().parse_known_args(*arguments, **settings)

    def error(self, message: str) -> object:  # type: ignore[override]
        raise CoalaError(f"{message}; see '{self.prog} --help'.")

    def format_help(self) -> str:
        """Return the short help."""
        if self._screen:
            return self._screen
        more = f"More options: {self.prog} --help-all" if self._sections else None
        return self._format(self.list_sections(full=False), more)

    def format_full_help(self) -> str:
        """Return the help with all options."""
        if self._screen:
            return self._screen
        return self._format(self.list_sections(full=True), None)

    def list_sections(self, *, full: bool) -> Iterator[tuple[str, Sequence[argparse.Action]]]:
        """Yield the titles of the help and what is listed below each; ``full`` with the rare options."""
        # Options outside of sections are the common ones.
        rare_groups = self._sections.values()
        for group in self._action_groups:
            if full or group not in rare_groups:
                yield group.title or "", group._group_actions
        if full and self.keys:
            rows = (
                argparse.Action([f"{key}={option.metavar}"], key, nargs=0, help=_fill_help(option))
                for key, option in self.keys.items()
            )
            yield f"keys of {FORMAT_FLAG}", tuple(rows)

    def _format(self, sections: Iterator[tuple[str, Sequence[argparse.Action]]], last: str | None) -> str:
        formatter = self._get_formatter()
        # The usage line has the required arguments only: a list of 40 options is no help.
        needed = [action for action in self._actions if action.required or not action.option_strings]
        formatter.add_usage(self.usage, needed, [])
        formatter.add_text(self.description)
        for title, actions in sections:
            formatter.start_section(title)
            formatter.add_arguments(actions)
            formatter.end_section()
        formatter.add_text(last)
        return formatter.format_help()

    def _print_message(self, message: str, file: object = None) -> None:
        # Help or the version; argparse would hide an error in writing them.
        with standard_output() as stream:
            stream.write(message)


class _StoreOnce(argparse._StoreAction):
    """An option with one value: argparse would drop all values but the last without a word."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(parser, Parser)
        if option_string is not None and self.dest in parser.given:
            raise argparse.ArgumentError(self, "it is given twice, but only one value counts: give it once")
        parser.given.add(self.dest)
        super().__call__(parser, namespace, values, option_string)


class _FullHelp(argparse.Action):
    """The option ``--help-all``."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        assert isinstance(parser, Parser)
        parser._print_message(parser.format_full_help())
        parser.exit()


def build_parser() -> Parser:
    """Return the parser of all commands."""
    parser = Parser(prog="coala", screen=_describe_commands())
    parser.add_argument("--version", action="version", version=f"coala {__version__}")
    parser.set_defaults(words=())
    parser.add_parts({name: each for group in _COMMANDS.values() for name, each in group.items()}, "")
    return parser


def _describe_commands() -> str:
    lines = [
        "usage: coala BASELINE CHANGED  compare and judge two graphs",
        "       coala REVIEW.coala      open a review",
        "       coala COMMAND ...",
        "",
    ]
    for title, commands in _COMMANDS.items():
        lines.append(f"{title}:")
        lines += (f"  {name:<8} {what}" for name, (what, _) in commands.items())
    return "\n".join([*lines, "", "Help on a command: coala COMMAND --help", ""])


def name_command(words: Sequence[str]) -> Sequence[str]:
    """Return the words with their command in front: ``review`` if the first is a file, or there is none.

    Raises ``CoalaError`` if the first word is neither a command nor a file.
    """
    if not words:
        return ["review"]
    first, names = words[0], [name for group in _COMMANDS.values() for name in group]
    if first in names or first in ("-h", "--help", "--version"):
        return words
    if first == "-" or (not first.startswith("-") and _is_path(first)):
        return ["review", *words]
    if first.startswith("-"):
        raise CoalaError(f"{excerpt(first)}: begin with a command or a file; see 'coala --help'.")
    from difflib import get_close_matches

    near = get_close_matches(first, names, 1)
    advice = f"Did you mean '{near[0]}'?" if near else "See 'coala --help'."
    raise CoalaError(f"{excerpt(first)} is neither a command nor a file. {advice}")


def _is_path(word: str) -> bool:
    """Return True if a word is a file, or looks like one; a file that is missing gets its own sentence."""
    separators = [os.sep, *filter(None, [os.altsep])]
    is_review = word.partition("#")[0].endswith(".coala")
    return is_review or any(sign in word for sign in separators) or os.path.exists(word)


def write_review_command(arguments: argparse.Namespace) -> str:
    """Return the command that opens the comparison of ``coala diff`` in the window."""
    if arguments.output:
        return shlex.join(["coala", "review", arguments.output])
    # Repeat the two graphs and every flag that is not at its default and that ``review`` takes too.
    words = ["coala", "review", arguments.baseline, arguments.changed]
    part = build_parser().parts["review"]
    for action in part._actions:
        value = getattr(arguments, action.dest, None)
        if action.option_strings and value is not None and value != action.default:
            flag = action.option_strings[-1]
            # A flag that may be repeated has a list of values, and a switch (True) has none.
            values = [()] if value is True else [(str(each),) for each in _as_list(value)]
            words += (word for each in values for word in (flag, *each))
    return shlex.join(words)


def write_sample_command(arguments: argparse.Namespace) -> str:
    """Return the command of ``coala diff`` that also draws a sample into a review."""
    output = [] if arguments.output else ["-o", "r.coala"]
    return shlex.join(["coala", *arguments.words, *output, "--sample", "40"])


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _add_diff(part: Parser) -> None:
    part.add_argument("baseline", metavar="BASELINE", help="a file, a folder, or - for standard input")
    part.add_argument("changed", metavar="CHANGED", help="another file or folder")
    _add_json(part, "the comparison")
    _add_tables(part)
    _add_github(part)
    _add_comparison(part)
    _add_strictness(part)
    part.add_argument(
        "--metrics",
        metavar="NAMES",
        help="the metrics to print: all, or names separated by commas; pairs and clusters are for tables of "
        f"records (default: {','.join(MAIN_METRICS)})",
    )
    part.add_argument(
        "--verbose", action="store_true", help="also print statistics, and the place of each change"
    )


def _add_review(part: Parser) -> None:
    part.add_argument(
        "path",
        nargs="*",
        metavar="PATH",
        help="BASELINE CHANGED, REVIEW.coala or REVIEW.coala#BAG; the start page without any",
    )
    part.add_argument("--reviewer", metavar="NAME", help="the name that is saved with your verdicts")
    _add_column(part, "open this column")
    _add_comparison(part)


def _add_score(part: Parser) -> None:
    part.add_argument("key", metavar="KEY")
    part.add_argument(
        "response",
        metavar="RESPONSE",
        nargs="+",
        help="a system; several are compared with the first, with paired intervals",
    )
    add_options(part, *_READING, Group.DOCUMENTS)
    _add_strictness(part)
    add_options(part, Group.MATCHING, Group.NAMES)
    part.add_argument(
        "--picture",
        metavar="FILE.svg",
        help="with several responses: recall against precision by MUC and B³, next to each other",
    )
    part.add_argument(
        "--crac",
        action="store_true",
        help="score like the CRAC shared task: match heads of CorefUD, drop singletons, match zeros by "
        "dependency; MUC, B³, CEAF-e and their average",
    )
    part.add_argument(
        "--metrics",
        metavar="NAMES",
        help="all (default; with --crac those of CRAC), or names separated by commas; links are scored if "
        "the graphs have links to a knowledge base",
    )
    part.add_argument(
        "--by",
        type=_parse_tables,
        default=(),
        metavar="NAMES",
        help=f"also print tables by some of: {', '.join(SCORE_TABLES)}; separate several by commas",
    )
    part.add_argument(
        "--slices",
        choices=(ATTRIBUTE, FILTER),
        default=ATTRIBUTE,
        help="in tables by form, size, distance or range: count each mention and link in the slice of the "
        "mention, so that slices add up (attribute, default), or score the classes that have a mention "
        "in the slice (filter)",
    )
    (language,) = (option for option in OPTIONS if option.name == "language")
    part.add_argument(language.flag, **_list_argparse_arguments(language))
    part.add_argument(
        "--explain",
        action="store_true",
        help="also list the chains that the other side divides, their parts, and the missing links",
    )
    (only_types,) = (option for option in OPTIONS if option.name == "only_types")
    part.add_argument(only_types.flag, **_list_argparse_arguments(only_types))
    # The declared option of a comparison, but with a default that depends on --crac.
    (singletons,) = (option for option in OPTIONS if option.name == "singletons")
    part.add_argument(
        singletons.flag,
        choices=singletons.choices,
        help="chains of one mention (default: keep; with --crac: drop)",
    )
    part.add_argument(
        "--relations",
        metavar="NAMES",
        help="also score relations other than identity: all, or names separated by commas",
    )
    part.add_argument(
        "--unit",
        choices=("np", "link"),
        help="count mentions that have a relation (np, default), or each pair of related mentions (link)",
    )
    part.add_argument(
        "--facts", action="store_true", help="also score facts, the roles of events, and whole events"
    )
    _add_json(part, "the scores")
    _add_tables(part)
    _add_github(part)


def _add_agree(part: Parser) -> None:
    part.add_argument(
        "graph",
        nargs="+",
        metavar="GRAPH|REVIEW.coala",
        help="two or more graphs; or reviews (one is enough if several people judged in it)",
    )
    add_options(part, *_READING, *AS_REVIEWED)
    _add_strictness(part)
    part.add_argument("--by", choices=("document",), help="also print a line for each document")
    part.add_argument(
        "--at-least",
        type=_parse_agreement,
        action="append",
        metavar="FIGURE=VALUE",
        help="of graphs: end with status 1 if this figure of all graphs together is below VALUE, such as "
        "alpha=0.8 (Krippendorff's alpha of chains by MASI; a number alone means it), muc=0.8 (the lower of "
        "recall and precision) or mentions=0.9 (F1); can be repeated",
    )
    _add_json(part, "the agreement")
    _add_tables(part)
    _add_column(part, "compare the reviewers of this column")


def _add_lint(part: Parser) -> None:
    part.add_argument(
        "graph",
        nargs="+",
        metavar="GRAPH",
        help="one or more graphs; each further one is compared with the first",
    )
    add_options(part, *_READING, Group.DOCUMENTS, Group.NAMES)
    _add_strictness(part)
    _add_json(part, "the warnings")


def _add_tally(part: Parser) -> None:
    _add_reviews(part)
    _add_json(part, "the tally")
    _add_tables(part, "write every bag with its verdict as CSV")
    _add_reviewers(part, "count only the verdicts of this reviewer")
    part.add_argument(
        "--by",
        type=_parse_verdict_tables,
        default=(),
        metavar="NAMES",
        help="also count the bags by their size in mentions (size), their number of documents (documents), "
        "their document (document), their types (type), or the form of their changed mentions, such as "
        "pronoun or name (form); separate several by commas",
    )
    _add_column(part, "count only this column (default: each column, and all bags)")
    part.add_argument(
        "--baseline-precision",
        metavar="P",
        help="the MUC precision of the baseline (the part of its links that are right), such as 0.85; the "
        "tally then estimates the changes of precision and recall",
    )


def _add_check(part: Parser) -> None:
    # What follows --against are reviews.
    part.usage = "%(prog)s NEW --against REVIEW.coala ..."
    part.add_argument("graph", metavar="NEW", help="a file, a folder, or - for standard input")
    part.add_argument(
        "--against",
        nargs="+",
        action="extend",
        required=True,
        metavar="REVIEW.coala",
        help="what these reviews judged better must stay, and what they judged worse must not come back",
    )
    part.add_argument(
        "--known",
        metavar="GRAPH",
        help="the output that you accept now; failures that it has too are known, and only new ones count",
    )
    _add_column(part, "check against the verdicts on this column")
    add_options(part, *_READING, *AS_REVIEWED)
    _add_strictness(part)
    _add_json(part, "the result")
    _add_tables(part)
    _add_github(part)
    part.add_argument("--junit", metavar="FILE", help="write the result as JUnit XML (- for standard output)")
    default_to_none(part, *AS_REVIEWED)


def _add_board(part: Parser) -> None:
    part.add_argument(
        "plan",
        nargs="+",
        metavar="BOARD.toml|NAME=FILE|FILE",
        help="a file that names the graphs; with --full, each component and the graph without it; "
        "with --steps, versions in order",
    )
    part.add_argument(
        "--steps",
        action="store_true",
        help="the files are versions of a system, each built on the one before",
    )
    part.add_argument("--full", metavar="F", help="the graph of the whole system (without a BOARD.toml)")
    part.add_argument(
        "--gold", metavar="G", help="with --full or --steps: a gold graph, to score all graphs against it"
    )
    part.add_argument(
        "--mode",
        choices=("without", "only", "step", "all"),
        default="all",
        help="what to compare: without a component and the whole (without), nothing and one component "
        "(only), or each step and the next (step); default: all",
    )
    part.add_argument(
        "--metrics",
        metavar="NAMES",
        help="the metrics of all outputs: all, or names separated by commas (default: muc,b_cubed)",
    )
    part.add_argument(
        "--target-precision",
        type=_parse_share,
        metavar="P",
        help="mark components whose links are less precise, such as 0.8 (replaces that of BOARD.toml)",
    )
    part.add_argument(
        "--fail-below-target",
        action="store_true",
        help="exit with status 1 only if a component is below the target",
    )
    part.add_argument("-o", "--output", metavar="BOARD.coala", help="write (or renew) a board file to judge")
    _add_verdicts(part)
    _add_json(part, "the board")
    _add_tables(part, "write a line for each column as CSV")
    _add_github(part)
    add_options(part, *Group)
    _add_strictness(part)


def _add_export(part: Parser) -> None:
    part.add_argument("review", metavar="REVIEW.coala")
    part.add_argument(
        "--to",
        choices=EXPORT_NAMES,
        help="csv (a line for each bag and reviewer), changes (a line for each change), json, "
        "markdown, rdf (Web Annotations), html (one page that needs no network), judging-page (a page on "
        "which somebody can judge in a browser), graph (NIF: the groups of who is who, the changed graph "
        "where it is better, the baseline where it is worse), or questions (JSON lines for a model that "
        "judges); default: by the ending of OUT",
    )
    part.add_argument("-o", "--output", required=True, metavar="OUT", help="a file, or - for standard output")
    _add_reviewers(part, "only the verdicts of NAME, if several people judged")
    _add_column(part, "write this column")
    _add_blind_seed(
        part, "with questions and judging-page: hide which side is which, by a coin from SEED for each bag"
    )
    part.add_argument(
        "--rest",
        choices=("baseline", "changed"),
        help="with graph: the side of bags that are neither better nor worse, and of parts that are not "
        "sure (default: baseline)",
    )
    part.add_argument(
        "--lossy",
        action="store_true",
        help="with graph in the baseline's own format: leave out mentions that it cannot have",
    )
    moved = part.section("files that have moved, with graph")
    moved.add_argument("--baseline", metavar="PATH", help="where the baseline is now")
    moved.add_argument("--changed", metavar="PATH", help="where the changed graph is now")
    moved.add_argument("--gold", metavar="PATH", help="where the gold graph is now")
    for option in FILE_OPTIONS:
        if not option.key:
            moved.add_argument(option.flag, metavar="PATH", help="where this file is now")
    _add_format_options(part, {option.key: option for option in FILE_OPTIONS if option.key})


def _add_import(part: Parser) -> None:
    part.add_argument("review", metavar="REVIEW.coala")
    part.add_argument(
        "answers", metavar="ANSWERS", help="JSON lines with answers to the questions, or - for standard input"
    )
    part.add_argument(
        "--reviewer", metavar="NAME", help="whose answers these are (default: as the file says)"
    )
    part.add_argument(
        "--kind",
        choices=("person", "model"),
        help="who gave the answers (default: as the file says, else person)",
    )
    part.add_argument(
        "--replace", action="store_true", help="replace verdicts that this reviewer gave before"
    )
    _add_column(part, "judge this column")
    _add_blind_seed(part, "the seed of the questions, if they were exported with --blind")


def _add_blind_seed(part: Parser, what: str) -> None:
    part.add_argument("--blind", type=_parse_whole_number, metavar="SEED", help=what)


def _add_file(part: Parser) -> None:
    part.add_parts(_FILE_COMMANDS, "file ")


def _add_file_check(part: Parser) -> None:
    _add_reviews(part, "one or more reviews")


def _add_file_repair(part: Parser) -> None:
    part.add_argument("review", metavar="REVIEW.coala", help="the damaged file, which is not changed")
    part.add_argument("-o", "--output", required=True, metavar="NEW.coala", help="the new file")


def _add_file_merge(part: Parser) -> None:
    _add_reviews(part, "two or more reviews, which are not changed")
    part.add_argument("-o", "--output", metavar="NEW.coala", help="the new file (default: A--B.coala)")


def _add_file_blank(part: Parser) -> None:
    part.add_argument("review", metavar="REVIEW.coala", help="a review or a board, which is not changed")
    part.add_argument("-o", "--output", required=True, metavar="NEW.coala", help="the new file")


def _add_file_reveal(part: Parser) -> None:
    part.add_argument("review", metavar="REVIEW.coala", help="a blind review")
    part.add_argument(
        "--reviewer", metavar="NAME", help="the name of the person who reveals it (default: the login name)"
    )


def _add_convert(part: Parser) -> None:
    part.add_argument("input", metavar="IN", help=list_format_names())
    part.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        help="a Turtle file, or - for standard output; with --into the new file",
    )
    part.add_argument(
        "--into",
        metavar="FILE",
        help="write a copy of this file, in its own format, with the chains of IN in place of its own",
    )
    part.add_argument(
        "--lossy", action="store_true", help="with --into: leave out mentions that the format cannot have"
    )
    part.add_argument(
        "--to",
        choices=("turtle", "parquet"),
        default="turtle",
        help="parquet: a folder of tables for 'coala diff --engine duckdb', also from RDF",
    )
    (map_documents,) = (option for option in OPTIONS if option.flag == "--map-documents")
    words = _list_argparse_arguments(map_documents)
    part.add_argument(map_documents.flag, **words | {"help": f"with --into: {words['help']}"})
    add_options(part, Group.OFFSETS, Group.FORMATS)


def _add_list(part: Parser) -> None:
    part.add_parts(_LIST_COMMANDS, "list ")


def _add_list_formats(part: Parser) -> None:
    part.add_argument(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="write the list as JSON (default: to standard output)",
    )


def _add_list_completion(part: Parser) -> None:
    part.add_argument("shell", choices=("bash", "zsh", "tcsh"), metavar="SHELL", help="bash, zsh or tcsh")


def _add_no_arguments(part: Parser) -> None:
    """Add nothing, for a command without arguments."""


_FILE_COMMANDS: Mapping[str, tuple[str, Callable[[Parser], None]]] = {
    "check": ("find damage in review files", _add_file_check),
    "repair": ("recover what is readable in a damaged review", _add_file_repair),
    "merge": ("put the verdicts of several reviews into a new file", _add_file_merge),
    "blank": ("copy a review without verdicts, notes and names", _add_file_blank),
    "reveal": ("reveal which side is which in a blind review (final)", _add_file_reveal),
}

_LIST_COMMANDS: Mapping[str, tuple[str, Callable[[Parser], None]]] = {
    "formats": ("list the formats that COALA reads besides RDF", _add_list_formats),
    "vocabularies": ("list the RDF vocabularies that COALA knows", _add_no_arguments),
    "completion": ("print a script that completes commands in a shell", _add_list_completion),
}

_COMMANDS: Mapping[str, Mapping[str, tuple[str, Callable[[Parser], None]]]] = {
    "compare": {
        "diff": ("compare two graphs: report, JSON, review file", _add_diff),
        "review": ("judge the changes between two graphs in a window", _add_review),
        "score": ("score a graph against a key", _add_score),
        "agree": ("measure how far annotators or reviewers agree", _add_agree),
    },
    "judge": {
        "tally": ("count the verdicts of reviews", _add_tally),
        "check": ("check a graph against verdicts: a lock for CI", _add_check),
        "export": ("write a review as a table, page, graph …", _add_export),
        "import": ("store the answers of a model or a colleague", _add_import),
    },
    "prepare": {
        "lint": ("list problems in graphs", _add_lint),
        "convert": ("write another format as RDF (NIF) or Parquet", _add_convert),
    },
    "more": {
        "board": ("measure what each component of a system is worth", _add_board),
        "demo": ("open the shipped sample", _add_no_arguments),
        "file": ("check, repair, merge, blank, reveal review files", _add_file),
        "list": ("list formats and vocabularies; shell completion", _add_list),
    },
}
"""The help of each command and the function that adds its arguments.

``coala.cli.commands.COMMANDS`` has the functions that run the commands.
"""


def _add_comparison(part: Parser) -> None:
    part.add_argument("--gold", metavar="G", help="a gold graph, to score both systems against it")
    part.add_argument("-o", "--output", metavar="REVIEW.coala", help="write (or renew) a review file")
    _add_verdicts(part)
    part.add_argument("--blind", action="store_true", help="hide which side is which while judging")
    part.section(Group.READING.value).add_argument(
        "--engine",
        choices=("memory", "duckdb", "spark"),
        default="memory",
        help="for graphs larger than the memory, given as Parquet tables or converted first: duckdb on this "
        "machine, spark on a cluster",
    )
    _add_sampling(part)
    add_options(part, *Group)


def _add_sampling(part: Parser) -> None:
    part.add_argument(
        "--sample",
        type=_parse_whole_number,
        metavar="N",
        help="draw N of the bags, most informative first (of one with more than 40 parts, single links): "
        "judge these, and the tally says what holds of all",
    )
    part.section("samples").add_argument(
        "--sample-links",
        type=_parse_whole_number,
        metavar="M",
        help="draw M links that both graphs have, to judge in the window; they show how precise the "
        "baseline is",
    )
    part.section("samples").add_argument(
        "--seed",
        type=_parse_whole_number,
        metavar="S",
        help="the number that fixes the random draw (default: 1; with --blind: random)",
    )


def _add_verdicts(part: Parser) -> None:
    part.add_argument(
        "--verdicts",
        action="append",
        default=[],
        metavar="OLD.coala",
        help="carry over verdicts of another review on bags that are the same (repeat for several reviews)",
    )


def _add_reviews(part: Parser, what: str | None = None) -> None:
    part.add_argument("review", nargs="+", metavar="REVIEW.coala", help=what)


def _add_reviewers(part: Parser, what: str) -> None:
    part.add_argument(
        "--reviewer",
        action="append",
        default=[],
        metavar="NAME",
        help=f"{what} (repeat for several)",
    )


def _add_column(part: Parser, what: str) -> None:
    part.add_argument("--column", metavar="COLUMN", help=f"on a board: {what}, such as without/surnames")


def _add_json(part: Parser, what: str) -> None:
    part.add_argument("--json", metavar="FILE", help=f"write {what} as JSON (- for standard output)")


def _add_tables(part: Parser, csv: str = "write the tables of figures as one CSV, with all digits") -> None:
    part.add_argument("--csv", metavar="FILE", help=f"{csv} (- for standard output)")
    part.add_argument(
        "--latex", metavar="FILE", help="write the tables in LaTeX, for booktabs (- for standard output)"
    )
    part.add_argument(
        "--markdown",
        metavar="FILE",
        help="write the report in Markdown, with folded details: for a page, or for a comment on a pull "
        "request (- for standard output)",
    )


def _add_github(part: Parser) -> None:
    target = part.section("pull requests")
    target.add_argument(
        "--github",
        action="store_true",
        help="in a workflow of GitHub: add the report to the summary of the job, and print annotations",
    )


def _add_strictness(part: Parser) -> None:
    part.add_argument("--strict", action="store_true", help="exit with status 2 if there is any warning")


def _parse_share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is not a number between 0 and 1, such as 0.8")
    return value


def _parse_whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is not a whole number of at most 9 digits")
    return int(text)


# What an argument needs, for the message about an empty one.
_NEEDS = {
    "json": "the name of a file",
    "csv": "the name of a file",
    "markdown": "the name of a file",
    "latex": "the name of a file",
    "junit": "the name of a file",
    "output": "the name of a file",
    "gold": "a file or a folder",
    "full": "a file or a folder",
    "known": "a file or a folder",
    "target_precision": "a share such as 0.8",
    "metrics": "names of metrics",
    "reviewer": "a name",
    "column": "the name of a column",
    "baseline_precision": "a share such as 0.85",
    "relations": "names of relations with commas, or all",
}


def refuse_empty_words(arguments: argparse.Namespace) -> None:
    """Raise ``CoalaError`` for an empty argument: in a script, a variable may not be set."""
    alone = [option for option in OPTIONS if not option.key]
    needs = _NEEDS | {attribute_name(option): option.needs for option in alone if option.needs}
    may_be_empty = {attribute_name(option) for option in alone if option.form.may_be_empty}
    for name, given in vars(arguments).items():
        if name in needs and given == "":
            raise CoalaError(f"--{name.replace('_', '-')} needs {needs[name]}, but has no value. Add one.")
        if (given == "" and name not in may_be_empty) or (isinstance(given, list) and "" in given):
            raise CoalaError(f"The value of {name} is empty. Check the command.")


def read_relations(arguments: argparse.Namespace) -> RelationRequest | None:
    """Return which relations to score, None without ``--relations``.

    Raises ``CoalaError`` for ``--unit`` without ``--relations``.
    """
    if arguments.relations is None:
        if arguments.unit is not None:
            raise CoalaError("--unit works with --relations only. Add --relations.")
        return None
    from coala.scores.relations.intervals import Unit
    from coala.scores.relations.scoring import RelationRequest

    # An IRI in brackets may hold a comma.
    names = re.findall(r"\s*<[^>]*>|[^,]+", arguments.relations)
    stripped = [name.strip() for name in names]
    return RelationRequest(tuple(filter(None, stripped)), Unit(arguments.unit or Unit.NP))


def _parse_names(text: str) -> tuple[str, ...]:
    """Return the names of a list that commas separate."""
    return tuple(filter(None, (name.strip() for name in text.split(","))))


_HELD_FIGURES = ("alpha", "muc", "mentions")
"""The names of ``coala.engine.agree.Pooled.held``, whose module is slow to import."""


def _parse_agreement(text: str) -> tuple[str, Fraction]:
    """Return the name of a figure and its least value; a value alone is one of alpha."""
    name, _, number = text.rpartition("=")
    try:
        value = Fraction(number)
    except (ValueError, ZeroDivisionError):
        value = Fraction(2)
    if name not in ("", *_HELD_FIGURES) or not -1 <= value <= 1:
        raise argparse.ArgumentTypeError(
            f"{excerpt(text)} is not a figure and its value: write alpha=0.8, muc=0.8 or mentions=0.8"
        )
    return name or "alpha", value


def _parse_tables(text: str) -> tuple[str, ...]:
    return _choose_tables(text, SCORE_TABLES)


# The names of ``coala.results.verdicts.verdict_slices.VERDICT_SLICINGS``, whose module is slow to import.
_VERDICT_TABLES = ("size", "documents", "document", "type", "form")
_TABLES_OF_MENTIONS = ("distance", "range")
"""Tables of ``coala score`` that make no sense for bags, which have many mentions."""


def _parse_verdict_tables(text: str) -> tuple[str, ...]:
    for name in _parse_names(text):
        if name in _TABLES_OF_MENTIONS:
            raise argparse.ArgumentTypeError(
                f"a bag has no {name}, only mentions and chains have one: "
                f"choose from {', '.join(_VERDICT_TABLES)}"
            )
    return _choose_tables(text, _VERDICT_TABLES)


def _choose_tables(text: str, tables: Sequence[str]) -> tuple[str, ...]:
    names = _parse_names(text)
    unknown = [name for name in names if name not in tables]
    if unknown or not names:
        name, known = "".join(unknown[:1]) or text, ", ".join(tables)
        raise argparse.ArgumentTypeError(f"there is no table by {excerpt(name)}: choose from {known}")
    return names


def read_metrics(arguments: argparse.Namespace) -> list[str] | None:
    """Return the names after ``--metrics``, None without it."""
    return None if arguments.metrics is None else [name.strip() for name in arguments.metrics.split(",")]


def list_comparison_flags(arguments: argparse.Namespace) -> list[str]:
    """Return the given flags of ``coala review`` that only apply to two graphs."""
    return list_unused_flags(arguments, ["review"], "path", "reviewer", "column")


def list_unused_flags(arguments: argparse.Namespace, least: list[str], *expected: str) -> list[str]:
    """Return the given flags that do not apply: all but those ``expected``.

    ``least`` is the command with its required arguments only: a flag is given if its value differs from
    there.
    """
    defaults = vars(build_parser().parse_args(least))
    allowed = (*expected, "words")
    given = [
        name for name, value in vars(arguments).items() if name not in allowed and value != defaults[name]
    ]
    return [f"--{name.replace('_', '-')}" for name in given]
