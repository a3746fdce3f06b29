"""The words after ``coala`` to options: what each command takes (specification, section 7)."""

from __future__ import annotations

import argparse

from coala import __version__
from coala.base.output import standard_output
from coala.base.plain_text import excerpt
from coala.errors import CoalaError, ReadingError
from coala.model.options import ENDS, OFFSETS, STATED, USUAL


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
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    part = commands.add_parser("diff", help="compare two graphs: summary, JSON, review file")
    part.set_defaults(command="diff")
    part.add_argument("baseline", metavar="BASELINE", help="a file, a directory, or - for standard input")
    part.add_argument("changed", metavar="CHANGED")
    _comparing(part)
    _strictness(part)
    part.add_argument("--json", metavar="FILE", help="write the comparison as JSON (- for standard output)")

    part = commands.add_parser("review", help="open the desktop on two graphs or a review file")
    part.set_defaults(command="review")
    part.add_argument("path", nargs="*", metavar="PATH", help="BASELINE CHANGED, or REVIEW.coala, or nothing")
    _comparing(part)

    part = commands.add_parser("score", help="score a response graph against a key graph")
    part.set_defaults(command="score")
    part.add_argument("key", metavar="KEY")
    part.add_argument("response", metavar="RESPONSE")
    _reading(part)
    _pairing(part)
    _strictness(part)
    _match_names(part)
    part.add_argument(
        "--optional-mentions",
        choices=("count", "ignore"),
        default="count",
        help="mentions that the key marks as optional and the response lacks; counted by default",
    )
    part.add_argument("--metrics", default="all", metavar="NAMES", help="all (default), or names with commas")
    part.add_argument("--by", choices=("document", "type"), help="a table for each document or type as well")
    part.add_argument(
        "--singletons",
        choices=("keep", "drop"),
        default="keep",
        help="classes of one mention; keep by default",
    )
    part.add_argument("--json", metavar="FILE", help="write the scores as JSON (- for standard output)")

    part = commands.add_parser("lint", help="say what is suspicious in graphs, before they are compared")
    part.set_defaults(command="lint")
    part.add_argument(
        "graph", nargs="+", metavar="GRAPH", help="each but the first is held against the first"
    )
    _reading(part)
    _pairing(part)
    _strictness(part)
    part.add_argument("--json", metavar="FILE", help="write the warnings as JSON (- for standard output)")

    part = commands.add_parser("tally", help="total the verdicts of review files")
    part.set_defaults(command="tally")
    part.add_argument("review", nargs="+", metavar="REVIEW.coala")
    part.add_argument("--json", metavar="FILE", help="write the tally as JSON (- for standard output)")
    part.add_argument("--csv", metavar="FILE", help="write every bag with its verdict as CSV (- likewise)")

    part = commands.add_parser("convert", help="write a file or folder of another format as NIF")
    part.set_defaults(command="convert")
    part.add_argument("input", metavar="IN", help="CoNLL, CorefUD, MUC, UIMA, WebAnno, brat, JSON lines")
    part.add_argument("-o", "--output", required=True, metavar="OUT.ttl", help="- for standard output")
    _offsets(part)
    _formats(part)

    part = commands.add_parser("vocabularies", help="list the vocabularies that COALA knows")
    part.set_defaults(command="vocabularies")

    part = commands.add_parser("demo", help="compare the shipped sample and open it")
    part.set_defaults(command="demo", map_documents=None)
    _reading(part)
    _counting(part)
    _match_names(part)
    return parser


def comparing(options: argparse.Namespace) -> list[str]:
    """The options of ``coala review`` that were given, none of which means anything without two graphs."""
    usual = vars(parser().parse_args(["review"]))
    given = [name for name, value in vars(options).items() if name != "path" and value != usual[name]]
    return ["--no-same-as" if name == "same_as" else f"--{name.replace('_', '-')}" for name in given]


def _comparing(part: argparse.ArgumentParser) -> None:
    part.add_argument("--gold", metavar="G", help="a gold graph: both systems are scored against it")
    part.add_argument("-o", "--output", metavar="REVIEW.coala", help="write (or renew) a review file")
    _reading(part)
    _pairing(part)
    _counting(part)
    _match_names(part)


def _pairing(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--map-documents",
        metavar="FILE|auto",
        help="documents with other identifiers than in the first graph: those of equal text (auto), or lines "
        "of identifier, TAB, identifier in the first graph",
    )


