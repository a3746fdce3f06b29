"""The parts of the documentation that the program knows: formats, keys, scores, the command line.

    python docs/tables.py

rewrites what is between the marks ``<!-- table: NAME -->`` and ``<!-- end of table -->`` in all pages; ``make
tables`` runs it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from coala.cli.parser import build_parser
from coala.gui.session.actions import MENUS, ActionSpec
from coala.model.knowledge_bases import EntityName, load_knowledge_bases
from coala.model.option import Group
from coala.model.options import OPTIONS
from coala.present.help import MARKS, WORDS, HelpEntry
from coala.results.formats import render_formats_table, render_layouts_table, render_shapes_table
from coala.scores.findings import TITLES
from coala.scores.metrics.registry import METRICS_OF_RECORDS

DOCS = Path(__file__).parent


def render_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table; a bar in a cell is escaped."""
    head = list(head)
    for row in (head, ["---"] * len(head), *rows):
        yield "| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |"


def render_keys() -> Iterator[str]:
    """Yield the keys of the window, a table for each menu."""
    for menu, groups in MENUS.items():
        yield from (f"### {menu.replace('&', '')}", "")
        rows = [_describe_action(spec) for group in groups for spec in group]
        yield from render_table(("key", "menu item", "effect"), rows)
        yield ""


def _describe_action(spec: ActionSpec) -> tuple[str, str, str]:
    keys = ", ".join(f"`{key}`" for key in spec.keys)
    return keys, spec.text.replace("&", ""), spec.tip


def render_entries(entries: Iterable[HelpEntry], head: str) -> Iterator[str]:
    """Yield entries of the window's help as a table."""
    return render_table((head, "meaning"), entries)


def render_scores() -> Iterator[str]:
    """Yield each metric with its name for ``--metrics``, meaning, formula and source."""
    for name, metric in METRICS_OF_RECORDS.items():
        meaning, formula, source = metric.definition
        yield from (f"### {TITLES[name]} (`{name}`)", "", f"{meaning} {source}.", "")
        yield from ("```text", *formula, "```", "")


def render_commands() -> Iterator[str]:
    """Yield each command with its arguments and options, without the options of graphs."""
    for parser, what in _list_commands(build_parser()):
        helps = ("-h", "--help-all")
        arguments = [action for action in parser._actions if not {*helps} & {*action.option_strings}]
        places = [str(action.metavar or action.dest) for action in arguments if not action.option_strings]
        flags = [action for action in arguments if action.option_strings]
        own = [action for action in flags if not _SHARED & set(action.option_strings)]
        yield from (f"## {parser.prog}", "", f"{what[:1].upper()}{what[1:]}.", "")
        yield from ("```text", " ".join([parser.prog, *(["[OPTIONS]"] if flags else []), *places]), "```", "")
        if own:
            yield from render_table(("option", "effect"), [_describe_option(action) for action in own])
            yield ""
        taken = {flag for action in flags for flag in action.option_strings}
        groups = [group for group in Group if any(o.flag in taken for o in OPTIONS if o.group is group)]
        if groups:
            yield from (f"[Options of graphs](#options-of-graphs): {', '.join(groups)}.", "")


_SHARED = {option.flag for option in OPTIONS}


def _list_commands(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """Yield the parsers of all commands, also of commands within commands, with their help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, part in action.choices.items():
                inner = list(_list_commands(part))
                yield from inner or [(part, helps.get(name, ""))]


def _describe_option(action: argparse.Action) -> tuple[str, str]:
    word = "" if action.nargs == 0 else str(action.metavar or "|".join(map(str, action.choices or ())))
    word = word.replace("|", " or ")  # a bar in code in a cell is read in two ways
    names = ", ".join(f"`{flag} {word}`" if word else f"`{flag}`" for flag in action.option_strings)
    return names, (action.help or "") % vars(action) if action.help != argparse.SUPPRESS else ""


def render_options() -> Iterator[str]:
    """Yield the options that are declared once for all commands, a table for each group."""
    for group in Group:
        yield from (f"### {group[:1].upper()}{group[1:]}", "")
        rows = []
        for option in OPTIONS:
            if option.group is group:
                key, word = getattr(option, "key", ""), option.metavar or "|".join(option.choices or ())
                word = word.replace("|", " or ")
                name = f"{option.flag} {key}={word}" if key else f"{option.flag} {word}".strip()
                rows.append((f"`{name}`", option.help.format(default=option.usual)))
        yield from render_table(("option", "effect"), rows)
        yield ""


def render_bases() -> Iterator[str]:
    """Yield the known knowledge bases with an example of the usual IRI."""
    bases = load_knowledge_bases()
    rows = ((f"`{key}`", bases.title(key), f"`{bases.iri(EntityName(key, 'NAME'))}`") for key in bases.keys)
    return render_table(("key", "title", "usual IRI"), rows)


TABLES: Mapping[str, Callable[[], Iterator[str]]] = {
    "formats": render_formats_table,
    "shapes": render_shapes_table,
    "layouts": render_layouts_table,
    "keys": render_keys,
    "marks": lambda: render_entries(MARKS, "mark"),
    "words": lambda: render_entries(WORDS, "word"),
    "scores": render_scores,
    "commands": render_commands,
    "options": render_options,
    "bases": render_bases,
}
"""What is between the marks, by the name in the mark."""

_TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Return the page with new tables."""
    return _TABLE.sub(
        lambda mark: mark[1] + "".join(f"{line}\n" for line in TABLES[mark[2]]()) + mark[3], page
    )


def without_tables(page: str) -> str:
    """Return the page without its tables: the part that a person wrote."""
    return _TABLE.sub("", page)


def main(docs: Path = DOCS) -> int:
    for path in sorted(docs.rglob("*.md")):
        page = path.read_text(encoding="utf-8")
        renewed = with_tables(page)
        if renewed != page:
            path.write_text(renewed, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