def _strictness(part: argparse.ArgumentParser) -> None:
    part.add_argument("--strict", action="store_true", help="exit status 2 when there is any warning")


def _counting(part: argparse.ArgumentParser) -> None:
    for name, what in (
        ("--ignore-predicate", "leave out statements with this predicate"),
        ("--only-predicate", "leave out all statements but those with this predicate"),
        ("--ignore-type", "leave out this type"),
    ):
        part.add_argument(
            name,
            action="append",
            default=[],
            metavar="IRI",
            help=f"{what}: an IRI, or its last part; may be given several times",
        )
    part.add_argument(
        "--kinds",
        default="all",
        metavar="LIST",
        help="what makes a bag interesting: all (default), coreference, types, statements, or names of kinds",
    )


def _match_names(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--match",
        choices=("exact", "min", "overlap"),
        default="exact",
        help="when two spans are one: exact (default), around the key's minimum, more than half shared",
    )


def _reading(part: argparse.ArgumentParser) -> None:
    part.add_argument("--texts", metavar="DIR", help="texts of documents that the graphs do not hold")
    part.add_argument(
        "--vocabulary",
        default="auto",
        metavar="NAME|FILE",
        help="how the graphs say what a mention is: auto (default), a name, or a file of your own",
    )
    part.add_argument(
        "--no-same-as",
        dest="same_as",
        action="store_false",
        help="owl:sameAs is a statement, and does not make two nodes one instance",
    )
    part.add_argument("--base", metavar="IRI", help="base for relative IRIs, the same for all graphs")
    _offsets(part)
    part.add_argument(
        "--memory-limit",
        type=_gigabytes,
        metavar="GB",
        help="per graph; just under 1 by default",
    )
    _formats(part)


def _offsets(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--offsets",
        type=_unit,
        choices=OFFSETS,
        default=STATED,
        help="what offsets of RDF and JSON lines count: as the vocabulary or the format says (stated, by "
        "default), what fits the anchors of each graph (auto), or a unit; character is another word for "
        "code-point, and token is for JSON lines",
    )
    part.add_argument(
        "--ends",
        choices=ENDS,
        default=STATED,
        help="whether the end of a span belongs to it; stated by default",
    )


def _formats(part: argparse.ArgumentParser) -> None:
    group = part.add_argument_group("formats", "what files of other coreference formats leave open")
    group.add_argument(
        "--empty-nodes",
        action="store_true",
        help="CorefUD: write empty nodes into the text, so that zeros have a span",
    )
    group.add_argument(
        "--brat-relation",
        action="append",
        default=[],
        type=_name,
        metavar="NAME",
        help="brat: a relation that means identity, instead of all that contain 'coref'; several times",
    )
    group.add_argument(
        "--brat-chain-types",
        type=_pattern,
        default=USUAL.chain_types,
        metavar="REGEX",
        help="brat: types of spans that each name one chain, such as Chain_3, by default a word for a chain "
        "and a number",
    )
    group.add_argument(
        "--uima-type-system",
        metavar="FILE",
        help="UIMA: a type system description; subtypes of chain and link count as well",
    )
    for name, default, metavar, what in (
        ("chain", USUAL.uima_chain, "TYPE", "the type of chains"),
        ("link", USUAL.uima_link, "TYPE", "the type of their links"),
        ("first", USUAL.uima_first, "FEATURE", "the feature of a chain that is its first link"),
        ("next", USUAL.uima_next, "FEATURE", "the feature of a link that is the next one"),
    ):
        group.add_argument(
            f"--uima-{name}",
            type=_name,
            default=default,
            metavar=metavar,
            help=f"UIMA: {what}, {default} by default",
        )


def _unit(text: str) -> str:
    # What lines of JSON call it.
    return "code-point" if text == "character" else text


def _name(text: str) -> str:
    if not text or not text.isprintable() or any(char.isspace() for char in text):
        raise argparse.ArgumentTypeError(
            f"this is the name of a type, feature or relation, without blanks, not {excerpt(text)}"
        )
    return text


def _pattern(text: str) -> str:
    from coala.base.patterns import compile_pattern

    try:
        compile_pattern(text)
    except ReadingError as error:
        raise argparse.ArgumentTypeError(str(error).removesuffix(".")) from None
    return text


def _gigabytes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.1 <= value <= 4096:
        raise argparse.ArgumentTypeError(f"a memory limit is between 0.1 and 4096 gigabytes, not '{text}'")
    return value
